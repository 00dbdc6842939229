"""Melees, and the Draugr (R17.7, R23.18)."""

import pytest
from tests.games.fornaldar.fights import FIELD, attack, bear, forecast, last, lose
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    asked,
    bare,
    dice,
    do,
    happen,
    hex_of,
    item,
    leader_of,
    legal,
    put,
    where,
    who,
)

from fimbul.games.fornaldar.rules import ratings
from fimbul.games.fornaldar.rules.combat import clash, fighting, hosts, prospects, strengths


@pytest.mark.rule("R17.7.1")
def test_each_character_uses_the_better_of_combat_and_magic() -> None:
    state = bare()
    put(state, "reomur", FIELD, wounds=1)  # a hero: 5 twice
    put(state, "hatta", FIELD)  # 3
    put(state, "signhild", FIELD)  # 2, or magic 5 and mana
    odds = forecast(state, FIELD)
    assert (odds.kind, odds.attack, odds.defence) == ("melee", 10 + 3, 5 + ratings.mana(state))


@pytest.mark.rule("R17.7.3")
def test_the_higher_command_is_worth_one_and_nothing_else_counts() -> None:
    state = bare(month=3)
    state.sky = "snow"
    put(state, "gorm", FIELD)  # 4
    put(state, "lembi", FIELD)  # 2
    assert forecast(state, FIELD).added == 1
    assert forecast(state, FIELD, seat=MUNDANE).added == -1
    put(state, "thorskuld", FIELD)  # 4
    assert forecast(state, FIELD).added == 0


@pytest.mark.rule("R17.7.3")
def test_terrain_does_not_matter_in_a_melee() -> None:
    state = bare()
    put(state, "reomur", "2830")
    put(state, "snorri", "2830")
    odds = forecast(state, "2830")
    assert (odds.attack, odds.defence) == (12, 12)


@pytest.mark.rule("R17.7.4")
def test_losses_go_by_face_values() -> None:
    state = bare()
    put(state, "snorri", FIELD, wounds=1)  # 5, not doubled
    put(state, "signhild", FIELD)  # her magic 5, without mana
    put(state, "reomur", FIELD)
    battle = prospects.supposed(state, hex_of(state, FIELD), "land", FOMORIAN)
    mine = hosts.host(state, battle, MUNDANE)
    assert strengths.loss_leaders(state, battle, mine) == 5 + 5
    due = clash.toll(state, battle, mine, "E")
    assert (due.csp, due.steps, due.wounds) == (0, 0, 3)


@pytest.mark.rule("R17.7.5")
def test_a_melee_gives_wounds_and_obeys_the_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "reomur", FIELD)
    put(state, "snorri", FIELD)
    put(state, "tuisto", FIELD)
    dice(monkeypatch, 6, 6)  # 12 to 24: 1-2, 12: A/Er
    attack(state, FIELD)
    assert last(state).result == "A/Er"
    lose(state, "snorri", "snorri", "snorri")
    assert who(state, "snorri").wounds == 3
    assert (asked(state), state.to_act) == ("DrivingOut", (FOMORIAN,))
    do(state, "drive_out")
    do(state, sorted(legal(state, "retreat"))[0])
    assert where(state, "snorri") == where(state, "tuisto") != FIELD
    assert state.battle is None


@pytest.mark.rule("R17.7.5")
def test_with_a_star_a_melee_kills_one_first(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    put(state, "reomur", FIELD)
    put(state, "lembi", FIELD)  # 3
    put(state, "kars", FIELD)  # 3
    dice(monkeypatch, 6, 6)  # 17 to 6: 2-1, 12 and 1: F
    attack(state, FIELD)
    assert last(state).result == "A/Fr"
    do(state, "lose(lembi)")
    assert where(state, "lembi") is None
    assert who(state, "kars").wounds == 0


@pytest.mark.rule("R21.26")
def test_fyratnen_adds_one_in_a_melee_for_who_attacks_and_against_who_defends() -> None:
    state = bare()
    put(state, "konkiff", FIELD)
    put(state, "snorri", FIELD)
    item(state, "fyratnen", bearer="snorri")
    assert forecast(state, FIELD).added == -1
    odds = forecast(state, FIELD, seat=MUNDANE)
    assert (odds.added, odds.attack) == (1, 2 * 7)


@pytest.mark.rule("R21.74")
def test_ohnskali_shifts_a_melee_of_a_merman() -> None:
    state = bare()
    put(state, "konkiff", FIELD)  # 12
    put(state, "tenaz", FIELD)  # 8
    item(state, "ohnskali", bearer="tenaz")
    assert forecast(state, FIELD, seat=MUNDANE).column == "1-1"


# ---- the Draugr


@pytest.mark.rule("R23.18")
def test_a_draugr_attacks_until_it_is_destroyed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "snorri", FIELD)
    dice(monkeypatch, *[4] * 10)  # five rounds of 8: one wound for the Draugr, none for Snorri
    happen(state, fighting.DraugrMelee(hex_of(state, FIELD), MUNDANE, (leader_of(state, "snorri"),)))
    while state.to_act:
        assert (asked(state), last(state).attacker) == ("Retreating", FOMORIAN)
        do(state, "stand")
    assert state.battle is None
    assert who(state, "snorri").wounds == 0


@pytest.mark.rule("R23.18")
def test_command_does_not_matter_to_a_draugr(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "grendel", FIELD)  # a king and a hero
    dice(monkeypatch, 5, 5)  # 10 to 10: 1-1, A/Dr
    events = happen(
        state, fighting.DraugrMelee(hex_of(state, FIELD), FOMORIAN, (leader_of(state, "grendel"),))
    )
    assert any("10 against 10 is 1-1." in event.sentence() for event in events)
    # the r makes Grendel retreat, and the Draugr is gone
    assert asked(state) == "Retreating"
    assert "stand" not in legal(state)
    do(state, sorted(legal(state, "retreat"))[0])
    assert where(state, "grendel") != FIELD
    assert state.battle is None
    assert who(state, "grendel").wounds == 1


@pytest.mark.rule("R23.18")
def test_who_cannot_fight_a_draugr_is_killed() -> None:
    state = bare()
    put(state, "lembi", FIELD)
    happen(state, fighting.DraugrMelee(hex_of(state, FIELD), MUNDANE, (leader_of(state, "lembi"),)))
    assert where(state, "lembi") is None
    assert state.battle is None


@pytest.mark.rule("R23.18")
def test_a_weapon_that_is_an_artifact_serves_against_a_draugr(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "lembi", FIELD)
    item(state, "angsung", bearer="lembi")
    dice(monkeypatch, 1, 1)  # rF for the Draugr: it is driven out
    happen(state, fighting.DraugrMelee(hex_of(state, FIELD), MUNDANE, (leader_of(state, "lembi"),)))
    assert where(state, "lembi") == FIELD


@pytest.mark.rule("R23.18")
def test_an_o_always_lets_the_characters_leave_a_draugr(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "snorri", FIELD)
    dice(monkeypatch, 2, 4, 3, 4, then=1)  # 10 to 12: 1-2, 6: D/Bo
    happen(state, fighting.DraugrMelee(hex_of(state, FIELD), MUNDANE, (leader_of(state, "snorri"),)))
    bear(state)
    assert asked(state) == "Retreating"
    assert "stand" in legal(state)
    assert last(state).draugr == 4


@pytest.mark.rule("R10.6")
def test_a_draugr_is_taken_off_after_its_melee(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "snorri", FIELD)
    dice(monkeypatch, 1, 1)
    events = happen(state, fighting.DraugrMelee(hex_of(state, FIELD), MUNDANE, (leader_of(state, "snorri"),)))
    assert any("is gone" in event.sentence() for event in events)
    assert state.battle is None
    assert state.points == [0, 0]
