"""An assistant at the table: over standard input and output, in this process, and at a server."""

import os
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from tests.cli.conftest import Runner, fim  # noqa: F401  # the command line, run in this process
from tests.server.conftest import serving

import fimbul
from fimbul.core import Record, Rng, verify
from fimbul.lab.benchmark import Row, page, read_rows
from fimbul.mcp.telling import MOST_ACTIONS, tell_actions
from fimbul.mcp.tools import Desk, served
from mcp import Client, StdioServerParameters

TOOLS = {
    "list_games",
    "read_rules",
    "open_table",
    "join_table",
    "list_tables",
    "look",
    "legal_actions",
    "play",
    "record",
}


async def said(client: Client, tool: str, *, error: bool = False, **arguments: Any) -> str:
    """What a tool answers."""
    result = await client.call_tool(tool, arguments)
    text = "".join(part.text for part in result.content)
    assert bool(result.is_error) is error, text
    return text


def actions_in(text: str) -> list[str]:
    return re.findall(r"^- `(.+?)` ", text, re.MULTILINE)


async def test_an_assistant_plays_over_standard_input_and_output(tmp_path: Path) -> None:
    words = ["-m", "fimbul.cli", "mcp", "--player", "parrot", "--save", str(tmp_path)]
    started = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
    async with Client(started) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        listed = await said(client, "list_games")
        assert '- option scenario: "sampo" (sampo, northern_war or jotuns)' in listed
        assert '- option scenario: "order_of_the_blue_robe" (order_of_the_blue_robe, honest_' in listed
        assert "F33" in await said(client, "read_rules", game="fimbulvetr")
        assert "two cells" in await said(client, "read_rules", game="fimbulvetr", number_or_words="F33")
        assert "severed" in await said(client, "read_rules", game="fimbulvetr", number_or_words="severed")
        seen = await said(
            client,
            "open_table",
            game="fimbulvetr",
            options={"setup": "quick", "first": 0},
            seed=3,
            against="random",
        )
        assert "You sit at the table fimbulvetr-1." in seen
        assert "Thegn" in seen
        first = actions_in(seen)[0]
        refused = await said(client, "play", error=True, table="fimbulvetr-1", action="move(thegn,9,9,0)")
        assert re.search(r"Refused by rule F\d+ \(.+\): .+F\d+ says: ", refused, re.DOTALL)
        assert "is not an action" in await said(
            client, "play", error=True, table="fimbulvetr-1", action="castle"
        )
        assert "no table 'x'" in await said(client, "look", error=True, table="x")
        after = await said(client, "play", table="fimbulvetr-1", action=first)
        assert "## What happened" in after
        assert "ply 2" in after
        record = Record.parse(await said(client, "record", table="fimbulvetr-1"))
        assert verify(record, fimbul.game("fimbulvetr")).state.ply == 2


@pytest.mark.parametrize("game", ["fimbulvetr", "valknut", "fate", "six_winters", "fornaldar"])
async def test_it_sees_what_its_seat_sees_and_its_actions_are_the_legal_ones(game: str) -> None:
    desk = Desk()
    async with Client(served(desk)) as client:
        await said(client, "open_table", game=game, seed=5, against="random")
        place: Any = desk.places[f"{game}-1"]
        chance = Rng(1)
        for _ in range(6):
            state = place.match.state
            if state.over:
                break
            told = await said(client, "look", table=place.name)
            listed = await said(client, "legal_actions", table=place.name)
            shown = actions_in(listed)
            legal = {str(action) for action in state.legal(place.seat)}
            assert set(shown) <= legal
            assert len(shown) == min(MOST_ACTIONS, len(legal))
            assert place.game.prompt(state.view(place.seat)) in told
            twin = state.imagine(place.seat, chance)
            place.match.state, real = twin, state
            assert await said(client, "look", table=place.name) == told
            place.match.state = real
            await said(client, "play", table=place.name, action=chance.choice(shown))


async def test_a_finished_game_is_kept_as_a_record_and_a_row(tmp_path: Path, fim: Runner) -> None:  # noqa: F811
    desk = Desk(player="parrot", save=tmp_path)
    await desk.open_table("fimbulvetr", {"setup": "quick"}, seed=2, against="random")
    (place,) = desk.places.values()
    with pytest.raises(fimbul.FimbulError, match="Refused"):
        await desk.play(place.name, "move(nobody,0,0,0)")
    while not (seen := await place.look()).over:
        told = await desk.play(place.name, seen.actions[-1].text)
    assert "The game is over." in told
    (row,) = read_rows(tmp_path)
    assert (row.game, row.player, row.against, row.refused) == ("fimbulvetr", "parrot", "random", 1)
    record = Record.parse((tmp_path / row.record).read_text(encoding="utf-8"))
    assert verify(record, fimbul.game("fimbulvetr")).state.outcome.scores[row.seat] == row.score
    assert "| parrot | random | 1 |" in fim("lab", "benchmark", tmp_path).out
    (tmp_path / "benchmark.jsonl").write_text("{}\n")
    assert fim("lab", "benchmark", tmp_path).failed_with("line 1")
    assert fim("lab", "benchmark", tmp_path / "none").failed_with("benchmark.jsonl")


def test_a_page_counts_by_player_and_opponent_with_an_interval() -> None:
    row = Row(
        game="fate", rules="1", fimbul="0.1.0", player="a", against="greedy", seat=0, seats=1, options={},
        seed=1, score=1.0, rule="G1", plies=10, refused=2,
    )  # fmt: skip
    lost = msgspec.structs.replace(row, score=0.0, refused=0, rule="G2")
    text = page([row, row, row, lost, msgspec.structs.replace(row, player="b")])
    assert "| a | greedy | 4 | 3 | 30% to 95% | 0.75 | 1.5 | 10 | G1 3, G2 1 |" in text
    assert text.count("| greedy |") == 2


def test_long_lists_are_told_in_parts() -> None:
    game = fimbul.game("fimbulvetr")
    state = game.new(seed=1)
    from fimbul.core import choice

    view = state.view(state.to_act[0])
    actions = [choice(game.table, view, action) for action in state.legal(state.to_act[0])] * 20
    told = tell_actions(actions)
    assert len(actions_in(told)) == MOST_ACTIONS
    assert f"first={MOST_ACTIONS}" in told
    assert "None of" in tell_actions(actions, "longship")


async def test_it_plays_at_a_server_with_a_token(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada = server.guest()
        await ada.post("/accounts", {"login": "ada", "password": "a long and winding fjord"})
        token = (await ada.post("/me/tokens", {"name": "assistant"}))["secret"]
        desk = Desk(server.address, token)
        async with Client(served(desk)) as client:
            seen = await said(
                client,
                "open_table",
                game="fimbulvetr",
                options={"setup": "quick", "first": 0},
                against="random",
            )
            (name,) = desk.places
            assert "Thegn" in seen
            assert "Refused by rule F" in await said(
                client, "play", error=True, table=name, action="move(thegn,9,9,0)"
            )
            after = await said(client, "play", table=name, action=actions_in(seen)[0])
            assert "ply 2" in after
            assert "## What happened" in after
            assert name in await said(client, "list_tables")
            for elsewhere in ("x", "..", "../me", "../me/tokens?x="):  # the token opens no other door
                told = await said(client, "look", error=True, table=elsewhere)
                assert re.match("There is (no table|nothing at this address)", told), told

            ben = server.guest()
            other = await ben.table("me", "open", options={"setup": "quick", "first": 0})
            assert "Others decide" in await said_at_once(desk, client, other["id"])
        await desk.client.close()
        sheet = await ada.get(f"/tables/{name}")
        assert sheet["seats"][0]["me"]


async def test_the_command_plays_a_whole_game_at_a_server(tmp_path: Path) -> None:
    """As an assistant's file would start it: a process of its own, and the token in its environment."""
    async with serving(tmp_path) as server:
        ada = server.guest()
        await ada.post("/accounts", {"login": "ada", "password": "a long and winding fjord"})
        token = (await ada.post("/me/tokens", {"name": "assistant"}))["secret"]
        words = ["-m", "fimbul.cli", "mcp", "--server", server.address]
        started = StdioServerParameters(
            command=sys.executable, args=words, env=os.environ | {"FIMBUL_TOKEN": token}
        )
        async with Client(started) as client:
            options = {"setup": "quick", "first": 0, "clans": ["saxons", "rus"]}
            seen = await said(client, "open_table", game="fimbulvetr", options=options, against="random")
            table = re.search(r"You sit at the table (\S+?)\.", seen)
            assert table is not None
            chance = Rng(7)
            while "The game is over." not in seen:
                if legal := actions_in(seen):
                    seen = await said(client, "play", table=table[1], action=chance.choice(legal))
                else:
                    seen = await said(client, "look", table=table[1])
            record = await said(client, "record", table=table[1])
            assert verify(Record.parse(record), fimbul.game("fimbulvetr")).state.over
        stranger = StdioServerParameters(
            command=sys.executable, args=words, env=os.environ | {"FIMBUL_TOKEN": "fimbul_nonsense"}
        )
        async with Client(stranger) as client:
            refused = await said(client, "open_table", error=True, game="fimbulvetr", against="random")
            assert "token" in refused


async def said_at_once(desk: Desk, client: Client, table: str) -> str:
    """Join a table at which another has the turn, without waiting for them."""
    from fimbul.mcp import places

    before, places.WAIT = places.WAIT, 0.0
    try:
        return await said(client, "join_table", table=table)
    finally:
        places.WAIT = before


async def test_without_a_server_there_is_nothing_to_join() -> None:
    async with Client(served(Desk())) as client:
        assert "--server" in await said(client, "join_table", error=True, table="x")
        assert "no table yet" in await said(client, "list_tables")


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("open_table", {"game": "chess"}, "Unknown game 'chess'; expected fimbulvetr, valknut, fate,"),
    ("open_table", {}, "open_table needs 'game'."),
    ("open_table", {"game": 3}, "'game' of open_table is a text, not 3."),
    (
        "open_table",
        {"game": "fate", "wind": 1},
        "open_table takes no 'wind'; it takes game, options,",
    ),
    ("open_table", {"game": "fate", "options": ["x"]}, "'options' of open_table is an object of options"),
    ("open_table", {"game": "fate", "players": 0}, "Fate: Defenders of Grimheim has 1 to 4 seats, not 0."),
    ("open_table", {"game": "fate", "players": 1.5}, "'players' of open_table is a whole number, not 1.5."),
    ("open_table", {"game": "fate", "players": 3, "seat": 3}, "For 3 players, seat may be 0, 1 or 2, not 3."),
    ("open_table", {"game": "fate", "against": "odin"}, "Unknown bot 'odin'; expected random, greedy,"),
    ("open_table", {"game": "fate", "seed": -1}, "A seed is a whole number from 0 to 2^63 - 1, not -1."),
    ("open_table", {"game": "fate", "seed": "x"}, "'seed' of open_table is a whole number, not \"x\"."),
    ("read_rules", {"game": "fate", "number_or_words": "Z9"}, "No rule of Fate: Defenders of Grimheim has"),
    ("join_table", {"table": "x"}, "There is no server to join at: start 'fimbul mcp --server ADDRESS'."),
    ("look", {"table": "x"}, "There is no table 'x'; your tables: fate-1."),
    ("legal_actions", {"table": "fate-1", "first": -1}, "first may be 0 to "),
    ("legal_actions", {"table": "fate-1", "first": 999}, "first may be 0 to "),
    ("play", {"table": "fate-1"}, "play needs 'action'."),
    ("play", {"table": "fate-1", "action": "fly"}, "Refused: 'fly' is not an action of this game;"),
    (
        "play",
        {"table": "fate-1", "action": "move(x,y)"},
        "Refused: 'move(x,y)' is not a move: x is a whole",
    ),
    ("record", {"table": "x"}, "There is no table 'x'; your tables: fate-1."),
    ("sing", {}, "There is no tool 'sing'; there are list_games, read_rules,"),
]


async def test_wrong_input_to_any_tool_gets_a_sentence_of_ours() -> None:
    async with Client(served(Desk())) as client:
        await said(client, "open_table", game="fate", seed=1)
        for tool, given, sentence in WRONG:
            told = await said(client, tool, error=True, **given)
            assert told.startswith(sentence), told
            assert told.endswith(".")
            assert not re.search(r"pydantic|msgspec|`|\$\.|\n|Error", told)
        assert "fate-2" not in await said(client, "list_tables")


@pytest.mark.parametrize("game", ["fimbulvetr", "valknut", "fate", "six_winters", "fornaldar"])
async def test_a_wrong_value_of_any_option_gets_a_sentence_that_names_it(game: str) -> None:
    async with Client(served(Desk())) as client:
        for option in fimbul.game(game).Options.__struct_fields__:
            for value in (-5.5, {"x": 1}, "neither one nor another"):
                told = await said(client, "open_table", error=True, game=game, options={option: value})
                assert re.match(rf"The option '{option}' (of|names|is) ", told), told
                assert re.search("it may be|expected|read at| is .* not", told), told
                assert "\n" not in told
