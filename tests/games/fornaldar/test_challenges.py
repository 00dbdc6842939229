"""Challenges: the duel arcane and the trial by combat (R16.8, R17.8, R17.9)."""

import msgspec
import pytest
from tests.games.fornaldar.fights import FIELD, announce, last
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    dice,
    do,
    happen,
    item,
    legal,
    put,
    refuses,
    rolls,
    sentences,
    treasure,
    where,
    who,
)

from fimbul.core import Event
from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.rules.combat import challenges, fighting
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.state import FornaldarState


def meeting(*names: str, scenario: str = "sampo") -> FornaldarState:
    """A battle at the field, announced by the Fomorian side; these characters are there."""
    state = bare(scenario, month=6)
    for name in names:
        put(state, name, FIELD)
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    announce(state, FIELD)
    return state


# ---- making and answering (R16.8)


@pytest.mark.rule("R16.8.1")
def test_a_challenge_names_its_kind_and_its_challenger() -> None:
    state = meeting("gorm", "eberic", "thorskuld", "aulgerda")
    assert state.to_act == (FOMORIAN,)
    assert legal(state) == {
        "challenge(trial,gorm)",
        "challenge(trial,eberic)",
        "challenge(duel,eberic)",
        "done",
    }


@pytest.mark.rule("R16.8.1")
def test_the_other_accepts_with_whom_it_likes_or_declines(monkeypatch: pytest.MonkeyPatch) -> None:
    state = meeting("gorm", "thorskuld", "lembi")
    events = do(state, "challenge(trial,gorm)")
    assert sentences(events)[0] == f"Gorm challenges to a trial by combat at {FIELD}."  # no strength is told
    assert state.to_act == (MUNDANE,)
    assert legal(state) == {"accept(thorskuld)", "accept(lembi)", "refuse"}
    dice(monkeypatch, 3, 4)
    do(state, "refuse")
    assert last(state).added == 5


@pytest.mark.rule("R16.8.1")
def test_nothing_is_declined_where_nobody_could_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    state = meeting("eberic", "thorskuld")
    dice(monkeypatch, 3, 4)
    do(state, "challenge(duel,eberic)")  # Thorskuld has no magic
    do(state, "done", "done")
    assert last(state).declined == (0, 0)


@pytest.mark.rule("R16.8.1")
def test_a_force_without_characters_declines_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = meeting("gorm")
    dice(monkeypatch, 3, 4)
    do(state, "challenge(trial,gorm)")
    assert last(state).declined == (0, 0)


@pytest.mark.rule("R16.8.1")
def test_no_challenges_in_a_melee(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "reomur", FIELD)
    put(state, "snorri", FIELD)
    dice(monkeypatch, 3, 4)
    announce(state, FIELD)
    assert last(state).kind == "melee"


@pytest.mark.rule("R16.8.2")
def test_there_is_one_challenge_of_each_kind_for_a_battle() -> None:
    state = meeting("gorm", "scyld", "thorskuld", "lembi", "aulgerda", "eberic")
    do(state, "challenge(trial,gorm)")
    refuses(state, "challenge(trial,scyld)", "R16.8.2")
    do(state, "done", "refuse")
    assert state.to_act == (MUNDANE,)
    assert legal(state) == {"challenge(duel,aulgerda)", "done"}  # the trial has been offered


@pytest.mark.rule("R16.8.2")
def test_the_only_character_need_not_fight_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    state = meeting("gorm", "eberic", "aulgerda")
    do(state, "challenge(duel,eberic)", "challenge(trial,gorm)")
    assert asked(state) == "Answering"
    dice(monkeypatch, *(6, 6) * 6, then=3)
    do(state, "accept(aulgerda)")
    events = do(state, "refuse")
    assert any("at no cost" in text for text in sentences(events))


@pytest.mark.rule("R16.8.2")
def test_with_two_characters_the_second_refusal_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    state = meeting("gorm", "eberic", "aulgerda", "lembi")
    do(state, "challenge(duel,eberic)", "challenge(trial,gorm)")
    dice(monkeypatch, *(6, 6) * 6, then=3)
    do(state, "accept(aulgerda)")
    do(state, "refuse")
    assert last(state).declined == (0, 5)


@pytest.mark.rule("R16.8.2")
def test_items_change_hands_before_a_challenge_is_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    for name in ("gorm", "scyld", "thorskuld"):
        put(state, name, FIELD)
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    item(state, "angsung", bearer="scyld")
    announce(state, FIELD)
    do(state, "challenge(trial,gorm)", "accept(thorskuld)")
    assert (asked(state), state.to_act) == ("Arming", (FOMORIAN,))
    dice(monkeypatch, *(4, 5) * 8, then=3)
    events = do(state, "give(angsung,gorm)")
    assert treasure(state, "angsung").bearer == state.book.leader["gorm"] or where(state, "gorm") is None
    assert any("6 to 5" in event.what for event in rolls(events, "Trial by combat, round 1"))


@pytest.mark.rule("R16.8.3")
def test_a_duel_needs_magic() -> None:
    state = meeting("gorm", "eberic", "thorskuld", "aulgerda")
    refuses(state, "challenge(duel,gorm)", "R16.8.3")
    do(state, "challenge(duel,eberic)", "done")
    assert legal(state) == {"accept(aulgerda)", "refuse"}
    refuses(state, "accept(thorskuld)", "R16.8.3")


@pytest.mark.rule("R20.6")
def test_casters_neither_challenge_nor_accept_and_declining_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    for name in ("gorm", "eberic", "aulgerda"):
        put(state, name, FIELD)
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    who(state, "aulgerda").cast = True
    announce(state, FIELD)
    dice(monkeypatch, 3, 4)
    do(state, "challenge(duel,eberic)", "challenge(trial,gorm)")
    assert last(state).declined == (0, 0)
    state = bare()
    for name in ("gorm", "eberic", "aulgerda"):
        put(state, name, FIELD)
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    who(state, "eberic").cast = True
    announce(state, FIELD)
    refuses(state, "challenge(duel,eberic)", "R20.6")


@pytest.mark.rule("R24.3.2.4")
def test_the_jibalian_takes_no_part_in_challenges() -> None:
    state = bare("jotuns")
    for name in ("frozur", "glum", "jibalian", "asdulf"):
        put(state, name, FIELD)
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    announce(state, FIELD)
    do(state, "challenge(trial,frozur)", "done")
    refuses(state, "accept(jibalian)", "R24.3.2.4")
    assert legal(state) == {"accept(asdulf)", "refuse"}


@pytest.mark.rule("R21.75")
def test_erlingur_cancels_one_challenge_without_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns")
    for name in ("frozur", "glum", "biallek", "thorra"):
        put(state, name, FIELD)
    item(state, "erlingur", bearer="biallek")
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    announce(state, FIELD)
    do(state, "challenge(trial,frozur)", "challenge(duel,glum)")
    assert "use(erlingur)" in legal(state)
    do(state, "use(erlingur)")
    assert "use(erlingur)" not in legal(state)  # only one
    dice(monkeypatch, 3, 4)
    do(state, "refuse")
    assert sum(last(state).declined) in (3, 5)
    assert last(state).declined[FOMORIAN] == 0


# ---- the duel (R17.8)


@pytest.mark.rule("R17.8.1")
def test_a_duel_uses_current_magic_for_the_ratio_and_basic_magic_for_losses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = meeting("eberic", "aulgerda", "gorm", "thorskuld")  # magic 4 and 5, mana 4
    do(state, "challenge(duel,eberic)", "done", "accept(aulgerda)")
    dice(monkeypatch, 4, 5, then=3)  # 8 to 9: 1-2; 9: D/D, one wound each
    events = do(state, "done")
    first = rolls(events, "Duel arcane, round 1")[0]
    assert "8 to 9 at 1-2" in first.what
    assert first.result == "D/D"
    text = sentences(events)
    assert "Eberic takes 1 wound." in text  # 4 with D
    assert "Aulgerda takes 1 wound." in text  # 5 with D


@pytest.mark.rule("R17.8.1")
def test_the_challenger_attacks_though_he_is_of_the_inactive_side(monkeypatch: pytest.MonkeyPatch) -> None:
    state = meeting("eberic", "aulgerda", "gorm", "thorskuld")
    do(state, "done", "challenge(duel,aulgerda)", "done")
    dice(monkeypatch, 4, 6, then=4)  # 9 to 8: 1-1; 10: A/D
    events = do(state, "accept(eberic)")
    assert "Aulgerda against Eberic" in rolls(events, "Duel arcane, round 1")[0].what
    assert "Eberic takes 1 wound." in sentences(events)


@pytest.mark.rule("R17.8.2")
def test_a_duel_goes_on_to_the_death_and_command_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    state = meeting("eberic", "aulgerda", "gorm", "thorskuld")
    do(state, "challenge(duel,eberic)", "done", "accept(aulgerda)")
    dice(monkeypatch, 2, 4, 6, 6, then=3)  # 1-2: 6 is D/Bo, 12 is A/Er
    events = do(state, "done")
    told = rolls(events, "Duel arcane")
    assert [event.added for event in told] == [0, 0]
    assert [event.result for event in told] == ["D/B", "A/E"]  # no mark ends it
    assert where(state, "aulgerda") is None
    assert who(state, "eberic").wounds == 1


@pytest.mark.rule("R17.8.3")
def test_jotuns_do_not_challenge_to_a_duel_but_may_accept() -> None:
    library = load_library()
    cast = tuple(
        msgspec.structs.replace(each, magic=3) if each.id == "jarn" else each for each in library.characters
    )  # no jotun has magic as it is
    state = bare(library=msgspec.structs.replace(library, characters=cast))
    for name in ("jarn", "gorm", "aulgerda"):
        put(state, name, FIELD)
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    announce(state, FIELD)
    refuses(state, "challenge(duel,jarn)", "R17.8.3")
    do(state, "done", "challenge(duel,aulgerda)", "done")
    assert legal(state) == {"accept(jarn)", "refuse"}


@pytest.mark.rule("R21.43")
def test_adas_mask_adds_one_magic_in_a_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    state = meeting("eberic", "aulgerda", "gorm", "thorskuld")
    item(state, "adas_mask", bearer="aulgerda")
    do(state, "challenge(duel,eberic)", "done", "accept(aulgerda)")
    dice(monkeypatch, then=6)
    events = do(state, "done", "done")
    assert "8 to 10" in rolls(events, "Duel arcane, round 1")[0].what


# ---- the trial (R17.9)


def trial(
    monkeypatch: pytest.MonkeyPatch, one: str, two: str, *values: int, state: FornaldarState | None = None
) -> tuple[FornaldarState, list[str]]:
    """A trial by combat: `one`, of the Fomorian side, challenges `two`.  What is told."""
    if state is None:
        state = bare()
    put(state, one, FIELD)
    put(state, two, FIELD)
    dice(monkeypatch, *values, then=1)
    pair = (state.book.leader[one], state.book.leader[two])
    contest = challenges.Contest(state.book.node[FIELD], "trial", pair)
    events: list[Event] = []
    contest.run(state, events)  # one round only
    state.agenda.clear()
    return state, sentences(events)


@pytest.mark.rule("R17.9.1")
def test_heroes_are_doubled_for_the_ratio_not_for_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    state, told = trial(monkeypatch, "reomur", "hakon", 4, 5)  # 12 to 5: 2-1, 9: C/E
    assert "12 to 5 at 2-1" in told[0]
    assert who(state, "hakon").wounds == 2
    assert who(state, "reomur").wounds == 0  # 6 with C


@pytest.mark.rule("R17.9.1")
def test_the_trial_of_snorri_and_rodhiorm(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    put(state, "rodhiorm", FIELD)
    put(state, "snorri", FIELD)
    item(state, "mottsiger", bearer="snorri")  # no help against a dragon
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    announce(state, FIELD)
    do(state, "done", "challenge(trial,snorri)")
    dice(monkeypatch, 3, 4, 4, 5, 3, 4, 4, 5, then=3)
    events = do(state, "accept(rodhiorm)")
    told = rolls(events, "Trial by combat")
    assert "12 to 12 at 1-1" in told[0].what
    assert [event.result for event in told] == ["D/D", "D/E", "D/D", "D/E"]
    assert where(state, "rodhiorm") is None
    assert who(state, "snorri").wounds >= 4


@pytest.mark.rule("R17.9.2")
def test_both_may_die_in_a_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD, wounds=3)
    put(state, "hakon", FIELD, wounds=3)
    army(state, "fynn", FIELD, 8)
    army(state, "midhrasir", FIELD, 8)
    announce(state, FIELD)
    do(state, "challenge(trial,gorm)")
    dice(monkeypatch, 4, 4, then=3)  # E/E
    do(state, "accept(hakon)")
    assert where(state, "gorm") is None
    assert where(state, "hakon") is None
    assert min(state.points) >= 5


@pytest.mark.rule("R17.9.2")
def test_a_trial_ignores_command_and_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    state, told = trial(monkeypatch, "lothgar", "hakon", 4, 6)  # command 3 to 5; 10 at 1-1
    assert "= 10: A/D" in told[0]
    assert state.leaders[state.book.leader["hakon"]].hex >= 0


@pytest.mark.rule("R21.50")
def test_skavard_shifts_a_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    item(state, "skavard", bearer="hakon")
    _, told = trial(monkeypatch, "gorm", "hakon", 3, 4, state=state)
    assert "5 to 6 at 1-3" in told[0]


@pytest.mark.rule("R21.61")
def test_vikrane_doubles_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    item(state, "vikrane", bearer="gorm")
    trial(monkeypatch, "gorm", "hakon", 4, 4, state=state)
    assert who(state, "hakon").wounds == 4
    assert who(state, "gorm").wounds == 2


@pytest.mark.rule("R21.64")
def test_kressek_doubles_the_first_wounds(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "reomur", FIELD)
    put(state, "snorri", FIELD)
    item(state, "kressek", bearer="reomur")  # 7, a hero
    army(state, "fynn", FIELD, 8)
    army(state, "midhrasir", FIELD, 8)
    announce(state, FIELD)
    do(state, "challenge(trial,reomur)")
    dice(monkeypatch, 4, 6, 4, 6, 4, 6, 4, 6, 4, 6, 4, 6, then=3)  # A/D each time
    events = do(state, "accept(snorri)")
    wounds = [text for text in sentences(events) if text.startswith("Snorri takes")]
    assert wounds[:2] == ["Snorri takes 2 wounds.", "Snorri takes 1 wound."]


@pytest.mark.rule("R21.66")
def test_njals_glove_adds_a_wound_for_each_six_or_one(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    item(state, "njals_glove", bearer="gorm")
    trial(monkeypatch, "gorm", "hakon", 6, 3, state=state)  # 9: D/E
    assert who(state, "hakon").wounds == 2 + 1
    state = bare()
    item(state, "njals_glove", bearer="hakon")
    trial(monkeypatch, "gorm", "hakon", 1, 3, state=state)  # 4: D/B
    assert who(state, "gorm").wounds == 1 + 1
    assert who(state, "hakon").wounds == 0


@pytest.mark.rule("R21.67")
def test_maslok_turns_e_into_f(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    item(state, "maslok", bearer="gorm")
    trial(monkeypatch, "gorm", "hakon", 4, 4, state=state)  # E/E
    assert who(state, "hakon").wounds == 3
    assert who(state, "gorm").wounds == 2


@pytest.mark.rule("R21.70")
def test_hano_kills_with_one_blow_and_doubles_hit_more(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns")
    item(state, "hano", bearer="kimbi")
    trial(monkeypatch, "frozur", "kimbi", 1, 1, state=state)  # a 2 in defence
    assert where(state, "frozur") is None
    state = bare("jotuns")
    item(state, "hano", bearer="kimbi")
    trial(monkeypatch, "frozur", "kimbi", 4, 4, state=state)  # another double; 7 to 12 is 1-2: D/C
    assert who(state, "frozur").wounds == 2 + 1


@pytest.mark.rule("R21.28")
def test_armour_takes_one_wound_off_each_result(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    item(state, "glaumjord", bearer="hakon")
    trial(monkeypatch, "gorm", "hakon", 4, 4, state=state)
    assert who(state, "hakon").wounds == 1
    assert who(state, "gorm").wounds == 2


@pytest.mark.rule("R21.74")
def test_ohnskali_shifts_a_trial_for_a_merman(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    item(state, "ohnskali", bearer="lhyr")
    _, told = trial(monkeypatch, "tursas", "lhyr", 3, 4, state=state)  # 8 to 3: 2-1
    assert "8 to 3 at 1-1" in told[0]


@pytest.mark.rule("R18.3")
def test_characters_in_a_fortress_can_be_challenged() -> None:
    state = bare()
    put(state, "gorm", "2331")
    army(state, "fynn", "2331", 5)
    put(state, "thorskuld", "2331")
    happen(state, fighting.CombatPhase(FOMORIAN))
    do(state, "fight(h2331,land)")
    assert "challenge(trial,gorm)" in legal(state)


@pytest.mark.rule("R14.5.1")
def test_friends_who_were_there_before_make_no_challenge_in_an_overrun() -> None:
    state = bare(month=6)
    put(state, "gorm", "3824")
    army(state, "fynn", "3824", 9)
    put(state, "scyld", "3825", escort=True)
    put(state, "lembi", "3825")
    army(state, "midhrasir", "3825", 2)
    state.phasing = FOMORIAN
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, "pick(h3824,land)", "go(h3825)", "overrun")
    assert legal(state) == {"challenge(trial,gorm)", "done"}
