"""What an assistant can call."""

import functools
import json
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from fimbul import __version__, all_games
from fimbul import game as find
from fimbul.client import AsyncClient
from fimbul.core import BadOption, FimbulError, Game, Match
from fimbul.core.wording import either, listed, some, span
from fimbul.lab.benchmark import Row
from fimbul.mcp.places import Here, Place, Seen, There, rule_of
from fimbul.mcp.telling import tell_actions, tell_scene, within

INSTRUCTIONS = """\
Play board games at fimbul's table. list_games shows what there is; open_table begins a game (or join_table
takes a seat at a server); look shows your view, the question and your legal actions; play takes one action in
its notation, exactly as it stands in the list. A refusal names the rule: read_rules gives its text."""

Tool = Callable[..., Awaitable[str]]


class Desk:
    """The tables at which one assistant sits."""

    def __init__(
        self,
        server: str | None = None,
        token: str | None = None,
        *,
        player: str = "assistant",
        save: Path | None = None,
    ) -> None:
        self.client = AsyncClient(server, token) if server else None
        self.player = player
        self.save = save
        self.places: dict[str, Place] = {}

    # ---- reading

    async def list_games(self) -> str:
        """List the games with their players, length and options."""
        return "\n".join(map(in_short, all_games()))

    async def read_rules(self, game: str, number_or_words: str = "") -> str:
        """Read the numbered rules of a game: one by its number, those with some words, or all titles."""
        rules = find(game).rules
        asked = number_or_words.strip()
        if not asked:
            titles = [f"{rule.number} {rule.title}" for rule in rules.rules]
            return "\n".join([f"# {rules.title}", "", rules.intro, "", *titles])
        if asked in rules:
            rule = rules[asked]
            return f"{rule.number} {rule.title} ({rule.section})\n\n{rule.text}"
        found = rules.search(asked)
        if not found:
            raise BadOption(f"No rule of {rules.title} has the number or the words '{asked}'.")
        return "\n\n".join(f"{rule.number} {rule.title}\n\n{rule.text}" for rule in found[:8])

    # ---- sitting down

    async def open_table(
        self,
        game: str,
        options: dict[str, Any] | None = None,
        players: int | None = None,
        seat: int = 0,
        against: str = "casual",
        seed: int | None = None,
    ) -> str:
        """Open a table and sit down; bots take the other seats. Returns the table's name and what you see."""
        rules = find(game)
        count = rules.read_seats(players)
        if not 0 <= seat < count:
            raise BadOption(f"For {some(count, 'player')}, seat may be {either(range(count))}, not {seat}.")
        if self.client is not None:
            wishes = [{"kind": "me"} if n == seat else {"kind": "bot", "bot": against} for n in range(count)]
            more: dict[str, Any] = {"seats": wishes, "options": options or {}}
            table = await self.client.open_table(game, **more, **({} if seed is None else {"seed": seed}))
            return await self.settle(There(self.client, table, game))
        chosen = secrets.randbits(32) if seed is None else seed
        names = [self.player if n == seat else against for n in range(count)]
        match = Match(rules, seats=count, options=options or {}, seed=chosen, names=names)
        name = f"{game}-{len(self.places) + 1}"
        place = Here(rules, match, seat, against, player=self.player, name=name)
        await place.others()
        return await self.settle(place)

    async def join_table(self, table: str, invite: str | None = None) -> str:
        """Take an open seat at a server's table, by its name and, if it is private, its invitation."""
        if self.client is None:
            raise BadOption("There is no server to join at: start 'fimbul mcp --server ADDRESS'.")
        joined = await self.client.join(table, invite)
        return await self.settle(There(self.client, joined, (await joined.sheet()).game))

    async def list_tables(self) -> str:
        """List the tables at which you sit, and at a server those that have an open seat."""
        lines = [f"- {name}: you sit there" for name in self.places]
        if self.client is not None:
            lines += [f"- {table.id}: {table.title}, yours" for table in await self.client.tables("mine")]
            lines += [f"- {table.id}: {table.title}, open" for table in await self.client.tables("open")]
        return "\n".join(lines) or "There is no table yet: open_table begins one."

    # ---- playing

    async def look(self, table: str) -> str:
        """Your view of a table: the question, the board, what lies around it, and your legal actions."""
        return told(table, await (await self.place(table)).look())

    async def legal_actions(self, table: str, words: str = "", first: int = 0) -> str:
        """Your legal actions with their words; `words` keeps those that have them all, `first` goes on."""
        seen = await (await self.place(table)).look()
        return tell_actions(seen.actions, words, first) or "It is not your turn, or the game is over."

    async def play(self, table: str, action: str) -> str:
        """Take an action, in its notation as the list shows it, and see what came of it."""
        place = await self.place(table)
        try:
            seen = await place.act(action)
        except FimbulError as problem:
            raise refused(problem, await place.look()) from None
        if seen.over:
            await self.keep(place)
        return told(table, seen)

    async def record(self, table: str) -> str:
        """The record of a game, which proves itself; at a server, once it has ended."""
        return await (await self.place(table)).record()

    # ---- within

    async def place(self, name: str) -> Place:
        """Where one sits, or a sentence; at a server also at tables that one sat down at before."""
        if name not in self.places:
            if self.client is None:
                known = ", ".join(self.places) or "none yet"
                raise BadOption(f"There is no table '{name}'; your tables: {known}.")
            table = await self.client.table(name)
            self.places[name] = There(self.client, table, (await table.sheet()).game)
        return self.places[name]

    async def settle(self, place: Place) -> str:
        """Sit down, and look."""
        self.places[place.name] = place
        return f"You sit at the table {place.name}.\n\n{told(place.name, await place.look())}"

    async def keep(self, place: Place) -> None:
        """Keep a finished game, where that is wanted: its record, and a row for a benchmark."""
        if self.save is None or not isinstance(place, Here):
            return
        outcome = place.match.state.outcome
        assert outcome is not None
        record = place.match.record()
        row = Row(
            game=place.game.slug,
            rules=place.game.rules_version,
            fimbul=__version__,
            player=place.player,
            against=place.against,
            seat=place.seat,
            seats=place.match.seats,
            options=record.options,
            seed=place.match.seed,
            score=outcome.scores[place.seat],
            rule=outcome.rule,
            plies=place.match.state.ply,
            refused=place.refused,
        )
        row.keep(self.save, record.to_text())


def in_short(game: Game) -> str:
    """A game in a few lines: what it is, ways to begin, and what each option is and may be."""
    defaults = msgspec.to_builtins(game.read_options({}))
    starts = "; ".join(f"{start.label}: {json.dumps(start.options)}" for start in game.starts)
    return (
        f"- {game.slug}: {game.title}, by {game.designer}; {span(game.seats)} players, "
        f"{game.minutes} minutes. {game.blurb}{f' Ways to begin: {starts}.' if starts else ''}"
        + "".join(
            f"\n  - option {name}: {json.dumps(default)}{within(game.allowed(name))}"
            for name, default in defaults.items()
        )
    )


def told(table: str, seen: Seen) -> str:
    """A position as an answer."""
    parts = [f"# {find(seen.game).title}, table {table}, ply {seen.ply}"]
    if seen.news:
        parts.append("\n".join(["## What happened", "", *(f"- {line}" for line in seen.news)]))
    parts.append(tell_scene(seen.scene, seen.sketch))
    parts.append(
        "The game is over." if seen.over else tell_actions(seen.actions) or "Others decide: look again."
    )
    return "\n\n".join(parts)


def refused(problem: FimbulError, seen: Seen) -> FimbulError:
    """A refusal with the text of the rule that refused."""
    number = rule_of(problem)
    rules = find(seen.game).rules
    if number is None or number not in rules:
        return FimbulError(f"Refused: {problem}")
    rule = rules[number]
    reason = str(problem).removesuffix(f" ({number})")
    return FimbulError(f"Refused by rule {number} ({rule.title}): {reason}\n\n{number} says: {rule.text}")


class Plain(MCPServer[Any]):
    """A server that says in a sentence of ours, and in nothing but that, what it cannot do."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Any = None
    ) -> CallToolResult | InputRequiredResult:
        known = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        if name not in known:
            raise ToolError(f"There is no tool '{name}'; there are {listed(known)}.")
        for argument in arguments:
            if argument not in known[name]:
                takes = listed(known[name]) or "nothing"
                raise ToolError(f"{name} takes no '{argument}'; it takes {takes}.")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as problem:
            if isinstance(problem.__cause__, ValidationError):
                raise ToolError(misread(name, known[name], problem.__cause__)) from None
            if isinstance(problem.__cause__, ToolError):
                raise ToolError(str(problem.__cause__)) from None
            raise


KINDS = {"string": "a text", "integer": "a whole number", "object": "an object of options and their values"}


def misread(tool: str, known: dict[str, Any], problem: ValidationError) -> str:
    """What is wrong with the arguments of a tool whose arguments have these schemas."""
    fault = problem.errors()[0]
    argument = str(fault["loc"][0])
    if fault["type"] == "missing":
        return f"{tool} needs '{argument}'."
    schema = known[argument]
    kind = KINDS[schema.get("anyOf", [schema])[0]["type"]]  # what may be left out has null as its second kind
    return f"'{argument}' of {tool} is {kind}, not {json.dumps(fault['input'], default=str)[:60]}."


def served(desk: Desk) -> MCPServer[Any]:
    """The server, with one tool for each thing that can be done at the desk."""
    server = Plain("fimbul", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")
    for tool in (
        desk.list_games,
        desk.read_rules,
        desk.open_table,
        desk.join_table,
        desk.list_tables,
        desk.look,
        desk.legal_actions,
        desk.play,
        desk.record,
    ):
        server.tool(structured_output=False)(answering(tool))
    return server


def answering(tool: Tool) -> Tool:
    """The tool, whose refusals are sentences for the assistant."""

    @functools.wraps(tool)
    async def call(*arguments: Any, **named: Any) -> str:
        try:
            return await tool(*arguments, **named)
        except FimbulError as problem:
            raise ToolError(str(problem)) from None

    return call
