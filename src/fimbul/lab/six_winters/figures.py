"""What was played, sorted for the answers, and what an answer is."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fimbul.lab.six_winters.keys import BOOK, Key
from fimbul.lab.six_winters.seen import Saga, Session

MODES = ("normal", "difficult")
SEASONS = ("spring", "summer", "fall")
CAUSES = ("won", "threats", "time", "stress")
SOURCES = ("lasting assets", "single-use assets", "obstacles", "skill bonus")
EARLY = 3  # a threat up to this turn is an early one
TITLES = {card.id: card.name for card in BOOK.scenarios}
NAMES = {card.id: card.name for card in BOOK.characters}


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be said to a question: in a sentence, and at length, with plots by name."""

    short: str
    body: str
    plots: dict[str, str]


class Figures:
    """All that was played, by what it was played for."""

    def __init__(self, played: Iterable[tuple[Key, str, Session | Saga]]) -> None:
        self.sessions: dict[Key, list[Session]] = defaultdict(list)
        self.sagas: dict[int, list[Saga]] = defaultdict(list)
        self.printed: dict[Key, list[tuple[str, Session]]] = defaultdict(list)
        for key, scenario, result in played:
            if isinstance(result, Saga):
                self.sagas[int(key[1])].append(result)
            else:
                self.sessions[key].append(result)
                self.printed[key].append((scenario, result))

    def of(self, *key: str) -> list[Session]:
        """The sessions of one key."""
        return self.sessions.get(key, [])

    def scenario(self, id: str, mode: str = "normal") -> list[Session]:
        """The sessions of a scenario."""
        return self.of("scenario", id, mode)

    def main(self, mode: str | None = None) -> list[Session]:
        """All sessions of the main table."""
        return [
            session
            for key, sessions in self.sessions.items()
            if key[0] == "scenario" and mode in (None, key[2])
            for session in sessions
        ]

    @property
    def count(self) -> int:
        """How many sessions were watched."""
        return sum(map(len, self.sessions.values()))


def named(id: str) -> str:
    """A scenario's name; those that V24 does not print are marked."""
    card = BOOK.scenarios[BOOK.scenario[id]]
    return card.name + ("" if card.source == "printed" else " *")


def per_game(sessions: list[Session], total: float) -> float:
    """So much a session."""
    return total / len(sessions) if sessions else 0.0


def listed(counts: Mapping[Any, int]) -> str:
    """Names with their counts, the most common first."""
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return ", ".join(f"{name} {count}" for name, count in ordered)
