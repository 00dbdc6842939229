"""The course of a game: it ends in time, goes the same way again, can be copied, written down and stored."""

import msgspec

from fimbul.core import Action, BadSnapshot, Move, Rng, State
from fimbul.testing.trial import WORDS, Trial, difference, pick, refill, sample, short

PLAYOUTS = 2  # per game
LONGEST_DRAFT = 50  # actions in a sealed choice, on average over a game
CUTS = 12  # damaged snapshots per position
DAMAGED = 6  # positions whose snapshot is damaged


def bound(trial: Trial) -> None:
    """Games end within `max_plies`, somebody can always act until then, and the end has a score and a rule.

    This plays the random game that the other properties look at.
    """
    game, state = trial.game, trial.new()
    trial.prints.append(state.fingerprint())
    if state.turn not in (0, 1):
        trial.fail("bound", f"The game begins with turn {state.turn}, not with 0 (set-up) or 1.")
    while state.outcome is None:
        if state.ply >= game.max_plies:
            trial.fail("bound", f"The game is not over after max_plies, {game.max_plies}.")
        if len(trial.moves) >= LONGEST_DRAFT * game.max_plies:
            trial.fail("bound", f"{len(trial.moves)} actions made only {state.ply} plies.")
        legal = {seat: state.legal(seat) for seat in range(trial.seats)}
        trial.legal.append(legal)
        check_seats(trial, state)
        seat = trial.rng.choice(state.to_act)
        action = refill(trial.rng, pick(trial.rng, legal[seat]))
        turn, ply = state.turn, state.ply
        events = trial.take(state, action, seat)
        if state.ply != ply + (not state.drafting):
            trial.fail("bound", f"{action} moved state.ply from {ply} to {state.ply}.")
        if state.turn < turn:
            trial.fail("bound", f"{action} took state.turn back from {turn} to {state.turn}.")
        if state.turn > turn + trial.seats + 1:
            trial.fail("bound", f"{action} took state.turn from {turn} to {state.turn}: turns are missing.")
        print_ = state.fingerprint()
        ended = state.over or state.turn != turn
        trial.moves.append((seat, action))
        trial.recorded.append(Move(seat, str(action), print_ if ended else None))
        trial.prints.append(print_)
        trial.events.append(events)
        trial.ply += 1
        trial.tally.plies += 1
    check_end(trial, state)
    trial.tally.count("bound")


def check_seats(trial: Trial, state: State) -> None:
    """Somebody is to act, and everybody who is has something to do."""
    to_act = state.to_act
    if not to_act:
        trial.fail("bound", "The game is not over and nobody is to act.")
    if len({*to_act}) < len(to_act) or not {*to_act} <= {*range(trial.seats)}:
        trial.fail("bound", f"to_act is {to_act!r}, which are not some of {trial.seats} seats.")
    for seat in to_act:
        if not trial.legal[-1][seat]:
            trial.fail("bound", f"Seat {seat} is to act and has no legal action.")


def check_end(trial: Trial, state: State) -> None:
    """The outcome is well formed, and nobody is to act any more."""
    outcome = state.outcome
    assert outcome is not None
    if state.to_act:
        trial.fail("bound", f"The game is over and seats {state.to_act} are to act.")
    if any(state.legal(seat) for seat in range(trial.seats)):
        trial.fail("bound", "The game is over and there are legal actions.")
    if state.turn < 1:
        trial.fail("bound", "The game is over in turn 0, which is the set-up: turns are counted from 1.")
    scores = outcome.scores
    if len(scores) != trial.seats or not all(0 <= score <= 1 for score in scores):
        trial.fail("bound", f"The outcome has the scores {scores!r} for {trial.seats} seats.")
    if trial.game.cooperative and len({*scores}) > 1:
        trial.fail("bound", f"The seats win and lose together and have the scores {scores!r}.")
    if not trial.has_rule(outcome.rule):
        trial.fail("bound", f"The game ended by the rule {outcome.rule!r}, which is not in the rules.")
    if not outcome.reason.strip():
        trial.fail("bound", "The outcome does not say why.")


def determinism(trial: Trial) -> None:
    """The same seats, options, seed and actions give the same states, legal lists and events."""
    state = trial.new()
    for ply, print_ in enumerate(trial.prints):
        trial.ply = ply
        if state.fingerprint() != print_:
            trial.fail(
                "determinism", "Played again with the same seed and actions, the state is another one."
            )
        if ply == len(trial.moves):
            break
        for seat, before in trial.legal[ply].items():
            again = state.legal(seat)
            if again != before:
                where = difference(before, again)
                trial.fail("determinism", f"Played again, seat {seat} has another legal list: {where}.")
        seat, action = trial.moves[ply]
        # What is not legal here after all is a matter for `legality`; the course is what counts now.
        drawn = state.rng.drawn
        events = state.apply(action, seat)
        if state.rng.drawn != drawn:
            trial.tally.count("determinism: chance")
            if not trial.game.chance:
                trial.fail("determinism", f"The game declares chance = False, and {action} drew a number.")
        if events != trial.events[ply]:
            where = difference(trial.events[ply], events)
            trial.fail("determinism", f"Played again, {action} gives other events: {where}.")
        trial.tally.count("determinism")


def copies(trial: Trial) -> None:
    """A copy equals its original, and neither feels what is played on the other.

    A view is a copy of its kind: it stays as it was while the game goes on.
    """
    rng, kept = trial.rng, []
    playouts = trial.spread(len(trial.moves), PLAYOUTS)
    for state in trial.positions("copies"):
        before = state.snapshot()
        twin = state.copy()
        if type(twin) is not type(state) or twin != state or twin.snapshot() != before:
            trial.fail("copies", f"A copy does not equal its original: {difference(state, twin)}.")
        for seat in state.to_act:
            action = pick(rng, trial.legal[trial.ply][seat])
            trial.take(state.copy(), action, seat)
            if state.snapshot() != before:
                trial.fail("copies", f"Playing {action} on a copy changed the original.")
        if trial.ply in playouts:
            trial.play_on(state.copy())
            if state.snapshot() != before:
                trial.fail("copies", "Playing a copy to the end changed the original.")
            trial.tally.count("copies: played out")
        views = [state.view(viewer) for viewer in trial.viewers]
        kept.append((trial.ply, twin, before, [(view, msgspec.to_builtins(view)) for view in views]))
        trial.tally.count("copies")
    for ply, twin, before, views_then in kept:
        trial.ply = ply
        if twin.snapshot() != before:
            was = trial.game.restore(before)
            where = difference(was, twin)
            trial.fail("copies", f"A copy changed while its original was played to the end: {where}.")
        for view, then in views_then:
            if msgspec.to_builtins(view) != then:
                trial.fail("copies", "A view changed while the game went on: it shares something mutable.")


def notation(trial: Trial) -> None:
    """Every legal action is hashable, listed once, in a fixed order, and its text reads back into it."""
    read = set()
    for state in trial.positions("notation"):
        for seat in state.to_act:
            actions = state.legal(seat)
            if actions != state.legal(seat):
                trial.fail("notation", f"Asked twice, seat {seat} has two legal lists.")
            try:
                distinct = set(actions)
            except TypeError as problem:
                trial.fail("notation", f"A legal action is not hashable: {problem}.")
            if len(distinct) < len(actions):
                twice = next(action for action in actions if actions.count(action) > 1)
                trial.fail("notation", f"{twice} stands twice in the legal list of seat {seat}.")
            for action in actions:
                if action not in read:
                    read.add(action)
                    check_text(trial, action)
                    for words in WORDS if action.free else ():
                        check_text(trial, refill(trial.rng, action, words))


def check_text(trial: Trial, action: Action) -> None:
    """The text of one action reads back."""
    text = str(action)
    if type(action) not in trial.game.actions:
        trial.fail("notation", f"{text} is a {type(action).__name__}, which is not among the game's actions.")
    if "\n" in text:
        trial.fail("notation", f"The notation {text!r} is longer than a line.")
    try:
        again = trial.game.parse(text)
    except Exception as problem:
        trial.fail("notation", f"{action!r} is written {text} and cannot be read back: {problem}")
    if again != action:
        trial.fail("notation", f"{action!r} is written {text} and read back as {again!r}.")
    trial.tally.count("notation")


def snapshots(trial: Trial) -> None:
    """A restored snapshot equals the state and goes on in the same way; a cut-off one is refused."""
    game, last = trial.game, len(trial.moves)
    to_the_end = trial.spread(last + 1, PLAYOUTS)
    damaged = trial.spread(last + 1, DAMAGED)
    for state in trial.positions("snapshots"):
        data = state.snapshot()
        twin = game.restore(data)
        if type(twin) is not type(state) or twin != state:
            trial.fail("snapshots", f"The restored state is another one: {difference(state, twin)}.")
        if twin.snapshot() != data or twin.fingerprint() != trial.prints[trial.ply]:
            trial.fail("snapshots", "The restored state gives another snapshot or fingerprint.")
        for seat in range(trial.seats):
            if twin.legal(seat) != state.legal(seat):
                where = difference(state.legal(seat), twin.legal(seat))
                trial.fail("snapshots", f"Restored, seat {seat} has another legal list: {where}.")
        stop = last if trial.ply in to_the_end else min(last, trial.ply + 1)
        for ply in range(trial.ply, stop):
            seat, action = trial.moves[ply]
            events = twin.apply(action, seat)
            if twin.fingerprint() != trial.prints[ply + 1] or events != trial.events[ply]:
                trial.fail("snapshots", f"Restored, the game goes on in another way at {action}, ply {ply}.")
        if trial.ply in damaged:
            damage(trial, data)
        trial.tally.count("snapshots")


def damage(trial: Trial, data: bytes) -> None:
    """What is cut off is refused; what is changed is refused or is a state, and nothing worse happens."""
    rng = trial.rng
    cuts = [0, 1, len(data) // 2, len(data) - 1, *(rng.below(len(data)) for _ in range(CUTS))]
    for cut in cuts:
        if restored(trial, data[:cut]) is not None:
            trial.fail("snapshots", f"The first {cut} of {len(data)} bytes of a snapshot were restored.")
    if restored(trial, data + b"\0") is not None:
        trial.fail("snapshots", "A snapshot with a byte too many was restored.")
    for place in sample(rng, range(len(data)), CUTS):
        changed = bytearray(data)
        changed[place] = other_byte(rng, data[place])
        restored(trial, bytes(changed))
    trial.tally.count("snapshots: damaged")


def restored(trial: Trial, data: bytes) -> State | None:
    """The state in these bytes, or None where they are properly refused."""
    try:
        return trial.game.restore(data)
    except BadSnapshot:
        return None
    except Exception as problem:
        trial.fail("snapshots", f"Damaged bytes raise {short(problem)} instead of BadSnapshot.")


def other_byte(rng: Rng, byte: int) -> int:
    """Any other byte."""
    return (byte + 1 + rng.below(255)) % 256
