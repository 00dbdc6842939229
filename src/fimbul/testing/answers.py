"""What may be played: everything in `legal`, nothing else, and a refusal names a rule and changes nothing."""

from fimbul.core import Action, Illegal, State
from fimbul.testing.mutants import Mutants
from fimbul.testing.trial import WORDS, Trial, difference, refill, sample, sample_kinds

POSITIONS = 40  # looked at per game
ACTIONS = 60  # legal actions tried per position and seat
MUTANTS = 40  # illegal ones
REFUSED = 12  # refusals per position and seat whose every effect is looked at


class Stranger(Action, frozen=True):
    """An action of no game."""

    value: int = 0


def refusals(trial: Trial) -> None:
    """`play` refuses exactly what `why_not` refuses, by a rule that exists, and nothing changes.

    A seat that is not to act is refused whatever it tries, and so is everybody once the game is over.
    """
    for name in ("turn_rule", "end_rule"):
        number = getattr(trial.game.State, name)
        if not trial.has_rule(number):
            trial.fail("refusals", f"The state's {name} is {number!r}, which is not in the rules.")
    mutants = Mutants(trial)
    for state in trial.positions("refusals", POSITIONS):
        some = mutants.of([], 2)
        for seat in (-1, *range(trial.seats + 1)):
            if seat in state.to_act:
                continue
            for action in [*sample(trial.rng, legal_for_others(trial), 2), *some]:
                if attempt(trial, state, action, seat) is None:
                    trial.fail("refusals", f"{action} by seat {seat}, who is not to act, is not refused.")
                trial.tally.count("refusals: after the end" if state.over else "refusals: out of turn")
        for seat in state.to_act:
            legal = trial.legal[trial.ply][seat]
            for action in [*mutants.of(legal, REFUSED), Stranger()]:
                if attempt(trial, state, action, seat) is not None:
                    trial.tally.count("refusals")


def legal_for_others(trial: Trial) -> list[Action]:
    """What somebody may do at this ply, or could do last."""
    around = trial.legal[trial.ply : trial.ply + 1] or trial.legal[-1:]
    return [action for legal in around for actions in legal.values() for action in actions]


def attempt(trial: Trial, state: State, action: Action, seat: int) -> Illegal | None:
    """Ask, then try; the refusal, after proving that it was sound, or None if the action plays."""
    before = state.snapshot()
    who = f"{action} by seat {seat}"
    try:
        reason = state.why_not(action, seat)
    except Exception as problem:
        trial.fail("refusals", f"why_not fails on {who} with {problem!r}.")
    if state.snapshot() != before:
        trial.fail("refusals", f"Asking why_not about {who} changed the state.")
    if reason is None:
        try:
            state.copy().play(action, seat)
        except Illegal as refusal:
            trial.fail("refusals", f"why_not allows {who}, and play refuses it: {refusal}")
        return None
    if not trial.has_rule(reason.rule):
        trial.fail("refusals", f"{who} is refused by the rule {reason.rule!r}, which is not in the rules.")
    if not reason.reason.strip():
        trial.fail("refusals", f"{who} is refused by {reason.rule} without a reason.")
    try:
        state.play(action, seat)
    except Illegal as refusal:
        if (refusal.rule, refusal.reason) != (reason.rule, reason.reason):
            trial.fail("refusals", f"why_not says '{reason}' to {who}, and play '{refusal}'.")
    else:
        trial.fail("refusals", f"why_not refuses {who} ({reason}), and play plays it.")
    if state.snapshot() != before:
        trial.fail("refusals", f"The refusal of {who} changed the state.")
    return reason


def legality(trial: Trial) -> None:
    """Every action in `legal` plays; what is almost one of them is refused, but for free words."""
    mutants = Mutants(trial)
    for state in trial.positions("legality", POSITIONS):
        for seat in range(trial.seats):
            legal = state.legal(seat)
            if seat not in state.to_act:
                if legal:
                    trial.fail("legality", f"Seat {seat} is not to act and has {legal[0]} in its legal list.")
                continue
            chosen = sample_kinds(trial.rng, legal, ACTIONS)
            for action in chosen:
                check_plays(trial, state, action, seat)
                trial.tally.count("legality")
            check_mutants(trial, state, seat, legal, mutants.of(legal, MUTANTS))
            free = [action for action in chosen if action.free]
            check_words(trial, state, seat, sample(trial.rng, free, 3))


def check_plays(trial: Trial, state: State, action: Action, seat: int) -> None:
    """A legal action is not refused, and plays."""
    refusal = state.why_not(action, seat)
    if refusal is not None:
        trial.fail("legality", f"{action} is in the legal list of seat {seat} and refused: {refusal}")
    twin = state.copy()
    try:
        twin.play(action, seat)
    except Exception as problem:
        trial.fail("legality", f"{action} is in the legal list of seat {seat} and fails with {problem!r}.")
    other = state.copy()
    other.apply(action, seat)
    if other != twin:
        trial.fail(
            "legality", f"play and apply do different things with {action}: {difference(twin, other)}."
        )
    if twin.ply != state.ply + (not twin.drafting):
        trial.fail("legality", f"{action} moved state.ply from {state.ply} to {twin.ply}.")


def check_mutants(trial: Trial, state: State, seat: int, legal: list[Action], mutants: list[Action]) -> None:
    """What is not in the legal list is refused by an existing rule."""
    listed = set(legal)
    for action in mutants:
        if action in listed or (action.free and any(action.matches(other) for other in legal)):
            continue
        refusal = state.why_not(action, seat)
        if refusal is None:
            trial.fail("legality", f"{action} is not in the legal list of seat {seat} and is not refused.")
        if not trial.has_rule(refusal.rule):
            trial.fail(
                "legality", f"{action} is refused by the rule {refusal.rule!r}, which is not in the rules."
            )
        trial.tally.count("legality: mutants")


def check_words(trial: Trial, state: State, seat: int, actions: list[Action]) -> None:
    """Whatever words a player puts into a free field are as good as those in the legal list."""
    for action in actions:
        for words in WORDS:
            check_plays(trial, state, refill(trial.rng, action, words), seat)
            trial.tally.count("legality: free words")
