"""The data of the game (R25.5): what it says, and how a damaged folder is refused."""

import re
import shutil
from collections import Counter
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from fimbul.core import BadData
from fimbul.games.fornaldar.library.check import FILES, Where, check_library
from fimbul.games.fornaldar.library.check_map import adjacent
from fimbul.games.fornaldar.library.load import load_library, own_library
from fimbul.games.fornaldar.library.rows import POWERS, SIDES, SKILLS, SPECIALS

HOUSE = load_library()
PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "fornaldar.md").read_text(encoding="utf-8")
NAMES = [*FILES.values()]
GROUND = {ground.hex: ground for ground in HOUSE.ground}
BANNERS = {banner.id: banner for banner in HOUSE.banners}
GROUPS = {group.id: group for group in HOUSE.groups}
CHARACTERS = {character.id: character for character in HOUSE.characters}
ITEMS = {item.id: item for item in HOUSE.items}
SHIPS = {ship.id: ship for ship in HOUSE.ships}
SCENARIOS = {scenario.id: scenario for scenario in HOUSE.scenarios}


# ---- what it says


@pytest.mark.rule("R25.5")
def test_the_data_that_comes_with_the_game_is_sound():
    check_library(HOUSE)
    assert load_library() is HOUSE
    counts = {name: len(getattr(HOUSE, part)) for part, name in FILES.items()}
    assert counts["map.csv"] == 50 * 50 + 2
    assert counts["items.csv"] == 49
    assert (counts["characters.csv"], counts["ships.csv"], counts["enchantments.csv"]) == (134, 75, 17)
    for part in FILES:
        assert all(row.source.strip() for row in getattr(HOUSE, part))


@pytest.mark.rule("R25.5")
def test_every_power_skill_and_special_rule_is_used():
    assert {power for item in HOUSE.items for power in item.powers} == set(POWERS)
    assert {character.skill for character in HOUSE.characters if character.skill} == set(SKILLS)
    assert {special for scenario in HOUSE.scenarios for special in scenario.specials} == set(SPECIALS)


@pytest.mark.rule("R3.5")
def test_the_hexes_of_the_glossary_lie_as_it_says():
    assert all(GROUND[name].island and not GROUND[name].kingdom for name in ("1606", "1705"))
    assert all(not GROUND[name].island and GROUND[name].kingdom == "normorea" for name in ("1706", "1806"))
    assert not any(GROUND[name].island for name in ("1735", "1745", "2244", "1848", "4038", "4235"))


def test_odd_columns_lie_half_a_hex_lower():
    around = {name for name in GROUND if len(name) == 4 and adjacent("3927", name)}
    assert around == {"3926", "3928", "3827", "3828", "4027", "4028"}
    assert {name for name in GROUND if len(name) == 4 and adjacent("0202", name)} == {
        *("0201", "0203", "0101", "0102", "0301", "0302"),
    }
    assert all(GROUND[name].water in ("sea", "coastal") for name in ("4027", "4028"))


@pytest.mark.rule("R14.2.5")
def test_two_hexes_are_split_and_every_neighbour_borders_a_part():
    borders = {part.hex: set(part.borders) for part in HOUSE.parts}
    assert set(borders) == {"0616", "0616b", "2928", "2928b"}
    for name in ("0616", "2928"):
        around = {other for other in GROUND if len(other) == 4 and adjacent(name, other)}
        assert borders[name] | borders[f"{name}b"] == {*around, name, f"{name}b"}
        assert any(
            {edge.hex, edge.other} == {name, f"{name}b"} and edge.kind == "no_land_passage"
            for edge in HOUSE.edges
        )


def table(number):
    """The rows of the table of a rule."""
    section = re.search(rf"^### {re.escape(number)} (.*?)(?=^##|\Z)", PAGE, re.M | re.S)[1]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines[2:]]


@pytest.mark.rule("R18.1")
def test_the_page_shows_the_fortresses():
    written = set()
    for land, kind, spots in table("R18.1"):
        kingdom = {"(none)": "", "Fynvirke (Fynn)": "fynn"}.get(land, land.lower())
        for spot in spots.split(", "):
            name, strength, *_ = spot.split()
            written.add((name, kind.replace(" ", "_"), strength, kingdom))
    assert written == {(each.hex, each.kind, each.strength, each.kingdom) for each in HOUSE.fortresses}
    knowes = [each for each in HOUSE.fortresses if each.scenarios]
    assert {(each.hex, each.kind, each.scenarios) for each in knowes} == {
        ("3218", "elven_knowe", ("northern_war",)),
        ("3515", "elven_knowe", ("northern_war",)),
    }


def written_pieces(scenario, number):
    """The pieces of a set-up as the page writes them: group, hex, what and how many."""
    named = {character.name: character.id for character in HOUSE.characters}
    named |= {item.name: item.id for item in HOUSE.items}
    ships = {ship.name: ship.id for ship in HOUSE.ships}
    if scenario == "northern_war":
        named["Yngvur"] = "young_yngvur"
    elif scenario == "sampo":
        named["Yngvur"] = "yngvur"
    colours = {"Kobold": "kobold", "Centaur": "centaur", "Loherim": "loherim"}
    alone = {"Edelfox": "wodan", "Loherim": "sifka", "Sea Horse": "vigmund"}
    for group, _, pieces in table(number):
        for spot in pieces.split("; "):
            name, _, things = spot.partition(": ")
            for thing in things.split(", "):
                plain = re.sub(r" \(#\d+\)", "", thing).strip("*")
                owner = group.lower()
                if group == "Non-aligned":
                    owner = alone.get(plain.split(" x ")[0]) or named[plain]
                elif group == "Artifacts":
                    owner = ""
                if army := re.fullmatch(r"(\w+) x (\d+)(?: \((\w+)\))?", plain):
                    banner = (army[3] or "").lower() or colours.get(army[1]) or owner
                    assert BANNERS[banner].race == {"Loherim": "elf"}.get(army[1], army[1].lower())
                    yield owner, name, banner, int(army[2])
                elif plain == "Greutung":
                    yield owner, name, "greutung", 1
                else:
                    yield owner, name, ships[plain] if "*" in thing else named[plain], 1


@pytest.mark.parametrize(
    ("scenario", "number"),
    [
        pytest.param("sampo", "R24.1.1", marks=pytest.mark.rule("R24.1.1")),
        pytest.param("northern_war", "R24.2.1", marks=pytest.mark.rule("R24.2.1")),
        pytest.param("jotuns", "R24.3.1", marks=pytest.mark.rule("R24.3.1")),
    ],
)
def test_the_page_shows_the_set_up(scenario, number):
    possessions = {"adas_mask", "staff_of_tengen", "glaumjord", "rune_staff", "erlingur", "staff_of_curius"}
    pieces = [place for place in HOUSE.setup if place.scenario == scenario and place.hex]
    found = Counter((place.group, place.hex, place.what, place.count) for place in pieces)
    written = Counter(written_pieces(scenario, number))
    assert not written - found
    extra = {what for _, _, what, _ in found - written}
    assert extra <= possessions | ({"nirpings_mailcoat"} if scenario == "jotuns" else set())
    active = {row[0].lower() for row in table(number) if row[1] == "active"}
    assert active == set(SCENARIOS[scenario].active)


@pytest.mark.rule("R23.17")
def test_possessions_are_with_those_who_own_them():
    bearers = {(place.scenario, place.what): place.bearer for place in HOUSE.setup if place.bearer}
    for scenario, what, bearer in (
        ("sampo", "adas_mask", "aulgerda"),
        ("sampo", "staff_of_tengen", "tengen"),
        ("sampo", "magic_sampo", "reomur"),
        ("northern_war", "glaumjord", "jofur"),
        ("northern_war", "rune_staff", "bjarki"),
        ("northern_war", "magic_sampo", "cythar"),
        ("jotuns", "dark_helm", "asefni"),
        ("jotuns", "nirpings_mailcoat", "gisli"),
        ("jotuns", "erlingur", "biallek"),
        ("jotuns", "sea_horse", "vigmund"),
        ("jotuns", "staff_of_curius", "ballara"),
    ):
        assert bearers[scenario, what] == bearer


@pytest.mark.rule("R25.1")
def test_the_sides_of_the_groups():
    assert GROUPS["jotunheim"].side_in("sampo") == GROUPS["jotunheim"].side_in("jotuns") == "fomorian"
    assert GROUPS["jotunheim"].side_in("northern_war") == GROUPS["sifka"].side_in("jotuns") == "either"
    assert GROUPS["ogmund"].side_in("sampo") == "mundane"
    assert GROUPS["ogmund"].side_in("northern_war") == "either"
    for scenario in HOUSE.scenarios:
        assert {GROUPS[group].side_in(scenario.id) for group in scenario.active} == set(SIDES)


@pytest.mark.rule("R23.15")
def test_heirs():
    heirs = {character.id: character.heir for character in HOUSE.characters if character.heir}
    assert heirs == {
        "eyalf": "sturlung",
        "ushpav": "hagentyr",
        "asefni": "katli",
        "katli": "gisli",
        "hnag": "gunnpak",
        "herdbolt": "drapa",
    }


@pytest.mark.rule("R11.1")
def test_allowances_are_in_half_points():
    assert BANNERS["fynn"].allowance == 20
    assert BANNERS["normorea"].allowance == 16
    assert CHARACTERS["jibalian"].allowance == 32
    assert CHARACTERS["tursas"].allowance == SHIPS["wrath_of_gorm"].allowance == 48
    assert SHIPS["edelfox"].allowance == 40


@pytest.mark.parametrize(
    ("scenario", "turn", "pieces"),
    [
        pytest.param("sampo", 5, {"tuisto", "nerfringia"}, marks=pytest.mark.rule("R24.1.2.4")),
        pytest.param("sampo", 6, {"lohi", "fynn"}, marks=pytest.mark.rule("R24.1.2.4")),
        pytest.param(
            *("northern_war", 7, {"krikol", "parnion", "anameo", "kobold", "ycelia"}),
            marks=pytest.mark.rule("R24.2.2.7"),
        ),
        pytest.param("northern_war", 9, {"loftunga", "midhrasir"}, marks=pytest.mark.rule("R24.2.2.7")),
        pytest.param("jotuns", 8, {"hardang", "fynn"}, marks=pytest.mark.rule("R24.3.2.6")),
        pytest.param(
            *("jotuns", 9, {"gizur", "wanderer", "jolomon", "oka", "midhrasir"}),
            marks=pytest.mark.rule("R24.3.2.6"),
        ),
    ],
)
def test_reinforcements(scenario, turn, pieces):
    found = [place for place in HOUSE.setup if (place.scenario, place.turn) == (scenario, turn)]
    assert {place.what for place in found if not place.optional} == pieces
    assert all(place.into for place in found)


@pytest.mark.rule("R24.2.4")
def test_the_expedition_comes_by_sea():
    found = [place for place in HOUSE.setup if place.optional]
    assert {place.what for place in found if place.kind == "character"} == {"auberon", "ogme", "corin"}
    assert sum(place.kind == "ship" for place in found) == 5
    assert {place.into for place in found} == {("0134", "0135", "0136")}
    assert all(place.aboard for place in found if place.kind == "character")


# ---- folders of one's own


@pytest.fixture
def folder(tmp_path):
    """A copy of the data."""
    copy = tmp_path / "data"
    copy.mkdir()
    with resources.as_file(resources.files("fimbul.games.fornaldar") / "data") as data:
        for name in NAMES:
            shutil.copy(data / name, copy)
    return copy


def refusal(folder):
    """What is said of a folder, without the folder's name."""
    with pytest.raises(BadData) as raised:
        own_library(folder)
    message = str(raised.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message.replace(f"{folder}/", "")


@pytest.mark.rule("R25.5")
def test_a_copy_is_equal(folder):
    assert own_library(folder) == HOUSE
    for file in folder.glob("*.csv"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    assert load_library(folder) == HOUSE


@pytest.mark.rule("R25.5")
def test_a_copy_of_the_whole_folder_is_equal(tmp_path):
    with resources.as_file(resources.files("fimbul.games.fornaldar") / "data") as data:
        shutil.copytree(data, tmp_path / "copy")
    assert own_library(tmp_path / "copy") == HOUSE


@pytest.mark.rule("R25.5")
def test_what_the_rules_call_by_its_name_must_be_there(tmp_path, folder):
    for name in ("items.csv", "setup.csv"):
        rows = (folder / name).read_text(encoding="utf-8").splitlines()
        kept = [row for row in rows if "magic_sampo" not in row]
        (folder / name).write_text("\n".join(kept), encoding="utf-8")
    assert refusal(folder) == "items.csv, id: 'magic_sampo' is missing."


@pytest.mark.rule("R25.5")
@pytest.mark.parametrize(
    ("name", "missing"), [("groups.csv", "suderpathia"), ("banners.csv", "centaur"), ("banners.csv", "skane")]
)
def test_kingdoms_and_the_banners_of_their_levies_must_be_there(folder, name, missing):
    rows = (folder / name).read_text(encoding="utf-8").splitlines()
    kept = [row for row in rows if not row.startswith(f"{missing},")]
    (folder / name).write_text("\n".join(kept), encoding="utf-8")
    assert refusal(folder) == f"{name}, id: '{missing}' is missing."


@pytest.mark.rule("R25.5")
def test_a_single_file_replaces_one(tmp_path, folder):
    own = tmp_path / "own"
    own.mkdir()
    rows = (folder / "attrition.csv").read_text(encoding="utf-8").replace("3,5,B", "3,5,C")
    (own / "attrition.csv").write_text(rows, encoding="utf-8")
    (own / "notes.txt").write_text("from my own copy", encoding="utf-8")
    library = own_library(own)
    assert library.attrition[1].letter == "C"
    assert msgspec.structs.replace(library, attrition=HOUSE.attrition) == HOUSE


@pytest.mark.rule("R25.5")
def test_an_item_that_is_in_no_set_up_can_be_put_into_one(tmp_path, folder):
    own = tmp_path / "own"
    own.mkdir()
    row = "jotuns,jotunheim,1019,,item,vikrane,,nitul,,,,,,ours\n"
    (own / "setup.csv").write_text((folder / "setup.csv").read_text(encoding="utf-8") + row, encoding="utf-8")
    assert own_library(own).setup[-1].what == "vikrane"


@pytest.mark.rule("R25.5")
def test_a_file_of_ones_own_may_not_fit_those_that_come_with_the_game(tmp_path, folder):
    own = tmp_path / "own"
    own.mkdir()
    ships = [
        row
        for row in (folder / "ships.csv").read_text(encoding="utf-8").splitlines()
        if not row.startswith("swiftdagger")
    ]
    (own / "ships.csv").write_text("\n".join(ships), encoding="utf-8")
    message = refusal(own)
    assert message.startswith("fornaldar/data/setup.csv, line 9, what: 'swiftdagger' is unknown; expected ")


def test_no_folder(tmp_path):
    assert refusal(tmp_path / "none").startswith("There is no folder ")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert refusal(tmp_path / "file").startswith("There is no folder ")


def test_a_folder_without_data(tmp_path):
    (tmp_path / "readme.txt").write_text("", encoding="utf-8")
    assert "has no data of the game in it; there could be map.csv, hexsides.csv" in refusal(tmp_path)


@pytest.mark.parametrize("name", ["maps.csv", "Map.csv", "map.CSV"])
def test_a_file_of_another_name(tmp_path, folder, name):
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(folder / "map.csv", own / name)
    assert refusal(own).startswith(f"{name}: there is no such file in the data; expected map.csv, ")


@pytest.mark.parametrize("name", NAMES)
def test_every_file_must_be_text_and_csv(folder, name):
    file = folder / name
    text = file.read_text(encoding="utf-8")
    file.write_bytes(b"\xff\xfe\x00")
    assert refusal(folder) == f"The file {name} is not text in UTF-8."
    file.write_text("", encoding="utf-8")
    assert refusal(folder).startswith(f"{name}, line 1: the column '")
    file.write_text(text.splitlines()[0] + "\n", encoding="utf-8")
    assert refusal(folder) == f"{name}: there is no row in this file."
    file.write_text(text + '"\n', encoding="utf-8")
    assert refusal(folder).startswith(f"{name}: this is not CSV: ")
    file.write_text(text + "a\n", encoding="utf-8")
    columns = text.splitlines()[0].count(",") + 1
    assert (
        refusal(folder)
        == f"{name}, line {len(text.splitlines()) + 1}: this row has 1 cells, and {columns} columns."
    )
    file.unlink()
    file.mkdir()
    assert refusal(folder).startswith(f"The file {name} cannot be read: ")


@pytest.mark.parametrize("name", NAMES)
def test_every_file_has_its_columns_and_its_sources(folder, name):
    file = folder / name
    header, first, *rest = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([header.replace(",source", ",sauce"), first, *rest]), encoding="utf-8")
    assert refusal(folder).startswith(f"{name}, line 1: there is no column 'sauce'; expected source, ")
    file.write_text("\n".join([header.replace(",source", ""), first, *rest]), encoding="utf-8")
    assert refusal(folder) == f"{name}, line 1: the column 'source' is missing."
    file.write_text("\n".join([header + ",source", first, *rest]), encoding="utf-8")
    assert refusal(folder) == f"{name}, line 1: the column 'source' is there 2 times."
    bare = re.sub(r',(?:"[^"]*"|[^,]*)$', ",", first)
    file.write_text("\n".join([header, bare, *rest]), encoding="utf-8")
    assert refusal(folder) == f"{name}, line 2, source: this cell is empty."


# File, then a change (old -> new, where it is first), then what is said, perhaps only how it begins.
DAMAGE = r"""
map.csv
  0102,sea -> 0101,sea
    line 3, hex: '0101' is there twice.
  0102,sea -> 5102,sea
    line 3, hex: '5102' is no hex; expected 0101 to 5050, and parts like 0616b.
  0102,sea -> 102,sea
    line 3, hex: '102' is no hex; expected 0101 to 5050, and parts like 0616b.
  0102,sea -> 0101b,sea
    hex: '0102' is missing.
  0102,sea,sea,,,normorean,normal,,,reconstructed\n -> (nothing)
    hex: '0102' is missing.
  0102,sea -> 0102,swamp
    line 3, terrain: 'swamp' is unknown; expected sea, lake, clear, woods, forest, rough, mountain or marsh.
  0102,sea -> 0102,
    line 3, terrain: this cell is empty.
  0102,sea -> 0102,sea woods
    line 3, terrain: 'sea woods' is both water and land.
  0616,rough -> 0616,rough rough
    line 267, terrain: one kind is there twice.
  0102,sea,sea -> 0102,sea,lake
    line 3, water: it must be 'sea' as the terrain is, not 'lake'.
  0102,sea,sea -> 0102,sea,wet
    line 3, water: 'wet' is unknown; expected sea, coastal, lake or lakeside.
  0616,rough,coastal -> 0616,rough,sea
    line 267, water: land is 'coastal' or 'lakeside', not 'sea'.
  0102,sea,sea,, -> 0102,sea,sea,1,
    line 3, island: only land can have it.
  0102,sea,sea,, -> 0102,sea,sea,yes,
    line 3, island: 'yes' is neither 0 nor 1.
  0102,sea,sea,,, -> 0102,sea,sea,,fynn,
    line 3, kingdom: only land can have it.
  0616,rough,coastal,,jotunheim -> 0616,rough,coastal,,jotland
    line 267, kingdom: 'jotland' is unknown; expected fynn, ...
  0616,rough,coastal,,jotunheim -> 0616,rough,coastal,,wodan
    line 267, kingdom: 'wodan' is unknown; expected fynn, ...
  0102,sea,sea,,,normorean -> 0102,sea,sea,,,Normorean Sea
    line 3, zone: 'Normorean Sea' must be a small letter, then small letters, digits and _.
  0102,sea,sea,,,normorean -> 0102,sea,sea,,,
    line 3, zone: '' must be a small letter, then small letters, digits and _.
  2928,forest,lakeside,,midhrasir, -> 2928,forest,lakeside,,midhrasir,oster
    line 1430, zone: only sea and coast belong to a sea.
  normorean,normal -> normorean,odd
    line 2, aspect: 'odd' is unknown; expected normal, mundane, enchanted or wild.
hexsides.csv
  0417,0516,no -> 0417,0617,no
    line 2, other: 0617 does not lie beside 0417.
  0417,0516,no -> 0417,0417,no
    line 2, other: 0417 does not lie beside 0417.
  0417,0516,no -> 0417,0599,no
    line 2, other: there is no hex '0599' on the map.
  0417,0516,no -> x,0516,no
    line 2, hex: there is no hex 'x' on the map.
  0417,0516,no_land_passage -> 0417,0516,wall
    line 2, kind: 'wall' is unknown; expected river_minor, ...
  0417,0517 -> 0516,0417
    line 3, kind: 'no_land_passage' is there twice.
  0417,0516,no_land_passage -> 0101,0102,trail
    line 2, kind: both hexes of 'trail' must have land.
  0417,0516,no_land_passage -> 2927,3028,no_sea_passage
    line 2, kind: both hexes of 'no_sea_passage' must have water.
  0417,0516,no_land_passage -> 3617,3618,river_minor
    line 1053, kind: a river is minor or major, not both.
  0417,0516,no_land_passage -> 0417,0516,ford
    line 2, kind: a ford needs a minor river.
  0616,0616b -> 0616b,0617
    line 57, other: 0617 does not lie beside 0616b.
splits.csv
  0616,0516 -> 0617,0516
    line 2, hex: map.csv has no other part of 0617.
  0616b,0515 -> 0616c,0515
    line 3, hex: there is no hex '0616c' on the map.
  0616b,0515 -> 0616,0515
    line 3, hex: '0616' is there twice.
  0616b,0515 -> 0616b,0511
    line 3, borders: 0511 does not lie beside 0616b.
  0515 0516 0615 0616, -> 0515 0516 0615,
    line 2, borders: 0616 borders 0616b, but 0616b does not border it.
  2928b,2828 2829 2928, -> 2928b,,
    line 5, borders: this cell is empty.
fortresses.csv
  0927,,cave -> 0000,,cave
    line 2, hex: there is no hex '0000' on the map.
  0927,,cave -> 0101,,cave
    line 2, hex: 0101 is open water.
  0927,,cave -> 0927,,tower
    line 2, kind: 'tower' is unknown; expected fynvirke, stockade, ...
  0927,,cave,D -> 0927,,cave,E
    line 2, strength: 'E' is unknown; expected A, B, C or D.
  0927,,cave,D,jotunheim -> 0927,,cave,D,giants
    line 2, kingdom: 'giants' is unknown; expected fynn, ...
  0927,,cave,D,jotunheim, -> 0927,,cave,D,jotunheim,winter
    line 2, scenarios: 'winter' is unknown; expected sampo, northern_war or jotuns.
  1019,,cave -> 0927,,cave
    line 3, hex: '0927' is there twice.
  0927,,cave -> 0927,,fynvirke
    line 2, hex: map.csv has no Fynvirke in 0927.
  1048,Fynvirke,fynvirke -> 1048,Fynvirke,broch
    hex: '1048' is missing.
places.csv
  0518,Shape -> 0101,Shape
    line 2, hex: 0101 is open water.
  0925,Farview -> 0518,Farview
    line 3, hex: '0518' is there twice.
  Bowl,0 -> Bowl,-1
    line 2, healing: it must be 0 to 99, not -1.
  Bowl,0 -> Bowl,some
    line 2, healing: 'some' is not a whole number.
terrain.csv
  clear,hex,1 1 1 1 1 1 1 1 -> clear,hex,1 1 1 1 1 1 1
    line 2, cost: there must be one for each race (mundane troll dwarf elf merman kobold jotun centaur), ...
  clear,hex,1 1 -> clear,hex,1 1.3
    line 2, cost: '1.3' is no number of movement points; they are written as in '2' or '0.5'.
  clear,hex,1 1 1 1 1 1 1 1,- -> clear,hex,1 1 1 1 1 1 1 1,Q
    line 2, fights: 'Q' is unknown; expected -, H, D or T.
  marsh,hex -> moor,hex
    terrain: 'marsh' is missing.
  marsh,hex -> marsh,road
    line 7, kind: 'marsh' must be 'hex', not 'road'.
  marsh,hex -> rough,hex
    line 7, terrain: 'rough' is there twice.
  broch,fortress -> keep,fortress
    in fortresses.csv, line 4, kind: 'broch' is unknown; expected fynvirke, stockade, ...
  pass,hexside,1 1 0 1 1 0 0 1,- - - - - - - -, -> pass,hexside,1 1 0 1 1 0 0 1,- - - - - - - -,1
    line 18, overrun: only a kind of hex can have it.
results.csv
  0,1-5,F -> 0,1-6,F
    line 2, odds: '1-6' is unknown; expected 1-5, ...
  0,1-5,F -> 0,1-5,G
    line 2, attacker: 'G' is unknown; expected A, B, C, D, E or F.
  0,1-5,F,A,r -> 0,1-5,F,A,x
    line 2, attacker_mark: 'x' is unknown; expected r or o.
  0,1-5,F -> 0,1-4,F
    line 3, roll: '0, 1-4' is there twice.
  7,1-1,D,D,,,rulebook\n -> (nothing)
    odds: there is no cell for a roll of 7 at 1-1.
  0,1-5,F -> zero,1-5,F
    line 2, roll: 'zero' is not a whole number.
casualties.csv
  4,6,D -> 5,6,D
    line 11, least: it must be 4, so that no number is left out, not 5.
  4,6,D -> 3,6,D
    line 11, least: it must be 4, so that no number is left out, not 3.
  1,3,D -> 2,3,D
    line 5, least: it must be 1, so that no number is left out, not 2.
  34,999,D -> 34,33,D
    line 59, most: it must be 34 at least, not 33.
  4,6,D,2 -> 4,6,D,-2
    line 11, csp: it must be 0 to 99, not -2.
  4,6,D,2,1 -> 4,6,D,2,1000
    line 11, wounds: it must be 0 to 99, not 1000.
attrition.csv
  3,5,B -> 4,5,B
    line 3, least: it must be 3, so that no number is left out, not 4.
  3,5,B -> 3,5,Z
    line 3, letter: 'Z' is unknown; expected A, B, C, D, E or F.
calendar.csv
  2,Ylir -> 1,Ylir
    line 3, turn: '1' is there twice.
  14,Haust -> 15,Haust
    line 15, turn: it must be 1 to 14, not 15.
  clear clear rain rain snow snow -> clear clear rain rain snow
    line 2, die: a die has 6 faces, not 5.
  clear clear rain rain snow snow -> clear clear rain rain snow fog
    line 2, die: 'fog' is unknown; expected clear, rain or snow.
  Morsugur,snow, -> Morsugur,snow,snow
    line 3, die: no die is rolled, since the weather is 'snow'.
  skammdegi,5 -> dusk,5
    line 2, day: 'dusk' is unknown; expected skammdegi or nattleysi.
  Gormanudur,die -> ,die
    line 2, name: this cell is empty.
discovery.csv
  sampo,4811,2,7,0 -> sampos,4811,2,7,0
    line 2, scenario: 'sampos' is unknown; expected sampo, northern_war or jotuns.
  sampo,4811,2,7,0 -> sampo,9999,2,7,0
    line 2, hex: there is no hex '9999' on the map.
  sampo,4811,2,7,0 -> sampo,4811,3,7,0
    line 2, least: it must be 2, so that no number is left out, not 3.
  sampo,4811,2,7,0 -> sampo,4811,2,8,0
    line 6, least: it must be 9, so that no number is left out, not 8.
  sampo,4811,11,12,0 -> sampo,4811,11,11,0
    line 10, most: it must be 12, the highest roll, not 11.
  sampo,4811,2,7,0,D -> sampo,4811,2,7,0,E
    line 2, result: 'E' is neither D, C1 to C9, the number of an item nor empty.
  sampo,4811,2,7,0,D -> sampo,4811,2,7,0,9
    line 2, result: '9' is unknown; expected 2 in 4811.
  sampo,4811,2,7,0,D -> sampo,1414,2,7,0,9
    line 2, result: '9' is unknown; expected no item in 1414.
mobilization.csv
  sampo,fomorian,lochlann -> sampo,fomorian,fynn
    line 2, group: 'fynn' is active from the start.
  sampo,fomorian,lochlann -> sampo,mundane,lochlann
    line 2, side: 'lochlann' is fomorian in 'sampo'.
  sampo,fomorian,lochlann -> sampo,both,lochlann
    line 2, side: 'both' is unknown; expected fomorian or mundane.
  sampo,fomorian,lochlann -> sampo,fomorian,krenkel
    line 2, group: 'krenkel' has no piece in the set-up of 'sampo'.
  sampo,fomorian,lochlann,6 -> sampo,fomorian,lochlann,1
    line 2, number: it must be 2 to 12, not 1.
  lochlann,6,normorea -> lochlann,6,dwarves
    line 2, helped_by: 'dwarves' is unknown; expected fynn, ...
  basulea skane lochlann -> basulea skane trolls
    line 9, helped_by_active: 'trolls' is unknown; expected fynn, ...
  sampo,fomorian,basulea -> sampo,fomorian,lochlann
    line 3, group: 'sampo, fomorian, lochlann' is there twice.
banners.csv
  fynn,Fynn,troll,10 -> fynn,Fynn,ogre,10
    line 2, race: 'ogre' is unknown; expected mundane, troll, dwarf, elf, merman, kobold, jotun or centaur.
  fynn,Fynn,troll,10 -> fynn,Fynn,troll,ten
    line 2, allowance: 'ten' is no number of movement points; they are written as in '2' or '0.5'.
  fynn,Fynn,troll,10 -> fynn,Fynn,troll,0
    line 2, allowance: it must be 1 to 198, not 0.
  fynn,Fynn -> Fynn,Fynn
    line 2, id: 'Fynn' must be a small letter, then small letters, digits and _.
  basulea,Basulea -> fynn,Basulea
    line 3, id: 'fynn' is there twice.
groups.csv
  northern_war:either -> northern_war
    line 7, sides: 'northern_war' is no pair; they are written as in 'one:other'.
  northern_war:either -> northern_war:none
    line 7, sides: 'none' is unknown; expected fomorian, mundane or either.
  northern_war:either -> winter:either
    line 7, sides: 'winter' is unknown; expected sampo, northern_war or jotuns.
  skane,Clan -> fynn,Clan
    line 4, id: 'fynn' is there twice.
characters.csv
  gorm,Gorm,fynn -> gorm,Gorm,fyn
    line 2, banner: 'fyn' is unknown; expected fynn, ...
  gorm,Gorm -> fynn,Gorm
    line 2, id: 'fynn' is a banner already.
  eberic,Eberic -> gorm,Eberic
    line 3, id: 'gorm' is there twice.
  gorm,Gorm,fynn,troll,,,king -> gorm,Gorm,fynn,troll,,,duke
    line 2, rank: 'duke' is unknown; expected none, captain, marshal or king.
  gorm,Gorm,fynn,troll,,,king,4,5 -> gorm,Gorm,fynn,troll,,,king,4,0
    line 2, combat: it must be 1 to 99, not 0.
  gorm,Gorm,fynn,troll,,,king,4 -> gorm,Gorm,fynn,troll,,,king,-4
    line 2, command: it must be 0 to 99, not -4.
  gorm,Gorm,fynn,troll,, -> gorm,Gorm,fynn,troll,1,1
    line 2, ancient: a character is supernatural or ancient, not both.
  naval_shift -> sea_legs
    line 20, skill: 'sea_legs' is unknown; expected naval_shift, ...
  naval_shift, -> ,1010
    line 20, skill_at: there is no skill that could work there.
  sea_guard,sunde -> sea_guard,sund
    line 118, skill_at: there is no hex 'sund' on the map.
  1,,,,sturlung -> 1,,,,sturla
    line 93, heir: 'sturla' is unknown; expected gorm, ...
  1,,,,sturlung -> 1,,,,eyalf
    line 93, heir: nobody is his own heir.
  ,3905, -> ,9905,
    line 7, home: there is no hex '9905' on the map.
ships.csv
  wrath_of_gorm,Wrath of Gorm,fynn,4,3 -> wrath_of_gorm,Wrath of Gorm,fynn,4,5
    line 2, damaged: it must be 1 to 4, not 5.
  wrath_of_gorm,Wrath of Gorm,fynn,4 -> wrath_of_gorm,Wrath of Gorm,fynn,0
    line 2, strength: it must be 1 to 99, not 0.
  wrath_of_gorm,Wrath of Gorm,fynn -> wrath_of_gorm,Wrath of Gorm,finn
    line 2, banner: 'finn' is unknown; expected fynn, ...
  old_haddock,Old -> gorm,Old
    line 3, id: 'gorm' is a character or a banner already.
items.csv
  2,vainas_kantele -> 2,gorm
    line 3, id: 'gorm' is a character, a ship or a banner already.
  2,vainas -> 1,vainas
    line 3, number: '1' is there twice.
  2,vainas -> 56,vainas
    line 3, number: it must be 1 to 55, not 56.
  artifact,,,,,,sampo -> relic,,,,,,sampo
    line 2, kind: 'relic' is unknown; expected artifact, heirloom or possession.
  artifact,,,,,,sampo -> artifact,,,,,,mill
    line 2, powers: 'mill' is unknown; expected hero, ...
  artifact,,,,,,sampo -> artifact,fynn,,,,,sampo
    line 2, users: an heirloom, and nothing else, has a banner that may use it.
  heirloom,midhrasir -> heirloom,midgard
    line 13, users: 'midgard' is unknown; expected fynn, ...
  ,jotun, -> ,giant,
    line 31, barred: 'giant' is unknown; expected mundane, ...
  artifact,,weapon,,1 -> artifact,,weapon,,-1
    line 6, combat: it must be 0 to 99, not -1.
enchantments.csv
  1,vision -> 1,sight
    line 2, id: 'sight' is unknown; expected vision, ...
  1,vision,Vision,magic -> 1,vision,Vision,far
    line 2, reach: 'far' is unknown; expected magic, half, double or anywhere.
  2,farcalling -> 1,farcalling
    line 3, number: '1' is there twice.
setup.csv
  sampo,fynn,1745 -> war,fynn,1745
    line 2, scenario: 'war' is unknown; expected sampo, northern_war or jotuns.
  sampo,fynn,1745 -> sampo,finn,1745
    line 2, group: 'finn' is unknown; expected fynn, ...
  sampo,fynn,1745 -> sampo,,1745
    line 2, group: '' is unknown; expected fynn, ...
  sampo,fynn,1745 -> sampo,fynn,1799
    line 2, hex: there is no hex '1799' on the map.
  sampo,fynn,1745 -> sampo,fynn,2927
    line 2, hex: there is no water in 2927 for a ship.
  sampo,fynn,1545,,character,gorm -> sampo,fynn,0101,,character,gorm
    line 4, hex: 0101 is open water.
  ship,wrath_of_gorm -> ship,wrath
    line 2, what: 'wrath' is unknown; expected ...
  ship,wrath_of_gorm -> boat,wrath_of_gorm
    line 2, kind: 'boat' is unknown; expected character, army, ship, item or engine.
  ship,old_haddock -> ship,wrath_of_gorm
    line 3, what: 'sampo, wrath_of_gorm' is there twice.
  army,fynn,8 -> army,fynn,0
    line 6, count: it must be 1 to 99, not 0.
  sampo,fynn,1745,,ship,wrath_of_gorm,,,, -> sampo,fynn,1745,,ship,wrath_of_gorm,,,5,
    line 2, turn: a piece that has a hex is there from the start.
  sampo,fynn,1745,,ship,wrath_of_gorm,,,, -> sampo,fynn,,,ship,wrath_of_gorm,,,5,
    line 2, into: a piece without a hex needs somewhere to come into.
  ,5,nerfringia, -> ,5,narnia,
    line 103, into: 'narnia' is neither a hex nor a group that has fortresses.
  ,7,0134 0135 0136, -> ,4,0134 0135 0136,
    line 243, turn: turn 4 is not in the scenario 'northern_war'.
  ,7,0134 0135 0136, -> ,7,2927,
    line 243, into: there is no water in 2927 for a ship.
  3617,3618 -> 3617,3616
    line 151, beside: there is no major river between 3617 and 3616.
  sampo,fynn,1545,,character,gorm -> sampo,fynn,1545,1546,character,gorm
    line 4, beside: only a ship can be on a river.
  magic_sampo,,reomur -> magic_sampo,,hakon
    line 109, hex: it must be '3927', as that of its bearer.
  magic_sampo,,reomur -> magic_sampo,,cythar
    line 109, bearer: 'cythar' is not in the set-up of 'sampo'.
  magic_sampo,,reomur -> magic_sampo,,
    line 109, bearer: an item has a bearer or is hidden, one of the two.
  sampo,,4811 -> sampo,fynn,4811
    line 119, group: an item that is hidden belongs to nobody.
  sampo,,4811 -> sampo,,4812
    line 119, hex: there is no Place of Power in 4812.
  sampo,,4811 -> sampo,,
    line 119, hex: this cell is empty.
  engine,greutung -> engine,ram
    line 144, what: 'ram' is unknown; expected greutung.
  character,gorm,, -> character,gorm,,reomur
    line 4, bearer: only an item can have it.
scenarios.csv
  sampo,24.1 -> summer,24.1
    line 2, id: 'summer' is unknown; expected sampo, northern_war or jotuns.
  jotuns,24.3 -> sampo,24.3
    line 4, id: 'sampo' is there twice.
  11,10,14 -> 11,9,14
    line 2, length: 14 turns from turn 11 on do not end with turn 9.
  11,10,14 -> 15,10,14
    line 2, first: it must be 1 to 14, not 15.
  fynn ycelia midhrasir -> fynn ycelia midgard
    line 2, active: 'midgard' is unknown; expected fynn, ...
  fynn ycelia midhrasir -> fynn ycelia krenkel
    line 2, active: 'krenkel' has no piece in the set-up of 'sampo'.
  ycelia thulorm -> ycelia thulorm jotunheim
    line 3, active: 'jotunheim' may join either side, so it cannot be active.
  30 0,11 -> 30,11
    line 2, points: there must be 2 words, not 1.
  30 0,11 -> -30 0,11
    line 2, points: it must be 0 to 990, not -30.
  11 40 80 -> 40 11 80
    line 2, levels: each must be more than the one before, and the first more than 0.
  slow_start -> quick_start
    line 2, specials: 'quick_start' is unknown; expected no_first_mobilization, ...
  3218:enchanted -> 3299:enchanted
    line 3, aspects: there is no hex '3299' on the map.
  3218:enchanted -> 3218:holy
    line 3, aspects: 'holy' is unknown; expected normal, mundane, enchanted or wild.
"""


def cases(damage):
    """The file, the text and what replaces it, and the message, of each case."""
    file = change = ""
    for line in damage.strip().splitlines():
        if line.startswith("    "):
            old, new = (part.replace("\\n", "\n") for part in change.split(" -> "))
            new = new.replace("(nothing)", "")
            yield pytest.param(file, old, new, line.strip(), id=f"{file}: {line.strip()}")
        elif line.startswith("  "):
            change = line[2:]
        else:
            file = line


@pytest.mark.rule("R25.5")
@pytest.mark.parametrize(("name", "old", "new", "message"), [*cases(DAMAGE)])
def test_damage_is_named_by_file_row_and_field(folder, name, old, new, message):
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = refusal(folder)
    if message.startswith("in "):
        found = f"in {found}"
    else:
        assert found.startswith(name)
        found = found.removeprefix(name).lstrip(":, ")
    if message.endswith("..."):
        assert found.startswith(message.removesuffix("..."))
    else:
        assert found == message


@pytest.mark.rule("R25.5")
@pytest.mark.parametrize("part", [*FILES])
def test_a_value_is_checked_like_a_folder(part):
    """What comes from a record names the same files and rows."""
    nothing = msgspec.structs.replace(HOUSE, **{part: ()})
    with pytest.raises(BadData, match=rf"^fornaldar/data/{FILES[part]}: there is no row in this file\.$"):
        check_library(nothing)
    with pytest.raises(BadData, match=rf"^here/{FILES[part]}: there is no row in this file\.$"):
        check_library(nothing, Where(own="here", files=frozenset({FILES[part]})))
