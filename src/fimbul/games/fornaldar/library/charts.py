"""Looking things up on the charts: odds, results, casualties, attrition, finds, the calendar."""

import functools

from fimbul.games.fornaldar.library.rows import DICE, ODDS, Casualties, Cell, Letter, Library, Month

EVEN = ODDS.index("1-1")
BEST = len(ODDS) - 1


def odds(attack: int, defence: int) -> str:
    """The column for two strengths; a ratio is rounded in the defender's favour (R17.5.5)."""
    if attack <= 0:
        return ODDS[0]
    if defence <= 0:
        return ODDS[BEST]
    if attack >= defence:
        return ODDS[min(EVEN + attack // defence - 1, BEST)]
    return ODDS[max(EVEN + 1 + -defence // attack, 0)]


def shift(column: str, steps: int) -> str:
    """The column so many to the attacker's side (less than 0: the defender's), up to the edge (R17.5.6)."""
    return ODDS[min(max(ODDS.index(column) + steps, 0), BEST)]


class Index:
    """The charts of a library, each by what it is looked up with."""

    def __init__(self, library: Library) -> None:
        self.results = {(cell.roll, cell.odds): cell for cell in library.results}
        rolls = [cell.roll for cell in library.results]
        self.lowest, self.highest = min(rolls), max(rolls)
        self.losses: dict[Letter, list[Casualties]] = {}
        for row in sorted(library.casualties, key=lambda row: row.least):
            self.losses.setdefault(row.letter, []).append(row)
        self.tolls = {letter: by_strength(letter, rows) for letter, rows in self.losses.items()}
        self.wear = sorted(library.attrition, key=lambda row: row.least)
        self.months = {month.turn: month for month in library.calendar}
        self.finds: dict[tuple[str, str], dict[int, dict[int, str]]] = {}
        for find in library.discovery:
            columns = self.finds.setdefault((find.scenario, find.hex), {})
            for roll in range(find.least, find.most + 1):
                columns.setdefault(find.points, {})[roll] = find.result


def by_strength(letter: Letter, rows: list[Casualties]) -> list[Casualties]:
    """The row of the casualty table for every strength; the last one is for all beyond."""
    nothing = Casualties(least=0, most=0, letter=letter, csp=0, wounds=0, source=rows[0].source)
    tops = range(1, max(row.least for row in rows) + 1)
    return [nothing, *(next((row for row in rows if top <= row.most), rows[-1]) for top in tops)]


@functools.lru_cache(maxsize=16)
def index_of(library: Library) -> Index:
    """The charts of a library."""
    return Index(library)


def cell(library: Library, roll: int, column: str) -> Cell:
    """The cell of the combat results table; the outermost rows are for all rolls beyond (R17.5.7)."""
    index = index_of(library)
    return index.results[min(max(roll, index.lowest), index.highest), column]


def casualties(library: Library, strength: int, letter: Letter) -> Casualties:
    """The cell of the casualty table; a strength of 0 has nothing to lose (R7.5)."""
    rows = index_of(library).tolls[letter]
    return rows[min(max(strength, 0), len(rows) - 1)]


def wear(library: Library, total: int) -> Letter:
    """The letter of the attrition table for a total of dice and modifiers (R8.4.2)."""
    rows = index_of(library).wear
    return next((row.letter for row in rows if total <= row.most), rows[-1].letter)


def month(library: Library, turn: int) -> Month:
    """A turn of the calendar."""
    return index_of(library).months[turn]


def finds(library: Library, scenario: str, hex_: str, roll: int, points: int) -> tuple[str, ...]:
    """What a search may find: what the roll says, then what each lower roll says in that column (R21.1.5).

    Each is "", "D" for a Draugr, "C1" and so on for a curse, or the number of an item.  A roll beyond those
    of the dice counts as the nearest one.  Where nothing is hidden, there is nothing to find.
    """
    columns = index_of(library).finds.get((scenario, hex_))
    if columns is None:
        return ("",)
    column = columns[max(least for least in columns if least <= points)]
    low, high = DICE
    return tuple(column[each] for each in range(min(max(roll, low), high), low - 1, -1))


def find(library: Library, scenario: str, hex_: str, roll: int, points: int) -> str:
    """What the discovery table says for a search."""
    return finds(library, scenario, hex_, roll, points)[0]
