"""A bot that is another program: it is told positions in lines and answers with actions.

A line to the program is a JSON object with `game`, `seat`, `ply`, `legal` (the actions, in notation), `view`
(what the seat knows, as data), `snapshot` (base64) and, if there is a limit, `seconds`; a line back has
`action` in notation, or `error` with a sentence.  The snapshot is that of an imagined world, so that a
program learns no more than the seat it plays for knows.  docs/engine.md describes it for those who write one.

Programs have names, by which they are seated wherever a bot can sit.  The names stand in an environment
variable, so that every process that bots think in knows them.
"""

import base64
import contextlib
import functools
import json
import os
import queue
import re
import shlex
import shutil
import subprocess
import threading
from typing import Any

import msgspec

from fimbul.bots.levels import NAMES
from fimbul.bots.sight import Idea, Sight
from fimbul.core import Action, BadOption, FimbulError, Game, Rng

PATIENCE = 120.0  # seconds for an answer beyond those that the program was given
VARIABLE = "FIMBUL_CONNECT"
GIVEN = re.compile(r"([^\s=/\\]+)=(.*)", re.DOTALL)
NAME = re.compile(r"[a-z][a-z0-9_-]*")
NAMELESS = "connect"  # what a program is called whose name nobody gave


def programs() -> dict[str, str]:
    """The commands of the programs that can be seated, by their names."""
    try:
        found = msgspec.json.decode(os.environ.get(VARIABLE) or "{}", type=dict[str, str])
    except msgspec.MsgspecError:
        raise BadOption(
            f'{VARIABLE} is a JSON object of names and commands, as {{"mine": "./bot"}}.'
        ) from None
    for name in found:
        check_name(name)
    return found


def check_name(name: str) -> None:
    """A program's name is a word, and nobody else's."""
    if name in NAMES:
        raise BadOption(f"'{name}' is a bot of fimbul's own; call the program otherwise.")
    if not NAME.fullmatch(name):
        raise BadOption(f"'{name}' cannot name a program; use small letters, digits, _ and -, as in mine.")


def introduce(text: str) -> str:
    """Let a program sit wherever a bot can, given as `name=command` or a command alone; its name."""
    found = GIVEN.fullmatch(text)
    name, command = found.groups() if found else (NAMELESS, text)
    if not command.strip():
        raise BadOption(f"'{text}' names no command; write --connect 'name=command'.")
    check_name(name)
    program = words_of(command)[0].strip('"')
    if shutil.which(program) is None:
        raise BadOption(f"There is no program '{program}' to connect.")
    os.environ[VARIABLE] = json.dumps(programs() | {name: command})
    return name


def words_of(command: str) -> list[str]:
    """The words of a command: first the program, then what it is told."""
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError as problem:
        raise BadOption(f"The command '{command}' cannot be read: {str(problem).lower()}.") from None


class Program:
    """A command that runs, and with which one exchanges lines."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str] = queue.Queue()

    def ask(self, line: str, patience: float) -> str:
        """Send a line and wait for the answer."""
        try:
            if self.process is None:
                self.start()
            assert self.process is not None
            assert self.process.stdin is not None
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
            answer = self.lines.get(timeout=patience)
        except (OSError, ValueError) as problem:
            self.close()
            why = (getattr(problem, "strerror", None) or str(problem)).lower()
            raise FimbulError(f"The program '{self.command}' cannot be spoken to: {why}.") from None
        except queue.Empty:
            self.close()
            raise FimbulError(f"The program '{self.command}' does not answer.") from None
        if not answer:
            status = self.close()
            told = f" (status {status})" if status else ""
            raise FimbulError(f"The program '{self.command}' ended{told} without an answer.")
        return answer

    def start(self) -> None:
        """Start the program, and listen to it."""
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            self.command if os.name == "nt" else words_of(self.command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
        )
        threading.Thread(target=listen, args=(self.process, self.lines), daemon=True).start()

    def close(self) -> int | None:
        """Let the program go; the status with which it ended by itself, if it did."""
        process, self.process = self.process, None
        if process is None:
            return None
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        try:
            return process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        return None


def listen(process: "subprocess.Popen[str]", lines: "queue.Queue[str]") -> None:
    """Keep what a program says; an empty line is its end."""
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put("")


@functools.cache
def program(command: str) -> Program:
    """The one process of a command: it is told everything in each line, so many bots may ask it in turn."""
    return Program(command)


class Connected:
    """Whoever sits at the other end of a command's standard input and output."""

    def __init__(self, game: Game, command: str, seed: int = 0, *, seconds: float | None = None) -> None:
        self.game = game
        self.command = command
        self.seconds = seconds
        self.rng = Rng(seed)

    def choose(self, sight: Sight) -> Action:
        """The action that the program answers with."""
        legal = sight.legal()
        action = self.read(self.ask(json.dumps(self.request(sight, legal), ensure_ascii=False)))
        if action not in legal:
            raise FimbulError(f"The program '{self.command}' answered {action}, which is not allowed now.")
        return action

    def request(self, sight: Sight, legal: list[Any]) -> dict[str, Any]:
        """What the program is told."""
        world = sight.imagine(self.rng)
        asked: dict[str, Any] = {
            "game": self.game.slug,
            "seat": sight.seat,
            "ply": world.ply,
            "legal": list(map(str, legal)),
            "view": msgspec.to_builtins(sight.view, str_keys=True),
            "snapshot": base64.b64encode(world.snapshot()).decode("ascii"),
        }
        return asked if self.seconds is None else asked | {"seconds": self.seconds}

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """Its one idea; a program says nothing of what it is worth."""
        return [Idea(self.choose(sight), 0.0)]

    def ask(self, line: str) -> str:
        """Send a line and wait for the answer."""
        return program(self.command).ask(line, PATIENCE + (self.seconds or 0.0))

    def read(self, line: str) -> Action:
        """The action of an answer."""
        try:
            answer = json.loads(line)
            text = answer.get("error") if isinstance(answer, dict) else None
            if text is None:
                return self.game.parse(answer["action"])
        except (ValueError, KeyError, TypeError):
            raise FimbulError(
                f"The program '{self.command}' answered '{line.strip()[:80]}', and not "
                'as {"action": "pass"}, with an action in notation.'
            ) from None
        raise FimbulError(f"The program '{self.command}' refuses: {text}")

    def close(self) -> None:
        """Let the program go."""
        program(self.command).close()
