"""Movement in tests: phases that begin now, forces taken up, and what their steps cost."""

from fractions import Fraction

from tests.games.fornaldar.positions import do, happen

from fimbul.core import Event
from fimbul.games.fornaldar.library.rows import RACES
from fimbul.games.fornaldar.model import Force
from fimbul.games.fornaldar.rules.movement import forces, moving, reaching, ways
from fimbul.games.fornaldar.state import FornaldarState


def phase(state: FornaldarState, seat: int) -> list[Event]:
    """The movement phase of a seat begins."""
    state.phasing = seat
    return happen(state, moving.MovementPhase(seat))


def march_phase(state: FornaldarState, seat: int) -> list[Event]:
    """The forced marches of a seat begin."""
    state.phasing = seat
    return happen(state, moving.MarchBegins(seat), moving.Moving((seat,), "march"))


def reaction(state: FornaldarState, seat: int) -> list[Event]:
    """The reaction phase of a seat begins."""
    state.phasing = 1 - seat
    return happen(state, moving.ReactionPhase(seat))


def pick(state: FornaldarState, hex_: str, stack: str = "land") -> Force:
    """Take up the stack in a hex."""
    do(state, f"pick(h{hex_},{stack})")
    return the_force(state)


def the_force(state: FornaldarState) -> Force:
    """The force that is being moved."""
    assert state.force is not None
    return state.force


def go(state: FornaldarState, *hexes: str) -> list[Event]:
    """The force goes to these hexes one after the other."""
    return do(state, *(f"go(h{hex_})" for hex_ in hexes))


def left(state: FornaldarState) -> Fraction:
    """The movement points that the force has left."""
    return Fraction(the_force(state).left, 2)


def costs(state: FornaldarState) -> dict[str, Fraction]:
    """What every place that the force can reach costs; hexes by their numbers."""
    return {name[1:]: Fraction(half, 2) for name, half in reaching.reach(state)}


def standing(state: FornaldarState) -> str:
    """The number of the hex where the force is."""
    return state.book.names[the_force(state).hex]


def walkers(state: FornaldarState, *races: str) -> ways.Table:
    """The steps on land of pieces of these races that go together."""
    kinds = frozenset(RACES.index(race) for race in races)  # type: ignore[arg-type]
    traveller = ways.Traveller(kinds, discount=False, light=False, no_woods=False)
    return ways.on_land(state, traveller)


def step(state: FornaldarState, here: str, there: str, *races: str) -> Fraction | None:
    """What these races pay together for a step on land, None if they cannot take it."""
    table = walkers(state, *races)
    found = dict(table[state.book.node[here]]).get(state.book.node[there])
    return None if found is None else Fraction(found, 2)


def find_step(
    state: FornaldarState, into: str = "", side: frozenset[str] | set[str] = frozenset(), out_of: str = ""
) -> tuple[str, str]:
    """Two neighbouring land hexes with exactly this on their hexside, the second of this terrain."""
    book = state.book
    for here in range(book.size):
        if not book.land[here] or (out_of and book.ground[here].terrain != (out_of,)):
            continue
        for there in book.near[here]:
            ground = book.ground[there]
            if not book.land[there] or ground.fynvirke or (into and ground.terrain != (into,)):
                continue
            if book.sides.get((here, there), frozenset()) == side:
                return book.names[here], book.names[there]
    raise AssertionError(f"no step into {into} over {set(side)}")


def aboard(state: FornaldarState, force: Force) -> int:
    """The CSP and escorts that a force carries."""
    return forces.cargo(state, force)
