"""The map as a picture: whole, small, the same for a scenario, and true to the data."""

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from tools import fornaldar_map

from fimbul.core.grids import Hex
from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.library.rows import RACES, RANKS, Library
from fimbul.games.fornaldar.table import art, atlas, drafting, symbols

LIMIT = 450_000
SCENARIOS = ("sampo", "northern_war", "jotuns")


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library()


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')


def pairs(library: Library, kind: str) -> list[tuple[Hex, Hex]]:
    places = drafting.place_of
    return [(places(edge.hex), places(edge.other)) for edge in library.edges if edge.kind == kind]


def drawn(board: str, style: str) -> str:
    found = re.search(rf'<path class="{style}" d="([^"]*)"', board)
    assert found is not None, style
    return found[1]


def inside(x: int, y: int, rings: list[list[tuple[int, int]]]) -> bool:
    """Whether a point lies in an odd number of rings."""
    crossed = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            crossed += (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
    return crossed % 2 == 1


def rings_of(path: str) -> list[list[tuple[int, int]]]:
    """The ends of the curves of each ring of a path."""
    found = []
    for ring in path.split("z")[:-1]:
        start, steps = ring.removeprefix("M").split("q", 1)
        x, y = (int(each) for each in re.findall(r"-?\d+", start))
        points = [(x, y)]
        values = [int(each) for each in re.findall(r"-?\d+", steps)]
        for place in range(0, len(values), 4):
            x, y = x + values[place + 2], y + values[place + 3]
            points.append((x, y))
        found.append(points)
    return found


def test_the_coast_is_drawn_where_the_map_has_it(library: Library) -> None:
    """Made by tools/fornaldar_coast.py: land in the middle of land hexes, water in the middle of water."""
    lines = atlas.coast()
    shore = rings_of(lines["land"]) + rings_of(lines["sea"]) + rings_of(lines["lake"])
    wrong = []
    for ground in library.ground[::4]:
        dry = any(kind not in ("sea", "lake") for kind in ground.terrain)
        if len(ground.hex) == 4 and not (dry and ground.water):
            x, y = drafting.centre(ground.hex)
            if inside(x, y, shore) != dry:
                wrong.append(ground.hex)
    assert wrong == []


def test_the_ground_lies_in_regions_and_is_what_the_script_makes(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the rulebook names stays as it is; the rest runs no more along columns than across them."""
    for name in ("map.csv", "hexsides.csv"):
        (tmp_path / name).write_bytes(fornaldar_map.MAP.with_name(name).read_bytes())
    kept = fornaldar_map.MAP.read_text("utf-8")
    monkeypatch.setattr(fornaldar_map, "MAP", tmp_path / "map.csv")
    fornaldar_map.main()
    assert (tmp_path / "map.csv").read_text("utf-8") == kept

    kinds, fixed = fornaldar_map.read()
    ground = {each.hex: each.terrain for each in library.ground}
    named = {each.hex for each in (*library.fortresses, *library.places) if len(each.hex) == 4}
    assert named & {fornaldar_map.number(place) for place in kinds} <= {*map(fornaldar_map.number, fixed)}
    assert all(kinds[place] in ground[fornaldar_map.number(place)] for place in fixed)
    columns, across = fornaldar_map.alike(
        {
            place: ground[fornaldar_map.number(place)][0]
            for place in kinds
            if len(ground[fornaldar_map.number(place)]) == 1
        }
    )
    assert abs(columns - across) < 0.1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_map_is_whole_and_small(library: Library, scenario: str) -> None:
    board = atlas.board(library, scenario)
    root = parsed(board)
    assert len(board) < LIMIT
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    wanted = {use.get("href", "")[1:] for use in root.iter("{http://www.w3.org/2000/svg}use")}
    assert wanted <= set(ids)


def test_the_same_scenario_has_the_same_map(library: Library) -> None:
    again = atlas.Chart(library, "sampo").board()
    assert again == atlas.board(library, "sampo")
    assert atlas.board(library, "sampo") is atlas.board(library, "sampo")


def test_knowes_stand_only_in_the_second_northern_war(library: Library) -> None:
    sampo, war = atlas.board(library, "sampo"), atlas.board(library, "northern_war")
    assert sampo != war
    assert sampo.count('href="#elven_knowe"') == 0
    assert war.count('href="#elven_knowe"') == 2
    assert drawn(sampo, "aspect enchanted") != drawn(war, "aspect enchanted")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_fortress_and_place_of_power_is_drawn(library: Library, scenario: str) -> None:
    board = atlas.board(library, scenario)
    standing = [fort for fort in library.fortresses if not fort.scenarios or scenario in fort.scenarios]
    seats = {fort.hex for fort in standing if fort.kind != "fynvirke"}
    for fort in standing:
        x, y = drafting.centre(fort.hex)
        sign = (
            f'<g class="fort" transform="translate({x - 14} {y - 9})"><use href="#{fort.kind}"/>'
            f'<text x="12" y="4">{fort.strength}</text>'
        )
        assert (sign in board) == (fort.kind != "fynvirke" or fort.hex not in seats), fort
    for place in library.places:
        x, y = drafting.centre(place.hex)
        assert f'<use href="#power" x="{x + 16}" y="{y - 10}"/>' in board, place
        assert (f'<use href="#spring" x="{x + 16}" y="{y + 5}"/>' in board) == bool(place.healing), place


def test_every_river_is_drawn(library: Library) -> None:
    board = atlas.board(library, "sampo")
    for kind in atlas.RIVERS:
        d = drawn(board, kind)
        starts = set(re.findall(r"M(\d+ \d+)", d))
        ends = set()
        for x, y, steps in re.findall(r"M(\d+) (\d+)[ql]([-\d ]+)", d):
            values = [int(value) for value in re.findall(r"-?\d+", steps)]
            ends.add(f"{int(x) + values[-2]} {int(y) + values[-1]}")
        for pair in pairs(library, kind):
            x, y = drafting.half(*drafting.side_between(*pair))
            assert f"{x} {y}" in starts | ends, (kind, pair)


def test_every_crossing_is_drawn(library: Library) -> None:
    board = atlas.board(library, "sampo")
    for kind in atlas.CROSSINGS:
        assert board.count(f'href="#{kind}" transform') == len(pairs(library, kind))
        for pair in pairs(library, kind):
            x, y = drafting.half(*drafting.side_between(*pair))
            assert f'<use href="#{kind}" transform="translate({x} {y})' in board


def test_names_are_on_the_map(library: Library) -> None:
    text = "".join(parsed(atlas.board(library, "sampo")).itertext())
    for name in ("Kvalholla", "Utgardar", "Traef Vatna", "Midhrasir", "Jotunheim", "Oster Sea", "The Sunde"):
        assert name in text


def test_hexes_lie_as_printed() -> None:
    assert drafting.centre("0101") == (32, 56)
    assert drafting.centre("0201") == (80, 28)
    assert drafting.centre("3927")[1] - drafting.centre("4027")[1] == 28
    left, top, wide, high = atlas.INNER
    for hex_id in ("0101", "5001", "0150", "5050"):
        x, y = drafting.centre(hex_id)
        assert left <= x - 32
        assert x + 32 <= left + wide
        assert top <= y - 28
        assert y + 28 <= top + high


def test_parts_of_a_split_hex_lie_apart(library: Library) -> None:
    for hex_id in {part.hex[:4] for part in library.parts}:
        assert drafting.spot(library, hex_id) != drafting.spot(library, f"{hex_id}b")
    assert drafting.spot(library, "3927") == drafting.centre("3927")


def test_the_outline_of_a_hex_and_of_two() -> None:
    one, other = drafting.place_of("2020"), drafting.place_of("2021")
    assert drafting.outline([one]).count("q") == 6
    assert drafting.outline([one, other]).count("q") == 10
    assert drafting.outline([]) == ""


def test_a_map_of_ones_own_changes_the_coast(library: Library) -> None:
    ground = tuple(
        msgspec.structs.replace(each, terrain=("sea",), water="sea") if each.hex == "2520" else each
        for each in library.ground
    )
    mine = msgspec.structs.replace(library, ground=ground)
    x, y = drafting.centre("2520")
    hole = f"M{x - 16} {y - 28}h32l16 28-16 28h-32l-16-28z"
    assert hole in atlas.board(mine, "sampo")
    assert hole not in atlas.board(library, "sampo")


def test_every_banner_has_colours_of_its_own(library: Library) -> None:
    fields = [art.field(banner.id) for banner in library.banners]
    assert art.PLAIN not in fields
    assert len(set(fields)) == len(fields)


def test_pieces_are_whole(library: Library) -> None:
    known = set(re.findall(r'<symbol id="([^"]*)"', symbols.DEFS))
    pieces = [art.item(), art.ruin(), art.maelstrom(), art.intercept(), art.refit(), art.siege_engine()]
    pieces += [art.weather(kind, drafting.HEX) for kind in ("rain", "snow", "storm")]
    pieces += [art.spell("Vision"), art.badge(3), art.hidden(0), art.hidden(1, naval=True), art.hidden(2)]
    pieces += [art.army(0, "fynn", race, None) for race in RACES]
    for rank in RANKS:
        pieces.append(
            art.character(
                1,
                "thulorm",
                "elf",
                "A & B",
                (1, 2, 3),
                rank,
                hero=True,
                enchanter=True,
                escort=True,
                wounds=2,
            )
        )
    pieces += [art.ship(0, "fynn", 4, 2), art.ship(1, "albion", 3, 9, damaged=True)]
    pieces.append(art.stack(art.army(1, "guard", "mundane", 7), 1, 3))
    for piece in pieces:
        root = parsed(piece)
        for use in root.iter("{http://www.w3.org/2000/svg}use"):
            assert use.get("href", "")[1:] in known


def test_what_is_unknown_is_not_told() -> None:
    assert "?" in art.army(0, "fynn", "troll", None)
    assert "12" in art.army(0, "fynn", "troll", 12)
    assert "badge" not in art.stack(art.hidden(0), 0, None)
    healthy = art.character(0, "fynn", "troll", "Gorm", (4, 5, 0), "king")
    assert "drop" not in healthy
    assert all(f">{rating}<" in healthy for rating in (4, 5, 0))
