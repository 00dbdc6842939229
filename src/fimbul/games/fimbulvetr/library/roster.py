"""The twelve warriors of one game, laid out as flat tables by warrior and facing (F4, F9, F26).

Warriors 0 to 5 belong to seat 0, warriors 6 to 11 to seat 1.  A facing's corners are found at `warrior * 4
+ r`.
"""

import functools

from fimbul.core import BadOption, Illegal
from fimbul.core.wording import either
from fimbul.games.fimbulvetr.library.clans import check_clan, printed_clans
from fimbul.games.fimbulvetr.model import (
    CLAN_SIZE,
    Clan,
    Corners,
    FimbulvetrOptions,
    Warrior,
    kind_of,
    quality_of,
)

RELIC_POINTS = 4  # a Move relic: one more in each corner (F26)


class Roster:
    """Everything about the warriors that never changes during a game."""

    def __init__(self, options: FimbulvetrOptions) -> None:
        self.clans = tuple(
            clan if isinstance(clan, Clan) else printed_clans()[clan] for clan in options.clans
        )
        self.cards: tuple[Warrior, ...] = tuple(w for clan in self.clans for w in clan.warriors)
        self.ids = tuple(card.id for card in self.cards)
        self.names = tuple(card.name for card in self.cards)
        self.number = tuple(
            {warrior.id: seat * CLAN_SIZE + place for place, warrior in enumerate(clan.warriors)}
            for seat, clan in enumerate(self.clans)
        )
        self.own = (tuple(range(CLAN_SIZE)), tuple(range(CLAN_SIZE, 2 * CLAN_SIZE)))

        self.melee = self.table("melee")
        self.ranged = self.table("ranged")
        self.defense = self.table("defense")
        self.vault = self.table("ranged", "A")  # printed Vaulted Ranged only (F18)
        self.supports_melee = self.table("melee", "S")
        self.supports_defense = self.table("defense", "S")
        self.melee_aides = self.aides("MS")
        self.defense_aides = self.aides("DS")
        self.points = tuple(self.total(card, "move") for card in self.cards)  # F26
        self.vaults = tuple(card.corners.count("VA") for card in self.cards)  # F28
        self.strikes = tuple(max(row) for row in self.melee[::4])
        self.shoots = tuple(max(row) for row in self.ranged[::4])
        self.support_from_none = options.support_from_none
        self.vault_adjacent = options.vault_adjacent

    def table(self, kind: str, special: str | None = None) -> tuple[Corners, ...]:
        """The printed quality of one kind at each shown corner, for every warrior and facing (F4, F9)."""
        rows = []
        for card in self.cards:
            printed = [
                quality_of(s) if kind_of(s) == kind and special in (None, s[1]) else 0 for s in card.corners
            ]
            for r in range(4):
                rows.append((printed[-r], printed[1 - r], printed[2 - r], printed[3 - r]))
        return tuple(rows)

    def aides(self, sigil: str) -> tuple[tuple[int, ...], ...]:
        """The warriors of each seat that show this support sigil."""
        return tuple(tuple(w for w in own if sigil in self.cards[w].corners) for own in self.own)

    def stranger(self, rule: str, seat: int, warrior: str) -> Illegal:
        """The refusal of whoever is no warrior of a seat."""
        other = self.number[1 - seat].get(warrior)
        who = f"The {self.names[other]} is an enemy: c" if other is not None else "C"
        return Illegal(rule, f"{who}hoose a warrior of your own.")

    def total(self, card: Warrior, kind: str) -> int:
        """The sum of one kind over all corners."""
        return sum(quality_of(sigil) for sigil in card.corners if kind_of(sigil) == kind)


@functools.lru_cache(maxsize=256)
def roster(options: FimbulvetrOptions) -> Roster:
    """The roster of a game with these options."""
    return Roster(options)


def check_options(options: FimbulvetrOptions) -> FimbulvetrOptions:
    """The options, if both clans exist and are sound."""
    for clan in options.clans:
        if isinstance(clan, Clan):
            check_clan(clan, "the option clans")
        elif clan not in printed_clans():
            raise BadOption(f"Unknown clan '{clan}'; expected {either(printed_clans())}.")
    return options
