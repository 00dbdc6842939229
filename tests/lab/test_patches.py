"""Patches of a game's data are checked like any library, and what is wrong is named with what there is."""

from typing import Any

import pytest

import fimbul
from fimbul.core import FimbulError
from fimbul.lab.patches import house, patched, things


def changed(slug: str, patches: dict[str, Any], **options: Any) -> Any:
    game = fimbul.game(slug)
    return game.read_options(patched(game, options, patches))


def test_a_number_of_a_hero() -> None:
    options = changed("fate", {"heroes.bjorn.levels[0].strength": 3, "figures.start_gold": 5})
    assert options.library.heroes[0].hero.levels[0].strength == 3
    assert options.library.figures.start_gold == 5
    untouched = changed("fate", {"figures.start_gold": 2})
    assert untouched.library.heroes[0].hero.levels[0].strength == 2


def test_the_house_is_not_changed() -> None:
    before = house("fate")["library"]["figures"]["start_gold"]
    changed("fate", {"figures.start_gold": before + 3})
    assert house("fate")["library"]["figures"]["start_gold"] == before


@pytest.mark.parametrize(
    ("slug", "path", "value"),
    [
        ("six_winters", "figures.momentum", 11),
        ("fornaldar", "characters.gorm.combat", 4),
        ("valknut", "card.T01.move", 3),
        ("fimbulvetr", "clans.saxons.warriors.thegn.corners", ["D1", "M2", "D2", "V1"]),
    ],
)
def test_every_game_can_be_patched_and_played(slug: str, path: str, value: Any) -> None:
    game = fimbul.game(slug)
    state = game.new(options=patched(game, {}, {path: value}), seed=1)
    assert state.legal(state.to_act[0])


@pytest.mark.parametrize(
    ("slug", "path", "value", "words"),
    [
        ("fate", "heroes.bjarn.levels[0].strength", 3, "There is no 'bjarn'"),
        ("fate", "heroes.bjarn.levels[0].strength", 3, "expected bjorn, alva, embla or boldur"),
        ("fate", "heros.bjorn", 1, "expected areas, places, monsters"),
        ("fate", "heroes.bjorn.levels[7].strength", 3, "there are 2, from [0]"),
        ("fate", "heroes.bjorn.levels[0].strengt", 3, "expected text, strength, health"),
        ("fate", "heroes.bjorn.levels", 3, "a group"),
        ("fate", "figures.start_gold", "much", "Expected `int`"),
        ("fate", "figures.start_gold", -4, "it must be 0 to 99, not -4"),
        ("fate", "figures.start_gold[0]", 1, "further than the data"),
        ("fate", "figures..x", 1, "is no path into data"),
        ("fate", "", 1, "without a path"),
        ("fimbulvetr", "clans.saxons.warriors.thegn.corners[0]", "M1", "F8"),
        ("fimbulvetr", "clans.rus.warriors[0].name", "X", "does not play here"),
        ("fimbulvetr", "clans.saxon.warriors[0].name", "X", "expected saxons, vikings"),
        ("fimbulvetr", "clans.saxons", 1, "must name a clan and a field"),
    ],
)
def test_a_wrong_patch_is_one_sentence(slug: str, path: str, value: Any, words: str) -> None:
    with pytest.raises(FimbulError) as refusal:
        changed(slug, {path: value})
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_option_is_given_or_patched() -> None:
    with pytest.raises(FimbulError, match="is given and patched"):
        changed("fate", {"figures.start_gold": 3}, library={"own": 1})


def test_things_have_names_and_tables() -> None:
    assert things("fimbulvetr")["thegn"] == ("Thegn", "warriors")
    assert things("fate")["sure_shot"][0] == "Sure Shot"
