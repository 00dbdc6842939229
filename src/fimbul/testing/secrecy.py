"""What nobody may know: views, legal lists and logs keep it, and `imagine` gives no more than the view."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from fimbul.core import Action, Event, Rng, State, View, log_for
from fimbul.core.action import spell
from fimbul.testing.trial import Trial, difference, pick, sample, short, whose

POSITIONS = 16  # looked at per game
WORLDS = 2  # imagined per position and viewer
BRANCHES = 2  # actions tried in both worlds, besides the one that was played
DEPTH = 4  # how long two worlds are played side by side
LONGEST_DRAFT = 60  # actions of one seat in a sealed choice
DRAWS = 4  # random numbers compared
PLAYOUTS = 2  # imagined worlds played to the end, per game
SEARCHED = 4  # worlds per viewer in which something must be learned by what counts as a revelation


class Compared(NamedTuple):
    """What came of an action in two worlds: whether they can still be compared, and what was revealed."""

    goes_on: bool
    counted: bool = False  # as a revelation, besides the dice
    learned: bool = False  # the viewer could tell the worlds apart afterwards


Revealing = dict[tuple[int, Action], bool]  # who did what, and whether anybody has learned anything by it


def secrets(trial: Trial) -> None:
    """States that differ only in what a seat may not know give it equal views, legal lists and logs.

    The other states come from `imagine`, and, where seats decide in secret, from other answers of the others.
    What is made for a seat holds neither the state itself nor the seed of its dice.
    """
    chosen = trial.spread(len(trial.moves) + 1, POSITIONS)
    for state in trial.positions("secrets"):
        if trial.ply in chosen:
            revealing: Revealing = {}
            for viewer in trial.viewers:
                check_view(trial, state, viewer)
                for _ in range(WORLDS):
                    world = state.imagine(viewer, trial.rng.fork())
                    check_alike(trial, state, world, viewer, "the position and one imagined for it")
                    check_moves(trial, state, world, viewer, revealing)
                    trial.tally.count("secrets")
            for (seat, action), learned in revealing.items():
                found = learned or anybody_learns(trial, state, seat, action)
                trial.tally.watch(f"what {spell(type(action))} reveals", found)
        if state.sealed and len(state.to_act) > 1:
            trial.tally.sealed = True
            for other in state.to_act:
                check_sealed(trial, state, other)
                check_drafts(trial, state, other)
    for ply, events in enumerate(trial.events, 1):
        trial.ply = ply
        for event in events:
            check_contents(trial, event, f"the event {short(event)}")


def check_view(trial: Trial, state: State, viewer: int | None) -> None:
    """A view says whose it is and where the game stands, and holds nothing that it must not."""
    view = state.view(viewer)
    said = (view.seat, view.ply, view.to_act, view.outcome)
    if said != (viewer, state.ply, state.to_act, state.outcome):
        trial.fail(
            "secrets", f"The view of {whose(viewer)} has seat, ply, to_act or outcome wrong: {said!r}."
        )
    check_contents(trial, view, f"the view of {whose(viewer)}")
    if viewer is not None and not trial.apart and unsigned(view) != unsigned(state.view(0)):
        what = difference(unsigned(state.view(0)), unsigned(view))
        trial.fail("secrets", f"Seats 0 and {viewer} see different things without private = True: {what}.")


def check_contents(trial: Trial, thing: Any, name: str) -> None:
    """Plain data, without the state, its generator or its seed."""
    try:
        msgspec.msgpack.encode(thing)
    except (TypeError, OverflowError) as problem:
        trial.fail("secrets", f"What is in {name} cannot be sent: {problem}.")
    for part in parts(thing):
        if isinstance(part, (State, Rng)):
            trial.fail("secrets", f"There is a {type(part).__name__} in {name}.")
        if part == trial.seed or (isinstance(part, str) and str(trial.seed) in part):
            trial.fail("secrets", f"The seed is in {name}.")


def parts(thing: Any) -> Iterator[Any]:
    """The thing and everything in it."""
    yield thing
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            yield from parts(getattr(thing, field))
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from parts(key)
            yield from parts(value)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for part in thing:
            yield from parts(part)


def check_alike(trial: Trial, one: State, other: State, viewer: int | None, where: str) -> None:
    """Two states look the same to a viewer: the same view and the same things to do."""
    check_views(trial, one.view(viewer), other.view(viewer), viewer, where)
    check_lists(trial, one, other, viewer, where)


def check_views(trial: Trial, mine: View, theirs: View, viewer: int | None, where: str) -> None:
    """Two views are the same."""
    if mine != theirs:
        trial.fail("secrets", f"The view of {whose(viewer)} differs in {where}: {difference(mine, theirs)}.")


def check_lists(trial: Trial, one: State, other: State, viewer: int | None, where: str) -> None:
    """A viewer can do the same things in two states."""
    if viewer is not None:
        can, could = one.legal(viewer), other.legal(viewer)
        if can != could:
            what = difference(can, could)
            trial.fail("secrets", f"The legal list of {whose(viewer)} differs in {where}: {what}.")


def check_moves(trial: Trial, state: State, world: State, viewer: int | None, revealing: Revealing) -> None:
    """Played on side by side with the same dice, two worlds stay alike while nothing is revealed.

    What counts as a revelation is noted: that it reveals nothing to whoever does it proves nothing.
    """
    if state.over:
        return
    branches = [trial.moves[trial.ply]]
    for _ in range(BRANCHES):
        seat = trial.rng.choice(state.to_act)
        branches.append((seat, pick(trial.rng, trial.legal[trial.ply][seat])))
    for seat, action in dict.fromkeys(branches):
        here, there = state.copy(), world.copy()
        there.rng = here.rng.copy()
        for depth in range(DEPTH):
            compared = side_by_side(trial, here, there, action, seat, viewer)
            if depth == 0 and compared.counted and (compared.learned or seat != viewer):
                revealing[seat, action] = compared.learned or revealing.get((seat, action), False)
            if not compared.goes_on or here.over:
                break
            seat = trial.rng.choice(here.to_act)
            action = pick(trial.rng, here.legal(seat))


def anybody_learns(trial: Trial, state: State, seat: int, action: Action) -> bool:
    """Whether in some imagined world somebody sees something else after an action than in the real one."""
    here = state.copy()
    here.play(action, seat)
    for viewer in trial.viewers:
        seen = here.view(viewer)
        for _ in range(SEARCHED):
            there = state.imagine(viewer, trial.rng.fork())
            there.rng = state.rng.copy()
            if there.why_not(action, seat) is None:
                there.play(action, seat)
                if here.drafting == there.drafting and there.view(viewer) != seen:
                    return True
    return False


def side_by_side(
    trial: Trial,
    here: State,
    there: State,
    action: Action,
    seat: int,
    viewer: int | None,
) -> Compared:
    """Play one action in both worlds and compare.

    It counts as a revelation only while the two differ: a deck that both have shuffled since, with the same
    dice, is the same deck.
    """
    if there.why_not(action, seat) is not None:
        if seat == viewer:
            trial.fail("secrets", f"{action} is legal for {whose(viewer)} and refused in an imagined world.")
        return Compared(False)  # the other has something else in hand there
    counts, reveals, differ = (here.revelations, there.revelations), here.reveals, here != there
    logs = log_for(here.play(action, seat), viewer), log_for(there.play(action, seat), viewer)
    through = seat != viewer and here.drafting and (seat in here.to_act) != (seat in there.to_act)
    if through or here.drafting != there.drafting:
        return Compared(False)  # in one of them the seat has more to decide in secret
    revealed = here.revelations != counts[0] and there.revelations != counts[1]
    views = here.view(viewer), there.view(viewer)
    learned = revealed and views[0] != views[1]
    counted = differ and revealed and here.reveals != reveals
    if learned or (revealed and here.rng.drawn != there.rng.drawn):
        return Compared(False, counted, learned)  # the viewer knows more now, or other dice fell
    where = f"two worlds that were alike before {action} by seat {seat}"
    check_views(trial, *views, viewer, where)
    check_lists(trial, here, there, viewer, where)
    check_logs(trial, logs, viewer, where)
    trial.tally.count("secrets: revealing moves" if revealed else "secrets: moves")
    return Compared(True, counted)


def check_logs(trial: Trial, logs: tuple[list[Event], list[Event]], viewer: int | None, where: str) -> None:
    """A viewer is told the same in both worlds."""
    if logs[0] != logs[1]:
        what = difference(*logs)
        trial.fail("secrets", f"The log of {whose(viewer)} differs in {where}: {what}.")


def check_sealed(trial: Trial, state: State, other: int) -> None:
    """Whatever a seat answers in secret, nobody else notices before all have answered."""
    answers = trial.legal[trial.ply][other]
    if len(answers) < 2:
        return
    one, two = state.copy(), state.copy()
    first, second = sample(trial.rng, answers, 2)
    owing = [seat for seat in state.to_act if seat != other]
    logs = one.play(first, other), two.play(second, other)
    where = f"two worlds where seat {other} answered {first} and {second} in secret"
    if (other in one.to_act) != (other in two.to_act):
        return  # one answer was whole, the other was not: who has still to decide is no secret
    while True:
        closed = any(
            twin.revelations == state.revelations
            or (twin.sealed and {*twin.to_act} <= {*owing} and twin.to_act)
            for twin in (one, two)
        )
        if not closed:
            return
        for viewer in trial.viewers:
            if viewer != other:
                check_alike(trial, one, two, viewer, where)
                check_logs(trial, (log_for(logs[0], viewer), log_for(logs[1], viewer)), viewer, where)
        trial.tally.count("secrets: sealed answers")
        seat = one.to_act[0] if one.to_act else other
        if len(one.to_act) < 2 or seat not in owing:
            return
        action = pick(trial.rng, one.legal(seat))
        owing.remove(seat)
        logs = one.play(action, seat), two.play(action, seat)


def check_drafts(trial: Trial, state: State, other: int) -> None:
    """However many actions a seat takes inside a sealed choice, nobody else can count them."""
    one, two = state.copy(), state.copy()
    for twin in (one, two):
        steps = 0
        while other in twin.to_act and steps < LONGEST_DRAFT:
            events = twin.play(pick(trial.rng, twin.legal(other)), other)
            steps += 1
            if not twin.drafting:
                return  # it was the last to answer, and all came to light
            for viewer in trial.viewers:
                if viewer != other and log_for(events, viewer):
                    trial.fail(
                        "secrets", f"Seat {other} decides in secret, and {whose(viewer)} is told of it."
                    )
    where = f"two worlds where seat {other} took {len(one.draft(other))} and {len(two.draft(other))} actions"
    if (other in one.to_act) == (other in two.to_act):
        for viewer in trial.viewers:
            if viewer != other:
                check_alike(trial, one, two, viewer, where)
        trial.tally.count("secrets: sealed drafts")


def imagine(trial: Trial) -> None:
    """`imagine` gives a playable world with dice of its own, made from nothing but what the seat may know.

    That is proved exactly: imagined again with the same random numbers, the position and any world that
    looks the same to the seat give the same world.  (So a game sorts what it gathers before it shuffles it.)
    """
    playouts = trial.spread(len(trial.moves), PLAYOUTS)
    for state in trial.positions("imagine", POSITIONS):
        for viewer in trial.viewers:
            rng = trial.rng.fork()
            world = state.imagine(viewer, rng)
            check_stream(trial, state, world, rng)
            note_resampled(trial, state, world)
            watch_views(trial, state, world, viewer)
            rng = trial.rng.fork()
            again, from_world = state.imagine(viewer, rng.copy()), world.imagine(viewer, rng.copy())
            if again != from_world:
                what = difference(again, from_world)
                trial.fail(
                    "imagine",
                    f"Imagined for {whose(viewer)} with the same random numbers, two worlds that look the "
                    f"same to it come out different, so something it cannot know is kept: {what}.",
                )
            if again != state.imagine(viewer, rng.copy()):
                trial.fail("imagine", "With the same random numbers, imagine gives two worlds.")
            if trial.ply in playouts:
                play_out(trial, world, viewer)
            trial.tally.count("imagine")


def watch_views(trial: Trial, state: State, world: State, viewer: int | None) -> None:
    """Remember whether what others see and the viewer does not is replaced.

    What a seat sees and a spectator does not is the seat's secret.  (Sealed answers are left out: they would
    hide that nothing else changes.)
    """
    if state.drafting:
        return
    public, own = unsigned(state.view(None)), unsigned(state.view(viewer))
    for seat in range(trial.seats):
        theirs, fancied = unsigned(state.view(seat)), unsigned(world.view(seat))
        if seat == viewer or theirs == own:
            continue
        fields = [f for f in theirs.__struct_fields__ if getattr(theirs, f) != getattr(public, f)]
        changed = {f: getattr(theirs, f) != getattr(fancied, f) for f in fields}
        if viewer is None:
            for field in fields:
                trial.tally.watch(
                    f"what seat {seat} sees in '{field}' and a spectator does not", changed[field]
                )
        elif fields:
            trial.tally.watch(f"what seat {seat} sees and {whose(viewer)} does not", any(changed.values()))


def unsigned(view: View) -> View:
    """The view without whose it is: who is asked is told by the question as well."""
    return msgspec.structs.replace(view, seat=None, draft=0, question=None)


def check_stream(trial: Trial, state: State, world: State, given: Rng) -> None:
    """The imagined dice are others than the real ones, and belong to that world alone."""
    if world is state or world.rng is state.rng or world.rng is given:
        trial.fail("imagine", "The imagined world shares its generator (or is the state itself).")
    real = state.rng.copy()
    fancied = world.rng.copy()
    if [real.next() for _ in range(DRAWS)] == [fancied.next() for _ in range(DRAWS)]:
        trial.fail("imagine", "The imagined world has the real dice still to come.")
    if any(part == state.rng.seed for part in parts(world) if isinstance(part, int)):
        trial.fail("imagine", "The real seed is in the imagined world.")
    if world.revelations != state.revelations:
        trial.fail("imagine", "The imagined world counts other revelations than the position.")


def note_resampled(trial: Trial, state: State, world: State) -> None:
    """Remember which parts of the state were replaced."""
    for field in state.__struct_fields__:
        if field != "rng" and getattr(state, field) != getattr(world, field):
            if not trial.game.hidden:
                trial.fail("imagine", f"The game declares hidden = False, and imagine changed '{field}'.")
            trial.tally.resampled.add(field)
            trial.tally.count("imagine: resampled")


def play_out(trial: Trial, world: State, viewer: int | None) -> None:
    """An imagined world can be played to its end."""
    try:
        trial.play_on(world)
    except Exception as problem:
        trial.fail("imagine", f"A world imagined for {whose(viewer)} cannot be played on: {problem!r}.")
    if not world.over or world.ply > trial.game.max_plies:
        trial.fail("imagine", f"A world imagined for {whose(viewer)} does not end within max_plies.")
    trial.tally.count("imagine: played out")
