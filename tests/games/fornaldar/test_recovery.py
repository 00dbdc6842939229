"""9. Recovery and refit, and what the Recovery Phase brings."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    csp,
    dice,
    do,
    happen,
    item,
    legal,
    lull,
    put,
    refuses,
    rolls,
    sentences,
    ship,
    vessel,
    who,
)

from fimbul.games.fornaldar.rules.recovery import Recovery
from fimbul.games.fornaldar.rules.turn import PhaseEnds
from fimbul.games.fornaldar.state import FornaldarState

COAST = "1727"  # Nerfringia
PLAIN = "1725"
SEA = "2546"


# ---- ships


@pytest.mark.rule("R5.5.1a")
@pytest.mark.rule("R9.1")
def test_a_refit_takes_until_the_next_recovery_phase():
    state = bare()
    ship(state, "seaweaver", COAST, damaged=True)

    happen(state, Recovery(MUNDANE))
    do(state, "refit(seaweaver)")
    assert vessel(state, "seaweaver").refit
    assert vessel(state, "seaweaver").damaged

    happen(state, Recovery(FOMORIAN))
    assert vessel(state, "seaweaver").damaged

    happen(state, Recovery(MUNDANE))
    assert not vessel(state, "seaweaver").refit
    assert not vessel(state, "seaweaver").damaged


@pytest.mark.rule("R9.1")
@pytest.mark.parametrize("spoiler", ["sea", "whole", "ship", "csp", "inactive"])
def test_where_a_ship_cannot_be_refitted(spoiler: str):
    state = bare()
    ship(state, "light_pearl", COAST, damaged=True)
    ship(state, "seaweaver", SEA if spoiler == "sea" else COAST, damaged=spoiler != "whole")
    match spoiler:
        case "ship":
            ship(state, "sorcerer", COAST)
        case "csp":
            army(state, "fynn", COAST, 1)
        case "inactive":
            lull(state, "midhrasir")

    happen(state, Recovery(MUNDANE))

    if spoiler in ("sea", "whole", "inactive"):
        assert legal(state) == {"refit(light_pearl)", "done"}
        refuses(state, "refit(seaweaver)", "R9.1")
    else:
        assert state.decision is None


@pytest.mark.rule("R9.1")
def test_an_enemy_character_alone_does_not_hinder_a_refit():
    state = bare()
    ship(state, "seaweaver", COAST, damaged=True)
    put(state, "gorm", COAST)

    happen(state, Recovery(MUNDANE))

    assert "refit(seaweaver)" in legal(state)


@pytest.mark.rule("R9.2")
def test_all_go_ashore_when_the_ship_is_refitted():
    state = bare()
    ship(state, "seaweaver", COAST, damaged=True)
    army(state, "midhrasir", COAST, 1, aboard=True)
    put(state, "hakon", COAST, aboard=True)

    happen(state, Recovery(MUNDANE))
    do(state, "refit(seaweaver)")

    assert not who(state, "hakon").aboard
    assert not any(each.aboard for each in state.armies)


@pytest.mark.rule("R9.2")
def test_other_ships_may_keep_what_they_can_carry():
    state = bare()
    ship(state, "seaweaver", COAST, damaged=True)
    ship(state, "orms_sling", COAST)  # carries 1
    army(state, "midhrasir", COAST, 2, aboard=True)
    put(state, "hakon", COAST, aboard=True)

    happen(state, Recovery(MUNDANE))
    do(state, "refit(seaweaver)")
    assert asked(state) == "Landing"
    refuses(state, "done", "R9.2")
    do(state, f"unload(midhrasir,1,h{COAST})", "done")

    assert sorted((each.csp, each.aboard) for each in state.armies) == [(1, False), (1, True)]
    assert who(state, "hakon").aboard


@pytest.mark.rule("R9.3")
@pytest.mark.parametrize("guarded", [False, True])
def test_enemy_ships_destroy_a_ship_under_refit_unless_another_guards_it(guarded: bool):
    state = bare()
    ship(state, "seaweaver", COAST, damaged=True, refit=True)
    ship(state, "sorcerer", COAST)
    if guarded:
        ship(state, "orms_sling", COAST)

    happen(state, PhaseEnds())

    assert vessel(state, "seaweaver").sunk != guarded
    assert state.points == ([0, 0] if guarded else [2, 0])


@pytest.mark.rule("R9.4")
@pytest.mark.parametrize("guarded", [False, True])
def test_enemy_csp_destroy_a_ship_under_refit(guarded: bool):
    state = bare()
    ship(state, "seaweaver", COAST, damaged=True, refit=True)
    army(state, "fynn", COAST, 1)
    if guarded:
        ship(state, "orms_sling", COAST)

    happen(state, PhaseEnds())

    assert vessel(state, "seaweaver").sunk


# ---- wounds


@pytest.mark.rule("R9.6")
@pytest.mark.rule("R5.5.1c")
@pytest.mark.parametrize(
    ("wounds", "die", "left"),
    [
        (2, 1, 1),
        (2, 2, 0),
        (2, 3, 0),
        (3, 3, 3),  # more than his strength of 2
        (4, 1, 3),
        (1, 6, 1),
        (4, 6, 4),
    ],
)
def test_recovery_rolls(monkeypatch: pytest.MonkeyPatch, wounds: int, die: int, left: int):
    state = bare()
    put(state, "hakon", PLAIN, wounds=wounds)  # combat 5
    dice(monkeypatch, die)

    happen(state, Recovery(MUNDANE))

    assert who(state, "hakon").wounds == left


@pytest.mark.rule("R9.6")
def test_a_natural_six_never_heals(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    put(state, "jarn", PLAIN, wounds=1)  # combat 7
    dice(monkeypatch, 6)

    happen(state, Recovery(FOMORIAN))

    assert who(state, "jarn").wounds == 1


@pytest.mark.rule("R9.6")
@pytest.mark.rule("R5.5.1")
def test_only_the_wounded_of_the_active_player_roll(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    put(state, "hakon", PLAIN, wounds=3)
    put(state, "snorri", PLAIN)
    put(state, "gorm", "1545", wounds=1)
    dice(monkeypatch, 1)

    events = happen(state, Recovery(MUNDANE))

    assert len(rolls(events)) == 1
    assert who(state, "gorm").wounds == 1
    assert sentences(events, FOMORIAN) == ["1 wound is healed."]


@pytest.mark.rule("R9.5")
@pytest.mark.rule("R5.5.1d")
@pytest.mark.parametrize(("hex_", "healed"), [("2132", 1), ("2841", 2), ("2029", 0)])
def test_places_of_power_heal(monkeypatch: pytest.MonkeyPatch, hex_: str, healed: int):
    state = bare()
    put(state, "hakon", hex_, wounds=3)
    dice(monkeypatch, 6)

    happen(state, Recovery(MUNDANE))

    assert who(state, "hakon").wounds == 3 - healed


@pytest.mark.rule("R9.5")
@pytest.mark.rule("R21.42")
@pytest.mark.rule("R21.34")
@pytest.mark.rule("R21.68")
@pytest.mark.parametrize("name", ["lormalien", "highstaff_of_jir", "feldern_brooch"])
def test_items_heal_friendly_characters_in_their_hex(monkeypatch: pytest.MonkeyPatch, name: str):
    state = bare()
    put(state, "signhild", PLAIN)
    item(state, name, bearer="signhild")
    put(state, "hakon", PLAIN, wounds=2)
    put(state, "snorri", COAST, wounds=2)
    put(state, "gorm", PLAIN, wounds=2)
    dice(monkeypatch, 6, 6)

    happen(state, Recovery(MUNDANE))

    assert who(state, "hakon").wounds == 1
    assert who(state, "snorri").wounds == 2
    assert who(state, "gorm").wounds == 2


@pytest.mark.rule("R23.7")
@pytest.mark.parametrize(
    ("hex_", "die", "left"), [("3020", 3, 2), ("3020", 4, 4), ("3020", 6, 4), (PLAIN, 3, 4)]
)
def test_dropmund_recovers_in_alfars_mills(monkeypatch: pytest.MonkeyPatch, hex_: str, die: int, left: int):
    state = bare("jotuns")
    put(state, "dropmund", hex_, wounds=4)  # combat 6
    dice(monkeypatch, die)

    happen(state, Recovery(MUNDANE))

    assert who(state, "dropmund").wounds == left


@pytest.mark.rule("R24.3.2.4c")
def test_the_jibalian_never_recovers(monkeypatch: pytest.MonkeyPatch):
    state = bare("jotuns")
    put(state, "jibalian", "2841", wounds=3)  # a healing place
    dice(monkeypatch)

    happen(state, Recovery(MUNDANE))

    assert who(state, "jibalian").wounds == 3


# ---- the Sampo


def sampo(state: FornaldarState, hex_: str) -> None:
    put(state, "reomur", hex_)
    item(state, "magic_sampo", bearer="reomur")
    happen(state, Recovery(FOMORIAN))


@pytest.mark.rule("R21.21")
@pytest.mark.parametrize(("hex_", "banner"), [("3109", "ycelia"), ("1545", "fynn")])
def test_the_sampo_brings_a_csp_of_the_kingdom_of_a_friendly_fortress(hex_: str, banner: str):
    state = bare()

    sampo(state, hex_)

    assert csp(state, banner, hex_) == 1


@pytest.mark.rule("R21.21")
@pytest.mark.parametrize("hex_", [PLAIN, "3927"])
def test_the_sampo_brings_nothing_elsewhere(hex_: str):
    state = bare()

    sampo(state, hex_)

    assert state.armies == []


@pytest.mark.rule("R24.1.2.1")
def test_the_sampo_has_made_its_csp_for_the_first_turn():
    state = bare()
    state.game_turn = 1

    sampo(state, "3109")

    assert state.armies == []
