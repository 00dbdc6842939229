"""Everything has plain words: questions, actions, places and pieces; and a picture for the terminal."""

import pytest
from tests.games.fornaldar.positions import army, bare, begin, do, happen, legal, put, ship

from fimbul.core import Rng
from fimbul.games.fornaldar import GAME, actions
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.table import sketch, words

SAMPLES = {
    "done": "done",
    "at": "at(h1545)",
    "pick": "pick(h1545,land)",
    "leave": "leave(fynn,2)",
    "take": "take(gorm,1)",
    "go": "go(h1546)",
    "halt": "halt",
    "put_down": "put_down",
    "load": "load(fynn,2,h1745)",
    "unload": "unload(gorm,1,h1745)",
    "ashore": "ashore(h1745)",
    "swim": "swim(h1745)",
    "show": "show(gorm)",
    "attach": "attach(gorm)",
    "detach": "detach(gorm)",
    "give": "give(magic_sampo,gorm)",
    "search": "search(4)",
    "teleport": "teleport(eberic)",
    "overrun": "overrun",
    "intercept": "intercept(h1545)",
    "wait": "wait",
    "let_go": "let_go",
    "evade": "evade",
    "stand": "stand",
    "fight": "fight(h1545,land)",
    "challenge": "challenge(duel,eberic)",
    "accept": "accept(gorm)",
    "refuse": "refuse",
    "terrain": "terrain(woods)",
    "lose": "lose(fynn)",
    "press": "press",
    "hold": "hold",
    "drive_out": "drive_out",
    "retreat": "retreat(h1546)",
    "cast": "cast(eberic,vision)",
    "aim": "aim(h1545)",
    "use": "use(demon_vial)",
    "refit": "refit(old_haddock)",
    "call": "call(skane)",
    "withdraw": "withdraw(mundanes)",
}


@pytest.mark.parametrize("kind", actions.ACTIONS, ids=lambda kind: kind.__name__)
def test_every_action_has_words(kind):
    view = begin().view(0)
    found = [GAME.parse(text) for text in SAMPLES.values() if type(GAME.parse(text)) is kind]
    assert found, f"no sample of {kind.__name__}"
    for action in found:
        text = GAME.describe(view, action)
        assert text[0].isupper()
        assert "_" not in text


def test_pieces_and_places_are_called_by_their_names():
    state = bare()
    put(state, "gorm", "1545", escort=True)
    army(state, "fynn", "1545", 3)
    ship(state, "wrath_of_gorm", "1745")
    view = state.view(0)
    assert GAME.describe(view, GAME.parse("leave(fynn,2)")) == "Leave 2 Fynn CSP behind"
    assert GAME.describe(view, GAME.parse("take(gorm,1)")) == "Take Gorm along"
    assert GAME.describe(view, GAME.parse("refit(wrath_of_gorm)")) == "Repair the Wrath of Gorm"
    assert GAME.describe(view, GAME.parse("lose(escort-gorm)")) == "Lose the escort of Gorm"
    assert GAME.describe(view, GAME.parse("pick(h1545,land)")).endswith("Gorm with 4 CSP")
    assert words.standing(view, 0) == "0 points, 4 strong"
    assert words.place(view, "h3617-h3618") == "the river between 3617 and 3618"
    assert words.points(1) == "½ point"
    assert words.points(5) == "2½ points"


def test_what_a_talisman_does_begins_like_a_sentence():
    """Found by a hunt (seed 864786122): it is no enchantment of the library, and has no text of its own."""
    assert words.spell_text(bare("sampo").view(0), "talisman") == "Talisman"


def test_a_move_tells_its_price_and_the_question_what_is_left():
    state = bare()
    put(state, "gorm", "1545")
    army(state, "fynn", "1545", 3)
    happen(state, moving.MovementPhase(0))
    assert "end the movement" in GAME.prompt(state.view(0))
    assert GAME.prompt(state.view(1)) == "The Fomorian player moves."
    do(state, "pick(h1545,land)")
    view = state.view(0)
    assert view.question.facts[0].name == "Movement points left"
    goal = sorted(legal(state, "go"))[0]
    assert " for " in GAME.describe(view, GAME.parse(goal))


def test_the_other_side_is_not_told_what_is_under_a_stack():
    state = bare()
    put(state, "gorm", "1545", escort=True)
    put(state, "eberic", "1545")
    army(state, "fynn", "1545", 3)
    text = sketch.sketch(state.view(1)).plain()
    assert "Gor" in text
    assert "Eberic" not in text
    assert words.stack_name(state.view(0), state.view(0).stacks[0]) == "Gorm with 1 character and 4 CSP"


def test_the_sketch_fits_a_terminal_and_shows_what_is_decided():
    state = bare()
    put(state, "gorm", "1545")
    army(state, "fynn", "1545", 3)
    happen(state, moving.MovementPhase(0))
    do(state, "pick(h1545,land)")
    lines = sketch.sketch(state.view(0)).plain().splitlines()
    assert max(map(len, lines)) <= 80
    nodes = {span.node for line in sketch.sketch(state.view(0)).lines for span in line}
    assert "h1545" in nodes


@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_a_game_can_be_told(scenario):
    state, rng = begin(scenario, turns=1), Rng(5)
    for _ in range(60):
        if state.outcome is not None:
            break
        seat = state.to_act[0]
        choices = state.legal(seat)
        for viewer in (0, 1, None):
            view = state.view(viewer)
            assert GAME.prompt(view).endswith(".")
            assert sketch.sketch(view).plain()
        view = state.view(seat)
        for action in choices[:40]:
            assert "_" not in GAME.describe(view, action)
        state.play(rng.choice(choices), seat)


def test_the_sketch_shows_what_is_out_of_its_part():
    state = begin("jotuns")
    do(state, "pick(h1822,land)")
    lines = sketch.sketch(state.view(0))
    shown = {span.node for line in lines.lines for span in line}
    assert {name for name, _ in state.view(0).force.reach} <= shown


def test_the_sketch_shows_as_many_of_ones_stacks_as_it_can():
    view = begin("jotuns").view(0)
    left, top = sketch.window(sketch.centre(view))
    mine = [stack.hex for stack in view.stacks if stack.seat == 0]
    assert all(sketch.within(name, left, top) for name in mine)


def test_a_fleet_is_called_a_fleet():
    state = bare()
    ship(state, "wrath_of_gorm", "1745")
    happen(state, moving.MovementPhase(0))
    do(state, "pick(h1745,sea)")
    assert "the fleet at 1745" in GAME.prompt(state.view(0))
