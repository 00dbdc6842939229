"""Evasion: characters among armies, how they slip away, heroes (R19, R11.7, R11.8)."""

import pytest
from tests.games.fornaldar.fights import FIELD, attack, bear, lose
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    cast,
    csp,
    dice,
    do,
    happen,
    hex_of,
    item,
    leader_of,
    legal,
    lull,
    put,
    rolls,
    rouse,
    sentences,
    ship,
    treasure,
    where,
    who,
)

from fimbul.core import Event
from fimbul.games.fornaldar import model
from fimbul.games.fornaldar.model import Force
from fimbul.games.fornaldar.rules.combat import contact, losses
from fimbul.games.fornaldar.rules.movement import evading, moving, reaching
from fimbul.games.fornaldar.state import FornaldarState

TWICE = ("at(h3202)", "at(h3202)")  # both go to another Place of Power


def enter(
    state: FornaldarState, seat: int, *names: str, hex_: str = FIELD, stack: str = "land"
) -> list[Event]:
    """These pieces (characters, and banners with all their CSP in the hex) have just come into the hex."""
    book = state.book
    leaders = [book.leader[name] for name in names if name in book.leader]
    troops = [(book.banner[name], csp(state, name, hex_)) for name in names if name in book.banner]
    ships = [book.ship[name] for name in names if name in book.ship]
    state.force = Force(
        seat=seat,
        hex=book.node[hex_],
        stack=stack,
        leaders=leaders,
        troops=troops,
        ships=ships,
        left=6,
        way="move",
        moved=True,
    )
    return happen(state, evading.Contact(book.node[hex_], seat))


# ---- characters among armies (R19.1)


@pytest.mark.rule("R19.1")
def test_a_character_alone_among_enemy_csp_is_killed() -> None:
    state = bare()
    put(state, "signhild", FIELD)
    army(state, "fynn", FIELD, 3)
    events: list[Event] = []
    evading.check_lone(state, hex_of(state, FIELD), events)
    assert where(state, "signhild") is None
    assert state.points == [5, 0]


@pytest.mark.rule("R19.1")
def test_who_has_csp_with_him_lives() -> None:
    state = bare()
    put(state, "signhild", FIELD)
    army(state, "midhrasir", FIELD, 1)
    army(state, "fynn", FIELD, 3)
    evading.check_lone(state, hex_of(state, FIELD), [])
    assert where(state, "signhild") == FIELD


@pytest.mark.rule("R19.1")
def test_a_fortress_and_a_ship_protect() -> None:
    state = bare()
    put(state, "signhild", "3927")
    put(state, "lembi", "3929", aboard=True)
    ship(state, "golden_raven", "3929")
    for hex_ in ("3927", "3929"):
        army(state, "fynn", hex_, 3)
        evading.check_lone(state, hex_of(state, hex_), [])
    assert where(state, "signhild") == "3927"
    assert where(state, "lembi") == "3929"


@pytest.mark.rule("R19.1")
def test_embarked_csp_do_not_kill() -> None:
    state = bare()
    put(state, "lembi", "3929")
    ship(state, "cinderhull", "3929")
    army(state, "fynn", "3929", 2, aboard=True)
    evading.check_lone(state, hex_of(state, "3929"), [])
    assert where(state, "lembi") == "3929"


@pytest.mark.rule("R19.1")
def test_who_flies_is_safe() -> None:
    state = bare()
    put(state, "signhild", FIELD)
    army(state, "fynn", FIELD, 3)
    cast(state, "fly", "signhild", hex_=FIELD, leader="signhild")
    evading.check_lone(state, hex_of(state, FIELD), [])
    assert where(state, "signhild") == FIELD


@pytest.mark.rule("R19.1")
def test_a_garrison_counts_as_csp(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "lembi", "1538")
    dice(monkeypatch, 1, 6)
    enter(state, MUNDANE, "lembi", hex_="1538")
    assert where(state, "lembi") is None


@pytest.mark.rule("R19.1")
def test_inactive_characters_are_not_killed_by_passing_enemies() -> None:
    state = bare()
    lull(state, "ogmund")
    put(state, "ogmund", "2947")
    army(state, "fynn", "2947", 3)
    evading.check_lone(state, hex_of(state, "2947"), [])
    assert where(state, "ogmund") == "2947"


# ---- when (R19.2), and stopping (R11.7, R11.8)


@pytest.mark.rule("R19.2")
def test_characters_whom_an_army_meets_try_to_evade_without_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "signhild", FIELD)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, 6, 1)
    enter(state, FOMORIAN, "gorm", "fynn")
    assert where(state, "signhild") == FIELD
    assert state.evaded == [leader_of(state, "signhild")]
    assert state.force is not None
    assert not state.force.stopped


@pytest.mark.rule("R19.2")
def test_who_is_found_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "lembi", FIELD)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, 1, 6)
    enter(state, FOMORIAN, "gorm", "fynn")
    assert where(state, "lembi") is None


@pytest.mark.rule("R19.2")
def test_moving_characters_evade_the_army_that_they_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "signhild", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, 6, 1)
    enter(state, MUNDANE, "signhild")
    assert where(state, "signhild") == FIELD
    assert state.force is not None


@pytest.mark.rule("R19.2")
def test_the_owner_of_a_hero_is_asked() -> None:
    state = bare()
    put(state, "snorri", FIELD)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 3)
    enter(state, FOMORIAN, "gorm", "fynn")
    assert (asked(state), state.to_act) == ("Evading", (MUNDANE,))
    assert legal(state) == {"evade", "stand"}
    do(state, "stand")
    assert state.force is not None
    assert state.force.stopped
    assert where(state, "snorri") == FIELD


@pytest.mark.rule("R19.2")
def test_characters_with_escorts_do_not_evade() -> None:
    state = bare()
    put(state, "lembi", FIELD, escort=True)
    army(state, "fynn", FIELD, 3)
    enter(state, MUNDANE, "lembi")
    assert state.force is not None
    assert state.force.stopped
    assert state.evaded == []


@pytest.mark.rule("R19.2")
def test_survivors_of_a_battle_may_flee(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 12)
    put(state, "wodan", FIELD)  # magic 6 and mana
    army(state, "nerfringia", FIELD, 1)
    dice(monkeypatch, 4, 5, 6, 1)
    attack(state, FIELD)
    bear(state)
    assert csp(state, "nerfringia") == 0
    assert where(state, "wodan") == FIELD


@pytest.mark.rule("R19.2")
def test_survivors_who_are_found_are_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 12)
    put(state, "lembi", FIELD)
    army(state, "midhrasir", FIELD, 1)
    dice(monkeypatch, 3, 4, 1, 6)
    attack(state, FIELD)
    bear(state)
    assert csp(state, "midhrasir") == 0
    assert where(state, "lembi") is None


@pytest.mark.rule("R11.7")
def test_an_army_stops_for_csp_heroes_and_fortresses() -> None:
    for enemy in ("army", "hero", "fortress"):
        state = bare()
        hex_ = "2835" if enemy == "fortress" else FIELD
        put(state, "gorm", hex_)
        army(state, "fynn", hex_, 3)
        if enemy == "army":
            army(state, "midhrasir", hex_, 1)
        elif enemy == "hero":
            put(state, "snorri", hex_)
        enter(state, FOMORIAN, "gorm", "fynn", hex_=hex_)
        if enemy == "hero":
            do(state, "stand")
        assert state.force is not None
        assert state.force.stopped, enemy


@pytest.mark.rule("R11.8")
def test_characters_do_not_stop_for_characters() -> None:
    state = bare()
    put(state, "reomur", FIELD)
    put(state, "signhild", FIELD)
    enter(state, MUNDANE, "signhild")
    if asked(state) == "Evading":
        do(state, "stand")
    assert state.force is not None
    assert not state.force.stopped


@pytest.mark.rule("R11.8")
def test_a_hero_who_stands_must_stop() -> None:
    state = bare()
    army(state, "fynn", FIELD, 3)
    put(state, "snorri", FIELD)
    enter(state, MUNDANE, "snorri")
    do(state, "stand")
    assert state.force is not None
    assert state.force.stopped


# ---- the roll (R19.3)


@pytest.mark.rule("R19.3")
def test_each_side_adds_its_best_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare(month=6)  # mana 4
    put(state, "signhild", FIELD)  # magic 5: 9
    put(state, "gorm", FIELD)  # command 4
    army(state, "fynn", FIELD, 7)
    dice(monkeypatch, 2, 5)
    events = enter(state, FOMORIAN, "gorm", "fynn")
    ours, theirs = rolls(events, "evade")[0], rolls(events, "looks")[0]
    assert (ours.added, theirs.added) == (9, 7)
    assert where(state, "signhild") is None  # 11 against 12


@pytest.mark.rule("R19.3")
def test_ties_are_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare(month=6)
    put(state, "signhild", FIELD)  # 9
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 7)
    dice(monkeypatch, 1, 3, 4, 1)
    events = enter(state, FOMORIAN, "gorm", "fynn")
    assert any("rolled again" in text for text in sentences(events))
    assert where(state, "signhild") == FIELD


@pytest.mark.rule("R19.3")
def test_the_home_hex_adds_two(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare(month=6)
    put(state, "ogmund", "2947")
    put(state, "gorm", "2947")
    army(state, "fynn", "2947", 3)
    dice(monkeypatch, 3, 1)
    events = enter(state, FOMORIAN, "gorm", "fynn", hex_="2947")
    assert rolls(events, "evade")[0].added == 5 + 4 + 2


@pytest.mark.rule("R19.3")
def test_at_sea_ships_count_each(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    for name in ("cinderhull", "wrath_of_gorm", "old_haddock"):
        ship(state, name, "2747")
    put(state, "havha", "2747", afloat=True)
    dice(monkeypatch, 6, 1)
    events = enter(state, MUNDANE, "havha", hex_="2747", stack="sea")
    assert rolls(events, "looks")[0].added == 3
    assert where(state, "havha") == "2747"


@pytest.mark.rule("R21.38")
def test_kobold_dust_adds_two(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "hatta", FIELD)  # command 2
    item(state, "kobold_dust", bearer="hatta")
    army(state, "midhrasir", FIELD, 3)
    dice(monkeypatch, 4, 2)
    enter(state, FOMORIAN, "hatta")
    assert legal(state) == {"evade", "use(kobold_dust)"}
    events = do(state, "use(kobold_dust)")
    assert rolls(events, "evade")[0].added == 2 + 2
    assert treasure(state, "kobold_dust").gone
    assert where(state, "hatta") == FIELD


# ---- what it is good for (R19.4, R19.5)


@pytest.mark.rule("R19.4")
def test_who_evades_on_the_way_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "signhild", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, 6, 1)
    enter(state, MUNDANE, "signhild")
    assert state.force is not None
    assert not state.force.stopped


@pytest.mark.rule("R19.5")
def test_who_was_evaded_may_not_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "signhild", FIELD)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, 6, 1)
    enter(state, FOMORIAN, "gorm", "fynn")
    assert not contact.may_fight(state, hex_of(state, FIELD), "land", FOMORIAN)


@pytest.mark.rule("R19.5")
def test_others_who_come_later_must_be_evaded_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "snorri", FIELD)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, 6, 1)
    enter(state, FOMORIAN, "gorm", "fynn")
    do(state, "evade")
    assert not contact.may_fight(state, hex_of(state, FIELD), "land", FOMORIAN)
    put(state, "lothgar", FIELD)
    army(state, "skane", FIELD, 2)
    enter(state, FOMORIAN, "lothgar", "skane")
    do(state, "stand")
    assert contact.may_fight(state, hex_of(state, FIELD), "land", FOMORIAN)


@pytest.mark.rule("R19.5")
def test_nobody_evades_in_a_fortress() -> None:
    state = bare()
    put(state, "signhild", "3927")
    put(state, "gorm", "3927")
    army(state, "fynn", "3927", 3)
    enter(state, FOMORIAN, "gorm", "fynn", hex_="3927")
    assert where(state, "signhild") == "3927"
    assert state.evaded == []
    assert contact.may_fight(state, hex_of(state, "3927"), "land", FOMORIAN)


# ---- heroes (R19.6)


@pytest.mark.rule("R19.6")
def test_a_hero_protects_his_companions() -> None:
    state = bare()
    put(state, "snorri", FIELD)
    put(state, "signhild", FIELD)
    army(state, "fynn", FIELD, 3)
    evading.check_lone(state, hex_of(state, FIELD), [])
    assert where(state, "signhild") == FIELD
    state.leaders[leader_of(state, "snorri")].hex = hex_of(state, "2936")
    evading.check_lone(state, hex_of(state, FIELD), [])
    assert where(state, "signhild") is None


@pytest.mark.rule("R19.6")
def test_heroes_may_evade_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "snorri", FIELD)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, 6, 1)
    enter(state, FOMORIAN, "gorm", "fynn")
    events = do(state, "evade")
    assert rolls(events, "evade")[0].added == 2  # his command, not his strength
    assert state.evaded == [leader_of(state, "snorri")]


@pytest.mark.rule("R19.6")
def test_a_hero_who_fails_to_evade_is_not_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "snorri", FIELD)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, 1, 6)
    enter(state, FOMORIAN, "gorm", "fynn")
    do(state, "evade")
    assert where(state, "snorri") == FIELD
    assert state.force is not None
    assert state.force.stopped


# ---- without a roll


@pytest.mark.rule("R21.41")
def test_the_bearer_of_airnir_evades_without_a_roll() -> None:
    state = bare()
    put(state, "signhild", FIELD)
    item(state, "airnir", bearer="signhild")
    army(state, "fynn", FIELD, 3)
    enter(state, MUNDANE, "signhild")
    assert where(state, "signhild") == FIELD
    assert state.evaded == [leader_of(state, "signhild")]


@pytest.mark.rule("R21.44")
def test_with_the_staff_of_tengen_all_evade() -> None:
    state = bare()
    put(state, "tengen", FIELD)
    put(state, "hatta", FIELD)
    item(state, "staff_of_tengen", bearer="tengen")
    army(state, "midhrasir", FIELD, 3)
    enter(state, FOMORIAN, "tengen", "hatta")
    assert len(state.evaded) == 2


@pytest.mark.rule("R20.19")
def test_under_hide_all_evade() -> None:
    state = bare()
    put(state, "signhild", FIELD)
    put(state, "lembi", FIELD)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 3)
    cast(state, "hide", "signhild", hex_=FIELD)
    enter(state, FOMORIAN, "gorm", "fynn")
    assert len(state.evaded) == 2


@pytest.mark.rule("R24.3.2.4")
def test_the_jibalian_does_not_evade_flyers() -> None:
    state = bare("jotuns")
    put(state, "jibalian", FIELD)
    put(state, "frozur", FIELD)
    army(state, "jotunheim", FIELD, 3)
    enter(state, FOMORIAN, "frozur", "jotunheim")
    assert asked(state) == "Evading"
    state = bare("jotuns")
    put(state, "jibalian", FIELD)
    put(state, "krenkel", FIELD)
    put(state, "frozur", FIELD)
    army(state, "jotunheim", FIELD, 3)
    enter(state, FOMORIAN, "frozur", "jotunheim")
    assert not state.to_act
    assert who(state, "jibalian").hex >= 0


@pytest.mark.rule("R11.7")
def test_land_and_sea_are_apart() -> None:
    state = bare()
    put(state, "gorm", "3929")
    army(state, "fynn", "3929", 3)
    ship(state, "golden_raven", "3929")
    army(state, "midhrasir", "3929", 1, aboard=True)
    enter(state, FOMORIAN, "gorm", "fynn", hex_="3929")
    assert state.force is not None
    assert not state.force.stopped
    assert not reaching.hostile(state, hex_of(state, "3929"), FOMORIAN)


@pytest.mark.rule("R19.2")
def test_a_death_in_the_last_round_of_a_battle_leaves_companions_to_flee(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 12)
    put(state, "snorri", FIELD, wounds=5)
    put(state, "aulgerda", FIELD)
    state.month = 6
    dice(monkeypatch, 4, 5, 1, 6)  # 12 to 10, 11: A/Er
    events = attack(state, FIELD)
    events += lose(state, "snorri")
    assert where(state, "snorri") is None
    assert rolls(events, "evade")[0].result == "they are found"
    assert where(state, "aulgerda") is None


@pytest.mark.rule("R19.2")
@pytest.mark.parametrize(("rolled", "caught"), [((6, 1), False), ((1, 6), True)])
def test_who_lands_among_enemy_csp_may_evade(
    monkeypatch: pytest.MonkeyPatch, rolled: tuple[int, int], caught: bool
) -> None:
    state = bare(month=6)
    ship(state, "orms_sling", "3929")
    put(state, "lembi", "3929", aboard=True)
    army(state, "fynn", "3929", 3)
    state.phasing = MUNDANE
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, "pick(h3929,sea)")
    dice(monkeypatch, *rolled)
    do(state, "unload(lembi,1,h3929)")
    assert who(state, "lembi").dead == caught


@pytest.mark.rule("R19.2")
@pytest.mark.parametrize(("rolled", "caught"), [((6, 1), False), ((1, 6), True)])
def test_who_reaches_the_shore_among_enemy_csp_may_evade(
    monkeypatch: pytest.MonkeyPatch, rolled: tuple[int, int], caught: bool
) -> None:
    state = bare(month=6)
    number = ship(state, "orms_sling", "3929", damaged=True)
    put(state, "lembi", "3929", aboard=True)
    army(state, "fynn", "3929", 3)
    dice(monkeypatch, *rolled)
    toll = model.Toll(seat=MUNDANE, hex=hex_of(state, "3929"), stack="sea", steps=1, ships=(number,))
    happen(state, losses.Bear((toll,)))
    assert who(state, "lembi").dead == caught


@pytest.mark.rule("R19.6")
@pytest.mark.parametrize(("rolled", "caught"), [((6, 1), False), ((1, 6), True)])
def test_companions_whom_a_hero_leaves_among_the_enemy_must_evade(
    monkeypatch: pytest.MonkeyPatch, rolled: tuple[int, int], caught: bool
) -> None:
    state = bare(month=6)
    put(state, "snorri", FIELD)
    put(state, "lembi", FIELD)
    army(state, "fynn", FIELD, 3)
    state.phasing = MUNDANE
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, f"pick(h{FIELD},land)", "leave(lembi,1)")
    assert where(state, "lembi") == FIELD
    dice(monkeypatch, *rolled)
    do(state, "go(h2936)")
    assert who(state, "lembi").dead == caught


@pytest.mark.rule("R19.6")
@pytest.mark.parametrize(
    ("orders", "place"),
    [
        (("pick(h3929,sea)", "load(snorri,1,h3929)"), "3929"),  # he embarks
        (("pick(h3905,land)", "leave(lembi,1)", "teleport(signhild)", *TWICE), "3905"),  # he is sent off
    ],
)
def test_companions_are_left_alone_by_ship_and_by_magic_too(
    monkeypatch: pytest.MonkeyPatch, orders: tuple[str, ...], place: str
) -> None:
    state = bare(month=9)
    ship(state, "orms_sling", "3929")
    put(state, "snorri", place)
    put(state, "lembi", place)
    army(state, "fynn", place, 3)
    if place == "3905":
        put(state, "signhild", place)
    state.phasing = MUNDANE
    happen(state, moving.MovementPhase(MUNDANE))
    dice(monkeypatch, *((1, 1, 1, 6) if place == "3905" else (1, 6)))
    do(state, *orders)
    assert who(state, "lembi").dead


@pytest.mark.rule("R21.38")
def test_kobold_dust_helps_the_survivors_of_a_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare(month=6)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 12)
    rouse(state, "ycelia", seat=MUNDANE)
    put(state, "hatta", FIELD)
    item(state, "kobold_dust", bearer="hatta")
    army(state, "ycelia", FIELD, 1)
    dice(monkeypatch, 3, 4, 6, 1)
    attack(state, FIELD)
    bear(state)
    assert asked(state) == "Evading"
    assert legal(state) == {"evade", "use(kobold_dust)"}
    do(state, "use(kobold_dust)")
    assert treasure(state, "kobold_dust").gone


@pytest.mark.rule("R19.2")
@pytest.mark.parametrize(("rolled", "caught"), [((6, 1), False), ((1, 6), True)])
def test_who_joins_friends_among_the_enemy_evades_with_them(
    monkeypatch: pytest.MonkeyPatch, rolled: tuple[int, int], caught: bool
) -> None:
    state = bare(month=6)
    put(state, "lembi", FIELD)  # he evaded in an earlier player-turn
    put(state, "hakon", FIELD)
    army(state, "fynn", FIELD, 3)
    dice(monkeypatch, *rolled)
    enter(state, MUNDANE, "hakon")
    assert (who(state, "lembi").dead, who(state, "hakon").dead) == (caught, caught)


@pytest.mark.rule("R19.5")
def test_an_enchanter_who_sends_others_off_and_stays_need_not_evade_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = bare(month=9)
    put(state, "signhild", "3905")
    put(state, "lembi", "3905")
    army(state, "fynn", "3905", 3)
    state.phasing = MUNDANE
    happen(state, moving.MovementPhase(MUNDANE))
    state.evaded = sorted([leader_of(state, "signhild"), leader_of(state, "lembi")])
    dice(monkeypatch, 1, 1)
    do(state, "pick(h3905,land)", "teleport(signhild)")
    while asked(state) == "Appearing":
        do(state, "at(h3202)" if where(state, "lembi") == "3905" else "at(h3905)")
    assert where(state, "signhild") == "3905"
    assert where(state, "lembi") == "3202"
    assert asked(state) == "Moving"


@pytest.mark.rule("R19.5")
@pytest.mark.parametrize("mover", [MUNDANE, FOMORIAN])
def test_who_has_evaded_others_must_evade_again_without_being_asked(
    monkeypatch: pytest.MonkeyPatch, mover: int
) -> None:
    state = bare(month=6)
    put(state, "gorm", FIELD)
    put(state, "lembi", FIELD)
    army(state, "fynn", FIELD, 3)
    state.evaded = [leader_of(state, "lembi")]
    dice(monkeypatch, 1, 6)
    enter(state, mover, *(("lembi",) if mover == MUNDANE else ("gorm", "fynn")))
    assert not state.to_act
    assert who(state, "lembi").dead
