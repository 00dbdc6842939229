"""Answers 1 to 6: length, wins, progress, losses, conditions, dice."""

from collections import Counter
from collections.abc import Callable, Iterable

from fimbul.lab.six_winters.drawing import Mark, Row, columns, curves, dots, exact, stacks
from fimbul.lab.six_winters.figures import CAUSES, MODES, SEASONS, SOURCES, Answer, Figures, named
from fimbul.lab.six_winters.keys import BOOK, FIRST_SIGHT, SUPPLIES
from fimbul.lab.six_winters.reckoning import (
    around,
    chance,
    change,
    counted_shares,
    figure,
    mean,
    part,
    percent,
    percentile,
    points,
    shares,
    spread,
    table,
    told,
    wins,
    won,
)
from fimbul.lab.six_winters.rules import RESOURCES
from fimbul.lab.six_winters.seen import BINS, TYPES, Bins, Session

# ---- 1 to 4: length, wins, progress, losses


def length(figures: Figures) -> Answer:
    rows = []
    for card in BOOK.scenarios:
        for mode in MODES:
            some = figures.scenario(card.id, mode)
            turns = [float(session.turns) for session in some]
            used = [session.turns / session.most_turns for session in some]
            seasons = [f"{mean([session.by_season[n] for session in some]):.1f}" for n in range(3)]
            rows.append(
                (
                    f"{named(card.id)}, {mode}",
                    len(some),
                    figure(around(turns)),
                    f"{percentile(turns, 0.5):g}",
                    f"{spread(turns):.2f}",
                    *seasons,
                    percent(part(used)),
                )
            )
    every = figures.main()
    all_turns = [float(session.turns) for session in every]
    victories = [float(session.turns) for session in every if session.won]
    losses = [float(session.turns) for session in every if not session.won]
    heads = ("scenario", "sessions", "turns", "median", "sd", *SEASONS, "of all turns")
    counts = Counter((session.turns, session.won) for session in every)
    most = max((session.turns for session in every), default=1)
    bars = [Row(str(n), [exact(counts[n, True]), exact(counts[n, False])]) for n in range(1, int(most) + 1)]
    short = (
        f"{figure(around(all_turns))} turns over {len(every):,} sessions, sd {spread(all_turns):.2f}; one "
        f"that is won ({len(victories):,}) takes {figure(around(victories))}, a lost one ({len(losses):,}) "
        f"{figure(around(losses))}."
    )
    body = (
        "Turns begun until the session was won or lost, and how many of them were in each season. The last "
        "column is the share of the turns that the seasons have at most. The designer's aim is about 8 "
        f"turns with a small deviation.\n\n{table(heads, rows)}"
    )
    plot = columns("Length of a session", bars, "sessions", "turns", ("won", "lost"))
    return Answer(short=short, body=body, plots={"length": plot})


def victory(figures: Figures) -> Answer:
    rows, marks = [], []
    never: dict[str, list[str]] = {"never won here": [], "never lost here": []}
    for card in BOOK.scenarios:
        here = []
        for mode in MODES:
            some = figures.scenario(card.id, mode)
            mark = wins(some)
            here.append(mark if some else None)
            note = ""
            if some and not any(session.won for session in some):
                note = "never won here"
            elif some and all(session.won for session in some):
                note = "never lost here"
            if note:
                never[note].append(f"{card.name} ({mode})")
            rows.append(
                (
                    f"{named(card.id)}, {mode}",
                    card.year,
                    card.source,
                    len(some),
                    sum(session.won for session in some),
                    percent(mark),
                    percent(shares(some)),
                    note,
                )
            )
        marks.append(Row(f"{card.year}: {card.name}", here))
    heads = ("scenario", "year", "source", "sessions", "won", "win rate", "points reached", "")
    strength = []
    for bot in ("random", FIRST_SIGHT, "greedy", "search"):
        some = figures.of("bot", bot)
        strength.append(
            (bot, len(some), sum(session.won for session in some), percent(wins(some)), percent(shares(some)))
        )
    by_mode = [
        f"{percent(wins(figures.main(mode)))} of {len(figures.main(mode)):,} sessions are won on {mode}"
        for mode in MODES
    ]
    told_apart = [f"{note}: {', '.join(names)}" for note, names in never.items() if names]
    verdict = (
        "Every scenario was both won and lost in both modes."
        if not told_apart
        else f"Not every row is both won and lost by this player; {'; '.join(told_apart)}. A row that is "
        "never won may only be hard: its interval says how likely a win can still be."
    )
    short = (
        f"Over all scenarios {' and '.join(by_mode)}. In year one, normal: "
        f"{', '.join(f'{row[0]} {row[3]} of {row[1]}' for row in strength)}. {verdict}"
    )
    body = (
        f"{table(heads, rows)}\n\nStrength of play, in the two scenarios of year one on normal; `random` "
        "plays anything, `greedy` plays on a little in its head before it acts, `search` plays on "
        f"longer:\n\n{table(('player', 'sessions', 'won', 'win rate', 'points reached'), strength)}"
    )
    plot = dots("Win rate by scenario", marks, "sessions won", MODES, percent=True)
    return Answer(short=short, body=body, plots={"wins": plot})


def progress(figures: Figures) -> Answer:
    rows, marks = [], []
    for card in BOOK.scenarios:
        some = figures.scenario(card.id)
        total = Counter[str]()
        for session in some:
            total.update(session.points)
        whole = sum(total.values())
        rows.append(
            (
                named(card.id),
                figure(around([float(session.scenes) for session in some])),
                figure(around([sum(session.points.values()) / session.turns for session in some])),
                *(f"{100 * total[source] / whole:.0f} %" if whole else "–" for source in SOURCES),
            )
        )
        marks.append(Row(f"{card.year}: {card.name}", [exact(total[source]) for source in SOURCES]))
    every = figures.main("normal")
    total = Counter[str]()
    for session in every:
        total.update(session.points)
    whole = sum(total.values()) or 1
    heads = ("scenario, normal", "scenes told", "points told a turn", *SOURCES)
    parts = ", ".join(f"{100 * total[source] / whole:.0f} % {source}" for source in SOURCES)
    first = [float(session.told_on[0]) for session in every if session.told_on]
    short = (
        f"{figure(around([float(session.scenes) for session in every]))} of 3 scenes in a session of normal "
        f"mode ({len(every):,} sessions). The points come from {parts}."
    )
    body = (
        "Points are counted in the scenes in which they were told. The first scene, where one was told, was "
        f"told on turn {figure(around(first))}.\n\n{table(heads, rows)}"
    )
    return Answer(
        short=short,
        body=body,
        plots={"points": stacks("Where the points of scenes come from", marks, SOURCES, "of all points")},
    )


def losing(figures: Figures) -> Answer:
    rows, marks = [], []
    for card in BOOK.scenarios:
        for mode in MODES:
            some = [session for session in figures.scenario(card.id, mode) if not session.won]
            counts = Counter(session.cause for session in some)
            pools = []
            for season in range(2):
                left = [
                    float(session.pool_by_season[season])
                    for session in figures.scenario(card.id, mode)
                    if len(session.pool_by_season) > season
                ]
                pools.append(f"{mean(left):.1f}" if left else "–")
            by_time = [float(session.pool_left) for session in some if session.cause == "time"]
            rows.append(
                (
                    f"{named(card.id)}, {mode}",
                    len(some),
                    *(percent(chance(counts[cause], len(some))) for cause in CAUSES[1:]),
                    figure(around([float(session.turns) for session in some]), 1),
                    *pools,
                    f"{mean(by_time):.1f}" if by_time else "–",
                )
            )
        causes = Counter(session.cause for session in figures.scenario(card.id))
        marks.append(Row(f"{card.year}: {card.name}", [exact(causes[cause]) for cause in CAUSES]))
    every = [session for session in figures.main() if not session.won]
    counts = Counter(session.cause for session in every)
    heads = (
        "scenario",
        "lost",
        "by threats",
        "by time",
        "by stress",
        "turn of loss",
        "pool after spring",
        "after summer",
        "when time ran out",
    )
    short = f"Of {len(every):,} lost sessions " + ", ".join(
        f"{percent(chance(counts[cause], len(every)))} by {cause}" for cause in CAUSES[1:]
    )
    body = (
        "Why sessions were lost, and how many threat tokens were left in the pool at the end of spring and "
        "summer (of all sessions that came so far) and when fall ended. Stress means a knock-out: a fourth "
        f"condition of one track.\n\n{table(heads, rows)}"
    )
    plot = stacks("How sessions end, normal mode", marks, CAUSES, "of all sessions")
    return Answer(short=short + ".", body=body, plots={"losses": plot})


# ---- 5: conditions


def summed(sessions: Iterable[Session], which: Callable[[Session], Bins]) -> Bins:
    """All predictions together."""
    total: Bins = [[0, 0.0, 0] for _ in range(BINS)]
    for session in sessions:
        for row, more in zip(total, which(session), strict=True):
            for place in range(3):
                row[place] += more[place]
    return total


def conditions(figures: Figures) -> Answer:
    every = figures.main()
    people = sum(len(session.characters) for session in every)
    each = [len(session.conditions) / len(session.characters) for session in every]
    any_ = chance(sum(bool(session.conditions) for session in every), len(every))
    out = chance(sum(session.cause == "stress" for session in every), len(every))
    sources, turns, suffered = Counter[str](), Counter[int](), Counter[str]()
    for session in every:
        sources.update(source for _, source in session.conditions)
        turns.update(moment for moment, _ in session.conditions)
        suffered.update(session.stress)
    rows = [
        (name, count, f"{count / max(1, people):.2f}", share, suffered[name])
        for name, count, share in counted_shares(sources)
    ]
    when = ", ".join(f"{turn}: {turns[turn]}" for turn in sorted(turns))
    stress = summed(every, lambda session: session.risk_of_stress)
    scars = summed(every, lambda session: session.risk_of_condition)
    lines, tables = [], []
    for name, bins in (("some stress", stress), ("a condition", scars)):
        filled = [row for row in bins if row[0]]
        lines.append((name, [(row[1] / row[0], chance(int(row[2]), int(row[0]))) for row in filled]))
        tables.append(
            table(
                (f"predicted: {name}", "rolls", "mean prediction", "it happened"),
                [
                    (
                        f"{10 * place} to {10 * place + 10} %",
                        int(row[0]),
                        f"{100 * row[1] / row[0]:.1f} %",
                        percent(chance(int(row[2]), int(row[0]))),
                    )
                    for place, row in enumerate(bins)
                    if row[0]
                ],
            )
        )
    surprises = sum(row[2] for row in scars[:2])
    seen = max(1, sum(row[2] for row in scars))
    short = (
        f"{figure(around(each))} conditions for each character in a session; {percent(any_)} of "
        f"{len(every):,} sessions have one, {percent(out)} end by a knock-out. Of the conditions that "
        f"came from a stress roll {percent(chance(int(surprises), int(seen)))} came at a predicted risk "
        "below 20 %."
    )
    body = (
        "Conditions by what caused the last stress, for each character and session, and the stress from the "
        f"same source:\n\n{table(('source', 'conditions', 'each', 'share', 'stress'), rows)}\n\nBy turn: "
        f"{when or 'none'}.\n\nWas the risk visible? Before each stress roll the exact chance was computed "
        "from the stress dice, the rank and the defence pool; the chance of a condition for rolls of one "
        "character alone with up to three dice, if dice are cancelled in the best way. A roll after a "
        "preview is left out. Stashed defence dice "
        "come after the roll, so the truth may lie a little lower.\n\n" + "\n\n".join(tables)
    )
    plot = curves(
        "Predicted risk and what happened",
        lines,
        "predicted before the roll",
        "it happened",
        percent=True,
        across_percent=True,
        diagonal=True,
    )
    return Answer(short=short, body=body, plots={"conditions": plot})


# ---- 6: dice


def supply(figures: Figures) -> Answer:
    rows, peaks = [], []
    cases = [
        ("2", "6", "2 players, 6 dice"),
        ("2", "12", "2 players, 12 dice"),
        ("4", "6", "4 players, 6 dice"),
        ("4", "12", "4 players, 12 dice"),
    ]
    for kind, resource in enumerate(RESOURCES):
        row: list[object] = [resource]
        for seats in ("2", "4"):
            few, many = figures.of("supply", seats, "6"), figures.of("supply", seats, "12")
            row.append(figure(around([float(s.refused[kind]) for s in few])))
            row.append(f"{mean([s.no_muster[kind] for s in few]):.2f}")
            for share in (0.95, 0.99):
                row.append(f"{percentile([s.peak[kind] for s in many], share):g}")
        rows.append(row)
        marks = []
        for seats, dice, _ in cases:
            found = [float(s.peak[kind]) for s in figures.of("supply", seats, dice)]
            marks.append(Mark(mean(found), percentile(found, 0.05), percentile(found, 0.95)))
        peaks.append(Row(resource, marks))
    heads = (
        "type",
        *(f"{what}, {n} players" for n in (2, 4) for what in ("refused", "no muster", "95 %", "99 %")),
    )
    effect = []
    lines = []
    for seats in ("2", "4"):
        base = figures.of("supply", seats, "6")
        spots = []
        for size in SUPPLIES:
            some = figures.of("supply", seats, str(size))
            spots.append((float(size), shares(some)))
            effect.append(
                (
                    f"{size} dice, {seats} players",
                    len(some),
                    percent(wins(some)),
                    percent(shares(some)),
                    "–" if size == SUPPLIES[0] else points(change(some, base, won)),
                    "–" if size == SUPPLIES[0] else points(change(some, base, told)),
                )
            )
        lines.append((f"{seats} players", spots))
    action = [float(s.peak[TYPES]) for s in figures.of("supply", "4", "6")]
    short_of = {}
    for seats in ("2", "4"):
        some = figures.of("supply", seats, "6")
        short_of[seats] = around([float(sum(s.refused)) for s in some])
    need = max(
        (percentile([s.peak[kind] for s in figures.of("supply", seats, "12")], 0.99), resource, seats)
        for kind, resource in enumerate(RESOURCES)
        for seats in ("2", "4")
    )
    short = (
        f"With six of a type {figure(short_of['2'])} dice a session are refused at two players and "
        f"{figure(short_of['4'])} at four ({len(figures.of('supply', '4', '6'))} sessions each). "
        f"Where twelve are there, at most {need[0]:g} of a type "
        f"({need[1]}, {need[2]} players) are in use in 99 % of sessions."
    )
    body = (
        "*Refused* are dice that production or sorcery lacked in the refresh, in a session with six dice of "
        "each type; *no muster* the times that a character could have paid for a muster where the supply "
        "was empty (once a turn and location). The last two figures say how many dice of the type are in "
        "use at once at most, in 95 % and 99 % of sessions with twelve of a "
        f"type.\n\n{table(heads, rows)}\n\nOf the 18 action dice four players use at most "
        f"{percentile(action, 0.99):g} at once in 99 % of sessions.\n\nWhat a larger supply changes, in the "
        "two printed scenarios with the same seeds; changes are in percentage points against six dice.\n\n"
        + table(("supply", "sessions", "win rate", "points reached", "wins", "points"), effect)
    )
    return Answer(
        short=short,
        body=body,
        plots={
            "dice": dots(
                "Most dice of a type in use at once (5 % to 95 % of sessions)",
                peaks,
                "dice",
                [name for _, _, name in cases],
            ),
            "supply": curves("Points reached by supply", lines, "dice of each type", "points", percent=True),
        },
    )
