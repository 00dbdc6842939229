"""7. Losses: who bears them, and what comes of it."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    csp,
    do,
    happen,
    hex_of,
    item,
    leader_of,
    legal,
    put,
    refuses,
    sentences,
    ship,
    treasure,
    vessel,
    where,
    who,
)

from fimbul.games.fornaldar import model
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.rules import ratings
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.state import FornaldarState

FIELD = "2020"  # open ground
SEA = "2546"  # the open sea
COAST = "1825"


def banner_of(state: FornaldarState, *names: str) -> tuple[int, ...]:
    return tuple(state.book.banner[name] for name in names)


def leaders(state: FornaldarState, *names: str) -> tuple[int, ...]:
    return tuple(leader_of(state, name) for name in names)


def ships(state: FornaldarState, *names: str) -> tuple[int, ...]:
    return tuple(state.book.ship[name] for name in names)


@pytest.mark.rule("R7.2")
def test_each_point_of_loss_removes_one_csp_for_good():
    state = bare()
    army(state, "midhrasir", FIELD, 6)

    happen(
        state,
        losses.Bear(
            (model.Toll(seat=1, hex=hex_of(state, FIELD), csp=2, banners=banner_of(state, "midhrasir")),)
        ),
    )

    assert csp(state, "midhrasir", FIELD) == 4
    assert state.points == [2, 0]


@pytest.mark.rule("R7.2")
def test_an_escort_may_be_lost_in_the_place_of_an_army():
    state = bare()
    put(state, "hakon", FIELD, escort=True)
    army(state, "midhrasir", FIELD, 3)

    happen(
        state,
        losses.Bear(
            (
                model.Toll(
                    seat=1,
                    hex=hex_of(state, FIELD),
                    csp=1,
                    banners=banner_of(state, "midhrasir"),
                    escorts=leaders(state, "hakon"),
                ),
            )
        ),
    )
    assert legal(state) == {"lose(midhrasir)", "lose(escort-hakon)"}
    do(state, "lose(escort-hakon)")

    assert not who(state, "hakon").escort
    assert csp(state, "midhrasir", FIELD) == 3


@pytest.mark.rule("R7.3")
def test_a_ship_has_two_steps():
    state = bare()
    ship(state, "wrath_of_gorm", SEA)
    toll = model.Toll(
        seat=0, hex=hex_of(state, SEA), stack="sea", steps=1, ships=ships(state, "wrath_of_gorm")
    )

    happen(state, losses.Bear((toll,)))
    assert vessel(state, "wrath_of_gorm").damaged
    assert not vessel(state, "wrath_of_gorm").sunk

    happen(state, losses.Bear((toll,)))
    assert vessel(state, "wrath_of_gorm").sunk
    assert where(state, "wrath_of_gorm") is None


@pytest.mark.rule("R7.3")
def test_two_steps_sink_an_undamaged_ship():
    state = bare()
    ship(state, "wrath_of_gorm", SEA)

    happen(
        state,
        losses.Bear(
            (
                model.Toll(
                    seat=0, hex=hex_of(state, SEA), stack="sea", steps=2, ships=ships(state, "wrath_of_gorm")
                ),
            )
        ),
    )

    assert vessel(state, "wrath_of_gorm").sunk


@pytest.mark.rule("R7.4")
@pytest.mark.parametrize(("wounds", "dies"), [(4, False), (5, True)])
def test_a_character_dies_when_all_his_boxes_are_filled(wounds: int, dies: bool):
    state = bare()
    put(state, "scyld", FIELD)

    happen(
        state,
        losses.Bear(
            (model.Toll(seat=0, hex=hex_of(state, FIELD), wounds=wounds, leaders=leaders(state, "scyld")),)
        ),
    )

    assert who(state, "scyld").dead == dies
    assert (where(state, "scyld") is None) == dies


@pytest.mark.rule("R7.4")
def test_the_enemy_learns_how_many_wounds_were_taken_and_not_by_whom():
    state = bare()
    put(state, "scyld", FIELD)
    put(state, "gorm", FIELD)
    happen(
        state,
        losses.Bear(
            (model.Toll(seat=0, hex=hex_of(state, FIELD), wounds=2, leaders=leaders(state, "scyld", "gorm")),)
        ),
    )

    events = do(state, "lose(scyld)", "lose(gorm)")

    assert not any("Scyld" in line or "Gorm" in line for line in sentences(events, MUNDANE))
    assert "2 wounds taken." in sentences(events, MUNDANE)
    assert any("Scyld" in line for line in sentences(events, FOMORIAN))


@pytest.mark.rule("R7.4.2")
def test_the_escort_of_the_dead_stays_as_a_csp():
    state = bare()
    put(state, "scyld", FIELD, escort=True, wounds=4)

    happen(
        state,
        losses.Bear(
            (model.Toll(seat=0, hex=hex_of(state, FIELD), wounds=1, leaders=leaders(state, "scyld")),)
        ),
    )

    assert who(state, "scyld").dead
    assert csp(state, "fynn", FIELD) == 1


@pytest.mark.rule("R7.5")
@pytest.mark.parametrize(
    ("strength", "letter", "lost", "wounds"),
    [(18, "D", 5, 3), (9, "D", 2, 2), (0, "F", 0, 0), (40, "A", 1, 1)],
)
def test_the_casualty_table(strength: int, letter: str, lost: int, wounds: int):
    state = bare()

    cell = charts.casualties(state.book.library, strength, letter)  # type: ignore[arg-type]

    assert (cell.csp, cell.wounds) == (lost, wounds)


@pytest.mark.rule("R7.6")
def test_the_owner_chooses_who_bears_the_losses():
    state = bare()
    put(state, "hakon", FIELD)
    put(state, "snorri", FIELD)
    army(state, "midhrasir", FIELD, 3)
    army(state, "nerfringia", FIELD, 3)
    happen(
        state,
        losses.Bear(
            (
                model.Toll(
                    seat=1,
                    hex=hex_of(state, FIELD),
                    csp=2,
                    wounds=1,
                    banners=banner_of(state, "midhrasir", "nerfringia"),
                    leaders=leaders(state, "hakon", "snorri"),
                ),
            )
        ),
    )

    assert asked(state) == "Bearing"
    assert state.to_act == (MUNDANE,)
    refuses(state, "lose(fynn)", "R7.6")
    do(state, "lose(nerfringia)", "lose(nerfringia)", "lose(snorri)")

    assert csp(state, "nerfringia", FIELD) == 1
    assert csp(state, "midhrasir", FIELD) == 3
    assert who(state, "snorri").wounds == 1


@pytest.mark.rule("R7.6")
def test_with_a_star_all_wounds_go_to_one_character_until_he_is_dead():
    state = bare()
    put(state, "hakon", FIELD, wounds=3)
    put(state, "snorri", FIELD)
    put(state, "lembi", FIELD)
    happen(
        state,
        losses.Bear(
            (
                model.Toll(
                    seat=1,
                    hex=hex_of(state, FIELD),
                    wounds=3,
                    star=True,
                    leaders=leaders(state, "hakon", "snorri", "lembi"),
                ),
            )
        ),
    )

    do(state, "lose(hakon)")  # his two last boxes
    assert legal(state) == {"lose(snorri)", "lose(lembi)"}
    do(state, "lose(lembi)")

    assert who(state, "hakon").dead
    assert who(state, "lembi").wounds == 1
    assert who(state, "snorri").wounds == 0


@pytest.mark.rule("R7.6")
def test_with_a_star_all_steps_go_to_one_ship_until_it_sinks():
    state = bare()
    names = ("wrath_of_gorm", "old_haddock", "swiftdagger")
    for name in names:
        ship(state, name, SEA)
    happen(
        state,
        losses.Bear(
            (
                model.Toll(
                    seat=0,
                    hex=hex_of(state, SEA),
                    stack="sea",
                    steps=3,
                    star=True,
                    ships=ships(state, *names),
                ),
            )
        ),
    )

    do(state, "lose(old_haddock)", "lose(swiftdagger)")

    assert vessel(state, "old_haddock").sunk
    assert vessel(state, "swiftdagger").damaged
    assert not vessel(state, "wrath_of_gorm").damaged


@pytest.mark.rule("R7.7")
def test_losses_for_which_there_is_nothing_left_are_ignored():
    state = bare()
    put(state, "lembi", FIELD)
    army(state, "midhrasir", FIELD, 2)
    army(state, "nerfringia", FIELD, 1)

    happen(
        state,
        losses.Bear(
            (
                model.Toll(
                    seat=1,
                    hex=hex_of(state, FIELD),
                    csp=7,
                    wounds=9,
                    banners=banner_of(state, "midhrasir", "nerfringia"),
                    leaders=leaders(state, "lembi"),
                ),
            )
        ),
    )

    assert state.decision is None  # where all is lost nobody is asked
    assert csp(state, "midhrasir") == csp(state, "nerfringia") == 0
    assert who(state, "lembi").dead
    assert state.points == [3 + 5, 0]


@pytest.mark.rule("R7.6")
def test_the_owner_is_asked_as_long_as_anybody_may_survive():
    state = bare()
    put(state, "hakon", FIELD, wounds=4)
    put(state, "lembi", FIELD, wounds=2)
    put(state, "snorri", FIELD, wounds=3)
    names = ("hakon", "lembi", "snorri")
    happen(
        state,
        losses.Bear(
            (model.Toll(seat=1, hex=hex_of(state, FIELD), wounds=4, leaders=leaders(state, *names)),)
        ),
    )

    do(state, "lose(hakon)")
    assert legal(state) == {"lose(lembi)", "lose(snorri)"}
    do(state, "lose(lembi)")

    assert who(state, "hakon").dead
    assert who(state, "lembi").dead
    assert who(state, "snorri").wounds == 5


@pytest.mark.rule("R7.8")
def test_neither_player_sees_how_the_other_bears_his_losses_before_all_come_off():
    state = bare()
    place = hex_of(state, FIELD)
    for name in ("hakon", "snorri", "gorm", "scyld"):
        put(state, name, FIELD)
    happen(
        state,
        losses.Bear(
            (
                model.Toll(seat=1, hex=place, wounds=1, leaders=leaders(state, "hakon", "snorri")),
                model.Toll(seat=0, hex=place, wounds=1, leaders=leaders(state, "gorm", "scyld")),
            )
        ),
    )

    assert state.to_act == (FOMORIAN, MUNDANE)
    first = do(state, "lose(gorm)", seat=FOMORIAN)
    assert sentences(first, MUNDANE) == []
    assert who(state, "gorm").wounds == 0
    assert state.to_act == (MUNDANE,)
    do(state, "lose(snorri)")

    assert who(state, "gorm").wounds == who(state, "snorri").wounds == 1


def worn(second: str, elsewhere: str) -> FornaldarState:
    """6 CSP under Hakon, of one banner or of two, lose 2 to the winter; others lie under Kars elsewhere."""
    state = bare()
    put(state, "hakon", FIELD)
    put(state, "kars", COAST)
    army(state, "midhrasir", FIELD, 3)
    army(state, second, FIELD, 3)
    army(state, elsewhere, COAST, 3)
    banners = banner_of(state, *dict.fromkeys(("midhrasir", second)))
    toll = model.Toll(seat=MUNDANE, hex=hex_of(state, FIELD), csp=2, banners=banners, how="other")
    happen(state, losses.Bear((toll,)))
    return state


@pytest.mark.rule("R7.8")
@pytest.mark.rule("R12.3")
def test_that_there_is_a_choice_of_losses_does_not_tell_what_is_in_a_hidden_stack():
    """Once, whoever had one banner was not asked, and the enemy knew."""
    alike, different = worn("midhrasir", "nerfringia"), worn("nerfringia", "midhrasir")
    assert (asked(alike), asked(different)) == ("Heeding", "Bearing")
    for viewer in (FOMORIAN, None):
        assert alike.view(viewer) == different.view(viewer)
    do(alike, "done")
    do(different, "lose(nerfringia)", "lose(nerfringia)")
    assert alike.ply == different.ply
    assert csp(alike, "midhrasir", FIELD) == 4
    assert csp(different, "nerfringia", FIELD) == 1


def fleet(state: FornaldarState, hex_: str = SEA) -> None:
    """Ships with a capacity of 4, a character, and 4 CSP aboard."""
    ship(state, "wrath_of_gorm", hex_, damaged=True)  # carries 2
    ship(state, "old_haddock", hex_, damaged=True)
    ship(state, "swiftdagger", hex_, damaged=True)
    army(state, "fynn", hex_, 3, aboard=True)
    army(state, "lochlann", hex_, 1, aboard=True)
    put(state, "reomur", hex_, aboard=True)
    item(state, "magic_sampo", bearer="reomur")


def sink(state: FornaldarState, *names: str, hex_: str = SEA) -> None:
    toll = model.Toll(
        seat=0, hex=hex_of(state, hex_), stack="sea", steps=len(names), ships=ships(state, *names)
    )
    happen(state, losses.Bear((toll,)))


@pytest.mark.rule("R7.9a")
def test_embarked_csp_beyond_the_capacity_that_is_left_go_down():
    state = bare()
    fleet(state)

    sink(state, "old_haddock")
    assert legal(state) == {"lose(fynn)", "lose(lochlann)"}
    do(state, "lose(lochlann)")

    assert csp(state, "lochlann") == 0
    assert csp(state, "fynn", SEA) == 3
    assert state.points == [0, 2 + 1]


@pytest.mark.rule("R7.9b")
def test_characters_go_over_to_another_ship():
    state = bare()
    fleet(state)

    sink(state, "old_haddock", "swiftdagger")
    do(state, "lose(fynn)", "lose(fynn)")

    assert where(state, "reomur") == SEA
    assert who(state, "reomur").aboard
    assert not treasure(state, "magic_sampo").gone


@pytest.mark.rule("R7.9c")
def test_with_the_last_ship_all_that_it_carried_is_lost():
    state = bare()
    fleet(state)

    sink(state, "wrath_of_gorm", "old_haddock", "swiftdagger")

    assert csp(state, "fynn") == csp(state, "lochlann") == 0
    assert who(state, "reomur").dead
    assert treasure(state, "magic_sampo").gone


@pytest.mark.rule("R7.9c")
@pytest.mark.parametrize("enemy", [False, True])
def test_characters_reach_the_coast_unless_enemy_ships_are_there(enemy: bool):
    state = bare()
    fleet(state, COAST)
    if enemy:
        ship(state, "seaweaver", COAST)

    sink(state, "wrath_of_gorm", "old_haddock", "swiftdagger", hex_=COAST)

    assert who(state, "reomur").dead == enemy
    assert where(state, "reomur") == (None if enemy else COAST)
    assert csp(state, "fynn") == 0


@pytest.mark.rule("R7.9d")
def test_who_is_saved_from_the_last_ship_has_lost_his_items():
    state = bare()
    fleet(state, COAST)

    sink(state, "wrath_of_gorm", "old_haddock", "swiftdagger", hex_=COAST)

    assert not who(state, "reomur").aboard
    assert treasure(state, "magic_sampo").gone
    assert treasure(state, "magic_sampo").bearer == -1


@pytest.mark.rule("R7.10")
def test_the_wounded_and_the_damaged_use_their_current_strength():
    from fimbul.games.fornaldar.rules import attrition

    state = bare()
    put(state, "snorri", FIELD, wounds=2)
    whole, hit = ship(state, "wrath_of_gorm", SEA), ship(state, "cinderhull", SEA, damaged=True)

    assert ratings.combat(state, leader_of(state, "snorri")) == 4
    assert attrition.ship_strength(state, whole) == 4
    assert attrition.ship_strength(state, hit) == 4  # 5 when it is whole


@pytest.mark.rule("R21.28")
def test_magic_armor_keeps_off_one_wound_of_each_result():
    state = bare()
    put(state, "hakon", FIELD)
    item(state, "glaumjord", bearer="hakon")

    happen(
        state,
        losses.Bear(
            (model.Toll(seat=1, hex=hex_of(state, FIELD), wounds=3, leaders=leaders(state, "hakon")),)
        ),
    )

    assert who(state, "hakon").wounds == 2


@pytest.mark.rule("R18.4")
def test_a_garrison_is_lost_only_after_all_other_csp():
    from fimbul.games.fornaldar.model import Battle

    state = bare()
    army(state, "midhrasir", "3927", 2)
    state.battle = Battle(
        hex=hex_of(state, "3927"), stack="land", kind="ground", first=0, attacker=0, owner=1, garrison=2
    )
    toll = model.Toll(
        seat=1, hex=hex_of(state, "3927"), csp=3, banners=banner_of(state, "midhrasir"), garrison=True
    )

    happen(state, losses.Bear((toll,)))

    assert csp(state, "midhrasir") == 0
    assert state.battle.garrison == 1
    assert state.points == [2, 0]  # a garrison gives none
