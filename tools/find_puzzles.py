"""Find puzzles in bots' games, prove them, and write src/fimbul/bots/data/puzzles.json.

    python tools/find_puzzles.py --fimbulvetr 30 --valknut 15 --seed 1

Bots of different levels play; wherever one is to act, a short search in the kernel says whether the position
may hold a puzzle, and then every action is tried with the rules themselves (`fimbul.bots.puzzles`).  It is
kept where exactly one action reaches the goal, and that one does not simply strike.  Needs the extra `fast`.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

import fimbul
from fimbul.bots import Sight, make
from fimbul.bots.compiled import Compiled
from fimbul.bots.puzzles import Puzzle, pieces, solutions, wins
from fimbul.core import Game, Match
from fimbul.games.fimbulvetr.actions import Melee, Ranged
from fimbul.games.valknut.actions import Move
from fimbul.games.valknut.bot.hunt import Hunt, camp
from fimbul.games.valknut.state import ValknutState

FILE = Path(__file__).parents[1] / "src" / "fimbul" / "bots" / "data" / "puzzles.json"
FORCED = 0.999
NODES = 4000
LEVELS = ("newcomer", "casual")


def games(game: Game, seed: int, **options: object) -> Iterator[Match]:
    """Positions of bots' games, one after the other; the match is played on."""
    while True:
        match = Match(game, options=options, seed=seed)
        bots = [make(LEVELS[(seed + seat) % 2], game, seed=seed + seat) for seat in range(match.seats)]
        while not match.state.over:
            yield match
            seat = match.state.to_act[0]
            match.play(bots[seat].choose(Sight(match.state, seat)), seat)
        seed += 1


def kept(match: Match, goal: str) -> Puzzle | None:
    """The puzzle in a position, if exactly one quiet action reaches the goal."""
    found = solutions(match.state, goal)
    if len(found) != 1 or (goal != "save" and isinstance(found[0], Melee | Ranged)):
        return None
    return Puzzle(
        game=match.game.slug,
        goal=goal,
        options=msgspec.to_builtins(match.options),
        seats=match.seats,
        seed=match.seed,
        actions=[move.action for move in match.moves],
        solution=str(found[0]),
    )


def fimbulvetr(count: int, seed: int) -> list[Puzzle]:
    """Puzzles of Fimbulvetr."""
    game = fimbul.game("fimbulvetr")
    thinker = Compiled(game, seed, nodes=NODES)
    found: list[Puzzle] = []
    last = -9
    for match in games(game, seed, setup="quick"):
        if len(found) >= count:
            return found
        state = match.state
        seat = state.to_act[0]
        if state.ply < 2 or state.ply - last in range(4) or wins(state, seat) is not None:
            continue
        first, second = thinker.weigh(Sight(state, seat), state.legal(seat), exact=2)[:2]
        goal = None
        if first.value > FORCED > second.value:
            goal = "win"
        elif first.value > -FORCED > second.value:
            goal = "save"
        elif first.value - second.value > 0.15 and not isinstance(first.action, Melee | Ranged):
            goal = "gain"
        puzzle = kept(match, goal) if goal else None
        if puzzle is not None and sum(each.goal == goal for each in found) <= count // 2:
            found.append(puzzle)
            last = state.ply
            print(f"fimbulvetr {len(found)}: {goal} in seed {match.seed}, ply {state.ply}", file=sys.stderr)
    return found


def valknut(count: int, seed: int) -> list[Puzzle]:
    """Puzzles of Valknut: a kill with the second of two moves."""
    game = fimbul.game("valknut")
    found: list[Puzzle] = []
    last = 0
    for match in games(game, seed):
        if len(found) >= count:
            return found
        state = match.state
        seat = state.to_act[0]
        legal = state.legal(seat)
        assert isinstance(state, ValknutState)
        if match.seed == last or state.turn == 0 or not any(isinstance(each, Move) for each in legal):
            continue
        hunt = Hunt(state.ground, camp(state).ranks[seat])
        nearest = min((hunt.moves_to_kill(*each)[0] for each in hunt.ranks.prey), default=9)
        if nearest != 2 or any(kills(match, action) for action in legal):
            continue
        puzzle = kept(match, "kill")
        if puzzle is not None:
            found.append(puzzle)
            last = match.seed
            print(f"valknut {len(found)}: seed {match.seed}, ply {state.ply}", file=sys.stderr)
    return found


def kills(match: Match, action: object) -> bool:
    """Whether an action kills at once."""
    state = match.state
    seat = state.to_act[0]
    world = state.copy()
    world.apply(action, seat)  # type: ignore[arg-type]
    return pieces(world, seat) > pieces(state, seat)


def main() -> None:
    """Find, prove, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fimbulvetr", type=int, default=30)
    parser.add_argument("--valknut", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    one, other = fimbulvetr(arguments.fimbulvetr, arguments.seed), valknut(arguments.valknut, arguments.seed)
    both: list[Puzzle] = []
    while one or other:  # mixed, so that days differ
        both += one[:2] + other[:1]
        one, other = one[2:], other[1:]
    FILE.write_bytes(b"[\n" + b",\n".join(msgspec.json.encode(each) for each in both) + b"\n]\n")
    print(f"{len(both)} puzzles written to {FILE.name}.")


if __name__ == "__main__":
    main()
