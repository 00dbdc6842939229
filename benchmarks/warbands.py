"""Tables of Valknut: which warband beats which between bots, and which bot beats which.

    python benchmarks/warbands.py --bots greedy --games 400 --workers 2 --write docs/balance/valknut.md
    python benchmarks/warbands.py --bots search,greedy --seconds 1 --games 4 --pairs 10

Each pair of warbands is a series of games of its own, with a seed made from the seed of the whole and the
names of the two: so any pair can be played again alone, and gives the same (unless bots are given seconds).
"""

import shlex
import sys
from collections.abc import Sequence
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
from cyclopts import App, CycloptsError, Parameter

import fimbul
from fimbul import cli
from fimbul.cli import arena
from fimbul.cli.arena import Series
from fimbul.cli.console import progress, warn
from fimbul.cli.files import WrongUse, write_text
from fimbul.cli.simulate import check, counted, wilson
from fimbul.core import BadOption, FimbulError
from fimbul.games.valknut.library.terrain import our_terrain
from fimbul.games.valknut.library.warbands import IDS, NAMES, NUMBER

SCRIPT = "benchmarks/warbands.py"
SOURCE = Path(fimbul.__file__).parent
MIND = (
    "games/valknut/bot/mind.py",
    "games/valknut/bot/hunt.py",
    "bots/greedy.py",
    "bots/search.py",
    "bots/sight.py",
)

Pair = tuple[int, int]  # two kinds, the one with fewer units first: it has seat 0 and begins (V10)


ABOUT = {
    "greedy": """\
`greedy` tries every single action and takes the one whose result it likes best. It does not plan a turn as a
whole, and it does not ask what the other will answer. A warband that does well here is one whose next good
action is easy to see; one whose strength needs a plan looks weaker than it is in the hands of people."""
}

MADE = """\
## How it was made

    {command}

fimbul {version}, Valknut rules {rules}, seed {seed}, bots `{digest}` (a hash of their source). Terrain
cards: {source}. The same command gives the same games on any machine and any number of workers, unless it
has `--seconds`. Game *i* of a pair has a seed of its own, made from the seed, the two names and *i*.

The smaller warband has the first turn (rule V10), so what comes of beginning cannot be told apart from what
comes of the warband. Ties go to the larger one (V58), so nothing is drawn. Intervals are Wilson's, at 95 %:
about one interval in twenty misses by chance alone."""

WARBANDS_PAGE = """\
# Valknut: which warband beats which

{games} games of two players: {pairs} of warbands, {each} games each, both sides led by the bot {bots}.

## What it means, and what it does not

These are the games of a bot, not of people.
{about}

The victory points of a unit and the faces of the cards are reconstructions, and others would give other
tables. So a lopsided pair is a place to look, and a yardstick for the next version of a rule, a number or a
bot: it is no verdict on the printed game.

## Each warband against all others

{warbands}

## Who beats whom

The share of games, in per cent, that the warband at the left won against the one above.

{cross}

## Every pair

The smaller warband is named first; the share is its own.

{table}

{made}
"""

BOTS_PAGE = """\
# Valknut: which bot beats which

{total}.

{games} games of two players: {pairs} of warbands, {each} games each, between {bots}, who change sides from
game to game.

{by_pair}

{made}
"""


class Tally(msgspec.Struct):
    """What came of the games of one pair."""

    pair: Pair
    games: int = 0
    wins: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # by seat, so by warband
    won_by_first: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # by the first bot, by its seat
    led_by_first: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # games of the first bot, by seat


def all_pairs() -> list[Pair]:
    """Every pair, by size."""
    return list(combinations(range(len(IDS)), 2))


def some_pairs(count: int) -> list[Pair]:
    """So many pairs, uneven ones first: five of them are enough for every warband to play."""
    around = len(IDS)
    found: list[Pair] = []
    for far in range(around // 2, 0, -1):
        circle = [(place * 2 * far) % around for place in range(around)]
        for one in (*circle, *range(around)):
            low, high = sorted((one, (one + far) % around))
            if (low, high) not in found:
                found.append((low, high))
    return sorted(found[:count])


def named_pairs(texts: Sequence[str]) -> list[Pair]:
    """The pairs that somebody named."""
    found = []
    for text in texts:
        names = [name.strip() for name in text.split(",")]
        for name in names:
            if name not in NUMBER:
                raise BadOption(f"--pair names '{name}'; there is {', '.join(IDS)}.")
        if len(set(names)) != 2:
            raise WrongUse(f"--pair takes two different warbands with a comma, not '{text}'.")
        low, high = sorted(NUMBER[name] for name in names)
        found.append((low, high))
    return list(dict.fromkeys(found))


def series_of(
    pair: Pair,
    bots: tuple[str, ...],
    seed: int,
    seconds: float | None = None,
    nodes: int | None = None,
) -> Series:
    """The games of a pair: its seed is its own, and two bots change seats from game to game."""
    names = [IDS[kind] for kind in pair]
    return Series(
        game="valknut",
        bots=bots,
        options={"warbands": names},
        seed=arena.derive(seed, *names),
        seconds=seconds,
        nodes=nodes,
        rotate=True,
    )


class Kept:
    """The counts of finished pairs, in a file to go on from: the settings first, then a line for each."""

    def __init__(self, path: Path | None, settings: dict[str, Any]) -> None:
        self.path, self.head = path, msgspec.json.encode(settings).decode()
        self.tallies: dict[Pair, Tally] = {}
        if path is None or not path.exists():
            return
        try:
            head, *lines = path.read_text(encoding="utf-8").splitlines()
            found = [msgspec.json.decode(line, type=Tally) for line in lines]
        except (OSError, ValueError, msgspec.DecodeError) as problem:
            raise FimbulError(f"{path} holds no counts that were kept: {problem}.") from None
        if head != self.head:
            raise WrongUse(f"{path} was kept for other settings: {head}.")
        self.tallies = {tally.pair: tally for tally in found}

    def keep(self, tally: Tally) -> None:
        """Remember a finished pair."""
        self.tallies[tally.pair] = tally
        if self.path is not None:
            lines = [self.head, *(msgspec.json.encode(each).decode() for each in self.tallies.values())]
            write_text(self.path, "\n".join(lines) + "\n")


def play(
    plan: list[Series], pairs: list[Pair], games: int, workers: int, kept: Kept
) -> tuple[list[Tally], bool]:
    """Play all series; what came of them, and whether somebody stopped it with Ctrl-C."""
    tallies: list[Tally] = []
    try:
        with progress("Playing", games * len(pairs), "games") as bar:
            for series, pair in zip(plan, pairs, strict=True):
                if pair in kept.tallies:
                    tallies.append(kept.tallies[pair])
                    bar.advance(games)
                    continue
                tally = Tally(pair)
                tallies.append(tally)
                for result in arena.play_all(series, games, workers):
                    bar.advance()
                    if result.scores is None:
                        continue
                    tally.games += 1
                    seat = result.seated.index(0)
                    tally.led_by_first[seat] += 1
                    tally.won_by_first[seat] += result.scores[seat] == 1.0
                    for place, score in enumerate(result.scores):
                        tally.wins[place] += score == 1.0
                kept.keep(tally)
    except KeyboardInterrupt:
        return [tally for tally in tallies if tally.games], True
    return tallies, False


# ---- tables


def percent(wins: int, games: int) -> str:
    """A share, or a dash where nothing was played."""
    return f"{wins / games:.1%}" if games else "–"


def interval(wins: int, games: int) -> str:
    """The 95 % interval of a share."""
    low, high = wilson(wins, games)
    return f"{low:.1%} to {high:.1%}"


def markdown(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table: names to the left, numbers to the right."""
    lines = [heads, ["---" if place == 0 else "--:" for place in range(len(heads))], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def warband_table(tallies: list[Tally]) -> str:
    """Every warband's share of its games, the most successful first."""
    rows = []
    for kind, name in enumerate(NAMES):
        mine = [(tally.wins[tally.pair.index(kind)], tally.games) for tally in tallies if kind in tally.pair]
        wins, games = sum(won for won, _ in mine), sum(count for _, count in mine)
        if games:
            rows.append((wins / games, [name, games, wins, percent(wins, games), interval(wins, games)]))
    rows.sort(key=lambda row: -row[0])
    return markdown(("warband", "games", "wins", "share", "95 % sure"), [row for _, row in rows])


def cross_table(tallies: list[Tally]) -> str:
    """The share of the warband at the left against the one above."""
    by_pair = {tally.pair: tally for tally in tallies}
    kinds = sorted({kind for pair in by_pair for kind in pair})
    rows = []
    for one in kinds:
        row = [NAMES[one]]
        for other in kinds:
            tally = by_pair.get((min(one, other), max(one, other)))
            row.append(f"{100 * tally.wins[one > other] / tally.games:.0f}" if tally and tally.games else "")
        rows.append(row)
    return markdown(("% against", *(NAMES[kind] for kind in kinds)), rows)


def pair_table(tallies: list[Tally]) -> str:
    """Every pair with its interval."""
    rows = []
    for tally in tallies:
        small, large = (NAMES[kind] for kind in tally.pair)
        wins, games = tally.wins[0], tally.games
        rows.append(
            (f"{small} – {large}", games, wins, games - wins, percent(wins, games), interval(wins, games))
        )
    return markdown(("pair", "games", "first wins", "second wins", "first's share", "95 % sure"), rows)


def bot_table(tallies: list[Tally], bots: Sequence[str]) -> str:
    """The first bot's wins, by pair and by the warband that it led."""
    rows = []
    for tally in tallies:
        led = [
            f"{tally.won_by_first[seat]} of {tally.led_by_first[seat]} with the {NAMES[kind]}"
            for seat, kind in enumerate(tally.pair)
        ]
        rows.append(
            (" – ".join(NAMES[kind] for kind in tally.pair), tally.games, sum(tally.won_by_first), *led)
        )
    return markdown(("pair", "games", f"{bots[0]} wins", "leading the first", "leading the second"), rows)


def bot_total(tallies: list[Tally], bots: Sequence[str]) -> str:
    """The first bot's share of all games."""
    wins, games = sum(sum(tally.won_by_first) for tally in tallies), sum(tally.games for tally in tallies)
    share = f"{percent(wins, games)} (95 % sure: {interval(wins, games)})"
    return f"{bots[0]} against {bots[1]}: {counted(games, 'game')}, {counted(wins, 'win')}, {share}"


def tables(tallies: list[Tally], bots: tuple[str, ...]) -> str:
    """What is to be said about the games: of warbands between equal bots, of bots otherwise."""
    if bots[0] != bots[1]:
        return f"{bot_total(tallies, bots)}\n\n{bot_table(tallies, bots)}\n"
    return f"{warband_table(tallies)}\n\n{cross_table(tallies)}\n\n{pair_table(tallies)}\n"


def digest() -> str:
    """A short hash of the bots' source: another one means that a bot may judge otherwise than here."""
    whole = blake2b(digest_size=4)
    for name in MIND:
        whole.update((SOURCE / name).read_bytes())
    return whole.hexdigest()


def page(tallies: list[Tally], bots: tuple[str, ...], games: int, seed: int, command: str) -> str:
    """The tables with what they mean and how to make them again."""
    rules = fimbul.game("valknut")
    facts = {
        "games": f"{sum(tally.games for tally in tallies):,}",
        "pairs": counted(len(tallies), "pair"),
        "each": games,
        "about": ABOUT.get(bots[0], "Another bot, or more time to think, gives other figures."),
        "bots": " and ".join(f"`{bot}`" for bot in dict.fromkeys(bots)),
        "command": command,
        "version": fimbul.__version__,
        "rules": rules.rules_version,
        "seed": seed,
        "digest": digest(),
        "source": our_terrain().source,
        "warbands": warband_table(tallies),
        "cross": cross_table(tallies),
        "table": pair_table(tallies),
        "total": bot_total(tallies, bots),
        "by_pair": bot_table(tallies, bots),
    }
    text = BOTS_PAGE if bots[0] != bots[1] else WARBANDS_PAGE
    return text.replace("{made}", MADE).format(**facts)


# ---- the command


def warbands(
    *,
    bots: str = "greedy",
    games: int = 100,
    seed: int = 1,
    workers: int = 1,
    pairs: int | None = None,
    pair: list[str] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    keep: Path | None = None,
    write: Path | None = None,
) -> int:
    """Let bots play pairs of warbands, and print a table as Markdown.

    Ctrl-C stops early and prints what has been played; a page is written only when all has been. With --keep
    the same command goes on where it was stopped.

    Parameters
    ----------
    bots
        One bot for both seats, or two with a comma, who then change seats from game to game.
    games
        How many games each pair plays.
    seed
        What all chance is made from.
    workers
        How many processes play.
    pairs
        Play so many pairs, chosen so that all warbands play; all 36 if not given.
    pair
        Play this pair, as elves,goblins. May be repeated.
    seconds
        How long a searching bot may think about one action.
    nodes
        How many positions a searching bot may look at for one action.
    keep
        Keep the count of every finished pair in this file, and go on from those in it.
    write
        Write a page with the tables to this file.
    """
    every = all_pairs()
    for name, number in (("--games", games), ("--workers", workers)):
        if number < 1:
            raise WrongUse(f"{name} is 1 or more, not {number}.")
    if pairs is not None and not 1 <= pairs <= len(every):
        raise WrongUse(f"--pairs is 1 to {len(every)}, not {pairs}.")
    if pair and pairs:
        raise WrongUse("Give either --pair or --pairs, not both.")
    names = tuple(name.strip() for name in bots.split(","))
    if len(names) == 1:
        names *= 2
    if len(names) != 2:
        raise WrongUse(f"--bots names one bot or two, not {len(names)}.")
    if names[0] != names[1] and games % 2:
        raise WrongUse(f"Two bots need an even number of --games to change seats fairly, not {games}.")
    chosen = named_pairs(pair) if pair else some_pairs(pairs) if pairs else every
    plan = [series_of(each, names, seed, seconds, nodes) for each in chosen]
    check(plan[0], fimbul.game("valknut"))
    if write is not None and not write.resolve().parent.is_dir():
        raise FimbulError(f"The page cannot be written: there is no folder {write.parent}.")

    settings = {"bots": names, "games": games, "seed": seed, "seconds": seconds, "nodes": nodes}
    kept = Kept(keep, settings | {"source": digest()})
    tallies, stopped = play(plan, chosen, games, workers, kept)
    print(tables(tallies, names), end="")
    if stopped:
        warn(f"stopped after {sum(tally.games for tally in tallies)} of {games * len(chosen)} games.")
        return cli.INTERRUPTED
    if write is not None:
        asked = {"--bots": bots, "--games": games, "--seed": seed, "--pairs": pairs}
        asked |= {"--seconds": seconds, "--nodes": nodes, "--write": write}
        words = [word for name, value in asked.items() if value is not None for word in (name, str(value))]
        words += [word for text in pair or [] for word in ("--pair", text)]
        command = f"python {SCRIPT} {shlex.join(words)}"
        print(f"\nWritten: {write_text(write, page(tallies, names, games, seed, command))}")
    return cli.OK


def main(arguments: Sequence[str]) -> int:
    """Run it; the status, with one sentence on stderr if it failed."""
    app = App(
        name="warbands.py",
        default_parameter=Parameter(negative=()),
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    app.default(warbands)
    try:
        return int(app(list(arguments), exit_on_error=False, print_error=False) or cli.OK)
    except CycloptsError as problem:
        return cli.complain(f"{cli.sentence(problem)} See 'python {SCRIPT} --help'.", cli.USAGE)
    except WrongUse as problem:
        return cli.complain(str(problem), cli.USAGE)
    except FimbulError as problem:
        return cli.complain(str(problem), cli.FAILED)
    except KeyboardInterrupt:
        return cli.complain("stopped.", cli.INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
