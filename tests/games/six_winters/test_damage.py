"""Data that is damaged is refused in one sentence, and own maps follow S163."""

import shutil
from importlib import resources
from pathlib import Path

import pytest
from tests.games.six_winters.positions import read_map

from fimbul.core import BadData
from fimbul.games.six_winters.library.load import house_library, load_library
from fimbul.games.six_winters.library.maps import check_map
from fimbul.games.six_winters.library.rows import Cell, Slot

HOUSE = house_library()

# ---- a damaged folder


@pytest.fixture
def folder(tmp_path):
    """A copy of the data."""
    with resources.as_file(resources.files("fimbul.games.six_winters") / "data") as data:
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


@pytest.mark.rule("S9")
def test_slots_are_written_as_in_the_table(folder):
    change(
        folder, "assets.csv", "technology:3 any sorcery:6", "any sorcery 6 sorcery:6 @settled sorcery@settled"
    )
    sticks = next(asset for asset in load_library(folder).assets if asset.id == "dragonfly_sticks")
    assert sticks.slots == (
        Slot(),
        Slot(type="sorcery"),
        Slot(value=6),
        Slot(type="sorcery", value=6),
        Slot(region="settled"),
        Slot(type="sorcery", region="settled"),
    )


def test_no_folder(tmp_path):
    assert refusal(tmp_path / "none").startswith("There is no folder ")


def test_no_scenarios(folder):
    shutil.rmtree(folder / "scenarios")
    assert refusal(folder) == "The folder scenarios cannot be read: No such file or directory."
    (folder / "scenarios").mkdir()
    assert refusal(folder) == "scenarios: there is no scenario in this folder (S180)."


def test_no_rows(folder):
    for name, message in (
        ("maps.csv", ", line 1: the column 'layout' is missing."),
        ("winter.toml", ": there is no [[action]] in this file."),
        ("characters.toml", ": there is no [[character]] in this file."),
    ):
        (folder / name).write_text("", encoding="utf-8")
        assert refusal(folder) == name + message


FILES = [
    *("characters.toml", "winter.toml", "rules.toml", "assets.csv", "obstacles.csv", "locations.csv"),
    *("maps.csv", "scenarios/the_betrayed.toml"),
]


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_missing_or_not_text(folder, name):
    (folder / name).write_bytes(b"\xff\xfe\x00")
    assert refusal(folder) == f"The file {name} is not text in UTF-8."
    (folder / name).unlink()
    if "/" not in name:
        assert refusal(folder) == f"The file {name} cannot be read: No such file or directory."
    (folder / name).mkdir()
    assert refusal(folder) == f"The file {name} cannot be read: Is a directory."


# What is changed into what in a file, and what is then said of it; `...`: and more.
DAMAGE = r"""
characters.toml
  [[character]] -> [[characters]]
    this is not TOML: ...
  [[character]]\nid = "thea" -> [other]\n[[character]]\nid = "thea"
    there is no field `other`.
  id = "thea" -> id = "Thea"
    character 1 (Thea), id: 'Thea' must be a small letter, then small letters, digits and _.
  id = "menas" -> id = "thea"
    character 2 (thea), id: 'thea' is there twice.
  name = "Thea" -> name = ""
    character 1 (thea), name: it is empty.
  title = "Speaker for the East" -> title = " "
    character 1 (thea), title: it is empty.
  psyche = 5 -> psyche = 7
    character 1 (thea), psyche: it must be 1 to 6, not 7.
  body = 3 -> body = 0
    character 1 (thea), body: it must be 1 to 6, not 0.
  moves = 4 -> moves = "4"
    character 1 (thea), moves: expected `int`, got `str`.
  skills = [3, 1, 3, 2, 1, 2, 1, 1] -> skills = [3, 1, 3, 2, 1, 2, 1]
    character 1 (thea), skills: there must be 8, not 7 (S7).
  skills = [3, 1, 3, 2, 1, 2, 1, 1] -> skills = [3, 1, 6, 2, 1, 2, 1, 1]
    character 1 (thea), skills[2]: it must be 0 to 5, not 6.
  winter = "encouraging_words" -> winter = "discouraging_words"
    character 1 (thea), winter: 'discouraging_words' is unknown; expected ...
  winter = "encouraging_words" -> winter = "assassin"
    in winter.toml, action 3 (encouraging_words), id: no character has this action, and no scenario ...
  id = "careful_planning" -> id = "change_course"
    character 1 (thea), abilities[1].id: 'change_course' is the id of another ability or asset (S220).
  id = "careful_planning" -> id = "tent"
    character 1 (thea), abilities[1].id: 'tent' is the id of another ability or asset (S220).
  level = 2 -> level = 3
    character 1 (thea), abilities: there must be one of each level from 1 to 3, in order (S171).
  optional = true -> (nothing)
    character 1 (thea), abilities: there must be one of each level from 1 to 3, in order (S171).
  level = 4 -> level = 5
    character 1 (thea), abilities: there may be one that is optional, of level 4 (S171).
  text = "A die is turned over: a 1 becomes a 6, a 2 a 5, a 3 a 4, and back." -> text = ""
    character 1 (thea), abilities[0].text: it is empty.
  source = "printed" -> source = "guessed"
    character 1 (thea), abilities[0].source: 'guessed' is unknown.
  power = { kind = "flip" } -> power = { kind = "flop" }
    character 1 (thea), abilities[0].power.kind: 'flop' is unknown.
  power = { kind = "flip" } -> power = { kind = "flip", amount = 1 }
    character 1 (thea), abilities[0].power: there is no field `amount`.
  power = { kind = "flip" } -> power = { kind = "flip", force = 1 }
    character 1 (thea), abilities[0].power: there is no field `force`.
  power = { kind = "flip" } -> power = { kind = "add" }
    character 1 (thea), abilities[0].power: there must be a field `amount`.
  power = { kind = "flip" } -> power = { kind = "add", amount = -6 }
    character 1 (thea), abilities[0].power.amount: it must be -5 to 5, not -6.
  power = { kind = "flip" } -> power = { kind = "movement", amount = -1 }
    character 1 (thea), abilities[0].power.amount: it must be 1 to 6, not -1.
  values = [4, 4] -> values = []
    character 1 (thea), abilities[3].power.values: there must be 1 to 6 dice, not 0.
  values = [4, 4] -> values = [4, 7]
    character 1 (thea), abilities[3].power.values[1]: it must be 1 to 6, not 7.
  gains = [5, 5, 5] -> gains = [5, 5, 8]
    character 1 (thea), abilities[3].power.gains[2]: it must be 0 to 6, not 8.
  gains = [5, 5, 5] -> gains = [4, 4]
    character 1 (thea), abilities[3].power.gains: the power changes nothing.
  gains = [5, 5, 5] -> gains = [5, 5, 5, 5, 5, 5, 5]
    character 1 (thea), abilities[3].power.gains: there must be 1 to 6 dice, not 7.
  use = "create" -> use = "juggle"
    character 1 (thea), abilities[1].power.use: 'juggle' is unknown.
  stash = ["stability"], use = "create" -> stash = ["stability"]
    character 1 (thea), abilities[1].power: there must be a field `use`.
  stash = ["stability"], use = "create" -> use = "create"
    character 1 (thea), abilities[1].power: there must be a field `stash`.
  stash = ["stability"], use = "create" -> stash = ["gold"], use = "create"
    character 1 (thea), abilities[1].power.stash[0]: 'gold' is unknown; expected ...
  stash = ["stability"], use = "create" -> stash = ["stability"], use = "create", gains = [1]
    character 1 (thea), abilities[1].power.gains: 'create' has no such field.
  stash = ["stability"], use = "create" -> stash = ["stability"], use = "convert", gains = [1]
    character 1 (thea), abilities[1].power.stash: dice that are converted have a value each.
  use = "action_die" -> use = "action_die", gains = [6]
    character 4 (fuscus), abilities[1].power.gains: 'action_die' has no such field.
  use = "overcome" -> use = "overcome", amount = 2
    character 3 (keel), abilities[1].power.skill: so much progress needs a skill, and a skill needs ...
  track = "body", amount = 1 -> track = "mind", amount = 1
    character 6 (oniri), abilities[1].power.track: 'mind' is unknown.
  track = "body", amount = 1 -> track = "body", amount = 2
    character 6 (oniri), abilities[1].power.amount: it must be 1, not 2.
  track = "body", amount = 1 -> track = "body"
    character 6 (oniri), abilities[1].power: there must be a field `amount`.
  unlocked = true -> (nothing)
    unlocked: there must be 4 characters at least, not 3 (S8).
winter.toml
  do = "burn" -> do = "bury"
    action 1 (assassin), do: 'bury' is unknown.
  tags = ["spy", "foe"] -> tags = ["spy", "ghost"]
    action 1 (assassin), tags: 'ghost' is unknown; expected ...
  tags = ["spy", "foe"] -> tags = ["spy", "spy"]
    action 1 (assassin), tags: 'spy' is there twice.
  tags = ["spy", "foe"] -> (nothing)
    action 1 (assassin): there must be a field `tags`.
  tags = ["drug"] -> tags = ["spy"]
    action 10 (smuggler), tags: 'spy' is unknown; expected ...
  tags = ["drug"] -> tags = ["drug", "gear"]
    action 10 (smuggler), tags: there must be 1 tags, not 2.
  do = "harden" -> do = "harden"\nskills = ["lore"]
    action 2 (deathtouched): there is no field `skills`.
  track = "psyche" -> track = "soul"
    action 3 (encouraging_words), track: 'soul' is unknown.
  resource = "stability" -> resource = "gold"
    action 11 (strategic_planning), resource: 'gold' is unknown.
  source = "ours" -> source = "theirs"
    action 12 (ritual_of_cleaving), source: 'theirs' is unknown.
  id = "forager" -> id = "gatherer"
    in scenarios/foragers_curiosity.toml, win[1].action: 'forager' is unknown; expected ...
  id = "hunter" -> id = "assassin"
    action 6 (assassin), id: 'assassin' is there twice.
  text = "Burn a trap from the obstacle deck." -> text = ""
    action 9 (sabotage), text: it is empty.
rules.toml
  rows = 4 -> rows = 0
    rows: it must be 1 to 20, not 0.
  rows = 4 -> rows = "four"
    rows: expected `int`, got `str`.
  rows = 4 -> (nothing)
    there must be a field `rows`.
  rows = 4 -> rows = 4\nlayers = 1
    there is no field `layers`.
  rows = 4 -> rows = four
    this is not TOML: ...
  rows = 4 -> rows = 2
    in maps.csv, line 9, row: it must be 0 to 1, not 2.
  source = "Printed, -> source = ""#
    source: it is empty.
  hindrance_max = 12 -> hindrance_max = 2
    in obstacles.csv, line 4, hindrance: it must be 0 to 2, not 3.
  skill_max = 5 -> skill_max = 6
    skill_max: it must be 1 to 5, not 6.
  track_max = 6 -> track_max = 5
    in characters.toml, character 6 (oniri), body: it must be 1 to 5, not 6.
  most_resource_dice = 12 -> most_resource_dice = 5
    most_resource_dice: it must be 6 to 99, not 5.
  improved_dice = 2 -> improved_dice = 0
    improved_dice: it must be 1 to 99, not 0.
  base_dice = 1 -> base_dice = 3
    improved_dice: it must be 3 to 99, not 2.
  explosions = [6] -> explosions = [7]
    explosions[0]: it must be 1 to 6, not 7.
  explosions = [6] -> explosions = []
    explosions: there must be 1 to 5 faces, not 0.
  explosions_improved = [5, 6] -> explosions_improved = [6, 6]
    explosions_improved: 6 is there twice.
  season_ends = [1, 2, 3] -> season_ends = [1, 2, 3, 4, 5, 6]
    season_ends: there must be 1 to 5 faces, not 6.
  years = 6 -> years = 7
    years: it must be 6, not 7.
  wheel = ["stability", -> wheel = ["sorcery",
    wheel: there must be two types at least, and never sorcery (S83).
  wheel = ["stability", -> wheel = ["gold",
    wheel[0]: 'gold' is unknown.
  wheel = ["stability", -> wheel = ["technology",
    wheel: 'technology' is there twice.
  "vault", "hall" -> "vault", "any"
    location_tags: 'any' means something else where obstacles start.
  "vault", "hall" -> "vault", "Hall"
    location_tags: 'Hall' is no tag; it must be small letters, perhaps with hyphens.
  "vault", "hall" -> "vault", "manor"
    in locations.csv, line 3, tags: 'hall' is unknown; expected ...
  foes = ["dragon", -> foes = ["wyrm",
    foes: no obstacle is 'wyrm' (S130).
  foes = ["dragon", -> foes = ["foe",
    foes: no obstacle is 'foe' (S130).
  "Angry" -> "Distracted"
    psyche_conditions: 'distracted' is there twice.
  "Weary" -> "Shaken"
    body_conditions: 'shaken' is there twice.
  "Angry" -> "Very angry"
    psyche_conditions: 'Very angry' must be one word.
  body_conditions = ["Weary", "Bruised", "Wounded"] -> body_conditions = []
    body_conditions: there must be one at least (S111).
  extra_obstacles = [0, 0, 1, 2] -> extra_obstacles = [0, 0, 1]
    extra_obstacles: there must be 4 numbers, for 1 to 4 players.
  extra_obstacles = [0, 0, 1, 2] -> extra_obstacles = [0, 0, 1, -2]
    extra_obstacles[3]: it must be 0 to 9, not -2.
  least = 51 -> least = 31
    titles[2].least: it must be 32 to 999, not 31.
  name = "Noob" -> name = ""
    titles[0].name: it is empty.
assets.csv
  id,name,year -> id,name,age
    line 1: there is no column 'age'; expected ...
  id,name,year -> id,name,name
    line 1: the column 'name' is there 2 times.
  source,text -> source
    line 1: the column 'text' is missing.
  tent,Tent,1 -> tent,"Tent,1
    this is not CSV: ...
  tent,Tent,1,gear -> tent,Tent,1,1,gear
    line 11: this row has 14 cells, and 13 columns.
  tent,Tent,1,gear -> Tent,Tent,1,gear
    line 11, id: 'Tent' must be a small letter, then small letters, digits and _.
  tent,Tent,1,gear -> apples,Tent,1,gear
    line 21, id: 'apples' is there twice.
  tent,Tent,1,gear -> tent,,1,gear
    line 11, name: this cell is empty.
  tent,Tent,1,gear -> tent,"Te\nnt",1,gear
    line 11, name: a cell must be in one line.
  tent,Tent,1,gear -> tent,Tent,7,gear
    line 11, year: it must be 0 to 6, not 7.
  tent,Tent,1,gear -> tent,Tent,0,gear
    line 11, year: a locked card has 'lock', not 0.
  tent,Tent,1,gear -> tent,Tent,never,gear
    line 11, year: 'never' is not a whole number.
  tent,Tent,1,gear -> tent,Tent,lock,gear
    line 11, slots: a locked card has none, and every other has one at least (S172).
  tent,Tent,1,gear -> tent,Tent,1,Gear
    line 11, tags: 'Gear' is no tag; it must be small letters, perhaps with hyphens.
  tent,Tent,1,gear -> tent,Tent,1,gear gear
    line 11, tags: 'gear' is there twice.
  tent,Tent,1,gear -> tent,Tent,1,
    line 11, tags: there must be one at least (S9).
  gear,survival,9 -> gear,sleeping,9
    line 11, skill: 'sleeping' is unknown; expected ...
  gear,survival,9 -> gear,survival,
    line 11, points: this cell is empty.
  gear,survival,9 -> gear,survival,nine
    line 11, points: 'nine' is not a whole number.
  gear,survival,9 -> gear,survival,0
    line 11, points: it must be 1 to 99, not 0.
  technology 1,1 -> technology 7,1
    line 11, slots: '7' is no slot; they are written as in 'any sorcery 6 sorcery:6 @settled'.
  technology 1,1 -> technology 0,1
    line 11, slots: '0' is no slot; they are written as in 'any sorcery 6 sorcery:6 @settled'.
  technology 1,1 -> technology:1:2 1,1
    line 11, slots: 'technology:1:2' is no slot; they are written as in 'any sorcery 6 sorcery:6 ...
  technology 1,1 -> technology6 1,1
    line 11, slots: 'technology6' is no slot; they are written as in 'any sorcery 6 sorcery:6 @settled'.
  technology 1,1 -> gold 1,1
    line 11, slots[0].type: 'gold' is unknown.
  technology 1,1 -> @moon 1,1
    line 11, slots[0].region: 'moon' is unknown.
  technology 1,1 -> 6@settled 1,1
    line 11, slots[0].region: a slot has no region beside a value (S9).
  technology 1,1 -> any any any any any any any,1
    line 11, slots: there must be 0 to 6 slots, not 7.
  technology 1,1 -> ,1
    line 11, slots: a locked card has none, and every other has one at least (S172).
  technology 1,1 -> technology 1,yes
    line 11, single: 'yes' is neither 0 nor 1.
  technology 1,1, -> technology 1,1,flip
    line 11, single: a single-use asset has no power and is not locked (S9).
  technology 1,1,, -> technology 1,1,,body
    line 11, recovers: it goes with an amount, and with a single-use asset only (S78).
  ,body,1,settled -> ,body,,settled
    line 21, recovers: it goes with an amount, and with a single-use asset only (S78).
  convert values=1 gains=5, -> convert values=1 gains=5,body
    line 6, recovers: it goes with an amount, and with a single-use asset only (S78).
  When played: recover 1 body. -> (nothing)
    line 21, text: an asset that does something has a text, and no other has one.
  printed,Turn: a die of 1 becomes 5. -> guessed,Turn: a die of 1 becomes 5.
    line 6, source: 'guessed' is unknown; expected ...
  convert values=1 gains=5 -> convert values=one gains=5
    line 6, power: 'one' is not a whole number.
  convert values=1 gains=5 -> convert values=1 gains
    line 6, power: 'gains' is no field; they are written as in 'convert values=1 gains=5,5'.
  convert values=1 gains=5 -> convert values=1 values=5
    line 6, power: the field 'values' is there twice.
  convert values=1 gains=5 -> convert values=1 wins=5
    line 6, power: there is no field `wins`.
  convert values=1 gains=5 -> turn values=1 gains=5
    line 6, power: 'turn' is unknown; expected ...
  convert values=1 gains=5 -> convert values=1
    line 6, power: there must be a field `gains`.
  defend skill=lore -> defend skill=combat
    line 4, power.skill: it must be the skill of the asset, 'lore' (S82).
  defend skill=lore -> defend
    line 4, power: there must be a field `skill`.
  retype type=sorcery becomes=technology -> retype type=sorcery becomes=sorcery
    line 3, power.becomes: the die is of the type 'sorcery' already.
  stress_for_dice track=psyche amount=2 -> stress_for_dice track=psyche
    line 5, power: there must be a field `amount`.
  stash=5,5 use=convert -> stash=5,sorcery use=convert
    line 36, power.stash: dice that are converted have a value each.
  theddas_palimpsest -> theddas_book
    in scenarios/order_of_the_blue_robe.toml, scenes[2].completion[0].asset: 'theddas_palimpsest' ...
obstacles.csv
  orb_of_psychic_torment,Orb of Psychic Torment,1 -> orb_of_psychic_torment,Orb of Psychic Torment,9
    line 2, year: it must be 0 to 6, not 9.
  animaelic_echoes_2 -> animaelic_echoes
    line 6, id: 'animaelic_echoes' is there twice.
  elisa,Elisa -> elise,Elise
    in scenarios/foragers_curiosity.toml, win[2].obstacle: 'elisa' is unknown; expected ...
  restless_dead,Restless Dead -> restless_death,Restless Dead
    in locations.csv, line 29, effects[0].obstacle: 'restless_dead' is unknown; expected ...
  lore,3,0,any -> magic,3,0,any
    line 2, skill: 'magic' is unknown; expected ...
  lore,3,0,any -> lore,0,0,any
    line 2, difficulty: it must be 1 to 99, not 0.
  lore,3,0,any -> lore,3,2,any
    line 2, each: '2' is neither 0 nor 1.
  lore,3,0,any -> lore,3,0,
    line 2, start: there must be regions or tags, or 'any' alone (S10).
  lore,3,0,any -> lore,3,0,moon
    line 2, start: 'moon' is unknown; expected ...
  lore,3,0,any -> lore,3,0,any vault
    line 2, start: there must be regions or tags, or 'any' alone (S10).
  lore,3,0,any -> lore,3,0,vault vault
    line 2, start: 'vault' is there twice.
  lore,6,0,eldritch,1,1 -> lore,6,0,eldritch,6,1
    line 3, progress: it must be 0 to 5, not 6.
  lore,6,0,eldritch,1,1 -> lore,6,0,eldritch,1,13
    line 3, hindrance: it must be 0 to 12, not 13.
  0,0,lowest_command -> 0,0,lowest_lore
    line 2, goal: 'lowest_lore' is unknown; expected ...
  0,0,lowest_command -> 0,0,lowest_command urban
    line 2, goal: 'lowest_command' stands alone (S92).
  stress,1,psyche -> stress,1,
    line 2, track: 'stress' has a track, and no other effect has one (S93).
  stress,1,psyche -> threat,1,psyche
    line 2, track: 'stress' has a track, and no other effect has one (S93).
  stress,1,psyche -> stress,1,soul
    line 2, track: 'soul' is unknown.
  stress,1,psyche -> stress,7,psyche
    line 2, amount: it must be 1 to 6, not 7.
  stress,1,psyche -> doom,1,psyche
    line 2, effect: 'doom' is unknown; expected ...
  threat,1, -> threat,7,
    line 3, amount: it must be 1 to 6, not 7.
  resources,1, -> resources,2,
    line 4, amount: it must be 1, not 2.
  resources,1,,stability technology espionage military diplomacy sorcery -> resources,1,,
    line 4, types: 'resources' has types, and no other effect has any (S93).
  resources,1,,stability technology -> resources,1,,stability gold
    line 4, types: 'gold' is unknown; expected ...
  ,each,1,1 -> ,always,1,1
    line 4, repeats: 'always' is unknown; expected ...
  vault,threat,1,,,,0,2 -> vault,threat,1,,,,0,7
    line 7, psyche: it must be 0 to 6, not 7.
  3,,entry,1,,, -> 3,urban,entry,1,,,
    line 10, effect: 'entry' never activates, so it neither moves nor repeats (S93).
  3,,entry,1,,, -> 3,,entry,1,,,once
    line 10, effect: 'entry' never activates, so it neither moves nor repeats (S93).
  0,2,printed -> 0,2,found
    line 3, source: 'found' is unknown; expected ...
  trap development -> trap development trap
    line 52, tags: 'trap' is there twice.
locations.csv
  1,whitehold -> 0,whitehold
    line 2, number: it must be 1 to 999, not 0.
  3,hogel_manor -> 1,hogel_manor
    line 3, number: 1 is the number of 'whitehold' too (S176).
  3,hogel_manor -> 3,whitehold
    line 3, id: 'whitehold' is there twice.
  empire,vault -> moon,vault
    line 2, region: 'moon' is unknown; expected ...
  empire,vault -> empire,cellar
    line 2, tags: 'cellar' is unknown; expected ...
  empire,vault -> empire,
    line 2, tags: there must be one at least (S1).
  disguise,espionage -> hiding,espionage
    line 2, skill: 'hiding' is unknown; expected ...
  disguise,espionage -> disguise,gold
    line 2, makes: 'gold' is unknown.
  disguise,espionage -> disguise,
    in maps.csv, line 2, level: it must be 0, not 1.
  sorcery,gate -> sorcery,door
    line 9, icon: 'door' is unknown; expected ...
  ruins_of_boars_peak,printed -> ruins_of_nothing,printed
    line 10, ruins: 'ruins_of_nothing' is unknown; expected ...
  ruins_of_boars_peak,printed -> loomwood,printed
    line 10, ruins: 'loomwood' must have its number and its region (S96).
  ruins_of_boars_rift,printed -> ruins_of_boars_peak,printed
    line 10, ruins: 'ruins_of_boars_peak' is the ruins of another location too.
  garrison amount=2 -> (nothing)
    line 10, text: a location with effects has a text, and no other has one (S176).
  garrison amount=2 -> garrison
    line 10, effects[0]: there must be a field `amount`.
  garrison amount=2 -> garrison amount=7
    line 10, effects[0].amount: it must be 1 to 6, not 7.
  garrison amount=2 -> garrison amount=2 skill=lore
    line 10, effects[0]: there is no field `skill`.
  garrison amount=2 -> garrison amount=2; garrison amount=1
    line 10, effects: 'garrison' is there twice.
  garrison amount=2 -> fence amount=2
    line 10, effects: 'fence' is unknown; expected ...
  difficulty skill=tactics amount=2 -> difficulty amount=2
    line 16, effects[0].skill: 'difficulty' has either a skill or a tag.
  difficulty skill=tactics amount=2 -> difficulty skill=tactics tag=foe amount=2
    line 16, effects[0].skill: 'difficulty' has either a skill or a tag.
  discard_here tag=guard -> discard_here tag=ghost
    line 20, effects[0].tag: 'ghost' is unknown; expected ...
  stage tag=spell -> stage tag=guard
    line 29, effects[1].tag: 'guard' is unknown; expected ...
  place obstacle=restless_dead -> place obstacle=sleepy_dead
    line 29, effects[0].obstacle: 'sleepy_dead' is unknown; expected ...
  entry track=body amount=1 -> entry amount=1
    line 38, effects[0]: there must be a field `track`.
  arankh,Arankh -> aranck,Arankh
    in scenarios/order_of_the_blue_robe.toml, scenes[0].completion[0].location: 'arankh' is ...
  espionage,,,,printed -> espionage,,,,found
    line 2, source: 'found' is unknown; expected ...
maps.csv
  A,0,1,whitehold,1 -> own,0,1,whitehold,1
    line 2, layout: 'own' cannot be the name of a layout.
  A,0,1,whitehold,1 -> A,0,1,blackhold,1
    line 2, location: 'blackhold' is unknown; expected ...
  A,0,1,whitehold,1 -> A,0,1,whitehold,3
    line 2, level: it must be 0 to 2, not 3.
  A,0,1,whitehold,1 -> A,0,1,whitehold,2
    line 12, level: 'whitehold' has another one further up (S163).
  A,0,3,yearly_field,0 -> A,0,3,yearly_field,1
    line 4, level: it must be 0, not 1.
  A,0,1,whitehold,1 -> A,0,7,whitehold,1
    line 2, column: it must be 0 to 6, not 7.
  A,0,1,whitehold,1 -> A,-1,1,whitehold,1
    line 2, row: it must be 0 to 3, not -1.
  A,0,1,whitehold,1 -> A,0,2,whitehold,1
    line 3, column: 'whitehold' is in this cell already (S163).
  A,0,1,whitehold,1 -> A,3,6,whitehold,1
    line 2, location: 'whitehold' is not adjacent to one of its region (S163).
  B,0,2,whitehold,1\n -> (nothing)
    location: 'whitehold' is missing (S163).
  B,0,2,whitehold,1\n -> (nothing)
    location: 'whitehold' is missing (S163).
  A,0,1,whitehold,1 -> A,0,1,arankh,1
    location: 'arankh' is missing (S163).
  A,1,1,gravewood,0\nA,1,2,boars_peak -> A,1,1,gravewood,0\nA,3,3,boars_peak
    line 6, location: 'boars_peak' is not adjacent to one of its region (S163).
scenarios/order_of_the_blue_robe.toml
  id = "order_of_the_blue_robe" -> id = "order_of_the_red_robe"
    id: it must be 'order_of_the_blue_robe', not 'order_of_the_red_robe'.
  name = "The Order of the Blue Robe" -> name = ""
    name: it is empty.
  year = 1 -> year = 6
    finale: the scenarios of year 6, and no others, are finales (S147).
  year = 1 -> year = 0
    year: it must be 1 to 6, not 0.
  year = 1 -> year = 3
    in scenarios, year: there must be two scenarios at least of year 1, not 1 (S180).
  pool = 5 -> pool = 0
    pool: it must be 1 to 99, not 0.
  pool = 5 -> pool = 5\npuddle = 5
    there is no field `puddle`.
  source = "printed" -> source = "rumour"
    source: 'rumour' is unknown.
  turns = 2, most = 2 -> turns = 0, most = 2
    seasons[0].turns: it must be 1 to 12, not 0.
  turns = 2, most = 2 -> turns = 2, most = 1
    seasons[0].most: it must be 2 to 12, not 1.
  dice = 1 -> dice = -1
    seasons[0].dice: it must be 0 to 18, not -1.
  obstacles = 2 -> obstacles = 10
    seasons[2].obstacles: it must be 0 to 9, not 10.
  { turns = 2, most = 2, dice = 1, obstacles = 1 }, -> (nothing)
    seasons: expected `array` of length 3, got 2.
  faces = [5, 6] -> faces = [6]
    threats: nothing happens on 5 (S95).
  faces = [5, 6] -> faces = [4, 5, 6]
    threats[1].faces: 4 is there twice (S95).
  faces = [5, 6] -> faces = [1, 5, 6]
    threats[0].faces: it must be 2 to 6, not 1.
  effect = { do = "curse" } -> effect = { do = "bless" }
    threats[1].effect.do: 'bless' is unknown.
  effect = { do = "curse" } -> effect = { do = "draw" }
    threats[1].effect.do: 'draw' cannot happen here; expected ...
  effect = { do = "curse" } -> effect = { do = "curse", skill = "lore" }
    threats[1].effect: there is no field `skill`.
  effect = { do = "curse" } -> effect = { do = "press" }
    threats[1].effect: there must be a field `skill`.
  resource = "stability" -> resource = "gold"
    threats[0].effect.resource: 'gold' is unknown.
  obstacle = "miasma_of_malevolence", location -> obstacle = "miasma", location
    setup[0].obstacle: 'miasma' is unknown; expected ...
  location = "parisas_glen" } -> location = "parisas_glade" }
    setup[0].location: 'parisas_glade' is unknown; expected ...
  , location = "parisas_glen" } -> }
    setup[0].location: 'place' has either a location or a region.
  , location = "parisas_glen" } -> , location = "parisas_glen", region = "empire" }
    setup[0].location: 'place' has either a location or a region.
  { do = "draw", amount = 1 } -> { do = "draw", amount = 0 }
    setup[1].amount: it must be 1 to 9, not 0.
  { do = "draw", amount = 1 } -> { do = "end" }
    setup[1].do: 'end' cannot happen here; expected ...
  location = "arankh" }] -> location = "loomwood" }]
    scenes[0].completion[0].location: 'loomwood' is on the map from the start (S2).
  location = "arankh" }] -> location = "atlantis" }]
    scenes[0].completion[0].location: 'atlantis' is unknown; expected ...
  obstacles = ["miasma_of_malevolence"] -> obstacles = ["miasma"]
    scenes[1].completion[0].obstacles[0]: 'miasma' is unknown; expected ...
  obstacles = ["miasma_of_malevolence"] -> obstacles = []
    scenes[1].completion[0].obstacles: there must be one at least.
  action = "ritual_of_cleaving" -> action = "ritual_of_leaving"
    scenes[1].completion[1].action: 'ritual_of_leaving' is unknown; expected ...
  asset = "theddas_palimpsest" -> asset = "theddas_diary"
    scenes[2].completion[0].asset: 'theddas_diary' is unknown; expected ...
  asset = "theddas_palimpsest" -> asset = "tent"
    scenes[2].completion[0].asset: 'tent' is single-use, and never in the archive (S11).
  asset = "theddas_palimpsest" -> asset = "cart"
    in assets.csv, line 5, year: no scenario gives this locked asset (S172).
  skills = ["rapport"] -> skills = []
    scenes[0].skills: there must be 1 to 2 skills, not 0.
  skills = ["rapport"] -> skills = ["rapport", "rapport"]
    scenes[0].skills: 'rapport' is there twice.
  skills = ["rapport"] -> skills = ["charm"]
    scenes[0].skills[0]: 'charm' is unknown.
  points = 10 -> points = 0
    scenes[0].points: it must be 1 to 99, not 0.
  difficult = 15 -> difficult = 9
    scenes[0].difficult: it must be 10 to 99, not 9.
  psyche = 1 -> psyche = 7
    scenes[0].psyche: it must be 0 to 6, not 7.
  question = "What made the keeper listen to you?" -> question = ""
    scenes[0].question: it is empty.
  location = "parisas_glen"\nskills -> location = "nowhere"\nskills
    scenes[0].location: 'nowhere' is unknown; expected ...
scenarios/two_eyes_in_one_face.toml
  [\n        { do = "relieve", location = "boars_rift", amount = 1 }, -> [] }, { do = "one_of", options = [
    scenes[1].completion[0].options: there must be two at least.
  { do = "discard", location -> { do = "discard", obstacle = "elisa", location
    scenes[1].completion[0].options[1].location: 'discard' has an obstacle or a location, not both.
  { do = "discard", location = "boars_rift" }, -> { do = "one_of", options = [] },
    scenes[1].completion[0].options[1].do: 'one_of' is unknown.
  { do = "discard", location = "boars_rift" }, -> { do = "dance" },
    scenes[1].completion[0].options[1].do: 'dance' is unknown.
  do = "lower", resource = "military" -> do = "lower", resource = "sorcery"
    threats[1].effect.resource: 'boars_rift' does not make sorcery (S5).
  if_skills = ["combat", "tactics"] -> if_skills = ["combat", "combat"]
    threats[1].effect.if_skills: 'combat' is there twice.
scenarios/the_betrayed.toml
  character = "lucia" -> character = "lucy"
    win[0].character: 'lucy' is unknown; expected ...
  character = "lucia" -> character = "thea"
    win[0].character: 'thea' is unlocked from the start (S8).
  { do = "bury" } -> { do = "bury", asset = "tent" }
    scenes[1].completion[0]: there is no field `asset`.
  obstacle = "agents_of_chaos" -> obstacle = "agents_of_order"
    win[2].obstacle: 'agents_of_order' is unknown; expected ...
  win = [ -> win = [{ do = "end" },
    win[0].do: 'end' cannot happen here; expected ...
  win = [ -> win = [{ do = "curse" },
    win[0].do: 'curse' cannot happen here; expected ...
scenarios/served_cold.toml
  finale = true -> (nothing)
    finale: the scenarios of year 6, and no others, are finales (S147).
  win = [{ do = "end" }] -> (nothing)
    win: a finale must 'end' the campaign (S147).
  loss = [{ do = "end" }] -> loss = []
    loss: a finale must 'end' the campaign (S147).
  "passage_of_thorns", "wrath_of_the_autarch"] -> "passage_of_thorns", "mercy_of_the_autarch"]
    scenes[2].overcome[1]: 'mercy_of_the_autarch' is unknown; expected ...
  obstacle = "wrath_of_the_autarch", text -> obstacle = "mercy_of_the_autarch", text
    highlights[2].obstacle: 'mercy_of_the_autarch' is unknown; expected ...
  hard_pool = 7 -> hard_pool = -7
    hard_pool: it must be 0 to 99, not -7.
"""


def cases(table):
    """The file, the text and what replaces it, and the message, of each case of a table."""
    file = change = ""
    for line in table.strip().splitlines():
        if line.startswith("    "):
            old, new = (part.replace("\\n", "\n") for part in change.split(" -> "))
            yield pytest.param(
                file, old, new.replace("(nothing)", ""), line.strip(), id=f"{file}: {change} {line.strip()}"
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


# ---- own maps


def written(folder, drawing):
    """The file of a map that is drawn with the first letters of the locations (r: Boar's Rift)."""
    letters = {
        "w": "whitehold",
        "e": "eastkeep",
        "y": "yearly_field",
        "p": "parisas_glen",
        "l": "loomwood",
        "u": "undaris_tower",
        "r": "boars_rift",
        "g": "gravewood",
        "b": "boars_peak",
        "h": "hogel_manor",
        "a": "arankh",
    }
    rows = [
        f"{letters[letter]},{row},{column}"
        for row, line in enumerate(drawing.split("/"))
        for column, letter in enumerate(line)
        if letter != "."
    ]
    file = folder / "own.csv"
    file.write_text("\n".join(["location,row,column", *rows]) + "\n", encoding="utf-8")
    return file


@pytest.mark.rule("S163")
@pytest.mark.parametrize(
    "drawing",
    [
        ".wey/.gbrl/.h.pu",
        "..wey/.gbrl/..hpu",
        "weyrp../.hgbul",
        "h....../gbrplu./..ywe",
        "......w/.....ye/....gru/...hbpl",
    ],
)
def test_a_good_map_of_ones_own(tmp_path, drawing):
    cells = read_map(written(tmp_path, drawing))
    assert len(cells) == 10
    assert {cell.layout for cell in cells} == {"own"}
    levels = {cell.location: cell.level for cell in HOUSE.maps if cell.layout == "A"}
    assert {cell.location: cell.level for cell in cells} == levels
    assert cells == read_map(written(tmp_path, drawing), HOUSE)


@pytest.mark.rule("S163")
@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        (".wey/.gbrl/.h.p", "location: 'undaris_tower' is missing (S163)."),
        (".wey/.gbrl/.h.pu/w", "line 12, location: 'whitehold' is there twice (S163)."),
        (".wey/.gbrl/.h.pua", "line 12, location: 'arankh' is in no layout; expected whitehold, ..."),
        ("wey..../gbrl.../h....pu", "line 10, location: 'parisas_glen' is cut off from 'whitehold' (S163)."),
        (
            ".wey/.gbrl/...pu/h",
            "line 11, location: 'hogel_manor' is not adjacent to one of its region (S163).",
        ),
        (
            "wey/...rl/..gpu/..bh",
            "location: no Brightdune location is adjacent to an Empire location and ...",
        ),
        (
            "wey..../..r.pul/.gbh",
            "line 5, location: 'boars_rift' is not adjacent to one of its region (S163).",
        ),
        ("./././.wey/.gbrl/.h.pu", "line 5, row: it must be 0 to 3, not 4."),
        ("....wey./....gbrl/....h.pu", "line 8, column: it must be 0 to 6, not 7."),
    ],
)
def test_a_bad_map_of_ones_own(tmp_path, drawing, message):
    file = written(tmp_path, drawing)
    with pytest.raises(BadData) as raised:
        read_map(file)
    found = str(raised.value).removeprefix(f"{file}, ")
    assert found.startswith(message.removesuffix("..."))
    assert message.endswith("...") or found == message


@pytest.mark.rule("S163")
def test_a_map_file_that_cannot_be_read(tmp_path):
    def refused(text):
        file = tmp_path / "own.csv"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BadData) as raised:
            read_map(file)
        return str(raised.value).removeprefix(str(file))

    assert refused("") == ", line 1: the column 'location' is missing."
    assert refused("location,row,column\n") == ": there is no row in this file."
    assert refused("location,row,column\nloomwood,a,1\n") == ", line 2, row: 'a' is not a whole number."
    assert refused("location,row,column\nloomwood,1\n") == ", line 2: this row has 2 cells, and 3 columns."
    two = "location,row,column\nloomwood,1,1\ngravewood,1,1\n"
    assert refused(two) == ", line 3, column: 'loomwood' is in this cell already (S163)."
    with pytest.raises(BadData, match=r"none\.csv cannot be read: No such file or directory\.$"):
        read_map(tmp_path / "none.csv")


@pytest.mark.rule("S163")
def test_a_map_can_be_checked_as_a_value():
    cells = tuple(cell for cell in HOUSE.maps if cell.layout == "B")
    check_map(cells, HOUSE, "here")
    moved = (Cell(layout="own", row=3, column=6, location=cells[0].location, level=1), *cells[1:])
    with pytest.raises(BadData, match=r"^here, line 2, location: 'whitehold' is not adjacent"):
        check_map(moved, HOUSE, "here")
