"""Building your own clan (F8)."""

from html import escape
from typing import Any

import msgspec

from fimbul.core import Fault, Workshop
from fimbul.games.fimbulvetr.library.clans import Draft, faults, printed_clans
from fimbul.games.fimbulvetr.model import SIGILS, Clan, Warrior
from fimbul.games.fimbulvetr.table.trays import picture

WIDE = 110


class ClanWorkshop(Workshop):
    """Six warriors, each with four sigils."""

    title = "Build a clan"
    option = "clans"
    kind = Clan

    def pieces(self) -> list[Any]:
        return list(printed_clans().values())

    def faults(self, piece: Any) -> list[Fault]:
        return faults(piece)

    def picture(self, piece: Any) -> str:
        try:
            clan = msgspec.convert(piece, Draft)
        except msgspec.ValidationError:
            clan = Draft()  # nothing that could be drawn
        cards = []
        for place, warrior in enumerate(clan.warriors):
            corners = (*(sigil if sigil in SIGILS else "" for sigil in warrior.corners), "", "", "", "")[:4]
            if all(corners):
                drawn = picture(Warrior(warrior.id, warrior.name, corners), 0)  # type: ignore[arg-type]  # four
                cards.append(f'<g transform="translate({place * WIDE} 0)">{drawn}</g>')
        wide = max(1, len(clan.warriors)) * WIDE
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-55 -55 {wide} 110">'
            f"<title>{escape(clan.name)}</title>{''.join(cards)}</svg>"
        )
