"""The words of the rules that data is written with: resources, skills, tracks, regions (S1, S3, S7, S13)."""

from typing import Literal

import msgspec

Resource = Literal["stability", "technology", "espionage", "military", "diplomacy", "sorcery"]
RESOURCES: tuple[Resource, ...] = (
    "stability",
    "technology",
    "espionage",
    "military",
    "diplomacy",
    "sorcery",
)
Skill = Literal["command", "disguise", "lore", "rapport", "combat", "tactics", "thievery", "survival"]
SKILLS: tuple[Skill, ...] = (
    "command",
    "disguise",
    "lore",
    "rapport",
    "combat",
    "tactics",
    "thievery",
    "survival",
)
Track = Literal["psyche", "body"]
TRACKS: tuple[Track, ...] = ("psyche", "body")
Region = Literal["empire", "brightdune", "settled"]
REGIONS: tuple[Region, ...] = ("empire", "brightdune", "settled")
Source = Literal["printed", "settled", "ours", "optional"]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of everything in a data file."""


class Operation(Part, frozen=True):
    """The base of what cards do: one small operation with its numbers, named by its tag."""

    @property
    def verb(self) -> str:
        """How a data file names it."""
        return str(self.__struct_config__.tag)
