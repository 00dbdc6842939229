"""The picture of Fornaldar and what a person touches in it."""

import random
import zlib
from collections import Counter
from typing import Any

import msgspec
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
    sentences,
    ship,
)

from fimbul.games.fornaldar import (
    GAME,
    actions,
    charts,
    losses,
    mobilizing,
    moving,
    plotting,
    reaching,
    scene,
    spots,
    tables,
    touch,
    turn,
    words,
)
from fimbul.games.fornaldar.state import FornaldarState
from fimbul.server.frames import Boards, frame

HEAVIEST = 30_000  # bytes of a move over the wire
MENDED = ("done", "put_down")
SELDOM = ("halt", "leave", "take", "give", "attach", "detach", "load", "unload")


def nodes(state: FornaldarState, seat: int | None) -> dict[str, Any]:
    """The nodes of a picture, each of them once."""
    drawn = GAME.scene(state.view(seat)).nodes
    assert max(Counter(node.id for node in drawn).values()) == 1
    return {node.id: node for node in drawn}


def check(state: FornaldarState, seat: int) -> None:
    """Every answer has touches of its own, none the beginning of another, and all are in the picture."""
    view, drawn = state.view(seat), nodes(state, seat)
    paths: dict[tuple[str, ...], str] = {}
    for action in state.legal(seat):
        path = GAME.clicks(view, action)
        assert path not in paths, (view.decision, str(action), paths.get(path))
        assert all(name in drawn for name in path), (view.decision, str(action), path)
        paths[path] = str(action)
    for path, action in paths.items():
        starts = [path[:length] for length in range(1, len(path))]
        assert not any(start in paths for start in starts), (view.decision, action, path)


def wander(state: FornaldarState, seed: int, plies: int) -> Counter[str]:
    """Play about, and look at every picture; the decisions that came."""
    chance, seen = random.Random(seed), Counter[str]()
    for _ in range(plies):
        if state.over:
            break
        seat = state.to_act[0]
        seen[type(state.decision).__name__] += 1
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


def test_the_reach_of_a_force_has_its_costs():
    state = moved("pick(h1822,land)")
    drawn, reach = nodes(state, FOMORIAN), dict(reaching.reach(state))
    assert reach["h2024"] == 8
    assert ">4<" in drawn["h2024"].svg
    assert all(name in drawn for name in reach)
    assert drawn["h2024"].classes == "reach"
    assert "piece:klattka" in drawn
    assert "piece:centaur" in drawn
    assert nodes(state, MUNDANE)["h2024"].classes == ""


def test_halves_of_points_are_told():
    assert [scene.points(half) for half in (1, 2, 3, 10)] == ["½", "1", "1½", "5"]


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


def test_odds_are_shown_before_a_battle_and_the_table_after_the_roll():
    state = moved(*ATTACK)
    drawn = nodes(state, FOMORIAN)
    assert "?" in drawn["fight:h2024:land"].svg
    assert "you have" in drawn["fight:h2024:land"].title
    state.play(state.notation.parse("fight(h2024,land)"), FOMORIAN)
    drawn = nodes(state, FOMORIAN)
    forecast = state.view(FOMORIAN).forecasts[0]
    assert forecast.column in drawn["fight:h2024:land"].svg
    assert "%" in drawn["fight:h2024:land"].title
    assert sum(count for _, count in forecast.chances) == 36
    assert 'class="bar"' in drawn["sheet"].svg
    state.play(state.notation.parse("done"), FOMORIAN)
    while state.view(FOMORIAN).battle is None:
        state.play(state.legal(state.to_act[0])[-1], state.to_act[0])
    battle = state.view(FOMORIAN).battle
    assert battle is not None
    lit = tables.used(state.book.library, battle.column, sum(battle.dice) + battle.added)
    assert lit in nodes(state, FOMORIAN)["sheet"].svg
    assert lit in nodes(state, FOMORIAN)["chart"].svg
    assert lit in nodes(state, None)["chart"].svg


def test_the_cell_that_was_hit_is_framed():
    library = begin("jotuns").book.library
    index = charts.index_of(library)
    for roll in (index.lowest - 3, index.lowest, 7, index.highest + 2):
        row = min(max(roll, index.lowest), index.highest) - index.lowest + 1
        assert f'class="hit" x="{tables.SIDE + 4 * tables.CELL}" y="{row * tables.ROW}"' in tables.used(
            library, "1-1", roll
        )


def test_the_calendar_and_the_phase_are_marked():
    state = begin("jotuns")
    drawn = nodes(state, None)
    assert "Skerpla II" in drawn["calendar"].title
    assert "game turn 1 of 9" in drawn["calendar"].title
    assert drawn["sequence"].title == "Now: movement"
    assert "0 to 0" in drawn["score"].title
    assert drawn["group:jotunheim"].title == "Jotunheim: at war, Fomorian"
    assert drawn["group:midhrasir"].title.startswith("Midhrasir: not at war")


def test_interceptions_show_their_chances():
    state = moved(*ATTACK[:2])
    view = state.view(MUNDANE)
    assert [(hex_, kind) for hex_, kind, _ in view.catches] == [("h2024", "land")]
    rolls = view.catches[0][2]
    assert f"{round(100 * rolls / 6)}%" in nodes(state, MUNDANE)["catch:h2024"].svg
    assert "catch:h2024" not in nodes(state, FOMORIAN)
    assert touch.clicks(view, actions.Intercept("h2024")) == ("stack:asdulf",)


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


def test_a_move_is_light():
    heaviest = 0
    state = begin("sampo")
    while state.game_turn < 3:
        seat, legal = state.to_act[0], state.legal(state.to_act[0])
        calm = [
            action for action in legal if str(action) in ("done", "halt", "wait", "hold", "refuse", "stand")
        ]
        fleets = [action for action in legal if isinstance(action, actions.Pick) and action.stack == "sea"]
        if fleets and state.game_turn == 2:
            for fleet in fleets:
                other = state.copy()
                other.play(fleet, seat)
                sent = frame(GAME, other, seat, [], Boards(), epoch=0, seats=2)
                press = zlib.compressobj(wbits=-12)  # as the websocket does
                size = len(press.compress(msgspec.json.encode(sent)) + press.flush())
                heaviest = max(heaviest, size)
        state.play((calm or legal)[0], seat)
    print(f"the heaviest frame of a fleet: {heaviest / 1000:.1f} kB")
    assert 10_000 < heaviest < HEAVIEST


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
    toll = losses.Toll(
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


def test_who_bears_losses_sees_how_many_are_left_and_who_bears_them():
    state = bearing()
    assert "(2 CSP to go)" in GAME.prompt(state.view(MUNDANE))
    assert ">7<" in nodes(state, MUNDANE)["who:midhrasir"].svg
    assert "Hakon" in nodes(state, MUNDANE)["who:escort-hakon"].svg
    do(state, "lose(midhrasir)")
    assert "(1 CSP to go)" in GAME.prompt(state.view(MUNDANE))
    assert ">6<" in nodes(state, MUNDANE)["who:midhrasir"].svg
    check(state, MUNDANE)


def test_only_who_bears_losses_knows_how_many_are_left():
    state = bearing()
    assert GAME.prompt(state.view(FOMORIAN)) == "The Mundane player chooses who bears the losses."
    assert state.view(FOMORIAN).asked == ()


def test_a_sheet_is_larger_among_places_that_lie_far_apart():
    state = begin("sampo")
    drawn = nodes(state, FOMORIAN)
    assert "scale(" in drawn["sheet"].svg
    assert drawn["corner"].x - drawn["sheet"].x > 2 * 356
    button = drawn["b:done"].svg
    assert button.startswith('<rect class="o"')  # what glows is as large as the button
    near = nodes(moved("pick(h1822,land)"), FOMORIAN)
    assert near["corner"].x - near["sheet"].x == 356


def test_where_nothing_is_to_be_touched_on_the_map_one_sees_ones_pieces():
    state = bare("sampo")
    put(state, "hakon", "2929")
    happen(state, moving.ReactionPhase(MUNDANE))
    assert state.view(MUNDANE).buttons == ("done",)
    assert nodes(state, MUNDANE)["stack:hakon"].layer == scene.AHEAD
    assert "none of your stacks can react" in GAME.prompt(state.view(MUNDANE))
    assert "Mundane reaction" in nodes(state, MUNDANE)["sheet"].svg


def test_enchantments_elsewhere_do_not_draw_the_eye():
    state = bare("sampo")
    put(state, "hakon", "2929")
    put(state, "tengen", "3905")
    cast(state, "rainmaking", "tengen", hex_="3905")
    army(state, "midhrasir", "2929", 2)
    happen(state, moving.MovementPhase(MUNDANE))
    assert nodes(state, MUNDANE)["spell:0"].layer == 0
    state.spells.clear()
    cast(state, "rainmaking", "tengen", hex_="2929")
    assert nodes(state, MUNDANE)["spell:0"].layer > scene.AHEAD


def test_goals_are_looked_at_and_glow_around_their_pieces():
    state = begin("sampo")
    drawn = nodes(state, FOMORIAN)
    goal = drawn["h1044"]
    assert goal.layer > 0
    assert scene.RING in goal.svg


def test_a_call_tells_its_chance():
    state = bare("sampo")
    lull(state, "skane")
    happen(state, mobilizing.Calling((FOMORIAN,)))
    view = state.view(FOMORIAN)
    rolls = dict(mobilizing.chances(state, FOMORIAN))["skane"]
    assert words.describe(view, actions.Call("skane")).endswith(f"({round(100 * rolls / 36)}%)")
    assert state.view(MUNDANE).asked == ()


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
    assert GAME.prompt(state.view(FOMORIAN)) == "You: Tengen: choose the target of Rainmaking."
    check(state, FOMORIAN)


def test_a_force_that_is_asked_something_else_is_not_offered_its_ways():
    state = bare("sampo")
    put(state, "hakon", "2935", escort=True)
    army(state, "midhrasir", "2935", 7)
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, "pick(h2935,land)")
    assert "piece:midhrasir" in nodes(state, MUNDANE)
    people = (leader_of(state, "hakon"),)
    toll = losses.Toll(
        seat=MUNDANE,
        hex=hex_of(state, "2935"),
        csp=1,
        banners=(state.book.banner["midhrasir"],),
        escorts=people,
    )
    happen(state, losses.Bear((toll,)))
    drawn = nodes(state, MUNDANE)
    assert asked(state) == "Bearing"
    assert not any(name.startswith("piece:") for name in drawn)
    assert not any(node.classes.startswith("reach") for node in drawn.values())
