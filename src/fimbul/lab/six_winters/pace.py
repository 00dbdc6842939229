"""Answers 12 to 15: obstacles, threats, pressing on or saving, players and years."""

from collections import Counter, defaultdict

from fimbul.lab.six_winters.drawing import Mark, Row, columns, dots, exact
from fimbul.lab.six_winters.figures import (
    CAUSES,
    EARLY,
    Answer,
    Figures,
    listed,
    named,
    per_game,
)
from fimbul.lab.six_winters.keys import BOOK, ONE_TRY, STYLES
from fimbul.lab.six_winters.reckoning import (
    around,
    chance,
    change,
    counted_shares,
    figure,
    mean,
    percent,
    percentile,
    points,
    shares,
    spread,
    standing,
    table,
    told,
    wins,
    won,
)
from fimbul.lab.six_winters.seen import Saga

# ---- 12, 13: obstacles and threats


def pacing(figures: Figures) -> Answer:
    every = figures.main()
    turns = [turn for session in every for turn in session.each_turn]
    fates = Counter[str]()
    for session in every:
        fates.update(session.fates)
    entered = max(1, fates["entered"])
    rows = []
    for name in ("overcome", "hindered", "struck", "removed", "left in play"):
        rows.append(
            (
                name,
                fates[name],
                f"{fates[name] / max(1, len(turns)):.2f}",
                percent(chance(fates[name], entered)),
            )
        )
    gone = sum(fates[name] for name in ("overcome", "hindered", "struck", "removed"))
    fired = chance(fates["fired before it went"], gone)
    by_stage: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for turn in turns:
        by_stage[min(turn.staged, 10)].append((turn.fired, turn.in_play))
    stage_rows, marks = [], []
    for staged in sorted(by_stage):
        moments = by_stage[staged]
        rate = around([float(fired_now) for fired_now, _ in moments])
        name = f"{staged}" if staged < 10 else "10 or more"
        stage_rows.append((name, len(moments), f"{mean([float(n) for _, n in moments]):.1f}", figure(rate)))
        marks.append(Row(name, [rate]))
    by_scenario = []
    for card in BOOK.scenarios:
        some = figures.scenario(card.id)
        begun = [turn for session in some for turn in session.each_turn]
        total = Counter[str]()
        for session in some:
            total.update(session.fates)
        by_scenario.append(
            (
                named(card.id),
                f"{total['entered'] / max(1, len(begun)):.2f}",
                f"{total['overcome'] / max(1, len(begun)):.2f}",
                f"{total['hindered'] / max(1, len(begun)):.2f}",
                f"{sum(turn.fired for turn in begun) / max(1, len(begun)):.2f}",
                figure(around([float(turn.in_play) for turn in begun]), 1),
                f"{sum(session.activations for session in some) / max(1, len(begun)):.1f}",
                percent(
                    chance(
                        sum(session.absorbed for session in some),
                        max(1, sum(session.activations for session in some)),
                    )
                ),
            )
        )
    coming = [session.fates["entered"] / session.turns for session in every]
    effects = {name[8:]: count for name, count in fates.items() if name.startswith("effect: ")}
    short = (
        f"{figure(around(coming))} obstacles come into play a turn over {len(every):,} sessions; "
        f"{percent(fired)} of the {gone:,} that leave play have struck at least once. "
        f"{figure(around([float(t.in_play) for t in turns]), 1)} are "
        "in play when a turn begins."
    )
    body = (
        "What became of all obstacles that came into play, for each turn and as a share (*removed*: by a "
        "text or a scene; a hindered one that came back counts again):\n\n"
        + table(("fate", "obstacles", "a turn", "share"), rows)
        + "\n\nEffects that happened: "
        + ", ".join(f"{name} {count}" for name, count in sorted(effects.items(), key=lambda e: -e[1]))
        + ".\n\nBy scenario, normal mode, for each turn; *absorbed* activations took only a token away:\n\n"
        + table(
            ("scenario", "enter", "overcome", "hindered", "strikes", "in play", "activations", "absorbed"),
            by_scenario,
        )
        + "\n\nThe growing staging area: strikes in a turn by how many assets were staged when it began.\n\n"
        + table(("staged", "turns", "in play", "strikes in the turn"), stage_rows)
    )
    plot = columns("Strikes in a turn, by assets staged", marks, "strikes", "assets staged")
    return Answer(short=short, body=body, plots={"obstacles": plot})


def threats(figures: Figures) -> Answer:
    rows, marks = [], []
    for card in BOOK.scenarios:
        some = figures.scenario(card.id)
        early = [s for s in some if any(turn <= EARLY for turn in s.tokens)]
        calm = [s for s in some if s.turns > EARLY and not any(turn <= EARLY for turn in s.tokens)]
        rows.append(
            (
                named(card.id),
                figure(around([len(s.tokens) / s.turns for s in some])),
                f"{mean([float(n) for s in some for n in s.chains]):.2f}",
                len(early),
                percent(wins(early)) if early else "–",
                percent(wins(calm)) if calm else "–",
                percent(shares(early)) if early else "–",
                percent(shares(calm)) if calm else "–",
            )
        )
        marks.append(
            Row(f"{card.year}: {card.name}", [wins(early) if early else None, wins(calm) if calm else None])
        )
    every = figures.main()
    normal = figures.main("normal")
    chains = Counter(n for s in every for n in s.chains)
    whole = sum(chains.values())
    early = [s for s in normal if any(turn <= EARLY for turn in s.tokens)]
    calm = [s for s in normal if s.turns > EARLY and not any(turn <= EARLY for turn in s.tokens)]
    origin = Counter[str]()
    for session in every:
        origin.update(session.threat_from)
    by_turn = [
        Row(
            str(turn),
            [around([float(s.tokens.count(turn)) for s in normal if s.turns >= turn])],
        )
        for turn in range(1, 11)
        if sum(s.turns >= turn for s in normal) > 1
    ]
    bars = [Row(str(n), [chance(chains[n], whole)]) for n in range(1, max(chains, default=1) + 1)]
    unavoidable = chance(origin["never within reach"], max(1, sum(origin.values())))
    short = (
        f"{figure(around([len(s.tokens) / s.turns for s in every]))} threat tokens a turn over "
        f"{len(every):,} sessions; a strike brings "
        f"{figure(around([float(n) for s in every for n in s.chains]))} and more than two in "
        f"{percent(chance(sum(c for n, c in chains.items() if n > 2), whole))}. {percent(unavoidable)} come "
        f"from an obstacle that nobody could have reached; of the others it is not known whether anybody "
        f"could have prevented them. With a threat by turn {EARLY} "
        f"{percent(wins(early))} of {len(early)} sessions are won, without {percent(wins(calm))} of "
        f"{len(calm)}."
    )
    body = (
        f"An early threat is one up to turn {EARLY}; the comparison is with sessions that lasted longer than "
        "that without one. Chains count the tokens of one strike, with its surges.\n\n"
        + table(
            (
                "scenario, normal",
                "tokens a turn",
                "chain",
                "with an early threat",
                "won, early",
                "won, calm",
                "points, early",
                "points, calm",
            ),
            rows,
        )
        + "\n\nWhere tokens came from. *Within reach*: in some action step a character could have walked to "
        "the obstacle, whatever else that would have cost.\n\n"
        + table(("from", "tokens", "share"), counted_shares(origin))
        + "\n\nChain length: "
        + ", ".join(f"{n}: {percent(chance(chains[n], whole))}" for n in sorted(chains))
        + "."
    )
    return Answer(
        short=short,
        body=body,
        plots={
            "threats": columns("Tokens of one strike, with surges", bars, "share", "tokens", percent=True),
            "tokens": columns("Threat tokens by turn, normal mode", by_turn, "tokens", "turn"),
        },
    )


# ---- 14: press or save


def saving(figures: Figures) -> Answer:
    base = figures.of("style", "as it is")
    rows, marks = [], []
    habits: dict[str, Mark] = {}
    for name in (*STYLES, ONE_TRY):
        some = figures.of("style", name)
        level = [
            [turn for s in some for _, unlocked, turn in s.unlocked if unlocked == wanted]
            for wanted in (2, 3)
        ]
        people = max(1, sum(len(s.characters) for s in some))
        plain = name == "as it is"
        diff = change(some, base, told)
        rows.append(
            (
                name,
                len(some),
                percent(wins(some)),
                percent(shares(some)),
                "–" if plain else points(change(some, base, won)),
                "–" if plain else points(diff),
                *(
                    f"{100 * len(turns) / people:.0f} %, turn {mean([float(t) for t in turns]):.1f}"
                    if turns
                    else "0 %"
                    for turns in level
                ),
            )
        )
        if not plain:
            habits[f"{name} ({points(diff)})"] = diff
            marks.append(Row(name[:31], [change(some, base, won), diff]))
    every = figures.main("normal")
    kept = [n for s in every for n in s.kept]
    enough = chance(sum(n >= BOOK.figures.momentum for s in every for n in s.momentum), len(kept))
    guards, hinders = Counter[int](), Counter[str]()
    for session in every:
        guards.update(session.guards)
        hinders.update(session.hinders)
    back = sum(s.fates["hindered"] for s in every)
    pools = sum(guards.values())
    better, worse = standing(habits)
    short = (
        f"In points reached, over {len(base)} sessions of each habit and corrected for {len(habits)} "
        f"comparisons: better than first sight as it is: {', '.join(better) or 'none'}; worse: "
        f"{', '.join(worse) or 'none'}. In the main sessions kept dice "
        f"come to 12 in {percent(enough)} of refreshes."
    )
    body = (
        "First sight with one habit changed, and last `search`, the player of the main tables, in the two "
        "printed scenarios on normal, with the same seeds; "
        "changes are in percentage points against first sight as it is. The last columns say how many "
        "characters unlocked the second and third ability, and on which turn. *Saves*: dice that show 12 or "
        "more are not spent until the ability is there.\n\n"
        + table(
            ("habit", "sessions", "win rate", "points reached", "wins", "points", "ability 2", "ability 3"),
            rows,
        )
        + "\n\nIn the main sessions of normal mode a character keeps "
        f"{figure(around([float(n) for n in kept]))} dice at a refresh. Defence pools hold "
        + ", ".join(f"{n} dice in {percent(chance(guards[n], pools))}" for n in sorted(guards))
        + ". Where it could hinder or leave an obstacle, it hindered in "
        f"{percent(chance(hinders['Hinder'], sum(hinders.values())))}; {per_game(every, back):.2f} "
        "obstacles a session were hindered. Thresholds that a learning player would find are not "
        "measured: these are fixed habits."
    )
    plot = dots(
        "One habit changed", marks, "change against first sight", ("wins", "points reached"), percent=True
    )
    return Answer(short=short, body=body, plots={"saving": plot})


# ---- 15: players and years


def last_years(sagas: list[Saga]) -> str:
    """How finales end a campaign, and what is known to differ from the same finale as a session."""
    finales = [saga.years[-1] for saga in sagas if saga.years and saga.years[-1].year == BOOK.figures.years]
    if not finales:
        return "No campaign came to its last year."
    tired = mean([entry.conditions / max(1, len(entry.characters)) for entry in finales])
    return (
        f"Of {len(finales)} finales at the end of a campaign {sum(entry.won for entry in finales)} were won. "
        "They are not the sessions of question 2: characters carry conditions and curses from year to year "
        f"(here {tired:.1f} for each when the last one is over), and threat tokens that are left on the map "
        "start the next year beside a full pool (S27, S142). How much either costs is not measured here."
    )


def scaling(figures: Figures) -> Answer:
    rows, marks = [], []
    for seats in (1, 2, 3, 4):
        some = figures.of("players", str(seats))
        rows.append(
            (
                "1 (two characters)" if seats == 1 else seats,
                len(some),
                percent(wins(some)),
                percent(shares(some)),
                figure(around([float(s.turns) for s in some]), 1),
                *(f"{100 * mean([float(s.cause == why) for s in some]):.0f} %" for why in CAUSES[1:]),
                f"{mean([float(len(s.tokens)) for s in some]):.2f}",
            )
        )
        marks.append(Row(str(seats), [wins(some), shares(some)]))
    years = []
    sagas = [saga for some in figures.sagas.values() for saga in some]
    for year in range(1, BOOK.figures.years + 1):
        found = [entry for saga in sagas for entry in saga.years if entry.year == year]
        if not found:
            continue
        years.append(
            (
                year,
                len(found),
                percent(chance(sum(entry.won for entry in found), len(found))),
                f"{mean([float(entry.scenes) for entry in found]):.2f}",
                figure(around([entry.ranks for entry in found]), 1),
                figure(around([float(entry.archive) for entry in found]), 1),
                f"{mean([entry.conditions / max(1, len(entry.characters)) for entry in found]):.2f}",
                f"{mean([float(entry.asset_deck) for entry in found]):.1f}",
                f"{mean([float(entry.obstacle_deck) for entry in found]):.1f}",
            )
        )
    sight = []
    more = BOOK.figures.extra_obstacles
    for year in range(1, BOOK.figures.years + 1):
        deck = sum(0 < card.year <= year for card in BOOK.assets)
        foes = sum(0 < card.year <= year for card in BOOK.obstacles)
        stories = [card for card in BOOK.scenarios if card.year == year]
        turns = mean([float(sum(season.turns for season in card.seasons)) for card in stories])
        drawn = mean(
            [float(sum(season.turns * season.obstacles for season in card.seasons)) for card in stories]
        )
        sight.append(
            (
                year,
                deck,
                *(f"{100 * min(1.0, (BOOK.figures.staged * n + turns) / deck):.0f} %" for n in (2, 3, 4)),
                foes,
                *(f"{100 * min(1.0, (drawn + n + turns * more[n - 1]) / foes):.0f} %" for n in (2, 3, 4)),
            )
        )
    scores, finals = [], []
    for seats in sorted(figures.sagas):
        told_years = figures.sagas[seats]
        values = [float(saga.score) for saga in told_years]
        finals.append(
            (
                seats,
                len(told_years),
                percent(chance(sum(saga.won for saga in told_years), len(told_years))),
                f"{mean([float(sum(y.won for y in saga.years)) for saga in told_years]):.2f}",
                figure(around(values), 1),
                f"{spread(values):.1f}",
                *(f"{percentile(values, share):g}" for share in (0.05, 0.5, 0.95)),
            )
        )
    all_scores = [saga.score for saga in sagas]
    for low in range(min(all_scores, default=0) // 10 * 10, max(all_scores, default=0) + 1, 10):
        count = sum(low <= score < low + 10 for score in all_scores)
        scores.append(Row(f"{low}–{low + 9}", [exact(count)]))
    titles = Counter(
        [title.name for title in BOOK.figures.titles if score >= title.least][-1:][0]
        if score >= BOOK.figures.titles[0].least
        else "none"
        for score in all_scores
    )
    by_seats = ", ".join(f"{row[0]}: {row[2]} of {row[1]}" for row in rows)
    short = (
        f"Sessions won by players: {by_seats} sessions. Campaigns won "
        f"{percent(chance(sum(s.won for s in sagas), len(sagas)))} of {len(sagas)}, score "
        f"{figure(around([float(score) for score in all_scores]), 1)}."
    )
    body = (
        "The two printed scenarios on normal, by number of players:\n\n"
        + table(
            (
                "players",
                "sessions",
                "win rate",
                "points reached",
                "turns",
                "lost by threats",
                "by time",
                "by stress",
                "threat tokens",
            ),
            rows,
        )
        + "\n\nCampaigns, normal mode; the scenario of a year is drawn at random from those that can be "
        "chosen. Conditions go away in winter only, mostly by the rest of characters who did not play. "
        "*Ranks* is the sum of a character's eight skills, *archive* the assets in it after the year, "
        "*conditions* counts curses too, for each character.\n\n"
        + table(
            (
                "year",
                "years",
                "won",
                "scenes",
                "ranks",
                "archive",
                "conditions",
                "asset deck",
                "obstacle deck",
            ),
            years,
        )
        + "\n\nCampaigns by number of players; the last three are percentiles of the score:\n\n"
        + table(("players", "campaigns", "won", "years won", "score", "sd", "5 %", "median", "95 %"), finals)
        + f"\n\n{last_years(sagas)}"
        + f"\n\nTitles: {listed(titles)}.\n\nComputed from the cards: the size of the decks without burning "
        "and archive, and the chance that a given card of it is drawn in a session of the least number of "
        "turns, by players.\n\n"
        + table(
            ("year", "assets", "2 players", "3", "4", "obstacles", "2 players", "3", "4"),
            sight,
        )
    )
    return Answer(
        short=short,
        body=body,
        plots={
            "players": dots("By number of players", marks, "share", ("won", "points reached"), percent=True),
            "scores": columns("Campaign scores", scores, "campaigns", "score"),
        },
    )
