"""The data of the game (G1 to G14, G84, G100 to G133): what it says, and how a damaged folder is refused."""

import shutil
from collections import Counter
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from fimbul.core import BadData
from fimbul.core.grids import CLOCK
from fimbul.games.fate.library.check import HEROES, check_library, next_area
from fimbul.games.fate.library.load import house_library, load_library
from fimbul.games.fate.library.rows import Library

HOUSE = house_library()
SIDES = [CLOCK[hour] for hour in (1, 3, 5, 7, 9, 11)]
AREAS = {(area.x, area.y): area for area in HOUSE.areas}
KINDS = {kind.id: kind for kind in HOUSE.kinds}
DECKS = {deck.hero.id: deck for deck in HOUSE.heroes}


def card(hero, name):
    """A card of a hero by its id."""
    deck = DECKS[hero]
    return next(card for card in (*deck.ability, *deck.equipment, *deck.event) if card.id == name)


def place(name):
    """A location by its id."""
    return next(place for place in HOUSE.places if place.id == name)


# ---- what it says


@pytest.mark.rule("G1")
def test_217_areas_in_a_hexagon_around_the_town():
    assert len(AREAS) == len(HOUSE.areas) == 217
    assert all(max(abs(x - 9), abs(y - 9), abs(x + y - 18)) <= 8 for x, y in AREAS)


@pytest.mark.rule("G2")
def test_the_terrain_is_as_on_the_board():
    assert Counter(area.terrain for area in HOUSE.areas) == {
        "plains": 127,
        "forest": 39,
        "mountain": 36,
        "lake": 8,
        "town": 7,
    }


@pytest.mark.rule("G3")
def test_13_locations():
    sizes = {place.id: len(place.slots) for place in HOUSE.places}
    assert sizes == {
        "dark_forest": 14,
        "dead_plains": 9,
        "grimheim": 7,
        "highlands": 12,
        "marsh_of_sorrow": 12,
        "nailfare": 2,
        "ogre_valley": 10,
        "robber_camp": 1,
        "spewing_mountain": 12,
        "temple_ruins": 1,
        "troll_caves": 3,
        "witch_cabin": 1,
        "wyrm_lair": 4,
    }
    assert {place.id for place in HOUSE.places if place.heroes} == {"nailfare", "troll_caves"}
    assert {AREAS[spot].terrain for spot in place("troll_caves").slots} == {"mountain"}
    assert {AREAS[spot].terrain for spot in place("nailfare").slots} == {"lake"}
    for name in ("temple_ruins", "robber_camp", "witch_cabin"):
        assert AREAS[place(name).slots[0]].terrain == "forest"


@pytest.mark.rule("G4")
def test_the_town_is_the_middle_and_its_six_neighbours():
    town = {(area.x, area.y) for area in HOUSE.areas if area.terrain == "town"}
    assert town == {(9, 9), *((9 + dx, 9 + dy) for dx, dy in SIDES)}


@pytest.mark.rule("G5")
def test_one_border_area_of_the_town_is_a_mountain():
    town = {(area.x, area.y) for area in HOUSE.areas if area.terrain == "town"}
    border = {(x + dx, y + dy) for x, y in town for dx, dy in SIDES} - town
    assert len(border) == 12
    assert [spot for spot in border if AREAS[spot].terrain == "mountain"] == [(9, 11)]
    assert all(next_area(AREAS[spot]) in town for spot in border)


@pytest.mark.rule("G8")
def test_three_bonus_areas():
    assert {
        (area.location, area.x, area.y, area.bonus, area.amount) for area in HOUSE.areas if area.bonus
    } == {
        ("troll_caves", 5, 7, "damage", 3),
        ("nailfare", 17, 5, "mana", 3),
        ("wyrm_lair", 5, 17, "gold", 3),
    }


@pytest.mark.rule("G10")
def test_town_pieces_and_what_is_lost():
    figures = HOUSE.figures
    assert figures.town_pieces == (4, 6, 8, 10)
    assert (figures.loss_monster, figures.loss_legend, figures.loss_knockout) == (1, 3, 2)
    assert (figures.knockout_damage, figures.most_pieces) == (5, 10)


@pytest.mark.rule("G11")
@pytest.mark.parametrize("hero", HEROES)
def test_every_hero_has_41_cards(hero):
    deck = DECKS[hero]
    equipment = sum(item.copies for item in deck.equipment)
    events = sum(event.copies for event in deck.event)
    assert 1 + len(deck.ability) + equipment + events == 41
    assert len(deck.ability) == 6
    assert (equipment, events) == ((11, 23) if hero in ("bjorn", "alva") else (12, 22))


@pytest.mark.rule("G12")
def test_the_start_kit():
    figures = HOUSE.figures
    assert (figures.start_gold, figures.start_mana, figures.start_cards) == (2, 1, 1)


@pytest.mark.rule("G13")
def test_two_time_tracks_that_close_with_four_skulls():
    for track, length, yellow, red in (("short", 12, (1, 4), (7,)), ("long", 16, (1, 4, 6), (9, 11))):
        turns = [turn for turn in HOUSE.turns if turn.track == track]
        assert [turn.step for turn in turns] == list(range(1, length + 1))
        assert [turn.skull for turn in turns] == [False] * (length - 4) + [True] * 4
        assert tuple(turn.step for turn in turns if turn.deck == "yellow") == yellow
        assert tuple(turn.step for turn in turns if turn.deck == "red") == red


@pytest.mark.rule("G36")
def test_upgrades_cost_5_6_8_and_then_10():
    assert HOUSE.figures.upgrade_costs == (5, 6, 8, 10)
    assert HOUSE.figures.harder_step == 1


@pytest.mark.rule("G25")
def test_the_numbers_of_the_actions():
    figures = HOUSE.figures
    assert (figures.mend, figures.mend_in_town) == (2, 5)
    assert (figures.actions, figures.prepare, figures.focus, figures.practice) == (2, 1, 1, 1)
    assert (figures.turn_draw, figures.hand_limit) == (1, 4)


@pytest.mark.rule("G52")
def test_the_faces_of_the_attack_die():
    assert Counter(HOUSE.figures.attack_die) == {"miss": 2, "rune": 1, "cover": 1, "hit": 2}


@pytest.mark.rule("G72")
def test_the_monster_die_has_six_different_faces():
    assert len({*HOUSE.figures.monster_die}) == len(HOUSE.figures.monster_die) == 6


@pytest.mark.rule("G73")
def test_ways_lead_home_and_roads_stay_roads():
    for area in HOUSE.areas:
        steps, here = 0, area
        while here.dir:
            steps, after = steps + 1, AREAS[next_area(here)]
            assert after.road or after.terrain == "town" or not here.road
            here = after
        assert steps <= 7
        assert here.terrain == ("lake" if area.terrain == "lake" and not area.dir else "town")


@pytest.mark.rule("G80")
def test_54_monster_cards():
    assert Counter(horde.deck for horde in HOUSE.hordes) == {"yellow": 36, "red": 18}
    assert [horde.number for horde in HOUSE.hordes] == list(range(1, 55))
    assert sorted(horde.legend for horde in HOUSE.hordes if horde.legend) == sorted(
        kind.id for kind in HOUSE.legends
    )


@pytest.mark.rule("G80")
def test_the_printed_examples_of_monster_cards():
    camp = next(horde for horde in HOUSE.hordes if horde.name == "Jotunn Youth Camp")
    assert camp.location == "spewing_mountain"
    assert Counter(kind for kind, _, _ in camp.placements) == {"sprite": 3, "elemental": 3}
    queen = next(horde for horde in HOUSE.hordes if horde.legend == "queen_of_the_dead_2")
    assert (queen.deck, queen.location) == ("red", "dead_plains")
    assert Counter(kind for kind, _, _ in queen.placements) == {
        "imp": 4,
        "skeleton": 3,
        "draugr": 1,
        "queen_of_the_dead_2": 1,
    }


@pytest.mark.rule("G84")
def test_nine_monsters_and_their_supply():
    assert [kind.id for kind in HOUSE.monsters] == [
        *("goblin", "brute", "troll", "sprite", "elemental", "jotunn", "imp", "skeleton", "draugr")
    ]
    assert [kind.supply for kind in HOUSE.monsters] == [20, 15, 10] * 3
    assert [kind.xp for kind in HOUSE.monsters] == [kind.rank for kind in HOUSE.monsters] == [1, 2, 3] * 3
    assert HOUSE.kinds == HOUSE.monsters + HOUSE.legends


@pytest.mark.rule("G85")
def test_trollkin():
    assert [(KINDS[name].strength, KINDS[name].health) for name in ("goblin", "brute", "troll")] == [
        (1, 2),
        (3, 3),
        (6, 7),
    ]
    assert [kind.id for kind in HOUSE.kinds if kind.move == 2] == ["goblin"]


@pytest.mark.rule("G86")
def test_the_fire_horde_has_range_2():
    assert {kind.range for kind in HOUSE.monsters if kind.faction == "firehorde"} == {2}
    assert {kind.range for kind in HOUSE.monsters if kind.faction != "firehorde"} == {1}


@pytest.mark.rule("G87")
def test_only_draugr_have_armor():
    assert [kind.id for kind in HOUSE.kinds if kind.armor] == ["draugr"]


@pytest.mark.parametrize(
    ("name", "figures", "special"),
    [
        pytest.param("queen_of_the_dead_1", (7, 11, 6), {"shielded": True}, marks=pytest.mark.rule("G88")),
        pytest.param(
            "queen_of_the_dead_2", (7, 11, 6), {"health_for": "dead"}, marks=pytest.mark.rule("G88")
        ),
        pytest.param("seer_of_odin_1", (3, 5, 3), {"escort": "skeleton"}, marks=pytest.mark.rule("G89")),
        pytest.param("seer_of_odin_2", (0, 6, 4), {"gaze": 1}, marks=pytest.mark.rule("G89")),
        pytest.param("grendel_1", (7, 12, 6), {}, marks=pytest.mark.rule("G90")),
        pytest.param("grendel_2", (4, 15, 7), {"attacks": 2, "rune_hits": 2}, marks=pytest.mark.rule("G90")),
        pytest.param(
            "surt_1", (4, 7, 5), {"range": 2, "runes_for": "firehorde"}, marks=pytest.mark.rule("G91")
        ),
        pytest.param("surt_2", (7, 15, 7), {"range": 3}, marks=pytest.mark.rule("G91")),
        pytest.param("hrungbald_1", (4, 6, 4), {"support": 2}, marks=pytest.mark.rule("G92")),
        pytest.param("hrungbald_2", (7, 11, 5), {"support": 2}, marks=pytest.mark.rule("G92")),
        pytest.param("nidhuggr_1", (0, 13, 6), {"scaled": True}, marks=pytest.mark.rule("G93")),
        pytest.param("nidhuggr_2", (0, 18, 8), {"scaled": True}, marks=pytest.mark.rule("G93")),
    ],
)
def test_a_legend_has_its_figures_and_nothing_else_that_is_special(name, figures, special):
    kind = KINDS[name]
    assert (kind.strength, kind.health, kind.xp) == figures
    assert (kind.rank, kind.level, kind.supply) == (4, int(name[-1]), 1)
    usual = msgspec.structs.replace(KINDS["brute"], range=1)
    fields = ("shielded", "escort", "runes_for", "support", "scaled", "health_for", "gaze", "attacks")
    for field in (*fields, "rune_hits", "range", "move", "armor"):
        assert getattr(kind, field) == special.get(field, getattr(usual, field)), field


@pytest.mark.parametrize(
    ("hero", "figures"),
    [
        pytest.param("bjorn", [(2, 9, 3, 0), (4, 10, 3, 0)], marks=pytest.mark.rule("G100")),
        pytest.param("alva", [(2, 9, 3, 0), (4, 10, 3, 0)], marks=pytest.mark.rule("G110")),
        pytest.param("embla", [(3, 9, 4, 0), (5, 10, 4, 0)], marks=pytest.mark.rule("G120")),
        pytest.param("boldur", [(3, 6, 3, 1), (5, 7, 3, 1)], marks=pytest.mark.rule("G130")),
    ],
)
def test_the_hero_cards(hero, figures):
    levels = DECKS[hero].hero.levels
    assert [(face.strength, face.health, face.move, face.armor) for face in levels] == figures


@pytest.mark.rule("G11")
def test_what_the_heroes_start_with():
    abilities = [next(card.id for card in DECKS[hero].ability if card.starting) for hero in HEROES]
    assert abilities == ["sure_shot", "hail_of_arrows", "riposte", "rapid_strike"]
    equipment = [next(card for card in DECKS[hero].equipment if card.starting) for hero in HEROES]
    assert [card.id for card in equipment] == [
        *("bjorns_first_bow", "alvas_first_bow", "flimsy_blade", "boldurs_first_pick")
    ]
    assert [card.main_weapon for card in equipment] == [True, True, False, True]
    assert {card.face.strength for card in equipment} == {1}


@pytest.mark.rule("G51")
def test_the_printed_example_of_strength():
    """Bjorn has 2 of his own, 1 of his bow and 1 of his Quiver, and Master Shot adds 2 damage."""
    strength = DECKS["bjorn"].hero.levels[0].strength
    for name in ("bjorns_first_bow", "quiver"):
        strength += card("bjorn", name).face.strength
    assert strength == 4
    assert card("bjorn", "bjorns_first_bow").face.range == 1
    shot = card("bjorn", "master_shot").use
    assert (shot.when, shot.effects[0].amount) == ("attack", 2)


@pytest.mark.rule("G54")
def test_the_printed_example_of_magic_runes():
    """Embla has 4 dice, and 3 more damage if a rune shows."""
    strength = DECKS["embla"].hero.levels[0].strength + card("embla", "flimsy_blade").face.strength
    assert strength == 4
    runes = card("embla", "magic_runes").use
    assert (runes.when, runes.effects[0].if_rune, runes.effects[0].amount) == ("roll", 3, 0)


@pytest.mark.rule("G41")
def test_the_printed_example_of_a_quest():
    """Bone Bane Bow is won by a mend action in Nailfare, and is a main weapon."""
    bow = card("bjorn", "bone_bane_bow")
    assert (bow.quest.kind, bow.quest.action, bow.quest.where) == ("do", "mend", "nailfare")
    assert bow.main_weapon


@pytest.mark.rule("G46")
def test_the_main_weapons():
    assert {hero: {item.id for item in DECKS[hero].equipment if item.main_weapon} for hero in HEROES} == {
        "bjorn": {"bjorns_first_bow", "bone_bane_bow", "trollbane"},
        "alva": {"alvas_first_bow", "windbite", "singing_bow"},
        "embla": {"wildfire_blade", "ravens_claw"},
        "boldur": {"boldurs_first_pick", "smiterbiter", "eitris_pick"},
    }


@pytest.mark.rule("G31")
def test_uses_that_may_be_repeated():
    """All other uses of a card are once per turn, one for the card or each for itself."""
    found = {
        card.id
        for deck in HOUSE.heroes
        for card, faces in (
            *((card, card.levels) for card in (deck.hero, *deck.ability)),
            *((item, (item.face,)) for item in deck.equipment),
        )
        if any(use.limit == "none" for use in faces[-1].uses)
    }
    assert found == {"bjorn", "rapid_strike", "healing_potion", "smiterbiter"}
    assert {use.limit for use in card("boldur", "rapid_strike").levels[0].uses} == {"card"}
    assert [{use.limit for use in face.uses} for face in card("alva", "flexibility").levels] == [
        {"card"},
        {"use"},
    ]


def test_every_text_is_a_short_sentence():
    texts = [kind.text for kind in HOUSE.kinds]
    for deck in HOUSE.heroes:
        faces = [face for card in (deck.hero, *deck.ability) for face in card.levels]
        texts += [face.text for face in (*faces, *(item.face for item in deck.equipment))]
        texts += [item.quest.text for item in deck.equipment if item.quest]
        texts += [event.text for event in deck.event]
    assert all(text[0].isupper() and text.endswith(".") and len(text) <= 210 for text in texts)


# ---- as a value


def test_it_can_be_written_and_read_back():
    assert msgspec.convert(msgspec.to_builtins(HOUSE), Library) == HOUSE
    assert msgspec.json.decode(msgspec.json.encode(HOUSE), type=Library) == HOUSE
    assert {HOUSE: 1}[msgspec.convert(msgspec.to_builtins(HOUSE), Library)] == 1
    check_library(HOUSE, "here")


def test_the_house_data_is_read_once():
    assert house_library() is HOUSE


# ---- a damaged folder


@pytest.fixture
def folder(tmp_path):
    """A copy of the data."""
    with resources.as_file(resources.files("fimbul.games.fate") / "data") as data:
        return Path(shutil.copytree(data, tmp_path / "data"))


def refusal(folder):
    """What is said of a folder, without the folder's name."""
    with pytest.raises(BadData) as raised:
        load_library(folder)
    message = str(raised.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message.replace(f"{folder}/", "")


def change(folder, name, old, new):
    """Change a text that is there, where it is first."""
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_copy_is_equal(folder):
    assert load_library(folder) == HOUSE
    for file in folder.glob("*.csv"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    assert load_library(folder) == HOUSE


def test_no_folder(tmp_path):
    assert refusal(tmp_path / "none").startswith("There is no folder ")


FILES = [
    *("map.csv", "places.csv", "monsters.csv", "legends.csv", "hordes.csv", "tracks.csv", "rules.toml"),
    *(f"heroes/{hero}.toml" for hero in HEROES),
]


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_missing_or_not_text(folder, name):
    (folder / name).write_bytes(b"\xff\xfe\x00")
    assert refusal(folder) == f"The file {name} is not text in UTF-8."
    (folder / name).unlink()
    assert refusal(folder) == f"The file {name} cannot be read: No such file or directory."
    (folder / name).mkdir()
    assert refusal(folder) == f"The file {name} cannot be read: Is a directory."


# What is changed into what in a file, and what is then said of it; `...`: and more.
DAMAGE = r"""
map.csv
  x,y,terrain -> x,y,ground
    line 1: there is no column 'ground'; expected ...
  bonus,amount,source -> bonus,amount
    line 1: the column 'source' is missing.
  x,y,terrain -> x,x,terrain
    line 1: the column 'x' is there 2 times.
  9,1,forest -> 9,1,"forest
    this is not CSV: ...
  10,1,forest -> 10,one,forest
    line 3, y: 'one' is not a whole number.
  10,1,forest -> 10,,forest
    line 3, y: this cell is empty.
  10,1,forest -> 10,1,1,forest
    line 3: this row has 10 cells, and 9 columns.
  10,1,forest -> 10,-1,forest
    line 3, y: it must be 0 to 99, not -1.
  10,1,forest -> 10,1,swamp
    line 3, terrain: 'swamp' is unknown; expected ...
  10,1,forest,dark_forest -> 10,1,forest,darkness
    line 3, location: 'darkness' is unknown; expected ...
  10,1,forest,dark_forest,0 -> 10,1,forest,dark_forest,yes
    line 3, road: 'yes' is neither 0 nor 1.
  10,1,forest,dark_forest,0,5 -> 10,1,forest,dark_forest,0,4
    line 3, dir: it must be one of 1, 3, 5, 7, 9, 11, not 4 (G73).
  10,1,forest,dark_forest,0,5 -> 10,1,forest,dark_forest,0,
    line 3, dir: it must be one of 1, 3, 5, 7, 9, 11, not 0 (G73).
  10,1,forest,dark_forest,0,5 -> 10,1,forest,dark_forest,0,1
    line 3, dir: 1 leads off the map (G73).
  10,1,forest,dark_forest,0,5, -> 10,1,forest,dark_forest,0,5,honey
    line 3, bonus: 'honey' is unknown; expected ...
  10,1,forest,dark_forest,0,5, -> 10,1,forest,dark_forest,0,5,gold
    line 3, amount: a bonus has an amount, and nothing else has one (G8).
  10,1,forest,dark_forest,0,5,,,printed -> 10,1,forest,dark_forest,0,5,,,guessed
    line 3, source: 'guessed' is unknown; expected ...
  10,1,forest -> 9,1,forest
    line 3, x: the area 9.1 is in line 2 too (G1).
  17,4,lake,,0, -> 17,4,lake,,0,7
    line 43, dir: no monster stands here, so it must be empty, not 7 (G73).
  9,2,forest,dark_forest,0,5 -> 9,2,forest,dark_forest,0,11
    line 12, dir: 11 leads in a circle, never to the town (G73).
  16,7,plains,marsh_of_sorrow,0,9 -> 16,7,plains,marsh_of_sorrow,0,11
    line 84, dir: 11 leads into a lake (G73).
  12,2,plains,,1,5 -> 12,2,plains,,1,7
    line 15, dir: 7 leads off the road (G73).
  9,9,town,grimheim -> 9,9,town,
    line 110, location: the town, and nothing else, is 'grimheim' (G4).
  9,1,forest,dark_forest,0,5 -> 9,1,town,grimheim,0,
    line 2, terrain: the town must be one group of areas (G4).
  10,1,forest -> 10,1,"forest\nwood"
    line 3, terrain: a cell must be in one line.
places.csv
  dead_plains,Dead Plains -> dark_forest,Dead Plains
    line 3, id: 'dark_forest' is there twice.
  wyrm_lair,Wyrm Lair,yellow -> wyrm_lair,Wyrm Lair,green
    line 14, border: 'green' is unknown; expected ...
  12.4 -> 12.5
    line 11, slots: the area 12.5 is not in 'temple_ruins' (G3).
  16.5 17.5 -> 16.5
    line 7, slots: the area 17.5 of 'nailfare' is missing (G3).
  16.5 17.5 -> 16.5 17.5 17.5
    line 7, slots: an area is there twice (G3).
  16.5 17.5 -> 16.5 17/5
    line 7, slots: '17/5' is no area; they are written as in '9.1 10.1'.
  temple_ruins, -> Temple Ruins,
    line 11, id: 'Temple Ruins' must be a small letter, then small letters, digits and _.
  grimheim, -> grimhome,
    id: there must be the location 'grimheim' (G4).
  robber_camp, -> road,
    line 9, id: 'road' means something else in quests.
monsters.csv
  goblin,Goblin,trollkin -> goblin,Goblin,elves
    line 2, faction: 'elves' is unknown; expected ...
  brute,Brute -> goblin,Brute
    line 3, id: 'goblin' is there twice.
  troll,Troll,trollkin,3,6,7 -> troll,Troll,trollkin,4,6,7
    line 4, rank: it must be 1 to 3, not 4.
  troll,Troll,trollkin,3,6,7 -> troll,Troll,trollkin,3,6,0
    line 4, health: it must be 1 to 99, not 0.
  troll,Troll,trollkin,3,6,7 -> troll,Troll,trollkin,3,-6,7
    line 4, strength: it must be 0 to 99, not -6.
  armor,supply -> armor,level
    line 1: there is no column 'level'; expected ...
  1,1,0,15,Another -> 1,1,0,5,Another
    in hordes.csv, line 53, placements: 6 of 'brute', and the supply is 5 (G81).
legends.csv
  grendel_1,Grendel,trollkin,1 -> grendel_1,Grendel,trollkin,3
    line 4, level: it must be 1 to 2, not 3.
  grendel_1,Grendel,trollkin,1 -> grendel_1,Grendel,trollkin,2
    line 4, id: 'grendel_1' must end with its level, _2.
  ,skeleton, -> ,bones,
    line 3, escort: 'bones' is unknown; expected ...
  ,dead,0,1,0, -> ,elves,0,1,0,
    line 8, health_for: 'elves' is unknown; expected ...
  grendel_1,Grendel -> troll,Grendel
    line 4, id: 'troll' must end with its level, _1.
hordes.csv
  yellow,1, -> green,1,
    line 2, deck: 'green' is unknown; expected ...
  yellow,2, -> yellow,1,
    line 3, number: 1 is there twice.
  Fiery Projectiles,highlands -> Fiery Projectiles,lowlands
    line 8, location: 'lowlands' is unknown; expected ...
  highlands,,elemental:10.15 -> highlands,,element:10.15
    line 8, placements: 'element' is unknown; expected ...
  highlands,,elemental:10.15 -> highlands,,elemental:10.18
    line 8, placements: the area 10.18 is not on the map.
  highlands,,elemental:10.15 -> highlands,,elemental:9.9
    line 8, placements: no monster may stand in the area 9.9.
  highlands,,elemental:10.15 -> highlands,,elemental:9.1
    line 8, placements: the area 9.1 is not in 'highlands'.
  highlands,,elemental:10.15 -> highlands,,elemental:10.16
    line 8, placements: two monsters stand in the area 10.16.
  highlands,,elemental:10.15 -> highlands,,elemental-10.15
    line 8, placements: 'elemental-10.15' is no monster in an area; they are written as in 'goblin:9.1'.
  grendel_1:6.7 -> grendel_2:6.7
    line 4, placements: the legend 'grendel_2' is not the legend of this card.
  grendel_1,grendel_1:6.7 -> ,grendel_1:6.7
    line 4, placements: the legend 'grendel_1' is not the legend of this card.
  grendel_1,grendel_1:6.7 -> grendel_1,troll:6.7
    line 4, placements: the legend 'grendel_1' is missing.
  grendel_1,grendel_1:6.7 -> grendel_2,grendel_2:6.7
    line 4, legend: 'grendel_2' does not belong to the yellow deck (G84).
  grendel_1,grendel_1:6.7 -> beowulf_1,grendel_1:6.7
    line 4, legend: 'beowulf_1' is unknown; expected ...
  queen_of_the_dead_1:17.5 -> (nothing)
    line 2, placements: this cell is empty.
tracks.csv
  short,1, -> shorter,1,
    line 2, track: 'shorter' is unknown; expected ...
  short,2, -> short,3,
    line 3, step: it must be 2, not 3 (G13).
  short,4,yellow -> short,4,green
    line 5, deck: 'green' is unknown; expected ...
  short,12,,1 -> short,12,,skull
    line 13, skull: 'skull' is neither 0 nor 1.
  found\nlong,1, -> found\nshort,1,
    line 14, step: it must be 13, not 1 (G13).
rules.toml
  town_pieces = [4, 6, 8, 10] -> town_pieces = [4, 6, 8]
    town_pieces: there must be 4 numbers, for 1 to 4 players (G10).
  town_pieces = [4, 6, 8, 10] -> town_pieces = [0, 6, 8, 10]
    town_pieces[0]: it must be 1 to 10, not 0.
  mend = 2 -> mend = "two"
    mend: expected `int`, got `str`.
  mend = 2 -> (nothing)
    there must be a field `mend`.
  mend = 2 -> mending = 2\nmend = 2
    there is no field `mending`.
  mend = 2 -> mend = -2
    mend: it must be 0 to 99, not -2.
  harder_step = 1 -> harder_step = 4
    harder_step: it must be 0 to 3, not 4.
  "rune" -> "ruin"
    attack_die[2]: 'ruin' is unknown.
  "rune",  -> (nothing)
    attack_die: a die has 6 faces, not 5.
  mend = 2 -> mend = two
    this is not TOML: ...
heroes/bjorn.toml
  id = "bjorn" -> id = "bjoern"
    hero, id: it must be 'bjorn', not 'bjoern'.
  [hero] -> [champion]
    hero: there must be a field `id`.
  strength = 2\nhealth = 9 -> strength = 2
    hero, levels[0].health: it must be 1 to 99, not 0.
  strength = 2\nhealth = 9 -> strenght = 2\nhealth = 9
    hero, levels[0]: there is no field `strenght`.
  move = 3 -> move = 0
    hero, levels[0].move: it must be 1 to 99, not 0.
  counters = 3 -> counters = 0
    equipment 6 (black_arrows), face.uses[0].counter: the card comes with 0 counters.
  kind = "kill"\ntext = "Kill a trollkin -> kind = "progress"\ntext = "Kill a trollkin
    equipment 5 (leather_purse), quest.count: a quest of progress has count and of, and no other has (G45).
  powers = { runes_charge = 1 } -> (nothing)
    equipment 10 (home_sewn_cape), face.uses[0].mana: this card never gets mana (G31).
  main_weapon = true -> main_weapon = true\nquest = { kind = "enter", text = "x", where = "nailfare" }
    equipment 1 (bjorns_first_bow), quest: a starting card has none (G40).
  cards = "this" -> cards = "near"
    equipment 9 (home_sewn_tunic), face.uses[1].effects[0].amount: 'near' and 'each' have an amount, ...
heroes/alva.toml
  way = "into" -> way = "onto"
    ability 2 (treetreader), levels[0].uses[0].effects[0].way: 'onto' is unknown.
  do = "tread" -> do = "fly"
    ability 2 (treetreader), levels[0].uses[0].effects[0].do: 'fly' is unknown.
  health = 2 -> health = "2"
    ability 2 (treetreader), levels[0].health: expected `int`, got `str`.
  option = "out" -> option = "into"
    ability 2 (treetreader), levels[0].uses[0].option: each use of a card needs a name of its own.
  option = "out" -> option = "Out of"
    ability 2 (treetreader), levels[0].uses[1].option: 'Out of' must be a small letter, then small ...
  id = "treetreader" -> id = "snipe"
    ability 5 (snipe), id: 'snipe' is there twice.
  id = "treetreader" -> id = "Treetreader"
    ability 2 (Treetreader), id: 'Treetreader' must be a small letter, then small letters, digits and _.
  name = "Treetreader" -> name = ""
    ability 2 (treetreader), name: it is empty.
  starting = true -> (nothing)
    ability: one card must be starting, not 0 (G11).
  name = "Treetreader" -> name = "Treetreader"\nstarting = true
    ability: one card must be starting, not 2 (G11).
  mana = 1\nuses -> uses
    ability 1 (hail_of_arrows), levels[0].uses[0].mana: this card never gets mana (G31).
  most_mana = 4 -> most_mana = 1
    ability 1 (hail_of_arrows), levels[1].uses[0].most_mana: it must be more than mana, which is 1.
  , most_mana = 4 -> (nothing)
    ability 1 (hail_of_arrows), levels[1].uses[0].effects[0].monsters: 'x' stands for mana, and this ...
  dice = 2 -> dice = 0
    ability 5 (snipe), levels[0].uses[0].effects[0].dice: it must be 1 to 99, not 0.
  health = 2 -> health = 2\ndurability = 1
    ability 2 (treetreader), levels[0].durability: only equipment wears (G30).
  health = 2 -> health = 2\nmove = 1
    ability 2 (treetreader), levels[0].move: only a hero card has it (G21).
  counters = 6 -> (nothing)
    equipment 2 (tiara), face.powers.wages: the card comes with no counters.
  durability = 2 -> (nothing)
    equipment 3 (throwing_darts), face.uses[0].wear: the durability of this card is 0 (G30).
  where = "dark_forest" -> where = "dark_wood"
    equipment 2 (tiara), quest.where: 'dark_wood' is unknown; expected ...
  where = "dark_forest" -> (nothing)
    equipment 2 (tiara), quest.where: it is missing (G43).
  kills = ["rank3"] -> kills = ["rank9"]
    equipment 4 (quiver), quest.kills: 'rank9' is unknown; expected ...
  kills = ["rank3"] -> (nothing)
    equipment 4 (quiver), quest.forgo: nothing is killed in this quest (G44).
  kills = ["rank3"]\nforgo = true -> (nothing)
    equipment 4 (quiver), quest.kills: it says of nothing that it must be killed (G44).
  count = 4\n -> (nothing)
    equipment 5 (windbite), quest.count: a quest of progress has count and of, and no other has (G45).
  of = "kills_far" -> of = "kisses"
    equipment 5 (windbite), quest.of: 'kisses' is unknown.
  place = "troll" -> place = "ogre"
    equipment 10 (elven_arrows), quest.place: 'ogre' is unknown; expected ...
  places = 1 -> (nothing)
    equipment 10 (elven_arrows), quest.places: place and places go together.
  action = "practice"\nwhere = "forest" -> where = "forest"
    equipment 3 (throwing_darts), quest.action: there must be action, gold, discard or place (G41, G42).
  copies = 3 -> copies = 0
    event 1 (multi_shot), copies: it must be 1 to 99, not 0.
  copies = 3 -> (nothing)
    event 1 (multi_shot): there must be a field `copies`.
  when = "attack", effects = [{ do = "add_dice" -> when = "free", effects = [{ do = "add_dice"
    event 2 (mastery), use.effects[0].do: this cannot be done at the moment 'free'.
  any_mana = 2 -> mana = 2
    event 5 (inspire_defense), use.mana: an event holds nothing that it could pay with (G32).
  ranks = [1, 2, 3] -> ranks = [1, 2, 5]
    event 4 (take_a_knee), use.effects[0].target.ranks[2]: it must be 1 to 4, not 5.
  ranks = [1, 2, 3] -> ranks = []
    event 4 (take_a_knee), use.effects[0].target.ranks: there must be one at least (G84).
  text = "In Grimheim, gain 2 gold." -> text = ""
    event 7 (popular), text: it is empty.
  powers = { extra_draw = 1 } -> powers = { extra_draws = 1 }
    ability 3 (starsong), levels[0].powers: there is no field `extra_draws`.
  powers = { extra_draw = 1 } -> powers = { extra_draw = -1 }
    ability 3 (starsong), levels[0].powers.extra_draw: it must be 0 to 99, not -1.
  [[ability.levels]]\ntext = "Roll 2 dice -> #"
    ability 5 (snipe): there is no field `uses`.
heroes/boldur.toml
  powers = { stores = 3 } -> (nothing)
    equipment 7 (smiterbiter), face.uses[0].effects[0].do: nothing is stored on this card.
  mountains = 3\n -> (nothing)
    equipment 6 (dvalins_pick), quest.where: there must be where, mountains or monsters (G43).
  cards = "one" -> cards = "this"
    event 8 (durability), use.effects[0].do: an event is not in play (G32).
  cards = "one" -> cards = "each"
    event 8 (durability), use.effects[0].amount: 'near' and 'each' have an amount, 'one' and 'this' ...
  effects = [{ do = "complete" }] -> effects = [{ do = "release" }]
    event 12 (portable_smithy), use.effects[0].do: an event is not in play (G32).
  actions = ["attack"] -> actions = []
    ability 1 (rapid_strike), levels[0].uses[0].effects[0].actions: there must be one at least (G27).
  actions = ["attack"] -> actions = ["sleep"]
    ability 1 (rapid_strike), levels[0].uses[0].effects[0].actions[0]: 'sleep' is unknown.
  hurt = 1, effects = [{ do = "add_damage", amount = 3 }] -> hurt = 1, effects = [{ do = "add_damage" }]
    event 6 (berserk), use.effects[0].do: the effect does nothing.
  use = { when = "prevent" -> use = { when = "prevent", action = "mend"
    event 9 (dodge), use.action: actions are spent in the hero's own turn, not at 'prevent' (G28).
  starting = true\nmain_weapon = true -> starting = true\ncopies = 2
    equipment 1 (boldurs_first_pick), copies: it must be 1, not 2.
  kind = "progress"\ntext = "Kill 3 -> kind = "progress"\ngold = 1\ntext = "Kill 3
    equipment 11 (dwarf_pick), quest.kind: only 'do' spends anything, not 'progress' (G41, G42).
heroes/embla.toml
  adjacent = true -> adjacent = false, where = "moon"
    ability 1 (riposte), levels[0].uses[0].where: 'moon' is unknown.
  when = "free", effects = [{ do = "march" -> when = "free", adjacent = true, effects = [{ do = "march"
    ability 3 (fleetfoot), levels[0].uses[0].adjacent: nobody attacks at the moment 'free'.
  [equipment.quest]\nkind = "do"\ntext = "Pay 4 gold."\ngold = 4 -> (nothing)
    equipment 11 (custom_armor), quest: it is missing (G40).
  effects = [{ do = "trade", damage = 2 }] -> effects = []
    ability 5 (queen_of_the_hill), levels[0].uses[0].effects: there must be one at least.
  source = -> source
    this is not TOML: ...
  source = -> sauce = ""\nsource =
    there is no field `sauce`.
  up_to = 4 -> up_to = 4, cards = 1
    event 11 (preparations), use.effects[0].up_to: it cannot stand beside cards.
"""


def cases(table):
    """The file, the text and what replaces it, and the message, of each case of a table."""
    file = change = ""
    for line in table.strip().splitlines():
        if line.startswith("    "):
            old, new = (part.replace("\\n", "\n") for part in change.split(" -> "))
            yield pytest.param(
                file, old, new.replace("(nothing)", ""), line.strip(), id=f"{file}: {line.strip()}"
            )
        elif line.startswith("  "):
            change = line[2:]
        else:
            file = line


@pytest.mark.parametrize(("name", "old", "new", "message"), [*cases(DAMAGE)])
def test_damage_is_named_by_file_row_and_field(folder, name, old, new, message):
    change(folder, name, old, new)
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


def test_a_value_is_checked_like_a_folder():
    """What comes from a record names the same files and rows."""
    areas = (msgspec.structs.replace(HOUSE.areas[0], terrain="swamp"), *HOUSE.areas[1:])
    with pytest.raises(BadData, match=r"^here/map\.csv, line 2, terrain: 'swamp' is unknown"):
        check_library(msgspec.structs.replace(HOUSE, areas=areas), "here")
    with pytest.raises(BadData, match=r"^here/heroes: there must be bjorn, alva, embla, boldur"):
        check_library(msgspec.structs.replace(HOUSE, heroes=HOUSE.heroes[:3]), "here")
    heroes = (
        msgspec.structs.replace(HOUSE.heroes[0], ability=HOUSE.heroes[0].ability[:1]),
        *HOUSE.heroes[1:],
    )
    with pytest.raises(BadData, match=r"bjorn\.toml, ability: there must be 2 at least"):
        check_library(msgspec.structs.replace(HOUSE, heroes=heroes), "here")
    heroes = (msgspec.structs.replace(HOUSE.heroes[0], event=HOUSE.heroes[0].event[:1]), *HOUSE.heroes[1:])
    with pytest.raises(BadData, match=r"bjorn\.toml, event: there must be 5 cards at least"):
        check_library(msgspec.structs.replace(HOUSE, heroes=heroes), "here")
    with pytest.raises(BadData, match=r"^here/hordes\.csv, deck: the red deck needs 4 cards"):
        check_library(msgspec.structs.replace(HOUSE, hordes=HOUSE.hordes[:36]), "here")
    with pytest.raises(BadData, match=r"^here/tracks\.csv, track: 'long' needs 2 steps"):
        check_library(msgspec.structs.replace(HOUSE, turns=HOUSE.turns[:12]), "here")
