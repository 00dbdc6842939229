"""A. Board, dice, terms (S1 to S14)."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.games.six_winters.positions import (
    asked,
    begin,
    box,
    completed,
    dice,
    discarded,
    do,
    empty_decks,
    end,
    exhaust,
    finish,
    give,
    happen,
    holds,
    in_play,
    lay,
    legal,
    lying,
    next_obstacles,
    next_turn,
    obstacle,
    person,
    pile,
    place_number,
    produce,
    refuses,
    slots,
    sound,
    stage,
    staged,
    stand,
    start,
    stash,
    supply,
    table,
    take_obstacle,
    threats,
    to_actions,
    unlock,
    where,
    wound,
)

from fimbul.core import Rng
from fimbul.games.six_winters.library.effects import Lower, Raise
from fimbul.games.six_winters.library.load import house_library
from fimbul.games.six_winters.library.terms import RESOURCES, SKILLS
from fimbul.games.six_winters.rules import effects, ground, stress
from fimbul.games.six_winters.rules.acting import narrating

PATCH = pytest.MonkeyPatch
PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "six_winters.md").read_text(encoding="utf-8")
LAYOUT_A = {
    "whitehold": (0, 1),
    "eastkeep": (0, 2),
    "yearly_field": (0, 3),
    "gravewood": (1, 1),
    "boars_peak": (1, 2),
    "boars_rift": (1, 3),
    "loomwood": (1, 4),
    "hogel_manor": (2, 1),
    "parisas_glen": (2, 3),
    "undaris_tower": (2, 4),
}
LAYOUT_B = LAYOUT_A | {
    "whitehold": (0, 2),
    "eastkeep": (0, 3),
    "yearly_field": (0, 4),
    "hogel_manor": (2, 2),
}
PRODUCTION = {
    "whitehold": ("espionage", 1),
    "eastkeep": ("technology", 1),
    "boars_rift": ("military", 1),
    "hogel_manor": ("diplomacy", 1),
    "undaris_tower": ("sorcery", 1),
    "parisas_glen": ("stability", 2),
}


def steps(state, character, location):
    """Where a character can step from a location, with one movement point."""
    stand(state, character, location, moves=1)
    return {text[len(f"move({character},") : -1] for text in legal(state, "move") if character in text}


def cells(state):
    """Where every location of the map is."""
    ids = state.book.locations
    return {ids[place].id: divmod(cell, 7) for cell, place in enumerate(state.cells) if place >= 0}


# ---- the map


@pytest.mark.rule("S1")
def test_locations_are_adjacent_if_their_cells_share_an_edge():
    state = table("thea", "keel")

    assert steps(state, "thea", "boars_peak") == {"eastkeep", "gravewood", "boars_rift"}
    assert steps(state, "thea", "boars_rift") == {"yearly_field", "boars_peak", "loomwood", "parisas_glen"}
    assert steps(state, "thea", "whitehold") == {"eastkeep", "gravewood"}
    assert steps(state, "thea", "hogel_manor") == {"gravewood"}


@pytest.mark.rule("S1")
def test_free_cells_are_no_way():
    state = table()
    far = ground.far(state, place_number(state, "hogel_manor"))

    assert far[place_number(state, "parisas_glen")] == 4  # around the free cell between them
    assert far[place_number(state, "yearly_field")] == 4
    assert far[place_number(state, "hogel_manor")] == 0


@pytest.mark.rule("S1")
def test_any_number_of_things_may_be_at_a_location():
    state = table("thea", "keel", "menas", "fuscus")
    for name in ("mole_hunt", "grain_shortage", "star_crossed"):
        obstacle(state, name, "loomwood")
    lay(state, "loomwood", *["military-1"] * 6, *["stability-6"] * 6)
    stand(state, "thea", "boars_rift")
    for other in ("keel", "menas", "fuscus"):
        stand(state, other, "loomwood")

    do(state, "move(thea,loomwood)")

    assert where(state, "thea") == "loomwood"


@pytest.mark.rule("S1")
def test_the_map_has_four_rows_and_seven_columns():
    state = begin("thea", "fuscus")

    assert len(state.cells) == 4 * 7
    corner, other = 0, 3 * 7 + 6
    assert sorted(state.book.around[corner]) == [1, 7]
    assert sorted(state.book.around[other]) == [other - 7, other - 1]


@pytest.mark.rule("S2")
def test_the_starting_map():
    state = begin("thea", "fuscus")

    assert cells(state) == LAYOUT_A


@pytest.mark.rule("S2")
def test_layout_b():
    assert cells(begin("thea", "fuscus", layout="B")) == LAYOUT_B


@pytest.mark.rule("S2")
@pytest.mark.parametrize("layout", ["A", "B"])
def test_production_at_the_start(layout):
    state = begin("thea", "fuscus", layout=layout)

    found = {
        state.book.locations[place].id: (RESOURCES[state.makes[place]], state.level[place])
        for place in state.locations()
        if state.level[place]
    }
    assert found == PRODUCTION


# ---- dice


@pytest.mark.rule("S3")
def test_there_are_six_dice_of_each_resource():
    assert [supply(table(), resource) for resource in RESOURCES] == [6] * 6
    assert supply(table(resource_dice=12), "sorcery") == 12


@pytest.mark.rule("S3")
def test_no_die_is_put_anywhere_while_the_supply_is_empty():
    state = table()
    exhaust(state, "military")

    next_turn(state)

    assert lying(state, "boars_rift") == ()
    assert lying(state, "whitehold")
    sound(state)


@pytest.mark.rule("S3")
def test_spent_dice_go_back_to_the_supply():
    state = table("thea", "fuscus")
    lay(state, "parisas_glen", "stability-1", "stability-2")
    start(state, "thea", "imperial_violin", "technology-1")
    give(state, "thea", 3)

    do(state, "create(thea,action-3)", "slot(imperial_violin,2,stability-1)")
    if asked(state) == "Filling":
        do(state, "slot(imperial_violin,3,stability-2)")

    assert completed(state, "thea") == ["imperial_violin"]
    assert supply(state, "stability") == 6
    assert supply(state, "technology") == 6
    assert supply(state, "action") == 18
    sound(state)


@pytest.mark.rule("S3")
def test_a_short_type_goes_to_locations_by_number():
    state = table()
    produce(state, "loomwood", 1, "espionage")  # number 11
    produce(state, "boars_peak", 1, "espionage")  # number 17; Whitehold is 1
    lay(state, "yearly_field", *["espionage-1"] * 4)

    next_turn(state)

    assert len(lying(state, "whitehold")) == 1
    assert len(lying(state, "loomwood")) == 1
    assert lying(state, "boars_peak") == ()


@pytest.mark.rule("S3")
def test_what_replaces_a_die_gives_the_old_one_back_first():
    state = table("thea", "fuscus")
    exhaust(state, "stability", "parisas_glen")

    do(state, "use(thea,change_course)")

    assert lying(state, "parisas_glen").count("stability-6") == 1
    sound(state)


@pytest.mark.rule("S3")
def test_an_effect_that_cannot_put_down_a_die_cannot_be_used():
    state = table("thea", "fuscus")
    finish(state, "thea", "griddle_bok_the_transmuter")
    stand(state, "thea", "undaris_tower")
    lay(state, "undaris_tower", "sorcery-3")
    assert "use(thea,griddle_bok_the_transmuter)" in legal(state)

    exhaust(state, "technology")

    refuses(state, "use(thea,griddle_bok_the_transmuter)", "S82")


@pytest.mark.rule("S4")
def test_there_are_eighteen_action_dice():
    assert supply(table(), "action") == 18
    assert supply(table(action_dice=36), "action") == 36
    four = to_actions(begin("thea", "keel", "menas", "fuscus"))
    assert supply(four, "action") == 2


@pytest.mark.rule("S4")
def test_action_dice_are_spent_from_the_own_pool():
    state = table("thea", "fuscus")
    start(state, "thea", "tent")
    lay(state, "parisas_glen", "technology-1")
    give(state, "fuscus", 6)

    refuses(state, "create(thea,action-6)", "S66")


@pytest.mark.rule("S4")
def test_where_action_dice_do_not_suffice_they_are_handed_out_one_by_one():
    state = table("thea", "keel", "menas", "fuscus")
    state.season = 1  # two new dice for each
    for character in ("thea", "keel", "menas", "fuscus"):
        give(state, character, 1, 1, 1)

    next_turn(state)

    counts = [len(person(state, character).dice) for character in ("thea", "keel", "menas", "fuscus")]
    assert counts == [5, 5, 4, 4]
    assert supply(state, "action") == 0


# ---- production, tokens


@pytest.mark.rule("S5")
@pytest.mark.parametrize(
    ("before", "change", "after"),
    [(0, "raise", 1), (1, "raise", 2), (2, "raise", 2), (2, "lower", 1), (1, "lower", 0), (0, "lower", 0)],
)
def test_production_goes_up_and_down_by_a_level(before, change, after):
    state = table()
    produce(state, "whitehold", before)

    effects.shift(
        state, {"raise": Raise, "lower": Lower}[change](location="whitehold", resource="espionage"), []
    )

    assert state.level[place_number(state, "whitehold")] == after


@pytest.mark.rule("S5")
@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_token_produces_on_its_level(level):
    state = table()
    produce(state, "eastkeep", level)

    next_turn(state)

    assert len(lying(state, "eastkeep")) == level


@pytest.mark.rule("S6")
def test_an_obstacle_has_twelve_hindrance_at_most(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    obstacle(state, "imperial_secrets", "parisas_glen", progress=0, hindrance=11)
    stand(state, "fuscus", "loomwood")
    give(state, "thea", 6, 6)  # thievery 1: both are hindrance
    dice(monkeypatch, 1, 1)

    do(state, "overcome(thea,imperial_secrets)", "guard(thea,[])", "leave")

    assert in_play(state, "imperial_secrets") == ("parisas_glen", 0, 12)
    refuses(state, "overcome(thea,imperial_secrets)", "S68")  # no token could be added


@pytest.mark.rule("S6")
def test_threat_tokens_lie_in_the_pool_and_at_locations(monkeypatch: PATCH):
    state = table()
    obstacle(state, "mole_hunt", "loomwood", progress=0, hindrance=0)
    dice(monkeypatch, then=1)

    next_turn(state)

    assert (state.pool, threats(state, "loomwood")) == (4, 1)


# ---- skills, characters


@pytest.mark.rule("S7")
def test_ranks_are_written_on_the_sheet():
    state = table("thea", "fuscus")

    assert len(SKILLS) == 8
    assert [stress.rank(state, 0, skill) for skill in range(8)] == [3, 1, 3, 2, 1, 2, 1, 1]


@pytest.mark.rule("S7")
def test_conditions_and_curses_lower_a_rank_never_below_nothing():
    state = table("thea", "fuscus")
    wound(state, "thea", "psyche", "lore", "combat", "combat")
    person(state, "thea").curses.append(SKILLS.index("command"))

    rank = {skill: stress.rank(state, 0, number) for number, skill in enumerate(SKILLS)}

    assert (rank["lore"], rank["combat"], rank["command"], rank["tactics"]) == (2, 0, 0, 2)


@pytest.mark.rule("S8")
def test_movement_points_are_set_each_turn_and_do_not_gather():
    state = table("thea", "menas")

    do(state, "move(thea,boars_rift)")
    assert (person(state, "thea").moves, person(state, "menas").moves) == (3, 5)
    next_turn(state)

    assert (person(state, "thea").moves, person(state, "menas").moves) == (4, 5)


@pytest.mark.rule("S8")
def test_four_characters_are_unlocked_at_the_start():
    assert legal(begin(seats=2)) == {"choose(thea)", "choose(menas)", "choose(keel)", "choose(fuscus)"}


@pytest.mark.rule("S8")
def test_an_option_unlocks_all_seven():
    more = legal(begin(seats=2, all_characters=True)) - legal(begin(seats=2))

    assert more == {"choose(yasmina)", "choose(oniri)", "choose(lucia)"}


# ---- assets, obstacles, piles


@pytest.mark.rule("S9")
@pytest.mark.parametrize(
    ("asset", "location", "fitting", "other"),
    [
        ("cart", "loomwood", ["stability-1", "sorcery-6"], []),  # any
        ("fifty_feet_of_greenleaf_rope", "loomwood", ["sorcery-1"], []),
        ("artificers_gear", "loomwood", ["technology-1", "technology-6"], ["espionage-1", "sorcery-6"]),
        ("undaris_map", "loomwood", ["stability-6", "sorcery-6"], ["stability-5", "sorcery-1"]),
        ("cannon", "loomwood", ["military-3", "military-4"], ["military-2", "stability-3"]),
        ("imperial_captains_regalia", "whitehold", ["stability-1", "sorcery-6"], []),
        ("imperial_captains_regalia", "loomwood", [], ["stability-1", "sorcery-6"]),
    ],
)
def test_what_a_slot_takes(asset, location, fitting, other):
    state = table("thea", "fuscus", scenario="the_severing")
    stand(state, "thea", location)
    start(state, "thea", asset)
    give(state, "thea", 6)
    lay(state, location, *fitting, *other)
    if not fitting:
        assert "create(thea,action-6)" not in legal(state)
        return

    do(state, "create(thea,action-6)")

    named = {text.rpartition(",")[2].rstrip(")") for text in legal(state, "slot")}
    placed = {die for die in slots(state, "thea", asset) if die} if asked(state) == "Acting" else set()
    assert (named | placed) - {"done"} == set(fitting)


@pytest.mark.rule("S9")
def test_a_slot_takes_one_die():
    state = table("thea", "fuscus")
    start(state, "thea", "tent", None, "stability-1")
    lay(state, "parisas_glen", "technology-2", "stability-1")
    give(state, "thea", 6)

    do(state, "create(thea,action-6)")  # the slot `1` is full; only the technology die can go anywhere

    assert completed(state, "thea") == ["tent"]
    assert lying(state, "parisas_glen") == ("stability-1",)


@pytest.mark.rule("S9")
def test_staged_in_progress_completed():
    state = table("thea", "fuscus")
    stage(state, "tent")

    do(state, "take(fuscus,tent)")
    assert staged(state) == []
    assert slots(state, "fuscus", "tent") == (None, None)

    lay(state, "parisas_glen", "technology-1", "technology-2")
    give(state, "fuscus", 2)
    do(state, "create(fuscus,action-2)", "slot(tent,1,technology-2)")
    if asked(state) == "Filling":
        do(state, "slot(tent,2,technology-1)")
    assert completed(state, "fuscus") == ["tent"]
    assert person(state, "fuscus").building == []


@pytest.mark.rule("S9")
def test_a_single_use_asset_scores_once_and_a_lasting_one_in_every_scene():
    state = table("thea", "fuscus")
    finish(state, "thea", "jugglepuff", "imperial_violin")
    finish(state, "fuscus", "starsalt")

    do(state, "narrate(thea)", "play_asset(thea,imperial_violin)")
    while asked(state) != "Acting":
        texts = legal(state)
        do(state, "done" if "done" in texts else sorted(texts)[0])

    assert completed(state, "thea") == ["jugglepuff"]


@pytest.mark.rule("S10")
def test_only_an_obstacle_at_a_location_is_in_play(monkeypatch: PATCH):
    state = table()
    take = take_obstacle(state, "mole_hunt")
    state.hindered = [take]
    dice(monkeypatch, then=1)
    empty_decks(state)

    next_turn(state)

    assert state.pool == 5
    assert pile(state, "hindered") == ["mole_hunt"]


@pytest.mark.rule("S10")
def test_a_new_obstacle_has_its_starting_tokens():
    state = table()
    next_obstacles(state, "imperial_secrets")

    next_turn(state)

    assert in_play(state, "imperial_secrets") == ("whitehold", 1, 2)


@pytest.mark.rule("S11")
def test_an_empty_obstacle_deck_is_made_of_the_discard_pile():
    state = table()
    cards = [*state.obstacle_deck]
    state.obstacle_deck = []
    state.discard = cards[:-1]
    state.hindered = cards[-1:]

    next_turn(state)

    assert len(state.standing) == 1
    assert state.discard == []
    assert len(state.obstacle_deck) == len(cards) - 2
    assert state.hindered == cards[-1:]


@pytest.mark.rule("S11")
def test_of_empty_piles_nothing_is_drawn():
    state = table()
    empty_decks(state)

    next_turn(state)

    assert state.standing == []
    assert state.staged == []
    assert asked(state) == "Acting"


@pytest.mark.rule("S11")
def test_the_staging_area_has_no_limit():
    state = table()
    state.staged, state.asset_deck = state.asset_deck[1:], state.asset_deck[:1]
    every = len(state.staged)
    state.obstacle_deck = []

    next_turn(state)

    assert len(state.staged) == every + 1


@pytest.mark.rule("S12")
def test_only_the_order_of_the_decks_is_hidden():
    state = to_actions(begin("thea", "fuscus"))
    other = state.imagine(0, Rng(99))

    assert sorted(other.obstacle_deck) == sorted(state.obstacle_deck)
    assert sorted(other.asset_deck) == sorted(state.asset_deck)
    assert other.obstacle_deck != state.obstacle_deck
    assert other.asset_deck != state.asset_deck
    for name in ("staged", "standing", "people", "dice", "pool", "supply", "archive"):
        assert getattr(other, name) == getattr(state, name)


@pytest.mark.rule("S12")
def test_a_card_that_was_put_openly_on_the_deck_is_known():
    state = table("lucia", "fuscus")
    unlock(state, "lucia", 2)
    discarded(state, "mole_hunt", "field_work")
    stash(state, "lucia", "recall_obstacle", "stability-1")
    do(state, "use(lucia,recall_obstacle)")

    for seed in range(5):
        assert pile(state.imagine(1, Rng(seed)), "obstacle_deck")[-1] == "field_work"

    next_turn(state)
    assert in_play(state, "field_work")
    tops = {state.imagine(1, Rng(seed)).obstacle_deck[-1] for seed in range(20)}
    assert len(tops) > 1


@pytest.mark.rule("S12")
@pytest.mark.rule("S27")
def test_a_known_card_that_a_scenario_takes_out_of_the_deck_is_gone_from_it():
    state = table("lucia", "fuscus")
    unlock(state, "lucia", 2)
    state.discard.append(state.book.obstacle["miasma_of_malevolence"])
    stash(state, "lucia", "recall_obstacle", "stability-1")
    do(state, "use(lucia,recall_obstacle)")

    effects.Do("setup", 0, 0).run(state, [])  # Miasma of Malevolence comes to Parisa's Glen

    assert in_play(state, "miasma_of_malevolence")
    other = state.imagine(0, Rng(3))
    assert sorted(other.obstacle_deck) == sorted(state.obstacle_deck)
    sound(other)


@pytest.mark.rule("S13")
def test_the_colours_name_the_six_resources_in_order():
    table_of = re.search(r"^### S13 .*?(?=^### )", PAGE, re.M | re.S)[0]
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", table_of, re.M))
    colours = rows["a colour: yellow, orange, maroon, grey, lavender, blue"]
    icons = ", ".join(resource.upper() for resource in RESOURCES)

    assert colours == ", ".join(RESOURCES)
    assert rows[icons] == "the resource"


@pytest.mark.rule("S13")
def test_what_the_icons_mean_on_cards():
    state = table("thea", "fuscus")
    book = state.book
    assets = {asset.id: asset for asset in book.assets}
    cards = {card.id: card for card in book.obstacles}

    assert assets["tent"].single  # PLAY
    assert not assets["cart"].single
    assert book.powers["sunriders"].verb == "defend"  # DEFENSE on an asset
    assert book.powers["aura_of_glimmering_respect"].verb == "preview"  # RIPOSTE
    assert book.powers["the_conciliator"].stash == ("stability",)  # FSQUARE with a resource
    assert [card.id for card in cards.values() if card.repeats == "each"] == ["miasma_of_malevolence"]
    assert cards["background_checks"].effect == "entry"  # MOVEMENT as an effect
    assert cards["war_machines_3"].year == 0  # LOCK


# ---- who decides


@pytest.mark.rule("S14")
def test_each_player_decides_for_their_own_character():
    state = table("thea", "fuscus")

    refuses(state, "move(fuscus,boars_rift)", "S14", seat=0)
    refuses(state, "move(thea,boars_rift)", "S14", seat=1)
    do(state, "move(fuscus,boars_rift)", seat=1)
    do(state, "move(thea,boars_rift)", seat=0)

    assert where(state, "thea") == where(state, "fuscus") == "boars_rift"


@pytest.mark.rule("S14")
def test_what_belongs_to_nobody_belongs_to_the_spotlight_player():
    state = table("thea", "fuscus")
    obstacle(state, "mole_hunt", "loomwood", progress=2, hindrance=2)

    end(state)

    assert asked(state) == "Losing"
    assert state.to_act == (state.spotlight,)
    assert legal(state) == {"lose(mole_hunt,1,0)", "lose(mole_hunt,0,1)"}


@pytest.mark.rule("S14")
@pytest.mark.rule("S160")
def test_in_solo_play_two_characters_count_as_two_players():
    state = table("thea", "fuscus", seats=1)

    assert narrating.needed(state) == 20
    do(state, "move(thea,boars_rift)", "move(fuscus,boars_rift)")
    assert state.to_act == (0,)


# ---- the positions of these tests


def test_a_table_is_bare_and_its_counts_are_true():
    state = table("keel", "fuscus", scenario="the_severing")
    assert not any(state.dice)
    assert (state.standing, state.staged, holds(state, "keel"), completed(state, "keel")) == ([], [], [], [])
    sound(state)

    give(state, "keel", 5, 2)
    lay(state, "loomwood", "sorcery-1")
    start(state, "keel", "tent", "technology-2")
    stash(state, "keel", "workshop", "technology-1")
    obstacle(state, "mole_hunt", "loomwood")

    assert holds(state, "keel") == [2, 5]
    assert box(state, "keel", "workshop") == ("technology-1",)
    sound(state)
    state.supply[0] -= 1
    with pytest.raises(AssertionError):
        sound(state)


# ---- figures of the library do what they say, and ports are reached


def changed(**figures: Any) -> Any:
    """Our library with other figures."""
    house = house_library()
    small = tuple(cell for cell in house.maps if cell.layout in "AB")  # which fit into fewer cells too
    figures_ = msgspec.structs.replace(house.figures, **figures)
    return msgspec.structs.replace(house, figures=figures_, maps=small)


@pytest.mark.rule("S5")
@pytest.mark.rule("S44")
def test_the_figures_of_production_count_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begin("thea", "keel", library=changed(base_dice=2, improved_dice=3))
    assert len(state.dice[state.book.location["whitehold"]]) == 2
    assert len(state.dice[state.book.location["parisas_glen"]]) == 3
    state = table("thea", "keel", library=changed(base_dice=2, improved_dice=3))
    dice(monkeypatch, then=2)
    next_turn(state)
    assert len(lying(state, "whitehold")) == 2
    assert len(lying(state, "parisas_glen")) == 3


@pytest.mark.rule("S47")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_figure_of_new_assets_counts_cards(count: int) -> None:
    state = table("thea", "keel", library=changed(new_assets=count))
    next_turn(state)
    assert len(staged(state)) == count


@pytest.mark.rule("S83")
def test_the_figure_of_trade_cost_holds_unless_the_option_says_otherwise() -> None:
    for cost, option in ((0, None), (2, None), (2, 1)):
        state = table("thea", "keel", library=changed(trade_cost=cost), trade_cost=option)
        lay(state, "parisas_glen", "technology-1", "technology-2")
        moves = person(state, "thea").moves
        do(state, "trade(thea,technology,espionage)")
        assert person(state, "thea").moves == moves - (cost if option is None else option)


@pytest.mark.rule("S1")
@pytest.mark.rule("S143")
def test_the_figures_of_the_grid_hold_for_the_map() -> None:
    state = table("thea", "keel", library=changed(rows=3, columns=5))
    assert len(state.cells) == 15
    happen(state, effects.Settling((0,), state.book.location["arankh"]))
    assert legal(state) == {"settle(arankh,1,0)", "settle(arankh,2,0)", "settle(arankh,2,2)"}
    do(state, "settle(arankh,2,2)")
    assert state.cells[2 * 5 + 2] == state.book.location["arankh"]


@pytest.mark.rule("S143")
def test_on_a_full_map_nothing_is_added_and_kin_stands_in() -> None:
    state = table("thea", "keel", library=changed(rows=3, columns=5))
    spare = iter(n for n, place in enumerate(state.book.locations) if place.number > 180)
    for cell, place in enumerate(state.cells):
        if place < 0:
            state.cells[cell] = next(spare, state.book.location["crow_manor"])
    where = effects.site(state, "arankh")
    assert state.book.locations[where].region == "settled"
    assert where in state.cells


@pytest.mark.rule("S2")
@pytest.mark.rule("S62")
def test_on_the_coast_one_sails_from_port_to_port() -> None:
    state = table("thea", "keel", layout="coast")
    ports = {"prominence", "sunbridle_bay", "brassport", "brightdune_bay"}
    stand(state, "thea", "brightdune_bay", 1)
    assert legal(state, "sail") == {f"sail(thea,{port})" for port in ports - {"brightdune_bay"}}
    do(state, "sail(thea,brassport)")
    assert where(state, "thea") == "brassport"
    assert person(state, "thea").moves == 0
    assert legal(state, "sail", seat=0) == set()
    inland = refuses(state, "sail(thea,parisas_glen)", "S62")
    assert inland.reason == "That leads from one port to another."
    tired = refuses(state, "sail(thea,prominence)", "S62")
    assert tired.reason.startswith("Going to Prominence costs 1 movement")
    finish(state, "thea", "ilya_the_captain")  # whose ships cost nothing
    assert len(legal(state, "sail", seat=0)) == 3
