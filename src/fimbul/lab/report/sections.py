"""What the report says: every figure with its interval and its number of games, and games to watch."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

from fimbul.core import Game
from fimbul.lab.metrics import metrics_of, winning_line
from fimbul.lab.report import plots
from fimbul.lab.report.document import EXAMPLES, Link, Row, Section, Table, figure, percent, points
from fimbul.lab.statistics import Estimate, mean, share, spread

Played = dict[str, Any]  # a row of `games`
MOMENTS = 11  # of a game, for the curve of the winner's estimate
MOST_CROSS = 12  # names in a table of who beats whom


def links_to(games: Iterable[Played], count: int = EXAMPLES) -> tuple[Link, ...]:
    """Some games to watch; those whose record was kept come first."""
    chosen = sorted(games, key=lambda game: game["record"] is None)[:count]
    return tuple(map(link_to, chosen))


def link_to(game: Played) -> Link:
    """This game to watch."""
    return Link(game["arm"], game["number"])


def grouped(games: Iterable[Played], key: Callable[[Played], Any]) -> dict[Any, list[Played]]:
    """Games by something, in the order in which it first comes."""
    found: dict[Any, list[Played]] = defaultdict(list)
    for game in games:
        found[key(game)].append(game)
    return dict(found)


def ended(games: Iterable[Played]) -> list[Played]:
    """The games that came to an end."""
    return [game for game in games if game["finished"]]


def seats_of(games: Iterable[Played]) -> Iterable[tuple[Played, int]]:
    """Every seat of every game that came to an end."""
    return ((game, seat) for game in ended(games) for seat in range(game["seats"]))


def wins_table(
    name: str, groups: dict[str, list[tuple[Played, int]]]
) -> tuple[Table, list[tuple[str, Estimate]]]:
    """Wins by something, best first; and the same as marks for a plot."""
    marks = [
        (label, share(sum(game["scores"][seat] for game, seat in some), len(some)), some)
        for label, some in groups.items()
    ]
    marks.sort(key=lambda mark: -mark[1].value)
    rows = [
        Row(
            (label, f"{mark.games:,}", f"{mark.value * mark.games:g}", *percent(mark)),
            links_to([game for game, seat in some if game["scores"][seat] == 1.0] or [some[0][0]]),
        )
        for label, mark, some in marks
    ]
    return Table((name, "games", "wins", "share", "95% interval"), rows), [
        (label, mark) for label, mark, _ in marks
    ]


# ---- who wins


def winners(games: Sequence[Played], game: Game, stem: str) -> list[Section]:
    """Who wins: by role, by seat, by player, and who decides first."""
    found: list[Section] = []
    team = game.cooperative
    chance = None if team else sum(1 / played["seats"] for played in games) / len(games)
    by_role: dict[str, list[tuple[Played, int]]] = defaultdict(list)
    by_seat: dict[str, list[tuple[Played, int]]] = defaultdict(list)
    for played, seat in seats_of(games):
        by_role[played["roles"][seat]].append((played, seat))
        by_seat[f"seat {seat + 1}"].append((played, seat))
    if len(by_role) > 1 and not plain(by_role):
        table, marks = wins_table("who", by_role)
        text = (
            "How often the team won with each of them in it."
            if team
            else "How often each won, over all games in which it was played."
        )
        plot = plots.shares(f"{stem}roles", "share of games won", marks, chance)
        found.append(Section("Who wins", (text,), (table,), (plot,)))
        cross = cross_table(games)
        if cross is not None and not team:
            text = (
                "The share of games, in per cent, that the one at the left won against the one above; in "
                "brackets its 95 % interval and the number of games. Beside each row: a game against each."
            )
            found.append(Section("Who beats whom", (text,), (cross,)))
    if not team:
        table, _ = wins_table("seat", by_seat)
        first = share(sum(p["scores"][p["first"]] for p in ended(games)), len(ended(games)))
        gap = Estimate(
            first.value - (chance or 0), first.low - (chance or 0), first.high - (chance or 0), first.games
        )
        value, interval = points(gap)
        text = (
            f"Whoever decides first won {percent(first)[0]} of {first.games:,} games "
            f"(95% interval: {percent(first)[1]}): {value} points against an even share ({interval})."
        )
        found.append(Section("First-player advantage", (text,), (table,)))
    return found


def plain(groups: dict[str, Any]) -> bool:
    """Whether roles are only numbers of seats."""
    return all(label.startswith("Seat ") for label in groups)


def cross_table(games: Sequence[Played]) -> Table | None:
    """Who beats whom, where two play and there are several of them."""
    two = [game for game in ended(games) if game["seats"] == 2 and game["roles"][0] != game["roles"][1]]
    names = list(dict.fromkeys(role for game in two for role in game["roles"]))
    if not 3 <= len(names) <= MOST_CROSS:
        return None
    score: Counter[tuple[str, str]] = Counter()
    met: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for game in two:
        for seat in (0, 1):
            pair = game["roles"][seat], game["roles"][1 - seat]
            score[pair] += game["scores"][seat]
            met[pair].append(game)
    total = {
        name: sum(score[name, other] for other in names) / sum(len(met[name, other]) for other in names)
        for name in names
    }
    names.sort(key=lambda name: -total[name])
    rows = [
        Row(
            (
                name,
                *(
                    crossed(share(score[name, other], len(met[name, other]))) if met[name, other] else ""
                    for other in names
                ),
            ),
            tuple(link for other in names for link in links_to(met[name, other], 1)),
        )
        for name in names
    ]
    return Table(("% against", *names), rows)


def crossed(mark: Estimate) -> str:
    """A share in per cent with its interval and its games, as short as can be."""
    return f"{100 * mark.value:.0f} ({100 * mark.low:.0f}–{100 * mark.high:.0f}; {mark.games})"


def arms_section(groups: dict[str, list[Played]], game: Game, stem: str) -> Section:
    """Every arm on its own."""
    rows, marks = [], []
    for arm, games in groups.items():
        done = ended(games)
        mark = share(sum(p["scores"][p["places"].index(0)] for p in done), len(done))
        turns = mean([float(p["turns"]) for p in done])
        rows.append(
            Row(
                (
                    arm,
                    seating(games, game),
                    f"{len(games):,}",
                    *percent(mark),
                    *figure(turns, 1),
                    f"{len(games) - len(done)}",
                ),
                links_to(games),
            )
        )
        marks.append((arm, mark))
    who = "won" if game.cooperative else "first player's share"
    heads = ("arm", "players", "games", who, "95% interval", "turns", "95% interval", "unfinished")
    seats = {played["seats"] for games in groups.values() for played in games}
    chance = 1 / seats.pop() if len(seats) == 1 and not game.cooperative else None
    figures = (plots.shares(f"{stem}arms", "games won", marks, chance),) if len(marks) > 1 else ()
    text = "Each variant with each value of each sweep. Games of different arms share their seeds."
    return Section("Arm by arm", (text,), (Table(heads, rows),), figures)


def seating(games: Sequence[Played], game: Game) -> str:
    """Who plays in an arm, from the first player on, and as what where that is always the same."""
    players = [name for _, name in sorted(zip(games[0]["places"], games[0]["players"], strict=True))]
    seated = {
        tuple(role for _, role in sorted(zip(each["places"], each["roles"], strict=True))) for each in games
    }
    if game.cooperative or len(seated) > 1 or plain(dict.fromkeys(*seated)):
        return " – ".join(dict.fromkeys(players))
    return " – ".join(f"{name} as {role}" for name, role in zip(players, *seated, strict=True))


def skill(games: Sequence[Played], game: Game) -> Section | None:
    """Does a better player win more, and by how much?"""
    names = list(dict.fromkeys(player for played in games for player in played["players"]))
    if len(names) < 2:
        return None
    if game.cooperative:
        groups: dict[str, list[tuple[Played, int]]] = defaultdict(list)
        for played in ended(games):
            groups[" and ".join(dict.fromkeys(played["players"]))].append((played, 0))
        table, _ = wins_table("players", groups)
        return Section("Skill", ("How often each kind of player won.",), (table,))
    pairs: dict[tuple[str, str], list[tuple[Played, int]]] = defaultdict(list)
    for played, seat in seats_of(games):
        others = [p for place, p in enumerate(played["players"]) if place != seat]
        for other in dict.fromkeys(others):
            if other != played["players"][seat]:
                pairs[played["players"][seat], other].append((played, seat))
    if not pairs:
        return None
    table, _ = wins_table("player", {f"{one} against {other}": some for (one, other), some in pairs.items()})
    return Section("Skill", ("How often each player won against each other.",), (table,))


# ---- length, endings, choices


def length(groups: dict[str, list[Played]], stem: str) -> Section:
    """How long games are."""
    rows = []
    for arm, games in groups.items():
        done = ended(games)
        if not done:
            continue
        turns = sorted(float(p["turns"]) for p in done)
        low, high = turns[int(0.05 * (len(turns) - 1))], turns[math.ceil(0.95 * (len(turns) - 1))]
        rows.append(
            Row(
                (
                    arm,
                    f"{len(done):,}",
                    *figure(mean(turns)),
                    f"{median(turns):g}",
                    f"{spread(turns):.2f}",
                    f"{low:g} to {high:g}",
                    *figure(mean([float(p["choices"]) for p in done]), 1),
                ),
                (
                    link_to(max(done, key=lambda p: p["turns"])),
                    link_to(min(done, key=lambda p: p["turns"])),
                ),
            )
        )
    heads = (
        "arm",
        "games",
        "turns",
        "95% interval",
        "median",
        "sd",
        "5 to 95 % of games",
        "decisions",
        "95% interval",
    )
    text = (
        "Turns until the end, and decisions with more than one legal action. Beside each row: its longest "
        "and its "
        "shortest game.",
    )
    everything = [float(p["turns"]) for games in groups.values() for p in ended(games)]
    figures = (plots.histogram(f"{stem}length", "turns", [("games", everything)]),) if everything else ()
    return Section("Length", text, (Table(heads, rows),), figures)


def endings(groups: dict[str, list[Played]], game: Game) -> Section:
    """By which rule games end."""
    titles = {rule.number: rule.title for rule in game.rules.rules}
    rows = []
    for arm, games in groups.items():
        done = ended(games)
        for rule, some in sorted(grouped(done, lambda p: p["rule"]).items(), key=lambda item: -len(item[1])):
            title = titles.get(rule) or titles.get(rule.rstrip("abc"), "")  # F50b is a part of F50
            cells = (arm, f"{rule} {title}".strip(), f"{len(some):,}", *percent(share(len(some), len(done))))
            rows.append(Row(cells, links_to(some)))
    games = [played for some in groups.values() for played in some]
    count = len(ended(games))
    text = f"Of {len(games):,} games {count:,} ended; {len(games) - count:,} did not within the game's bound."
    heads = ("arm", "rule", "games", "share", "95% interval")
    return Section("How games end", (text,), (Table(heads, rows),))


def branching(groups: dict[str, list[Played]]) -> Section:
    """How much there is to choose from."""
    rows = []
    for arm, games in groups.items():
        some = [float(p["branching"]) for p in games]
        widest = max(games, key=lambda p: p["most_branching"])
        rows.append(
            Row(
                (arm, f"{len(games):,}", *figure(mean(some), 1), f"{widest['most_branching']:,}"),
                (link_to(widest),),
            )
        )
    heads = ("arm", "games", "legal actions of a decision", "95% interval", "most")
    return Section("Branching", ("Beside each row: the game with the widest choice.",), (Table(heads, rows),))


# ---- the drama


def drama(groups: dict[str, list[Played]], game: Game, stem: str) -> Section | None:
    """How early games are decided, how often the lead changes, and who comes back."""
    metrics = metrics_of(game.cooperative)
    rows = []
    everything = [played for games in groups.values() for played in games]
    asked = sum(bool(played["estimates"]) for played in everything)
    if not asked:
        return None
    for arm, games in groups.items():
        done = [played for played in ended(games) if played["estimates"]]
        cells: list[str] = [arm, f"{len(done):,}"]
        for name in ("decided", "lead_changes", "comebacks"):
            values = [value for p in done if (value := metrics[name].of(p)) is not None]
            if name == "comebacks":
                cells += percent(share(sum(values), len(values)))
            elif metrics[name].share:
                cells += percent(clipped(mean(values)))
            else:
                cells += figure(mean(values))
        back = [p for p in done if metrics["comebacks"].of(p)]
        rows.append(Row(tuple(cells), links_to(back)))
    heads = (
        "arm",
        "games",
        "decided after",
        "95% interval",
        "changes of the lead",
        "95% interval",
        "comebacks",
        "95% interval",
    )
    some = f", asked for in {asked:,} of {len(everything):,} games, by lot"
    text = (
        "By the bot's estimate at the start, after each turn and at the end"
        f"{some * (asked < len(everything))}. *Decided after*: the share of the game after which the winner "
        "leads for good. *Comebacks*: the winner had been far behind (estimate "
        "-0.5 or less, where -1 is lost); beside each row, such games."
        + (" In a co-operative game the other side is the game itself." if game.cooperative else "")
    )
    curve = estimate_curve(ended(everything), game.cooperative)
    figures = (
        (plots.lines(f"{stem}drama", "the winning side's estimate", "of the game", curve),) if curve else ()
    )
    return Section("When games are decided", (text,), (Table(heads, rows),), figures)


def clipped(mark: Estimate) -> Estimate:
    """A mean of shares: no share is outside 0 to 1, whatever the normal interval says."""
    return Estimate(mark.value, max(0.0, mark.low), min(1.0, mark.high), mark.games)


def estimate_curve(games: Sequence[Played], cooperative: bool) -> list[tuple[str, float, Estimate]]:
    """What the winning side's estimate was along the game, on average."""
    moments: list[list[float]] = [[] for _ in range(MOMENTS)]
    for game in games:
        line = winning_line(game, cooperative)
        if line is None or len(line) < 2:
            continue
        for moment in range(MOMENTS):
            moments[moment].append(line[round(moment / (MOMENTS - 1) * (len(line) - 1))])
    return [
        ("estimate", place / (MOMENTS - 1), mean(some)) for place, some in enumerate(moments) if len(some) > 1
    ]


def difficulty(games: Sequence[Played], game: Game, stem: str) -> Section | None:
    """How hard a co-operative game is, by players and options."""
    if not game.cooperative:
        return None
    groups: dict[str, list[tuple[Played, int]]] = defaultdict(list)
    for played in ended(games):
        groups[f"{played['seats']} player{'s' if played['seats'] > 1 else ''}"].append((played, 0))
    if len(groups) < 2:
        return None
    table, marks = wins_table("players", groups)
    plot = plots.shares(f"{stem}difficulty", "games won", marks)
    return Section("Difficulty by number of players", (), (table,), (plot,))
