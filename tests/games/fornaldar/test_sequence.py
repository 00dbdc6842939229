"""5. The sequence of play."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    begin,
    cast,
    csp,
    dice,
    do,
    happen,
    hex_of,
    item,
    legal,
    lull,
    put,
    rush,
    ship,
    treasure,
    vessel,
    who,
)

from fimbul.core import Event
from fimbul.games.fornaldar.model import Spell
from fimbul.games.fornaldar.rules import reinforcing, turn
from fimbul.games.fornaldar.state import FornaldarState


def phases(state: FornaldarState, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The phases that follow each other until the game turn is over, with the phasing seat."""
    seen: list[tuple[str, int]] = []
    run = turn.PhaseBegins.run

    def watch(self: turn.PhaseBegins, state: FornaldarState, events: list[Event]) -> None:
        run(self, state, events)
        seen.append((self.name, state.phasing))

    monkeypatch.setattr(turn.PhaseBegins, "run", watch)
    number = state.game_turn
    happen(state, turn.GameTurn())
    while state.game_turn == number and state.outcome is None:
        rush(state, most=1)
    monkeypatch.setattr(turn.PhaseBegins, "run", run)
    return seen


PLAYER_TURN = ("recovery", "mobilization", "movement", "reaction", "combat")


@pytest.mark.rule("R5.5")
@pytest.mark.rule("R5.6")
def test_the_phases_of_a_game_turn(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=9)
    put(state, "gorm", "1545")
    put(state, "hakon", "3927")

    seen = phases(state, monkeypatch)

    first = [name for name, _ in seen[:4]]
    assert first == ["weather", "reinforcement", "enchantment", "attrition"]
    assert seen[4:9] == [(name, FOMORIAN) for name in PLAYER_TURN]
    assert seen[9:14] == [(name, MUNDANE) for name in PLAYER_TURN]


@pytest.mark.rule("R5.5.3")
@pytest.mark.rule("R5.5.4")
def test_one_player_moves_and_marches_and_the_other_reacts():
    state = bare(month=9)
    put(state, "gorm", "1545")
    put(state, "hakon", "3927")
    happen(state, turn.PlayerTurn(FOMORIAN))
    rush(state, "Moving")

    assert (asked(state), state.phase, state.to_act) == ("Moving", "movement", (FOMORIAN,))
    do(state, "done")
    assert (asked(state), state.phase, state.to_act) == ("Moving", "march", (FOMORIAN,))
    do(state, "done")
    assert (asked(state), state.phase, state.to_act) == ("Moving", "reaction", (MUNDANE,))


@pytest.mark.rule("R5.6")
def test_in_the_mundane_player_turn_the_fomorian_player_reacts():
    state = bare(month=9)
    put(state, "gorm", "1545")
    put(state, "hakon", "3927")
    happen(state, turn.PlayerTurn(MUNDANE))
    rush(state, "Moving")
    assert state.to_act == (MUNDANE,)

    do(state, "done", "done")

    assert (state.phase, state.to_act) == ("reaction", (FOMORIAN,))


@pytest.mark.rule("R5.7")
def test_at_the_end_of_a_game_turn_the_calendar_goes_on_and_enchantments_end():
    state = bare(month=9)
    put(state, "heior", "3305")
    who(state, "heior").cast = True
    cast(state, "vortex_creation", "heior", hex_="3305")
    state.seen = [(0, hex_of(state, "3927"))]

    happen(state, turn.GameTurnEnds())

    assert (state.month, state.game_turn) == (10, 4)
    assert state.spells == []
    assert state.seen == []
    assert not who(state, "heior").cast


@pytest.mark.rule("R5.7")
def test_after_the_fourteenth_calendar_turn_comes_the_first():
    state = bare(month=14)

    happen(state, turn.GameTurnEnds())

    assert state.month == 1


@pytest.mark.rule("R5.7")
def test_a_maelstrom_stays_when_the_turn_ends(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=9)
    state.whirlpools = [Spell(16, 0, hex=hex_of(state, "2546"))]
    dice(monkeypatch, 4, 3, then=1)

    happen(state, turn.GameTurnEnds())

    assert len(state.whirlpools) == 1


@pytest.mark.rule("R4.3")
def test_the_game_ends_after_the_turns_of_the_scenario():
    state = bare(month=10)
    state.game_turn = 14

    happen(state, turn.GameTurnEnds())

    assert state.outcome is not None
    assert state.outcome.rule == "R24.1.3"


@pytest.mark.rule("R25.4")
def test_a_shorter_game_ends_after_so_many_turns():
    state = begin("sampo", turns=2)

    rush(state)

    assert state.game_turn == 2
    assert state.outcome is not None


@pytest.mark.rule("R12.3")
def test_what_a_battle_has_shown_is_hidden_again_and_what_vision_shows_is_not():
    state = bare(month=9)
    vision, battle = hex_of(state, "3927"), hex_of(state, "1545")
    state.seen = [(0, vision)]
    happen(state, turn.PlayerTurn(FOMORIAN))
    state.seen += [(0, battle), (1, battle)]

    while any(isinstance(step, turn.PlayerTurnEnds) for step in state.agenda):
        rush(state, most=1)

    assert state.seen == [(0, vision)]


@pytest.mark.rule("R5.5")
def test_at_the_start_of_a_player_turn_all_pieces_are_fresh():
    state = bare(month=9)
    put(state, "gorm", "1545")
    army(state, "fynn", "1545", 3)
    ship(state, "wrath_of_gorm", "1545")
    who(state, "gorm").done = state.armies[0].done = vessel(state, "wrath_of_gorm").done = True
    state.evaded, state.entries = [1], [(0, 1, 2)]

    turn.begin_player_turn(state, FOMORIAN)

    assert not any((who(state, "gorm").done, state.armies[0].done, vessel(state, "wrath_of_gorm").done))
    assert (state.evaded, state.entries) == ([], [])
    assert state.trace == [(0, 1, 2)], "the ways of the player-turn before can still be seen"


# ---- the reinforcement phase


@pytest.mark.rule("R5.2")
@pytest.mark.rule("R20.26")
@pytest.mark.parametrize(("first", "second", "stays"), [(3, 3, False), (3, 4, True)])
def test_each_maelstrom_is_rolled_for(monkeypatch: pytest.MonkeyPatch, first: int, second: int, stays: bool):
    state = bare(month=9)
    state.whirlpools = [Spell(16, 0, hex=hex_of(state, "2546"))]
    dice(monkeypatch, first, second)

    happen(state, reinforcing.Reinforcement())

    assert bool(state.whirlpools) == stays


@pytest.mark.rule("R5.2")
def test_a_reinforcement_without_a_place_is_lost():
    state = bare(month=5)
    state.sky = "rain"
    state.ruins = [
        hex_ for hex_ in state.book.forts if state.book.fort_group[hex_] == state.book.group["nerfringia"]
    ]

    happen(state, reinforcing.Reinforcement())

    assert state.decision is None
    assert who(state, "tuisto").hex == -1
    assert csp(state, "nerfringia") == 0


@pytest.mark.rule("R5.2")
def test_reinforcements_of_an_inactive_group_come_inactive():
    state = bare(month=5)
    state.sky = "rain"
    lull(state, "nerfringia")
    happen(state, reinforcing.Reinforcement())

    do(state, "at(h2331)")

    assert csp(state, "nerfringia", "2331") == 4
    assert not state.active[state.book.group["nerfringia"]]


@pytest.mark.rule("R21.63")
@pytest.mark.parametrize(
    ("first", "second", "csp_", "wounds"),
    [(1, 2, 0, 1), (2, 2, 0, 0), (3, 4, 1, 0), (5, 4, 2, 0), (5, 6, 3, 0), (6, 6, 3, 0)],
)
def test_the_howling_mirror(monkeypatch: pytest.MonkeyPatch, first: int, second: int, csp_: int, wounds: int):
    state = bare("jotuns", month=10)
    put(state, "frozur", "2316")
    item(state, "howling_mirror", bearer="frozur")
    happen(state, reinforcing.Reinforcement())
    dice(monkeypatch, first, second)

    do(state, "use(howling_mirror)")

    assert csp(state, "centaur", "2316") == csp_
    assert who(state, "frozur").wounds == wounds
    assert who(state, "frozur").cast
    assert state.decision is None  # once


@pytest.mark.rule("R21.63")
def test_the_howling_mirror_works_only_in_a_wild_hex():
    state = bare("jotuns", month=10)
    put(state, "frozur", "1123")
    item(state, "howling_mirror", bearer="frozur")

    happen(state, reinforcing.Reinforcement())

    assert state.decision is None


@pytest.mark.rule("R21.73")
def test_the_stone_of_grotti_does_nothing_at_sea():
    state = bare("jotuns", month=10)
    ship(state, "codbiter", "1112")
    put(state, "herdbolt", "1112", aboard=True)
    item(state, "stone_of_grotti", bearer="herdbolt")

    happen(state, reinforcing.Reinforcement())

    assert state.decision is None


@pytest.mark.rule("R21.73")
def test_the_stone_of_grotti_brings_eight_jotuns():
    state = bare("jotuns", month=10)
    put(state, "herdbolt", "1515")
    item(state, "stone_of_grotti", bearer="herdbolt")
    lull(state, "jotunheim")
    happen(state, reinforcing.Reinforcement())
    assert legal(state) == {"use(stone_of_grotti)", "done"}

    do(state, "use(stone_of_grotti)")

    assert csp(state, "jotunheim", "1515") == 8
    assert treasure(state, "stone_of_grotti").gone
    assert all(state.active[each.group] for each in state.armies)
