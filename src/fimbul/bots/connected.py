"""A bot that is another program: it is told positions in lines and answers with actions.

A line to the program is a JSON object with `game`, `snapshot` (base64), `seat` and, if there is a limit,
`seconds`; a line back has `action` in notation, or `error` with a sentence.  The snapshot is that of an
imagined world, so that a program learns no more than the seat it plays for knows.
"""

import base64
import contextlib
import json
import queue
import shlex
import subprocess
import threading
from typing import Any

from fimbul.bots.sight import Idea, Sight
from fimbul.core import Action, FimbulError, Game, Rng

PATIENCE = 120.0  # seconds for an answer beyond those that the program was given


class Connected:
    """Whoever sits at the other end of a command's standard input and output."""

    def __init__(self, game: Game, command: str, seed: int = 0, *, seconds: float | None = None) -> None:
        self.game = game
        self.command = command
        self.seconds = seconds
        self.rng = Rng(seed)
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str] = queue.Queue()

    def choose(self, sight: Sight) -> Action:
        """The action that the program answers with."""
        world = sight.imagine(self.rng)
        request: dict[str, Any] = {
            "game": self.game.slug,
            "snapshot": base64.b64encode(world.snapshot()).decode("ascii"),
            "seat": sight.seat,
        }
        if self.seconds is not None:
            request["seconds"] = self.seconds
        action = self.read(self.ask(json.dumps(request)))
        if action not in sight.legal():
            raise FimbulError(f"The program '{self.command}' answered {action}, which is not allowed now.")
        return action

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """Its one idea; a program says nothing of what it is worth."""
        return [Idea(self.choose(sight), 0.0)]

    def ask(self, line: str) -> str:
        """Send a line and wait for the answer."""
        try:
            if self.process is None:
                self.start()
            assert self.process is not None
            assert self.process.stdin is not None
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
            answer = self.lines.get(timeout=PATIENCE + (self.seconds or 0.0))
        except (OSError, ValueError) as problem:
            self.close()
            raise FimbulError(f"The program '{self.command}' cannot be spoken to: {problem}.") from None
        except queue.Empty:
            self.close()
            raise FimbulError(f"The program '{self.command}' does not answer.") from None
        if not answer:
            self.close()
            raise FimbulError(f"The program '{self.command}' ended without an answer.")
        return answer

    def read(self, line: str) -> Action:
        """The action of an answer."""
        try:
            answer = json.loads(line)
            text = answer.get("error") if isinstance(answer, dict) else None
            if text is None:
                return self.game.parse(answer["action"])
        except (ValueError, KeyError, TypeError):
            raise FimbulError(f"The program '{self.command}' answered '{line.strip()[:80]}'.") from None
        raise FimbulError(f"The program '{self.command}' refuses: {text}")

    def start(self) -> None:
        """Start the program, and listen to it."""
        self.process = subprocess.Popen(
            shlex.split(self.command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        threading.Thread(target=self.listen, args=(self.process,), daemon=True).start()

    def listen(self, process: "subprocess.Popen[str]") -> None:
        """Keep what the program says; an empty line is its end."""
        assert process.stdout is not None
        for line in process.stdout:
            self.lines.put(line)
        self.lines.put("")

    def close(self) -> None:
        """Let the program go."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
