"""Experiments as files: which games are played, by whom, under which rules.

An experiment has parts; a part has arms: every variant with every value of every sweep.  Game n of an arm
has a seed of its own, and in a paired part (as they are unless told otherwise) game n of every arm has the
same one, the same seats and the same place in every cycle: what differs is the arm.
"""

import re
import tomllib
from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import msgspec

from fimbul.core import BadData, BadOption, FimbulError, Game
from fimbul.core.reading import fit
from fimbul.core.wording import either
from fimbul.games import game as find
from fimbul.lab.arena import derive
from fimbul.lab.patches import patched
from fimbul.lab.players import Player, find_player, make_players

MOST_BLOCK = 500  # games in a file
BLOCKS = 20  # files of an arm, about
FOLLOWED = 50  # games of an arm whose course is followed by the bot's estimate; and beyond them
ONE_IN = 10  # one of so many
PLAYERS = "players"
SEATS = "seats"


class Variant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A version of the rules: options of the game, and patches of its data."""

    name: str
    options: dict[str, Any] = {}
    data: dict[str, Any] = {}


class Sweep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An option that has one value after another, with games for each.

    `option` may also be `players` or `seats`.  Instead of `values`, `pairs` gives every pair of these, and
    `orders` every pair in both orders.
    """

    option: str
    values: list[Any] = []
    pairs: list[Any] = []
    orders: list[Any] = []
    names: list[str] = []  # what the values are called; the values themselves, if nothing is said

    def all(self) -> list[Any]:
        """The values."""
        if self.pairs:
            return [list(pair) for pair in combinations(self.pairs, 2)]
        if self.orders:
            return [list(pair) for pair in permutations(self.orders, 2)]
        return self.values


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Arms that belong together."""

    name: str = ""
    games: int = 100  # for each arm
    block: int | None = None  # games that are kept in one file
    seats: int | None = None
    players: list[str] = msgspec.field(default_factory=lambda: ["greedy"])
    rotate: bool = False  # players change seats from game to game
    paired: bool = True
    seeds: str | None = None  # parts that name the same seeds share them; its own name, if nothing is said
    options: dict[str, Any] = {}
    cycle: dict[str, list[Any]] = {}  # options that go round from game to game
    variant: list[Variant] = []
    sweep: list[Sweep] = []


class Stop(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """When an arm has been played enough: the first player's share of wins is known to this `width`."""

    width: float  # half of the 95 % interval
    least: int = 50


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an A/B test asks, and how sure one wants to be."""

    metrics: tuple[str, ...] = ("wins", "turns", "plies", "branching", "lead_changes", "decided")
    effect: float = 0.05  # the difference of wins that matters
    alpha: float = 0.05
    beta: float = 0.2


class Experiment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole experiment."""

    game: str
    title: str = ""
    question: str = ""
    notes: str = ""  # what the figures mean and what they do not, for the report; Markdown
    seed: int = 1
    records: int = 1  # keep the record of every so-manieth game; 0: of none
    events: bool = True
    estimates: int | None = None  # follow one game of so many by the bot's estimate; 0: none
    player: dict[str, Player] = {}
    part: list[Part]
    stop: Stop | None = None
    ab: Terms | None = None  # two variants, played until the answer is clear
    tune: dict[str, Any] | None = None  # read by `fimbul lab tune`
    page: str = ""  # the game's own questions, answered on the page


class Arm(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of game that is played."""

    key: str
    part: str
    variant: str
    labels: dict[str, str]  # what the sweeps say of it
    games: int
    seats: int
    players: tuple[str, ...]
    rotate: bool
    options: dict[str, Any]
    data: dict[str, Any]
    cycle: dict[str, list[Any]]
    stem: str  # arms with the same one share their seeds
    block: int  # games that are kept together in a file

    @property
    def blocks(self) -> int:
        """How many files the arm has."""
        return -(-self.games // self.block)

    def numbers(self, block: int) -> range:
        """The games of a block."""
        return range(block * self.block, min(self.games, (block + 1) * self.block))

    def seated(self, number: int) -> tuple[int, ...]:
        """Which player (by its place) has each seat in a game."""
        shift = number if self.rotate else 0
        return tuple((seat + shift) % self.seats for seat in range(self.seats))

    def chosen(self, number: int) -> dict[str, Any]:
        """The options of a game."""
        options = dict(self.options)
        left = number // self.seats if self.rotate else number
        for option, values in self.cycle.items():
            options[option] = values[left % len(values)]
            left //= len(values)
        return options


# ---- reading


def read_experiment(path: Path) -> Experiment:
    """The experiment in a file, or a sentence on what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise BadData(f"{path} cannot be read: {(problem.strerror or str(problem)).lower()}.") from None
    except UnicodeDecodeError:
        raise BadData(f"{path} is not text in UTF-8.") from None
    return parse_experiment(text, str(path), path.parent)


def names_files(text: str) -> bool:
    """Whether an experiment names files of one's own; what keeps it must then hold what is in them."""

    def named(value: Any) -> bool:
        if isinstance(value, (dict, list)):
            return any(map(named, value.values() if isinstance(value, dict) else value))
        return isinstance(value, str) and value.startswith("@")

    return named(tomllib.loads(text))


def parse_experiment(text: str, who: str, folder: Path | None = None) -> Experiment:
    """The experiment in a text.  What stands outside the parts holds for all of them.

    Where an option takes a file, `"@PATH"` is what the game finds there, seen from the experiment's folder.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadData(f"{who}: this is not TOML: {problem}.") from None
    return from_tables(tables, who, folder)


def from_tables(tables: dict[str, Any], who: str, folder: Path | None = None) -> Experiment:
    """The experiment in tables; files that it names are looked for from the folder, if there is one."""
    inherited = [name for name in Part.__struct_fields__ if name != "name"]
    known = [name for name in (*Experiment.__struct_fields__, *inherited) if name != "part"]
    for name in tables:
        if name not in (*known, "part"):
            raise BadData(f"{who}: there is no field '{name}'; expected {either((*known, 'part'))}.")
    shared = {name: tables[name] for name in inherited if name in tables}
    parts = tables.get("part", [{}])
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts) or not parts:
        raise BadData(f"{who}: a part is written [[part]].")
    whole = {name: value for name, value in tables.items() if name not in inherited}
    whole["part"] = [
        shared | part | {"options": shared.get("options", {}) | part.get("options", {})} for part in parts
    ]
    experiment = fit(whole, Experiment, who)
    try:
        if folder is not None:
            bring(experiment, folder)
        check(experiment)
    except BadData:
        raise
    except FimbulError as problem:
        raise BadData(f"{who}: {problem}") from None
    return experiment


def bring(experiment: Experiment, folder: Path) -> None:
    """Put what is in files of one's own in the place of their names."""
    game = find(experiment.game)

    def brought(option: str, value: Any) -> Any:
        if isinstance(value, list):
            return [brought(option, each) for each in value]
        if isinstance(value, str) and value.startswith("@"):
            return msgspec.to_builtins(game.file_option(option, folder / value[1:]))
        return value

    for part in experiment.part:
        for options in (part.options, part.cycle, *(variant.options for variant in part.variant)):
            options.update({name: brought(name, value) for name, value in options.items()})
        for sweep in part.sweep:
            called = list(map(label, sweep.all()))
            before = [*sweep.values, *sweep.pairs, *sweep.orders]
            for values in (sweep.values, sweep.pairs, sweep.orders):
                values[:] = brought(sweep.option, values)
            if before != [*sweep.values, *sweep.pairs, *sweep.orders] and not sweep.names:
                sweep.names.extend(called)  # as the file calls them, and not by all that is in them


def check(experiment: Experiment) -> None:
    """Refuse what no game could be played with, before anything is begun."""
    game = find(experiment.game)
    names = [part.name for part in experiment.part]
    for name in names:
        if names.count(name) > 1:
            raise BadOption(f"two parts are called '{name}'; give each a name of its own.")
    if experiment.records < 0:
        raise BadOption(f"'records' is 0 or more, not {experiment.records}.")
    if experiment.estimates is not None and experiment.estimates < 0:
        raise BadOption(f"'estimates' is 0 or more, not {experiment.estimates}.")
    if not 0 <= experiment.seed < 1 << 62:
        raise BadOption(f"'seed' is a whole number from 0, not {experiment.seed}.")
    if experiment.stop is not None and not 0 < experiment.stop.width < 0.5:
        raise BadOption(f"'stop.width' is between 0 and 0.5, not {experiment.stop.width}.")
    if experiment.ab is not None:
        check_terms(experiment.ab)
        if len(arms_of(experiment)) != 2:
            raise BadOption("an A/B test has two arms: two variants, and no sweep.")
    for part in experiment.part:
        for name, count in (("games", part.games), ("block", 1 if part.block is None else part.block)):
            if count < 1:
                raise BadOption(f"'{name}' is 1 or more, not {count}.")
        for option, values in part.cycle.items():
            if not values:
                raise BadOption(f"the cycle of '{option}' has no values.")
        for sweep in part.sweep:
            if not sweep.all():
                raise BadOption(f"the sweep of '{sweep.option}' has no values.")
            if sweep.names and len(sweep.names) != len(sweep.all()):
                raise BadOption(
                    f"the sweep of '{sweep.option}' has {len(sweep.all())} values, and other names."
                )
    for arm in arms_of(experiment):
        for number in range(min(arm.games, rounds(arm))):
            options = resolved(game, arm, number)
            game.new(seats=arm.seats, options=options, seed=experiment.seed)
            if arm.data:
                break  # the same data in every round: once is enough
        make_players(experiment.player, arm.players, game, [0] * arm.seats)


def check_terms(terms: Terms) -> None:
    """Chances are chances, and an effect is a difference of shares."""
    for name in ("effect", "alpha", "beta"):
        if not 0 < getattr(terms, name) < 1:
            raise BadOption(f"'ab.{name}' is between 0 and 1, not {getattr(terms, name):g}.")


def rounds(arm: Arm) -> int:
    """How many games it takes until every value of the longest cycle has been used."""
    return max((len(values) for values in arm.cycle.values()), default=1)


def resolved(game: Game, arm: Arm, number: int) -> Any:
    """The options of a game, patches and all, as the game reads them."""
    return game.read_options(patched(game, arm.chosen(number), arm.data))


# ---- arms


def arms_of(experiment: Experiment) -> list[Arm]:
    """Every arm, in the order of the file."""
    found: list[Arm] = []
    keys: set[str] = set()
    for part in experiment.part:
        for arm in part_arms(experiment, part):
            if arm.key in keys:
                arm = msgspec.structs.replace(arm, key=f"{arm.key}-{len(found)}")
            keys.add(arm.key)
            found.append(arm)
    return found


def block_of(part: Part) -> int:
    """How many games of a part are kept in one file."""
    return part.block or max(1, min(MOST_BLOCK, part.games // BLOCKS))


def part_arms(experiment: Experiment, part: Part) -> Iterator[Arm]:
    """The arms of a part."""
    game = find(experiment.game)
    fields = game.Options.__struct_fields__
    stem = part.name if part.seeds is None else part.seeds
    for sweep in part.sweep:
        if sweep.option not in (*fields, PLAYERS, SEATS):
            raise BadOption(
                f"{game.title} has no option '{sweep.option}'; it has {', '.join(fields)}, players, seats."
            )
    for variant in part.variant or [Variant(name="")]:
        for values in product(*(list(enumerate(sweep.all())) for sweep in part.sweep)):
            options = part.options | variant.options
            players, seats, labels = list(part.players), part.seats, {}
            for sweep, (place, value) in zip(part.sweep, values, strict=True):
                labels[sweep.option] = sweep.names[place] if sweep.names else label(value)
                if sweep.option == PLAYERS:
                    players = value if isinstance(value, list) else [value]
                elif sweep.option == SEATS:
                    seats = value
                else:
                    options = options | {sweep.option: value}
            players, seats = seat_players(game, players, seats)
            for name in players:
                find_player(experiment.player, name)
            words = [part.name, variant.name, *labels.values()]
            key = slug("-".join(word for word in words if word)) or "all"
            yield Arm(
                key=key,
                part=part.name,
                variant=variant.name,
                labels=labels,
                games=part.games,
                seats=seats,
                players=tuple(players),
                rotate=part.rotate,
                options=options,
                data=variant.data,
                cycle=part.cycle,
                block=block_of(part),
                stem=stem if part.paired else f"{stem}:{key}",
            )


def seat_players(game: Game, players: list[str], seats: int | None) -> tuple[list[str], int]:
    """A player for each seat; one alone has them all."""
    if not players:
        raise BadOption("'players' names nobody.")
    if seats is None:
        seats = len(players) if len(players) > 1 else game.seats[0]
    if seats not in game.seats:
        raise BadOption(f"{game.title} has {game.seats[0]} to {game.seats[-1]} seats, not {seats}.")
    if len(players) == 1:
        players = players * seats
    if len(players) != seats:
        raise BadOption(f"'players' names {len(players)}, and there are {seats} seats.")
    return players, seats


def label(value: Any) -> str:
    """A value in a word or two."""
    if isinstance(value, list):
        return "-".join(map(label, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def slug(text: str) -> str:
    """A text that can be the name of a file; long ones are cut, and stay different."""
    word = re.sub(r"[^a-z0-9_.-]+", "-", text.lower()).strip("-.")
    if len(word) > 60:
        word = f"{word[:50]}-{blake2b(word.encode(), digest_size=4).hexdigest()}"
    return word


def game_seed(experiment: Experiment, arm: Arm, number: int) -> int:
    """The seed of a game."""
    return derive(experiment.seed, arm.stem, number, "game")


def player_seeds(experiment: Experiment, arm: Arm, number: int) -> list[int]:
    """The seeds of those who play, seat by seat."""
    return [derive(experiment.seed, arm.stem, number, "player", place) for place in arm.seated(number)]


def followed(experiment: Experiment, arm: Arm, number: int) -> bool:
    """Whether the bot is asked along a game how it stands, which can cost more than all rows together.

    Which of several games that is falls by lot: options and seats go round, and every tenth game might always
    be of the same kind.  Games of paired arms share the lot.
    """
    if experiment.estimates == 0:
        return False
    if experiment.estimates is None and number < FOLLOWED:
        return True
    among = experiment.estimates or ONE_IN
    run, place = divmod(number, among)
    return derive(experiment.seed, arm.stem, run, "followed") % among == place


def decides(experiment: Experiment) -> str:
    """A short hash of all that decides which games are played."""
    fields = msgspec.to_builtins(experiment)
    for name in ("title", "question", "notes", "page"):
        fields.pop(name, None)
    return blake2b(msgspec.json.encode(fields, order="sorted"), digest_size=8).hexdigest()
