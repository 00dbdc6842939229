"""What has no place on the Battleground: the pool, Ambush cards, warbands with their supplies, gods."""

from collections.abc import Iterator

from fimbul.core import Card, Figure, Icon, Tray
from fimbul.core.wording import capital, listed
from fimbul.games.valknut.events import TURNS, points_in_words
from fimbul.games.valknut.library.gods import GODS
from fimbul.games.valknut.library.gods import NUMBER as GOD
from fimbul.games.valknut.library.warbands import KINDS, NUMBER
from fimbul.games.valknut.table.pictures import ICON_SHAPES, card_picture, god_picture, unit_picture
from fimbul.games.valknut.table.view import CardFace, ValknutView
from fimbul.games.valknut.table.words import GIANTESS, TERRAIN, band_of

ICONS = tuple(Icon(name, word, svg) for name, (word, svg) in ICON_SHAPES.items())
CROSSES = {"forest": "forests", "river": "rivers", "mountain": "mountains", "enemy": "enemies"}


def trays(view: ValknutView) -> tuple[Tray, ...]:
    """Everything beside the Battleground: what is asked about, what is the viewer's, then the rest."""
    others = [mat(view, seat) for seat in range(len(view.warbands)) if seat != view.seat]
    own = [] if view.seat is None else [mat(view, view.seat)]
    open_gods = [gods(view)] if view.gods else []
    return (*choices(view), *own, *others, pool(view), *open_gods)


def choices(view: ValknutView) -> Iterator[Tray]:
    """What Odin shows to the one who puts it in order (V104)."""
    if view.peek:
        cards = tuple(terrain_card(view, face, "peek", "the pile") for face in view.peek)
        yield Tray(id="peek", title="The top of the pile, the top card first", role="choice", cards=cards)


def pool(view: ValknutView) -> Tray:
    """The open cards, and how many are to come (V13); at hand for the one who lays a card."""
    return Tray(
        id="pool",
        title="The pool",
        role="choice" if view.layable and view.mine else "market",
        cards=tuple(terrain_card(view, face, "pool", "Terrain card") for face in view.pool),
        figures=(Figure(name="cards in the pile", value=str(view.pile), icon="pile"),),
        note="When pile and pool are empty, the game ends with that turn (V56).",
    )


def gods(view: ValknutView) -> Tray:
    """The gods and monsters that nobody has taken (V100)."""
    return Tray(
        id="gods",
        title="Gods and monsters",
        role="market",
        cards=tuple(god_card(god) for god in view.god_pool),
        figures=(Figure(name="cards in their pile", value=str(view.god_pile), icon="pile"),),
        note="Laying a card with a Gjallarhorn lets you take one, from here or from another player (V101)."
        + (
            f" Under their pile: {listed(GODS[GOD[god]].name for god in view.god_bottom)}."
            if view.god_bottom
            else ""
        ),
    )


def mat(view: ValknutView, seat: int) -> Tray:
    """A player's warbands with their supplies, Ambush cards and gods; the viewer's own are at hand."""
    waiting = dict(view.supplies[seat])
    kinds = (*view.warbands[seat], *(kind for kind in waiting if kind not in view.warbands[seat]))
    cards = [warband(view, seat, kind, waiting.get(kind, 0)) for kind in kinds]
    cards += [terrain_card(view, face, "ambush", "Ambush card", seat) for face in view.ambushes[seat]]
    cards += [god_card(god, seat) for god in view.worshipped[seat]]
    figures = [Figure(name="victory points", value=str(view.scores[seat]), icon="vp")]
    points = view.points + sum(view.marked)
    if points and view.active == seat and view.outcome is None:
        figures.append(Figure(name="movement points", value=str(points), icon="move"))
    return Tray(
        id=f"seat:{seat}",
        title=("Your " if seat == view.seat else "")
        + band_of(view, seat)
        + ("" if view.alive[seat] else ", out of the game"),
        role="hand" if seat == view.seat else "mat",
        seat=seat,
        cards=tuple(cards),
        figures=tuple(figures),
    )


def warband(view: ValknutView, seat: int, kind: str, waiting: int) -> Card:
    """A warband: what it can do, and how many wait in the supply."""
    band = KINDS[NUMBER[kind]]
    standing = sum(unit.seat == seat and unit.kind == kind for unit in view.units)
    furious = kind == GIANTESS and view.enraged and standing > 0
    passes = tuple(Figure(name=f"crosses {CROSSES[name]}", icon=name) for name in band.passable)
    crossed = listed(CROSSES[name] for name in band.passable)
    return Card(
        id=f"supply:{seat}:{kind}",
        title=band.name,
        kind="warband",
        picture=unit_picture(kind, seat),
        figures=(
            Figure(name="waiting in the supply", value=str(waiting), icon="waiting"),
            Figure(name="on the Battleground", value=str(standing), icon="standing"),
            Figure(name="victory points each", value=str(band.vp), icon="vp"),
            *passes,
        ),
        text=band.does,
        marks=(Figure(name="enraged", icon="valknut", state="bad"),) if furious else (),
        state="" if view.alive[seat] else "gone",
        seat=seat,
        detail=f"There {'is' if band.units == 1 else 'are'} {band.units} at most. "
        f"Crosses {crossed or 'nothing but open grassland'}. "
        f"Source of the victory points: {band.vp_source}.",
    )


def terrain_card(view: ValknutView, face: CardFace, where: str, kind: str, seat: int | None = None) -> Card:
    """A card: its ground, its number, and how it may be turned while it can be laid."""
    valknut = any("v" in row for row in face.rows)
    figures = [Figure(name="movement points", value=str(face.move), icon="move")]
    text = f"{points_in_words(face.move)}."
    if valknut:
        figures.append(Figure(name="Valknut", icon="valknut"))
        text += " With its Valknut comes a unit of your supply (V50)."
    if face.gjallarhorn and view.gods:
        figures.append(Figure(name="Gjallarhorn", icon="horn"))
        text += " With its Gjallarhorn you take a god or monster (V101)."
    if view.mine and where != "peek" and face in view.layable:
        figures += [
            Figure(name=TURNS[r].capitalize(), icon=f"turn{r}", id=f"turn:{face.id},{r}") for r in face.turns
        ]
    if where == "ambush":
        text += " Only its owner can lay it, once, in place of a card of the pool (V55)."
    ground = "; ".join(", ".join(TERRAIN[letter] for letter in row) for row in face.rows)
    return Card(
        id=f"{where}:{face.id}",
        title=face.name,
        kind=kind,
        picture=card_picture(face.rows),
        figures=tuple(figures),
        text=text,
        seat=seat,
        detail=f"From the top: {ground}. Source of the faces: {view.source}.",
    )


def god_card(god: str, seat: int | None = None) -> Card:
    """A Gjallarhorn card, open or held."""
    card = GODS[GOD[god]]
    return Card(
        id=f"god:{god}",
        title=card.name,
        kind=card.side,
        picture=god_picture(card.side, card.sign),
        figures=(Figure(name="victory points at the end", value=f"{card.vp:+d}", icon="vp"),),
        text=f"{capital(card.does)} ({card.rule}).",
        seat=seat,
        detail="Whoever holds it at the end counts its points (V102). Source of the points: reconstructed.",
    )
