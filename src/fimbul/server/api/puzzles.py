"""Calls about puzzles: positions with one best action, a new one each day.  Nothing of them is stored."""

import datetime

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from fimbul.bots.puzzles import GOALS, Verdict, collection, judged, opened, puzzle_at, puzzle_of
from fimbul.core import FimbulError, Illegal, Words
from fimbul.games import game as find_game
from fimbul.server.api.common import Context, Who, problems
from fimbul.server.problems import Problem, not_found
from fimbul.server.services import Services
from fimbul.server.tongues import about
from fimbul.table import frames
from fimbul.table.frames import Frame


class ShortPuzzle(msgspec.Struct):
    """A puzzle as a line of a list."""

    number: int
    game: str
    name: str  # of the game
    title: Words


class Puzzles(msgspec.Struct):
    """All puzzles, and today's."""

    today: int
    puzzles: list[ShortPuzzle]


class PuzzleShown(msgspec.Struct, kw_only=True):
    """A puzzle before somebody: its position, for the seat that is to act."""

    number: int
    game: str
    title: Words
    asked: Words
    seat: int
    frame: Frame


class Attempt(msgspec.Struct, forbid_unknown_fields=True):
    """An action that somebody tries, in notation."""

    action: str


class Judged(msgspec.Struct, kw_only=True):
    """What comes of it, and the position after it."""

    verdict: Verdict
    frame: Frame


@get("/puzzles", responses=problems())
async def list_puzzles(caller: Who, services: Context) -> Puzzles:
    """All puzzles, and the number of today's (by the date in UTC)."""
    await services.limits.count("replay", caller.counted, caller.address)
    today = datetime.datetime.now(datetime.UTC).date()
    lines = [
        ShortPuzzle(number, each.game, find_game(each.game).title, GOALS[each.goal].title)
        for number, each in enumerate(collection(), 1)
    ]
    return Puzzles(puzzle_of(today), lines)


def known(number: int) -> int:
    """A puzzle's number, or a problem."""
    if not 1 <= number <= len(collection()):
        raise not_found(f"Unknown puzzle {number}; expected 1 to {len(collection())}.")
    return number


@get("/puzzles/{number:int}", responses=problems(404))
async def show_puzzle(number: FromPath[int], caller: Who, services: Context) -> PuzzleShown:
    """A puzzle, and its position."""
    await services.limits.count("replay", caller.counted, caller.address)
    return await services.pools.draw(shown, services, known(number))


def shown(services: Services, number: int) -> PuzzleShown:
    """A puzzle before somebody; in a thread."""
    puzzle, match = puzzle_at(number), opened(number)
    goal, seat = GOALS[puzzle.goal], match.state.to_act[0]
    return PuzzleShown(
        number=number,
        game=puzzle.game,
        title=goal.title,
        asked=goal.asked,
        seat=seat,
        frame=frames.frame(
            match.game,
            match.state,
            seat,
            [],
            services.tables.boards,
            epoch=0,
            seats=match.seats,
            foretold=False,
        ),
    )


@post("/puzzles/{number:int}/try", status_code=200, responses=problems(404, 422))
async def try_puzzle(
    number: FromPath[int], caller: Who, services: Context, data: JSONBody[Attempt]
) -> Judged:
    """Try an action: whether it solves the puzzle, with the proof, and the position after it."""
    await services.limits.count("think", caller.counted, caller.address)
    about.set((find_game(collection()[known(number) - 1].game), ()))
    verdict = await services.pools.crunch(judged_or_why, known(number), data.action)
    if isinstance(verdict, tuple):
        rule, sentence = verdict
        raise Problem(422 if rule else 400, sentence, rule=rule)
    frame = await services.pools.draw(tried, services, number, data.action)
    await services.tables.keep_boards()
    return Judged(verdict=verdict, frame=frame)


def judged_or_why(number: int, text: str) -> Verdict | tuple[str | None, str]:
    """The verdict; a refusal as a rule and a sentence, since no exception travels between processes."""
    try:
        return judged(number, text)
    except Illegal as refusal:
        return refusal.rule, refusal.reason
    except FimbulError as problem:
        return None, str(problem)


def tried(services: Services, number: int, text: str) -> Frame:
    """The position after an action; in a thread."""
    match = opened(number)
    state = match.state.copy()
    seat = state.to_act[0]
    events = state.play(match.game.parse(text), seat)
    return frames.frame(
        match.game,
        state,
        seat,
        events,
        services.tables.boards,
        epoch=0,
        seats=match.seats,
        present=False,
    )


HANDLERS = [list_puzzles, show_puzzle, try_puzzle]
