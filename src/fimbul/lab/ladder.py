"""The ladder: bots and levels against each other, and ratings with intervals."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from fimbul.core import BadOption
from fimbul.games import game as find
from fimbul.lab.folder import Results
from fimbul.lab.report import made
from fimbul.lab.report.document import Document, Row, Section, Table, figure, percent
from fimbul.lab.report.sections import ended, links_to
from fimbul.lab.statistics import Z95, mean, share

ELO = 400 / math.log(10)
PRIOR = 1.0  # games that each is thought to have drawn against an average player
ROUNDS = 500


class Rating(msgspec.Struct, frozen=True):
    """How strong a player is, in points of which 400 mean ten to one; the average is 0."""

    player: str
    games: int
    score: float
    rating: float
    error: float  # half the 95 % interval


def ladder_experiment(
    game: str,
    players: Sequence[str],
    player: Mapping[str, Any],
    games: int,
    seed: int,
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """Everybody against everybody, changing seats; in a co-operative game, everybody against the game."""
    rules = find(game)
    if len(dict.fromkeys(players)) < 2 or len(dict.fromkeys(players)) != len(players):
        raise BadOption("A ladder needs two different players at least.")
    tables: dict[str, Any] = {
        "title": f"{rules.title}: how strong the bots are",
        "game": game,
        "seed": seed,
        "games": games,
        "records": max(1, games // 10),
        "events": False,
        "options": dict(options),
    }
    if player:
        tables["player"] = dict(player)
    if rules.cooperative:
        tables["part"] = [{"name": name, "players": [name], "seeds": "all"} for name in players]
    else:
        tables["part"] = [
            {"name": f"{one} – {other}", "players": [one, other], "rotate": True, "seeds": "all"}
            for one, other in combinations(players, 2)
        ]
    return tables


def ratings(results: Sequence[tuple[str, str, float]]) -> list[Rating]:
    """Ratings after Bradley and Terry of (player, player, score of the first); a prior keeps them finite."""
    names = list(dict.fromkeys(name for one, other, _ in results for name in (one, other)))
    strength = dict.fromkeys(names, 0.0)
    faced: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    for one, other, score in results:
        faced[one].append((other, score))
        faced[other].append((one, 1 - score))
    for _ in range(ROUNDS):
        moved = 0.0
        for name in names:
            slope, curve = PRIOR * (0.5 - expected(strength[name])), PRIOR * 0.25
            for other, score in faced[name]:
                likely = expected(strength[name] - strength[other])
                slope += score - likely
                curve += likely * (1 - likely)
            step = max(-1.0, min(1.0, slope / curve))
            strength[name] += step
            moved = max(moved, abs(step))
        middle = sum(strength.values()) / len(names)
        for name in names:
            strength[name] -= middle
        if moved < 1e-9:
            break
    errors = dict(zip(names, standard_errors(names, strength, faced), strict=True))
    found = [
        Rating(
            name,
            len(faced[name]),
            sum(score for _, score in faced[name]) / len(faced[name]),
            ELO * strength[name],
            ELO * Z95 * errors[name],
        )
        for name in names
    ]
    return sorted(found, key=lambda rating: -rating.rating)


def standard_errors(
    names: Sequence[str], strength: Mapping[str, float], faced: Mapping[str, Sequence[tuple[str, float]]]
) -> list[float]:
    """How unsure each strength is, the others being unsure too: from the inverse of the information."""
    size = len(names)
    place = {name: number for number, name in enumerate(names)}
    rows = [[0.0] * size + [float(row == column) for column in range(size)] for row in range(size)]
    for name in names:
        here = place[name]
        rows[here][here] += PRIOR * 0.25
        for other, _ in faced[name]:
            likely = expected(strength[name] - strength[other])
            rows[here][here] += likely * (1 - likely)
            rows[here][place[other]] -= likely * (1 - likely)
    for pivot in range(size):  # Gauss and Jordan; the prior keeps every pivot above 0
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for line in range(size):
            if line != pivot:
                factor = rows[line][pivot]
                rows[line] = [a - factor * b for a, b in zip(rows[line], rows[pivot], strict=True)]
    # Of a strength against the average of all, which is what the rating says.
    inverse = [row[size:] for row in rows]
    total = sum(map(sum, inverse)) / size**2
    return [math.sqrt(max(0.0, inverse[n][n] - 2 * sum(inverse[n]) / size + total)) for n in range(size)]


def expected(gap: float) -> float:
    """How much somebody scores who is so much stronger."""
    return 1 / (1 + math.exp(-gap))


def ladder(results: Results, command: str) -> Document:
    """The page, which says the command that made it."""
    game = find(results.experiment.game)
    rows = list(results.games.iter_rows(named=True))
    sections = [team_section(rows) if game.cooperative else duel_section(rows), made(results, command)]
    return Document(results.experiment.title, sections)


def duel_section(rows: Sequence[dict[str, Any]]) -> Section:
    """Ratings, and every pair."""
    games = [
        (row["players"][0], row["players"][1], row["scores"][0])
        for row in ended(rows)
        if row["seats"] == 2 and row["players"][0] != row["players"][1]
    ]
    table = Table(
        ("player", "games", "score", "rating", "95% interval"),
        [
            Row(
                (
                    each.player,
                    f"{each.games:,}",
                    f"{100 * each.score:.1f} %",
                    f"{each.rating:+.0f}",
                    f"{each.rating - each.error:+.0f} to {each.rating + each.error:+.0f}",
                ),
                links_to(row for row in rows if each.player in row["players"]),
            )
            for each in ratings(games)
        ],
    )
    pairs: dict[tuple[str, str], list[float]] = {}
    for one, other, score in games:
        first, second = sorted((one, other))
        pairs.setdefault((first, second), []).append(score if one == first else 1 - score)
    each_pair = Table(
        ("pair", "games", "score of the first", "95% interval"),
        [
            Row(
                (f"{one} – {other}", f"{len(some):,}", *percent(share(sum(some), len(some)))),
                links_to(row for row in rows if sorted(row["players"]) == [one, other]),
            )
            for (one, other), some in pairs.items()
        ],
    )
    text = (
        "Everybody against everybody, on the same seeds, changing seats. 400 points mean ten wins to one; "
        "the average "
        "is 0, and a draw is half a win. The ratings are those of Bradley and Terry, with one drawn game "
        "against an "
        "average player thought for each, so that who never lost is not infinitely strong."
    )
    return Section("", (text,), (table, each_pair))


def team_section(rows: Sequence[dict[str, Any]]) -> Section:
    """How often each kind of team wins, and how long it holds."""
    found = []
    for name in dict.fromkeys(row["players"][0] for row in rows):
        some = [row for row in ended(rows) if row["players"][0] == name]
        found.append(
            Row(
                (
                    name,
                    f"{len(some):,}",
                    *percent(share(sum(row["scores"][0] for row in some), len(some))),
                    *figure(mean([float(row["turns"]) for row in some]), 1),
                ),
                links_to(some),
            )
        )
    heads = ("players", "games", "won", "95% interval", "turns", "95% interval")
    text = "All play the same games, on the same seeds, against the game itself."
    return Section("", (text,), (Table(heads, found),))
