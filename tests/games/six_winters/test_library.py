"""The data of the game (S2, S163, S170 to S193): it says what the page says, and damaged data is refused."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fimbul.core import BadData
from fimbul.games.six_winters.library import effects as printed
from fimbul.games.six_winters.library import powers, texts
from fimbul.games.six_winters.library.check import check_library
from fimbul.games.six_winters.library.load import house_library
from fimbul.games.six_winters.library.rows import LOCKED, Library, Season, Slot
from fimbul.games.six_winters.library.scenarios import effects_of
from fimbul.games.six_winters.library.terms import RESOURCES, SKILLS

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "six_winters.md").read_text(encoding="utf-8")
HOUSE = house_library()
FIGURES = HOUSE.figures
CHARACTERS = {character.id: character for character in HOUSE.characters}
ASSETS = {asset.id: asset for asset in HOUSE.assets}
LOCATIONS = {location.id: location for location in HOUSE.locations}
SCENARIOS = {scenario.id: scenario for scenario in HOUSE.scenarios}
WINTER = {action.id: action for action in HOUSE.winter}
REGION = {"Empire": "empire", "Brightdune": "brightdune", "Settled Lands": "settled"}
WORDS = {"one": 1, "two": 2, "three": 3}


# ---- the page


def section(number):
    """The text of a rule."""
    return re.search(rf"^### {number} (.*?)(?=^##|\Z)", PAGE, re.M | re.S)[1]


def tables(number):
    """The tables of a rule, each row by the names of the columns."""
    found, header = [], None
    for line in section(number).splitlines():
        if not line.startswith("|"):
            header = None
            continue
        cells = [cell.strip() for cell in line.strip()[1:-1].split("|")]
        if header is None:
            header = cells
            found.append([])
        elif not set(line) <= {"|", "-"}:
            found[-1].append(dict(zip(header, cells, strict=True)))
    return found


def slug(name):
    """The id of a name (section J)."""
    return re.sub(r"[^a-z0-9_]", "", re.sub(r"[ -]", "_", name.lower()))


def named(name):
    """The id of an obstacle that the page gives by name or by id."""
    return name.strip("`") if "`" in name else slug(re.sub(r" \(obstacle\)", "", name))


def stress(text):
    """Body and psyche dice of a cell."""
    found = {track: int(count) for count, track in re.findall(r"(\d) (body|psyche)", text)}
    return found.get("body", 0), found.get("psyche", 0)


def a_power(**fields: Any) -> powers.Power:
    return msgspec.convert(fields, powers.Power)


def an_effect(**fields: Any) -> printed.Effect:
    """An effect as a file has it; the options of one may be effects already."""
    if "options" in fields:
        fields["options"] = [msgspec.to_builtins(option) for option in fields["options"]]
    return msgspec.convert(fields, printed.Effect)


def a_text(**fields: Any) -> texts.Text:
    return msgspec.convert(fields, texts.Text)


# What the words of abilities and assets mean, as a power.
POWERS = [
    (r"A die is turned over: a 1 becomes a 6, a 2 a 5, a 3 a 4, and back\.", lambda m: a_power(kind="flip")),
    (r"Stash (\w+)\. Spend it as the action die of a create action.*", lambda m: box(m[1], "create")),
    (r"Stash (\w+)\. Spend it for the defence pool.*", lambda m: box(m[1], "defend")),
    (r"Stash (\w+)\. Spend it in an overcome action.*", lambda m: box(m[1], "overcome")),
    (
        r"Stash any die\. Spend it: roll again any own unspent action dice, or any resource dice at the .*",
        lambda m: box("any_die", "reroll"),
    ),
    (
        r"Stash any die\. Spend it: discard the top card of the obstacle deck\.",
        lambda m: box("any_die", "discard"),
    ),
    (
        r"Stash any die\. Spend it: put the top card of the obstacle discard pile on the obstacle deck\.",
        lambda m: box("any_die", "recall"),
    ),
    (
        r"Three boxes: (\w+), (\w+), any resource\. Spend all three: take an action die and roll it .*",
        lambda m: a_power(kind="stash", stash=(m[1], m[2], "any_resource"), use="action_die"),
    ),
    (
        r"(?:Turn: t|T)wo dice of (\d) of one kind become three of (\d)\.",
        lambda m: a_power(kind="convert", values=(int(m[1]),) * 2, gains=(int(m[2]),) * 3),
    ),
    (
        r"Two dice of 1 of one kind become 2, 2 and 5\.",
        lambda m: a_power(kind="convert", values=(1, 1), gains=(2, 2, 5)),
    ),
    (r"A (\w+) die at the location becomes any value\.", lambda m: a_power(kind="set", type=m[1])),
    (r"Go to an adjacent location free, whatever entry costs\.", lambda m: a_power(kind="free_move")),
    (
        r"A (\w+) die at the location becomes two whose values add up to the old value; not a 1\.",
        lambda m: a_power(kind="split", type=m[1]),
    ),
    (r"A die goes down by 1; not a 1\.", lambda m: a_power(kind="add", amount=-1)),
    (
        r"A sorcery die at the location goes up by 1; not a 6; it does not explode\.",
        lambda m: a_power(kind="add", type="sorcery", amount=1),
    ),
    (
        r"(?:Turn: a|A) die of (\d) becomes (\d)\.",
        lambda m: a_power(kind="convert", values=(int(m[1]),), gains=(int(m[2]),)),
    ),
    (
        r"A die of 6 becomes two dice of its kind, rolled\.",
        lambda m: a_power(kind="convert", values=(6,), gains=(0, 0)),
    ),
    (
        r"Turn: a die of 6 becomes two of 1\.",
        lambda m: a_power(kind="convert", values=(6,), gains=(1, 1)),
    ),
    (
        r"Take 1 body stress: go to any other location with a sorcery token\. Any number of times\.",
        lambda m: a_power(kind="stress_move", track="body", amount=1),
    ),
    (
        r"Turn: take 1 psyche stress, take two action dice and roll them into their own pool\.",
        lambda m: a_power(kind="stress_for_dice", track="psyche", amount=2),
    ),
    (
        r"Turn: an? (\w+) die at the location becomes (technology|stability|diplomacy), same value\.",
        lambda m: a_power(kind="retype", type=m[1], becomes=(m[2],)),
    ),
    (
        r"Turn: a (\w+) die at the location becomes any other type, same value\.",
        lambda m: a_power(kind="retype", type=m[1]),
    ),
    (
        r"Turn: a (\w+) die at the location becomes two (\w+) dice, rolled\.",
        lambda m: a_power(kind="retype", type=m[1], becomes=(m[2], m[2])),
    ),
    (r"Turn: (defend|preview), (\w+)\.", lambda m: a_power(kind=m[1], skill=m[2])),
    (
        r"Turn: 1 more progress on a (\w+) obstacle\.",
        lambda m: a_power(kind="progress", skill=m[1], amount=1),
    ),
    (
        r"Turn: 1 hindrance on a (\w+) obstacle, after the stress, in an overcome action\.",
        lambda m: a_power(kind="hindrance", skill=m[1], amount=1),
    ),
    (r"(\d) more movement points? each turn\.", lambda m: a_power(kind="movement", amount=int(m[1]))),
    (r"Carry, (one|two) di(?:c)?e: 1 movement .*", lambda m: a_power(kind="carry", amount=WORDS[m[1]])),
    (
        r"Moves between ports cost this character no movement point\.",
        lambda m: a_power(kind="free_ports"),
    ),
    (
        r"Two boxes for dice of 5 of one kind .*\. Spend both: gain three dice of 3 of that kind\.",
        lambda m: a_power(kind="stash", stash=("5", "5"), use="convert", gains=(3, 3, 3)),
    ),
    (
        r"Box, technology\. Spend it in an overcome action: 2 progress on a (\w+) obstacle\.",
        lambda m: a_power(kind="stash", stash=("technology",), use="overcome", skill=m[1], amount=2),
    ),
]


def box(takes, use):
    """A power with one box."""
    return a_power(kind="stash", stash=(takes,), use=use)


def meaning(text, patterns):
    """What a text means by a list of patterns, of which just one fits."""
    found = [make(match) for pattern, make in patterns if (match := re.fullmatch(pattern, text))]
    assert len(found) == 1, text
    return found[0]


def at(text):
    """The location or the region of a text."""
    if match := re.fullmatch(r"an (\w+) location that the players choose", text):
        return {"region": REGION[match[1]]}
    return {"location": slug(text)}


# What the sentences of scenarios mean, as effects.
SENTENCES = [
    (r"Draw (\d) obstacle for each player", lambda m: [an_effect(do="draw", amount=int(m[1]))]),
    (
        r"[Aa]dd (.*) \((?:Empire|Brightdune|Settled Lands)\)",
        lambda m: [an_effect(do="add", location=slug(m[1]))],
    ),
    (
        r"[Aa]dd Undari's Tomb \(Brightdune\), with what its text brings \(S176\)",
        lambda m: [an_effect(do="add", location="undaris_tomb")],
    ),
    (
        r"War Machines \(locked copy\) at (.*)",
        lambda m: [an_effect(do="place", obstacle="war_machines_3", **at(m[1]))],
    ),
    (
        r"War Machines \(the other locked copy\) at (.*)",
        lambda m: [an_effect(do="place", obstacle="war_machines_4", **at(m[1]))],
    ),
    (
        r"((?!War Machines \(|Raise|Lower)[A-Z`][\w`'! ]*(?: \(obstacle\))?) at ([A-Z][\w' ]*)",
        lambda m: [an_effect(do="place", obstacle=named(m[1]), **at(m[2]))],
    ),
    (
        r"If (.*) is in play, burn it",
        lambda m: [an_effect(do="burn", obstacles=(slug(m[1]),), in_play=True)],
    ),
    (
        r"Burn The Necromancer and every Restless Dead, wherever they are",
        lambda m: [an_effect(do="burn", obstacles=("the_necromancer", "restless_dead", "restless_dead_2"))],
    ),
    (r"If (.*) is in play, discard it", lambda m: [an_effect(do="discard", obstacle=slug(m[1]))]),
    (r"Unlock the winter action (.*)", lambda m: [an_effect(do="teach", action=slug(m[1]))]),
    (r"unlock (\w+)", lambda m: [an_effect(do="unlock", character=slug(m[1]))]),
    (
        r"unlock (\w+), who also gets (.*)",
        lambda m: [
            an_effect(do="unlock", character=slug(m[1])),
            an_effect(do="teach", action=slug(m[2]), character=slug(m[1])),
        ],
    ),
    (r"(\w+) gets (.*)", lambda m: [an_effect(do="teach", action=slug(m[2]), character=slug(m[1]))]),
    (r"Put (.*) into the archive", lambda m: [an_effect(do="archive", asset=slug(m[1]))]),
    (r"(.*) joins the obstacle deck", lambda m: [an_effect(do="join", obstacle=slug(m[1]))]),
    (r"Remove 1 threat token from one location", lambda m: [an_effect(do="relieve", amount=1)]),
    (r"Discard one obstacle at any location", lambda m: [an_effect(do="discard")]),
    (
        r"([Rr]aise|[Ll]ower) (\w+) production at (.*)",
        lambda m: [an_effect(do=m[1].lower(), resource=m[2], location=slug(m[3]))],
    ),
    (
        r"Choose one for Boar's Rift: remove 1 threat token; discard all obstacles there; raise military "
        r"production to improved",
        lambda m: [
            an_effect(
                do="one_of",
                options=(
                    an_effect(do="relieve", location="boars_rift"),
                    an_effect(do="discard", location="boars_rift"),
                    an_effect(do="raise", resource="military", location="boars_rift"),
                ),
            )
        ],
    ),
    (
        r"Each character recovers (\d) (\w+)",
        lambda m: [an_effect(do="recover", amount=int(m[1]), track=m[2])],
    ),
    (r"Each player may draw an asset and stage it", lambda m: [an_effect(do="stage")]),
    (r"Put one staged asset of your choice under the asset deck", lambda m: [an_effect(do="bury")]),
    (r"lasting effect \*veil\*: .*", lambda m: [an_effect(do="lasting", lasting="veil")]),
    (r"lasting effect \*smugglers' roads\*: .*", lambda m: [an_effect(do="lasting", lasting="roads")]),
    (r"lasting effect \*(\w+)\* \(S206\)", lambda m: [an_effect(do="lasting", lasting=m[1])]),
    (r"the campaign is (?:won|lost)", lambda m: [an_effect(do="end")]),
    (r"nothing|See below|the threat pool is 7", lambda m: []),
]
THREATS = [
    (r"discard: (\w+)", lambda m: an_effect(do="lose_dice", resource=m[1])),
    (r"curse", lambda m: an_effect(do="curse")),
    (r"gather", lambda m: an_effect(do="gather")),
    (r"strain: (\w+)", lambda m: an_effect(do="strain", track=m[1])),
    (r"press: (\w+)", lambda m: an_effect(do="press", skill=m[1])),
    (
        r"lower: (\w+) at (.*), if a threat token(.*) is there",
        lambda m: an_effect(
            do="lower",
            resource=m[1],
            location=slug(m[2]),
            if_tokens=True,
            if_skills=tuple(re.findall(r"a (\w+) obstacle", m[3])),
        ),
    ),
]
TEXTS = [
    (
        r"A unit that moves in gets (\d) hindrance \(S94\)\.",
        lambda m: [a_text(kind="garrison", amount=int(m[1]))],
    ),
    (
        r"Tactics obstacles here have difficulty \+(\d)\.",
        lambda m: [a_text(kind="difficulty", skill="tactics", amount=int(m[1]))],
    ),
    (
        r"Foes here have difficulty \+(\d)\.",
        lambda m: [a_text(kind="difficulty", tag="foe", amount=int(m[1]))],
    ),
    (
        r"A character who enters takes (\d) (\w+) stress\.",
        lambda m: [a_text(kind="entry", track=m[2], amount=int(m[1]))],
    ),
    (
        r"An action die: discard a (\w+) obstacle here\.",
        lambda m: [a_text(kind="discard_here", tag=m[1])],
    ),
    (
        r"An action die: discard the top card of the obstacle deck\.",
        lambda m: [a_text(kind="discard_top")],
    ),
    (
        r"An action die: move a (\w+) obstacle from here to an adjacent location\.",
        lambda m: [a_text(kind="send", skill=m[1])],
    ),
    (
        r"A character here may take 1 (\w+) stress to bring a (\w+) obstacle from anywhere to here\.",
        lambda m: [a_text(kind="bring", track=m[1], tag=m[2], amount=1)],
    ),
    (
        r"A character here may take 1 (\w+) stress to recover 1 body\.",
        lambda m: [a_text(kind="recover", track=m[1], amount=1)],
    ),
    (
        r"At every session's set-up .*, Restless Dead is placed here if it is in the deck, and a random "
        r"Spell asset of the deck is staged too\.",
        lambda m: [a_text(kind="place", obstacle="restless_dead"), a_text(kind="stage", tag="spell")],
    ),
    (
        r"At every session's set-up \(and when it is added in one\), a random Gear asset .*",
        lambda m: [a_text(kind="stage", tag="gear")],
    ),
]


def effects(text):
    """The effects that a text of a scenario means, in order."""
    sentences = re.split(r"(?<=[.!])\s+(?=[A-Z`])", text.replace("Breakout! at", "Breakout at").strip())
    return tuple(
        effect for sentence in sentences for effect in meaning(sentence.rstrip("."), SENTENCES) if sentence
    )


# ---- what it says


@pytest.mark.rule("S1")
def test_the_grid_and_the_tags_of_locations():
    assert (FIGURES.rows, FIGURES.columns) == (4, 7)
    listed = re.search(r"Tags are (.*?)\.", section("S1"), re.S)[1]
    assert FIGURES.location_tags == tuple(re.split(r",\s+|\s+and\s+", listed))
    assert {tag for place in HOUSE.locations for tag in place.tags} == {*FIGURES.location_tags}


@pytest.mark.rule("S2")
def test_the_layouts_are_those_of_the_page():
    layouts = {
        name: {(cell.row, cell.column): cell.location for cell in HOUSE.maps if cell.layout == name}
        for name in ("A", "B")
    }
    assert {cell.layout for cell in HOUSE.maps} == {"A", "B", "coast", "marches"}
    drawn = re.search(r"^```\n(.*?)^```", section("S2"), re.M | re.S)[1].splitlines()
    places = {}
    for row, line in enumerate(drawn[1:]):
        assert line.startswith(f"row {row}")
        for column in range(1, 5):
            start = drawn[0].index(f"col {column}")
            end = drawn[0].index(f"col {column + 1}") if column < 4 else None
            if (name := line[start:end].strip()) != ".":
                places[row, column] = slug(name)
    assert layouts["A"] == places
    whole = " ".join(section("S2").replace("> ", "").split())
    first, second = whole.split("Two larger maps")
    coast, marches = second.split("`marches`")

    def spots(text):
        found = re.findall(r"([A-Z][\w' ]+?)\s\((\d),(\d)\)", text)
        return {(int(row), int(column)): slug(name.removeprefix("with ")) for name, row, column in found}

    assert layouts["B"] == spots(first)
    for name, text in (("coast", coast), ("marches", marches)):
        cells = {(cell.row, cell.column): cell.location for cell in HOUSE.maps if cell.layout == name}
        more = {spot: place for spot, place in cells.items() if layouts["A"].get(spot) != place}
        assert {**layouts["A"], **more} == cells
        assert {spot: place.removesuffix("_80") for spot, place in more.items()} == {
            spot: place.removeprefix("a_").removeprefix("with_")
            for spot, place in spots(text.replace("a Desolation", "Desolation")).items()
        }


@pytest.mark.rule("S2")
def test_production_at_the_start():
    for layout in ("A", "B"):
        levels = {cell.location: cell.level for cell in HOUSE.maps if cell.layout == layout}
        assert {place: level for place, level in levels.items() if level} == {
            "whitehold": 1,
            "eastkeep": 1,
            "boars_rift": 1,
            "hogel_manor": 1,
            "undaris_tower": 1,
            "parisas_glen": 2,
        }
        makes = {place: LOCATIONS[place].makes for place, level in levels.items() if level}
        assert makes == {
            "whitehold": "espionage",
            "eastkeep": "technology",
            "boars_rift": "military",
            "hogel_manor": "diplomacy",
            "undaris_tower": "sorcery",
            "parisas_glen": "stability",
        }


def test_the_dice():
    assert (FIGURES.resource_dice, FIGURES.most_resource_dice) == (6, 12)
    assert (FIGURES.action_dice, FIGURES.most_action_dice) == (18, 36)


def test_no_obstacle_has_more_than_12_hindrance():
    assert FIGURES.hindrance_max == 12


def test_four_characters_are_unlocked_and_scenarios_unlock_the_others():
    assert [name for name, character in CHARACTERS.items() if character.unlocked] == [
        *("thea", "menas", "keel", "fuscus")
    ]
    for scenario, character in (
        ("foragers_curiosity", "yasmina"),
        ("the_betrayed", "lucia"),
        ("death_captured", "oniri"),
    ):
        unlock = an_effect(do="unlock", character=character)
        assert unlock in SCENARIOS[scenario].win
        assert unlock in SCENARIOS[scenario].loss


def test_the_numbers_of_the_start():
    assert (FIGURES.start_dice, FIGURES.staged, FIGURES.in_progress) == (4, 2, 2)
    assert (FIGURES.open_abilities, FIGURES.archive_less) == (1, 2)
    assert (FIGURES.base_dice, FIGURES.improved_dice, FIGURES.new_assets) == (1, 2, 1)


def test_a_seasoned_group():
    assert (FIGURES.seasoned_skills, FIGURES.seasoned_assets) == (1, 2)


def test_momentum():
    assert (FIGURES.momentum_slots, FIGURES.momentum) == (3, 12)


def test_sorcery_explodes_on_these_faces():
    assert (FIGURES.explosions, FIGURES.explosions_improved) == ((6,), (5, 6))


def test_a_season_of_a_range_ends_on_1_to_3():
    assert FIGURES.season_ends == (1, 2, 3)


def test_what_actions_cost():
    assert (FIGURES.move_cost, FIGURES.port_cost, FIGURES.gate_stress) == (1, 1, 1)
    assert (FIGURES.muster_cost, FIGURES.reroll_cost, FIGURES.carry_cost) == (3, 3, 1)
    assert (FIGURES.trade_cost, FIGURES.trade_dice) == (1, 2)


def test_an_answer_has_1000_characters():
    assert FIGURES.answer_length == 1000


@pytest.mark.rule("S83")
def test_the_wheel_of_trade():
    drawn = re.search(r"^```\n(.*?)\n```", section("S83"), re.M | re.S)[1].split(" > ")
    assert (*FIGURES.wheel, FIGURES.wheel[0]) == tuple(drawn)


@pytest.mark.rule("S111")
def test_the_names_of_conditions():
    rows = {row["track"]: (row["first"], row["second"], row["third"]) for row in tables("S111")[0]}
    assert {"psyche": FIGURES.psyche_conditions, "body": FIGURES.body_conditions} == rows
    assert (FIGURES.track_max, FIGURES.skill_max) == (6, 5)


def test_dragon_and_undead_count_as_foe():
    assert FIGURES.foes == ("dragon", "undead")


def test_what_is_burned_at_the_end():
    assert (FIGURES.burned_assets, FIGURES.burned_obstacles, FIGURES.threats_removed) == (1, 1, 1)


def test_what_a_finale_reckons_with():
    assert (FIGURES.years, FIGURES.finale_levels, FIGURES.finale_points) == (6, 10, 5)


@pytest.mark.rule("S148")
def test_the_points_of_a_campaign():
    points = [int(row["points"]) for row in tables("S148")[0]]
    assert points == [
        FIGURES.points_normal,
        FIGURES.points_difficult,
        FIGURES.points_base,
        FIGURES.points_improved,
        FIGURES.points_asset,
    ]


@pytest.mark.rule("S149")
def test_the_titles():
    rows = [(int(re.match(r"\d+", row["score"])[0]), row["title"]) for row in tables("S149")[0]]
    assert [(title.least, title.name) for title in FIGURES.titles] == rows


def test_a_shared_pool_is_70_percent_rounded_up():
    assert FIGURES.solo_characters == 2
    assert [-(-2 * dice * FIGURES.shared_percent // 100) for dice in (4, 1, 2)] == [6, 2, 3]


def test_more_obstacles_for_three_and_four():
    assert FIGURES.extra_obstacles == (0, 0, 1, 2)


@pytest.mark.rule("S170")
def test_the_characters_are_those_of_the_page():
    rows = tables("S170")[0]
    assert [row["character"] for row in rows] == [character.name for character in HOUSE.characters]
    for row, character in zip(rows, HOUSE.characters, strict=True):
        assert (character.id, character.title) == (slug(row["character"]), row["title"])
        assert character.unlocked == (row["start"] == "unlocked")
        for name in ("psyche", "body", "moves"):
            assert getattr(character, name) == int(row[name])
        assert character.skills == tuple(int(row[skill]) for skill in SKILLS)
        assert WINTER[character.winter].name == row["winter action"]


@pytest.mark.rule("S171")
def test_the_abilities_are_those_of_the_page():
    rows = tables("S171")[0]
    cards = [(character, ability) for character in HOUSE.characters for ability in character.abilities]
    assert len(rows) == len(cards) == 28
    texts = {(row["character"], row["level"]): row["text"] for row in rows}
    for row, (character, ability) in zip(rows, cards, strict=True):
        assert (character.name, ability.level, ability.name) == (
            row["character"],
            int(row["level"]),
            row["card"],
        )
        assert ability.source == row["source"]
        assert ability.optional == (row["source"] == "optional") == (ability.level == 4)
        text = row["text"].replace("As Yasmina 1.", texts["Yasmina", "1"])
        text = text.replace("The same once more.", texts["Oniri", "3"])
        assert ability.text == text
        assert ability.power == meaning(text, POWERS)
        assert (row["use"] == "box") == (ability.power.verb == "stash")
        shared = ability.name in ("Combination", "Reroll")
        assert ability.id == slug(ability.name) + (f"_{character.id}" if shared else "")


@pytest.mark.parametrize(
    ("number", "count", "source"),
    [
        pytest.param("S172", 36, "", marks=pytest.mark.rule("S172")),
        pytest.param("S173", 30, "ours", marks=pytest.mark.rule("S173")),
    ],
)
def test_the_assets_are_those_of_the_page(number, count, source):
    rows = tables(number)[0]
    assets = HOUSE.assets[:36] if number == "S172" else HOUSE.assets[36:]
    assert len(rows) == len(assets) == count
    for row, asset in zip(rows, assets, strict=True):
        assert (asset.id, asset.name, asset.skill) == (row["id"], row["name"], row["skill"])
        assert asset.year == (LOCKED if row["year"] == "lock" else int(row["year"]))
        assert asset.tags == tuple(row["tags"].lower().split())
        assert asset.points == int(row["points"])
        assert asset.slots == tuple(map(slot, re.findall(r"`([^`]+)`", row["slots"])))
        assert asset.single == (row["use"] == "single")
        assert asset.source == (source or row["source"])
        assert asset.text == row["ability"]
        played = re.fullmatch(r"When played: recover (\d) (\w+)\.", asset.text)
        assert (asset.amount, asset.recovers) == ((int(played[1]), played[2]) if played else (0, ""))
        assert asset.power == (meaning(asset.text, POWERS) if asset.text and not played else None)


def slot(text):
    """A slot as the table of S9 writes it."""
    kind, _, region = text.partition("@")
    kind, _, value = kind.partition(":")
    if kind.isdigit():
        kind, value = "", kind
    return Slot(type="" if kind == "any" else kind, value=int(value or 0), region=region)


@pytest.mark.rule("S172")
def test_the_years_of_the_printed_assets():
    assert Counter(asset.year for asset in HOUSE.assets[:36]) == {1: 25, 2: 9, LOCKED: 2}
    assert [asset.id for asset in HOUSE.assets if not asset.slots] == [
        "theddas_palimpsest",
        "mirror_of_melting",
    ]
    assert {asset.id for asset in HOUSE.assets if "drug" in asset.tags} == {
        *("prismatic_lotus", "starsalt", "spice_of_thirst")
    }


@pytest.mark.parametrize(
    ("number", "count", "source"),
    [
        pytest.param("S174", 36, "printed", marks=pytest.mark.rule("S174")),
        pytest.param("S175", 52, "ours", marks=pytest.mark.rule("S175")),
    ],
)
def test_the_obstacles_are_those_of_the_page(number, count, source):
    rows = [(name, row) for row in tables(number)[0] for name in row["id"].split(", ")]
    obstacles = HOUSE.obstacles[:36] if number == "S174" else HOUSE.obstacles[36:]
    assert len(rows) == len(obstacles) == count
    for (name, row), card in zip(rows, obstacles, strict=True):
        assert (card.id, card.name, card.skill, card.source) == (name, row["name"], row["skill"], source)
        assert card.year == (LOCKED if row["year"] == "lock" else int(row["year"]))
        assert card.tags == tuple(row["tag"].replace(",", "").split())
        each = f"{card.difficulty} for each {card.name} in play"
        assert row["difficulty"] == (each if card.each else str(card.difficulty))
        assert card.start == tuple(REGION.get(word, word) for word in row["start"].split(" or "))
        assert (card.progress, card.hindrance) == (int(row["P"]), int(row["H"]))
        goal = row["goal"].replace("lowest command", "lowest_command")
        assert card.goal == (tuple(goal.split(" or ")) if goal else ())
        assert (card.body, card.psyche) == stress(row["stress dice"])
        told = {
            "threat": "threat",
            "stress": f"stress: {card.amount} {card.track}",
            "resources": f"resources: {'all' if card.types == RESOURCES else card.types}",
            "entry": f"entry: {card.amount}",
        }[card.effect]
        told += {"": "", "each": ", repeats", "once": ", stays"}[card.repeats]
        assert row["effect"] == told


@pytest.mark.rule("S174")
def test_the_years_of_the_printed_obstacles():
    assert Counter(card.year for card in HOUSE.obstacles[:36]) == {1: 25, 2: 8, LOCKED: 3}
    assert [card.id for card in HOUSE.obstacles if card.repeats == "each"] == ["miasma_of_malevolence"]
    assert [card.id for card in HOUSE.obstacles if card.each] == ["angry_mob", "angry_mob_2"]


@pytest.mark.rule("S176")
def test_the_locations_are_those_of_the_page():
    rows = tables("S176")[0]
    assert len(rows) == len(HOUSE.locations) == 54
    for row, place in zip(rows, HOUSE.locations, strict=True):
        assert (place.number, place.id, place.name) == (int(row["number"]), row["id"], row["name"])
        assert place.region == REGION[row["region"]]
        assert place.tags == tuple(row["tags"].split(", "))
        assert (place.skill, place.makes, place.source) == (row["skill"], row["makes"], row["source"])
        assert place.icon == row["icon"].removeprefix("magic ")
        assert place.text == row["text"]
        assert place.effects == (tuple(meaning(place.text, TEXTS)) if place.text else ())
        ruins = f"ruins_of_{place.id}"
        assert place.ruins == (ruins if ruins in LOCATIONS else "")
    assert [place.id for place in HOUSE.locations if place.ruins] == ["boars_peak", "boars_rift"]


@pytest.mark.rule("S178")
def test_the_winter_actions_are_those_of_the_page():
    rows = tables("S178")[0]
    assert len(rows) == len(HOUSE.winter) == 12
    for row, action in zip(rows, HOUSE.winter, strict=True):
        assert (action.id, action.name, action.text) == (row["id"], row["action"], row["does"])
        assert row["source"].startswith(action.source)
        found = re.fullmatch(r"(\w+)(?: \((S\d+)\))?", row["has it"])
        if found[2]:
            scenario = SCENARIOS[re.search(r"`(\w+)`", section(found[2]))[1]]
            character = "" if found[1] == "everybody" else slug(found[1])
            scenes = [effect for scene in scenario.scenes for effect in scene.completion]
            assert an_effect(do="teach", action=action.id, character=character) in (*scenario.win, *scenes)
        else:
            assert CHARACTERS[slug(found[1])].winter == action.id
        if action.verb == "burn":
            tags = re.fullmatch(r"Burn an? (.*) from the obstacle deck\.", action.text)[1]
            assert action.tags == tuple(tags.split(" or "))
    assert {action.id: action.verb for action in HOUSE.winter if action.verb != "burn"} == {
        "deathtouched": "harden",
        "encouraging_words": "clear",
        "forager": "forage",
        "magical_healing": "clear",
        "military_tactician": "teach",
        "smuggler": "smuggle",
        "strategic_planning": "build",
        "ritual_of_cleaving": "clear",
    }
    assert [
        WINTER[name].track for name in ("encouraging_words", "magical_healing", "ritual_of_cleaving")
    ] == [*("psyche", "body", "curse")]
    assert [action.id for action in HOUSE.winter if getattr(action, "anybody", False)] == [
        "ritual_of_cleaving"
    ]
    assert WINTER["forager"].skills == ("survival",)
    assert WINTER["military_tactician"].skills == ("combat", "tactics")
    assert (WINTER["smuggler"].tags, WINTER["strategic_planning"].resource) == (("drug",), "stability")


@pytest.mark.rule("S180")
def test_the_scenarios_of_each_year():
    rows = tables("S180")[0]
    told = [(int(row["year"]), number) for row in rows for number in re.findall(r"S\d+", row["scenarios"])]
    ids = {number: re.search(r"`(\w+)`", section(number))[1] for _, number in told}
    assert {ids[number]: year for year, number in told} == {name: s.year for name, s in SCENARIOS.items()}
    assert len(HOUSE.scenarios) == 24
    assert [scenario.year for scenario in HOUSE.scenarios] == sorted(year for year, _ in told)
    assert HOUSE.scenarios[0].id == "order_of_the_blue_robe"


@pytest.mark.rule("S180")
def test_the_lines_that_scenarios_follow():
    pools = {1: 5, 2: 6, 3: 7, 4: 7, 5: 8, 6: 8}
    for scenario in HOUSE.scenarios:
        assert scenario.pool == pools[scenario.year]
        points = [scene.points for scene in scenario.scenes]
        assert points == [5 + 5 * scenario.year + 5 * number for number in range(3)]
        assert [scene.difficult for scene in scenario.scenes] == [points[0] + 5, points[1] + 5, points[2]]
        if all(season.turns == season.most for season in scenario.seasons):
            assert sum(season.turns * season.dice for season in scenario.seasons) == 16
            assert sum(season.turns * season.obstacles for season in scenario.seasons) == 13
        assert sum(season.most for season in scenario.seasons) <= 12


@pytest.mark.parametrize(
    "number",
    [
        pytest.param("S181", marks=pytest.mark.rule("S181")),
        pytest.param("S182", marks=pytest.mark.rule("S182")),
        pytest.param("S183", marks=pytest.mark.rule("S183")),
        pytest.param("S184", marks=pytest.mark.rule("S184")),
        pytest.param("S185", marks=pytest.mark.rule("S185")),
        pytest.param("S186", marks=pytest.mark.rule("S186")),
        pytest.param("S187", marks=pytest.mark.rule("S187")),
        pytest.param("S188", marks=pytest.mark.rule("S188")),
        pytest.param("S189", marks=pytest.mark.rule("S189")),
        pytest.param("S190", marks=pytest.mark.rule("S190")),
        pytest.param("S191", marks=pytest.mark.rule("S191")),
        pytest.param("S192", marks=pytest.mark.rule("S192")),
        pytest.param("S193", marks=pytest.mark.rule("S193")),
        pytest.param("S194", marks=pytest.mark.rule("S194")),
        pytest.param("S195", marks=pytest.mark.rule("S195")),
        pytest.param("S196", marks=pytest.mark.rule("S196")),
        pytest.param("S197", marks=pytest.mark.rule("S197")),
        pytest.param("S198", marks=pytest.mark.rule("S198")),
        pytest.param("S199", marks=pytest.mark.rule("S199")),
        pytest.param("S200", marks=pytest.mark.rule("S200")),
        pytest.param("S201", marks=pytest.mark.rule("S201")),
        pytest.param("S202", marks=pytest.mark.rule("S202")),
        pytest.param("S203", marks=pytest.mark.rule("S203")),
        pytest.param("S204", marks=pytest.mark.rule("S204")),
    ],
)
def test_a_scenario_is_that_of_the_page(number):
    text = section(number)
    head = re.search(r"^`(\w+)`, year (\d), (\w+)(, a finale)?\. Threat pool (\d+)\.", text, re.M)
    scenario = SCENARIOS[head[1]]
    assert scenario.name == text.splitlines()[0]
    assert (scenario.year, scenario.source, scenario.pool) == (int(head[2]), head[3], int(head[5]))
    assert scenario.finale == bool(head[4])
    title = re.search(r"The threat is titled (.*)\.", text)
    assert scenario.threat == (title[1] if title else "")

    def told(label):
        found = re.search(rf"^{label}: (.*?)\n\n", text, re.M | re.S)
        return " ".join(found[1].split()) if found else "nothing"

    usual, _, hard = told("Set-up").partition("Difficult mode: ")
    assert scenario.setup == effects(usual)
    assert scenario.hard_setup == effects(hard or "nothing")
    assert scenario.hard_pool == (7 if hard.startswith("the threat pool is 7.") else 0)
    assert scenario.win == effects(told("On a win"))
    assert scenario.loss == effects(told("On a loss"))

    seasons, threats, scenes, words = tables(number)
    assert [row["season"] for row in seasons] == ["spring", "summer", "fall"]
    for row, season in zip(seasons, scenario.seasons, strict=True):
        least, _, most = row["turns"].partition("-")
        assert season == Season(
            turns=int(least),
            most=int(most or least),
            dice=int(row["new action dice"]),
            obstacles=int(row["new obstacles"]),
        )
    for row, threat in zip(threats, scenario.threats, strict=True):
        assert threat.faces == tuple(int(face) for face in row["threat roll"].split(", "))
        assert threat.effect == meaning(row["effect"], THREATS)
    guarded = re.findall(r"^Scene (\d) cannot be told before `(\w+)` is overcome \(S100\)\.$", text, re.M)
    for label, told_ in (
        ("Introduction", scenario.introduction),
        ("Won", scenario.won),
        ("Lost", scenario.lost),
    ):
        assert " ".join(re.search(rf"(?s)\*{label}\.\* (.*?)\n\n", text)[1].split()) == told_
    falls = re.findall(r"(?s)\*When `(\w+)` falls\.\* (.*?)\n\n", text)
    assert [(name, " ".join(words_.split())) for name, words_ in falls] == [
        (highlight.obstacle, highlight.text) for highlight in scenario.highlights
    ]
    assert len(scenes) == 3
    for row, word, scene in zip(scenes, words, scenario.scenes, strict=True):
        assert (scene.name, scene.location) == (row["name"], slug(row["location"]))
        assert scene.skills == tuple(row["skill"].split(", "))
        assert (scene.points, scene.difficult) == (int(row["points"]), int(row["difficult"]))
        assert (scene.body, scene.psyche) == stress(row["stress dice"])
        assert scene.completion == effects(row["on completion"])
        assert (scene.about, scene.question) == (word["what it is about"], word["guiding question"])
        assert scene.overcome == tuple(name for number_, name in guarded if number_ == row["scene"])


# ---- as a value


def test_it_can_be_written_and_read_back():
    assert msgspec.convert(msgspec.to_builtins(HOUSE), Library) == HOUSE
    assert msgspec.json.decode(msgspec.json.encode(HOUSE), type=Library) == HOUSE
    assert {HOUSE: 1}[msgspec.convert(msgspec.to_builtins(HOUSE), Library)] == 1
    assert house_library() is HOUSE
    check_library(HOUSE, "here")


def test_a_value_is_checked_like_a_folder():
    """What comes from a record names the same files and rows."""

    def refused(**parts):
        with pytest.raises(BadData) as raised:
            check_library(msgspec.structs.replace(HOUSE, **parts), "here")
        return str(raised.value)

    tent = ASSETS["tent"]
    assets = tuple(msgspec.structs.replace(a, points=0) if a is tent else a for a in HOUSE.assets)
    assert refused(assets=assets) == "here/assets.csv, line 11, points: it must be 1 to 99, not 0."
    assert refused(scenarios=()) == "here/scenarios: there is no scenario in this folder (S180)."
    assert refused(scenarios=HOUSE.scenarios[:-2]) == (
        "here/scenarios, year: there must be two scenarios at least of year 6, not 1 (S180)."
    )
    assert refused(scenarios=(*HOUSE.scenarios, HOUSE.scenarios[0])) == (
        "here/scenarios/order_of_the_blue_robe.toml, id: 'order_of_the_blue_robe' is there twice."
    )
    without = tuple(obstacle for obstacle in HOUSE.obstacles if "undead" not in obstacle.tags)
    assert refused(obstacles=without) == "here/rules.toml, foes: no obstacle is 'undead' (S130)."
    assert refused(characters=HOUSE.characters[1:]).startswith(
        "here/characters.toml, unlocked: there must be 4 characters at least, not 3 (S8)."
    )
    untitled = msgspec.structs.replace(FIGURES, titles=())
    assert refused(figures=untitled) == "here/rules.toml, titles: there must be one at least (S149)."
    layout_b = tuple(cell for cell in HOUSE.maps if cell.layout == "B")
    assert refused(maps=layout_b) == "here/maps.csv, layout: there must be the layout 'A' (S2)."
    robe = SCENARIOS["order_of_the_blue_robe"]
    scene = robe.scenes[0]
    choice = an_effect(do="one_of", options=(an_effect(do="stage"),))
    for changed, message in (
        (msgspec.structs.replace(scene, about="One\nTwo"), "about: it must be in one line."),
        (
            msgspec.structs.replace(scene, completion=(choice,)),
            "completion[0].options: there must be two at least.",
        ),
    ):
        other = msgspec.structs.replace(robe, scenes=(changed, *robe.scenes[1:]))
        assert refused(scenarios=(other, *HOUSE.scenarios[1:])) == (
            f"here/scenarios/order_of_the_blue_robe.toml, scenes[0].{message}"
        )
    empty = msgspec.structs.replace(robe, scenes=())
    assert refused(scenarios=(empty, *HOUSE.scenarios[1:])) == (
        "here/scenarios/order_of_the_blue_robe.toml, scenes: there must be one at least (S180)."
    )
    forager = msgspec.structs.replace(SCENARIOS["foragers_curiosity"], win=(), loss=())
    others = tuple(forager if scenario.id == forager.id else scenario for scenario in HOUSE.scenarios)
    assert refused(scenarios=others) == (
        "here/characters.toml, character 5 (yasmina), unlocked: no scenario unlocks this character (S8)."
    )
    later = tuple(msgspec.structs.replace(a, year=2) if a.year == 1 else a for a in HOUSE.assets)
    assert refused(assets=later) == "here/assets.csv, year: there is no asset of year 1 (S26)."
    late = tuple(msgspec.structs.replace(o, year=2) if o.year == 1 else o for o in HOUSE.obstacles)
    assert refused(obstacles=late) == "here/obstacles.csv, year: there is no obstacle of year 1 (S26)."


@pytest.mark.rule("S2")
@pytest.mark.rule("S176")
def test_every_location_can_come_into_play():
    named = {cell.location for cell in HOUSE.maps} | {place.ruins for place in HOUSE.locations}
    for scenario in HOUSE.scenarios:
        named |= {scene.location for scene in scenario.scenes}
        named |= {effect.location for effect in effects_of(scenario) if isinstance(effect, printed.Add)}
    assert {place.id for place in HOUSE.locations} - named == set()


@pytest.mark.rule("S205")
def test_every_scenario_has_its_words():
    for scenario in HOUSE.scenarios:
        for text in (scenario.threat, scenario.introduction, scenario.won, scenario.lost):
            assert text, scenario.id
        placed = {effect.obstacle for effect in effects_of(scenario) if isinstance(effect, printed.Place)}
        asked = {name for scene in scenario.scenes for name in scene.overcome}
        assert asked <= {highlight.obstacle for highlight in scenario.highlights}, scenario.id
        assert {highlight.obstacle for highlight in scenario.highlights} & placed or not placed
        assert {highlight.obstacle for highlight in scenario.highlights} <= brought_by(scenario), scenario.id


def brought_by(scenario) -> set[str]:
    """The obstacles that a scenario may bring: by its own effects, or by the text of a place that it adds."""
    found = {obstacle for effect in effects_of(scenario) if (obstacle := getattr(effect, "obstacle", ""))}
    return found | ({"restless_dead"} if scenario.id == "death_captured" else set())  # out of the tomb (S176)


@pytest.mark.rule("S180")
def test_losing_a_scenario_of_ours_costs_production():
    for scenario in HOUSE.scenarios:
        if scenario.source == "ours" and not scenario.finale:
            assert any(isinstance(effect, printed.Lower) for effect in scenario.loss), scenario.id
