"""The worked examples of combat, roll by roll (R17)."""

import pytest
from tests.games.fornaldar.fights import FIELD, SEA, announce, attack, bear, decline, last, lose
from tests.games.fornaldar.positions import (
    army,
    asked,
    bare,
    cast,
    csp,
    dice,
    do,
    item,
    legal,
    put,
    ship,
    treasure,
    vessel,
    where,
    who,
)

from fimbul.games.fornaldar.rules import ratings

PENGO_MERKET = "2835"


@pytest.mark.rule("R17.5.9")
def test_fifteen_csp_and_a_hero_attack_twelve_csp(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "konkiff", FIELD, wounds=1)  # a hero, 5 left
    army(state, "lochlann", FIELD, 15)
    put(state, "gundin", FIELD)  # 4, no hero
    army(state, "normorea", FIELD, 12)
    dice(monkeypatch, 4, 6)  # 10, command 2 to 3: 9
    attack(state, FIELD)
    battle = last(state)
    assert (battle.attack, battle.defence, battle.column, battle.row) == (20, 12, "1-1", 9)
    assert battle.result == "D/E"
    bear(state)
    assert csp(state, "normorea") == 12 - 5
    assert who(state, "gundin").wounds == 2
    assert csp(state, "lochlann") == 15 - 4
    assert who(state, "konkiff").wounds == 1 + 1


@pytest.mark.rule("R17.6.5")
def test_klakthryg_and_tursas_attack_the_mermen(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    for name in ("eirs_courser", "oakfist", "whiteseal"):
        ship(state, name, SEA)
    army(state, "skane", SEA, 2, aboard=True)
    put(state, "klakthryg", SEA, aboard=True)
    put(state, "tursas", SEA, afloat=True)
    ship(state, "icemaiden", SEA)
    army(state, "skergota", SEA, 4, afloat=True)
    put(state, "lhyr", SEA, afloat=True)
    put(state, "tenaz", SEA, afloat=True)
    dice(monkeypatch, 2, 4)
    attack(state, SEA, "sea")
    battle = last(state)
    assert (battle.attack, battle.defence, battle.column, battle.added) == (14, 13, "1-1", 0)
    assert battle.result == "C/Bo"
    lose(state, "klakthryg", "whiteseal")
    assert who(state, "klakthryg").wounds == 1
    assert vessel(state, "whiteseal").damaged
    assert csp(state, "skergota") == 4
    assert who(state, "lhyr").wounds == who(state, "tenaz").wounds == 0
    assert asked(state) == "Retreating"  # command 4 to 4: the defender may leave
    assert state.to_act == (1,)
    do(state, "stand")
    assert asked(state) == "Pressing"


@pytest.mark.rule("R17.5.9")
def test_the_first_example_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dralak's army at Pengo Merket."""
    state = bare(month=6)
    assert ratings.mana(state) == 4
    for name in ("dralak", "svip", "rodhiorm"):
        put(state, name, PENGO_MERKET)
    army(state, "lochlann", PENGO_MERKET, 6)
    army(state, "jotunheim", PENGO_MERKET, 6)
    for name in ("snorri", "thorskuld", "aulgerda"):
        put(state, name, PENGO_MERKET)
    army(state, "nerfringia", PENGO_MERKET, 6)
    army(state, "midhrasir", PENGO_MERKET, 2)
    rolls = ((3, 4), (4, 5), (3, 4), (4, 5), (1, 3), (2, 5))
    dice(monkeypatch, *(die for roll in rolls for die in roll))
    announce(state, PENGO_MERKET)
    do(state, "challenge(duel,svip)", "done", "refuse")  # Aulgerda declines
    do(state, "challenge(trial,snorri)")
    # the trial: 7, 9, 7, 9
    do(state, "accept(rodhiorm)")
    assert where(state, "rodhiorm") is None
    assert who(state, "snorri").wounds == 4
    # the first round
    battle = last(state)
    assert (battle.attack, battle.defence) == (12 + 8, (8 + 2 + 9) * 2 + 1)
    assert (battle.odds, battle.column, battle.added, battle.row) == ("1-2", "1-1", 3, 7)
    assert battle.result == "D/D"
    lose(state, *["lochlann"] * 4, "dralak", "dralak")
    lose(state, "midhrasir", "midhrasir", "thorskuld", "thorskuld")
    assert (csp(state, "lochlann"), csp(state, "jotunheim")) == (2, 6)
    assert (csp(state, "midhrasir"), csp(state, "nerfringia")) == (0, 6)
    # the second round
    do(state, "press")
    battle = last(state)
    assert battle.attack == 8 + 8
    assert battle.defence == (6 + 2 + 9) * 2 + 1  # the rulebook forgets the hero's 2
    assert (battle.row, battle.result) == (10, "A/Dr")
    lose(state, "thorskuld", "thorskuld")
    assert csp(state, "nerfringia") == 4
    assert who(state, "thorskuld").wounds == 4
    assert csp(state, "lochlann") + csp(state, "jotunheim") == 8
    # the defenders are driven out, and the stockade is gone
    assert asked(state) == "DrivingOut"
    do(state, "drive_out")
    away = sorted(legal(state, "retreat"))[0]
    do(state, away)
    assert where(state, "thorskuld") == away[9:13]
    assert csp(state, "nerfringia", away[9:13]) == 4
    assert state.battle is None
    assert state.book.node[PENGO_MERKET] in state.ruins


@pytest.mark.rule("R17.6.5")
def test_the_second_example_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grendel's fleet is intercepted."""
    state = bare()
    for name in ("wrath_of_gorm", "old_haddock", "swiftdagger", "harasser", "shrieker", "cinderhull"):
        ship(state, name, SEA)
    army(state, "fynn", SEA, 5, aboard=True)
    put(state, "grendel", SEA, aboard=True)
    put(state, "hargoll", SEA, aboard=True, escort=True)
    item(state, "black_orb", bearer="hargoll")
    for name in ("seaweaver", "orms_sling", "golden_raven"):
        ship(state, name, SEA)
    army(state, "midhrasir", SEA, 3, aboard=True)
    army(state, "skergota", SEA, 6, afloat=True)
    put(state, "olvard", SEA, aboard=True)
    put(state, "lhyr", SEA, afloat=True)
    put(state, "havha", SEA, afloat=True)
    cast(state, "strength", "havha", leader="olvard")
    state.caught = [state.book.node[SEA]]
    trial = ((3, 5), (2, 3), (1, 3), (4, 6), (4, 6))
    battle_rolls = ((3, 5), (3, 4), (1, 3), (1, 3), (4, 5), (2, 3), (2, 1), (2, 3))
    dice(monkeypatch, *(die for roll in (*trial, *battle_rolls) for die in roll))
    announce(state, SEA, "sea")
    do(state, "challenge(trial,grendel)", "done")
    do(state, "accept(olvard)")
    decline(state)
    assert where(state, "olvard") is None  # his fourth wound: Strength adds no box
    assert who(state, "grendel").wounds == 3

    def fought(attack: int, defence: int, column: str, row: int, result: str) -> None:
        battle = last(state)
        assert (battle.attack, battle.defence, battle.column) == (attack, defence, column)
        assert (battle.added, battle.row, battle.result) == (-1, row, result)

    def on() -> None:
        """Nobody leaves or is driven out, and Grendel attacks again."""
        while asked(state) != "Pressing":
            do(state, "hold" if asked(state) == "DrivingOut" else "stand")
        do(state, "press")

    # round 1
    fought(17 + 6 + 2, 12 + 9 + 3, "2-1", 7, "C/Co")
    lose(state, "shrieker", "cinderhull")
    lose(state, "lhyr", "seaweaver", "orms_sling")
    assert asked(state) == "Retreating"  # the mundane fleet could leave
    on()
    # round 2
    fought(15 + 6 + 2, 12 + 7 + 3, "2-1", 6, "C/Co")
    lose(state, "old_haddock", "swiftdagger")
    lose(state, "golden_raven", "seaweaver")
    assert vessel(state, "seaweaver").sunk
    assert csp(state, "midhrasir") == 2  # one went down with her
    on()
    # round 3
    fought(13 + 6 + 2, 12 + 5 + 2, "2-1", 3, "rD/Ao")
    lose(state, "hargoll", "harasser", "swiftdagger")
    assert vessel(state, "swiftdagger").sunk
    assert asked(state) == "DrivingOut"
    who(state, "hargoll").wounds = 0  # this wound is missing in the rulebook
    on()
    # round 4
    fought(11 + 6 + 2, 12 + 5 + 2, "2-1", 3, "rD/Ao")
    lose(state, "hargoll", "harasser", "old_haddock")
    lose(state, "escort-hargoll")  # the ships that are left carry five
    assert (csp(state, "fynn"), who(state, "hargoll").escort) == (5, False)
    on()
    # round 5
    fought(9 + 5 + 2, 12 + 5 + 2, "1-1", 8, "E/E")
    lose(state, "grendel", "hargoll", "wrath_of_gorm", "cinderhull")
    lose(state, "lhyr", "havha", "skergota", "skergota", "skergota")
    assert where(state, "hargoll") is None
    do(state, "give(black_orb,grendel)")  # a 5: its side recovers it
    assert vessel(state, "cinderhull").sunk
    assert csp(state, "fynn") == 3
    assert (who(state, "lhyr").wounds, who(state, "havha").wounds) == (2, 1)
    assert csp(state, "skergota") == 3  # three by R17.6.5; the rulebook takes five hits
    state.armies = [each for each in state.armies if each.banner != state.book.banner["skergota"]]
    army(state, "skergota", SEA, 2, afloat=True)
    state.armies = [each for each in state.armies if each.banner != state.book.banner["midhrasir"]]
    army(state, "midhrasir", SEA, 1, aboard=True)
    vessel(state, "orms_sling").hex = -1
    do(state, "press")
    # round 6
    told = "Round 6, the Fomorian side attacks: 8 against 8 is 1-1, shifted to 2-1"
    assert any(text.startswith(told) for _, _, text in state.told)
    assert any("2 + 1 - 1 = 2: E/Ao" in text for _, _, text in state.told)
    assert vessel(state, "wrath_of_gorm").sunk
    assert vessel(state, "shrieker").sunk
    assert where(state, "grendel") is None
    assert csp(state, "fynn") == 0
    assert treasure(state, "black_orb").gone
