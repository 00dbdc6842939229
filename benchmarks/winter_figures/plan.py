"""Which sessions and campaigns are played, and playing one of them."""

from itertools import combinations

import msgspec

from fimbul.cli.arena import derive
from fimbul.core import FimbulError, Rng
from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.library.index import book_of
from fimbul.games.six_winters.model import SixWintersOptions
from winter_figures.players import AS_IT_IS, Bots, FirstSight, Player, Style
from winter_figures.watching import Saga, SagaWatch, Session, Watch, drive

BOOK = book_of(None)
FIRST_SIGHT = "first sight"
PRINTED = tuple(card.id for card in BOOK.scenarios if card.source == "printed")
FIRST_YEAR = tuple(card.id for card in BOOK.scenarios if card.year == 1)
UNLOCKED = tuple(card.id for card in BOOK.characters if card.unlocked)
EVERYBODY = tuple(card.id for card in BOOK.characters)
SUPPLIES = range(BOOK.figures.resource_dice, BOOK.figures.most_resource_dice + 1)
HANDY = Style(eager=0.04)  # who fills boxes too, when nothing better is to be done
STYLES = {
    "as it is": AS_IT_IS,
    "saves for the second ability": Style(save_until=2),
    "saves for all abilities": Style(save_until=3),
    "fills boxes when idle": HANDY,
    "uses cards before all else": Style(eager=0.3),
    "never defends": Style(guard="never"),
    "defends with all spare dice": Style(guard="spare"),
    "never hinders": Style(hinder="never"),
    "always hinders": Style(hinder="always"),
}
ONE_TRY = "one try a turn"  # the option `overcome_again` off

Key = tuple[str, ...]


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One session or campaign that is to be played."""

    key: Key
    number: int
    seed: int
    scenario: str
    hard: bool = False
    seats: int = 2
    characters: tuple[str, ...] | None = None
    resource_dice: int = 6
    overcome_again: bool = True
    player: str = FIRST_SIGHT
    style: Style = AS_IT_IS
    nodes: int = 0
    whole: bool = False  # a campaign


def groups(seats: int) -> list[tuple[str, ...]]:
    """The characters of the start that can play together at so many seats."""
    count = BOOK.figures.solo_characters if seats == 1 else seats
    return list(combinations(UNLOCKED, count))


def jobs(games: int, strong: int, nodes: int, seed: int) -> list[Job]:
    """Everything that is played: `games` for each row of the main tables, fewer where rows are many."""
    found: list[Job] = []
    half, quarter = max(1, games // 2), max(1, games // 4)

    def add(key: Key, number: int, stem: Key, **fields: object) -> None:
        fields.setdefault("scenario", PRINTED[number % len(PRINTED)])
        fields.setdefault("characters", groups(2)[number // len(PRINTED) % len(groups(2))])
        spec = {"key": key, "number": number, "seed": derive(seed, *stem, number)}
        found.append(Job(**spec, **fields))  # type: ignore[arg-type]

    for card in BOOK.scenarios:
        for hard in (False, True):
            for number in range(games):
                pair = groups(2)[number % len(groups(2))]
                key: Key = ("scenario", card.id, "difficult" if hard else "normal")
                add(key, number, key, scenario=card.id, hard=hard, characters=pair)
    for seats in (1, 2, 3, 4):
        for number in range(games):
            group = groups(seats)[number // len(PRINTED) % len(groups(seats))]
            add(("players", str(seats)), number, ("players",), seats=seats, characters=group)
    for seats in (2, 4):
        for dice in SUPPLIES:
            for number in range(half):
                group = groups(seats)[number // len(PRINTED) % len(groups(seats))]
                key = ("supply", str(seats), str(dice))
                add(key, number, ("supply", str(seats)), seats=seats, characters=group, resource_dice=dice)
    for person in BOOK.characters:
        others = [id for id in EVERYBODY if id != person.id]
        for card_id in ("", *(ability.id for ability in person.abilities if not ability.optional)):
            style = msgspec.structs.replace(HANDY, without=card_id)
            for number in range(half):
                pair = (person.id, others[number // len(PRINTED) % len(others)])
                key = ("ability", person.id, card_id)
                add(key, number, ("ability", person.id), characters=pair, style=style)
    for pair in combinations(EVERYBODY, 2):
        for number in range(half):
            add(("pair", *pair), number, ("pair",), characters=pair)
    for name, style in STYLES.items():
        for number in range(games):
            add(("style", name), number, ("style",), style=style)
    for number in range(games):
        add(("style", ONE_TRY), number, ("style",), overcome_again=False)
    for seats in (1, 2, 3, 4):
        for number in range(quarter):
            key = ("campaign", str(seats))
            add(key, number, key, seats=seats, characters=None, whole=True)
    for bot, count in (("random", games), (FIRST_SIGHT, games), ("greedy", strong), ("search", strong)):
        for number in range(count):
            scenario = FIRST_YEAR[number % len(FIRST_YEAR)]
            pair = groups(2)[number // len(FIRST_YEAR) % len(groups(2))]
            add(("bot", bot), number, ("bot",), scenario=scenario, characters=pair, player=bot, nodes=nodes)
    return found


def play(job: Job) -> Session | Saga:
    """Play a session or a campaign, and say what was seen."""
    options = GAME.check_options(
        SixWintersOptions(
            mode="campaign" if job.whole else "session",
            scenario=job.scenario,
            difficulty="difficult" if job.hard else "normal",
            characters=job.characters,
            all_characters=any(id not in UNLOCKED for id in job.characters or ()),
            resource_dice=job.resource_dice,
            overcome_again=job.overcome_again,
        )
    )
    state = GAME.setup(job.seats, options, Rng(derive(job.seed, "game")))
    seed = derive(job.seed, "player")
    player: Player
    if job.player == FIRST_SIGHT:
        player = FirstSight(seed, job.style)
    else:
        player = Bots(job.player, job.seats, seed, job.nodes)
    watch = SagaWatch(state) if job.whole else Watch(state)
    drive(state, player, watch, GAME.max_plies)
    if state.outcome is None:
        raise FimbulError(f"Game {job.number} of {' '.join(job.key)} did not end within {state.ply} actions.")
    if isinstance(watch, SagaWatch):
        return Saga(watch.years, state.outcome.scores[0] == 1.0, (state.outcome.points or (0,))[0])
    return watch.end(state)
