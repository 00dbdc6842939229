"""Game: the stateless description of one game, from which everything else is made."""

import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Protocol, get_args, get_origin, get_type_hints

import msgspec

from fimbul.core.action import Action, Notation
from fimbul.core.agenda import has_sealed
from fimbul.core.errors import BadOption, FimbulError
from fimbul.core.event import Event
from fimbul.core.rng import Rng, check_seed
from fimbul.core.rules import Rules, load_primer, load_rules, rules_folder
from fimbul.core.scene import Scene, Sketch
from fimbul.core.state import State as AnyState
from fimbul.core.table import Table
from fimbul.core.wording import span, values
from fimbul.core.words import Words

LONGEST_SHOWN = 60  # letters of a value that was refused
MOST_KEPT = 64  # options that are remembered as sound


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Every variant, expansion and difficulty of a game, each with its default."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a piece that a person built: where, what, and by which rule if by one."""

    where: str
    message: Words
    rule: str | None = None


class Mind:
    """What a game's bots think is good.  `bots` knows games only through this and the contract.

    As it stands it knows nothing but the end of a game; a game's own mind says more.
    """

    open_eyed: ClassVar[bool] = True
    """Whether `evaluate` looks only at what everybody can see: then one imagined world is as good as many as
    long as nothing is revealed."""

    beam: ClassVar[int | None] = None
    """How many actions of a long list a tree search follows; None: all."""

    horizon: ClassVar[int | None] = None
    """For games of dice and cards: the search plays on by `promise` for so many turns, and grows no tree."""

    glimpse: ClassVar[int] = 0
    """For games with a horizon: so many actions `greedy` plays on in its head before it acts; 0: it takes
    what is most promising at first sight."""

    plans: ClassVar[bool] = False
    """Whether one action is far too small a step to be judged by what it leads to, as one hex of a campaign
    is: then `greedy` takes the most promising action as it stands."""

    thorough: ClassVar[bool] = False
    """Whether a search of playouts shares its budget out evenly before it drops actions, and plays on to the
    later ones of the turns of `until` where there is enough of it."""

    patience: ClassVar[float] = 1.0
    """How much of a judgement is left to what comes later, at every turn of `until` but the last."""

    def until(self, state: Any) -> tuple[int, ...]:
        """The turns at whose beginning a playout from here is judged; at the last of them it ends.  From the
        first on it keeps a tally."""
        return (state.turn + (self.horizon or 1),)

    def tally(self, state: Any, before: Any) -> Any:
        """What a playout that goes on should remember, at the beginning of a turn; it may mend the position,
        so that the game does not end before it can be judged.  `before`: the tally until now, or None."""
        return None

    def judge(self, state: Any, seat: int, tally: Any) -> float:
        """What `evaluate` says at the end of a playout that kept a tally."""
        return self.evaluate(state, seat)

    def closes(self, action: Any) -> bool:
        """Whether a turn ends with an action: what chance then brings does not hang on what led here."""
        return False

    def evaluate(self, state: Any, seat: int) -> float:
        """How well the seat stands, from -1 (lost) to 1 (won)."""
        return 2.0 * state.outcome.scores[seat] - 1 if state.outcome else 0.0

    def promise(self, state: Any, actions: list[Any], seat: int) -> list[float]:
        """How promising each action looks at first sight, best highest: the order in which to search."""
        return [0.0] * len(actions)

    def key(self, state: Any) -> Any:
        """Equal for positions that are worth the same."""
        return state.fingerprint()


class Coach:
    """How a game's actions are explained to people, in its own words.

    It is shown an imagined world, so it can tell a seat nothing that the seat could not know.
    """

    def purpose(self, state: Any, action: Any, seat: int) -> str:
        """What an action is for, as it follows "it": `threatens the Jarl`; empty where it says itself."""
        return ""

    def maxim(self, state: Any, action: Any, better: Any, seat: int) -> str:
        """The rule of thumb that an action breaks where a better one was possible; empty if none does."""
        return ""

    def claim(self, state: Any, action: Any, seat: int) -> str:
        """What an action takes that a partner may want too: `the Rope`; empty if it takes nothing."""
        return ""

    def pieces(self, state: Any, seat: int) -> int:
        """How many pieces a seat has on the table, less those of the others, for games that have puzzles."""
        return 0


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """A way to begin that a game recommends: what the button says, and the options and seats it means."""

    label: Words
    options: dict[str, Any] = {}
    seats: int | None = None
    title: Words = ""


class Workshop:
    """What people can build for a game: a clan, a map, a card.

    A piece is a struct; the form is made from its schema, and `faults` says what is wrong with it.
    """

    title: ClassVar[str]  # "Build a clan"
    option: ClassVar[str]  # the option that takes a built piece
    kind: ClassVar[type[msgspec.Struct]]

    def pieces(self) -> list[Any]:
        """The pieces that come with the game, to start from."""
        raise NotImplementedError

    def faults(self, piece: Any) -> list[Fault]:
        """Everything that is wrong with a piece that a person built."""
        raise NotImplementedError

    def picture(self, piece: Any) -> str:
        """The piece as an SVG document, as far as it can be drawn."""
        raise NotImplementedError


AnyOptions = Options


class Recorded(Protocol):
    """An action that somebody took, as a record or a store keeps it."""

    @property
    def seat(self) -> int:
        """Who took it."""

    @property
    def action(self) -> str:
        """Its notation."""


class Game:
    """A game.  A subclass sets the class attributes, `table` among them, and writes `setup` where it has one.

    `slug` and `rules_version` are those of its `State`.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    designer: ClassVar[str]
    blurb: ClassVar[str]
    minutes: ClassVar[str]
    rules_version: ClassVar[str]
    seats: ClassVar[range]
    hidden: ClassVar[bool] = False  # whether any seat ever knows less than the state
    private: ClassVar[bool] = False  # whether a seat ever sees what another does not
    chance: ClassVar[bool] = False  # whether anything is drawn or rolled after the set-up
    cooperative: ClassVar[bool] = False
    difficulty: ClassVar[
        tuple[str, ...]
    ] = ()  # the options by which results of a co-operative game are told apart
    max_plies: ClassVar[int]  # no game is longer
    actions: ClassVar[tuple[type[Action], ...]]
    State: ClassVar[type[AnyState]]
    Options: ClassVar[type[AnyOptions]] = AnyOptions  # no variants
    table: ClassVar[Table[Any]]
    mind: ClassVar[Mind] = Mind()
    coach: ClassVar[Coach] = Coach()
    starts: ClassVar[tuple[Start, ...]] = ()  # ways to begin, the best for a newcomer first
    workshop: ClassVar[Workshop | None] = None
    pages: ClassVar[Path | None] = None  # where another package keeps rules.md, primer.md and their pictures

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "State" in vars(cls):
            cls.slug, cls.rules_version = cls.State.slug, cls.State.rules_version

    def __init__(self) -> None:
        self.notation = Notation(self.actions)
        self.table.deeds.cover(self.actions)

    # ---- what a game writes

    def setup(self, seats: int, options: Any, rng: Rng) -> AnyState:
        """The state before the first decision: as its class declares it, where nothing has to be set up."""
        return self.State(rng=rng, turn=1)

    def file_option(self, name: str, path: Path) -> Any:
        """What a user's own file gives for a value of an option; `BadOption` where the option takes none."""
        raise BadOption(f"The option '{name}' of {self.title} takes no file.")

    def trials(self) -> Sequence[Mapping[str, Any]]:
        """Options to prove it with (sides, scenarios); chance sets the switches that they do not name."""
        return ({},)

    def apart(self, options: Any) -> bool:
        """Whether seats keep secrets from each other with these options: a shared device is covered then."""
        return (self.private or self.sealed) and not self.cooperative

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        """Of options that take names: every name that there is, and how people call it."""
        return {}

    # ---- what core gives

    def new(
        self,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | AnyOptions | None = None,
        seed: int = 0,
    ) -> AnyState:
        """A new game.  The same seats, options and seed give the same game everywhere."""
        seats = self.read_seats(seats)
        check_seed(seed)
        return self.setup(seats, self.read_options(options), Rng(seed))

    def read_seats(self, seats: int | None) -> int:
        """How many seats there are, as many as asked for or the fewest, or a sentence on what is wrong."""
        if seats is not None and seats not in self.seats:
            raise BadOption(f"{self.title} has {span(self.seats)} seats, not {seats!r}.")
        return self.seats[0] if seats is None else seats

    def read_options(self, options: Mapping[str, Any] | AnyOptions | None) -> Any:
        """Options from what a person or a file gave, or a sentence on what is wrong with them."""
        if isinstance(options, AnyOptions):
            if not isinstance(options, self.Options):
                raise BadOption(f"{type(options).__name__} are not options of {self.title}.")
            return settled(self, options)
        known = self.Options.__struct_fields__
        for name in options or {}:
            if name not in known:
                raise BadOption(f"{self.title} has no option '{name}'; it has {', '.join(known) or 'none'}.")
        try:
            return settled(self, msgspec.convert(dict(options or {}), self.Options))
        except FimbulError:
            raise
        except (msgspec.ValidationError, ValueError) as problem:
            raise BadOption(self.misfit(options or {}, str(problem))) from None

    def misfit(self, options: Mapping[str, Any], problem: str) -> str:
        """What is wrong with options, in a sentence that names the one and says what it may be."""
        place = re.search(r" - at `\$\.(\w+)(.*)`$", problem)
        if place is None:
            return f"Wrong option for {self.title}: {problem}."
        name, inside = place.groups()
        what = f"The option '{name}' of {self.title} cannot be"
        if "." in inside or "[..." in inside:  # deep in a piece that a person built
            return f"{what} read at {inside.removeprefix('.')}: {problem[: place.start()]}."
        given = json.dumps(options[name], ensure_ascii=False, default=lambda value: type(value).__name__)
        may = self.allowed(name) or "null, or what a file of one's own gives"
        return f"{what} {given[:LONGEST_SHOWN]}; it may be {may}."

    def allowed(self, option: str) -> str:
        """What an option may be, in words; nothing where words would not help."""
        told = values(get_type_hints(self.Options)[option])
        if bounds := within(get_type_hints(self.Options, include_extras=True)[option]):
            told = f"{told} {bounds}"
        names = ", ".join(name for name, _ in self.choices().get(option, ()))
        if not names or (told and all(name in told for name in names.split(", "))):
            return told
        return f"{told}: {names}" if told else names

    def check_options(self, options: Any) -> Any:
        """The options, or `BadOption` for a combination that cannot be played."""
        return options

    def scene(self, view: Any) -> Scene:
        """The view as a table of boards, trays and a sheet."""
        return self.table.scene(view)

    def sketch(self, view: Any) -> Sketch:
        """The view's board as coloured text, for the terminal."""
        return self.table.sketch(view)

    def prompt(self, view: Any) -> str:
        """Who must decide what, in plain words, told to the viewer."""
        return self.table.prompt(view)

    def describe(self, view: Any, action: Action) -> str:
        """An action in plain words."""
        return self.table.deeds(view, action).words

    def clicks(self, view: Any, action: Action) -> tuple[str, ...]:
        """The ids of the scene that a person touches, in order, to take this action."""
        return self.table.deeds(view, action).clicks

    def attempt(self, view: Any, clicks: tuple[str, ...]) -> Action | None:
        """The action that these touches would mean, allowed or not, so that a refusal can be explained."""
        return self.table.attempt(view, clicks)

    def seat_name(self, view: Any, seat: int) -> str:
        """What the seat plays: a clan, a hero, a colour."""
        return self.table.seat_name(view, seat)

    def standing(self, view: Any, seat: int) -> str:
        """The public numbers of a seat that matter, in a few words."""
        return self.table.standing(view, seat)

    def chronicle(self, view: Any) -> str:
        """The story so far as Markdown, for games that tell one."""
        return self.table.chronicle(view)

    @property
    def roles(self) -> tuple[str, ...]:
        """What each seat plays, where that is the same in every game."""
        return self.table.roles

    def parse(self, text: str) -> Action:
        """The action that a notation names."""
        return self.notation.parse(text)

    def retrace(self, state: AnyState, deeds: Iterable[Recorded]) -> Iterator[list[Event]]:
        """Play recorded actions on a state, one by one; what each of them did."""
        for deed in deeds:
            yield state.apply(self.parse(deed.action), deed.seat)

    def restore(self, data: bytes) -> AnyState:
        """The state that gave this snapshot."""
        state = self.State.restore(data)
        bare: Any = state
        if isinstance(getattr(bare, "options", None), self.Options):
            bare.options = one(bare.options)
        return state

    @property
    def rules(self) -> Rules:
        """The numbered rules."""
        return load_rules(self.slug, self.pages)

    def rules_in(self, language: str) -> Rules:
        """The numbered rules in a language; in English where nobody has translated them."""
        try:
            return load_rules(self.slug, self.pages, language)
        except BadOption:
            return self.rules

    @property
    def primer(self) -> str:
        """How one wins and what to do first, as Markdown."""
        return load_primer(self.slug, self.pages)

    def primer_in(self, language: str) -> str:
        """The same in a language; in English where nobody has translated it."""
        return load_primer(self.slug, self.pages, language) or self.primer

    @property
    def pictures(self) -> Path:
        """Where the pictures of the rules page are."""
        return (self.pages or rules_folder()) / self.slug

    @property
    def chronicled(self) -> bool:
        """Whether the game writes a chronicle."""
        return type(self.table).chronicle is not Table.chronicle

    @property
    def sealed(self) -> bool:
        """Whether seats ever decide at once in secret: then a ply may be several actions."""
        return has_sealed(self.State)

    def allies(self, seat: int) -> frozenset[int] | None:
        """The seats that win and lose with this one; None: all of them (a co-operative game)."""
        return None if self.cooperative else frozenset((seat,))


def settled(game: Game, options: Any) -> Any:
    """The options once they are checked: somebody's own cards once, and not for every game."""
    return one(known(game, options) if hashes(options) else game.check_options(options))


@functools.lru_cache(MOST_KEPT)
def known(game: Game, options: Any) -> Any:
    """What a game made of these options."""
    return game.check_options(options)


def one(options: Any) -> Any:
    """The one object that stands for all equal options.

    What a game keeps by its options is then found by their identity, without comparing all cards of
    somebody's own at every question.
    """
    return first(options) if hashes(options) else options


@functools.lru_cache(MOST_KEPT)
def first(options: Any) -> Any:
    """The first of all equal options."""
    return options


def hashes(options: Any) -> bool:
    """Whether options can be kept; those of somebody's own game may have lists in them."""
    try:
        hash(options)
    except TypeError:
        return False
    return True


def within(hint: Any) -> str:
    """The bounds of a number, `from 1 to 60`, where its type declares them."""
    if get_origin(hint) is not Annotated:
        return ""
    metas = [meta for meta in get_args(hint)[1:] if isinstance(meta, msgspec.Meta)]
    least = [f"from {meta.ge}" for meta in metas if meta.ge is not None]
    most = [f"to {meta.le}" for meta in metas if meta.le is not None]
    return " ".join([*least, *most])
