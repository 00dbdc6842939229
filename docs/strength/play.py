"""Let a bot play many games of a co-operative game, and count how many it wins.

    python docs/strength/play.py fate --bot search --seconds 1 --seats 1 --games 100 --workers 16
    python docs/strength/play.py six_winters --bot sight --games 500 --data rows.jsonl

Without `--seats` their number changes from game to game.  `--data` adds one row for every turn of every game
to a file: the number of the game, how it ended, and the numbers of the game's outlook, for `learn.py`.
`sight` is a bot that takes what its mind promises most of, with something else now and then.

    python docs/strength/play.py six_winters --bot search --nodes 99 --option mode=campaign --keep games.jsonl

`--keep` keeps whole games, one in a line: with what they were begun and every action, for `learn.py --games`.
`--stray` is the share of choices around a year (scenario, winter, characters, what they take along) that are
made by lot, and `--option scenario=mixed` deals out all scenarios of Six Winters in turn, a quarter of them
in difficult mode, to characters drawn by lot: so that what is learned is what they are worth.

With `--data` a game of Fate goes on to its end whatever falls, and a row says how many town pieces were lost
from there on.  Its `sight` then draws every second upgrade by lot and weighs some things differently from
game to game, so that what is learned is what upgrades and health are worth, and not who had them.
`--more 4` gives a team of Fate four more town pieces a hero and tells how many were lost, which says more
about a few games than how many were won.
"""

import argparse
import functools
import importlib
import statistics
import time
from pathlib import Path
from typing import Any

import msgspec

import fimbul
from fimbul.bots import Sight, make
from fimbul.core import Rng
from fimbul.core.crew import crew
from fimbul.games.fate.actions import Upgrade
from fimbul.games.fate.bot import eye
from fimbul.games.six_winters.bot.mind import AROUND
from fimbul.games.six_winters.library.index import book_of
from fimbul.lab.arena import derive
from fimbul.lab.statistics import wilson

STRAY = 0.05
KEPT = 9  # town pieces of a game that goes on whatever falls: one may still be added
VARIED = ("FALL", "SCRATCH", "APPROACH", "ERRAND", "MEND", "ATTACK")
WANDERS = 4  # of a hundred actions, that are drawn by lot
USUAL = {name: getattr(eye, name) for name in VARIED}
OUTLOOKS = {"fate": "fimbul.games.fate.bot.outlook", "six_winters": "fimbul.games.six_winters.bot.outlook"}
SEATS = {"fate": (1, 1, 1, 2, 3, 4), "six_winters": (2, 2, 2, 1, 3)}


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played."""

    game: str
    bot: str
    seats: int
    seconds: float | None
    nodes: int | None
    options: dict[str, Any]
    mind: dict[str, float]
    seed: int
    data: bool  # whether rows are kept
    more: int = 0  # town pieces a hero, in Fate
    stray: float = 0.0  # the share of choices around a year that are made by lot, in Six Winters

    @property
    def lasting(self) -> bool:
        """Whether a game goes on whatever falls."""
        return self.data and self.game == "fate"


class Glance:
    """Takes what looks best at first sight, now and then something else."""

    def __init__(self, game: Any, seed: int) -> None:
        self.mind, self.rng = game.mind, Rng(seed)

    def choose(self, sight: Sight) -> Any:
        """The most promising action."""
        actions = sight.legal()
        if len(actions) == 1 or self.rng.below(1000) < STRAY * 1000:
            return self.rng.choice(actions)
        promise = self.mind.promise(sight.imagine(self.rng), actions, sight.seat)
        return actions[max(range(len(actions)), key=promise.__getitem__)]


class Stray:
    """Makes some of the choices around a year of Six Winters by lot, the rest as a bot does."""

    def __init__(self, bot: Any, share: float, seed: int) -> None:
        self.bot, self.share, self.rng = bot, share, Rng(seed)

    def choose(self, sight: Sight) -> Any:
        """The bot's action, or another."""
        actions = sight.legal()
        if type(actions[0]) in AROUND and self.rng.below(1000) < self.share * 1000:
            return self.rng.choice(actions)
        return self.bot.choose(sight)


class Wanderer:
    """Takes what looks best at first sight in Fate, with upgrades by lot and weights of its own."""

    def __init__(self, game: Any, seed: int) -> None:
        self.mind, self.rng, self.worlds = game.mind, Rng(seed), Rng(seed)
        for name, usual in USUAL.items():
            other = usual * (0.5 + 1.5 * self.rng.below(1000) / 1000) if self.rng.below(2) else usual
            setattr(eye, name, other)

    def choose(self, sight: Sight) -> Any:
        """The most promising action, or another."""
        actions, rng = sight.legal(), self.rng
        if len(actions) == 1:
            return actions[0]
        if isinstance(actions[0], Upgrade) and rng.below(2):
            return actions[rng.below(len(actions) - 1)] if rng.below(10) else actions[-1]
        if rng.below(100) < WANDERS:
            return actions[rng.below(len(actions))]
        promise = self.mind.promise(sight.imagine(self.worlds), actions, sight.seat)
        return actions[max(range(len(actions)), key=promise.__getitem__)]


class Kept(msgspec.Struct, frozen=True):
    """A whole game."""

    number: int
    seats: int
    options: dict[str, Any]
    seed: int
    actions: list[str]


Played = tuple[int, bool, float, list[list[float]], Kept]


def dealt(options: dict[str, Any], seats: int, number: int, seed: int) -> dict[str, Any]:
    """The options of a game: of mixed scenarios, the next one, with characters by lot."""
    if options.get("scenario") != "mixed":
        return options
    book = book_of(None)
    lot = Rng(derive(seed, number, "cast"))
    cast = [card.id for card in book.characters]
    lot.shuffle(cast)
    scenario = book.scenarios[number % len(book.scenarios)].id
    hard = "difficult" if lot.below(4) == 0 else "normal"
    return {
        **options,
        "scenario": scenario,
        "difficulty": hard,
        "all_characters": True,
        "characters": tuple(cast[: max(2, seats)]),
    }


def play(job: Job, number: int) -> Played:
    """One game: its seats, whether it was won, the pieces lost a hero, and rows with what came of each."""
    game = fimbul.game(job.game)
    for name, value in job.mind.items():
        setattr(type(game.mind), name, value)
    outlook = importlib.import_module(OUTLOOKS[job.game])
    cycle = SEATS[job.game]
    seats = job.seats or cycle[number % len(cycle)]
    options, seed = dealt(job.options, seats, number, job.seed), derive(job.seed, number, "game")
    state: Any = game.new(seats=seats, options=options, seed=seed)
    fate = job.game == "fate"
    pieces = state.pieces if fate else 0
    if job.more:
        state.pieces += job.more * seats
    if job.bot == "sight" and job.lasting:
        bots: list[Any] = [Wanderer(game, derive(job.seed, number, "lot"))] * seats
    elif job.bot == "sight":
        bots = [Glance(game, derive(job.seed, number, seat)) for seat in range(seats)]
    else:
        bots = [
            make(job.bot, game, seconds=job.seconds, nodes=job.nodes, seed=derive(job.seed, number, seat))
            for seat in range(seats)
        ]
    if job.stray:
        bots = [
            Stray(bot, job.stray, derive(job.seed, number, seat, "stray")) for seat, bot in enumerate(bots)
        ]
    rows, marks, turn, lost = [], [], -1, 0
    kept = Kept(number, seats, options, seed, [])
    years, reached = 0, 0.0  # of a campaign: rows are marked when their year is over
    ends: list[float] = []
    while state.outcome is None:
        if state.turn != turn and outlook.ready(state):
            turn = state.turn
            rows.append([round(each, 4) for each in outlook.numbers(state)])
            marks.append(lost)
        if job.lasting:
            state.pieces = KEPT
        seat = state.to_act[0]
        action = bots[seat].choose(Sight(state, seat))
        kept.actions.append(str(action))
        if not fate and outlook.ready(state):
            reached = outlook.progress(state)
        state.apply(action, seat)
        if not fate and state.campaign is not None and len(state.campaign.chronicle) > years:
            won = state.campaign.chronicle[years].won
            years += 1
            ends += [1.0 if won else round(outlook.LOST * reached, 3)] * (len(rows) - len(ends))
        if job.lasting:
            lost += KEPT - state.pieces
    if job.lasting:
        ends = [outlook.share_of(lost - mark, seats) for mark in marks]
        return (
            seats,
            lost < pieces,
            lost / seats,
            [[end, *row] for end, row in zip(ends, rows, strict=True)],
            kept,
        )
    if fate:
        lost = pieces + job.more * seats - state.pieces
        return seats, lost < pieces, lost / seats, [], kept
    ends += [round(outlook.result(state), 3)] * (len(rows) - len(ends))
    marked_rows = [[end, *row] for end, row in zip(ends, rows, strict=True)]
    return seats, state.outcome.scores[0] == 1, 0.0, marked_rows, kept


def play_all(arguments: argparse.Namespace) -> None:
    """Play, keep and count."""
    pairs: dict[str, Any] = dict(pair.split("=", 1) for pair in arguments.option)
    if "characters" in pairs:
        pairs["characters"] = tuple(pairs["characters"].split(","))
    job = Job(
        game=arguments.game,
        bot=arguments.bot,
        seats=arguments.seats,
        seconds=arguments.seconds,
        nodes=arguments.nodes,
        options=pairs,
        mind={name: json_number(text) for name, text in (pair.split("=") for pair in arguments.mind)},
        seed=arguments.seed,
        data=bool(arguments.data),
        more=arguments.more,
        stray=arguments.stray,
    )
    began, done, given = time.time(), 0, 0
    counts: dict[int, list[int]] = {}
    losses: dict[int, list[float]] = {}
    lines: dict[int, list[str]] = {}
    with crew(functools.partial(play_numbered, job), arguments.workers) as team:
        while done < given or given < arguments.games:
            late = arguments.minutes and time.time() - began > 60 * arguments.minutes
            if late and done == given:
                break  # what was begun is played to its end: short games would count too much otherwise
            if not late and given < arguments.games and given - done < team.room:
                team.give(given)
                given += 1
                continue
            number, (seats, won, lost, rows, kept) = team.take()
            done += 1
            losses.setdefault(seats, []).append(lost)
            counts.setdefault(seats, [0, 0])
            counts[seats][0] += won
            counts[seats][1] += 1
            if arguments.keep:
                with Path(arguments.keep).open("ab") as file:
                    file.write(msgspec.json.encode(kept) + b"\n")
            id = derive(job.seed, number)
            lines[number] = [msgspec.json.encode([id, *row]).decode() + "\n" for row in rows]
    if arguments.data:
        with Path(arguments.data).open("a") as file:
            for number in sorted(lines):
                file.writelines(lines[number])
    what = f"{arguments.bot}" + (f" {arguments.seconds:g} s" if arguments.seconds else "")
    what += f" {arguments.nodes} nodes" if arguments.nodes else ""
    took = f"{time.time() - began:.0f} s"
    if arguments.mind:
        what += f" with {' '.join(arguments.mind)}"
    print(f"{arguments.game}, {what}, {pairs or 'no options'}, seed {arguments.seed}, {took}")
    for seats, (won, games) in sorted(counts.items()):
        low, high = wilson(won, games)
        share = f"{won / games:.1%}; 95% interval: {low:.1%} to {high:.1%}"
        print(f"  {seats} seats: {won} of {games} won ({share})")
        if arguments.more and games > 1:
            error = statistics.stdev(losses[seats]) / games**0.5
            print(f"    {statistics.mean(losses[seats]):.2f} pieces lost a hero (standard error {error:.2f})")


def json_number(text: str) -> float:
    """A number as it is written."""
    return float(text) if "." in text else int(text)


def play_numbered(job: Job, number: int) -> tuple[int, Played]:
    """A game with its number."""
    return number, play(job, number)


def main() -> None:
    """Read what is wanted, and play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=tuple(SEATS))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="search")
    parser.add_argument("--seats", type=int, default=0, help="0: mixed")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--mind", action="append", default=[], help="a number of the mind, to try another")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0, help="begin no more games after so long")
    parser.add_argument("--data", default="")
    parser.add_argument("--more", type=int, default=0, help="Fate: so many more town pieces a hero")
    parser.add_argument("--keep", default="", help="a file for whole games")
    parser.add_argument("--stray", type=float, default=0.0, help="Six Winters: choices by lot")
    play_all(parser.parse_args())


if __name__ == "__main__":
    main()
