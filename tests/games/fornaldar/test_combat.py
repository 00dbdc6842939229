"""Starting combat: where, of what kind, and who takes part (R16.1 to R16.7, R5.5.5)."""

import msgspec
import pytest
from tests.games.fornaldar.fights import FIELD, SEA, announce, attack, bear, decline, finish, forecast, last
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
    hex_of,
    is_active,
    item,
    leader_of,
    legal,
    lull,
    put,
    refuses,
    ruin,
    rush,
    sentences,
    ship,
    side,
    vessel,
    where,
    who,
)

from fimbul.core import Event
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.combat import contact, fighting, hosts, prospects
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.state import FornaldarState


@pytest.mark.rule("R16.1")
def test_combat_is_the_active_player_s_choice() -> None:
    state = bare()
    army(state, "fynn", FIELD, 5)
    army(state, "midhrasir", FIELD, 5)
    happen(state, fighting.CombatPhase(FOMORIAN))
    assert state.to_act == (FOMORIAN,)
    assert legal(state) == {f"fight(h{FIELD},land)", "done"}
    do(state, "done")
    assert not state.agenda


@pytest.mark.rule("R16.1")
def test_combat_needs_enemies_in_the_hex() -> None:
    state = bare()
    army(state, "fynn", FIELD, 5)
    army(state, "midhrasir", "2936", 5)
    army(state, "fynn", "2735", 1)
    army(state, "midhrasir", "2735", 1)
    happen(state, fighting.CombatPhase(FOMORIAN))
    refuses(state, f"fight(h{FIELD},land)", "R16.1")


@pytest.mark.rule("R14.8.11")
def test_an_intercepted_force_must_fight() -> None:
    state = bare()
    for hex_ in (FIELD, "2735"):
        army(state, "fynn", hex_, 5)
        army(state, "midhrasir", hex_, 5)
    state.caught = [state.book.node[FIELD]]
    happen(state, fighting.CombatPhase(FOMORIAN))
    refuses(state, "done", "R14.8.11")
    do(state, f"fight(h{FIELD},land)")
    assert "done" in legal(state)


@pytest.mark.rule("R14.8.11")
def test_the_duty_is_to_fight_where_the_forces_met() -> None:
    state = bare()
    ship(state, "cinderhull", "3929")
    army(state, "fynn", "3929", 2)
    put(state, "gorm", "3929")
    ship(state, "golden_raven", "3929")
    put(state, "lembi", "3929", aboard=True)
    who(state, "lembi").intercepted = True
    army(state, "midhrasir", "3929", 2)
    state.caught = [hex_of(state, "3929")]
    happen(state, fighting.CombatPhase(FOMORIAN))
    do(state, "fight(h3929,land)")
    assert asked(state) == "Challenging"  # the fight at sea is a duty, and needs no asking
    frays = state.decision.frays  # type: ignore[union-attr]
    assert {each.stack for each in frays} == {"land", "sea"}


@pytest.mark.rule("R14.8.9")
def test_late_comers_join_in_the_second_round(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 6)
    put(state, "lothgar", FIELD)
    army(state, "skane", FIELD, 4)
    put(state, "hakon", FIELD)
    army(state, "midhrasir", FIELD, 12)
    state.caught = [state.book.node[FIELD]]
    state.late = [leader_of(state, "lothgar")]
    next(each for each in state.armies if each.banner == state.book.banner["skane"]).late = True
    dice(monkeypatch, 6, 6, 3, 4)
    attack(state, FIELD)
    assert last(state).attack == 6
    while asked(state) != "Pressing":
        bear(state)
        rush(state, "Pressing", "Bearing")
    fynn = csp(state, "fynn")
    do(state, "press")
    assert last(state).attack == fynn + 4


@pytest.mark.rule("R14.8.9")
def test_late_comers_bear_no_losses_of_the_first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 2)
    pieces.add_army(state, msgspec.structs.replace(state.armies[0], csp=9, late=True))
    put(state, "hakon", FIELD)
    army(state, "midhrasir", FIELD, 12)
    state.caught = [state.book.node[FIELD]]
    dice(monkeypatch, 1, 2)  # 2 to 12: 1-5, rF/Ao, three CSP
    attack(state, FIELD)
    bear(state)
    assert csp(state, "fynn") == 9


def caught(state: FornaldarState, hex_: str, *, afloat: bool) -> None:
    """Gorm's force was intercepted there by Hakon's, on land or at sea."""
    hakon = put(state, "hakon", hex_, aboard=afloat)
    state.leaders[hakon].intercepted = True
    army(state, "midhrasir", hex_, 2, aboard=afloat)
    state.caught = [hex_of(state, hex_)]


@pytest.mark.rule("R14.8.9")
@pytest.mark.parametrize("afloat", [False, True])
def test_who_lands_where_a_force_was_intercepted_comes_late(afloat: bool) -> None:
    state = bare(month=6)
    ship(state, "cinderhull", "3929")
    put(state, "grendel", "3929", aboard=True)
    army(state, "basulea", "3929", 2, aboard=True)
    state.phasing = FOMORIAN
    happen(state, moving.MovementPhase(FOMORIAN))
    if afloat:
        ship(state, "orms_sling", "3929")
    caught(state, "3929", afloat=afloat)
    do(state, "pick(h3929,sea)", "unload(grendel,1,h3929)", "unload(basulea,2,h3929)")
    mine = hosts.ground_host(state, hex_of(state, "3929"), FOMORIAN, late=False)
    assert bool(mine.leaders) == bool(mine.troops) == afloat  # what happens at sea is not their battle


@pytest.mark.rule("R14.8.9")
@pytest.mark.parametrize("afloat", [False, True])
def test_who_marches_where_a_force_was_intercepted_comes_late(afloat: bool) -> None:
    state = bare(month=6)
    put(state, "gorm", "3829")
    army(state, "fynn", "3829", 3)
    state.phasing = FOMORIAN
    happen(state, moving.MovementPhase(FOMORIAN))
    if afloat:
        ship(state, "orms_sling", "3929")
    caught(state, "3929", afloat=afloat)
    do(state, "pick(h3829,land)", "go(h3929)")
    mine = hosts.ground_host(state, hex_of(state, "3929"), FOMORIAN, late=False)
    assert bool(mine.leaders) == bool(mine.troops) == afloat


@pytest.mark.rule("R10.2")
def test_inactive_pieces_that_are_attacked_become_active() -> None:
    state = bare()
    lull(state, "ogmund")
    put(state, "ogmund", "2947")
    put(state, "reomur", "2947")
    assert side(state, "ogmund") == MUNDANE
    happen(state, fighting.CombatPhase(FOMORIAN))
    do(state, "fight(h2947,land)")
    assert is_active(state, "ogmund")


@pytest.mark.rule("R5.5.5")
def test_all_combats_are_announced_then_challenged_then_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    for hex_, troll, mundane in ((FIELD, "gorm", "hakon"), ("2735", "lothgar", "astholf")):
        put(state, troll, hex_)
        army(state, "fynn", hex_, 5)
        put(state, mundane, hex_)
        army(state, "midhrasir", hex_, 5)
    happen(state, fighting.CombatPhase(FOMORIAN))
    do(state, f"fight(h{FIELD},land)", "fight(h2735,land)")
    assert (asked(state), state.to_act) == ("Challenging", (FOMORIAN,))
    do(state, "challenge(trial,gorm)", "done")
    assert (asked(state), state.to_act) == ("Answering", (MUNDANE,))
    do(state, "accept(hakon)")
    assert (asked(state), state.to_act) == ("Challenging", (MUNDANE,))
    dice(monkeypatch, 4, 4, 4, 4, 4, 4, 4, 4, then=3)
    do(state, "challenge(trial,astholf)")  # nobody has magic for a duel
    assert (asked(state), state.to_act) == ("Answering", (FOMORIAN,))
    do(state, "refuse")
    # the trial of Gorm and Hakon is over before any battle
    assert where(state, "gorm") is None
    assert where(state, "hakon") is None
    assert asked(state) == "Ordering"
    assert state.battle is None


@pytest.mark.rule("R16.2")
def test_csp_on_either_side_make_a_ground_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "reomur", FIELD)
    army(state, "midhrasir", FIELD, 3)
    dice(monkeypatch, 3, 4)
    attack(state, FIELD)
    assert last(state).kind == "ground"


@pytest.mark.rule("R16.2")
def test_only_characters_make_a_melee(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "reomur", FIELD)
    put(state, "snorri", FIELD)
    dice(monkeypatch, 3, 4)
    attack(state, FIELD)
    assert last(state).kind == "melee"


@pytest.mark.rule("R16.2")
def test_a_naval_battle_needs_ships_or_swimmers_on_both_sides() -> None:
    state = bare()
    ship(state, "golden_raven", "3927")
    army(state, "fynn", "3927", 3)
    put(state, "gorm", "3927")
    happen(state, fighting.CombatPhase(MUNDANE))
    state.agenda.clear()
    happen(state, fighting.CombatPhase(FOMORIAN))
    assert "fight(h3927,sea)" not in legal(state)
    refuses(state, "fight(h3927,sea)", "R16.2")


@pytest.mark.rule("R16.3")
def test_ships_and_what_is_embarked_do_not_fight_on_land() -> None:
    state = bare()
    ruin(state, "3927")
    army(state, "midhrasir", "3927", 4)
    put(state, "lembi", "3927")
    ship(state, "golden_raven", "3927")
    army(state, "midhrasir", "3927", 1, aboard=True)
    put(state, "snorri", "3927", aboard=True)
    put(state, "gorm", "3927")
    army(state, "fynn", "3927", 4)
    assert forecast(state, "3927").defence == 4


@pytest.mark.rule("R16.3")
def test_nobody_can_be_held_back() -> None:
    state = bare()
    for name in ("gorm", "eberic", "scyld", "reomur"):
        put(state, name, FIELD)
    army(state, "fynn", FIELD, 4)
    army(state, "ycelia", FIELD, 4)
    army(state, "midhrasir", FIELD, 4)
    battle = prospects.supposed(state, state.book.node[FIELD], "land", FOMORIAN)
    assert len(hosts.host(state, battle, FOMORIAN).leaders) == 4
    assert hosts.host(state, battle, FOMORIAN).csp == 8


@pytest.mark.rule("R16.4")
def test_heroes_fight_armies_without_csp_of_their_own() -> None:
    state = bare()
    put(state, "reomur", FIELD)  # 6
    put(state, "konkiff", FIELD, wounds=2)  # 4
    army(state, "midhrasir", FIELD, 4)
    put(state, "lembi", FIELD)
    odds = forecast(state, FIELD)
    assert (odds.kind, odds.attack, odds.defence) == ("ground", 10, 4)


@pytest.mark.rule("R16.5")
def test_ships_under_refit_take_no_part_and_are_lost_when_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    ship(state, "golden_raven", "3927")
    ship(state, "orms_sling", "3927", damaged=True, refit=True)
    for name in ("cinderhull", "wrath_of_gorm", "oakfist", "eirs_courser"):
        ship(state, name, "3927")
    dice(monkeypatch, 6, 6)
    odds = forecast(state, "3927", "sea")
    assert odds.defence == 4
    state.vessels[state.book.ship["golden_raven"]].damaged = True
    attack(state, "3927", "sea")
    bear(state)
    assert vessel(state, "golden_raven").sunk
    assert vessel(state, "orms_sling").sunk


@pytest.mark.rule("R16.6")
def test_swimming_mermen_may_fight_tursas_in_a_melee() -> None:
    state = bare()
    put(state, "tursas", SEA, afloat=True)
    put(state, "tenaz", SEA, afloat=True)
    assert forecast(state, SEA, "sea", MUNDANE).kind == "melee"
    assert forecast(state, SEA, "sea", FOMORIAN).kind == "melee"


@pytest.mark.rule("R16.6")
def test_a_melee_with_tursas_needs_that_no_fomorian_csp_are_there() -> None:
    state = bare()
    put(state, "tursas", "3850", afloat=True)
    put(state, "tenaz", "3850", afloat=True)
    here = state.book.node["3850"]
    assert contact.may_fight(state, here, "sea", MUNDANE)
    army(state, "fynn", "3850", 1)
    assert not contact.may_fight(state, here, "sea", MUNDANE)


@pytest.mark.rule("R16.6")
def test_swimmers_of_both_sides_without_a_monster_cannot_fight() -> None:
    state = bare("jotuns")
    put(state, "hagentyr", SEA, afloat=True)
    put(state, "glum", SEA, afloat=True)
    assert not contact.may_fight(state, state.book.node[SEA], "sea", MUNDANE)


@pytest.mark.rule("R16.7")
def test_the_bearer_of_airnir_may_keep_out_of_a_melee(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "reomur", FIELD)
    put(state, "snorri", FIELD)
    put(state, "signhild", FIELD)
    item(state, "airnir", bearer="signhild")
    dice(monkeypatch, 3, 4)
    attack(state, FIELD)
    assert (asked(state), state.to_act) == ("KeepingOut", (MUNDANE,))
    do(state, "evade")
    assert last(state).defence == 12  # Snorri alone


@pytest.mark.rule("R16.7")
def test_with_the_staff_of_tengen_the_whole_company_may_decline() -> None:
    state = bare()
    put(state, "snorri", FIELD)
    put(state, "tengen", FIELD)
    put(state, "hatta", FIELD)
    item(state, "staff_of_tengen", bearer="tengen")
    attack(state, FIELD, seat=MUNDANE)
    assert asked(state) == "KeepingOut"
    events = do(state, "evade")
    assert any("nobody left" in text or "is over" in text for text in sentences(events))
    assert who(state, "hatta").wounds == 0


@pytest.mark.rule("R16.7")
def test_others_cannot_decline_a_melee(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "reomur", FIELD)
    put(state, "signhild", FIELD)
    dice(monkeypatch, 1, 1, then=3)
    events: list[Event] = announce(state, FIELD)
    events += decline(state)
    assert any("Melee at" in text for text in sentences(events))
    finish(state)


@pytest.mark.rule("R20.6")
def test_casters_alone_do_not_start_a_combat() -> None:
    state = bare()
    put(state, "eberic", FIELD)
    put(state, "signhild", FIELD)
    who(state, "eberic").cast = True
    army(state, "fynn", "2735", 1)
    army(state, "midhrasir", "2735", 1)
    happen(state, fighting.CombatPhase(FOMORIAN))
    refuses(state, f"fight(h{FIELD},land)", "R20.6")


@pytest.mark.rule("R12.3")
def test_a_battle_shows_both_stacks(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 5)
    army(state, "midhrasir", FIELD, 5)
    here = state.book.node[FIELD]
    assert not prospects.knows(state, here, "land", FOMORIAN)
    hidden = prospects.forecast(state, here, "land", FOMORIAN)
    assert hidden is not None
    assert (hidden.attack, hidden.defence, hidden.chances) == (5, -1, ())
    dice(monkeypatch, 3, 4)
    attack(state, FIELD)
    assert {(0, here), (1, here)} <= set(state.seen)


@pytest.mark.rule("R17.5.7")
def test_a_forecast_counts_the_36_rolls() -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 5)
    army(state, "midhrasir", FIELD, 10)
    odds = forecast(state, FIELD)
    assert odds.column == "1-1"
    assert sum(count for _, count in odds.chances) == 36
    assert odds.added == 4
    assert dict(odds.chances)["E/E"] == 3  # 8 with 4 added: a roll of 4
    cost = {result: loss for (result, _), loss in zip(odds.chances, odds.losses, strict=True)}
    assert cost["E/E"] == "3 CSP and 2 wounds / 5 CSP"  # the casualty table at 4-6 and at 10-12
    assert cost["A/Er"] == "none / 5 CSP, driven out"
