"""Answers 7 to 11: abilities, characters, decks, assets, and the odds of overcoming."""

from collections import Counter, defaultdict
from itertools import combinations

from fimbul.lab.six_winters import odds
from fimbul.lab.six_winters.drawing import Mark, Row, columns, curves, dots, exact
from fimbul.lab.six_winters.figures import (
    NAMES,
    TITLES,
    Answer,
    Figures,
    listed,
)
from fimbul.lab.six_winters.keys import BOOK, EVERYBODY, PRINTED
from fimbul.lab.six_winters.reckoning import (
    around,
    chance,
    change,
    figure,
    mean,
    percent,
    points,
    shares,
    spread,
    standing,
    table,
    told,
    wins,
    won,
)
from fimbul.lab.six_winters.rules import LOWEST, RESOURCES, SKILLS, Asset, Slot
from fimbul.lab.six_winters.seen import Built, Session

ENOUGH = 30  # sessions with and without an asset, before anything is said of it

# ---- 7, 8: abilities and characters


def abilities(figures: Figures) -> Answer:
    rows, marks, most = [], [], 0
    effects: dict[str, Mark] = {}
    idle: dict[bool, list[str]] = {True: [], False: []}  # never used, by whether they were ever unlocked
    for person in BOOK.characters:
        base = figures.of("ability", person.id, "")
        for ability in person.abilities:
            if ability.optional:
                continue
            without = figures.of("ability", person.id, ability.id)
            had = sum(
                ability.level == 1
                or any(who == person.id and level == ability.level for who, level, _ in s.unlocked)
                for s in base
            )
            used = [float(session.uses[ability.id]) for session in base]
            if not any(used):
                idle[had > 0].append(f"{person.name} {ability.level}: {ability.name}")
            lost, fewer = change(without, base, told), change(without, base, won)
            effects[f"{person.name} {ability.level}: {ability.name} (points {points(lost)})"] = lost
            effects[f"{person.name} {ability.level}: {ability.name} (wins {points(fewer)})"] = fewer
            most = max(most, len(base))
            value = f"{-100 * lost.value / mean(used):+.1f}" if mean(used) >= 0.2 else "–"
            rows.append(
                (
                    f"{person.name} {ability.level}: {ability.name}",
                    len(base),
                    percent(chance(had, len(base))),
                    figure(around(used)),
                    points(fewer),
                    points(lost),
                    value,
                )
            )
            marks.append(Row(f"{person.name} {ability.level}: {ability.name}"[:31], [lost]))
    harm, clear = standing(effects)
    short = (
        f"In wins or points, worse without: {', '.join(clear) or 'none'}; better without, so misused by this "
        f"player: {', '.join(harm) or 'none'} ({most} sessions of each character with and without each, "
        f"corrected for {len(effects)} comparisons). "
        f"Unlocked and never used: {', '.join(idle[True]) or 'none'}; never unlocked, so not tested: "
        f"{', '.join(idle[False]) or 'none'}."
    )
    body = (
        "First sight fills no boxes; here it does, when nothing looks better. The character has each of the "
        "others as partner in turn, in the two printed scenarios on normal. The same seeds are played again "
        "with one ability never used; changes are in percentage points, and negative where the ability "
        "helps. The last column is the points reached for each use, where it is used often enough.\n\n"
        + table(
            ("ability", "sessions", "unlocked", "uses a session", "wins without", "points without", "a use"),
            rows,
        )
        + "\n\nA player by first sight has no plan for a stashed die: what needs a plan is worth more to "
        "people."
    )
    plot = dots("Points reached when an ability is never used", marks, "change", percent=True)
    return Answer(short=short, body=body, plots={"abilities": plot})


def characters(figures: Figures) -> Answer:
    by_person: dict[str, list[tuple[str, Session]]] = defaultdict(list)
    for pair in combinations(EVERYBODY, 2):
        for entry in figures.printed[("pair", *pair)]:
            for id in pair:
                by_person[id].append(entry)
    rows, marks = [], []
    chosen = Counter(
        id
        for sagas in figures.sagas.values()
        for saga in sagas
        for year in saga.years
        for id in year.characters
    )
    open_years = sum(len(saga.years) for sagas in figures.sagas.values() for saga in sagas)
    for id in EVERYBODY:
        every = [session for _, session in by_person[id]]
        rows.append(
            (
                NAMES[id],
                len(every),
                percent(wins(every)),
                *(percent(wins([s for name, s in by_person[id] if name == printed])) for printed in PRINTED),
                percent(shares(every)),
                f"{100 * chosen[id] / max(1, open_years):.0f} %",
            )
        )
        marks.append(Row(NAMES[id], [wins(every), shares(every)]))
    heads = (
        "character",
        "sessions",
        "win rate",
        *(TITLES[printed] for printed in PRINTED),
        "points reached",
        "years of campaigns",
    )
    pairs = []
    for one in EVERYBODY:
        row: list[object] = [NAMES[one]]
        for other in EVERYBODY:
            key = ("pair", one, other) if ("pair", one, other) in figures.sessions else ("pair", other, one)
            some = figures.of(*key)
            mark = wins(some)
            text = f"{100 * mark.value:.0f} ({100 * mark.low:.0f}–{100 * mark.high:.0f}; {len(some)})"
            row.append(text if some else "")
        pairs.append(row)
    ranked = sorted(
        (
            (wins(figures.of("pair", *pair)), shares(figures.of("pair", *pair)), pair)
            for pair in combinations(EVERYBODY, 2)
        ),
        key=lambda entry: (-entry[0].value, -entry[1].value),
    )

    def pair_name(pair: tuple[str, ...]) -> str:
        return " and ".join(NAMES[id] for id in pair)

    best, worst = ranked[0], ranked[-1]
    each = {id: wins([session for _, session in by_person[id]]) for id in EVERYBODY}
    order = sorted(EVERYBODY, key=lambda id: -each[id].value)
    short = (
        f"Most wins with {NAMES[order[0]]} {percent(each[order[0]])}, fewest with {NAMES[order[-1]]} "
        f"{percent(each[order[-1]])}, of {len(by_person[order[0]])} sessions each. Best pair "
        f"{pair_name(best[2])} {percent(best[0])}, worst {pair_name(worst[2])} {percent(worst[0])}, of "
        f"{len(figures.of('pair', *best[2]))} sessions each; the best and the worst of 21 differ by chance "
        "too."
    )
    body = (
        "All 21 pairs of the seven characters play the two printed scenarios on normal, with the same "
        "seeds. The last column says in how many years of the campaigns (question 15) the character took "
        "part; first sight likes high ranks in few skills, and three characters must be unlocked "
        f"before.\n\n{table(heads, rows)}\n\nPairs: per cent won, in brackets the 95 % "
        f"interval and the number of sessions.\n\n{table(('', *(NAMES[id] for id in EVERYBODY)), pairs)}"
    )
    plot = dots("Characters, over all partners", marks, "share", ("won", "points reached"), percent=True)
    return Answer(short=short, body=body, plots={"characters": plot})


# ---- 9, 10: cards


def slot_kind(slot: Slot) -> str:
    """Which kind of slot it is, the designer's words: colour, region, value, both."""
    if slot.type and slot.value:
        return "type and value"
    if slot.value:
        return "value"
    if slot.region:
        return "region"
    return "type" if slot.type else "any"


def decks(figures: Figures) -> Answer:
    years = range(1, BOOK.figures.years + 1)
    by_skill, bars = [], []
    assets = [card for card in BOOK.assets if card.year]
    foes = [card for card in BOOK.obstacles if card.year]
    for skill in SKILLS:
        row: list[object] = [skill]
        for year in years:
            row.append(
                f"{sum(card.skill == skill and card.year <= year for card in assets)} / "
                f"{sum(card.skill == skill and card.year <= year for card in foes)}"
            )
        row.append(sum(place.skill == skill for place in BOOK.locations))
        row.append(sum(skill in scene.skills for story in BOOK.scenarios for scene in story.scenes))
        by_skill.append(row)
        bars.append(
            Row(
                skill,
                [
                    exact(sum(card.skill == skill for card in assets) / len(assets)),
                    exact(sum(card.skill == skill for card in foes) / len(foes)),
                ],
            )
        )
    slots = [(card, slot) for card in assets for slot in card.slots]
    by_type, demand = [], []
    start = Counter[str]()
    for cell in BOOK.library.maps:
        place = BOOK.locations[BOOK.location[cell.location]]
        if cell.layout == "A" and place.makes:
            start[place.makes] += cell.level
    for resource in RESOURCES:
        wanted = [slot for _, slot in slots if slot.type == resource]
        values = Counter(slot.value for slot in wanted)
        by_type.append(
            (
                resource,
                *(sum(card.year <= year and slot.type == resource for card, slot in slots) for year in years),
                start[resource],
                *(values[value] for value in range(7)),
            )
        )
        demand.append(
            Row(
                resource,
                [
                    exact(len(wanted) / max(1, sum(bool(slot.type) for _, slot in slots))),
                    exact(start[resource] / sum(start.values())),
                ],
            )
        )
    kinds = Counter(slot_kind(slot) for _, slot in slots)
    regions = Counter(slot.region for _, slot in slots if slot.region)
    hard = Counter((card.difficulty, min(3, (card.year + 1) // 2)) for card in foes)
    by_difficulty = [
        (level, *(hard[level, stage] for stage in (1, 2, 3)), sum(hard[level, stage] for stage in (1, 2, 3)))
        for level in sorted({card.difficulty for card in foes})
    ]
    starts, goals = Counter[str](), Counter[str]()
    for card in foes:
        starts.update(card.start)
        goals.update("lowest rank" if tag.startswith(LOWEST) else tag for tag in card.goal)
    effects = Counter(card.effect for card in foes)
    sizes = [
        (
            year,
            sum(card.year <= year for card in assets),
            f"{mean([card.points for card in assets if card.year <= year]):.1f}",
            f"{mean([len(card.slots) for card in assets if card.year <= year]):.1f}",
            sum(card.year <= year for card in foes),
            f"{mean([card.difficulty for card in foes if card.year <= year]):.1f}",
            f"{mean([card.body + card.psyche for card in foes if card.year <= year]):.1f}",
        )
        for year in years
    ]
    many = Counter(card.skill for card in assets)
    few = min(SKILLS, key=lambda skill: many[skill])
    top = max(SKILLS, key=lambda skill: many[skill])
    worst = max(RESOURCES, key=lambda r: sum(slot.type == r for _, slot in slots) / max(1, start[r]))
    overlap = sum(
        min(
            sum(card.skill == skill for card in assets) / len(assets),
            sum(card.skill == skill for card in foes) / len(foes),
        )
        for skill in SKILLS
    )
    short = (
        f"{len(assets)} assets and {len(foes)} obstacles in six years, without the locked ones. Most assets "
        f"are of {top} ({many[top]}), fewest of {few} ({many[few]}); by skill the two decks overlap to "
        f"{100 * overlap:.0f} %. The scarcest type, slots for each die of production, is {worst}."
    )
    body = (
        "From the cards, not played; locked cards are left out. Cards of years 3 to 6 are ours in part.\n\n"
        + table(
            ("deck of year", "assets", "points", "slots", "obstacles", "difficulty", "stress dice"), sizes
        )
        + "\n\nAssets / obstacles of each skill in the deck of a year; locations; scenes of all "
        "scenarios:\n\n"
        + table(("skill", *(f"year {year}" for year in years), "locations", "scenes"), by_skill)
        + "\n\nSlots that name a type, in the deck of a year; levels of production on the starting map; and "
        "how many of the slots of year 6 ask for no value, or for 1 to 6:\n\n"
        + table(("type", *(f"year {year}" for year in years), "production", "no value", *"123456"), by_type)
        + f"\n\nSlots by kind: {listed(kinds)}. Slots for a region: {listed(regions)}.\n\nObstacles by "
        "difficulty:\n\n"
        + table(("difficulty", "years 1, 2", "years 3, 4", "years 5, 6", "all"), by_difficulty)
        + f"\n\nThey start at: {listed(starts)}. They go to: {listed(goals)}. They do: {listed(effects)}. "
        f"Locations by region: {listed(Counter(place.region for place in BOOK.locations))}."
    )
    return Answer(
        short=short,
        body=body,
        plots={
            "skills": columns(
                "Cards by skill", bars, "of the deck", "skill", ("assets", "obstacles"), percent=True
            ),
            "slots": columns(
                "Slots that ask for a type, and production",
                demand,
                "share",
                "type",
                ("slots", "production at the start"),
                percent=True,
            ),
        },
    )


def hardest(card: Asset) -> str:
    """The kind of slot that is hardest to fill on an asset."""
    order = ("any", "type", "region", "value", "type and value")
    return max((slot_kind(slot) for slot in card.slots), key=order.index, default="any")


def assets(figures: Figures) -> Answer:
    every = figures.main()
    seen: dict[str, list[tuple[Built, Session]]] = defaultdict(list)
    for session in every:
        for id, built in session.assets.items():
            seen[id].append((built, session))
    rows, kinds = [], defaultdict[str, list[Built]](list)
    gains = []
    for card in sorted(BOOK.assets, key=lambda card: (card.year or 9, card.name)):
        found = seen[card.id]
        if not found or not card.slots:
            continue
        taken = [built for built, _ in found if built.taken]
        done = [built for built in taken if built.completed]
        kinds[hardest(card)] += taken
        with_it = [session.share for built, session in found if built.taken and built.completed]
        without = [session.share for built, session in found if not (built.taken and built.completed)]
        gap = mean(with_it) - mean(without)
        error = 1.96 * (
            (spread(with_it) ** 2 / max(1, len(with_it)) + spread(without) ** 2 / max(1, len(without))) ** 0.5
        )
        mark = Mark(gap, gap - error, gap + error)
        enough = len(with_it) >= ENOUGH and len(without) >= ENOUGH
        earned = mean([float(built.points) for built in done])
        rows.append(
            (
                card.name,
                card.year or "locked",
                card.source,
                "once" if card.single else "lasting",
                card.points,
                len(card.slots),
                f"{card.points / len(card.slots):.1f}",
                len(found),
                f"{100 * len(taken) / len(found):.0f} %",
                percent(chance(len(done), len(taken))) if taken else "–",
                f"{mean([built.completed - built.taken + 1 for built in done]):.1f}" if done else "–",
                f"{earned / len(card.slots):.1f}" if done else "–",
                points(mark) if enough else "–",
            )
        )
        if enough:
            gains.append((gap, f"{card.name} ({points(mark)} points; {len(with_it)} completed it)"))
    heads = (
        "asset",
        "year",
        "source",
        "use",
        "points",
        "dice",
        "points a die",
        "staged",
        "taken",
        "completed, of those taken",
        "turns",
        "earned a die",
        "points reached with it",
    )
    ease, marks = [], []
    for kind in ("any", "type", "region", "value", "type and value"):
        some = kinds[kind]
        done = [built for built in some if built.completed]
        if some:
            mark = chance(len(done), len(some))
            ease.append(
                (
                    kind,
                    len(some),
                    percent(mark),
                    figure(around([float(built.completed - built.taken + 1) for built in done])),
                )
            )
            marks.append(Row(kind, [mark]))
    gains.sort()
    short = (
        "Of the assets taken, by their hardest slot, "
        + ", ".join(f"{row[0]} {row[2]} of {row[1]}" for row in ease)
        + f" are completed, in {len(every):,} sessions. "
        + (
            f"Sessions reach most with {gains[-1][1]}, least with {gains[0][1]}; the ends of {len(gains)} "
            "cards differ by chance too."
            if gains
            else ""
        )
    )
    body = (
        "By the hardest slot of a card (the designer expected: type easiest, then region, then value, then "
        f"both):\n\n{table(('hardest slot', 'taken', 'completed', 'turns to complete'), ease)}\n\nEvery "
        "asset that was staged in the main sessions. *Turns* from taking to completing, both counted; "
        "*earned a die* what a completed one brought in scenes, lasting ones in each. The last column "
        "compares sessions in which it was completed with those in which it was staged and not completed, "
        "in percentage points: it shows what goes together, not what causes what, since long and good "
        "sessions complete more "
        "of everything. Read it by comparing cards.\n\n" + table(heads, rows)
    )
    plot = dots("Assets completed, of those taken", marks, "completed", percent=True)
    return Answer(short=short, body=body, plots={"assets": plot})


# ---- 11: odds


def overcome(figures: Figures) -> Answer:
    rows = []
    for stress in (1, 2):
        for rank in range(6):
            row: list[object] = [f"{stress} / {rank}"]
            for guards in range(3):
                action = odds.Action(rank, 4, guards, stress)
                row += [
                    f"{action.mean_progress:.2f}",
                    f"{4 - guards - action.mean_progress:.2f}",
                    f"{action.mean_stress:.2f}",
                    f"{100 * action.stress[0]:.0f} %",
                ]
            rows.append(row)
    heads = ["stress dice / rank"]
    for guards in range(3):
        heads += [f"progress, {guards} defend", "hindrance", "stress", "none"]
    spread_rows = []
    for dice in range(1, 7):
        for rank in range(1, 6):
            chances = odds.binomial(dice, rank / odds.FACES)
            least = [sum(chances[n:]) for n in range(1, 7)]
            spread_rows.append(
                (
                    f"{dice} / {rank}",
                    *(f"{100 * p:.0f} %" if n <= dice else "" for n, p in enumerate(least, 1)),
                )
            )
    foes = [card for card in BOOK.obstacles if card.year]
    need = []
    for left in sorted({card.difficulty - card.progress for card in foes}):
        count = sum(card.difficulty - card.progress == left for card in foes)
        at = [odds.dice_for(left, rank) for rank in range(1, 6)]
        need.append((left, count, *(n if n is not None else "–" for n in at)))
    cards = []
    for card in sorted(foes, key=lambda card: (card.year, card.name)):
        left = card.difficulty - card.progress
        cards.append(
            (
                card.name,
                card.year,
                card.skill,
                card.difficulty,
                left,
                max(0, left - card.hindrance),
                card.body + card.psyche,
                *(f"{left * odds.FACES / rank:.1f}" for rank in (1, 2, 3, 4, 5)),
            )
        )
    lines = []
    for guards in range(3):
        chosen = [odds.Action(rank, 4, guards, 2) for rank in range(6)]
        lines.append(
            (f"{guards} of 4 defend", [(float(rank), exact(a.stress[0])) for rank, a in enumerate(chosen)])
        )
    paces = []
    for guards in range(3):
        chosen = [odds.Action(rank, 4, guards, 2) for rank in range(6)]
        paces.append(
            (
                f"{guards} of 4 defend",
                [(float(rank), exact(a.mean_progress)) for rank, a in enumerate(chosen)],
            )
        )
    a, b = odds.Action(3, 4, 0, 2), odds.Action(3, 4, 1, 2)
    mean_left = mean([float(card.difficulty - card.progress) for card in foes])
    short = (
        f"Exact: with rank 3 and four dice against two stress dice, {a.mean_progress:.2f} progress and "
        f"{a.mean_stress:.2f} stress (none in {100 * a.stress[0]:.0f} %); with one die in defence "
        f"{b.mean_progress:.2f} and {b.mean_stress:.2f} (none in {100 * b.stress[0]:.0f} %). An obstacle "
        f"needs {mean_left:.1f} progress on average, so rank 3 needs {2 * mean_left:.1f} dice, at once or "
        "over several tries."
    )
    body = (
        "Computed, every roll counted. A character has four dice, freshly rolled; dice that would only "
        "hinder defend first, low before high. Progress, hindrance and stress are means, *none* is the "
        "chance of no stress at all.\n\n"
        + table(heads, rows)
        + "\n\nChance of at least so much progress, by dice that overcome / rank:\n\n"
        + table(("dice / rank", *(f"{n} or more" for n in range(1, 7))), spread_rows)
        + "\n\nDice with which so much progress is made at once in at least half of all tries, by rank:\n\n"
        + table(("progress needed", "obstacles", *(f"rank {rank}" for rank in range(1, 6))), need)
        + "\n\nA die that overcomes is not spent and may try again (S68), so these dice may also be tries "
        "of fewer dice. Every obstacle, with the tokens that are missing to overcome it and to hinder it, "
        "and the mean number of dice for the first:\n\n"
        + table(
            (
                "obstacle",
                "year",
                "skill",
                "difficulty",
                "to overcome",
                "to hinder",
                "stress dice",
                *(f"rank {rank}" for rank in range(1, 6)),
            ),
            cards,
        )
        + "\n\nThe designer aims at 2 or 3 dice, 4 or 5 for hard ones."
    )
    return Answer(
        short=short,
        body=body,
        plots={
            "odds": curves(
                "Chance of no stress, two stress dice", lines, "rank in the skill", "no stress", percent=True
            ),
            "progress": curves("Mean progress of one action", paces, "rank in the skill", "progress"),
        },
    )
