"""The table of Fornaldar: the map, the trays, and what a person touches."""

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    begin,
    cast,
    do,
    happen,
    hex_of,
    item,
    leader_of,
    lull,
    put,
    ruin,
    sentences,
    ship,
)

from fimbul.core import Card, Dice, Odds, Record, Scene, Tray, choice, offered, replay
from fimbul.games.fornaldar import GAME, actions, model
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.rules import mobilizing, turn, victory
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.magic import plotting
from fimbul.games.fornaldar.rules.movement import moving, reaching
from fimbul.games.fornaldar.state import FornaldarState
from fimbul.games.fornaldar.table import art, board, deeds, references, spots

GOLDEN = Path(__file__).parents[2] / "golden" / "fornaldar"
MENDED = ("done", "put_down")
SELDOM = ("halt", "leave", "take", "give", "attach", "detach", "load", "unload")


def scene_of(state: FornaldarState, seat: int | None) -> Scene:
    """The whole table of a seat, with a button for every answer that is nowhere else; each id once."""
    view = state.view(seat)
    legal = state.legal(seat) if seat is not None and seat in state.to_act else []
    found = offered(GAME.scene(view), [choice(GAME.table, view, action) for action in legal])
    assert max(Counter(found.ids()).values()) == 1
    return found


def nodes(state: FornaldarState, seat: int | None) -> dict[str, Any]:
    """The nodes of the map."""
    return {node.id: node for node in scene_of(state, seat).boards[0].nodes}


def tray(state: FornaldarState, seat: int | None, name: str) -> Tray:
    """A tray."""
    return next(each for each in scene_of(state, seat).trays if each.id == name)


def cards(state: FornaldarState, seat: int | None) -> dict[str, Card]:
    """All cards of all trays."""
    return {card.id: card for each in scene_of(state, seat).trays for card in each.cards}


def check(state: FornaldarState, seat: int) -> None:
    """Every answer has touches of its own, none the beginning of another, and all can be touched."""
    view, known = state.view(seat), set(scene_of(state, seat).ids())
    paths: dict[tuple[str, ...], str] = {}
    for action in state.legal(seat):
        path = GAME.clicks(view, action)
        assert path not in paths, (str(action), paths.get(path))
        assert known.issuperset(path), (str(action), path)
        paths[path] = str(action)
    for path, action in paths.items():
        starts = [path[:length] for length in range(1, len(path))]
        assert not any(start in paths for start in starts), (action, path)


def wander(state: FornaldarState, seed: int, plies: int) -> Counter[str]:
    """Play about, and look at every picture; the decisions that came."""
    chance, seen = random.Random(seed), Counter[str]()
    for _ in range(plies):
        if state.over:
            break
        seat = state.to_act[0]
        seen[asked(state)] += 1
        check(state, seat)
        kinds: dict[str, list[Any]] = {}
        for action in state.legal(seat):
            kinds.setdefault(str(action).partition("(")[0], []).append(action)
        for kind in (*MENDED, *SELDOM):
            if len(kinds) > 1 and chance.random() < 0.7:
                kinds.pop(kind, None)
        state.play(chance.choice(kinds[chance.choice(sorted(kinds))]), seat)
    return seen


@pytest.mark.parametrize(("scenario", "seed"), [("sampo", 3), ("northern_war", 4), ("jotuns", 5)])
def test_every_answer_can_be_touched(scenario, seed):
    seen = wander(begin(scenario, seed), seed, 90)
    assert seen["Moving"] > 20


def moved(*steps: str, scenario: str = "jotuns", seed: int = 1) -> FornaldarState:
    """A game after some actions."""
    state = begin(scenario, seed)
    for step in steps:
        state.play(state.notation.parse(step), state.to_act[0])
    return state


ATTACK = ("pick(h1822,land)", "go(h2024)", "wait", "wait", "halt", "done", "done", "done")


def test_a_stack_goes_with_its_top_piece():
    state = moved("pick(h1822,land)")
    before = nodes(state, MUNDANE)["stack:klattka"]
    for step in ATTACK[1:4]:
        state.play(state.notation.parse(step), state.to_act[0])
    after = nodes(state, MUNDANE)["stack:klattka"]
    assert (before.x, before.y) != (after.x, after.y)


def test_the_enemy_sees_only_the_top():
    state = begin("jotuns")
    own, other = nodes(state, FOMORIAN)["stack:klattka"], nodes(state, MUNDANE)["stack:klattka"]
    assert "Saemung" in own.title
    assert "Saemung" not in other.title
    assert "hidden" in other.title


def test_interceptions_show_their_chances():
    state = moved(*ATTACK[:2])
    view = state.view(MUNDANE)
    assert [(hex_, kind) for hex_, kind, _ in view.catches] == [("h2024", "land")]
    rolls = view.catches[0][2]
    assert f"{round(100 * rolls / 6)}%" in nodes(state, MUNDANE)["catch:h2024"].svg
    assert "catch:h2024" not in nodes(state, FOMORIAN)
    assert GAME.clicks(view, actions.Intercept("h2024")) == ("stack:asdulf",)


def test_touches_that_lead_nowhere_are_explained():
    state = begin("jotuns")
    view = state.view(FOMORIAN)
    for touched, rule in (("stack:asdulf", "R11.2"), ("idle:h1112:land", "R10.1")):
        action = GAME.attempt(view, (touched,))
        refusal = state.why_not(action, FOMORIAN)
        assert refusal is not None
        assert refusal.rule == rule
    state.play(state.notation.parse("pick(h1822,land)"), FOMORIAN)
    view = state.view(FOMORIAN)
    edge = next(name for name, node in nodes(state, FOMORIAN).items() if 'class="h"' in node.svg)
    assert isinstance(GAME.attempt(view, (edge,)), actions.Go)
    assert state.why_not(GAME.attempt(view, (edge,)), FOMORIAN) is not None
    assert GAME.attempt(state.view(MUNDANE), (edge,)) is None
    assert GAME.attempt(view, ("nonesuch",)) is None


def test_a_hex_with_several_stacks_shows_all_of_them():
    state = bare("sampo")
    put(state, "hakon", "2929")
    put(state, "gorm", "2929")
    army(state, "midhrasir", "2929", 3)
    army(state, "fynn", "2929", 2)
    drawn = nodes(state, None)
    places = {(drawn[name].x, drawn[name].y) for name in ("stack:hakon", "stack:gorm")}
    assert len(places) == 2


def test_more_stacks_than_usual_have_places_of_their_own():
    for count in range(1, 9):
        _, places = spots.crowd(count)
        assert len(set(places)) == len(places) == count


def test_items_and_ships_are_drawn():
    state = bare("sampo")
    ship(state, "orms_sling", "3927", damaged=True)
    item(state, "glaumjord", hex_="3927")
    drawn = nodes(state, None)
    assert "stack:orms_sling" in drawn
    assert "lies:glaumjord" in drawn


# ---- what a newcomer stumbled over


def test_a_move_is_told_by_the_top_piece_from_where_to_where():
    state = bare("sampo")
    put(state, "gorm", "1545")
    army(state, "fynn", "1545", 3)
    happen(state, moving.MovementPhase(FOMORIAN))
    events = do(state, "pick(h1545,land)", "go(h1445)")
    assert sentences(events, MUNDANE) == ["Gorm goes from Gunnar Thorpe (1545) to 1445."]
    assert events[-1].touches() == ("stack:gorm", "h1445")
    assert "stack:gorm" in nodes(state, MUNDANE)


def test_a_force_that_joins_others_has_no_name():
    state = bare("sampo")
    put(state, "gorm", "1545")
    put(state, "eberic", "1445")
    happen(state, moving.MovementPhase(FOMORIAN))
    events = do(state, "pick(h1545,land)", "go(h1445)")
    assert sentences(events, MUNDANE) == ["A Fomorian force goes from Gunnar Thorpe (1545) to 1445."]


def test_ships_and_armies_are_told_too():
    state = bare("sampo")
    ship(state, "wrath_of_gorm", "1745")
    happen(state, moving.MovementPhase(FOMORIAN))
    events = do(state, "pick(h1745,sea)", "go(h1845)")
    assert sentences(events) == ["The Wrath of Gorm sails from 1745 to 1845."]


def test_the_enemys_ways_are_seen_in_the_turn_after_them():
    state = moved(*ATTACK[:5])
    assert "came" in nodes(state, MUNDANE)
    assert "trace" not in nodes(state, MUNDANE)
    turn.begin_player_turn(state, MUNDANE)
    happen(state, moving.MovementPhase(MUNDANE))
    drawn = nodes(state, MUNDANE)
    assert "came f0" in drawn["trace"].svg
    assert "came" not in drawn


def bearing() -> FornaldarState:
    """Losses of a march that somebody bears."""
    state = bare("sampo")
    put(state, "hakon", "2929", escort=True)
    army(state, "midhrasir", "2929", 7)
    toll = model.Toll(
        seat=MUNDANE,
        hex=hex_of(state, "2929"),
        csp=2,
        banners=(state.book.banner["midhrasir"],),
        escorts=(leader_of(state, "hakon"),),
        how="other",
    )
    happen(state, losses.Bear((toll,)))
    assert asked(state) == "Bearing"
    return state


def test_plotting_tells_what_is_asked_and_why_nobody_casts():
    state = bare("sampo")
    put(state, "signhild", "2935")
    happen(state, plotting.Plotting((MUNDANE,)))
    view = state.view(MUNDANE)
    assert "Place of Power" in GAME.prompt(view)
    refusal = state.why_not(GAME.attempt(view, ("stack:signhild",)), MUNDANE)
    assert refusal is not None
    assert refusal.rule == "R20.1"
    put(state, "tengen", "3905")
    lull(state, "skane")
    state.agenda.clear()
    happen(state, plotting.Plotting((FOMORIAN,)))
    do(state, "cast(tengen,rainmaking)")
    assert GAME.prompt(state.view(FOMORIAN)) == "Tengen: choose the target of Rainmaking."
    check(state, FOMORIAN)


def test_the_reach_of_a_force_has_its_costs_and_its_pieces_lie_in_a_tray():
    state = moved("pick(h1822,land)")
    drawn, reach = nodes(state, FOMORIAN), dict(reaching.reach(state))
    assert reach["h2024"] == 8
    assert ">4<" in drawn["h2024"].svg
    assert all(name in drawn for name in reach)
    assert drawn["h2024"].classes == "reach"
    force = tray(state, FOMORIAN, "force")
    assert {"piece:klattka", "piece:centaur"} <= {card.id for card in force.cards}
    assert force.role == "hand"
    assert "points" in force.figures[0].value
    assert nodes(state, MUNDANE)["h2024"].classes == ""
    assert not any(each.id == "force" for each in scene_of(state, MUNDANE).trays)


def test_halves_of_points_are_told():
    assert [board.points(half) for half in (1, 2, 3, 10)] == ["½", "1", "1½", "5"]


def test_odds_come_with_the_question_and_the_table_shows_the_roll():
    state = moved(*ATTACK)
    drawn = nodes(state, FOMORIAN)
    assert "?" in drawn["fight:h2024:land"].svg
    assert "you have" in drawn["fight:h2024:land"].title
    do(state, "fight(h2024,land)")
    facts = scene_of(state, FOMORIAN).sheet.facts
    odds = next(fact for fact in facts if isinstance(fact, Odds))
    assert sum(chance for _, chance in odds.chances) == pytest.approx(1)
    do(state, "done")
    while state.view(FOMORIAN).battle is None or not state.view(FOMORIAN).battle.dice:
        state.play(state.legal(state.to_act[0])[-1], state.to_act[0])
    battle = state.view(FOMORIAN).battle
    index = charts.index_of(state.book.library)
    row = min(max(sum(battle.dice) + battle.added, index.lowest), index.highest)
    for seat in (FOMORIAN, MUNDANE, None):
        lit = [card for card in tray(state, seat, "results").cards if card.state == "active"]
        assert [card.id for card in lit] == [f"crt:{row}"]
        hit = [figure for figure in lit[0].figures if figure.state]
        assert [(figure.name, figure.value) for figure in hit] == [(battle.column, battle.result)]


def test_dice_are_shown_as_dice():
    state = moved(*ATTACK, "fight(h2024,land)", "done")
    while not any(isinstance(fact, Dice) for fact in scene_of(state, state.to_act[0]).sheet.facts):
        state.play(state.legal(state.to_act[0])[-1], state.to_act[0])
    dice = next(fact for fact in scene_of(state, state.to_act[0]).sheet.facts if isinstance(fact, Dice))
    assert tuple(int(die.value) for die in dice.dice) == state.battle.dice


def test_the_calendar_the_phase_and_the_kingdoms_are_told():
    state = begin("jotuns")
    found = cards(state, None)
    assert found["calendar"].title == "Skerpla II"
    assert found["calendar"].state == "active"
    assert tray(state, None, "turns").title == "Game turn 1 of 9"
    assert [card.id for card in tray(state, None, "phases").cards if card.state] == ["phase:0:movement"]
    assert (found["group:jotunheim"].kind, found["group:jotunheim"].text) == ("at war", "Fomorian")
    assert found["group:midhrasir"].kind == "not at war"


@pytest.mark.rule("R22.2")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_the_score_tells_what_would_be_counted_if_the_game_ended_now(scenario):
    state = begin(scenario)
    for seat, total in enumerate(victory.total(state)):
        shown = tray(state, seat, f"score:{seat}").figures[0]
        assert (shown.name, shown.value) == ("if it ended now", str(total))


@pytest.mark.rule("R22.1")
@pytest.mark.parametrize("path", sorted(GOLDEN.glob("whole-*.saga")), ids=lambda path: path.stem)
def test_when_the_game_has_ended_its_points_are_shown_and_nothing_is_counted_twice(path):
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    assert state.outcome is not None
    for viewer in (FOMORIAN, MUNDANE, None):
        for seat, points in enumerate(state.outcome.points):
            found = tray(state, viewer, f"score:{seat}")
            assert found.title.endswith("victory points at the end")
            assert (found.figures[0].name, found.figures[0].value) == ("at the end", str(points))
    assert victory.total(state) == state.outcome.points


@pytest.mark.rule("R24.3.3")
def test_what_is_hidden_counts_for_the_enemy_only_as_at_least():
    state = bare("jotuns")
    put(state, "klattka", "2025")
    army(state, "jotunheim", "2025", 3)  # Nerfringia
    assert tray(state, FOMORIAN, "score:0").figures[0].value == "15"
    assert tray(state, MUNDANE, "score:0").figures[0].value == "0+"


def test_the_roster_has_characters_with_their_wounds():
    state = bare("sampo")
    put(state, "hakon", "2929", wounds=2, escort=True)
    item(state, "glaumjord", bearer="hakon")
    mine = {card.id: card for card in tray(state, MUNDANE, "people:1").cards}["person:hakon"]
    assert ("wounds", "2") in {(mark.name, mark.value) for mark in mine.marks}
    assert "Glaumjord" in {mark.name for mark in mine.marks}
    theirs = {card.id: card for card in tray(state, FOMORIAN, "people:1").cards}["person:hakon"]
    assert not theirs.marks


def test_the_order_of_battle_lists_stacks_and_hides_what_is_below():
    state = bare("sampo")
    put(state, "gorm", "1545")
    put(state, "eberic", "1545")
    army(state, "fynn", "1545", 3)
    own, other = (tray(state, seat, "army:0").cards[0] for seat in (FOMORIAN, MUNDANE))
    assert "Eberic" in own.detail
    assert "Eberic" not in other.detail + other.text
    assert "hidden" in other.detail


def test_the_eliminated_are_listed():
    state = bare("sampo")
    state.leaders[leader_of(state, "gorm")].dead = True
    state.vessels[state.book.ship["old_haddock"]].sunk = True
    ruin(state, "1545")
    assert {card.id for card in tray(state, None, "fallen").cards} == {
        "dead:gorm",
        "lost:old_haddock",
        "ruined:h1545",
    }


def test_charts_are_whole():
    view = begin("jotuns").view(None)
    library = begin("jotuns").book.library
    index = charts.index_of(library)
    results = references.results(view)
    assert len(results.cards) == index.highest - index.lowest + 1
    assert len(references.casualties(library).cards) == len(index.losses["A"])
    assert len(references.terrain(library).cards) == len(library.effects)
    assert all(len(card.figures) == 8 for card in references.terrain(library).cards)


def test_names_on_counters_are_squeezed_and_ratings_never():
    svg = art.character(
        0, "fynn", "troll", "Hornfather", (4, 12, 10), "king", hero=True, enchanter=True, escort=True
    )
    squeezed = re.findall(r"<text[^>]*textLength[^>]*>([^<]*)<", svg)
    assert squeezed == ["Hornfather"]
    assert all(f">{number}<" in svg for number in (4, 12, 10))
    assert "textLength" not in art.character(0, "fynn", "troll", "Lohi", (4, 2, 0), "king")


def test_who_bears_losses_sees_how_many_are_left_and_who_bears_them():
    state = bearing()
    assert "(2 CSP to go)" in GAME.prompt(state.view(MUNDANE))
    found = cards(state, MUNDANE)
    assert found["who:midhrasir"].figures[0].value == "7"
    assert found["who:escort-hakon"].title == "Escort of Hakon"
    do(state, "lose(midhrasir)")
    assert "(1 CSP to go)" in GAME.prompt(state.view(MUNDANE))
    facts = scene_of(state, MUNDANE).sheet.facts
    assert [(fact.name, fact.value) for fact in facts] == [("Midhrasir", "1 CSP")]
    check(state, MUNDANE)


def test_only_who_bears_losses_knows_how_many_are_left():
    state = bearing()
    assert GAME.prompt(state.view(FOMORIAN)) == "The Mundane player chooses who bears the losses."
    assert not scene_of(state, FOMORIAN).sheet.facts


def test_what_is_asked_about_lies_above_other_pieces():
    state = bare("sampo")
    put(state, "hakon", "2929")
    put(state, "tengen", "3905")
    cast(state, "rainmaking", "tengen", hex_="3905")
    army(state, "midhrasir", "2929", 2)
    happen(state, moving.MovementPhase(MUNDANE))
    drawn = nodes(state, MUNDANE)
    assert drawn["stack:hakon"].layer == board.AHEAD
    assert drawn["spell:0"].layer == 0
    assert "h2929" in scene_of(state, MUNDANE).sheet.about


def test_where_no_stack_can_go_the_question_says_so():
    state = bare("sampo")
    put(state, "hakon", "2929")
    happen(state, moving.ReactionPhase(MUNDANE))
    assert state.view(MUNDANE).buttons == ("done",)
    assert GAME.prompt(state.view(MUNDANE)) == "None of your stacks can react."


def test_a_call_tells_its_chance():
    state = bare("sampo")
    lull(state, "skane")
    happen(state, mobilizing.Calling((FOMORIAN,)))
    rolls = dict(mobilizing.chances(state, FOMORIAN))["skane"]
    odds = next(fact for fact in scene_of(state, FOMORIAN).sheet.facts if isinstance(fact, Odds))
    assert dict(odds.chances)["Clan Skane"] == rolls / 36
    assert GAME.clicks(state.view(FOMORIAN), actions.Call("skane")) == ("group:skane",)
    assert not scene_of(state, MUNDANE).sheet.facts


def test_a_force_that_is_asked_something_else_is_not_offered_its_ways():
    state = bare("sampo")
    put(state, "hakon", "2935", escort=True)
    army(state, "midhrasir", "2935", 7)
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, "pick(h2935,land)")
    assert "piece:midhrasir" in cards(state, MUNDANE)
    toll = model.Toll(
        seat=MUNDANE,
        hex=hex_of(state, "2935"),
        csp=1,
        banners=(state.book.banner["midhrasir"],),
        escorts=(leader_of(state, "hakon"),),
    )
    happen(state, losses.Bear((toll,)))
    assert asked(state) == "Bearing"
    assert not any(name.startswith("piece:") for name in cards(state, MUNDANE))
    assert not any(node.classes.startswith("reach") for node in nodes(state, MUNDANE).values())


def test_words_and_touches_of_every_action_stand_together():
    assert set(deeds.deeds.makers) == set(actions.ACTIONS)
