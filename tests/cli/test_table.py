"""The terminal table, played by a pilot."""

import asyncio
import contextlib
import multiprocessing
import os
import pty
import random
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import COMMAND
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, Markdown, OptionList, Static, TabbedContent

import fimbul
from fimbul.cli.play import open_table
from fimbul.cli.table.app import Table
from fimbul.cli.table.board import Board
from fimbul.cli.table.dialogs import Help, Question, SaveAs, Veil, Words
from fimbul.cli.table.panel import Actions
from fimbul.cli.table.thinker import Aside, Player, Thinker
from fimbul.cli.tongue import Tongue
from fimbul.core import Action, Match, Record, verify
from fimbul.games import SLUGS
from fimbul.games.fornaldar.table import deeds

GAME = fimbul.game("fimbulvetr")


def table(vs: str = "greedy", *, load: Path | None = None, **options: Any) -> Table:
    given = {} if load else {"setup": "quick", "first": 0} | options
    return open_table(
        GAME, given, vs=vs, seat=0, seed=None if load else 5, load=load, name="Ada", seconds=0.05
    )


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    for _ in range(600):
        await pilot.pause()
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not come true")


async def my_turn(pilot: Pilot[None], app: Table) -> None:
    await until(pilot, lambda: app.touch is not None or app.match.state.over)


def text(app: Table, name: str) -> str:
    return str(app.query_one(name, Static).render())


def legal(app: Table) -> list[Action]:
    """What the person at the table may do."""
    assert app.touch is not None
    return app.touch.legal


async def click(pilot: Pilot[None], board: Board, node: str) -> None:
    """Click in the middle of a node, which must be in sight."""
    board.follow([node])
    await pilot.pause()
    place = board.places[node]
    x, y = place.offset - board.scroll_offset + board.pad
    await pilot.click(board, offset=(x + place.width // 2, y + place.height // 2))
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_game_against_greedy_by_the_actions_list(size: tuple[int, int]) -> None:
    app = table()
    async with app.run_test(size=size) as pilot:
        await my_turn(pilot, app)
        assert "Your turn" in text(app, "#prompt")
        for _ in range(4):
            if app.match.state.over:
                break
            ply = app.match.state.ply
            await pilot.press("a")
            await pilot.press("down", "enter")
            await until(pilot, lambda ply=ply: app.match.state.ply >= ply + 2 or app.match.state.over)  # type: ignore[misc]
        assert len(app.match.moves) >= 2
        log = app.query_one("#log-list", OptionList)
        assert log.option_count == sum(map(len, app.match.log))
        verify(app.match.record(), GAME)


async def test_typing_filters_and_enter_plays_the_first() -> None:
    app = table()
    async with app.run_test(size=(100, 30)) as pilot:
        await my_turn(pilot, app)
        everything = len(app.actions.shown)
        await pilot.press("slash", *"hand relic")
        await pilot.pause()
        assert 0 < len(app.actions.shown) < everything
        assert all(str(action).startswith("handoff") for action in app.actions.shown)
        first = str(app.actions.shown[0])
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.match.moves))
        assert app.match.moves[0].action == first


async def test_typed_notation_that_a_rule_forbids_is_refused_by_number_and_r_reads_it() -> None:
    app = table()
    async with app.run_test(size=(100, 30)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("slash", *"move(thegn,40,40,0)", "enter")
        await pilot.pause()
        assert "(F26)" in text(app, "#notice")
        assert not app.match.moves
        await pilot.press("escape", "escape", "r")
        await pilot.pause()
        assert app.query_one(TabbedContent).active == "tab-rules"
        await until(pilot, lambda: "F26" in app.query_one(Markdown).source)


async def test_clicks_on_the_board_select_and_complete() -> None:
    app = table()
    async with app.run_test(size=(140, 45)) as pilot:
        await my_turn(pilot, app)
        assert app.touch is not None
        way = next(way for way in app.touch.clicks if way[1].startswith("cell:"))
        await click(pilot, app.board, way[0])
        assert app.touch.path == way[:1]
        assert way[1] in app.board.lit
        await click(pilot, app.board, way[1])
        await pilot.pause()
        if not app.match.moves:  # several facings: the bar asks which
            assert app.choices.items
            await pilot.press("1")
        await until(pilot, lambda: bool(app.match.moves))
        assert app.match.moves[0].action.startswith(f"move({way[0].split(':')[2]},")


async def test_a_click_on_what_cannot_be_says_why() -> None:
    app = table()
    async with app.run_test(size=(140, 45)) as pilot:
        await my_turn(pilot, app)
        await click(pilot, app.board, "warrior:0:housecarl")
        far = max(
            app.board.places, key=lambda node: app.board.places[node].y if node.startswith("cell") else 0
        )
        await click(pilot, app.board, far)
        assert "(F2" in text(app, "#notice")
        assert not app.match.moves


async def test_the_keyboard_touches_too() -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("n", "enter")
        assert app.touch is not None
        assert len(app.touch.path) == 1
        await pilot.press("escape")
        assert app.touch.path == ()
        await pilot.press("right", "left", "up", "down")
        assert app.board.cursor in app.board.places


async def test_undo_goes_back_over_the_bots_answer() -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        start = app.match.state.fingerprint()
        await pilot.press("u")
        await pilot.pause()
        assert "nothing of yours" in text(app, "#notice")
        await pilot.press("a", "down", "enter")
        await until(pilot, lambda: len(app.match.moves) == 2 and app.touch is not None)
        await pilot.press("u")
        await until(pilot, lambda: not app.match.moves)
        assert app.match.state.fingerprint() == start
        assert app.query_one("#log-list", OptionList).option_count == 0


async def test_undo_while_the_bot_thinks_stops_it() -> None:
    app = open_table(
        GAME,
        {"setup": "quick", "first": 0},
        vs="search",
        seat=0,
        seed=5,
        load=None,
        name="Ada",
        seconds=60,
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("a", "down", "enter")
        await until(pilot, lambda: "thinking" in text(app, "#prompt"))
        assert len(app.match.moves) == 1
        await pilot.press("u")
        await until(pilot, lambda: not app.match.moves and app.touch is not None)
        assert "Your turn" in text(app, "#prompt")


async def test_who_waits_for_a_kernel_to_be_compiled_is_told_so() -> None:
    compiling = pytest.importorskip("fimbul.kernels.compiling", reason="the extra fast is not installed")
    numba = pytest.importorskip("numba")
    heard: list[str] = []
    ours, theirs = multiprocessing.Pipe()
    thinker = Thinker(GAME, 1, heard.append)
    thinker.hand = ours
    helper = Aside(theirs)
    first, second = numba.njit(lambda number: number + 1), numba.njit(lambda number: number + 2)
    with contextlib.redirect_stderr(helper):
        with compiling.first_use("fimbulvetr"):
            print("a library has doubts", file=helper)
            assert first(1) == 2
            assert second(1) == 3
        with compiling.first_use("fimbulvetr"):
            assert first(2) == 3  # it is ready
    theirs.send(("done", "pass"))
    assert await thinker.choose(Player("club"), GAME.new(seed=1), 0) == "pass"
    assert heard == ["Compiling the kernel of Fimbulvetr, once (up to a minute)."]
    assert Tongue("de", GAME)(heard[0]).startswith("Der Rechenkern von Fimbulvetr")


async def test_where_bots_are_slower_it_is_said_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fimbul.kernels.available", lambda: False)
    app = table("random")
    async with app.run_test(size=(120, 30)):
        assert "slower and weaker without the extra 'fast'" in text(app, "#notice")


async def test_a_hint_gives_ideas_without_playing() -> None:
    app = table()
    async with app.run_test(size=(120, 30)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("h")
        await until(pilot, lambda: text(app, "#notice").startswith("1. "))
        assert "%" in text(app, "#notice")
        assert not app.match.moves


async def test_save_writes_a_record_and_a_failure_is_a_sentence(tmp_path: Path) -> None:
    app = table()
    blocked = tmp_path / "file"
    blocked.write_text("")
    async with app.run_test(size=(120, 30)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("a", "down", "enter")
        await until(pilot, lambda: len(app.match.moves) == 2)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SaveAs))
        for name in ("~nobody-here/game", ".", str(blocked / "[/b].saga")):
            app.screen.query_one(Input).value = name
            await pilot.press("enter")
            await until(pilot, lambda n=name: isinstance(app.screen, SaveAs) and n in app.screen.trouble)
        app.screen.query_one(Input).value = str(tmp_path / "game")
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, SaveAs))
        assert "Saved to" in text(app, "#notice")
    record = Record.parse((tmp_path / "game.saga").read_text(encoding="utf-8"))
    assert record.names == ["Ada", "greedy"]
    assert len(verify(record, GAME).moves) >= 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "game.saga"]


async def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    from tests.cli.conftest import keep, played

    match = played(20)
    path = keep(tmp_path / "game.saga", match.record())
    app = table(load=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        assert app.match.state.ply >= 20
        assert app.match.names == ["Ada", "Björn"]


async def test_two_people_at_one_keyboard() -> None:
    app = table("human")
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        for ply in range(3):
            assert app.viewer == ply % 2
            await pilot.press("a", "down", "enter")
            await until(pilot, lambda ply=ply: len(app.match.moves) == ply + 1)  # type: ignore[misc]
        assert app.match.names == ["Ada 1", "Ada 2"]
        await pilot.press("u")
        await until(pilot, lambda: len(app.match.moves) == 2)


async def test_placement_by_hand_previews_the_facing() -> None:
    app = table("human", setup="placed")
    async with app.run_test(size=(100, 40)) as pilot:
        await my_turn(pilot, app)
        await click(pilot, app.board, "warrior:0:thegn")
        await click(pilot, app.board, "cell:0,0")
        await pilot.pause()
        assert [node for node, _ in app.choices.items] == [f"facing:{r}" for r in range(4)]
        assert app.focused is app.choices
        await until(pilot, lambda: app.preview is not None)
        await pilot.press("right")
        await until(pilot, lambda: str(app.preview) == "place(thegn,0,0,1)")
        assert app.board.places["warrior:0:thegn"].y < app.board.places["warrior:0:archer"].y
        assert not app.match.moves
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.match.moves))
        assert app.match.moves[0].action == "place(thegn,0,0,1)"


async def test_who_points_at_what_could_cost_the_game_is_warned() -> None:
    options = {"setup": "quick", "first": 0}
    app = open_table(GAME, options, vs="random", seat=0, seed=51, load=None, name="Ada", seconds=0.05)
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        touch = app.touch
        assert touch is not None
        grave = [action for action in touch.legal if touch.grave(action)]
        safe = next(action for action in touch.legal if not touch.grave(action))
        assert grave, "this start has no move that leaves the bearer open"
        app.consider(grave[0])
        await until(pilot, lambda: "could cost you the game" in text(app, "#notice"))
        assert "Bearer could be slain by" in text(app, "#notice")
        app.consider(safe)
        await until(pilot, lambda: "Enter plays it" in text(app, "#notice"))
        assert "could cost you the game" not in text(app, "#notice")


async def test_rules_can_be_searched() -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("r")
        await pilot.pause()
        await pilot.press("slash", *"vaulted shot")
        await pilot.pause()
        found = app.query_one("#rule-list", OptionList).option_count
        assert 0 < found < len(GAME.rules.rules)
        await pilot.press("escape", "escape")
        await pilot.press("escape")
        await pilot.pause()
        assert app.query_one(TabbedContent).active == "tab-actions"


async def test_resizing_keeps_everything_in_sight() -> None:
    app = table()
    async with app.run_test(size=(140, 45)) as pilot:
        await my_turn(pilot, app)
        for size in ((80, 24), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for widget in ("#board", "#panel", "#prompt", "#notice"):
                region = app.query_one(widget).region
                assert app.screen.region.contains_region(region), (size, widget, region)
                assert region.area > 0
        await click(pilot, app.board, "warrior:0:housecarl")
        assert app.touch is not None
        assert app.touch.path == ("warrior:0:housecarl",)


async def test_only_lines_that_changed_are_drawn_again() -> None:
    app = table()
    async with app.run_test(size=(140, 45)) as pilot:
        await my_turn(pilot, app)
        board = app.board
        drawn: list[int] = []
        board.refresh_lines = lambda y, count=1: drawn.append(y)  # type: ignore[method-assign]
        board.redraw()
        assert drawn == []
        board.point_at("warrior:0:housecarl")
        assert len(drawn) == board.places["warrior:0:housecarl"].height


@pytest.mark.parametrize("part", ["#prompt", "#seats", "#notice", "#board"])
async def test_an_answer_that_comes_while_the_table_is_cleared_is_dropped(part: str) -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        assert app.still_asks(app.question)
        await app.query_one(part).remove()
        assert not app.still_asks(app.question)
        app.thinking = "Bo", 0.0
        app.tick()  # shows nothing any more, and does not fail


async def test_resigning_asks_first_and_can_be_undone() -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Question))
        assert app.resigned is None
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("r")
        await until(pilot, lambda: app.resigned == 0)
        assert "Ada resigned as Saxons" in text(app, "#prompt")
        await pilot.press("u")
        await until(pilot, lambda: app.resigned is None and app.touch is not None)
        await pilot.press("a", "down", "enter")
        await until(pilot, lambda: len(app.match.moves) >= 1)


@pytest.mark.parametrize(
    "keys",
    [
        ["a", "down", "enter"],
        ["r", "a", "down", "enter"],
        ["l", "a", "down", "down", "enter"],
        ["a", "escape", "a", "down", "enter"],
    ],
)
async def test_keys_pressed_faster_than_the_table_draws_are_not_lost(keys: list[str]) -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        app.resigned = 0
        app.turn_to()
        await until(pilot, lambda: app.touch is None)
        await pilot.press("u")
        for key in keys:  # all at once, as a slow machine gets them
            app.post_message(Key(key, None))
        await until(pilot, lambda: len(app.match.moves) >= 1)


async def test_an_action_of_an_older_list_is_neither_shown_nor_played() -> None:
    """Keys come faster than the list is drawn anew: in Valknut the next question has other answers."""
    app = open_table(
        fimbul.game("valknut"), {}, vs="random", seat=0, seed=5, load=None, name="Ada", seconds=None
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        old = legal(app)[0]
        while any(type(each) is type(old) for each in legal(app)):
            app.play(legal(app)[0], 0)
            await my_turn(pilot, app)
        moves = len(app.match.moves)
        app.actions.post_message(Actions.Considered(old))
        app.actions.post_message(Actions.Chosen(old))
        await pilot.pause()
        assert app.preview is None
        assert len(app.match.moves) == moves
        assert app.broken is None


async def test_leaving_a_game_in_progress_asks_first() -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("a", "down", "enter")
        await until(pilot, lambda: len(app.match.moves) >= 1)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("b")
        await until(pilot, lambda: not isinstance(app.screen, Question))
        assert app.is_running
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("l")
        await until(pilot, lambda: not app.is_running)


async def test_help_opens_and_closes() -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Help))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Help))


async def test_a_game_to_its_end_and_a_new_one() -> None:
    app = table("random")
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        from fimbul import bots

        strong = bots.make("greedy", GAME, seed=1)
        while not app.match.state.over:
            app.play(strong.choose(bots.Sight(app.match.state, 0)), 0)
            await my_turn(pilot, app)
        await pilot.pause()
        assert app.match.state.outcome is not None
        assert app.match.state.outcome.rule in text(app, "#notice")
        await click(pilot, app.board, next(iter(app.board.places)))
        assert "over" in text(app, "#notice")
        await pilot.press("g")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("n")
        await until(pilot, lambda: not app.match.state.over)


async def test_a_bot_that_fails_is_a_sentence() -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        app.players[1] = type(app.players[1])("nobody")
        await pilot.press("a", "down", "enter")
        await until(pilot, lambda: "failed" in text(app, "#notice"))
        assert app.is_running


def ignore_hang_up() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def test_a_closed_terminal_ends_the_table() -> None:
    """Even where the hang-up itself does not arrive, as below `make`."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "play", "fimbulvetr", "--option", "setup=quick", "--vs", "random"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=ignore_hang_up,
    )
    os.close(theirs)
    try:
        assert os.read(ours, 1) != b""  # it has begun to draw
        os.close(ours)
        process.wait(timeout=30)
    finally:
        process.kill()
        process.wait()


async def test_words_that_a_player_makes_up_are_asked_for(tmp_path: Path) -> None:
    game = fimbul.game("six_winters")
    saga = Path(__file__).parents[1] / "golden" / "six_winters" / "the-betrayed.saga"
    record = Record.parse(saga.read_text(encoding="utf-8"))
    match = Match(game, seats=record.seats, options=record.options, seed=record.seed, names=record.names)
    for move in record.moves:
        if move.seat == 0 and move.action.startswith("tell("):
            break
        match.play(game.parse(move.action), move.seat)
    path = tmp_path / "scene.saga"
    path.write_text(match.record().to_text(), encoding="utf-8")
    app = open_table(game, {}, vs="random", seat=0, seed=None, load=path, name="Ada", seconds=0.05)
    async with app.run_test(size=(100, 40)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("a")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Words))
        await pilot.press("escape")
        assert app.match.state.ply == len(match.moves)  # stepping back says nothing
        await pilot.press("a")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Words))
        await pilot.press("W", "e", "space", "r", "a", "n", "enter")
        await until(pilot, lambda: app.match.state.ply > len(match.moves))
        assert app.match.moves[len(match.moves)].action == 'tell("We ran")'


async def test_the_table_is_covered_while_the_keyboard_is_passed_on() -> None:
    """Fornaldar: each side sees its own pieces alone."""
    game = fimbul.game("fornaldar")
    app = open_table(game, {"turns": 1}, vs="human", seat=0, seed=5, load=None, name="Ada", seconds=0.05)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Veil))
        first = app.viewer
        await pilot.press("escape", "u", "q")
        assert isinstance(app.screen, Veil)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Veil))
        while app.viewer == first:
            assert first is not None
            app.play(app.match.state.legal(first)[-1], first)
            await pilot.pause()
        await until(pilot, lambda: isinstance(app.screen, Veil))
        await pilot.press("enter")
        await until(pilot, lambda: app.touch is not None and app.touch.seat == app.viewer != first)


async def test_nothing_is_covered_where_nothing_is_hidden_between_those_who_share_a_keyboard() -> None:
    """Valknut without gods: only Odin shows one player what another does not see (V104)."""
    game = fimbul.game("valknut")
    app = open_table(game, {}, vs="human", seat=0, seed=5, load=None, name="Ada", seconds=0.05)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: app.touch is not None)
        first = app.viewer
        while app.viewer == first:
            assert first is not None
            app.play(app.match.state.legal(first)[0], first)
            await pilot.pause()
        await until(pilot, lambda: app.touch is not None and app.touch.seat == app.viewer != first)
        assert not isinstance(app.screen, Veil)


async def test_pointing_at_any_stack_shows_how_far_it_could_go() -> None:
    """One's own and the enemy's, with what was reckoned with in words."""
    options = {"scenario": "jotuns"}
    game = fimbul.game("fornaldar")
    app = open_table(
        game, options, vs="random", seat=0, seed=5, load=None, name="Ada", seconds=0.05, pace="instant"
    )
    async with app.run_test(size=(160, 50)) as pilot:
        await my_turn(pilot, app)
        view = app.match.state.view(0)
        for seat in (0, 1):
            nodes = [
                name
                for name in app.board.places
                if name.startswith("stack:") and (found := app.game.table.reach(view, name)) and found.places
            ]
            mine = {deeds.stack_id(stack) for stack in view.stacks if stack.seat == seat}
            node = next((name for name in nodes if name in mine), None)
            if node is None:
                continue
            app.board.point_at(node)
            await until(pilot, lambda: bool(app.board.far))
            assert "In a whole move" in text(app, "#notice")
        app.board.point_at(next(name for name in app.board.places if name.startswith("h")))
        await until(pilot, lambda: not app.board.far)


async def test_while_others_play_the_board_itself_is_in_sight() -> None:
    """A long table is not scrolled to its rosters when nothing can be touched."""
    game = fimbul.game("fornaldar")
    app = open_table(
        game, {"scenario": "jotuns"}, vs="random", seat=0, seed=5, load=None, name="Ada", seconds=0.05
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        app.board.scroll_to(0, 60, animate=False)
        app.board.light(lit=(), touched=())
        app.board.reveal()
        await pilot.pause()
        assert app.board.scroll_offset.y < app.board.high
        card = next(node for node, place in app.board.places.items() if place.y > app.board.high)
        piece = next(node for node in app.board.places if node.startswith("stack:"))
        app.board.follow([card, piece])
        await pilot.pause()
        assert app.board.scroll_offset.y < app.board.high


async def test_what_is_read_below_a_wide_board_is_never_cut() -> None:
    """The map of Six Winters is wider than its place: it is scrolled, the cards below it are not."""
    app = open_table(
        fimbul.game("six_winters"), {}, vs="random", seat=0, seed=5, load=None, name="Ada", seconds=0.05
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        for width in (120, 100):
            await pilot.resize_terminal(width, 40)
            await until(pilot, lambda: app.board.virtual_size.height > app.board.high)
            room = app.board.scrollable_content_region.width
            below = app.board.sketch.lines[app.board.high :]
            assert below
            await until(
                pilot,
                lambda room=room: (
                    max(
                        sum(len(span.text) for span in line)
                        for line in app.board.sketch.lines[app.board.high :]
                    )
                    <= room
                ),
            )
            app.board.scroll_to(20, app.board.high, animate=False)
            await pilot.pause()
            lines = [app.board.render_line(y).text for y in range(10)]
            assert any(line.startswith(" ") and line.strip() for line in lines)
            shown = "\n".join(lines)
            first = next(span for line in below for span in line if span.node)
            assert first.text in shown
            x, y = app.board.places[first.node].offset - (0, app.board.scroll_offset.y)
            assert app.board.node_at(x + app.board.pad.x, y + app.board.pad.y) == first.node


WHOLE = {
    "fimbulvetr": {"setup": "quick"},
    "valknut": {"warbands": ("elves", "goblins")},
    "fate": {"heroes": ("embla",)},
    "six_winters": {},
    "fornaldar": {"scenario": "jotuns", "turns": 1},
}


@pytest.mark.parametrize("slug", SLUGS)
async def test_every_game_is_played_from_start_to_end(slug: str) -> None:
    """By touching whatever is lit or stands in the bar; words are made up where they are asked for."""
    chance = random.Random(4)
    app = open_table(
        fimbul.game(slug), WHOLE[slug], vs="random", seat=0, seed=5, load=None, name="Ada", seconds=0.02
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        while not app.match.state.over:
            plies = len(app.match.moves)
            touch = app.touch
            assert touch is not None
            nodes = sorted(touch.next())
            assert nodes
            app.touched(Board.Touched(chance.choice(nodes)))
            await pilot.pause()
            if isinstance(app.screen, Words):
                await pilot.press("o", "n", "c", "e", "enter")
                await until(pilot, lambda: not isinstance(app.screen, Words))
            if len(app.match.moves) != plies:
                await my_turn(pilot, app)
            elif app.touch is touch and touch.path and not touch.next():
                app.action_step_back()
        await until(pilot, lambda: app.match.state.outcome is not None)
        assert app.match.state.outcome is not None
        assert text(app, "#prompt").startswith(app.match.state.outcome.reason[:40])


async def test_a_long_list_that_follows_another_loses_no_words() -> None:
    fate = fimbul.game("fate")
    app = open_table(fate, {}, vs="greedy", seat=0, seed=5, load=None, name="Ada", seconds=0.05)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        options = app.query_one("#action-list", OptionList)
        await until(pilot, lambda: options.show_vertical_scrollbar)
        before = legal(app)
        await pilot.press("1")
        await until(pilot, lambda: app.touch is not None and legal(app) != before)
        await pilot.pause()
        shown = " ".join(options.render_line(line).text.strip() for line in range(options.size.height))
        for option in options.options[:8]:  # that much is in sight
            assert str(option.prompt) in shown
