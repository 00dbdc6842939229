"""C. The turn in its six steps (S40 to S51)."""

import pytest
from tests.games.six_winters.positions import (
    asked,
    box,
    dice,
    do,
    empty_decks,
    end,
    finish,
    give,
    holds,
    in_play,
    lay,
    legal,
    lying,
    next_assets,
    next_obstacles,
    next_turn,
    obstacle,
    person,
    pile,
    produce,
    refuses,
    sound,
    staged,
    stand,
    stash,
    supply,
    table,
    take_obstacle,
    unlock,
)

from fimbul.core import Illegal, Match
from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.library.terms import RESOURCES
from fimbul.games.six_winters.rules.acting import powers

PATCH = pytest.MonkeyPatch


def quiet(*characters, **options):
    """A table where the decks are empty: a turn brings nothing but the refresh."""
    state = table(*(characters or ("thea", "fuscus")), **options)
    empty_decks(state)
    return state


# ---- the six steps


@pytest.mark.rule("S40")
def test_a_turn_has_six_steps_in_order(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    obstacle(state, "mole_hunt", "loomwood", progress=0, hindrance=0)
    next_assets(state, "tent")
    next_obstacles(state, "field_work")
    dice(monkeypatch, then=1)

    told = [event.sentence() for event in next_turn(state)]

    def place(words):
        return next(n for n, text in enumerate(told) if words in text)

    order = ["has the action dice", "Whitehold gets", "Tent is staged", "Mole Hunt strikes"]
    order += ["Field Work appears", "Turn 2 of spring"]
    assert [place(words) for words in order] == sorted(place(words) for words in order)


@pytest.mark.rule("S40")
@pytest.mark.rule("S47")
@pytest.mark.rule("S90")
def test_the_new_asset_counts_when_obstacles_activate(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    obstacle(state, "mole_hunt", "loomwood", progress=1, hindrance=0)
    next_assets(state, "thieves_tools")  # thievery, as Mole Hunt
    dice(monkeypatch, then=1)

    next_turn(state)

    assert in_play(state, "mole_hunt") is None  # two activations: a token, then the threat
    assert state.pool == 4


@pytest.mark.rule("S40")
@pytest.mark.rule("S48")
def test_obstacles_activate_one_after_the_other(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    obstacle(state, "mole_hunt", "loomwood", progress=0, hindrance=3)
    obstacle(state, "remote_influence", "whitehold", progress=2, hindrance=0)
    obstacle(state, "field_work", "gravewood", progress=0, hindrance=0)
    state.asset_deck = []
    dice(monkeypatch, then=1)

    next_turn(state)

    assert in_play(state, "mole_hunt") == ("loomwood", 0, 2)
    assert in_play(state, "remote_influence") == ("whitehold", 1, 0)
    assert in_play(state, "field_work") is None


@pytest.mark.rule("S40")
@pytest.mark.rule("S49")
def test_new_obstacles_do_not_activate_in_the_same_turn(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    next_obstacles(state, "micus_the_craven")  # without tokens, and it moves
    dice(monkeypatch, then=1)

    next_turn(state)

    assert in_play(state, "micus_the_craven") == ("whitehold", 0, 0)


# ---- actions


@pytest.mark.rule("S41")
@pytest.mark.rule("S222")
def test_players_act_in_any_order_and_mixed():
    state = table("thea", "fuscus", "keel")

    assert state.to_act == (0, 1, 2)
    do(state, "move(keel,boars_rift)", "move(thea,boars_rift)", "move(keel,loomwood)")
    do(state, "move(fuscus,boars_rift)", "move(keel,boars_rift)")

    assert [person(state, c).moves for c in ("thea", "fuscus", "keel")] == [3, 3, 2]


@pytest.mark.rule("S41")
@pytest.mark.rule("S222")
def test_end_is_final_and_the_step_is_over_when_all_have_ended():
    state = quiet("thea", "fuscus")

    do(state, "end", seat=1)
    assert state.to_act == (0,)
    with pytest.raises(Illegal):
        state.play(GAME.parse("move(fuscus,boars_rift)"), 1)
    turn = state.turn
    do(state, "move(thea,boars_rift)")
    assert state.turn == turn
    do(state, "end")

    assert state.turn == turn + 1
    assert state.to_act == (0, 1)


@pytest.mark.rule("S41")
def test_end_can_be_taken_back_while_nothing_was_revealed():
    match = Match(GAME, seats=2, options={"characters": ["thea", "fuscus"]}, seed=4)
    while match.state.turn == 0:
        match.play(match.state.legal(match.state.to_act[0])[0])
    match.play(GAME.parse("end"), 1)
    assert match.state.to_act == (0,)
    place, free = match.undo_point(1)
    assert free
    match.rewind(place)
    assert match.state.to_act == (0, 1)
    match.play(GAME.parse("end"), 1)
    match.play(GAME.parse("end"), 0)  # the turn goes on, and dice are rolled
    assert match.undo_point(1) == (place, False)


@pytest.mark.rule("S41")
def test_who_has_ended_can_still_join_an_overcome_action():
    state = table("thea", "fuscus")
    obstacle(state, "star_crossed", "parisas_glen")
    give(state, "thea", 1)
    give(state, "fuscus", 1)

    do(state, "end", seat=1)
    do(state, "overcome(thea,star_crossed)")

    assert state.to_act == (1,)
    assert legal(state) == {"join(fuscus)", "stay(fuscus)"}


@pytest.mark.rule("S41")
def test_an_action_is_finished_before_another_begins():
    state = table("thea", "fuscus")
    give(state, "thea", 1, 2)

    do(state, "reroll(thea,actions)")

    assert state.to_act == (0,)
    with pytest.raises(Illegal):
        state.play(GAME.parse("move(fuscus,boars_rift)"), 1)


# ---- cards, movement, momentum


@pytest.mark.rule("S42")
def test_turned_cards_become_ready_and_movement_is_set():
    state = quiet("thea", "fuscus")
    lay(state, "parisas_glen", "stability-2")
    do(state, "use(thea,change_course)", "move(thea,boars_rift)")
    assert "use(thea,change_course)" not in legal(state)
    stand(state, "thea", "parisas_glen")
    assert "use(thea,change_course)" not in legal(state)

    next_turn(state)

    assert "use(thea,change_course)" in legal(state)
    assert person(state, "thea").moves == 4


@pytest.mark.rule("S42")
@pytest.mark.parametrize(
    ("values", "unlocked"),
    [((4, 4, 4), 2), ((6, 6), 2), ((3, 4, 4), 1), ((6, 5), 1), ((6, 6, 6, 6), 2), ((1, 1, 1, 1, 4, 5, 3), 2)],
)
def test_kept_dice_of_twelve_unlock_the_next_ability(values, unlocked):
    state = quiet("thea", "fuscus")
    give(state, "thea", *values)

    next_turn(state)

    assert person(state, "thea").abilities == unlocked
    assert person(state, "fuscus").abilities == 1


@pytest.mark.rule("S42")
def test_three_dice_are_kept_and_the_others_lost(monkeypatch: PATCH):
    state = quiet("thea", "fuscus")  # spring: one new die
    give(state, "thea", 1, 2, 3, 4, 5)
    give(state, "fuscus", 2)

    next_turn(state)

    assert len(holds(state, "thea")) == 3 + 1
    assert len(holds(state, "fuscus")) == 1 + 1
    assert supply(state, "action") == 18 - 6
    sound(state)


@pytest.mark.rule("S42")
@pytest.mark.rule("S171")
def test_abilities_are_unlocked_one_by_one_up_to_the_third():
    state = quiet("thea", "fuscus", difficulty="difficult")
    found = []
    for _ in range(5):
        person(state, "thea").dice.clear()
        state.supply[6] = 18
        person(state, "fuscus").dice.clear()
        give(state, "thea", 6, 6, 6)
        state.moment = 1
        next_turn(state)
        found.append(list(powers.cards(state, 0))[-1])

    assert found[:3] == ["change_course", "careful_planning", "the_conciliator"]
    assert found[3:] == ["the_conciliator"] * 2


@pytest.mark.rule("S42")
@pytest.mark.rule("S171")
def test_the_fourth_ability_comes_only_with_the_option():
    for option, cards in ((False, 3), (True, 4)):
        state = quiet("thea", "fuscus", fourth_abilities=option)
        unlock(state, "thea", 3)
        give(state, "thea", 6, 6)
        next_turn(state)
        assert len(powers.cards(state, 0)) == cards


@pytest.mark.rule("S42")
@pytest.mark.rule("S81")
def test_dice_in_boxes_are_not_unspent_and_stay():
    state = quiet("lucia", "fuscus")
    give(state, "lucia", 6, 5, 1)
    do(state, "stash(lucia,reroll_lucia,action-6)")

    next_turn(state)

    assert person(state, "lucia").abilities == 1  # 6 of the box does not count: 5 and 1
    assert box(state, "lucia", "reroll_lucia") == ("action-6",)
    assert len(holds(state, "lucia")) == 2 + 1
    sound(state)


# ---- action dice, production


@pytest.mark.rule("S43")
@pytest.mark.parametrize(("season", "new"), [(0, 1), (1, 2), (2, 2)])
def test_new_action_dice_come_by_the_season(season, new):
    state = quiet("thea", "fuscus")
    state.season = season
    give(state, "thea", 1)

    next_turn(state)

    assert len(holds(state, "thea")) == 1 + new
    assert len(holds(state, "fuscus")) == new


@pytest.mark.rule("S43")
def test_kept_dice_are_rolled_again(monkeypatch: PATCH):
    state = quiet("thea", "fuscus")
    give(state, "thea", 6, 6, 6)
    dice(monkeypatch, 1, 2, 3, 4, then=5)

    next_turn(state)

    assert holds(state, "thea") == [1, 2, 3, 4]


@pytest.mark.rule("S44")
@pytest.mark.parametrize(
    ("level", "before", "after"),
    [
        (1, [], ["technology-4"]),
        (1, ["technology-1"], ["technology-1"]),
        (1, ["sorcery-1", "military-2"], ["technology-4", "military-2", "sorcery-1"]),
        (2, [], ["technology-4", "technology-4"]),
        (2, ["technology-1"], ["technology-1", "technology-4"]),
        (
            2,
            ["technology-1", "technology-1", "technology-2"],
            ["technology-1", "technology-1", "technology-2"],
        ),
        (0, [], []),
    ],
)
def test_production_fills_up(monkeypatch: PATCH, level, before, after):
    state = quiet("thea", "fuscus")
    produce(state, "eastkeep", level)
    lay(state, "eastkeep", *before)
    dice(monkeypatch, then=4)

    next_turn(state)

    assert lying(state, "eastkeep") == tuple(after)


@pytest.mark.rule("S45")
def test_momentum_comes_before_the_new_dice_and_they_before_production(monkeypatch: PATCH):
    state = quiet("thea", "fuscus")
    dice(monkeypatch, 6, 6, 2, then=3)  # each gets one action die; then Whitehold is first

    next_turn(state)

    assert (holds(state, "thea"), holds(state, "fuscus")) == ([6], [6])
    assert person(state, "thea").abilities == 1  # what is rolled later does not unlock
    assert lying(state, "whitehold") == ("espionage-2",)


@pytest.mark.rule("S45")
@pytest.mark.rule("S46")
def test_sorcery_is_last_in_the_refresh(monkeypatch: PATCH):
    state = quiet("thea", "fuscus")
    lay(state, "undaris_tower", "sorcery-1")
    # Two action dice; Whitehold, Hogel Manor, Parisa's Glen twice, Eastkeep, Boar's Rift; sorcery.
    dice(monkeypatch, 1, 1, 2, 2, 2, 2, 2, 2, 5)

    next_turn(state)

    assert lying(state, "boars_rift") == ("military-2",)
    assert lying(state, "undaris_tower") == ("sorcery-5",)


# ---- sorcery


def refresh_sorcery(monkeypatch, state, *values, then=1):
    """The turn ends up to the first question after the sorcery dice fell like this."""
    produced = [r for r in ("whitehold", "hogel_manor", "eastkeep", "boars_rift") if not lying(state, r)]
    count = len(produced) + max(0, 2 - len(lying(state, "parisas_glen")))
    new = sum(min(3, len(someone.dice)) + 1 for someone in state.people)
    dice(monkeypatch, *[2] * (count + new), *values, then=then)
    return end(state)


@pytest.mark.rule("S46")
def test_sorcery_is_rolled_again_and_not_produced(monkeypatch: PATCH):
    state = quiet("thea", "fuscus")
    lay(state, "undaris_tower", "sorcery-1", "sorcery-2")

    refresh_sorcery(monkeypatch, state, 4, 5)
    assert lying(state, "undaris_tower") == ("sorcery-4", "sorcery-5")

    bare = quiet("thea", "fuscus")
    refresh_sorcery(monkeypatch, bare, 4, 5)
    assert lying(bare, "undaris_tower") == ()


@pytest.mark.rule("S46")
@pytest.mark.rule("S224")
def test_each_six_explodes_and_hurts_everybody_there(monkeypatch: PATCH):
    state = quiet("thea", "fuscus", "keel")
    stand(state, "thea", "undaris_tower")
    stand(state, "fuscus", "undaris_tower")
    lay(state, "undaris_tower", "sorcery-1")

    refresh_sorcery(monkeypatch, state, 6, 6, 2)

    assert lying(state, "undaris_tower") == ("sorcery-2", "sorcery-6", "sorcery-6")
    assert state.to_act == (0,)
    assert legal(state) == {"suffer(thea,psyche)", "suffer(thea,body)"}
    do(state, "suffer(thea,psyche)", "suffer(thea,body)")
    assert state.to_act == (1,)
    do(state, "suffer(fuscus,psyche)", "suffer(fuscus,psyche)")

    assert (person(state, "thea").psyche, person(state, "thea").body) == (4, 2)
    assert (person(state, "fuscus").psyche, person(state, "fuscus").body) == (2, 2)
    assert (person(state, "keel").psyche, person(state, "keel").body) == (3, 3)
    sound(state)


@pytest.mark.rule("S46")
@pytest.mark.parametrize(("level", "count"), [(1, 1), (2, 2)])
def test_with_an_improved_token_dice_explode_on_five_too(monkeypatch: PATCH, level, count):
    state = quiet("thea", "fuscus")
    produce(state, "undaris_tower", level)
    lay(state, "undaris_tower", "sorcery-1")

    refresh_sorcery(monkeypatch, state, 5, 4)

    assert len(lying(state, "undaris_tower")) == count


@pytest.mark.rule("S46")
def test_an_explosion_hurts_even_without_a_die_for_it(monkeypatch: PATCH):
    state = quiet("thea", "fuscus")
    stand(state, "thea", "undaris_tower")
    lay(state, "undaris_tower", "sorcery-1")
    lay(state, "loomwood", *["sorcery-3"] * 5)

    refresh_sorcery(monkeypatch, state, 6, 2)

    assert lying(state, "undaris_tower") == ("sorcery-6",)
    do(state, "suffer(thea,psyche)")
    assert person(state, "thea").psyche == 4
    assert asked(state) == "Acting"


@pytest.mark.rule("S46")
def test_sorcery_dice_elsewhere_are_left_alone(monkeypatch: PATCH):
    state = quiet("thea", "fuscus")
    stand(state, "thea", "loomwood")
    lay(state, "loomwood", "sorcery-6", "sorcery-3")
    dice(monkeypatch, then=6)

    next_turn(state)

    assert lying(state, "loomwood") == ("sorcery-3", "sorcery-6")
    assert person(state, "thea").psyche == 5


@pytest.mark.rule("S46")
def test_a_location_that_lost_its_token_leaves_its_sorcery_alone(monkeypatch: PATCH):
    state = quiet("thea", "fuscus")
    produce(state, "undaris_tower", 0)
    lay(state, "undaris_tower", "sorcery-3")

    refresh_sorcery(monkeypatch, state, 5)

    assert lying(state, "undaris_tower") == ("sorcery-3",)


# ---- new cards


@pytest.mark.rule("S47")
def test_one_asset_is_staged_each_turn():
    state = table("thea", "fuscus", "keel")
    next_assets(state, "tent", "cart")

    next_turn(state)
    assert staged(state) == ["tent"]


@pytest.mark.rule("S49")
def test_face_up_cards_are_played_from_the_top_and_then_the_season(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    next_obstacles(state, "star_crossed")
    state.face_up = [take_obstacle(state, "mole_hunt"), take_obstacle(state, "field_work")]

    next_turn(state)

    order = [state.book.obstacles[standing.obstacle].id for standing in state.standing]
    assert order == ["field_work", "mole_hunt", "star_crossed"]
    assert pile(state, "face_up") == []


@pytest.mark.rule("S49")
@pytest.mark.parametrize(("season", "new"), [(0, 1), (1, 1), (2, 2)])
def test_as_many_obstacles_as_the_season_says(season, new):
    state = table("thea", "fuscus")
    state.season = season

    next_turn(state)

    assert len(state.standing) == new


@pytest.mark.rule("S50")
@pytest.mark.parametrize(
    ("card", "beset", "location", "tokens"),
    [
        ("imperial_secrets", [], "whitehold", (1, 2)),  # Empire: 1, 7, 13
        ("imperial_secrets", ["whitehold"], "eastkeep", (1, 2)),
        ("imperial_secrets", ["whitehold", "eastkeep"], "yearly_field", (1, 2)),
        ("imperial_secrets", ["whitehold", "eastkeep", "yearly_field"], "whitehold", (1, 2)),
        ("poisoned_drink", ["hogel_manor"], "hogel_manor", (1, 1)),  # hall: only one
        ("mole_hunt", ["parisas_glen"], "loomwood", (1, 1)),  # Brightdune: 5, 11, 15, 19
        ("orb_of_psychic_torment", ["whitehold"], "hogel_manor", (0, 0)),  # any
        ("culture_clash", ["parisas_glen"], "loomwood", (1, 2)),  # rural or urban
    ],
)
def test_where_a_new_obstacle_goes(card, beset, location, tokens):
    state = table("thea", "fuscus", scenario="two_eyes_in_one_face")
    others = ["field_work", "restless_dead", "eldritch_signs"]
    for name, place in zip(others, beset, strict=False):
        obstacle(state, name, place, progress=0, hindrance=12)
    state.season = 0
    next_obstacles(state, card)

    next_turn(state)

    assert in_play(state, card) == (location, *tokens)


@pytest.mark.rule("S50")
def test_without_a_fitting_location_any_will_do():
    state = table("thea", "fuscus")
    number = state.book.location["hogel_manor"]
    state.cells[state.cells.index(number)] = -1
    next_obstacles(state, "poisoned_drink")  # a hall

    next_turn(state)

    assert in_play(state, "poisoned_drink") == ("whitehold", 1, 1)


# ---- time


@pytest.mark.rule("S51")
def test_seasons_follow_each_other_and_fall_ends_the_session():
    state = quiet("thea", "fuscus")  # 2, 3 and 4 turns
    found = []
    while state.outcome is None:
        found.append((state.season, state.moment))
        next_turn(state)

    assert found == [(0, 1), (0, 2), (1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (2, 4)]
    assert state.outcome.rule == "S121"


@pytest.mark.rule("S51")
@pytest.mark.parametrize(
    ("season", "rolls", "turns"),
    [
        (0, (1,), 2),
        (0, (4, 3), 3),
        (0, (5, 6), 4),
        (2, (1,), 3),
        (2, (3,), 3),
        (2, (4, 2), 4),
        (2, (6, 6), 5),
        (2, (5, 4), 5),
    ],
)
def test_a_season_of_a_range_of_turns(monkeypatch: PATCH, season, rolls, turns):
    """The Betrayed: spring has 2-4 turns, fall 3-5."""
    state = quiet("thea", "fuscus", scenario="the_betrayed")
    state.season, state.moment = season, 1
    first = 2 if season == 0 else 3
    left = list(rolls)
    counted = 0
    while state.season == season and state.outcome is None:
        counted += 1
        refreshed(state)
        rolled = state.moment >= first and left
        dice(monkeypatch, *[1] * refresh_rolls(state), *([left.pop(0)] if rolled else []), then=6)
        next_turn(state)

    assert counted == turns
    assert left == []


def refreshed(state):
    """All locations have more than they produce, so that the refresh rolls nothing there."""
    for place in state.locations():
        kind = state.makes[place]
        if state.level[place] and kind != 5:
            while len(state.dice[place]) < state.level[place] and state.supply[kind]:
                lay(state, state.book.locations[place].id, f"{RESOURCES[kind]}-1")


def refresh_rolls(state):
    """How many action dice the next refresh rolls."""
    season = state.book.scenarios[state.book.scenario[state.options.scenario]].seasons[state.season]
    return sum(min(3, len(someone.dice)) + season.dice for someone in state.people)


@pytest.mark.rule("S51")
def test_the_last_turn_of_fall_is_played_to_its_end(monkeypatch: PATCH):
    state = table("thea", "fuscus")
    state.season, state.moment = 2, 4
    state.pool = 1
    obstacle(state, "mole_hunt", "loomwood", progress=0, hindrance=0)
    dice(monkeypatch, then=1)

    next_turn(state)

    assert state.outcome is not None
    assert "pool" in state.outcome.reason  # the threat came before the end of fall


@pytest.mark.rule("S51")
@pytest.mark.rule("S42")
def test_an_asset_of_movement_counts_from_the_next_turn():
    state = quiet("thea", "fuscus")
    finish(state, "thea", "windillipus_bronson")
    assert person(state, "thea").moves == 4

    next_turn(state)

    assert person(state, "thea").moves == 5
    refuses(state, "stash(thea,windillipus_bronson,action-1)", "S81")
    stash(state, "fuscus", "friendly_favors", "diplomacy-1")
    next_turn(state)
    assert box(state, "fuscus", "friendly_favors") == ("diplomacy-1",)
