"""Positions of Fornaldar for tests: a bare map, pieces where one wants them, dice that fall as told.

    state = bare("sampo", month=9)
    put(state, "hakon", "2929")
    army(state, "midhrasir", "2929", 18)
    ship(state, "orms_sling", "3927", damaged=True)
    item(state, "glaumjord", bearer="hakon")
    cast(state, "vortex_creation", "heior", hex_="2929")
    dice(monkeypatch, 4, 5)
    happen(state, attrition.AttritionPhase())

`bare` has every group active on its own side and nothing to happen; `begin` is a game as it starts.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from fimbul.core import Event, Illegal, Rng, Step
from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.model import Army, Leader, Spell, Treasure, Vessel
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.state import FornaldarState

FOMORIAN, MUNDANE = 0, 1
QUIET = ("done", "halt", "wait", "let_go", "stand", "hold", "refuse")


# ---- beginning


def begin(scenario: str = "sampo", seed: int = 1, **options: Any) -> FornaldarState:
    """A game that has just been opened: the first question is asked."""
    state = GAME.new(seats=2, options={"scenario": scenario, **options}, seed=seed)
    assert isinstance(state, FornaldarState)
    return state


def bare(scenario: str = "sampo", month: int | None = None, seed: int = 1, **options: Any) -> FornaldarState:
    """A scenario without any piece on the map, all groups active on their sides (not those of either side),
    in clear weather, in its third game turn, with nothing to happen."""
    state = begin(scenario, seed, **options)
    state.agenda.clear()
    state.leaders = [Leader() for _ in state.leaders]
    state.vessels = [Vessel() for _ in state.vessels]
    state.treasures = [Treasure(gone=True, first=each.first) for each in state.treasures]
    state.armies = []
    state.active = [side >= 0 for side in state.side]
    state.engine, state.engine_seat = -1, -1
    state.points = [0, 0]
    state.game_turn = 3
    state.phase, state.phasing, state.force, state.battle = "", 0, None, None
    state.notes, state.seen, state.spells, state.plots = [], [], [], []
    state.sky = "clear"
    if month is not None:
        state.month = month
    return state


def lull(state: FornaldarState, *groups: str) -> None:
    """These groups are inactive."""
    for group in groups:
        state.active[state.book.group[group]] = False


def rouse(state: FornaldarState, *groups: str, seat: int | None = None) -> None:
    """These groups are active, with this seat if it is told."""
    for group in groups:
        number = state.book.group[group]
        state.active[number] = True
        if seat is not None:
            state.side[number] = seat


# ---- putting things somewhere


def hex_of(state: FornaldarState, name: str) -> int:
    """The number of a hex."""
    return state.book.node[name]


def leader_of(state: FornaldarState, name: str) -> int:
    """The number of a character."""
    return state.book.leader[name]


def put(
    state: FornaldarState,
    name: str,
    hex_: str,
    *,
    escort: bool = False,
    wounds: int = 0,
    aboard: bool = False,
    afloat: bool = False,
) -> int:
    """A character stands in a hex.  Its number."""
    number = state.book.leader[name]
    state.leaders[number] = Leader(
        hex=state.book.node[hex_], escort=escort, wounds=wounds, aboard=aboard, afloat=afloat
    )
    return number


def army(
    state: FornaldarState,
    banner: str,
    hex_: str,
    csp: int,
    *,
    group: str | None = None,
    aboard: bool = False,
    afloat: bool = False,
) -> None:
    """CSP stand in a hex; they belong to the group of their banner's name unless told."""
    book = state.book
    home = book.group[group or banner]
    pieces.add_army(
        state,
        Army(
            hex=book.node[hex_], group=home, banner=book.banner[banner], csp=csp, aboard=aboard, afloat=afloat
        ),
    )


def ship(
    state: FornaldarState,
    name: str,
    hex_: str,
    *,
    damaged: bool = False,
    refit: bool = False,
    beside: str | None = None,
) -> int:
    """A ship is in a hex, or on the river hexside between it and the one `beside`.  Its number."""
    book, number = state.book, state.book.ship[name]
    river = -1
    if beside is not None:
        one, other = sorted((book.node[hex_], book.node[beside]))
        river = book.river[one, other]
    state.vessels[number] = Vessel(hex=book.node[hex_], river=river, damaged=damaged, refit=refit)
    return number


def item(
    state: FornaldarState,
    name: str,
    *,
    bearer: str | None = None,
    hex_: str | None = None,
    keeper: int = -1,
    hidden: bool = False,
) -> int:
    """An item is carried by a character, or lies, is kept or is hidden in a hex.  Its number."""
    number = state.book.relic[name]
    state.treasures[number] = Treasure(
        hex=state.book.node[hex_] if hex_ is not None else -1,
        bearer=state.book.leader[bearer] if bearer is not None else -1,
        keeper=keeper,
        hidden=hidden,
        first=state.treasures[number].first,
    )
    return number


def ruin(state: FornaldarState, *hexes: str) -> None:
    """The fortresses of these hexes are ruins."""
    state.ruins = sorted({*state.ruins, *(state.book.node[name] for name in hexes)})


def cast(
    state: FornaldarState,
    enchantment: str,
    caster: str,
    *,
    hex_: str | None = None,
    leader: str | None = None,
    group: str | None = None,
    word: str = "",
) -> None:
    """An enchantment is in effect, cast by this character."""
    book = state.book
    number = next(n for n, each in enumerate(book.library.enchantments) if each.id == enchantment)
    state.spells.append(
        Spell(
            number,
            book.leader[caster],
            hex=book.node[hex_] if hex_ is not None else -1,
            leader=book.leader[leader] if leader is not None else -1,
            group=book.group[group] if group is not None else -1,
            word=word,
        )
    )


def find_hex(state: FornaldarState, **wanted: Any) -> str:
    """The first hex whose printed row has these values: `find_hex(state, aspect="wild", kingdom="")`.
    `terrain="clear"` wants that kind alone; `fortress=False` a hex without one."""
    book = state.book
    for number, ground in enumerate(book.ground):
        fine = True
        for field, value in wanted.items():
            if field == "fortress":
                fine = (book.fortress[number] is not None) == value
            elif field == "place":
                fine = (book.power_place[number] is not None) == value
            elif field == "aspect":
                fine = book.aspect[number] == value
            elif field == "terrain":
                fine = ground.terrain == (value,)
            elif field == "land":
                fine = book.land[number] == value
            else:
                fine = getattr(ground, field) == value
            if not fine:
                break
        if fine:
            return ground.hex
    raise AssertionError(f"no hex with {wanted}")


# ---- what is where


def who(state: FornaldarState, name: str) -> Leader:
    """A character."""
    return state.leaders[state.book.leader[name]]


def where(state: FornaldarState, name: str) -> str | None:
    """The hex of a character or a ship, None if there is none."""
    book = state.book
    if name in book.leader:
        hex_ = state.leaders[book.leader[name]].hex
    else:
        hex_ = state.vessels[book.ship[name]].hex
    return book.names[hex_] if hex_ >= 0 else None


def vessel(state: FornaldarState, name: str) -> Vessel:
    """A ship."""
    return state.vessels[state.book.ship[name]]


def treasure(state: FornaldarState, name: str) -> Treasure:
    """An item."""
    return state.treasures[state.book.relic[name]]


def csp(state: FornaldarState, banner: str, hex_: str | None = None) -> int:
    """How many CSP of a banner are in a hex, or on the whole map; escorts do not count."""
    number = state.book.banner[banner]
    spot = state.book.node[hex_] if hex_ is not None else None
    return sum(each.csp for each in state.armies if each.banner == number and spot in (None, each.hex))


def is_active(state: FornaldarState, group: str) -> bool:
    """Whether a group is active."""
    return state.active[state.book.group[group]]


def side(state: FornaldarState, group: str) -> int:
    """The seat of a group."""
    return state.side[state.book.group[group]]


# ---- playing


def asked(state: FornaldarState) -> str:
    """What the table asks whoever is first to act: the name of the decision."""
    world = state.apart(state.to_act[0]) if state.sealed and state.to_act else state
    return type(world.decision).__name__


def verb(action: object) -> str:
    """The verb of an action."""
    return str(action).partition("(")[0]


def do(state: FornaldarState, *actions: str, seat: int | None = None) -> list[Event]:
    """Play these actions, by whoever is to act unless told; all that happened."""
    events: list[Event] = []
    for text in actions:
        if text == "halt" and state.force is None:
            continue  # it has stopped by itself
        events += state.play(GAME.parse(text), state.to_act[0] if seat is None else seat)
    return events


def legal(state: FornaldarState, kind: str = "", seat: int | None = None) -> set[str]:
    """The notation of all legal actions; only of one verb, if named."""
    seats = state.to_act if seat is None else (seat,)
    every = {str(action) for each in seats for action in state.legal(each)}
    return {text for text in every if not kind or verb(text) == kind}


def refuses(state: FornaldarState, action: str, rule: str, seat: int | None = None) -> Illegal:
    """An action is refused by a rule, and nothing changes."""
    before = state.fingerprint()
    with pytest.raises(Illegal) as refusal:
        state.play(GAME.parse(action), state.to_act[0] if seat is None else seat)
    assert refusal.value.rule == rule, str(refusal.value)
    assert state.fingerprint() == before
    return refusal.value


def happen(state: FornaldarState, *steps: Step) -> list[Event]:
    """These steps happen now, up to the first question; then the table asks what it asked before."""
    events: list[Event] = []
    state.push(*steps)
    state.settle(events)
    return events


def rush(state: FornaldarState, *until: str, most: int = 5_000) -> list[Event]:
    """Decline whatever is asked or give the first answer, until one of these questions or the end."""
    events: list[Event] = []
    for _ in range(most):
        if state.outcome is not None or not state.to_act or asked(state) in until:
            break
        seat = state.to_act[0]
        choices = state.legal(seat)
        quiet = [action for action in choices if verb(action) in QUIET]
        events += state.play((quiet or choices)[0], seat)
    return events


def dice(monkeypatch: pytest.MonkeyPatch, *values: int, then: int | None = None) -> None:
    """All dice fall like this, in this order; after them all show `then`, or no more may be rolled."""
    left: Iterator[int] = iter(values)

    def roll(self: Rng, sides: int = 6) -> int:
        value = next(left, then)
        assert value is not None, "a die that the test does not expect"
        return value

    monkeypatch.setattr(Rng, "die", roll)


def sentences(events: list[Event], seat: int | None = None) -> list[str]:
    """What a seat reads in the log; all that happened, if none is told."""
    return [event.sentence() for event in events if seat is None or event.seen_by(seat)]


def rolls(events: list[Event], what: str = "") -> list[Rolled]:
    """The rolls that were told, of those whose name has this in it."""
    return [event for event in events if isinstance(event, Rolled) and what in event.what]
