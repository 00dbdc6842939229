"""How strong the compiled search is against another at equal time.

    python docs/strength/against.py fimbulvetr --games 40 --seconds 0.2 --seed 1

The other is the readable search (`bots/search.py` with the game's own mind), or with `--connect` any program,
as the search of an earlier commit (`older.py`).  Every start is played twice, with the sides changed; clans
differ from start to start.  At Valknut's tables of three and four one compiled search plays among others.

With `--folder FOLDER` every game is kept there, from its first action on: its record, and what our search
thought.  A match that was stopped, by `--minutes` or otherwise, goes on where it stood when it is started
again with the same folder, so that no game counts for being short.
"""

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

if "--processor" in sys.argv:
    time.perf_counter = time.process_time  # before anybody looks at the clock

import fimbul
from fimbul.bots import Bot, Compiled, Connected, Search, Sight
from fimbul.bots.sight import Idea
from fimbul.core import Game, Outcome
from fimbul.core.record import Match, Record, replay
from fimbul.lab.source import files_of
from fimbul.lab.statistics import wilson

LATE = "  late"  # marks an action that took more than 1.2 times its time
Played = tuple[Outcome, int, float, int]  # a game: its outcome and length, our score, and late actions


def options_of(game: Game, setup: str, chance: random.Random) -> dict[str, Any]:
    """What differs from start to start."""
    if game.slug != "fimbulvetr":
        return {}
    clans = sorted(clan.id for clan in game.workshop.pieces())
    return {"setup": setup, "clans": (chance.choice(clans), chance.choice(clans))}


class Ours(Compiled):
    """Our search; what it thought last can be asked."""

    value = 0.0

    def weigh(self, sight: Sight, actions: list[Any], exact: int = 1) -> list[Idea]:
        """The same ideas; the best one's value is noted."""
        ideas = super().weigh(sight, actions, exact)
        self.value = ideas[0].value
        return ideas


def warm_up(arguments: argparse.Namespace) -> None:
    """Load the kernel before anybody looks at the clock: a game at a few positions an action."""
    game = fimbul.game(arguments.game)
    state = game.new(
        seats=arguments.seats, seed=1, options=options_of(game, arguments.setup, random.Random(1))
    )
    player = Compiled(game, 1, nodes=50)
    while not state.over:
        seat = state.to_act[0]
        state.play(player.choose(Sight(state, seat)), seat)


def opponent(game: Game, number: int, arguments: argparse.Namespace) -> Bot:
    """Whoever sits in the other seats."""
    if arguments.connect:
        return Connected(game, arguments.connect, number, seconds=arguments.seconds)
    return Search(game, number, seconds=arguments.seconds)


class Page:
    """Where a game is kept: its record, and what we thought of each of our actions."""

    def __init__(self, arguments: argparse.Namespace, number: int) -> None:
        self.file = arguments.folder / f"{number:03}.saga" if arguments.folder else None
        self.thoughts: list[str] = []

    def begun(self, game: Game) -> Match | None:
        """The game as far as it was played."""
        if self.file is None or not self.file.exists():
            return None
        _, *self.thoughts = self.file.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
        match = replay(Record.parse(self.file.read_text(encoding="utf-8")), game)
        self.thoughts = [line for line in self.thoughts if int(line.split()[0]) <= len(match.moves)]
        return match

    def write(self, match: Match) -> None:
        """Keep what has been played; the thoughts first, so that a record never has more than they tell."""
        if self.file is None:
            return
        text = "\n".join(["action  value  depth  positions", *self.thoughts]) + "\n"
        for suffix, held in ((".txt", text), (".saga", match.record().to_text())):
            whole = self.file.with_suffix(f"{suffix}.new")
            whole.write_text(held, encoding="utf-8")
            whole.replace(self.file.with_suffix(suffix))


def play(arguments: argparse.Namespace, number: int) -> Played | None:
    """One game to its end, or None if the time was up before."""
    game = fimbul.game(arguments.game)
    page = Page(arguments, number)
    start = arguments.seed * 100_000 + number // arguments.seats
    ours = number % arguments.seats
    match = page.begun(game)
    if match is None:
        options = options_of(game, arguments.setup, random.Random(start))
        names = ["other" if seat != ours else "ours" for seat in range(arguments.seats)]
        match = Match(game, seats=arguments.seats, seed=start, options=options, names=names)
    state = match.state
    players: list[Bot] = [opponent(game, number, arguments) for _ in range(arguments.seats)]
    players[ours] = mine = Ours(game, number, seconds=arguments.seconds)
    while not state.over:
        if time.time() > arguments.until:
            return None
        seat = state.to_act[0]
        choices = len(state.legal(seat))
        began = time.perf_counter()
        action = players[seat].choose(Sight(state, seat))
        late = seat == ours and time.perf_counter() - began > 1.2 * arguments.seconds
        match.play(action, seat)
        if seat == ours and (choices > 1 or late):
            thought = f"{len(match.moves)}  {mine.value:+.3f}  {mine.deepest}  {mine.nodes}"
            page.thoughts.append(thought + LATE * late)
            page.write(match)
    page.write(match)
    assert state.outcome is not None
    late = sum(line.endswith(LATE) for line in page.thoughts)
    return state.outcome, state.ply, state.outcome.scores[ours], late


def same_match(arguments: argparse.Namespace) -> None:
    """Refuse to go on with a match of other players or games."""
    sources = blake2b(digest_size=6)
    for path in files_of(arguments.game, compiled=True):
        sources.update(path.read_bytes())
    told = ("game", "seconds", "processor", "seats", "seed", "setup", "connect")
    this = {name: getattr(arguments, name) for name in told} | {"source": sources.hexdigest()}
    arguments.folder.mkdir(parents=True, exist_ok=True)
    file = arguments.folder / "match.json"
    if not file.exists():
        file.write_text(json.dumps(this, indent=1) + "\n", encoding="utf-8")
    kept = json.loads(file.read_text(encoding="utf-8"))
    other = [name for name in this if kept.get(name) != this[name]]
    if other:
        sys.exit(f"{arguments.folder} is another match: it differs in {', '.join(other)}.")


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=("fimbulvetr", "valknut"))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--processor", action="store_true", help="count seconds of the processor")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="how many games are played at once")
    parser.add_argument("--setup", choices=("placed", "quick"), default="placed")
    parser.add_argument("--connect", metavar="COMMAND", help="a program to play against")
    parser.add_argument("--folder", type=Path, help="where the games are kept, and gone on with")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so long")
    arguments = parser.parse_args()
    arguments.until = time.time() + 60 * arguments.minutes
    if arguments.folder:
        same_match(arguments)
    game = fimbul.game(arguments.game)
    total, late, played, low, high = 0.0, 0, 0, 0.0, 1.0
    results, endings = Counter[str](), Counter[str]()
    pool = multiprocessing.get_context("spawn").Pool(arguments.workers, warm_up, (arguments,))
    games = pool.imap_unordered(partial(play, arguments), range(arguments.games))
    for each in games:
        if each is None:
            continue
        outcome, plies, score, slow = each
        played += 1
        total += score
        late += slow
        results["won" if score == 1 else "lost" if score == 0 else "drawn"] += 1
        endings[outcome.rule] += 1
        low, high = wilson(total, played)
        print(
            f"{played}: {total:g} points ({low:.1%} to {high:.1%}), "
            f"{', '.join(f'{count} {what}' for what, count in results.most_common())}; "
            f"{plies} actions, {outcome.rule}; {late} late",
            flush=True,
        )
    whole = f"{played} games" if played == arguments.games else f"{played} of {arguments.games} games ended"
    print(f"{game.title}, {whole}, {arguments.seconds:g} s an action, seed {arguments.seed}")
    print(f"  points    {total:g} ({total / max(1, played):.1%}; 95% interval: {low:.1%} to {high:.1%})")
    print(f"  games     {', '.join(f'{count} {what}' for what, count in results.most_common())}")
    print(f"  endings   {', '.join(f'{count} by {rule}' for rule, count in endings.most_common())}")
    print(f"  too slow  {late} actions took more than 1.2 times their time")


if __name__ == "__main__":
    main()
