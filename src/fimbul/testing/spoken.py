"""Everything that games say, heard by playing them: what a translation must be able to say."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from fimbul.bots.explaining import reason, rule_of_thumb
from fimbul.bots.puzzles import GOALS, collection
from fimbul.bots.sight import Sight
from fimbul.core import Action, Game, Record, Rng, State, verify
from fimbul.speech import Speech, retold
from fimbul.speech.retelling import form as filled_in
from fimbul.speech.saying import MARKDOWN, SENTENCES
from fimbul.table.forms import form_of, options_form
from fimbul.table.frames import Boards, frame
from fimbul.testing.hunt import playable
from fimbul.testing.speech import free_words
from fimbul.testing.trial import pick, sample

LOOKS = 12  # positions of a game at which everybody's table is read
STRAYED = 24  # touches that lead nowhere, at each of them
EXPLAINED = 6

Hear = Callable[[str], None]


class Ear:
    """Counts what is said.  What players made up is their own, and not heard."""

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()
        self.own: set[str] = set()

    def __call__(self, text: str) -> str:
        """Hear something; it stays as it is."""
        if text and not any(words in text for words in self.own):
            self.heard[text] += 1
        return text


def spoken(game: Game, games: int, seed: int) -> Counter[str]:
    """What is said in so many random games with all options, and how often."""
    rng, ear = Rng(seed), Ear()
    introduced(game, ear)
    for number in range(games):
        seats = list(game.seats)[number % len(game.seats)]
        options = playable(game, seats, rng)
        if options is not None:
            listen(game, game.new(seats=seats, options=options, seed=rng.fork().seed), seats, rng, ear)
    return ear.heard


def introduced(game: Game, ear: Ear) -> None:
    """What is said before a game begins."""
    for text in (game.blurb, *game.roles):
        ear(text)
    for start in game.starts:
        ear(start.label)
        ear(start.title)
    for values in game.choices().values():
        for _, name in values:
            ear(name)
    if game.workshop is not None:
        ear(game.workshop.title)
    retold(list(game.table.icons), ear)
    filled_in(options_form(game.Options), ear)
    if game.workshop is not None:
        filled_in(form_of(game.workshop.kind), ear)
    for goal in {puzzle.goal for puzzle in collection() if puzzle.game == game.slug}:
        ear(GOALS[goal].title)
        ear(GOALS[goal].asked)


def listen(game: Game, state: State, seats: int, rng: Rng, ear: Ear) -> None:
    """Play a game to its end, and hear what is said of it; now and then everybody's whole table."""
    every = max(1, game.max_plies // 40 // LOOKS) if game.max_plies > 2000 else 3
    events: list[Any] = []
    ply = 0
    while True:
        if ply % (1 + rng.below(every * 2)) == 0 or state.over:
            look(game, state, events, seats, rng, ear)
        if state.over:
            return
        seat = rng.choice(state.to_act)
        action = pick(rng, state.legal(seat))
        events = done(state, action, seat, ear)
        ply += 1


def recounted(game: Game, record: Record, seed: int) -> Counter[str]:
    """What is said in a game that was played before, and so of what random games seldom come to."""
    rng, ear = Rng(seed), Ear()
    match = verify(record, game)
    state, events = match.start.copy(), list[Any]()
    for move in match.moves:
        look(game, state, events, match.seats, rng, ear)
        events = done(state, game.parse(move.action), move.seat, ear)
    look(game, state, events, match.seats, rng, ear)
    return ear.heard


def done(state: State, action: Action, seat: int, ear: Ear) -> list[Any]:
    """An action, and what is said of it; words that somebody chose to say are their own."""
    ear.own |= {words for words in free_words(action) if words}
    events = state.apply(action, seat)
    for event in events:
        ear(event.sentence())
    return events


def look(game: Game, state: State, events: list[Any], seats: int, rng: Rng, ear: Ear) -> None:
    """Everybody's table."""
    boards = Boards()
    for viewer in (*range(seats), None):
        retold(frame(game, state, viewer, events, boards, epoch=0, seats=seats), ear)
        view = state.view(viewer)
        for board in game.scene(view).boards:
            retold(board, ear)
            for name in sample(rng, [node.id for node in board.nodes if "roams" in node.classes], 2):
                retold(game.table.reach(view, name), ear)
        told(game.chronicle(view), ear)
        if viewer is not None and viewer in state.to_act and not state.over:
            explain(game, state, viewer, rng, ear)
            for text in refusals(game, state, viewer, rng):
                ear(text)


def told(chronicle: str, ear: Ear) -> None:
    """A story, sentence by sentence."""
    for line in chronicle.split("\n"):
        mark = MARKDOWN.match(line)
        body = line[mark.end() :] if mark else line
        for text in body.split("|") if body.startswith("|") else SENTENCES.split(body):
            ear(text.strip())


def explain(game: Game, state: State, seat: int, rng: Rng, ear: Ear) -> None:
    """What actions are for, and what is wrong with them."""
    legal: list[Action] = state.legal(seat)
    sight = Sight(state, seat)
    world = sight.imagine(rng.fork())
    for action in sample(rng, legal, EXPLAINED):
        ear(reason(game, sight, action, rng.fork()))
        ear(rule_of_thumb(game, sight, action, rng.choice(legal), rng.fork()))
        ear(game.coach.claim(world, action, seat))


def refusals(game: Game, state: State, seat: int, rng: Rng) -> Iterator[str]:
    """What somebody is told who touches something else."""
    view = state.view(seat)
    nodes = sorted(game.scene(view).ids())
    paths = [game.clicks(view, action) for action in state.legal(seat)]
    for path in sample(rng, paths, STRAYED):
        strayed = (*path[: rng.below(len(path))], rng.choice(nodes))
        for touched in (path[:1], strayed, (*strayed, rng.choice(nodes))):
            meant = game.attempt(view, touched)
            refusal = state.why_not(meant, seat) if meant is not None else None
            if refusal is not None:
                yield refusal.reason


def unsaid(speech: Speech, heard: Counter[str]) -> list[tuple[str, int]]:
    """What a language cannot say, the commonest first."""
    return [(text, count) for text, count in heard.most_common() if speech.find(text) is None]
