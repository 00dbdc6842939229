"""What people read: whole sentences in plain words, and nothing of the inside of the game."""

import re
from collections.abc import Iterable

from fimbul.core import Action, Dice, Fact, Figure, Line, Odds, Scene, State, View
from fimbul.testing.trial import Trial, sample

LISTENED = 8  # positions per game
TOLD = 40  # actions told per position and seat
EXPLAINED = 3  # actions of which it is asked what they are for
STRAYED = 12  # touches that lead nowhere
LONGEST = 320  # letters of a sentence that is told or asked: about eight lines of a phone

# What games count and what becomes more by an s, to hold a number and its word together.
REGULAR = (
    "action|area|attack|card|cell|character|column|corner|counter|crystal|day|event|force|game|hit|hour|item"
    "|level|line|mistake|month|monster|move|movement point|piece|point|round|row|seat|ship|slot|step|stone"
    "|token|turn|unit|victory point|warband|warrior|wound|year|zone"
)
VOWEL = r"(?!one\b|once\b|[Ee]u|ewe)[aeioAEIO][a-z]"
CONSONANT = "(?:[b-df-gj-np-tv-z]|[B-DF-GJ-NP-TV-Z][a-z])"

FAULTS = {
    "nothing where something should stand": re.compile(r"[:,;] ?[.!?]$|: ?$|: ?;"),
    "two marks in a row": re.compile(r"[.!?][.!?]|[.,:;][.,:;]|[!?]:"),
    "a space too many": re.compile(r"  |^\s|\s$|\s[.,;!?](?!\w)|\s:|\(\s|\s\)|\n"),
    "a word twice": re.compile(r"\b(?!that\b|had\b)(?i:([^\W\d_]{2,}) (?-i:(?=[a-z]))\1)\b"),
    "the notation of an action": re.compile(r"\b[a-z_]+\((?!s\))[^)\s]*\)"),
    "a bare place": re.compile(r"(?<![\w.])-?\d+,-?\d+"),
    "something of the program": re.compile(r"[{}<>\\_]|\bNone\b(?! of)|\bnan\b|\[\]|\(\)|''|\"\""),
    "a number that does not fit": re.compile(
        rf"(?<![\w+-])1 (?:(?:{REGULAR})s|dice|enemies|heroes|hexes)\b"
        rf"|(?<![\w,.])(?:0|[2-9]|\d\d+) (?:{REGULAR}|die|enemy|hero|hex)\b(?![- ]\w+s\b)"
    ),
    "the wrong article": re.compile(rf"(?:^A|\ba) {VOWEL}|(?:^A|\ba)n {CONSONANT}"),
}
ENDED = re.compile(r"""[.!?]["'”’)*]*(?: \([A-Z]+[0-9][^)]*\))?$""")


def fault(text: str) -> str:
    """What is wrong with some words, and where; empty if nothing is."""
    for name, wrong in FAULTS.items():
        found = wrong.search(text)
        if found is not None:
            return f"{name} ({found[0]!r})"
    return ""


def sentence_fault(text: str) -> str:
    """What is wrong with a sentence, or with several."""
    if text[:1].islower():
        return "no capital at the beginning"
    if not ENDED.search(text):
        return "no mark at the end"
    if len(text) > LONGEST:
        return f"{len(text)} letters, more than {LONGEST}"
    return fault(text)


def words(trial: Trial) -> None:
    """Every sentence that is told, asked, answered or offered reads well; words of players are their own."""
    listener = Listener(trial)
    for ply, events in enumerate(trial.events, 1):
        trial.ply = ply
        for event in events:
            listener.sentence("An event", event.sentence())
    for state in trial.positions("words", LISTENED):
        if state.outcome is not None:
            listener.sentence("The outcome", state.outcome.reason)
        for viewer in trial.viewers:
            view = state.view(viewer)
            scene = trial.game.scene(view)
            listener.scene(scene)
            for seat in range(trial.seats):
                listener.label("A seat", trial.game.seat_name(view, seat))
                listener.phrase("A standing", trial.game.standing(view, seat))
            if viewer is not None and viewer in state.to_act:
                listener.choices(state, view, scene, viewer)


class Listener:
    """Hears everything once, and says what sounds wrong."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.said = {words for _, action in trial.moves for words in free_words(action) if words}

    def hear(self, what: str, text: str, wrong: str) -> None:
        """Something was told; `wrong` is what is wrong with it."""
        self.trial.tally.count("words")
        if wrong:
            self.trial.fail("words", f"{what} has {wrong}: {text!r}.")

    def new(self, what: str, text: str) -> bool:
        """Whether that was never told in this run, and no player said it."""
        heard = self.trial.tally.heard
        if not text or (what, text) in heard:
            return False
        heard.add((what, text))
        return not any(words in text for words in self.said)

    def sentence(self, what: str, text: str) -> None:
        """A sentence, or several."""
        if self.new(what, text):
            self.hear(what, text, sentence_fault(text))

    def phrase(self, what: str, text: str) -> None:
        """Some words that are no sentence."""
        if self.new(what, text):
            self.hear(what, text, fault(text))

    def label(self, what: str, text: str) -> None:
        """Some words that stand by themselves, and begin with a capital."""
        if self.new(what, text):
            self.hear(what, text, "no capital at the beginning" if text[0].islower() else fault(text))

    def scene(self, scene: Scene) -> None:
        """Everything that is written on a table."""
        sheet = scene.sheet
        self.sentence("The question", sheet.text)
        self.facts("A fact", sheet.facts)
        for button in sheet.buttons:
            self.label("A button", button.label)
            self.phrase("The title of a button", button.title)
        for board in scene.boards:
            self.label("A board", board.title)
            for node in board.nodes:
                self.phrase("A node", node.title)
        for tray in scene.trays:
            self.label("A tray", tray.title)
            self.phrase("The note of a tray", tray.note)
            self.figures(tray.figures)
            for card in tray.cards:
                self.label("A card", card.title)
                self.phrase("The kind of a card", card.kind)
                self.label("The text of a card", card.text)
                for line in card.detail.split("\n"):
                    self.label("The detail of a card", line)
                self.figures((*card.figures, *card.marks))

    def figures(self, figures: Iterable[Figure]) -> None:
        """Numbers with their names."""
        for figure in figures:
            for text in (figure.name, figure.value, figure.title):
                self.phrase("A figure", text)

    def facts(self, what: str, facts: Iterable[Fact]) -> None:
        """What helps to decide."""
        for fact in facts:
            self.label(what, fact.name)
            match fact:
                case Dice():
                    for die in fact.dice:
                        self.phrase("A die", die.name)
                case Odds():
                    for name, _ in fact.chances:
                        self.phrase("A chance", name)
                case Line():
                    self.phrase(what, fact.value)

    def choices(self, state: State, view: View, scene: Scene, seat: int) -> None:
        """What a seat may do, what would come of it, what it is for, and why not something else."""
        game, rng = self.trial.game, self.trial.rng
        legal: list[Action] = state.legal(seat)
        for action in sample(rng, legal, TOLD):
            self.label("An action", game.describe(view, action))
        for prospect in state.foresee(seat, legal).values():
            self.facts("A prospect", prospect.facts)
        world = state.imagine(seat, rng.fork())
        for action in sample(rng, legal, EXPLAINED):
            self.phrase("A purpose", game.coach.purpose(world, action, seat))
            self.phrase("A claim", game.coach.claim(world, action, seat))
            self.sentence("A maxim", game.coach.maxim(world, action, rng.choice(legal), seat))
        self.refusals(state, view, sorted(scene.ids()), [game.clicks(view, action) for action in legal])

    def refusals(self, state: State, view: View, nodes: list[str], paths: list[tuple[str, ...]]) -> None:
        """What somebody is told who touches something else."""
        game, rng = self.trial.game, self.trial.rng
        for path in sample(rng, paths, STRAYED):
            strayed = (*path[: rng.below(len(path))], rng.choice(nodes))
            for touched in (path[:1], strayed, (*strayed, rng.choice(nodes))):
                meant = game.attempt(view, touched)
                refusal = state.why_not(meant, view.seat) if meant is not None else None
                if refusal is not None:
                    self.sentence("A refusal", refusal.reason)


def free_words(action: Action) -> Iterable[str]:
    """What a player made up in an action."""
    return (value for field in action.free if isinstance(value := getattr(action, field), str))
