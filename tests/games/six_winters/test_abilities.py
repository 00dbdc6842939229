"""Every ability of a character (S171), and every asset that works in the action step (S172, S173); what each
kind of ability does is S82."""

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
    produce,
    refuses,
    settle,
    sound,
    stand,
    start,
    stash,
    supply,
    table,
    unlock,
    where,
    wound,
)

from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.rules.acting import powers

PATCH = pytest.MonkeyPatch
LAST = "the_severing"  # all cards are in the game
GLEN = "parisas_glen"


def with_ability(character, level, other="keel"):
    """A character with so many abilities, and somebody else far away."""
    state = table(character, "thea" if character == other else other, fourth_abilities=level > 3)
    unlock(state, character, level)
    stand(state, "thea" if character == other else other, "whitehold")
    return state


def with_asset(*assets, character="menas"):
    """Menas at Parisa's Glen with completed assets, and Keel far away."""
    state = table(character, "keel", scenario=LAST)
    finish(state, character, *assets)
    unlock(state, character, 0)
    stand(state, "keel", "whitehold")
    return state


def tracks(state, character):
    """Psyche and body of a character."""
    return person(state, character).psyche, person(state, character).body


@pytest.mark.rule("S170")
@pytest.mark.parametrize(
    ("character", "figures", "skills"),
    [
        ("thea", (5, 3, 4), [3, 1, 3, 2, 1, 2, 1, 1]),
        ("menas", (3, 5, 5), [2, 1, 1, 1, 3, 3, 1, 2]),
        ("keel", (3, 3, 5), [1, 2, 1, 1, 2, 1, 3, 3]),
        ("fuscus", (4, 2, 4), [1, 3, 2, 3, 1, 1, 2, 1]),
        ("yasmina", (4, 2, 5), [2, 1, 4, 2, 1, 2, 1, 4]),
        ("oniri", (2, 6, 6), [2, 3, 3, 1, 5, 2, 3, 3]),
        ("lucia", (3, 5, 5), [2, 4, 2, 1, 4, 2, 5, 1]),
    ],
)
def test_the_figures_of_the_characters(character, figures, skills):
    state = begin(character, "keel" if character != "keel" else "thea")
    someone = person(state, character)

    assert (someone.psyche, someone.body, someone.moves) == figures
    assert someone.skills == skills


# ---- Thea


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_change_course_flips_a_die(value):
    state = with_ability("thea", 1)
    give(state, "thea", value)

    do(state, "use(thea,change_course)")

    assert holds(state, "thea") == [7 - value]
    assert "use(thea,change_course)" not in legal(state)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_change_course_flips_a_resource_die_at_the_location():
    state = with_ability("thea", 1)
    lay(state, GLEN, "sorcery-1")

    do(state, "use(thea,change_course)")

    assert lying(state, GLEN) == ("sorcery-6",)  # a change of value never explodes
    assert tracks(state, "thea") == (5, 3)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_careful_planning_is_the_die_of_a_create_action():
    state = with_ability("thea", 2)
    lay(state, GLEN, "stability-4", "technology-3", "stability-1")
    start(state, "thea", "tent")
    do(state, "stash(thea,careful_planning,stability-4)")
    assert legal(state, "create") == {"create(thea,careful_planning)"}  # she has no action die

    do(state, "create(thea,careful_planning)", "slot(tent,1,technology-3)")
    if asked(state) == "Filling":
        do(state, "slot(tent,2,stability-1)")

    assert completed(state, "thea") == ["tent"]
    assert box(state, "thea", "careful_planning") == ()
    assert supply(state, "stability") == 6


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_careful_planning_is_worth_its_value():
    state = with_ability("thea", 2)
    stash(state, "thea", "careful_planning", "stability-2")
    lay(state, GLEN, "technology-3")
    start(state, "thea", "tent")

    assert legal(state, "create") == set()


def one_psyche_die(character, level, rank_skill="disguise"):
    """A character with a stashed defence card before Background Checks (disguise, 1 psyche die)."""
    state = table(character, "keel", scenario=LAST)
    unlock(state, character, level)
    stand(state, "keel", "whitehold")
    obstacle(state, "background_checks", GLEN, progress=0, hindrance=0)
    give(state, character, 6)
    return state


@pytest.mark.rule("S171")
@pytest.mark.rule("S85")
@pytest.mark.rule("S82")
def test_the_conciliator_defends_with_stability(monkeypatch: PATCH):
    state = one_psyche_die("thea", 3)
    lay(state, GLEN, "stability-4", "military-1")
    assert not any("military" in text for text in legal(state, "stash"))
    do(state, "stash(thea,the_conciliator,stability-4)")
    dice(monkeypatch, 4)

    do(state, "overcome(thea,background_checks)", "guard(thea,[])", "use(thea,the_conciliator)")

    assert tracks(state, "thea") == (5, 3)
    assert box(state, "thea", "the_conciliator") == ()
    assert supply(state, "stability") == 6
    assert in_play(state, "background_checks") == (GLEN, 0, 1)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_combination_of_thea():
    state = with_ability("thea", 4)
    give(state, "thea", 4, 4)
    lay(state, GLEN, "stability-4", "technology-4")

    do(state, "use(thea,combination_thea)")  # stability and technology are not of one kind

    assert holds(state, "thea") == [5, 5, 5]
    assert "use(thea,combination_thea)" not in legal(state)


# ---- Menas


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_grand_tactician_sets_a_military_die():
    state = with_ability("menas", 1)
    give(state, "menas", 3)
    lay(state, GLEN, "stability-2")
    assert legal(state, "use") == set()
    lay(state, GLEN, "military-2")

    do(state, "use(menas,grand_tactician)")
    assert legal(state) == {f"value({n})" for n in (1, 3, 4, 5, 6)}
    do(state, "value(6)")

    assert lying(state, GLEN) == ("stability-2", "military-6")


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_fury_of_the_horselord_defends_with_military(monkeypatch: PATCH):
    state = one_psyche_die("menas", 2)
    lay(state, GLEN, "military-3", "stability-1")
    assert legal(state, "stash") == {"stash(menas,fury_of_the_horselord,military-3)"}
    do(state, "stash(menas,fury_of_the_horselord,military-3)")
    dice(monkeypatch, 5)

    do(state, "overcome(menas,background_checks)", "guard(menas,[])", "use(menas,fury_of_the_horselord)")

    assert tracks(state, "menas") == (3, 5)
    assert box(state, "menas", "fury_of_the_horselord") == ()


@pytest.mark.rule("S171")
@pytest.mark.rule("S85")
@pytest.mark.rule("S82")
def test_ride_swiftly_is_a_free_step_whatever_entry_costs():
    state = table("menas", "keel", scenario=LAST)
    unlock(state, "menas", 3)
    stand(state, "menas", "whitehold", moves=0)
    obstacle(state, "background_checks", "eastkeep")

    do(state, "use(menas,ride_swiftly)")
    assert legal(state) == {"at(eastkeep)", "at(gravewood)"}
    do(state, "at(eastkeep)")

    assert where(state, "menas") == "eastkeep"
    assert person(state, "menas").moves == 0
    assert "use(menas,ride_swiftly)" not in legal(state)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_combination_of_menas():
    state = with_ability("menas", 4)
    lay(state, GLEN, "espionage-2", "espionage-2", "stability-2")

    do(state, "use(menas,combination_menas)")

    assert lying(state, GLEN) == ("stability-2", "espionage-3", "espionage-3", "espionage-3")
    sound(state)


# ---- Keel


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
@pytest.mark.parametrize(
    ("value", "part", "parts"), [(2, None, (1, 1)), (5, 2, (2, 3)), (6, 1, (1, 5)), (6, 3, (3, 3))]
)
def test_youthful_artificer_splits_a_technology_die(value, part, parts):
    state = with_ability("keel", 1)
    lay(state, GLEN, f"technology-{value}", "stability-4")
    give(state, "keel", 4)

    do(state, "use(keel,youthful_artificer)")
    if part is not None:
        do(state, f"value({part})")

    assert lying(state, GLEN) == ("stability-4", *(f"technology-{n}" for n in parts))
    sound(state)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_youthful_artificer_cannot_split_a_one():
    state = with_ability("keel", 1)
    lay(state, GLEN, "technology-1", "stability-6")

    refuses(state, "use(keel,youthful_artificer)", "S82")


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
@pytest.mark.parametrize(
    ("level", "card", "kind"), [(2, "workshop", "technology"), (3, "move_in_shadows", "espionage")]
)
@pytest.mark.parametrize(("value", "tokens"), [(2, (1, 1)), (3, (0, 2))])
def test_workshop_and_move_in_shadows_add_a_token(monkeypatch: PATCH, level, card, kind, value, tokens):
    state = table("keel", "thea", scenario=LAST)
    unlock(state, "keel", level)
    stand(state, "thea", "whitehold")
    obstacle(state, "background_checks", GLEN, progress=0, hindrance=0)  # disguise: Keel has 2
    give(state, "keel", 6)
    lay(state, GLEN, f"{kind}-{value}", "stability-1")
    do(state, f"stash(keel,{card},{kind}-{value})")
    dice(monkeypatch, 1)

    do(state, "overcome(keel,background_checks)", "guard(keel,[])", f"use(keel,{card})")

    assert in_play(state, "background_checks") == (GLEN, *tokens)
    assert box(state, "keel", card) == ()
    assert holds(state, "keel") == [6]  # the overcome pool is not spent
    sound(state)


@pytest.mark.rule("S171")
@pytest.mark.rule("S75")
def test_the_example_of_the_workshop(monkeypatch: PATCH):
    state = table("keel", "thea")
    unlock(state, "keel", 2)
    stand(state, "thea", "whitehold")
    obstacle(state, "remote_influence", GLEN, progress=3, hindrance=2)
    give(state, "keel", 1, 2, 3, 5)
    stash(state, "keel", "workshop", "technology-2")
    dice(monkeypatch, 5, 1)

    do(state, "overcome(keel,remote_influence)", "guard(keel,[action-2])", "use(keel,workshop)")

    assert person(state, "keel").overcome == [state.book.obstacle["remote_influence"]]
    assert tracks(state, "keel") == (3, 3)
    assert holds(state, "keel") == [1, 3, 5]


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_combination_of_keel():
    state = with_ability("keel", 4)
    give(state, "keel", 5, 5, 5)

    do(state, "use(keel,combination_keel)")

    assert holds(state, "keel") == [1, 1, 1, 5]
    assert supply(state, "action") == 14


# ---- Fuscus


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_silver_tongued_ruffian_takes_one_off():
    state = with_ability("fuscus", 1)
    give(state, "fuscus", 1)
    assert legal(state, "use") == set()  # not a 1
    lay(state, GLEN, "stability-2", "stability-6")

    do(state, "use(fuscus,silver_tongued_ruffian)")
    assert legal(state) == {"dice([stability-2])", "dice([stability-6])"}
    do(state, "dice([stability-2])")

    assert lying(state, GLEN) == ("stability-1", "stability-6")


@pytest.mark.rule("S171")
@pytest.mark.rule("S81")
@pytest.mark.rule("S82")
def test_lift_your_cups_spends_three_dice_for_an_action_die(monkeypatch: PATCH):
    state = with_ability("fuscus", 2)
    person(state, "fuscus").turned = ("silver_tongued_ruffian",)
    lay(state, GLEN, "military-1", "stability-1", "diplomacy-1", "sorcery-1")
    give(state, "fuscus", 2)
    assert not any("action" in text for text in legal(state, "stash"))

    do(state, "stash(fuscus,lift_your_cups,military-1)")
    assert legal(state, "stash") == {
        "stash(fuscus,lift_your_cups,stability-1)",
        "stash(fuscus,lift_your_cups,diplomacy-1)",
    }
    do(state, "stash(fuscus,lift_your_cups,diplomacy-1)")
    assert legal(state, "use") == set()  # all three
    do(state, "stash(fuscus,lift_your_cups,stability-1)")
    dice(monkeypatch, 5)
    do(state, "use(fuscus,lift_your_cups)")

    assert holds(state, "fuscus") == [2, 5]
    assert box(state, "fuscus", "lift_your_cups") == ()
    assert [supply(state, kind) for kind in ("military", "stability", "diplomacy")] == [6, 6, 6]
    assert "stash(fuscus,lift_your_cups,sorcery-1)" in legal(state)  # not limited to once per turn
    sound(state)


@pytest.mark.rule("S171")
@pytest.mark.rule("S3")
def test_lift_your_cups_needs_an_action_die_in_the_supply():
    state = with_ability("fuscus", 2)
    stash(state, "fuscus", "lift_your_cups", "diplomacy-1", "stability-1", "military-1")
    assert "use(fuscus,lift_your_cups)" in legal(state)

    exhaust(state, "action")

    assert "use(fuscus,lift_your_cups)" not in legal(state)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_friendly_favors_is_the_die_of_a_create_action():
    state = with_ability("fuscus", 3)
    lay(state, GLEN, "diplomacy-3", "stability-3")
    start(state, "fuscus", "apples")
    do(state, "stash(fuscus,friendly_favors,diplomacy-3)")

    do(state, "create(fuscus,friendly_favors)", "slot(apples,1,stability-3)")

    assert box(state, "fuscus", "friendly_favors") == ()
    assert supply(state, "diplomacy") == 6
    assert supply(state, "stability") == 5


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_combination_of_fuscus():
    state = with_ability("fuscus", 4)
    give(state, "fuscus", 3)
    lay(state, GLEN, "diplomacy-3", "diplomacy-3", "sorcery-3", "sorcery-3")

    do(state, "use(fuscus,combination_fuscus)")
    assert legal(state) == {"dice([diplomacy-3,diplomacy-3])", "dice([sorcery-3,sorcery-3])"}
    do(state, "dice([sorcery-3,sorcery-3])")

    assert lying(state, GLEN) == ("diplomacy-3", "diplomacy-3", "sorcery-4", "sorcery-4", "sorcery-4")


# ---- Yasmina, Oniri, Lucia


@pytest.mark.rule("S171")
@pytest.mark.rule("S85")
@pytest.mark.rule("S82")
@pytest.mark.parametrize("character", ["yasmina", "oniri", "lucia"])
def test_reroll_spends_a_stashed_die(monkeypatch: PATCH, character):
    state = with_ability(character, 1)
    card = f"reroll_{character}"
    give(state, character, 1, 2)
    lay(state, GLEN, "stability-1", "sorcery-1")
    assert legal(state, "use") == set()
    do(state, f"stash({character},{card},stability-1)")
    dice(monkeypatch, 6, 5)
    moves = person(state, character).moves

    do(state, f"use({character},{card})")
    assert "dice([sorcery-1])" in legal(state)
    assert "dice([action-1,action-2])" in legal(state)
    assert not any("sorcery" in text and "action" in text for text in legal(state))
    do(state, "dice([action-1,action-2])")

    assert holds(state, character) == [5, 6]
    assert person(state, character).moves == moves
    assert supply(state, "stability") == 6
    assert box(state, character, card) == ()


@pytest.mark.rule("S171")
@pytest.mark.rule("S81")
def test_reroll_is_not_limited_to_once_per_turn():
    state = with_ability("lucia", 1)
    give(state, "lucia", 1, 2, 3)

    do(state, "stash(lucia,reroll_lucia,action-1)", "use(lucia,reroll_lucia)", "dice([action-2])")
    value = holds(state, "lucia")[0]
    do(state, f"stash(lucia,reroll_lucia,action-{value})", "use(lucia,reroll_lucia)")

    assert len(holds(state, "lucia")) == 1
    assert supply(state, "action") == 17


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_sorcery_plus_one():
    state = with_ability("yasmina", 2)
    stand(state, "yasmina", "undaris_tower")
    lay(state, "undaris_tower", "sorcery-6", "stability-1")
    give(state, "yasmina", 2)
    assert legal(state, "use") == set()  # not a 6
    lay(state, "undaris_tower", "sorcery-5")

    do(state, "use(yasmina,sorcery_plus_one)")

    assert lying(state, "undaris_tower") == ("stability-1", "sorcery-6", "sorcery-6")  # it does not explode
    assert tracks(state, "yasmina") == (4, 2)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_one_to_six():
    state = with_ability("yasmina", 3)
    give(state, "yasmina", 1, 2)

    do(state, "use(yasmina,one_to_six)")

    assert holds(state, "yasmina") == [2, 6]
    assert "use(yasmina,one_to_six)" not in legal(state)


@pytest.mark.rule("S171")
def test_discard_obstacle():
    state = with_ability("yasmina", 4)
    next_obstacles(state, "mole_hunt", "field_work")
    lay(state, GLEN, "stability-1")
    do(state, "stash(yasmina,discard_obstacle,stability-1)", "use(yasmina,discard_obstacle)")

    assert pile(state, "discard") == ["mole_hunt"]
    assert pile(state, "obstacle_deck")[-1] == "field_work"


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_body_for_passage_goes_to_any_sorcery_token_any_number_of_times():
    state = with_ability("oniri", 2)
    settle(state, "arankh", 3, 1)
    settle(state, "dawncaves", 0, 0)
    produce(state, "dawncaves", 0)
    person(state, "oniri").moves = 0
    do(state, "use(oniri,body_for_passage)")
    assert legal(state) == {"at(undaris_tower)", "at(arankh)"}
    do(state, "at(arankh)")
    assert tracks(state, "oniri") == (2, 5)

    do(state, "use(oniri,body_for_passage)")  # one way only

    assert where(state, "oniri") == "undaris_tower"
    assert tracks(state, "oniri") == (2, 4)
    assert person(state, "oniri").moves == 0


@pytest.mark.rule("S171")
@pytest.mark.rule("S112")
@pytest.mark.rule("S116")
def test_body_for_passage_is_paid_where_one_leaves_and_never_with_a_knock_out():
    state = with_ability("oniri", 2)
    person(state, "oniri").body = 1
    do(state, "use(oniri,body_for_passage)")
    assert person(state, "oniri").conditions == [(1, SKILLS.index("command"))]  # of Parisa's Glen
    assert tracks(state, "oniri") == (2, 6)

    stand(state, "oniri", GLEN)
    person(state, "oniri").body = 1
    wound(state, "oniri", "body", "lore", "lore")
    assert "use(oniri,body_for_passage)" not in legal(state)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_six_to_two(monkeypatch: PATCH):
    state = with_ability("oniri", 3)
    stand(state, "oniri", "undaris_tower")
    lay(state, "undaris_tower", "sorcery-6", "sorcery-5")
    dice(monkeypatch, 6, 2)

    do(state, "use(oniri,six_to_two)")

    assert lying(state, "undaris_tower") == ("sorcery-2", "sorcery-5", "sorcery-6")  # without exploding
    assert tracks(state, "oniri") == (2, 6)
    assert "use(oniri,six_to_two)" not in legal(state)


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_six_to_two_works_on_an_action_die(monkeypatch: PATCH):
    state = with_ability("oniri", 3)
    give(state, "oniri", 6)
    dice(monkeypatch, 3, 4)

    do(state, "use(oniri,six_to_two)")

    assert holds(state, "oniri") == [3, 4]
    sound(state)


@pytest.mark.rule("S171")
def test_the_second_copy_of_six_to_two(monkeypatch: PATCH):
    state = with_ability("oniri", 4)
    give(state, "oniri", 6, 6)
    copies = [card for card in powers.cards(state, 0) if card.startswith("six_to_two")]
    assert len(copies) == 2
    dice(monkeypatch, then=1)

    do(state, *(f"use(oniri,{card})" for card in copies))

    assert holds(state, "oniri") == [1, 1, 1, 1]


@pytest.mark.rule("S171")
def test_recall_obstacle_puts_the_top_of_the_discard_pile_on_the_deck():
    state = with_ability("lucia", 2)
    give(state, "lucia", 3)
    do(state, "stash(lucia,recall_obstacle,action-3)")
    assert legal(state, "use") == set()  # nothing lies in the discard pile
    discarded(state, "field_work", "mole_hunt")
    state.asset_deck = []

    do(state, "use(lucia,recall_obstacle)")
    assert pile(state, "discard") == ["field_work"]
    assert pile(state, "obstacle_deck")[-1] == "mole_hunt"
    assert pile(state, "face_up") == []
    next_turn(state)

    # It is the next one drawn, and not an additional one.
    assert in_play(state, "mole_hunt")
    assert len(state.standing) == 1


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_one_to_two():
    state = with_ability("lucia", 3)
    lay(state, GLEN, "military-1", "military-3")

    do(state, "use(lucia,one_to_two)")

    assert lying(state, GLEN) == ("military-2", "military-3")


@pytest.mark.rule("S171")
@pytest.mark.rule("S82")
def test_combination_of_lucia():
    state = with_ability("lucia", 4)
    person(state, "lucia").turned = ("one_to_two",)
    give(state, "lucia", 1, 1)

    do(state, "use(lucia,combination_lucia)")

    assert holds(state, "lucia") == [2, 2, 5]


@pytest.mark.rule("S171")
def test_the_ids_of_the_cards_differ():
    state = begin("thea", "fuscus")
    ids = [ability.id for card in state.book.characters for ability in card.abilities]

    assert len(ids) == len(set(ids)) == 28
    assert {"combination_thea", "combination_lucia", "reroll_yasmina", "reroll_oniri", "reroll_lucia"} <= set(
        ids
    )


# ---- assets that work on dice


@pytest.mark.rule("S172")
@pytest.mark.rule("S82")
def test_griddle_bok_turns_sorcery_into_technology():
    state = with_asset("griddle_bok_the_transmuter")
    lay(state, GLEN, "stability-2", "sorcery-4", "sorcery-6")

    do(state, "use(menas,griddle_bok_the_transmuter)", "dice([sorcery-6])")

    assert lying(state, GLEN) == ("stability-2", "technology-6", "sorcery-4")
    assert "use(menas,griddle_bok_the_transmuter)" not in legal(state)
    sound(state)


@pytest.mark.rule("S172")
def test_theddas_palimpsest_gives_two_action_dice_for_a_psyche_stress(monkeypatch: PATCH):
    state = with_asset("theddas_palimpsest")
    dice(monkeypatch, 6, 3)

    do(state, "use(menas,theddas_palimpsest)")

    assert holds(state, "menas") == [3, 6]
    assert tracks(state, "menas") == (2, 5)
    assert supply(state, "action") == 16
    assert "use(menas,theddas_palimpsest)" not in legal(state)


@pytest.mark.rule("S172")
@pytest.mark.rule("S3")
@pytest.mark.rule("S116")
def test_theddas_palimpsest_needs_a_die_and_never_knocks_out():
    state = with_asset("theddas_palimpsest")
    person(state, "menas").psyche = 1
    wound(state, "menas", "psyche", "lore", "lore", "lore")
    assert "use(menas,theddas_palimpsest)" not in legal(state)

    state = with_asset("theddas_palimpsest")
    exhaust(state, "action")
    assert "use(menas,theddas_palimpsest)" not in legal(state)


@pytest.mark.rule("S172")
@pytest.mark.rule("S82")
def test_baron_barksalot_makes_a_one_a_five():
    state = with_asset("baron_barksalot")
    give(state, "menas", 1, 1)
    lay(state, GLEN, "sorcery-2")

    do(state, "use(menas,baron_barksalot)")

    assert holds(state, "menas") == [1, 5]


@pytest.mark.rule("S172")
@pytest.mark.rule("S82")
def test_windillipus_bronson_gives_a_movement_point():
    state = with_asset("windillipus_bronson", "cart", "warhorse", "tent")  # the others give none
    assert person(state, "menas").moves == 5  # from the turn after completion

    next_turn(state)

    assert person(state, "menas").moves == 6


@pytest.mark.rule("S172")
@pytest.mark.rule("S81")
@pytest.mark.rule("S82")
@pytest.mark.rule("S222")
def test_the_cart_carries_two_dice():
    state = with_asset("cart")
    lay(state, GLEN, "stability-1", "stability-2", "sorcery-3")
    give(state, "menas", 4)
    assert legal(state, "load") == {
        f"load(menas,cart,{d})" for d in ("stability-1", "stability-2", "sorcery-3")
    }

    do(state, "load(menas,cart,sorcery-3)", "load(menas,cart,stability-1)")
    assert person(state, "menas").moves == 3
    assert legal(state, "load") == set()
    assert box(state, "menas", "cart") == ("stability-1", "sorcery-3")
    do(state, "move(menas,boars_rift)", "unload(menas,cart,sorcery-3)")

    assert person(state, "menas").moves == 2  # putting down is free
    assert lying(state, "boars_rift") == ("sorcery-3",)
    assert lying(state, GLEN) == ("stability-2",)
    assert box(state, "menas", "cart") == ("stability-1",)
    sound(state)


@pytest.mark.rule("S172")
@pytest.mark.rule("S173")
@pytest.mark.parametrize("asset", ["xeph_stronghand_the_porter", "travel_pack"])
def test_the_porter_and_the_pack_carry_one_die(asset):
    state = with_asset(asset)
    lay(state, GLEN, "stability-1", "stability-2")

    do(state, f"load(menas,{asset},stability-2)")
    assert legal(state, "load") == set()
    next_turn(state)

    assert box(state, "menas", asset) == ("stability-2",)  # over the turns
    person(state, "menas").moves = 0
    do(state, f"unload(menas,{asset},stability-2)")
    assert legal(state, "load") == set()  # 1 movement point


@pytest.mark.rule("S172")
@pytest.mark.rule("S82")
def test_pasha_touran_turns_diplomacy_into_stability():
    state = with_asset("pasha_touran_the_scribe")
    lay(state, GLEN, "sorcery-1", "diplomacy-6")

    do(state, "use(menas,pasha_touran_the_scribe)")

    assert lying(state, GLEN) == ("stability-6", "sorcery-1")


@pytest.mark.rule("S172")
@pytest.mark.rule("S82")
def test_dream_moth_makes_a_four_a_six():
    state = with_asset("dream_moth")
    lay(state, GLEN, "diplomacy-4", "diplomacy-5")

    do(state, "use(menas,dream_moth)")

    assert lying(state, GLEN) == ("diplomacy-5", "diplomacy-6")


@pytest.mark.rule("S172")
@pytest.mark.rule("S81")
def test_ilko_the_general_makes_two_fives_of_one_kind_three_threes():
    state = with_asset("ilko_the_general")
    give(state, "menas", 5, 5, 3)
    lay(state, GLEN, "military-5", "military-5", "stability-5")
    assert len(legal(state, "stash")) == 3  # fives only

    do(state, "stash(menas,ilko_the_general,military-5)")
    assert legal(state, "stash") == {"stash(menas,ilko_the_general,military-5)"}  # of one kind
    assert legal(state, "use") == set()
    do(state, "stash(menas,ilko_the_general,military-5)", "use(menas,ilko_the_general)")

    assert lying(state, GLEN) == ("stability-5", "military-3", "military-3", "military-3")
    do(state, "stash(menas,ilko_the_general,action-5)", "stash(menas,ilko_the_general,action-5)")
    do(state, "use(menas,ilko_the_general)")
    assert holds(state, "menas") == [3, 3, 3, 3]
    sound(state)


@pytest.mark.rule("S172")
@pytest.mark.rule("S81")
def test_mirror_of_melting_stashes_technology_for_two_progress_on_tactics(monkeypatch: PATCH):
    state = with_asset("mirror_of_melting")
    lay(state, GLEN, "technology-6", "stability-1")
    give(state, "menas", 6)
    obstacle(state, "the_sundering", GLEN, progress=0, hindrance=0)  # tactics 10
    assert legal(state, "stash") == {"stash(menas,mirror_of_melting,technology-6)"}
    do(state, "stash(menas,mirror_of_melting,technology-6)")
    assert legal(state, "use") == set()
    dice(monkeypatch, 1, 1)

    do(state, "overcome(menas,the_sundering)", "guard(menas,[])", "use(menas,mirror_of_melting)")

    assert in_play(state, "the_sundering") == (GLEN, 2, 1)
    assert supply(state, "technology") == 6


@pytest.mark.rule("S172")
@pytest.mark.rule("S81")
def test_mirror_of_melting_does_nothing_against_other_skills(monkeypatch: PATCH):
    state = with_asset("mirror_of_melting")
    stash(state, "menas", "mirror_of_melting", "technology-6")
    obstacle(state, "mole_hunt", GLEN)
    assert legal(state, "overcome") == set()  # the die on it could add no token
    give(state, "menas", 6)
    dice(monkeypatch, then=1)

    do(state, "overcome(menas,mole_hunt)", "guard(menas,[])")

    assert asked(state) == "Acting"
    assert box(state, "menas", "mirror_of_melting") == ("technology-6",)


@pytest.mark.rule("S173")
@pytest.mark.rule("S82")
@pytest.mark.parametrize("asset", ["riding_horse", "shelly_the_flying_turtle"])
def test_horse_and_turtle_give_two_movement_points(asset):
    state = with_asset(asset)

    next_turn(state)

    assert person(state, "menas").moves == 7


@pytest.mark.rule("S173")
@pytest.mark.rule("S82")
def test_portrait_of_the_first_queen_turns_espionage_into_diplomacy():
    state = with_asset("portrait_of_the_first_queen")
    lay(state, GLEN, "espionage-3", "sorcery-3")

    do(state, "use(menas,portrait_of_the_first_queen)")

    assert lying(state, GLEN) == ("diplomacy-3", "sorcery-3")


@pytest.mark.rule("S173")
@pytest.mark.rule("S82")
def test_three_region_wine_turns_diplomacy_into_two_rolled_stability_dice(monkeypatch: PATCH):
    state = with_asset("three_region_wine")
    lay(state, GLEN, "diplomacy-3")
    dice(monkeypatch, 6, 2)

    do(state, "use(menas,three_region_wine)")

    assert lying(state, GLEN) == ("stability-2", "stability-6")
    assert supply(state, "diplomacy") == 6


@pytest.mark.rule("S173")
@pytest.mark.rule("S3")
def test_three_region_wine_puts_down_what_there_is(monkeypatch: PATCH):
    state = with_asset("three_region_wine")
    lay(state, GLEN, "diplomacy-3", "diplomacy-4")
    lay(state, "loomwood", *["stability-1"] * 5)

    do(state, "use(menas,three_region_wine)", "dice([diplomacy-3])")

    assert len(lying(state, GLEN)) == 2
    assert supply(state, "stability") == 0
    person(state, "menas").turned = ()
    assert "use(menas,three_region_wine)" not in legal(state)  # no single die could be put down


@pytest.mark.rule("S173")
@pytest.mark.rule("S82")
@pytest.mark.rule("S223")
def test_tanwa_turns_sorcery_into_any_other_type():
    state = with_asset("tanwa_the_geometer")
    lay(state, GLEN, "sorcery-5")
    exhaust(state, "military")

    do(state, "use(menas,tanwa_the_geometer)")
    assert legal(state) == {f"type({t})" for t in ("stability", "technology", "espionage", "diplomacy")}
    do(state, "type(espionage)")

    assert lying(state, GLEN) == ("espionage-5",)


@pytest.mark.rule("S173")
@pytest.mark.rule("S82")
def test_stones_of_the_north_river_make_a_four_a_five():
    state = with_asset("stones_of_the_north_river")
    give(state, "menas", 4)

    do(state, "use(menas,stones_of_the_north_river)")

    assert holds(state, "menas") == [5]


@pytest.mark.rule("S173")
@pytest.mark.rule("S62")
def test_ilya_the_captain_sails_free():
    state = with_asset("ilya_the_captain")
    settle(state, "brassport", 3, 3)
    settle(state, "goldspike", 3, 6)
    obstacle(state, "background_checks", "brassport")
    stand(state, "menas", "brassport", moves=0)

    do(state, "sail(menas,goldspike)")
    assert where(state, "menas") == "goldspike"
    assert legal(state, "sail") == set()  # what makes entry dearer must still be paid
    person(state, "menas").moves = 1
    do(state, "sail(menas,brassport)")

    assert person(state, "menas").moves == 0


@pytest.mark.rule("S173")
@pytest.mark.rule("S82")
def test_sparrow_talk_makes_a_six_two_ones():
    state = with_asset("sparrow_talk")
    give(state, "menas", 6)

    do(state, "use(menas,sparrow_talk)")

    assert holds(state, "menas") == [1, 1]
    sound(state)


@pytest.mark.rule("S173")
@pytest.mark.rule("S82")
def test_thought_slinger_makes_two_sixes_three_fives():
    state = with_asset("thought_slinger")
    give(state, "menas", 6)
    lay(state, GLEN, "sorcery-6", "stability-6")
    assert legal(state, "use") == set()  # no two of one kind
    lay(state, GLEN, "sorcery-6")

    do(state, "use(menas,thought_slinger)")

    assert lying(state, GLEN) == ("stability-6", "sorcery-5", "sorcery-5", "sorcery-5")


@pytest.mark.rule("S172")
@pytest.mark.rule("S173")
@pytest.mark.rule("S82")
def test_cards_of_other_moments_are_not_used_in_the_action_step():
    state = table("menas", "keel", scenario=LAST)
    unlock(state, "menas", 0)
    book = state.book
    kinds = ("defend", "preview", "progress", "hindrance", "movement", "free_ports")
    passive = [card.id for card in book.assets if card.power is not None and card.power.verb in kinds]
    assert len(passive) > 15
    finish(state, "menas", *passive)
    give(state, "menas", 1, 3, 5)
    lay(state, GLEN, "sorcery-1", "technology-5", "military-5")

    assert legal(state, "use", seat=0) == set()
    assert legal(state, "stash", seat=0) == set()


@pytest.mark.rule("S172")
@pytest.mark.rule("S173")
def test_single_use_assets_do_nothing_in_the_action_step():
    state = table("menas", "keel", scenario=LAST)
    single = [card for card in state.book.assets if card.single]

    assert all(card.power is None for card in single)
    assert {card.id: (card.recovers, card.amount) for card in single if card.recovers} == {
        "apples": ("body", 1),
        "baklava": ("body", 1),
        "forest_yoga": ("psyche", 2),
    }
