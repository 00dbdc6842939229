"""B. The start of a session (S20 to S32), numbers of players and options (S160 to S163), the notation before
the first turn (S221)."""

import pytest
from tests.games.six_winters.positions import (
    asked,
    beat,
    begin,
    dice,
    do,
    end,
    give,
    happen,
    holds,
    in_play,
    lay,
    legal,
    lying,
    obstacle,
    person,
    pile,
    place_number,
    read_map,
    refuses,
    sound,
    staged,
    stand,
    start,
    supply,
    table,
    to_actions,
    verb,
    where,
)

from fimbul.core import BadData, BadOption, FimbulError, Illegal
from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.library.load import house_library
from fimbul.games.six_winters.library.maps import check_map
from fimbul.games.six_winters.library.rows import Cell, MapRow, OwnMap
from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.rules import effects, setting_up
from fimbul.games.six_winters.rules.acting import narrating, powers

PATCH = pytest.MonkeyPatch
HOUSE = house_library()


def to_equipping(state):
    """Answer the training years; the next question is about starting assets."""
    while asked(state) in ("Choosing", "Learning"):
        do(state, sorted(legal(state))[0])
    return state


def archive(state):
    """The assets in the archive."""
    return [state.book.assets[asset].id for asset in state.archive]


# ---- the order


@pytest.mark.rule("S20")
@pytest.mark.rule("S221")
def test_the_order_of_the_start():
    state = begin(seats=2, scenario="served_cold", seed=3)
    questions = []
    while asked(state) != "Acting":
        if not questions or questions[-1] != asked(state):
            questions.append(asked(state))
        texts = sorted(legal(state))
        do(state, next((text for text in texts if text.startswith("ready")), texts[0]))

    kinds = [q for n, q in enumerate(questions) if q not in questions[:n]]
    assert kinds == ["Choosing", "Learning", "Equipping", "Settling", "Placing"]


@pytest.mark.rule("S20")
def test_dice_are_rolled_before_characters_are_placed():
    state = begin("thea", "fuscus")

    assert asked(state) == "Placing"
    assert len(lying(state, "parisas_glen")) == 2
    assert len(holds(state, "thea")) == 4
    assert len(staged(state)) == 4
    assert in_play(state, "miasma_of_malevolence")
    assert state.scene_place == place_number(state, "parisas_glen")


@pytest.mark.rule("S20")
def test_the_decks_are_shuffled_before_the_set_up():
    drawn = {begin("thea", "fuscus", seed=seed).standing[1].obstacle for seed in range(12)}
    first = {tuple(begin("thea", "fuscus", seed=seed).staged) for seed in range(12)}

    assert len(drawn) > 3
    assert len(first) > 3


@pytest.mark.rule("S21")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_in_a_single_session_seat_0_has_the_spotlight(seats):
    state = begin(seats=seats)

    assert state.spotlight == 0
    assert state.to_act == (0,)


@pytest.mark.rule("S22")
def test_difficult_mode_takes_the_higher_points_and_locks_all_abilities():
    normal, difficult = table(), table(difficulty="difficult")

    assert (narrating.needed(normal), narrating.needed(difficult)) == (20, 30)
    assert [p.abilities for p in normal.people] == [1, 1]
    assert [p.abilities for p in difficult.people] == [0, 0]


@pytest.mark.rule("S22")
def test_difficult_mode_does_what_the_scenario_says():
    normal = to_actions(begin("thea", "fuscus", scenario="for_the_greater_good"))
    difficult = to_actions(begin("thea", "fuscus", scenario="for_the_greater_good", difficulty="difficult"))

    assert in_play(normal, "nalah") is None
    assert in_play(difficult, "nalah") == ("eastkeep", 1, 1)
    finale = to_actions(begin("thea", "fuscus", scenario="served_cold", difficulty="difficult"))
    assert finale.pool == 7
    assert (normal.pool, difficult.pool) == (8, 8)
    assert to_actions(begin("thea", "fuscus", scenario="served_cold")).pool == 8


@pytest.mark.rule("S22")
def test_a_scenario_that_does_not_exist_is_refused():
    with pytest.raises(BadOption, match="scenario"):
        begin("thea", "fuscus", scenario="the_long_nap")


@pytest.mark.rule("S23")
@pytest.mark.rule("S221")
def test_each_player_takes_another_unlocked_character():
    state = begin(seats=3)

    assert state.to_act == (0,)
    do(state, "choose(keel)")
    assert state.to_act == (1,)
    refuses(state, "choose(keel)", "S23")
    refuses(state, "choose(lucia)", "S23")
    do(state, "choose(thea)")
    assert state.to_act == (2,)
    do(state, "choose(menas)")

    seats = {state.id(n): someone.seat for n, someone in enumerate(state.people)}
    assert seats == {"keel": 0, "thea": 1, "menas": 2}


@pytest.mark.rule("S23")
@pytest.mark.parametrize(
    ("character", "psyche", "body", "moves"),
    [("thea", 5, 3, 4), ("menas", 3, 5, 5), ("oniri", 2, 6, 6), ("fuscus", 4, 2, 4)],
)
def test_tracks_and_movement_are_set_to_their_starting_values(character, psyche, body, moves):
    state = table(character, "keel")
    someone = person(state, character)

    assert (someone.psyche, someone.body, someone.moves) == (psyche, body, moves)


@pytest.mark.rule("S24")
def test_the_first_ability_is_unlocked_in_normal_mode():
    state = table("thea", "fuscus")
    assert list(powers.cards(state, 0)) == ["change_course"]
    give(state, "thea", 3)
    assert "use(thea,change_course)" in legal(state)

    hard = table("thea", "fuscus", difficulty="difficult")
    give(hard, "thea", 3)
    assert powers.cards(hard, 0) == {}
    assert legal(hard, "use") == set()


# ---- starting assets


@pytest.mark.rule("S25")
@pytest.mark.rule("S221")
def test_as_many_assets_of_a_skill_as_the_rank_less_two():
    state = to_equipping(begin("thea", "fuscus", scenario="the_severing"))
    thea = person(state, "thea")
    wanted = ["windillipus_bronson", "cart", "riding_horse", "xeph_stronghand_the_porter", "warhorse"]
    state.archive = [state.book.asset[asset] for asset in wanted]
    thea.skills = [2] * 8
    thea.skills[SKILLS.index("survival")] = 4

    assert legal(state) == {f"equip(thea,{asset})" for asset in wanted[:4]} | {"ready(thea)"}
    do(state, "equip(thea,cart)")
    assert legal(state) == {"equip(thea,windillipus_bronson)", "equip(thea,riding_horse)"} | {
        "equip(thea,xeph_stronghand_the_porter)",
        "ready(thea)",
    }
    do(state, "equip(thea,riding_horse)")

    assert state.to_act != (0,) or asked(state) != "Equipping"
    assert [state.book.assets[asset].id for asset in thea.completed] == ["cart", "riding_horse"]


@pytest.mark.rule("S25")
@pytest.mark.parametrize(("rank", "count"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 3)])
def test_how_many_assets_a_rank_allows(rank, count):
    state = to_equipping(begin("thea", "fuscus", scenario="the_severing"))
    thea = person(state, "thea")
    state.archive = [
        number
        for number, card in enumerate(state.book.assets)
        if card.skill == "survival" and not card.single
    ]
    thea.skills = [0] * 8
    thea.skills[SKILLS.index("survival")] = rank

    taken = 0
    while fitting := setting_up.outfits(state, 0):
        thea.completed.append(fitting[0])
        state.archive.remove(fitting[0])
        taken += 1

    assert taken == count


@pytest.mark.rule("S25")
@pytest.mark.rule("S82")
def test_starting_assets_are_completed_and_work_from_the_first_turn():
    state = to_equipping(begin("thea", "fuscus", scenario="the_severing"))
    state.archive = [state.book.asset["riding_horse"]]
    person(state, "thea").skills = [3] * 8

    do(state, "equip(thea,riding_horse)")
    to_actions(state)

    assert person(state, "thea").moves == 6
    assert archive(state) == []


@pytest.mark.rule("S25")
def test_who_has_the_spotlight_takes_first_and_each_takes_all_at_once():
    state = to_equipping(begin("thea", "fuscus", scenario="the_severing"))
    for someone in state.people:
        someone.skills = [5] * 8

    assert state.to_act == (0,)
    do(state, sorted(legal(state, "equip"))[0])
    assert state.to_act == (0,)
    do(state, "ready(thea)")
    assert state.to_act == (1,)
    assert all("fuscus" in text for text in legal(state))


# ---- cards, the set-up


@pytest.mark.rule("S26")
def test_in_year_1_the_decks_are_the_cards_of_year_1():
    state = to_actions(begin("thea", "fuscus"))
    assets = [*state.asset_deck, *state.staged]
    obstacles = [*state.obstacle_deck, *(standing.obstacle for standing in state.standing)]

    assert {state.book.assets[card].year for card in assets} == {1}
    assert len(assets) == 25
    names = [state.book.obstacles[card].id for card in obstacles]
    assert names.count("miasma_of_malevolence") == 1  # locked, and named by the scenario
    assert {state.book.obstacles[card].year for card in obstacles} == {0, 1}
    assert len(obstacles) == 25 + 1


@pytest.mark.rule("S26")
@pytest.mark.rule("S32")
def test_later_decks_hold_the_cards_of_all_years_so_far():
    state = begin("thea", "fuscus", scenario="parting_the_veil")
    years = {state.book.assets[card].year for card in [*state.asset_deck, *state.archive]}

    assert years == {1, 2, 3, 4}
    assert {state.book.obstacles[card].year for card in state.obstacle_deck} == {1, 2, 3, 4}


@pytest.mark.rule("S27")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_scenario_is_set_up(count):
    state = begin(*("thea", "fuscus", "keel", "menas")[:count])

    assert in_play(state, "miasma_of_malevolence") == ("parisas_glen", 0, 3)
    assert len(state.standing) == 1 + count  # one obstacle for each player
    assert state.pool == 5
    assert (state.season, state.moment) == (0, 1)
    sound(state)


@pytest.mark.rule("S27")
@pytest.mark.parametrize("pile_name", ["obstacle_deck", "discard", "hindered", "face_up"])
def test_a_card_that_a_scenario_names_comes_from_wherever_it_is_out_of_play(pile_name):
    state = table("thea", "fuscus")
    getattr(state, pile_name).append(state.book.obstacle["miasma_of_malevolence"])

    happen(state, effects.Do("setup", 0, 0))

    assert in_play(state, "miasma_of_malevolence") == ("parisas_glen", 0, 3)
    assert "miasma_of_malevolence" not in pile(state, pile_name)
    sound(state)


@pytest.mark.rule("S27")
@pytest.mark.parametrize("fate", ["burned", "in play", "overcome"])
def test_a_card_that_is_burned_in_play_or_held_is_left_out(fate):
    state = table("thea", "fuscus")
    if fate == "burned":
        state.burned.append(state.book.obstacle["miasma_of_malevolence"])
    elif fate == "in play":
        obstacle(state, "miasma_of_malevolence", "loomwood", progress=2, hindrance=1)
    else:
        beat(state, "fuscus", "miasma_of_malevolence")

    happen(state, effects.Do("setup", 0, 0))

    assert in_play(state, "miasma_of_malevolence") == (("loomwood", 2, 1) if fate == "in play" else None)
    sound(state)


@pytest.mark.rule("S27")
def test_a_location_that_is_on_the_map_is_not_added_again():
    state = table("thea", "fuscus", scenario="friends_like_these")
    before = list(state.cells)

    happen(state, effects.Do("setup", 0, 0))  # House of Copper is there

    assert asked(state) == "Acting"
    assert state.cells == before


@pytest.mark.rule("S28")
@pytest.mark.parametrize(("count", "points"), [(2, 20), (3, 30), (4, 40)])
def test_the_first_scene_needs_its_points_times_the_players(count, points):
    state = begin(*("thea", "fuscus", "keel", "menas")[:count])

    assert narrating.needed(state) == points
    assert narrating.scene(state).name == "Impress the Keeper of Forbidden Lore"
    assert state.scene_place == place_number(state, "parisas_glen")


@pytest.mark.rule("S29")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_assets_for_each_player_are_staged(count):
    state = begin(*("thea", "fuscus", "keel", "menas")[:count])

    assert len(state.staged) == 2 * count


@pytest.mark.rule("S30")
def test_the_first_rolls():
    state = begin("thea", "fuscus")
    counts = {state.book.locations[p].id: len(state.dice[p]) for p in state.locations() if state.dice[p]}
    counts.pop("undaris_tower")  # sorcery may explode

    assert counts == {"parisas_glen": 2, "whitehold": 1, "eastkeep": 1, "boars_rift": 1, "hogel_manor": 1}
    assert all(die.startswith("stability") for die in lying(state, "parisas_glen"))
    assert [len(someone.dice) for someone in state.people] == [4, 4]
    assert supply(state, "action") == 10


@pytest.mark.rule("S30")
@pytest.mark.rule("S46")
def test_sorcery_explodes_in_the_first_rolls_and_hurts_nobody(monkeypatch: PATCH):
    # By number: Whitehold, Hogel Manor, Parisa's Glen twice, Eastkeep, then Undari's Tower.
    dice(monkeypatch, 2, 2, 2, 2, 2, 6, 6, 3)
    state = to_actions(begin("thea", "fuscus"), "undaris_tower")

    assert lying(state, "undaris_tower") == ("sorcery-3", "sorcery-6", "sorcery-6")
    assert [(p.psyche, p.body) for p in state.people] == [(5, 3), (4, 2)]


@pytest.mark.rule("S31")
@pytest.mark.rule("S221")
def test_characters_start_at_any_location_in_seat_order():
    state = begin("thea", "fuscus")

    assert state.to_act == (0,)
    every = {state.book.locations[place].id for place in state.locations()}
    assert legal(state) == {f"place(thea,{location})" for location in every}
    assert len(every) == 10
    refuses(state, "place(thea,arankh)", "S31")
    do(state, "place(thea,whitehold)")
    assert state.to_act == (1,)
    do(state, "place(fuscus,whitehold)")

    assert where(state, "thea") == where(state, "fuscus") == "whitehold"
    assert asked(state) == "Acting"


# ---- a single session


@pytest.mark.rule("S32")
@pytest.mark.rule("S221")
@pytest.mark.parametrize(
    ("scenario", "year"),
    [("honest_days_work", 1), ("two_eyes_in_one_face", 2), ("the_betrayed", 3), ("the_severing", 6)],
)
def test_a_single_session_is_played_by_a_seasoned_group(scenario, year):
    state = begin("thea", "fuscus", scenario=scenario)
    before = sum(person(state, "thea").skills)
    raised = 0
    while asked(state) == "Learning":
        assert f"learn({'thea' if state.to_act == (0,) else 'fuscus'},survival)" in legal(state)
        do(state, sorted(legal(state))[0])
        raised += 1

    assert raised == 2 * (year - 1)
    assert sum(person(state, "thea").skills) == before + year - 1


@pytest.mark.rule("S32")
def test_no_skill_is_raised_above_five():
    state = begin("oniri", "lucia", scenario="two_eyes_in_one_face")

    assert "learn(oniri,combat)" not in legal(state)
    assert len(legal(state)) == 7


@pytest.mark.rule("S32")
@pytest.mark.parametrize(("scenario", "year"), [("two_eyes_in_one_face", 2), ("the_betrayed", 3)])
def test_the_archive_of_a_single_session(scenario, year):
    state = begin("thea", "fuscus", scenario=scenario)
    cards = [state.book.assets[asset] for asset in state.archive]
    fitting = [card for card in state.book.assets if not card.single and 0 < card.year < year]

    assert len(cards) == min(2 * (year - 1) * 2, len(fitting))
    assert all(not card.single and 0 < card.year < year for card in cards)
    assert not set(state.archive) & set(state.asset_deck)
    assert len({tuple(begin("thea", "fuscus", scenario=scenario, seed=n).archive) for n in range(6)}) > 1


@pytest.mark.rule("S32")
def test_in_year_1_there_is_no_archive_and_no_threat_on_the_map():
    state = begin("thea", "fuscus")

    assert state.archive == []
    assert not any(state.threats)
    assert not any(someone.conditions for someone in state.people)


# ---- numbers of players


@pytest.mark.rule("S160")
def test_one_person_leads_two_characters():
    state = begin(seats=1)
    do(state, "choose(thea)", "choose(keel)")

    assert [someone.seat for someone in state.people] == [0, 0]
    assert state.to_act == (0,)
    to_actions(state)
    assert {"move(thea,boars_rift)", "move(keel,boars_rift)"} <= legal(state)
    assert [len(someone.dice) for someone in state.people] == [4, 4]


@pytest.mark.rule("S160")
def test_a_solo_end_ends_the_actions_of_both():
    state = table("thea", "keel", seats=1)
    turn = state.turn

    do(state, "end")

    assert state.turn == turn + 1 or asked(state) != "Acting"


def shared(**options):
    """One person, two characters, one pool."""
    return begin("thea", "keel", seats=1, solo="shared", **options)


@pytest.mark.rule("S160")
def test_a_shared_pool_has_six_dice_at_the_start():
    state = to_actions(shared())

    assert sum(len(someone.dice) for someone in state.people) == 6
    assert supply(state, "action") == 12


@pytest.mark.rule("S160")
@pytest.mark.parametrize(("season", "new"), [(0, 2), (1, 3)])  # the season says 1, and 2
def test_a_shared_pool_gets_its_part_and_keeps_three_dice(season, new):
    state = to_actions(shared())
    state.season = season

    while asked(state) != "Unlocking" and state.turn == 1:
        do(state, sorted(legal(state), key=lambda text: text != "end")[0])
    while state.turn == 1:
        do(state, sorted(legal(state))[0])

    assert sum(len(someone.dice) for someone in state.people) == 3 + new


@pytest.mark.rule("S160")
def test_both_spend_from_a_shared_pool():
    state = table("thea", "keel", seats=1, solo="shared")
    give(state, "thea", 5, 5)
    lay(state, "parisas_glen", "stability-1", "stability-2")
    start(state, "thea", "apples")
    start(state, "keel", "imperial_violin")

    do(state, "create(keel,action-5)", "slot(imperial_violin,2,stability-1)", "done")
    do(state, "create(thea,action-5)", "slot(apples,1,stability-2)")

    assert sum(len(someone.dice) for someone in state.people) == 0
    assert legal(state, "create") == set()
    sound(state)


@pytest.mark.rule("S160")
@pytest.mark.rule("S223")
def test_the_player_names_whose_ability_a_shared_pool_unlocks():
    state = table("thea", "keel", seats=1, solo="shared")
    give(state, "thea", 4, 4, 4)

    do(state, "end")
    assert legal(state) == {"on(thea)", "on(keel)"}
    do(state, "on(keel)")

    assert [person(state, character).abilities for character in ("thea", "keel")] == [1, 2]


@pytest.mark.rule("S160")
def test_without_the_option_or_with_two_players_nothing_is_shared():
    for state in (table("thea", "keel", seats=1), table("thea", "keel", solo="shared")):
        give(state, "thea", 5)
        lay(state, "parisas_glen", "stability-1")
        start(state, "keel", "apples")
        assert legal(state, "create") == set()


@pytest.mark.rule("S161")
@pytest.mark.parametrize(("count", "new"), [(2, 1), (3, 2), (4, 3)])
def test_three_and_four_players_draw_more_obstacles(count, new):
    state = table(*("thea", "fuscus", "keel", "menas")[:count])  # spring: 1

    end(state)

    assert len(state.standing) == new
    assert state.pool == 5


@pytest.mark.rule("S161")
def test_more_obstacles_come_after_the_activation():
    state = table("thea", "fuscus", "keel", "menas")
    state.staged = []

    end(state)

    assert len(state.standing) == 3
    assert pile(state, "discard") == []  # none of them has activated


# ---- options


@pytest.mark.rule("S162")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("difficulty", ("normal", "difficult")),
        ("layout", ("A", "B")),
        ("all_characters", (False, True)),
        ("conditions", ("soft", "knockout")),
        ("condition_effect", ("skill", "none")),
        ("curse_value", (0, 1)),
        ("cleaving", ("curse", "nothing")),
        ("repeat", ("lost", "never", "always")),
        ("foes", ("wide", "narrow")),
        ("winter_actions", (True, False)),
        ("solo", ("two", "shared")),
        ("overcome_again", (True, False)),
        ("trade_cost", (None, 0, 1, 2)),
        ("resource_dice", (6, 9, 12)),
        ("action_dice", (18, 36)),
        ("activation_order", ("fixed", "chosen")),
        ("fort_ruins", (False, True)),
        ("fourth_abilities", (False, True)),
    ],
)
def test_options_and_their_defaults(name, values):
    assert getattr(begin("thea", "fuscus").options, name) == values[0]
    for value in values:
        assert getattr(begin("thea", "fuscus", **{name: value}).options, name) == value


@pytest.mark.rule("S162")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("difficulty", "easy"),
        ("layout", "C"),
        ("conditions", "hard"),
        ("condition_effect", "both"),
        ("mode", "duel"),
        ("curse_value", 2),
        ("cleaving", "all"),
        ("repeat", "often"),
        ("foes", "none"),
        ("solo", "three"),
        ("trade_cost", 3),
        ("resource_dice", 5),
        ("resource_dice", 13),
        ("action_dice", 17),
        ("action_dice", 37),
        ("activation_order", "random"),
        ("characters", ("thea", "thea")),
        ("characters", ("thea", "odin")),
        ("characters", ("thea",)),
        ("characters", ("thea", "keel", "menas")),
        ("weather", "fine"),
    ],
)
def test_bad_options_are_refused(name, value):
    with pytest.raises(BadOption, match=name):
        GAME.new(seats=2, options={"mode": "session"} | {name: value})


@pytest.mark.rule("S162")
def test_a_game_is_a_single_session_unless_told():
    assert GAME.new(seats=2).options.mode == "session"


@pytest.mark.rule("S162")
@pytest.mark.parametrize("seats", [0, 5])
def test_one_to_four_play(seats):
    with pytest.raises(BadOption, match="1 to 4"):
        GAME.new(seats=seats)


@pytest.mark.rule("S162")
def test_the_characters_of_a_session_sit_in_seat_order():
    state = begin("keel", "thea", "menas")

    assert [state.id(n) for n in range(3)] == ["keel", "thea", "menas"]
    assert [someone.seat for someone in state.people] == [0, 1, 2]


@pytest.mark.rule("S162")
@pytest.mark.rule("S23")
def test_locked_characters_can_be_named_only_if_all_are_unlocked():
    assert begin("lucia", "oniri", all_characters=True).people
    with pytest.raises(BadOption, match="lucia"):
        begin("lucia", "oniri", all_characters=False)


# ---- an own map


def own_map(**changes):
    """The cells of layout A, some of them elsewhere."""
    cells = [cell for cell in HOUSE.maps if cell.layout == "A"]
    return tuple(
        Cell(
            layout="own",
            location=cell.location,
            level=cell.level,
            row=changes.get(cell.location, (cell.row, cell.column))[0],
            column=changes.get(cell.location, (cell.row, cell.column))[1],
        )
        for cell in cells
    )


@pytest.mark.rule("S163")
def test_a_map_file_is_read_and_production_stays_with_the_locations(tmp_path):
    file = tmp_path / "mine.csv"
    rows = [f"{cell.location},{cell.row + 1},{cell.column + 2}" for cell in own_map()]
    file.write_text("location,row,column\n" + "\n".join(rows) + "\n", encoding="utf-8")

    cells = read_map(file)

    assert {cell.location: cell.level for cell in cells} == {c.location: c.level for c in own_map()}
    assert {(cell.row, cell.column) for cell in cells} == {(c.row + 1, c.column + 2) for c in own_map()}


@pytest.mark.rule("S163")
@pytest.mark.parametrize(
    "changes",
    [
        {"whitehold": (0, 7)},  # outside
        {"whitehold": (4, 1)},
        {"whitehold": (1, 1)},  # on Gravewood
        {"yearly_field": (3, 6)},  # not next to its own region, and cut off
        {"hogel_manor": (2, 5)},  # next to Brightdune only
        {"whitehold": (3, 0), "eastkeep": (3, 1), "yearly_field": (3, 2)},  # no Brightdune neighbour
    ],
)
def test_an_own_map_keeps_the_conditions(changes):
    check_map(own_map(), HOUSE, "mine.csv")
    with pytest.raises(BadData, match=r"mine\.csv"):
        check_map(own_map(**changes), HOUSE, "mine.csv")


@pytest.mark.rule("S163")
def test_an_own_map_has_all_ten_locations():
    with pytest.raises(BadData, match=r"mine\.csv"):
        check_map(own_map()[1:], HOUSE, "mine.csv")


@pytest.mark.rule("S162")
@pytest.mark.rule("S163")
def test_a_session_can_be_played_on_an_own_map():
    rows = [MapRow(location=c.location, row=c.row, column=c.column) for c in own_map(hogel_manor=(2, 2))]
    state = begin("thea", "fuscus", layout=OwnMap(cells=tuple(rows)))

    assert state.cells[2 * 7 + 2] == place_number(state, "hogel_manor")
    assert state.level[place_number(state, "parisas_glen")] == 2
    to_actions(state)
    stand(state, "thea", "hogel_manor")
    assert {"move(thea,boars_peak)", "move(thea,parisas_glen)"} == {
        text for text in legal(state, "move") if "thea" in text
    }


@pytest.mark.rule("S162")
@pytest.mark.rule("S163")
def test_a_bad_own_map_is_refused():
    rows = [MapRow(location=c.location, row=c.row, column=c.column) for c in own_map(yearly_field=(3, 6))]

    with pytest.raises(FimbulError, match="layout"):
        begin("thea", "fuscus", layout=OwnMap(cells=tuple(rows)))


# ---- the notation of the start


@pytest.mark.rule("S221")
def test_a_new_location_is_settled():
    state = begin("thea", "fuscus", scenario="friends_like_these")
    while asked(state) in ("Learning", "Equipping"):
        texts = sorted(legal(state))
        do(state, next((text for text in texts if text.startswith("ready")), texts[0]))

    assert asked(state) == "Settling"
    assert state.to_act == (state.spotlight,)
    assert "settle(house_of_copper,0,0)" in legal(state)
    assert {verb(text) for text in legal(state)} == {"settle"}
    do(state, "settle(house_of_copper,0,0)")
    assert state.cells[0] == place_number(state, "house_of_copper")


@pytest.mark.rule("S221")
def test_actions_of_the_table_are_no_answers_to_the_start():
    state = begin(seats=2)

    for action in ("move(thea,whitehold)", "end", "place(thea,whitehold)"):
        with pytest.raises(Illegal):
            state.play(GAME.parse(action), 0)
