"""D. Actions (S60 to S67, S81 to S84), the texts of locations (S176), the notation (S220, S222)."""

import pytest
from tests.games.six_winters.positions import (
    asked,
    begin,
    box,
    completed,
    dice,
    discarded,
    do,
    exhaust,
    finish,
    give,
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
    settle,
    slots,
    sound,
    stage,
    staged,
    stand,
    start,
    stash,
    supply,
    table,
    threaten,
    unlock,
    where,
    wound,
)

from fimbul.core import BadNotation, Illegal
from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.rules import effects, obstacles

PATCH = pytest.MonkeyPatch


def spent(state, character):
    """The movement points that a character has left."""
    return person(state, character).moves


def tracks(state, character):
    """Psyche and body of a character."""
    return person(state, character).psyche, person(state, character).body


# ---- the list


@pytest.mark.rule("S60")
@pytest.mark.rule("S222")
def test_everything_that_can_be_done_in_the_action_step():
    state = table("thea", "fuscus", scenario="the_severing")
    unlock(state, "thea", 2)
    finish(state, "thea", "cart", "jugglepuff", "noble_dress", "viator_the_courtier")
    finish(state, "thea", "clockwork_dragonfly", "three_region_wine", "battle_cat", "friendship_bread")
    stand(state, "thea", "gravewood")
    stand(state, "fuscus", "gravewood")
    state.scene_place = place_number(state, "gravewood")
    finish(state, "fuscus", "undaris_map", "ley_line_map", "cannon", "love_letter", "universal_key")
    stage(state, "tent")
    start(state, "thea", "apples")
    produce(state, "gravewood", 1, "stability")
    lay(state, "gravewood", "stability-1", "stability-2")
    give(state, "thea", 2)
    obstacle(state, "field_work", "gravewood")

    found = {text.partition("(")[0] for text in legal(state, seat=0)}

    assert found >= {"move", "muster", "reroll", "take", "create", "overcome", "trade", "stash", "load"}
    assert found >= {"use", "narrate", "end"}


@pytest.mark.rule("S60")
@pytest.mark.parametrize(
    ("action", "cost"),
    [
        ("move(thea,boars_rift)", 1),
        ("muster(thea)", 3),
        ("reroll(thea,resources)", 3),
        ("take(thea,tent)", 0),
        ("trade(thea,stability,technology)", 1),
        ("use(thea,change_course)", 0),
        ("stash(thea,careful_planning,stability-1)", 0),
    ],
)
def test_what_actions_cost(action, cost):
    state = table("thea", "fuscus")
    unlock(state, "thea", 2)
    stage(state, "tent")
    lay(state, "parisas_glen", "stability-1", "stability-1")

    do(state, action)

    assert spent(state, "thea") == 4 - cost


# ---- moving


@pytest.mark.rule("S61")
def test_a_movement_point_takes_a_character_to_an_adjacent_location():
    state = table("thea", "fuscus")

    do(state, "move(thea,boars_rift)", "move(thea,boars_peak)")

    assert where(state, "thea") == "boars_peak"
    assert spent(state, "thea") == 2
    refuses(state, "move(thea,whitehold)", "S61")
    do(state, "move(thea,eastkeep)", "move(thea,whitehold)")
    assert legal(state, "move", seat=0) == set()


@pytest.mark.rule("S61")
def test_obstacles_make_entry_dearer_each_by_its_figure():
    state = table("thea", "fuscus", scenario="the_severing")
    obstacle(state, "background_checks", "eastkeep")
    obstacle(state, "imperial_guard", "eastkeep")
    obstacle(state, "mole_hunt", "eastkeep")
    threaten(state, "eastkeep")
    stand(state, "thea", "whitehold", moves=2)

    refuses(state, "move(thea,eastkeep)", "S61")
    person(state, "thea").moves = 3
    do(state, "move(thea,eastkeep)")

    assert spent(state, "thea") == 0
    person(state, "thea").moves = 1
    do(state, "move(thea,whitehold)")  # leaving costs nothing more
    assert where(state, "thea") == "whitehold"


@pytest.mark.rule("S61")
def test_obstacles_and_threats_stop_nobody():
    state = table("thea", "fuscus")
    obstacle(state, "drauga_the_vicious", "boars_rift")
    threaten(state, "boars_rift", 3)

    do(state, "move(thea,boars_rift)", "move(thea,loomwood)")

    assert spent(state, "thea") == 2


@pytest.mark.rule("S61")
def test_other_actions_may_come_between_steps():
    state = table("thea", "fuscus")
    stage(state, "tent")
    lay(state, "boars_rift", "military-3")

    do(state, "move(thea,boars_rift)", "use(thea,change_course)", "take(thea,tent)", "move(thea,loomwood)")

    assert where(state, "thea") == "loomwood"
    assert lying(state, "boars_rift") == ("military-4",)


@pytest.mark.rule("S62")
@pytest.mark.rule("S222")
def test_from_port_to_port_for_a_movement_point():
    state = table("thea", "fuscus")
    assert legal(state, "sail") == set()  # no location of the starting map is a port
    settle(state, "prominence", 0, 0)
    settle(state, "brassport", 3, 1)
    settle(state, "goldspike", 3, 0)
    stand(state, "thea", "prominence")

    assert legal(state, "sail") == {"sail(thea,brassport)", "sail(thea,goldspike)"}
    do(state, "sail(thea,brassport)")

    assert where(state, "thea") == "brassport"
    assert spent(state, "thea") == 3
    person(state, "thea").moves = 0
    assert legal(state, "sail") == set()


@pytest.mark.rule("S62")
@pytest.mark.rule("S222")
@pytest.mark.parametrize(("track", "left"), [("psyche", (4, 3)), ("body", (5, 2))])
def test_from_gate_to_gate_for_a_stress(track, left):
    state = table("thea", "fuscus")
    stand(state, "thea", "undaris_tower", moves=0)
    assert legal(state, "gate") == set()  # it leads nowhere yet
    settle(state, "arankh", 3, 1)

    assert legal(state, "gate") == {"gate(thea,arankh,psyche)", "gate(thea,arankh,body)"}
    do(state, f"gate(thea,arankh,{track})")

    assert where(state, "thea") == "arankh"
    assert tracks(state, "thea") == left
    assert spent(state, "thea") == 0


@pytest.mark.rule("S62")
def test_dear_entry_adds_movement_points_by_ports_and_gates_too():
    state = table("thea", "fuscus", scenario="the_severing")
    for place, row, column in (("prominence", 0, 0), ("brassport", 3, 1), ("arankh", 3, 2)):
        if place_number(state, place) not in state.cells:
            settle(state, place, row, column)
    obstacle(state, "background_checks", "brassport")
    obstacle(state, "imperial_guard", "arankh")
    stand(state, "thea", "prominence", moves=1)
    assert legal(state, "sail") == set()
    person(state, "thea").moves = 2
    do(state, "sail(thea,brassport)")
    assert spent(state, "thea") == 0

    stand(state, "thea", "undaris_tower", moves=0)
    assert not any("arankh" in text for text in legal(state, "gate"))
    person(state, "thea").moves = 1
    do(state, "gate(thea,arankh,psyche)")
    assert spent(state, "thea") == 0


@pytest.mark.rule("S62")
@pytest.mark.rule("S116")
def test_a_gate_may_not_knock_out():
    state = table("thea", "fuscus")
    settle(state, "arankh", 3, 1)
    stand(state, "thea", "undaris_tower")
    person(state, "thea").psyche = 1
    wound(state, "thea", "psyche", "lore", "lore", "lore")

    assert legal(state, "gate") == {"gate(thea,arankh,body)"}


@pytest.mark.rule("S62")
@pytest.mark.rule("S112")
def test_the_price_of_a_gate_is_paid_where_one_leaves():
    state = table("thea", "fuscus")
    settle(state, "shimmerhall", 3, 1)  # tactics
    stand(state, "thea", "shimmerhall")
    person(state, "thea").psyche = 1

    do(state, "gate(thea,undaris_tower,psyche)")  # lore

    assert person(state, "thea").conditions == [(0, SKILLS.index("tactics"))]


# ---- muster


@pytest.mark.rule("S63")
def test_muster_rolls_a_new_die_at_the_location(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    lay(state, "parisas_glen", "stability-2", "stability-2")
    dice(monkeypatch, 5)

    do(state, "muster(thea)")

    assert lying(state, "parisas_glen") == ("stability-2", "stability-2", "stability-5")
    assert spent(state, "thea") == 1
    refuses(state, "muster(thea)", "S63")


@pytest.mark.rule("S63")
@pytest.mark.rule("S46")
def test_the_example_of_mustering_sorcery(monkeypatch: PATCH):
    state = table("fuscus", "thea")
    stand(state, "fuscus", "undaris_tower")
    dice(monkeypatch, 6, 1)

    do(state, "muster(fuscus)")
    assert legal(state) == {"suffer(fuscus,psyche)", "suffer(fuscus,body)"}
    do(state, "suffer(fuscus,psyche)")

    assert spent(state, "fuscus") == 1
    assert tracks(state, "fuscus") == (3, 2)
    assert lying(state, "undaris_tower") == ("sorcery-1", "sorcery-6")


@pytest.mark.rule("S63")
def test_no_muster_without_a_token_or_a_die_in_the_supply():
    state = table("thea", "fuscus")
    stand(state, "thea", "loomwood")
    assert "muster(thea)" not in legal(state)
    stand(state, "thea", "boars_rift")
    assert "muster(thea)" in legal(state)
    exhaust(state, "military")
    assert "muster(thea)" not in legal(state)
    stand(state, "thea", "parisas_glen")
    produce(state, "parisas_glen", 0)
    assert "muster(thea)" not in legal(state)


@pytest.mark.rule("S64")
@pytest.mark.rule("S222")
def test_own_action_dice_are_rolled_again(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    stand(state, "thea", "loomwood")  # no production token is needed
    give(state, "thea", 1, 1, 6)
    dice(monkeypatch, 4, 5)

    do(state, "reroll(thea,actions)")
    texts = {"[action-1]", "[action-1,action-1]", "[action-6]", "[action-1,action-6]"}
    texts |= {"[action-1,action-1,action-6]"}
    assert legal(state) == {f"dice({text})" for text in texts}
    do(state, "dice([action-1,action-1])")

    assert holds(state, "thea") == [4, 5, 6]
    assert spent(state, "thea") == 1


@pytest.mark.rule("S64")
def test_resource_dice_of_all_types_at_the_location_are_rolled_again(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    stand(state, "thea", "undaris_tower")
    lay(state, "undaris_tower", "sorcery-1", "stability-1", "military-1")
    lay(state, "loomwood", "stability-2")
    dice(monkeypatch, 2, 6)

    do(state, "reroll(thea,resources)")
    assert not any("action" in text for text in legal(state))
    do(state, "dice([stability-1,sorcery-1])")

    # All other rolls say nothing of explosions.
    assert lying(state, "undaris_tower") == ("stability-2", "military-1", "sorcery-6")
    assert tracks(state, "thea") == (5, 3)


@pytest.mark.rule("S64")
def test_the_dice_are_of_one_kind_and_at_least_one():
    state = table("thea", "fuscus")
    assert legal(state, "reroll") == set()
    give(state, "thea", 2, 3)
    lay(state, "parisas_glen", "stability-1", "stability-2")
    do(state, "reroll(thea,actions)")

    refuses(state, "dice([])", "S64")
    refuses(state, "dice([stability-1,action-2])", "S64")
    refuses(state, "dice([stability-1])", "S64")


# ---- taking and creating


@pytest.mark.rule("S65")
@pytest.mark.rule("S222")
def test_a_character_has_two_assets_in_progress_at_most():
    state = table("thea", "fuscus")
    stage(state, "tent", "cart", "apples")
    person(state, "thea").moves = 0

    do(state, "take(thea,tent)", "take(thea,apples)")

    assert staged(state) == ["cart"]
    refuses(state, "take(thea,cart)", "S65")
    do(state, "take(fuscus,cart)")
    assert slots(state, "fuscus", "cart") == (None, None, None)


@pytest.mark.rule("S65")
def test_a_place_is_free_again_when_an_asset_is_completed():
    state = table("thea", "fuscus")
    stage(state, "cart")
    start(state, "thea", "tent", "technology-1")
    start(state, "thea", "apples")
    assert legal(state, "take", seat=0) == set()
    lay(state, "parisas_glen", "stability-1")
    give(state, "thea", 1)

    do(state, "create(thea,action-1)", "slot(tent,2,stability-1)")

    assert legal(state, "take", seat=0) == {"take(thea,cart)"}


@pytest.mark.rule("S65")
def test_dice_stay_on_an_asset_in_progress():
    state = table("thea", "fuscus")
    start(state, "thea", "tent", "technology-3")

    next_turn(state)

    assert slots(state, "thea", "tent") == ("technology-3", None)


@pytest.mark.rule("S66")
@pytest.mark.rule("S67")
@pytest.mark.rule("S222")
@pytest.mark.rule("S223")
def test_the_example_of_creating():
    state = table("fuscus", "thea")
    stand(state, "fuscus", "undaris_tower")
    lay(state, "undaris_tower", "sorcery-1", "sorcery-3", "sorcery-6")
    start(state, "fuscus", "shadow_walk")
    start(state, "fuscus", "fifty_feet_of_greenleaf_rope")
    give(state, "fuscus", 5)

    do(state, "create(fuscus,action-5)")

    rope = "fifty_feet_of_greenleaf_rope"
    assert legal(state) == {
        "slot(shadow_walk,2,sorcery-3)",
        "slot(shadow_walk,3,sorcery-3)",
        f"slot({rope},1,sorcery-1)",
        f"slot({rope},2,sorcery-1)",
        f"slot({rope},2,sorcery-3)",
    }
    do(state, f"slot({rope},1,sorcery-1)")
    assert "done" in legal(state)
    do(state, f"slot({rope},2,sorcery-3)")

    assert completed(state, "fuscus") == [rope]
    assert lying(state, "undaris_tower") == ("sorcery-6",)
    assert supply(state, "sorcery") == 5
    assert holds(state, "fuscus") == []
    assert asked(state) == "Acting"


@pytest.mark.rule("S66")
def test_dice_may_go_to_both_assets_and_one_may_stop():
    state = table("thea", "fuscus")
    lay(state, "parisas_glen", "stability-1", "stability-1", "stability-2")
    start(state, "thea", "apples")
    start(state, "thea", "imperial_violin")
    give(state, "thea", 2)

    do(state, "create(thea,action-2)", "slot(apples,1,stability-1)", "slot(imperial_violin,3,stability-2)")
    do(state, "done")

    assert slots(state, "thea", "apples") == ("stability-1", None)
    assert slots(state, "thea", "imperial_violin") == (None, None, "stability-2")
    assert lying(state, "parisas_glen") == ("stability-1",)


@pytest.mark.rule("S66")
def test_dice_above_the_action_die_cannot_be_used():
    state = table("thea", "fuscus")
    lay(state, "parisas_glen", "stability-3")
    start(state, "thea", "apples")
    give(state, "thea", 2, 3)

    assert legal(state, "create") == {"create(thea,action-3)"}
    refuses(state, "create(thea,action-2)", "S66")


@pytest.mark.rule("S66")
def test_at_least_one_die_must_be_moved():
    state = table("thea", "fuscus")
    give(state, "thea", 6)
    start(state, "thea", "tent")
    lay(state, "parisas_glen", "stability-3")
    lay(state, "loomwood", "technology-1")  # elsewhere
    assert legal(state, "create") == set()

    lay(state, "parisas_glen", "stability-1", "technology-2")
    do(state, "create(thea,action-6)")
    assert "done" not in legal(state)


@pytest.mark.rule("S66")
def test_only_own_assets_are_filled():
    state = table("thea", "fuscus")
    start(state, "fuscus", "apples")
    lay(state, "parisas_glen", "stability-1")
    give(state, "thea", 6)

    assert legal(state, "create") == set()


@pytest.mark.rule("S66")
@pytest.mark.rule("S82")
def test_a_carried_die_comes_from_where_it_lies_now():
    state = table("thea", "fuscus")
    finish(state, "thea", "cart")
    lay(state, "parisas_glen", "stability-1")
    start(state, "thea", "imperial_secrets", None, "stability-2", "espionage-1")  # @empire
    give(state, "thea", 6)
    assert legal(state, "create") == set()

    do(state, "load(thea,cart,stability-1)")
    stand(state, "thea", "whitehold")
    do(state, "unload(thea,cart,stability-1)", "create(thea,action-6)")

    assert completed(state, "thea") == ["cart", "imperial_secrets"]


@pytest.mark.rule("S67")
def test_a_completed_asset_works_at_once():
    state = table("thea", "fuscus")
    start(state, "thea", "pasha_touran_the_scribe", "stability-1")
    lay(state, "parisas_glen", "diplomacy-2", "diplomacy-3")
    give(state, "thea", 2)
    assert "use(thea,pasha_touran_the_scribe)" not in legal(state)

    do(state, "create(thea,action-2)", "use(thea,pasha_touran_the_scribe)")

    assert lying(state, "parisas_glen") == ("stability-3",)
    assert (supply(state, "stability"), supply(state, "diplomacy")) == (5, 6)
    sound(state)


# ---- boxes


@pytest.mark.rule("S81")
@pytest.mark.rule("S222")
def test_a_die_that_fits_goes_into_an_empty_box_free_of_cost():
    state = table("thea", "fuscus")
    unlock(state, "thea", 3)
    lay(state, "parisas_glen", "stability-3", "technology-1")
    lay(state, "loomwood", "stability-6")
    give(state, "thea", 4)

    assert legal(state, "stash") == {
        "stash(thea,careful_planning,stability-3)",
        "stash(thea,the_conciliator,stability-3)",
    }
    do(state, "stash(thea,careful_planning,stability-3)")

    assert box(state, "thea", "careful_planning") == ("stability-3",)
    assert lying(state, "parisas_glen") == ("technology-1",)
    assert spent(state, "thea") == 4
    lay(state, "parisas_glen", "stability-1")
    assert legal(state, "stash") == {"stash(thea,the_conciliator,stability-1)"}
    sound(state)


@pytest.mark.rule("S81")
def test_a_box_without_a_symbol_takes_any_die():
    state = table("yasmina", "fuscus")
    lay(state, "parisas_glen", "military-1", "sorcery-6")
    give(state, "yasmina", 4)

    assert legal(state, "stash") == {
        "stash(yasmina,reroll_yasmina,military-1)",
        "stash(yasmina,reroll_yasmina,sorcery-6)",
        "stash(yasmina,reroll_yasmina,action-4)",
    }
    do(state, "stash(yasmina,reroll_yasmina,action-4)")
    assert holds(state, "yasmina") == []


@pytest.mark.rule("S81")
def test_a_stashed_die_stays_when_the_character_moves_and_over_the_turns():
    state = table("keel", "thea")
    unlock(state, "keel", 2)
    lay(state, "parisas_glen", "technology-2")

    do(state, "stash(keel,workshop,technology-2)", "move(keel,boars_rift)")
    next_turn(state)

    assert box(state, "keel", "workshop") == ("technology-2",)
    assert legal(state, "unload") == set()  # it never goes back to a location


@pytest.mark.rule("S81")
def test_stashed_dice_are_not_limited_to_once_per_turn():
    state = table("thea", "fuscus")
    unlock(state, "thea", 2)
    lay(state, "parisas_glen", "stability-6", "stability-6", "stability-1", "stability-2")
    start(state, "thea", "imperial_violin", "technology-1")

    do(state, "stash(thea,careful_planning,stability-6)", "create(thea,careful_planning)")
    do(state, "slot(imperial_violin,2,stability-1)", "done")
    do(state, "stash(thea,careful_planning,stability-6)", "create(thea,careful_planning)")

    assert completed(state, "thea") == ["imperial_violin"]
    assert supply(state, "stability") == 6


# ---- abilities in general


@pytest.mark.rule("S82")
def test_most_abilities_work_once_per_turn():
    state = table("fuscus", "thea")
    give(state, "fuscus", 4)

    do(state, "use(fuscus,silver_tongued_ruffian)")

    assert holds(state, "fuscus") == [3]
    refuses(state, "use(fuscus,silver_tongued_ruffian)", "S82")


@pytest.mark.rule("S82")
@pytest.mark.rule("S220")
def test_an_ability_without_a_die_to_work_on_cannot_be_used():
    state = table("thea", "fuscus")
    assert legal(state, "use") == set()
    lay(state, "loomwood", "stability-1")  # elsewhere
    give(state, "fuscus", 1)  # not hers, and a 1 does not go down
    assert legal(state, "use") == set()


@pytest.mark.rule("S82")
@pytest.mark.rule("S223")
def test_which_die_is_asked_where_there_are_several():
    state = table("thea", "fuscus")
    give(state, "thea", 2, 2, 5)
    lay(state, "parisas_glen", "stability-2")

    do(state, "use(thea,change_course)")

    assert legal(state) == {"dice([stability-2])", "dice([action-2])", "dice([action-5])"}
    do(state, "dice([action-2])")
    assert holds(state, "thea") == [2, 5, 5]


# ---- trade


WHEEL = ("stability", "technology", "espionage", "military", "diplomacy")


@pytest.mark.rule("S83")
@pytest.mark.parametrize(("given", "wanted"), list(zip(WHEEL, (*WHEEL[1:], WHEEL[0]), strict=True)))
def test_two_dice_of_a_type_for_one_of_the_next(monkeypatch: PATCH, given, wanted):
    state = table("thea", "fuscus")
    stand(state, "thea", "loomwood")
    lay(state, "loomwood", f"{given}-2", f"{given}-5")
    dice(monkeypatch, 4)

    assert legal(state, "trade") == {f"trade(thea,{given},{wanted})"}
    do(state, f"trade(thea,{given},{wanted})")

    assert lying(state, "loomwood") == (f"{wanted}-4",)
    assert (supply(state, given), supply(state, wanted)) == (6, 5)
    assert spent(state, "thea") == 3


@pytest.mark.rule("S83")
def test_two_sorcery_dice_buy_any_other_type_and_nothing_buys_sorcery(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    stand(state, "thea", "loomwood")
    lay(state, "loomwood", "sorcery-2", "sorcery-5")

    assert legal(state, "trade") == {f"trade(thea,sorcery,{other})" for other in WHEEL}
    dice(monkeypatch, 6)
    do(state, "trade(thea,sorcery,military)")
    assert lying(state, "loomwood") == ("military-6",)


@pytest.mark.rule("S83")
def test_trade_is_local_and_needs_two_of_one_type_and_a_new_die():
    state = table("thea", "fuscus")
    lay(state, "parisas_glen", "stability-1", "military-1")
    lay(state, "boars_rift", "stability-1", "military-1", "military-2")
    assert legal(state, "trade") == set()

    stand(state, "thea", "boars_rift")
    assert legal(state, "trade") == {"trade(thea,military,diplomacy)"}
    exhaust(state, "diplomacy")
    assert legal(state, "trade") == set()


@pytest.mark.rule("S83")
@pytest.mark.rule("S222")
def test_which_dice_are_traded_is_asked_only_if_it_matters():
    state = table("thea", "fuscus")
    lay(state, "parisas_glen", "stability-1", "stability-1", "stability-1")
    do(state, "trade(thea,stability,technology)")
    assert asked(state) == "Acting"

    lay(state, "parisas_glen", "stability-4", "stability-6")
    do(state, "trade(thea,stability,technology)")
    assert legal(state) == {
        "dice([stability-1,stability-4])",
        "dice([stability-1,stability-6])",
        "dice([stability-4,stability-6])",
    }
    do(state, "dice([stability-1,stability-6])")
    assert "stability-4" in lying(state, "parisas_glen")
    sound(state)


@pytest.mark.rule("S83")
@pytest.mark.rule("S162")
@pytest.mark.parametrize("cost", [0, 1, 2])
def test_the_price_of_a_trade_is_an_option(cost):
    state = table("thea", "fuscus", trade_cost=cost)
    lay(state, "parisas_glen", "stability-1", "stability-1", "stability-1", "stability-1")

    do(state, "trade(thea,stability,technology)")

    assert spent(state, "thea") == 4 - cost
    person(state, "thea").moves = max(0, cost - 1)
    assert bool(legal(state, "trade", seat=0)) == (cost == 0)


# ---- locations


def at_location(location, *, scenario="the_severing"):
    """Thea at a location that was added to the map, between Hogel Manor and Parisa's Glen."""
    state = table("thea", "fuscus", scenario=scenario)
    settle(state, location, 2, 2)
    stand(state, "thea", location)
    return state


@pytest.mark.rule("S84")
@pytest.mark.rule("S176")
@pytest.mark.rule("S222")
def test_guild_of_scribes_discards_the_top_card_for_an_action_die():
    state = at_location("guild_of_scribes")
    next_obstacles(state, "mole_hunt", "field_work")
    assert legal(state, "visit") == set()
    give(state, "thea", 1, 6)

    assert legal(state, "visit") == {"visit(thea,action-1)", "visit(thea,action-6)"}
    do(state, "visit(thea,action-6)", "visit(thea,action-1)")

    assert pile(state, "discard") == ["mole_hunt", "field_work"]
    assert holds(state, "thea") == []
    sound(state)


@pytest.mark.rule("S84")
@pytest.mark.rule("S176")
def test_ma_bonnies_squidery_discards_a_guard():
    state = at_location("ma_bonnies_squidery")
    give(state, "thea", 3, 3)
    obstacle(state, "mole_hunt", "ma_bonnies_squidery")
    obstacle(state, "imperial_guard", "whitehold")
    assert legal(state, "visit") == set()  # no guard is here

    obstacle(state, "imperial_guard", "ma_bonnies_squidery")
    do(state, "visit(thea,action-3)")

    assert in_play(state, "imperial_guard") is None
    assert pile(state, "discard") == ["imperial_guard"]
    assert holds(state, "thea") == [3]


@pytest.mark.rule("S84")
@pytest.mark.rule("S176")
@pytest.mark.rule("S223")
@pytest.mark.parametrize(
    ("location", "card", "other"),
    [("wrenhouse", "wine_and_roses", "mole_hunt"), ("shimmerhall", "repeating_histories", "wine_and_roses")],
)
def test_wrenhouse_and_shimmerhall_send_an_obstacle_away(location, card, other):
    state = at_location(location)
    give(state, "thea", 2)
    obstacle(state, other, location)
    assert legal(state, "visit") == set()
    obstacle(state, card, location, progress=1, hindrance=1)

    do(state, "visit(thea,action-2)")
    assert legal(state) == {"at(boars_peak)", "at(hogel_manor)", "at(parisas_glen)"}
    do(state, "at(hogel_manor)")

    assert in_play(state, card) == ("hogel_manor", 1, 1)
    assert holds(state, "thea") == []


@pytest.mark.rule("S84")
@pytest.mark.rule("S176")
@pytest.mark.rule("S222")
def test_mirror_woods_bring_a_foe_for_a_body_stress():
    state = at_location("mirror_woods")
    obstacle(state, "mole_hunt", "whitehold")
    assert legal(state, "visit_free") == set()
    obstacle(state, "stealer_of_hope", "whitehold", progress=4, hindrance=0)
    obstacle(state, "drauga_the_vicious", "gravewood")  # a dragon is a foe too

    do(state, "visit_free(thea)")
    assert legal(state) == {"pick(stealer_of_hope)", "pick(drauga_the_vicious)"}
    do(state, "pick(stealer_of_hope)")

    assert in_play(state, "stealer_of_hope") == ("mirror_woods", 4, 0)
    assert tracks(state, "thea") == (5, 2)
    assert legal(state, "visit_free") == {"visit_free(thea)"}  # as often as one can bear it
    do(state, "visit_free(thea)")
    assert in_play(state, "drauga_the_vicious")[0] == "mirror_woods"
    assert legal(state, "visit_free") == set()  # there is no other


@pytest.mark.rule("S84")
@pytest.mark.rule("S176")
def test_the_obfuscated_bribe_trades_psyche_for_body():
    state = at_location("the_obfuscated_bribe")
    stand(state, "fuscus", "the_obfuscated_bribe")

    do(state, "visit_free(thea)")

    assert tracks(state, "thea") == (4, 4)
    assert legal(state, "visit_free") == {"visit_free(thea)", "visit_free(fuscus)"}
    person(state, "thea").body = person(state, "fuscus").body = 6
    assert legal(state, "visit_free") == set()  # it would recover nothing


@pytest.mark.rule("S84")
@pytest.mark.rule("S176")
def test_the_stress_of_the_obfuscated_bribe_comes_before_what_it_buys():
    state = at_location("the_obfuscated_bribe")
    person(state, "thea").psyche = 1
    person(state, "thea").body = 1

    do(state, "visit_free(thea)")

    # A condition: both tracks go back to their starting values, and then body goes up.
    assert tracks(state, "thea") == (5, 4)


@pytest.mark.rule("S84")
@pytest.mark.rule("S116")
def test_nobody_pays_for_a_text_with_a_knock_out():
    state = at_location("the_obfuscated_bribe")
    person(state, "thea").psyche = 1
    wound(state, "thea", "psyche", "lore", "lore", "lore")

    assert legal(state, "visit_free") == set()


@pytest.mark.rule("S176")
@pytest.mark.parametrize("location", ["sundered_crag", "the_long_wastes"])
def test_who_enters_a_harsh_place_takes_a_body_stress(location):
    state = table("menas", "fuscus", scenario="the_severing")
    settle(state, location, 2, 2)
    unlock(state, "menas", 3)

    do(state, "move(menas," + location + ")")
    assert tracks(state, "menas") == (3, 4)
    assert tracks(state, "fuscus") == (4, 2)

    do(state, "move(menas,parisas_glen)")
    assert tracks(state, "menas") == (3, 4)
    do(state, "use(menas,ride_swiftly)", f"at({location})")  # entering, whatever the way
    assert tracks(state, "menas") == (3, 3)


@pytest.mark.rule("S176")
@pytest.mark.parametrize("location", ["desolation_50", "desolation_80", "desolation_82"])
def test_tactics_obstacles_are_harder_in_a_desolation(location):
    state = at_location(location)
    obstacle(state, "the_dread_legion", location)
    obstacle(state, "mole_hunt", location)

    assert obstacles.difficulty(state, state.book.obstacle["the_dread_legion"]) == 4 + 2
    assert obstacles.difficulty(state, state.book.obstacle["mole_hunt"]) == 6
    obstacle(state, "the_dread_legion", "loomwood")
    assert obstacles.difficulty(state, state.book.obstacle["the_dread_legion"]) == 4


@pytest.mark.rule("S176")
def test_foes_are_harder_at_the_weird_rock():
    state = at_location("the_weird_rock")
    for name, difficulty in (("stealer_of_hope", 11), ("drauga_the_vicious", 7), ("restless_dead", 5)):
        obstacle(state, name, "the_weird_rock")
        assert obstacles.difficulty(state, state.book.obstacle[name]) == difficulty
    obstacle(state, "mole_hunt", "the_weird_rock")
    assert obstacles.difficulty(state, state.book.obstacle["mole_hunt"]) == 6


@pytest.mark.rule("S176")
def test_what_undaris_tomb_and_the_trade_fair_bring_when_they_are_added():
    state = table("thea", "fuscus", scenario="the_severing")
    settle(state, "undaris_tomb", 3, 4)
    settle(state, "amber_trade_fair", 2, 2)
    tags = {asset.id: asset.tags for asset in state.book.assets}

    effects.furnish(state, place_number(state, "undaris_tomb"), [])
    assert in_play(state, "restless_dead") == ("undaris_tomb", 0, 0)
    assert len(staged(state)) == 1
    assert any("spell" in tag for tag in tags[staged(state)[0]])
    effects.furnish(state, place_number(state, "amber_trade_fair"), [])
    assert len(staged(state)) == 2
    assert any("gear" in tag for tag in tags[staged(state)[1]])
    sound(state)


@pytest.mark.rule("S176")
def test_undaris_tomb_leaves_restless_dead_where_it_is_out_of_the_deck():
    state = table("thea", "fuscus", scenario="the_severing")
    settle(state, "undaris_tomb", 3, 4)
    discarded(state, "restless_dead")

    effects.furnish(state, place_number(state, "undaris_tomb"), [])

    assert in_play(state, "restless_dead") is None
    assert pile(state, "discard") == ["restless_dead"]


@pytest.mark.rule("S176")
@pytest.mark.rule("S94")
@pytest.mark.parametrize("fort", ["boars_peak", "boars_rift"])
def test_the_forts_hold_up_units(fort):
    state = table("thea", "fuscus")
    for name in ("the_dread_legion", "restless_dead"):
        obstacle(state, name, "yearly_field")
        obstacles.go(state, state.book.obstacle[name], place_number(state, fort), [])

    assert in_play(state, "the_dread_legion") == (fort, 0, 2)
    assert in_play(state, "restless_dead") == (fort, 0, 0)


@pytest.mark.rule("S176")
def test_ruins_have_the_number_of_their_fort():
    state = begin("thea", "fuscus")
    numbers = {place.id: place.number for place in state.book.locations}

    assert numbers["boars_peak"] == numbers["ruins_of_boars_peak"] == 17
    assert numbers["boars_rift"] == numbers["ruins_of_boars_rift"] == 19
    ruins = {place.id: place.ruins for place in state.book.locations if place.ruins}
    assert ruins == {"boars_peak": "ruins_of_boars_peak", "boars_rift": "ruins_of_boars_rift"}


# ---- lasting effects that change actions


@pytest.mark.rule("S222")
@pytest.mark.rule("S191")
def test_smugglers_roads_are_paid_with_technology():
    state = table("thea", "fuscus")
    state.lasting.append("roads")
    obstacle(state, "background_checks", "yearly_field")
    stand(state, "thea", "boars_rift", moves=0)
    lay(state, "boars_rift", "technology-2", "technology-2", "military-1")

    assert legal(state, "pay") == {"pay(thea,yearly_field,technology-2)"}  # the only one in the Empire
    do(state, "pay(thea,yearly_field,technology-2)")

    assert where(state, "thea") == "yearly_field"
    assert lying(state, "boars_rift") == ("technology-2", "military-1")
    assert supply(state, "technology") == 5


@pytest.mark.rule("S66")
@pytest.mark.rule("S189")
def test_with_the_veil_sorcery_fits_any_slot_of_a_type():
    state = table("thea", "fuscus")
    start(state, "thea", "bracers_of_the_amber_hand", "stability-4")  # 4, technology:2, military:6
    lay(state, "parisas_glen", "sorcery-2", "sorcery-5")
    give(state, "thea", 6)
    assert legal(state, "create") == set()
    state.lasting.append("veil")

    do(state, "create(thea,action-6)")

    assert slots(state, "thea", "bracers_of_the_amber_hand") == ("stability-4", "sorcery-2", None)


# ---- notation


@pytest.mark.rule("S220")
@pytest.mark.parametrize(
    "text",
    [
        "move(thea,boars_rift)",
        "pay(thea,yearly_field,technology-2)",
        "sail(thea,brassport)",
        "gate(thea,arankh,psyche)",
        "muster(thea)",
        "reroll(thea,actions)",
        "take(thea,tent)",
        "create(thea,action-5)",
        "create(thea,careful_planning)",
        "overcome(thea,mole_hunt)",
        "narrate(thea)",
        "trade(thea,stability,technology)",
        "visit(thea,action-1)",
        "visit_free(thea)",
        "stash(thea,careful_planning,stability-3)",
        "use(thea,change_course)",
        "load(thea,cart,sorcery-1)",
        "unload(thea,cart,sorcery-1)",
        "end",
        "dice([stability-2,sorcery-1,sorcery-3])",
        "slot(tent,1,technology-2)",
        "settle(arankh,3,1)",
        "place(thea,whitehold)",
        "choose(thea)",
        "learn(thea,lore)",
        "equip(thea,cart)",
        "ready(thea)",
    ],
)
@pytest.mark.rule("S221")
@pytest.mark.rule("S222")
def test_how_actions_are_written(text):
    assert str(GAME.parse(text)) == text


@pytest.mark.rule("S220")
@pytest.mark.parametrize(
    "text", ["fly(thea,boars_rift)", "move(thea)", "move thea boars_rift", "dice(2)", ""]
)
def test_what_is_no_action(text):
    with pytest.raises(BadNotation):
        GAME.parse(text)


@pytest.mark.rule("S220")
def test_dice_stand_by_kind_and_then_by_value():
    state = table("thea", "fuscus")
    lay(state, "parisas_glen", "sorcery-3", "stability-2", "sorcery-1")
    do(state, "reroll(thea,resources)")

    assert "dice([stability-2,sorcery-1,sorcery-3])" in legal(state)
    with pytest.raises(Illegal):
        do(state, "dice([sorcery-1,stability-2])")


@pytest.mark.rule("S220")
def test_equal_dice_are_one_choice_and_a_single_answer_is_not_asked():
    state = table("thea", "fuscus")
    lay(state, "parisas_glen", "stability-2", "stability-2")

    do(state, "use(thea,change_course)")

    assert lying(state, "parisas_glen") == ("stability-2", "stability-5")
    assert asked(state) == "Acting"


@pytest.mark.rule("S220")
def test_assets_and_obstacles_of_one_id_are_told_apart_by_the_verb():
    state = table("thea", "fuscus")
    stage(state, "imperial_secrets")
    obstacle(state, "imperial_secrets", "parisas_glen")
    give(state, "thea", 1)

    assert {"take(thea,imperial_secrets)", "overcome(thea,imperial_secrets)"} <= legal(state)


@pytest.mark.rule("S220")
@pytest.mark.rule("S160")
def test_every_action_of_a_character_names_it():
    state = table("thea", "fuscus", seats=1)
    stash(state, "thea", "change_course", "stability-1")

    assert all("thea" in text or "fuscus" in text for text in legal(state) - {"end"})
