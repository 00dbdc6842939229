"""Hidden facts exchanged directly in the state: nobody who cannot see them may notice.

`imagine` is written by the game, so worlds made by it prove only what the game thought of.  Here two things
that lie in the same kind of place (two cards of a deck, cards of two hands, the keepers of two items) change
places by force.  Where the view of a seat stays the same, so must everything else that the seat can learn:
its list, what its actions show, and the worlds that it imagines.
"""

from typing import Any

import msgspec

from fimbul.core import Rng, State
from fimbul.testing.secrecy import check_alike, side_by_side
from fimbul.testing.trial import Trial, difference, pick, sample, whose

POSITIONS = 10  # looked at per game
TRIES = 24  # exchanges tried per position and viewer
TWINS = 3  # compared per position and viewer
DEPTH = 3  # how long twins are played side by side

Slot = tuple[list[Any], int]


def twins(trial: Trial) -> None:
    """Positions that differ only in what a seat cannot see look the same to it in every way."""
    if not trial.game.hidden:
        return
    for state in trial.positions("twins", POSITIONS):
        for viewer in trial.viewers:
            if viewer is not None and state.draft(viewer):
                continue  # it may know the state only as it has changed it, apart
            found = 0
            for _ in range(TRIES):
                twin = exchanged(state, trial.rng)
                if twin is not None and unseen(trial, state, twin, viewer):
                    compare(trial, state, twin, viewer)
                    trial.tally.count("twins")
                    found += 1
                if found == TWINS:
                    break


def exchanged(state: State, rng: Rng) -> State | None:
    """A copy of the state in which two things of one kind have changed places; None if that is no change."""
    twin = state.copy()
    kinds = places(twin)
    if not kinds:
        return None
    slots = kinds[rng.choice(sorted(kinds))]
    if len(slots) < 2:
        return None
    (one, here), (other, there) = sample(rng, slots, 2)
    if one[here] == other[there]:
        return None
    one[here], other[there] = other[there], one[here]
    return twin


def places(state: State) -> dict[str, list[Slot]]:
    """Every place of the state that holds something plain, by the kind of place it is."""
    found: dict[str, list[Slot]] = {}

    def walk(thing: Any, path: str) -> None:
        if isinstance(thing, msgspec.Struct):
            if not thing.__struct_config__.frozen:
                for field in thing.__struct_fields__:
                    if field not in ("agenda", "answers", "rng"):
                        walk(getattr(thing, field), f"{path}.{field}")
        elif isinstance(thing, dict):
            for value in thing.values():
                walk(value, f"{path}[]")
        elif isinstance(thing, list):
            for place, value in enumerate(thing):
                if isinstance(value, (list, dict)) or (
                    isinstance(value, msgspec.Struct) and not value.__struct_config__.frozen
                ):
                    walk(value, f"{path}[]")
                else:
                    found.setdefault(path, []).append((thing, place))

    walk(state, "")
    return found


def unseen(trial: Trial, state: State, twin: State, viewer: int | None) -> bool:
    """Whether the twin is a position that could be, and the viewer cannot tell it from the state."""
    try:
        if twin.view(viewer) != state.view(viewer):
            return False
        for seat in trial.viewers:
            twin.view(seat)
        for seat in twin.to_act:
            for action in sample(trial.rng, twin.legal(seat), 3):
                after = twin.copy()
                after.play(action, seat)
                after.view(viewer)
        twin.imagine(viewer, trial.rng.fork())
    except Exception:
        return False  # by force, something came about that the rules never make
    return twin.to_act == state.to_act


def compare(trial: Trial, state: State, twin: State, viewer: int | None) -> None:
    """The same list, the same worlds, and the same after the same actions."""
    where = "two positions in which hidden things changed places"
    check_alike(trial, state, twin, viewer, where)
    rng = trial.rng.fork()
    one, other = state.imagine(viewer, rng.copy()), twin.imagine(viewer, rng.copy())
    if one != other:
        trial.fail(
            "twins",
            f"Imagined for {whose(viewer)} with the same random numbers, {where} give different worlds, so "
            f"something hidden is kept: {difference(one, other)}.",
        )
    if state.over:
        return
    here, there = state.copy(), twin.copy()
    there.rng = here.rng.copy()
    for _ in range(DEPTH):
        mine = [seat for seat in here.to_act if seat == viewer]
        if not mine:
            return
        action = pick(trial.rng, here.legal(mine[0]))
        if not side_by_side(trial, here, there, action, mine[0], viewer).goes_on or here.over:
            return
