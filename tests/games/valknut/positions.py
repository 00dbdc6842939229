"""Positions drawn as pictures, and a table to try actions on them.

A picture has rows in fours and one token for each zone, the upper left one is (0,0):

    table = position(
        '''
        m V U .
        . . . .
        . . . .
        . . . .
        ''',
        "vikings draugar",
    )

`. f r m` are grassland, forest, river and mountain, `*` is a Valknut, `,` a Parley zone and `#` void.  Units
are letters: Giantess G (her lower zone g), Valkyrie Y, Elf E, Viking V, vaNir N, Dragon D, dWarf W, draUgr U,
goBlin B, and `V*` stands on a Valknut, `V,` on a Parley zone.  The card under a picture is a strip of four
zones, one column wide, so void comes in such strips.  A letter's owner is the player of its warband; `owners`
names others.  Whoever is not drawn waits in the supply.
"""

from typing import Any

import pytest

import fimbul
from fimbul import Illegal
from fimbul.core import Event, log_for
from fimbul.games.valknut.library.gods import NUMBER as GOD
from fimbul.games.valknut.library.warbands import IDS, KINDS, NUMBER
from fimbul.games.valknut.model import OFF, PARLEY, cell_at, place_of
from fimbul.games.valknut.rules.movement import Marching
from fimbul.games.valknut.rules.turn import BeginTurn, EndTurn, Lead
from fimbul.games.valknut.state import ValknutState

game = fimbul.game("valknut")

GLYPHS = {band.id: band.letter for band in KINDS}
LETTERS = {letter: kind for kind, letter in GLYPHS.items()}
GROUND = {".": ".", "f": "f", "r": "r", "m": "m", "*": "v", ",": "."}

Face = tuple[str, int] | tuple[str, int, bool]  # four zones, the number, a Gjallarhorn


class Table:
    """A position, and what happened to it."""

    def __init__(self, state: ValknutState) -> None:
        self.state = state
        self.events: list[Event] = []

    # ---- what may be done

    def legal(self, verb: str = "") -> set[str]:
        """The legal actions in notation, all or those of one verb."""
        state = self.state
        texts = [str(action) for seat in state.to_act for action in state.legal(seat)]
        assert len(texts) == len(set(texts)), "an action is listed twice"
        return {text for text in texts if text.split("(")[0] == verb or not verb}

    def allows(self, text: str) -> bool:
        """Whether an action is legal; the legal list and the refusals must agree on it."""
        refusal = self.state.why_not(game.parse(text))
        assert (text in self.legal()) == (refusal is None), f"{text}: list and refusal disagree: {refusal}"
        return refusal is None

    def refuses(self, text: str) -> str:
        """The number of the rule that forbids an action; nothing may change by trying it."""
        assert text not in self.legal(), f"{text} is in the legal list"
        action = game.parse(text)
        before = self.state.fingerprint()
        with pytest.raises(Illegal) as raised:
            self.state.play(action)
        assert self.state.fingerprint() == before
        assert raised.value.rule in game.rules
        assert raised.value.reason.endswith(".")
        return raised.value.rule

    def play(self, *texts: str) -> "Table":
        """Play actions one after the other."""
        for text in texts:
            assert self.allows(text), self.state.why_not(game.parse(text))
            self.events += self.state.play(game.parse(text))
        return self

    # ---- what is to be seen

    @property
    def standing(self) -> dict[str, str]:
        """Who stands where: `{"1,0": "V"}`, a Giantess by her upper zone."""
        state = self.state
        return {
            "{},{}".format(*place_of(cell)): GLYPHS[IDS[state.kind[unit]]]
            for unit, cell in enumerate(state.cell)
            if cell != OFF
        }

    def count(self, letter: str, seat: int | None = None) -> int:
        """How many units of a warband stand, of one owner or of all."""
        state, kind = self.state, NUMBER[LETTERS[letter]]
        return sum(
            k == kind and state.cell[unit] != OFF and seat in (None, state.owner[unit])
            for unit, k in enumerate(state.kind)
        )

    def supply(self, seat: int, letter: str) -> int:
        """How many units of a warband wait in a seat's supply."""
        return len(self.state.supply(seat, NUMBER[LETTERS[letter]]))

    @property
    def points(self) -> int:
        """General movement points."""
        return self.state.points

    @property
    def phase(self) -> str:
        """What is being decided; nothing when the game is over."""
        return type(self.state.decision).__name__ if self.state.decision else ""

    @property
    def to_move(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self.state.to_act[0] if self.state.to_act else None

    @property
    def result(self) -> tuple[int, str] | None:
        """The winner and the rule that ended the game."""
        outcome = self.state.outcome
        return None if outcome is None else (outcome.winners[0], outcome.rule)

    def log(self, seat: int | None = None) -> str:
        """What a seat was told."""
        return " ".join(event.sentence() for event in log_for(self.events, seat))


def strips(picture: str) -> tuple[list[tuple[str, int, int]], dict[tuple[int, int], str]]:
    """The picture as strips of four zones (letters, x, y), and the units in it by place."""
    rows = [line.split() for line in picture.strip().splitlines()]
    assert len(rows) % 4 == 0, "a picture has rows in fours"
    assert len({len(row) for row in rows}) == 1, "the rows of a picture are equally long"
    units: dict[tuple[int, int], str] = {}
    zones: dict[tuple[int, int], str] = {}
    for y, row in enumerate(rows):
        for x, token in enumerate(row):
            if token[0].isupper() or token[0] == "g":
                units[x, y] = token[0]
                token = token[1:] or "."
            zones[x, y] = token
    found = []
    for top in range(0, len(rows), 4):
        for x in range(len(rows[0])):
            letters = "".join(zones[x, top + dy] for dy in range(4))
            if letters != "####":
                assert "#" not in letters, f"column {x} is void in part"
                assert "," not in letters or letters == ",,,,", f"column {x} is Parley in part"
                found.append((letters, x, top))
    return found, units


def terrain_of(strips: list[tuple[str, int, int]], faces: dict[str, Face], ambush: dict[str, Face]) -> Any:
    """A terrain file with the strips of a picture and the cards of a test."""
    cards = []
    for number, (letters, _, _) in enumerate(strips):
        rows = [GROUND[letter] for letter in letters]
        name = f"S{number}"
        cards.append({"id": name, "name": name, "deck": "2p", "move": 1, "gjallarhorn": False, "rows": rows})
    for name, face in faces.items():
        cards.append(card(name, face) | {"deck": "2p", "name": name})
    for deck in ("3p", "4p"):
        cards.append(card(f"X{deck}", ("....", 1)) | {"deck": deck})
    for number in range(4):
        cards.append(card(f"Y{number}", ("....", 1)) | {"deck": "2p"})
    ambushes = [card(f"A_{band}", ambush.get(band, ("....", 2))) | {"warband": band} for band in IDS]
    sizes = {deck: sum(entry["deck"] == deck for entry in cards) for deck in ("2p", "3p", "4p")}
    legend = {".": "grassland", "f": "forest", "r": "river", "m": "mountain", "v": "valknut"}
    return {
        "format": 1,
        "source": "drawn for a test",
        "card_columns": 1,
        "card_rows": 4,
        "legend": list(legend.items()),
        "deck_sizes": list(sizes.items()),
        "card": cards,
        "bifrost": {"id": "BIFROST", "rows": ["."] * 4},
        "ambush": ambushes,
    }


def card(name: str, face: Face) -> dict[str, Any]:
    """A card of four zones in a column."""
    horn = face[2] if len(face) == 3 else False
    return {"id": name, "move": face[1], "gjallarhorn": horn, "rows": [GROUND.get(z, z) for z in face[0]]}


PLAIN: dict[str, Face] = {"P1": ("....", 2), "P2": ("....", 2), "P3": ("....", 2)}


def position(
    picture: str,
    warbands: str,
    *,
    to_move: str | int = 0,
    step: str = "march",
    points: int = 2,
    pool: dict[str, Face] | None = None,
    pile: dict[str, Face] | None = None,
    ambush: dict[str, Face] | None = None,
    ambushes: dict[int, tuple[str, ...]] | None = None,
    owners: dict[tuple[int, int], int] | None = None,
    stolen: dict[str, int] | None = None,
    held: dict[int, tuple[str, ...]] | None = None,
    god_pool: str | None = None,
    **options: Any,
) -> Table:
    """The table that the picture shows.

    `to_move` is a seat or the letter of its warband.  `step` is where the turn stands: `start` (step 1),
    `lay` (step 3) or `march` (step 4, with so many points).  `pool` and `pile` give the cards by id (the
    first of the pile is its top); `ambushes` the Ambush cards of seats by warband (default: none); `stolen`
    gives one unit in supply to another seat.
    """
    found, units = strips(picture)
    pool = PLAIN if pool is None else pool
    pile = {"Q1": ("....", 2), "Q2": ("....", 2)} if pile is None else pile
    terrain = terrain_of(found, {**pool, **pile}, ambush or {})
    names = tuple(warbands.split())
    seats = 2 if options.get("mode") == "ragnarok" else len(names)
    state = game.new(seats=seats, options={"warbands": names, "terrain": terrain, **options})
    assert isinstance(state, ValknutState)
    deck = state.deck
    state.laid = tuple(
        (PARLEY if letters.strip(",") == "" else number, cell_at(x, y), 0)
        for number, (letters, x, y) in enumerate(found)
    )
    state.pool = [deck.number[name] for name in pool]
    state.pile = [deck.number[name] for name in reversed(pile)]
    state.ambushes = [
        tuple(deck.ambush[NUMBER[band]] for band in (ambushes or {}).get(seat, ())) for seat in range(seats)
    ]
    for (x, y), letter in units.items():
        if letter == "g":
            assert units[x, y - 1] == "G"
            continue
        kind = NUMBER[LETTERS[letter]]
        unit = next(u for u, k in enumerate(state.kind) if k == kind and state.cell[u] == OFF)
        state.cell[unit] = cell_at(x, y)
        state.owner[unit] = (owners or {}).get((x, y), state.owner[unit])
    for letter, seat in (stolen or {}).items():
        kind = NUMBER[LETTERS[letter]]
        unit = next(u for u, k in enumerate(state.kind) if k == kind and state.cell[u] == OFF)
        state.owner[unit] = seat
    for seat, gods in (held or {}).items():
        state.worshipped[seat] = tuple(GOD[god] for god in gods)
    if god_pool is not None:
        state.god_pool = [GOD[god] for god in god_pool.split()]
        gone = {*state.god_pool, *(god for held in state.worshipped for god in held)}
        state.god_pile = [god for god in range(len(GOD)) if god not in gone]
    if isinstance(to_move, str):
        kind = NUMBER[LETTERS[to_move]]
        to_move = next(seat for seat, kinds in enumerate(state.warbands) if kind in kinds)
    state.active = to_move
    state.points = points if step == "march" else 0
    state.agenda = {
        "start": [BeginTurn()],
        "lay": [EndTurn(), Marching((to_move,)), Lead()],
        "march": [EndTurn(), Marching((to_move,))],
    }[step]
    table = Table(state)
    state.settle(table.events)
    return table


def row(zones: str) -> str:
    """A picture of one row with grassland below it; void and Parley zones go all the way down."""
    below = " ".join(zone[-1] if zone[-1] in "#," else "." for zone in zones.split())
    return "\n".join([zones, below, below, below])
