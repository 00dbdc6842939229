"""Positions drawn as pictures, and a table to try actions on them.

A token is a warrior's letter and its rotation, `..` is an empty cell, the cell in the upper left is (0,0):

    table = position(
        '''
        n0 D0
        S0 e0
        ''',
        S="V1 M1 V2 D2",
        n="M2 V2 D1 V1",
        bearers="Se",
    )
    assert table.melee("S.NE") == 1
    assert table.refuses("melee(s,n)") == "F32"
    table.play("melee(s,e)")
    assert table.result == (0, "F46")

Capitals sit at seat 0, small letters at seat 1.  The legend gives each letter a card: either the sigils NW,
NE, SE, SW as printed, or the id of a warrior of our clans.  In notation a drawn card is called by its letter
in small.  A letter without a card has `COMMON`.  All warriors that are not drawn are slain.  K and k bear the
relics unless `bearers` says otherwise, and a clan's only warrior always does (F51).  The relics are Move
unless `relics` says otherwise, so that they change no attack and no defence.
"""

from typing import Any

import pytest

import fimbul
from fimbul import Illegal
from fimbul.games.fimbulvetr.library.clans import printed_clans
from fimbul.games.fimbulvetr.model import KINDS, Clan, Warrior
from fimbul.games.fimbulvetr.rules import attack
from fimbul.games.fimbulvetr.rules.board import cell_at
from fimbul.games.fimbulvetr.state import FimbulvetrState
from fimbul.games.fimbulvetr.table.view import Standing

game = fimbul.game("fimbulvetr")

COMMON = "M2 D1 V2 V1"  # three movement points, and strong enough that nobody is invulnerable (F48)
SPARE = "M2 D1 V1 D2"  # the cards of warriors that are slain already
CORNERS = ("NW", "NE", "SE", "SW")  # F4

# F5, copied from the rules: each corner touches three others, (dx, dy, corner there).
TOUCHES = {
    "NW": ((-1, 0, "NE"), (0, -1, "SW"), (-1, -1, "SE")),
    "NE": ((0, -1, "SE"), (1, 0, "NW"), (1, -1, "SW")),
    "SE": ((1, 0, "SW"), (0, 1, "NE"), (1, 1, "NW")),
    "SW": ((-1, 0, "SE"), (0, 1, "NW"), (-1, 1, "NE")),
}
AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))  # F3

Place = tuple[int, int, int]


class Table:
    """A position, with its warriors called by their letters."""

    def __init__(
        self, state: FimbulvetrState, numbers: dict[str, int], ids: dict[str, tuple[int, str]]
    ) -> None:
        self.state = state
        self.numbers = numbers  # a letter's place in the state's lists
        self.ids = ids  # a letter's seat, and its name in notation

    # ---- what may be done

    def legal(self, verb: str = "") -> set[str]:
        """The legal actions in notation, all or those of one verb."""
        return {text for text in self.listed() if text.startswith(verb)}

    def listed(self) -> list[str]:
        """The same as the list that it is, to see that nothing stands in it twice."""
        state = self.state
        return [str(action) for seat in state.to_act for action in state.legal(seat)]

    def allows(self, text: str) -> bool:
        """Whether an action is legal; the legal list and the refusals must agree on it."""
        refusal = self.state.why_not(game.parse(text))
        assert (text in self.legal()) == (refusal is None), (
            f"{text}: legal list and refusal disagree: {refusal}"
        )
        return refusal is None

    def refuses(self, text: str, seat: int | None = None) -> str:
        """The number of the rule that forbids an action.

        The refusal must be a sentence with an existing rule number, and must leave the table as it was.
        """
        action = game.parse(text)
        if seat is None or seat in self.state.to_act:
            assert text not in self.legal(), f"{text} is in the legal list"
        refusal = self.state.why_not(action, seat)
        assert refusal is not None, f"{text} is not refused"
        before = self.state.fingerprint()
        with pytest.raises(Illegal) as raised:
            self.state.play(action, seat)
        assert str(raised.value) == str(refusal)
        assert self.state.fingerprint() == before
        assert refusal.rule in game.rules
        assert reads_as_sentence(refusal.reason), refusal.reason
        assert refusal.rule in str(refusal)
        return refusal.rule

    def play(self, *texts: str) -> "Table":
        """Play actions one after the other."""
        for text in texts:
            assert self.allows(text), self.state.why_not(game.parse(text))
            self.state.play(game.parse(text))
        return self

    def copy(self) -> "Table":
        """A second table with the same position."""
        return Table(self.state.copy(), self.numbers, self.ids)

    # ---- qualities of a corner (F9), written "A.NE"

    def melee(self, corner: str) -> int:
        warrior, place = self.corner(corner)
        return attack.Fray(self.state, warrior // 6).melee(warrior, place)

    def defense(self, corner: str) -> int:
        warrior, place = self.corner(corner)
        return attack.Fray(self.state, 1 - warrior // 6).defense(warrior, place)

    def ranged(self, corner: str) -> int:
        warrior, place = self.corner(corner)
        return attack.Fray(self.state, warrior // 6).ranged(warrior, place)

    def vault(self, corner: str) -> int:
        warrior, place = self.corner(corner)
        return attack.Fray(self.state, warrior // 6).vault(warrior, place)

    def corner(self, corner: str) -> tuple[int, int]:
        """Number of the warrior and of the shown corner."""
        letter, _, name = corner.partition(".")
        return self.numbers[letter], CORNERS.index(name)

    # ---- what is to be seen

    @property
    def living(self) -> dict[str, Standing]:
        """The living warriors by letter, as everybody sees them."""
        seen = {(warrior.seat, warrior.id): warrior for warrior in self.state.view(None).warriors}
        return {letter: seen[key] for letter, key in self.ids.items() if key in seen}

    def where(self, letter: str) -> Place | None:
        """Column, row and rotation of a warrior; None if it is slain."""
        warrior = self.living.get(letter)
        return (warrior.x, warrior.y, warrior.r) if warrior else None

    @property
    def standing(self) -> str:
        """The letters of the living, capitals first."""
        return "".join(sorted(self.living))

    @property
    def severed(self) -> str:
        """The letters of the severed."""
        return "".join(sorted(letter for letter, warrior in self.living.items() if warrior.severed))

    @property
    def bearers(self) -> str:
        """The letters of both bearers, while they live."""
        return "".join(sorted(letter for letter, warrior in self.living.items() if warrior.bearer))

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return self.state.to_act[0] if self.state.to_act else None

    @property
    def result(self) -> tuple[int | None, str] | None:
        """The winner (None: a draw) and the rule that ended the game; None while it goes on."""
        outcome = self.state.outcome
        if outcome is None:
            return None
        assert reads_as_sentence(outcome.reason), outcome.reason
        return (outcome.winners[0] if outcome.winners else None), outcome.rule

    @property
    def picture(self) -> str:
        """The position drawn, without empty rows and columns around it."""
        tokens = {(who.x, who.y): f"{letter}{who.r}" for letter, who in self.living.items()}
        columns, rows = ({cell[axis] for cell in tokens} for axis in (0, 1))
        return "\n".join(
            " ".join(tokens.get((x, y), "..") for x in range(min(columns), max(columns) + 1))
            for y in range(min(rows), max(rows) + 1)
        )


def reads_as_sentence(text: str) -> bool:
    """Whether a text starts like a sentence and ends like one."""
    return not text[0].islower() and text.endswith(".") and len(text.split()) > 2


def drawn(picture: str) -> str:
    """A picture as `Table.picture` draws it."""
    return "\n".join(" ".join(line.split()) for line in picture.strip().splitlines())


def position(picture: str, *, origin: tuple[int, int] = (0, 0), **details: Any) -> Table:
    """The table that the picture shows, with a turn about to begin; the details are those of `arrange`."""
    places: dict[str, Place] = {}
    for y, line in enumerate(picture.strip().splitlines(), origin[1]):
        for x, token in enumerate(line.split(), origin[0]):
            if token.strip("."):
                letter, rotation = token
                assert letter not in places, f"{letter} is drawn twice"
                places[letter] = (x, y, int(rotation))
    return arrange(places, **details)


def arrange(
    places: dict[str, Place],
    *,
    bearers: str = "",
    relics: tuple[str, str] = ("move", "move"),
    to_move: int = 0,
    turn: int = 1,
    quiet: int = 0,
    options: dict[str, Any] | None = None,
    **cards: str,
) -> Table:
    """The table with these letters at column, row and rotation.

    `turn` is the number of the turn that begins; `quiet` counts the turns since a warrior was slain (F50).
    """
    sides = [[letter for letter in places if letter.isupper() == (seat == 0)] for seat in (0, 1)]
    clans = tuple(clan_of(seat, side, cards) for seat, side in enumerate(sides))
    state = game.new(options={"first": to_move, **(options or {}), "clans": clans})
    assert isinstance(state, FimbulvetrState)
    numbers, ids = {}, {}
    for seat, side in enumerate(sides):
        names = [warrior.id for warrior in clans[seat].warriors]
        for letter in side:
            card = cards.get(letter, COMMON)
            ids[letter] = (seat, letter.lower() if " " in card else card)
            numbers[letter] = seat * 6 + names.index(ids[letter][1])
    for letter, (x, y, r) in places.items():
        state.cell[numbers[letter]] = cell_at(x, y)
        state.turned[numbers[letter]] = r
    for seat, side in enumerate(sides):
        state.bearers[seat] = numbers[bearer_of(side, bearers)]
        state.relics[seat] = KINDS.index(relics[seat])
    first, state.first = state.first, to_move
    state.begin_play()
    state.first = first
    state.turn, state.quiet = turn, quiet
    return Table(state, numbers, ids)


def bearer_of(side: list[str], bearers: str) -> str:
    """Which of these letters bears the relic."""
    found = [letter for letter in side if letter in (bearers or "Kk")]
    if not found and len(side) == 1:
        return side[0]
    assert len(found) == 1, f"one of {side} must bear the relic"
    return found[0]


def clan_of(seat: int, letters: list[str], cards: dict[str, str]) -> Clan:
    """The clan of a seat: one of ours, if the legend names its warriors, or one made of the drawn cards."""
    legend = {letter: cards.get(letter, COMMON) for letter in letters}
    printed = {name for name in legend.values() if " " not in name}
    if printed:
        for clan in printed_clans().values():
            if printed == {warrior.id for warrior in clan.warriors} & set(legend.values()):
                return clan
        raise AssertionError(f"no clan of ours has the warriors {', '.join(sorted(printed))}")
    warriors = [custom_warrior(letter.lower(), card) for letter, card in legend.items()]
    spares = [custom_warrior(f"spare{number}", SPARE) for number in range(1, 7 - len(warriors))]
    name = ("Capitals", "Smalls")[seat]
    return Clan(name.lower(), name, "drawn for a test", tuple(warriors + spares))


def custom_warrior(name: str, card: str) -> Warrior:
    """A warrior from its four sigils."""
    nw, ne, se, sw = card.split()
    return Warrior(name, name.upper(), (nw, ne, se, sw))
