"""R25.3: how actions are written, and that the page lists all of them."""

import random
import re

import pytest
from tests.games.fornaldar.positions import begin

from fimbul.core import BadNotation
from fimbul.core.action import spell
from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar.actions import ACTIONS


@pytest.mark.rule("R25.3")
def test_the_page_lists_every_action_with_its_fields_and_rules_that_exist():
    rules = GAME.rules
    rows = [line.split("|") for line in rules["R25.3"].text.splitlines() if line.startswith("| `")]
    listed = {form for row in rows for form in re.findall(r"`([a-z_]+(?:\([a-z,]+\))?)`", row[1])}
    assert listed == {GAME.notation.form(kind) for kind in ACTIONS}
    for row in rows:
        for number in re.findall(r"R[0-9.]+[0-9]", row[3]):
            assert number in rules, number


@pytest.mark.rule("R25.3")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_every_action_of_a_random_turn_reads_back(scenario):
    state, chance = begin(scenario, turns=1), random.Random(4)
    seen = set()
    while not state.over:
        seat = state.to_act[0]
        choices = state.legal(seat)
        for action in choices:
            assert GAME.parse(str(action)) == action
            seen.add(spell(type(action)))
        state.play(chance.choice(choices), seat)
    assert {"pick", "go", "halt", "done"} <= seen


@pytest.mark.rule("R25.3")
@pytest.mark.parametrize("text", ["go(3927)", "go(h3927,2)", "march(h3927)", "pick(h3927)", "GO(h3927)"])
def test_what_is_no_action_is_refused_with_the_forms(text):
    with pytest.raises(BadNotation):
        GAME.parse(text)


@pytest.mark.rule("R25.3")
def test_a_hex_that_is_not_on_the_map_is_refused_and_changes_nothing():
    state = begin("jotuns")
    before = state.fingerprint()
    refusal = state.why_not(GAME.parse("pick(h9999,land)"), state.to_act[0])
    assert refusal is not None
    assert refusal.rule == "R25.3"
    assert state.fingerprint() == before
