"""What lies beside the field: warriors that wait, warriors that fell, and relics to choose from."""

from fimbul.core import Card, Figure, Icon, Tray
from fimbul.core.scene import Role
from fimbul.games.fimbulvetr.events import node
from fimbul.games.fimbulvetr.model import KINDS, PLACES, SIGILS, Warrior
from fimbul.games.fimbulvetr.table.boards import LETTER
from fimbul.games.fimbulvetr.table.figures import FIGURES, calling
from fimbul.games.fimbulvetr.table.sigils import MEANS, NAMES, sign
from fimbul.games.fimbulvetr.table.view import FimbulvetrView

SPOTS = ((-25, -25), (25, -25), (25, 25), (-25, 25))
TINT = ("#7a3b2e", "#28536b")
ICONS = tuple(Icon(sigil, NAMES[sigil], sign(sigil)) for sigil in SIGILS)
BLESSING = {
    "melee": "Every corner of its bearer strikes one harder.",
    "ranged": "Every corner of its bearer shoots one harder.",
    "defense": "Every corner of its bearer is guarded by one more.",
    "move": "Every corner of its bearer gives one more movement point.",
}


def picture(card: Warrior, seat: int) -> str:
    """A card in small."""
    corners = "".join(
        f'<g transform="translate({x} {y}) scale(1.5)" color="#f4ecdf">{sign(sigil)}</g>'
        for sigil, (x, y) in zip(card.corners, SPOTS, strict=True)
    )
    body = f'<rect x="-48" y="-48" width="96" height="96" rx="12" fill="{TINT[seat]}"/>'
    return f'{body}<g fill="#fff" fill-opacity=".2">{FIGURES[calling(card.corners)]}</g>{corners}'


def warrior_card(card: Warrior, seat: int, state: str = "") -> Card:
    """A warrior who is not on the field."""
    return Card(
        id=node(seat, card.id),
        title=card.name,
        kind="warrior",
        picture=picture(card, seat),
        figures=tuple(
            Figure(name=f"{place}: {NAMES[sigil]}", icon=sigil)
            for place, sigil in zip(PLACES, card.corners, strict=True)
        ),
        state=state,
        seat=seat,
        detail=" ".join(MEANS[sigil] for sigil in dict.fromkeys(card.corners)),
    )


def trays(view: FimbulvetrView) -> tuple[Tray, ...]:
    """One's own first."""
    own = view.acting if view.seat is None else view.seat
    found = []
    if view.phase == "relic" and view.outcome is None:
        found.append(relics())
    for seat in (own, 1 - own):
        cards = {card.id: card for card in view.clans[seat].warriors}
        clan = view.clans[seat].name
        if view.waiting[seat]:
            waiting = tuple(warrior_card(cards[name], seat) for name in view.waiting[seat])
            title = f"The {clan} still to place"
            role: Role = "hand" if seat == own else "mat"
            found.append(Tray(id=f"waiting:{seat}", title=title, role=role, seat=seat, cards=waiting))
        if view.slain[seat]:
            slain = tuple(warrior_card(cards[name], seat, "gone") for name in view.slain[seat])
            title = f"The {clan} who fell"
            found.append(Tray(id=f"slain:{seat}", title=title, role="mat", seat=seat, cards=slain))
    return tuple(found)


def relics() -> Tray:
    """The four tokens (F15)."""
    cards = tuple(
        Card(
            id=f"relic:{token}",
            title=f"The {token} relic",
            kind="relic",
            picture=f'<circle r="44" fill="#ffd166"/><g transform="scale(2.4)" color="#3a2c0c">'
            f"{sign(LETTER[token] + '1')}</g>",
            text=BLESSING[token],
        )
        for token in KINDS
    )
    return Tray(id="relics", title="Relics", role="choice", cards=cards)
