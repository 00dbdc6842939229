"""What a game of Fimbulvetr is made of: sigils, warriors, clans and the choices before a game (F1, F7)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fimbul.core import Options

CORNERS = ("NW", "NE", "SE", "SW")
PLACES = ("upper left", "upper right", "lower right", "lower left")  # the same, as people say it
KINDS = ("melee", "ranged", "defense", "move")
LETTERS = {"M": "melee", "R": "ranged", "D": "defense", "V": "move"}
SIGILS = tuple(f"{letter}{grade}" for letter in "MRDV" for grade in ("12S" if letter in "MD" else "12A"))
CLAN_SIZE = 6
MELEE, RANGED, DEFENSE, MOVE = range(4)  # places in KINDS, and the four relic tokens (F15)

Corners = tuple[int, int, int, int]
Phase = Literal["place", "relic", "play"]


class Warrior(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A square card with a sigil in each corner, NW, NE, SE, SW as printed."""

    id: str
    name: str
    corners: tuple[str, str, str, str]


class Clan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Six warriors."""

    id: str
    name: str
    source: str = "custom"
    warriors: tuple[Warrior, ...] = ()
    style: str = ""


def kind_of(sigil: str) -> str:
    """Melee, ranged, defense or move."""
    return LETTERS[sigil[0]]


def quality_of(sigil: str) -> int:
    """Two for a double sigil; a special one is single (F7)."""
    return 2 if sigil[1] == "2" else 1


class FimbulvetrOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """The choices before a game."""

    clans: Annotated[tuple[str | Clan, str | Clan], Meta(title="Clans")] = ("saxons", "vikings")
    first: Annotated[Literal["random", 0, 1], Meta(title="Which seat goes first")] = "random"
    setup: Annotated[Literal["placed", "quick"], Meta(title="Set-up: placed by hand, or quick")] = "placed"
    relic: Annotated[Literal["free", "defense"], Meta(title="Relics: free, or Defense for both")] = "free"
    support_from_none: Annotated[bool, Meta(title="Support lifts corners without melee too (F11)")] = True
    vault_adjacent: Annotated[bool, Meta(title="Vaulted shots reach neighbours too (F35)")] = False
