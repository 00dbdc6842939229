"""Puzzles: positions out of bots' games in which exactly one action does what is asked.

A puzzle is the beginning of a record and a goal.  What a goal means is said here in a few lines and is proved
by trying everything, with the rules themselves: `tools/find_puzzles.py` found them, and anybody may prove
them again.
"""

import datetime
import functools
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import msgspec

from fimbul.bots.explaining import reason
from fimbul.bots.sight import Sight
from fimbul.core import Action, BadOption, Match, State, Words
from fimbul.core.wording import closed, either
from fimbul.games import game as find

FIRST_DAY = datetime.date(2026, 1, 1)
SHOWN = 4  # answers that a proof shows

Answer = tuple[Action | None, Action | None]  # what the other does, and what is done then


class Goal(msgspec.Struct, frozen=True):
    """What is asked: a sentence, and whether an action does it, with the answers that show it or break it."""

    title: str
    asked: str
    judge: Callable[[State, Action, int], tuple[bool, list[Answer]]]


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position with one best action."""

    game: str
    goal: str
    options: dict[str, Any]
    seats: int
    seed: int
    actions: list[str]
    solution: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of an action: whether it solves the puzzle, and the proof in words."""

    solved: bool
    words: Words
    proof: list[Words]


# ---- goals


def after(state: State, action: Action, seat: int) -> State:
    """The position after an action."""
    world = state.copy()
    world.apply(action, seat)
    return world


def wins(state: State, seat: int) -> Action | None:
    """An action that wins at once, or none."""
    for action in state.legal(seat):
        outcome = after(state, action, seat).outcome
        if outcome is not None and seat in outcome.winners:
            return action  # type: ignore[no-any-return]
    return None


def wins_in_two(state: State, action: Action, seat: int) -> tuple[bool, list[Answer]]:
    """Whether an action wins at once or after every answer."""
    world = after(state, action, seat)
    if world.outcome is not None:
        return seat in world.outcome.winners, []
    shown: list[Answer] = []
    mover = world.to_act[0]
    for answer in world.legal(mover):
        reply = after(world, answer, mover)
        won = reply.outcome is not None and seat in reply.outcome.winners
        last = None if won or reply.outcome is not None else wins(reply, seat)
        if not won and last is None:
            return False, [(answer, None)]
        shown.append((answer, last))
    return True, shown


def keeps_safe(state: State, action: Action, seat: int) -> tuple[bool, list[Answer]]:
    """Whether the other cannot win by the next action."""
    world = after(state, action, seat)
    if world.outcome is not None:
        return seat in world.outcome.winners, []
    mover = world.to_act[0]
    loss = wins(world, mover)
    return loss is None, [(loss, None)] if loss is not None else []


def pieces(state: State, seat: int) -> int:
    """What a seat has on the table, less what the others have."""
    count: int = find(state.slug).coach.pieces(state, seat)
    return count


def kills_in_two(state: State, action: Action, seat: int) -> tuple[bool, list[Answer]]:
    """Whether an action makes it possible to kill with the next one of the same turn."""
    world = after(state, action, seat)
    if world.outcome is not None or world.to_act != (seat,) or world.revelations != state.revelations:
        return False, []
    for last in world.legal(seat):
        if pieces(after(world, last, seat), seat) > pieces(state, seat):
            return True, [(None, last)]
    return False, []


def better(state: State, before: int, seat: int) -> bool:
    """Whether a seat has won, or has more pieces than before."""
    if state.outcome is not None:
        return seat in state.outcome.winners
    return pieces(state, seat) > before


def gains_in_two(state: State, action: Action, seat: int) -> tuple[bool, list[Answer]]:
    """Whether, whatever the other answers, a warrior is won by the second action and none was lost."""
    world = after(state, action, seat)
    before = pieces(state, seat)
    if world.outcome is not None:
        return seat in world.outcome.winners, []
    shown: list[Answer] = []
    mover = world.to_act[0]
    for answer in world.legal(mover):
        reply = after(world, answer, mover)
        if reply.outcome is not None:
            if seat not in reply.outcome.winners:
                return False, [(answer, None)]
            continue
        last = next(
            (each for each in reply.legal(seat) if better(after(reply, each, seat), before, seat)), None
        )
        if last is None:
            return False, [(answer, None)]
        shown.append((answer, last))
    return True, shown


GOALS = {
    "win": Goal("Win in two", "Win the game with your second action, whatever they answer.", wins_in_two),
    "save": Goal("Save the bearer", "Only one action keeps your bearer alive. Find it.", keeps_safe),
    "gain": Goal(
        "Win a warrior in two",
        "Be a warrior better off after your second action, whatever they answer.",
        gains_in_two,
    ),
    "kill": Goal("Kill in two moves", "Move so that your next move kills a unit.", kills_in_two),
}


# ---- the collection


@functools.cache
def collection() -> tuple[Puzzle, ...]:
    """All puzzles that come with fimbul."""
    data = (resources.files("fimbul.bots") / "data" / "puzzles.json").read_bytes()
    return tuple(msgspec.json.decode(data, type=list[Puzzle]))


def puzzle_of(day: datetime.date) -> int:
    """The number of a day's puzzle, counted from 1."""
    return (day - FIRST_DAY).days % len(collection()) + 1


def puzzle_at(number: int) -> Puzzle:
    """A puzzle by its number, counted from 1."""
    if not 1 <= number <= len(collection()):
        raise BadOption(f"Unknown puzzle {number}; expected 1 to {len(collection())}.")
    return collection()[number - 1]


@functools.lru_cache(maxsize=32)
def opened(number: int) -> Match:
    """The game of a puzzle, as far as its position."""
    return replayed(puzzle_at(number))


def replayed(puzzle: Puzzle) -> Match:
    """The game that a puzzle comes from, as far as its position."""
    game = find(puzzle.game)
    match = Match(game, seats=puzzle.seats, options=puzzle.options, seed=puzzle.seed)
    for text in puzzle.actions:
        match.play(game.parse(text))
    return match


def solutions(state: State, goal: str) -> list[Action]:
    """Every action that reaches a goal."""
    if goal not in GOALS:
        raise BadOption(f"Unknown goal '{goal}'; expected {either(GOALS)}.")
    seat = state.to_act[0]
    return [action for action in state.legal(seat) if GOALS[goal].judge(state, action, seat)[0]]


def judged(number: int, text: str) -> Verdict:
    """What comes of an action that somebody tries, with its proof."""
    puzzle, match = puzzle_at(number), opened(number)
    state, game = match.state, match.game
    seat = state.to_act[0]
    action = game.parse(text)
    refusal = state.why_not(action, seat)
    if refusal is not None:
        raise refusal
    reached, answers = GOALS[puzzle.goal].judge(state, action, seat)
    told = list(told_answers(state, action, seat, answers[:SHOWN]))
    if len(answers) > SHOWN:
        told.append(f"And so on: all {len(answers)} answers were tried.")
    words = game.describe(state.view(seat), action)
    if reached:
        why = reason(game, Sight(state, seat), action)
        return Verdict(solved=True, words=f"{closed(f'Solved: {words}')} {why}".strip(), proof=told)
    proof = told or ["It does not do what is asked."]
    return Verdict(solved=False, words=closed(f"Not that: {words}"), proof=proof)


def told_answers(state: State, action: Action, seat: int, answers: list[Answer]) -> Iterator[str]:
    """Lines of a proof in words."""
    game = find(state.slug)
    world = after(state, action, seat)
    for answer, last in answers:
        now, told = world, []
        if answer is not None:
            mover = world.to_act[0]
            told.append(
                f"{game.seat_name(world.view(None), mover)}: {game.describe(world.view(mover), answer)}"
            )
            now = after(world, answer, mover)
        if last is not None:
            told.append(f"{game.seat_name(now.view(None), seat)}: {game.describe(now.view(seat), last)}")
        elif now.outcome is not None:
            told.append(now.outcome.reason.rstrip("."))
        yield f"{'; then '.join(told)}."
