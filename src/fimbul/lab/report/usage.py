"""What is used, what never is, and what wins when it is used."""

from collections import defaultdict

import msgspec

from fimbul.core import Game
from fimbul.lab.folder import Results
from fimbul.lab.patches import things
from fimbul.lab.query import opened
from fimbul.lab.report.document import Link, Row, Section, Table, percent, points
from fimbul.lab.statistics import (
    Estimate,
    Layer,
    adjusted,
    difference_in_layers,
    layers_differ,
    share,
    unlikely,
)

MOST_ROWS = 24
MOST_NAMED = 60
LEAST = 5.0  # what layers must weigh together, as ten seats with it and ten without do: less says nothing

USED = """
    with used as (
        select distinct arm, number, seat, split_part(unnest(things), '-', 1) as thing
        from events where action and len(things) > 0
    )
    select used.thing, seats.arm, seats.role, count(*) as games, sum(seats.score) as wins,
           arg_max(struct_pack(arm := seats.arm, number := seats.number, record := seats.record),
                   (seats.record is not null)::int * 2 + (seats.score = 1)::int) as example
    from used join seats using (arm, number, seat)
    where seats.finished
    group by all
"""
ALL = "select arm, role, count(*) as games, sum(score) as wins from seats where finished group by arm, role"


class Used(msgspec.Struct, frozen=True, kw_only=True):
    """How seats fared that named a thing, beside those of the same roles in the same arms that did not."""

    thing: str
    name: str
    table: str
    games: int
    wins: float
    layers: list[Layer]  # by arm and role: a strong role must not make all strong that only it has
    chance: float
    link: Link

    @property
    def telling(self) -> bool:
        """Whether there are seats enough with it and without it to compare."""
        return sum(layer.weight for layer in self.layers) >= LEAST

    @property
    def other_games(self) -> int:
        """Seats that did not name it, where some did."""
        return sum(layer.other_games for layer in self.layers)

    @property
    def difference(self) -> Estimate:
        """How much more of the games those won that named it."""
        return difference_in_layers(self.layers)


def usage(results: Results) -> tuple[list[Used], dict[str, list[str]]]:
    """What was used, with corrected chances; and what never was, by table, where some of the table was."""
    known = things(results.experiment.game)
    with opened(results.path) as connection:
        used_rows = connection.execute(USED).fetchall()
        everybody = {
            (arm, role): (games, wins) for arm, role, games, wins in connection.execute(ALL).fetchall()
        }
    by_thing: dict[str, list[tuple[str, str, int, float, dict[str, object]]]] = defaultdict(list)
    for thing, *row in used_rows:
        if thing in known:
            by_thing[thing].append(tuple(row))
    found = []
    for thing, rows in by_thing.items():
        layers = []
        for arm, role, games, wins, _ in rows:
            all_games, all_wins = everybody[arm, role]
            layers.append(Layer(wins, games, all_wins - wins, all_games - games))
        example = max(rows, key=lambda row: (row[4]["record"] is not None, row[2]))[4]
        name, table = known[thing]
        found.append(
            Used(
                thing=thing,
                name=name,
                table=table,
                games=sum(layer.games for layer in layers),
                wins=sum(layer.wins for layer in layers),
                layers=layers,
                chance=layers_differ(layers),
                link=Link(str(example["arm"]), int(str(example["number"]))),
            )
        )
    asked = [each for each in found if each.telling]
    chances = adjusted([each.chance for each in asked])
    found = [
        msgspec.structs.replace(each, chance=chance) for each, chance in zip(asked, chances, strict=True)
    ] + [msgspec.structs.replace(each, chance=1.0) for each in found if not each.telling]
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
    compared = [each for each in found if each.telling]
    order = sorted(compared, key=lambda each: (each.chance, -each.games))
    for each in order[:MOST_ROWS]:
        rows.append(
            Row(
                (
                    f"{each.name} ({each.table})",
                    f"{each.games:,}",
                    *percent(share(each.wins, each.games)),
                    f"{each.other_games:,}",
                    *points(each.difference),
                    unlikely(each.chance),
                    "yes" if each.chance <= 0.05 else "no",
                ),
                (each.link,),
            )
        )
    stand = sum(each.chance <= 0.05 for each in found)
    heads = (
        "what",
        "seats that named it",
        "won",
        "95% interval",
        "seats that did not",
        "difference in points",
        "95% interval",
        "corrected chance",
        "stands",
    )
    text = (
        f"{len(found)} things were named in actions: used, moved, or struck at. A seat that named one is "
        "compared with seats of the same role in the same arm that did not (Mantel and Haenszel), so a "
        f"strong role makes nothing strong that only it has; chances are corrected for {len(compared)} "
        f"comparisons (Benjamini and Hochberg, 5 %), and {stand} stand. The {len(rows)} clearest are shown. "
        "Whoever lives longer names more: a difference is a place to look, and no cause."
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
