"""What is used, what never is, and what wins when it is used."""

from collections import defaultdict

import msgspec

from fimbul.core import Game
from fimbul.lab.folder import Results
from fimbul.lab.patches import things
from fimbul.lab.query import opened
from fimbul.lab.report.document import Link, Row, Section, Table, percent, points
from fimbul.lab.statistics import Estimate, adjusted, difference_of_shares, share, shares_differ

MOST_ROWS = 24
MOST_NAMED = 60
LEAST = 10  # seats with it and without it: fewer say nothing

USED = """
    with used as (
        select distinct arm, number, seat, split_part(unnest(things), '-', 1) as thing
        from events where action and len(things) > 0
    )
    select used.thing, seats.role, count(*) as games, sum(seats.score) as wins,
           arg_max(struct_pack(arm := seats.arm, number := seats.number, record := seats.record),
                   (seats.record is not null)::int * 2 + (seats.score = 1)::int) as example
    from used join seats using (arm, number, seat)
    where seats.finished
    group by all
"""
ROLES = "select role, count(*) as games, sum(score) as wins from seats where finished group by role"


class Used(msgspec.Struct, frozen=True, kw_only=True):
    """How seats fared that used a thing, beside those of the same roles that did not."""

    thing: str
    name: str
    table: str
    games: int
    wins: float
    other_games: int
    other_wins: float
    chance: float
    link: Link

    @property
    def difference(self) -> Estimate:
        """How much more of the games those won that used it."""
        return difference_of_shares(self.wins, self.games, self.other_wins, self.other_games)


def usage(results: Results) -> tuple[list[Used], dict[str, list[str]]]:
    """What was used, with corrected chances; and what never was, by table, where some of the table was."""
    known = things(results.experiment.game)
    with opened(results.path) as connection:
        used_rows = connection.execute(USED).fetchall()
        roles = {role: (games, wins) for role, games, wins in connection.execute(ROLES).fetchall()}
    by_thing: dict[str, list[tuple[str, int, float, dict[str, object]]]] = defaultdict(list)
    for thing, role, games, wins, example in used_rows:
        if thing in known:
            by_thing[thing].append((role, games, wins, example))
    found = []
    for thing, rows in by_thing.items():
        games, wins = sum(row[1] for row in rows), sum(row[2] for row in rows)
        all_games = sum(roles[row[0]][0] for row in rows)
        all_wins = sum(roles[row[0]][1] for row in rows)
        example = rows[0][3]
        name, table = known[thing]
        found.append(
            Used(
                thing=thing,
                name=name,
                table=table,
                games=games,
                wins=wins,
                other_games=all_games - games,
                other_wins=all_wins - wins,
                chance=shares_differ(wins, games, all_wins - wins, all_games - games),
                link=Link(str(example["arm"]), int(str(example["number"])), example["record"]),  # type: ignore[arg-type]
            )
        )
    asked = [each for each in found if min(each.games, each.other_games) >= LEAST]
    chances = adjusted([each.chance for each in asked])
    found = [
        msgspec.structs.replace(each, chance=chance) for each, chance in zip(asked, chances, strict=True)
    ] + [msgspec.structs.replace(each, chance=1.0) for each in found if each not in asked]
    tables = {each.table for each in found}
    never: dict[str, list[str]] = defaultdict(list)
    for thing, (name, table) in known.items():
        if table in tables and thing not in by_thing:
            never[table].append(name)
    return found, dict(never)


def usage_sections(results: Results, game: Game) -> list[Section]:
    """Two sections: what wins when it is used, and what never is."""
    found, never = usage(results)
    if not found:
        return []
    rows = []
    order = sorted(found, key=lambda each: (each.chance, -each.games))
    for each in order[:MOST_ROWS]:
        rows.append(
            Row(
                (
                    f"{each.name} ({each.table})",
                    f"{each.games:,}",
                    *percent(share(each.wins, each.games)),
                    f"{each.other_games:,}",
                    *points(each.difference),
                    f"{each.chance:.3f}",
                    "yes" if each.chance <= 0.05 else "no",
                ),
                (each.link,),
            )
        )
    stand = sum(each.chance <= 0.05 for each in found)
    heads = (
        "what",
        "seats that used it",
        "won",
        "95% interval",
        "seats that did not",
        "difference in points",
        "95% interval",
        "corrected chance",
        "stands",
    )
    text = (
        f"{len(found)} things were named in actions. A seat that used one is compared with seats of the same "
        f"role that did not; chances are corrected for {len(found)} comparisons (Benjamini and Hochberg, 5 "
        "%), and "
        f"{stand} stand. The {len(rows)} clearest are shown. Whoever lives longer uses more: a difference is "
        "a "
        "place to look, and no cause."
    )
    sections = [Section("What wins when it is used", (text,), (Table(heads, rows),))]
    lines = []
    games = results.games.height
    for table, names in never.items():
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        lines.append(f"{table}: {', '.join(names[:MOST_NAMED])}{more}.")
    if lines:
        high = percent(share(0, games))[1].partition(" to ")[2]
        text = (
            f"Named in no action of {games:,} games, so used in less than {high} of games "
            "(with 95% confidence), as these players play:"
        )
        sections.append(Section("What is never used", (text, *lines)))
    return sections
