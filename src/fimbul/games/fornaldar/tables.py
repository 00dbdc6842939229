"""The charts of Fornaldar as drawings: the combat results table, casualties, dice, and a roll on them."""

import functools
from html import escape

from fimbul.games.fornaldar.cards import LETTERS, ODDS, Library
from fimbul.games.fornaldar.charts import index_of

CELL, ROW, SIDE = 34, 15, 24  # a column, a row, the rolls at the left
WIDE = SIDE + CELL * len(ODDS)
SPAN = 55  # a column of the casualty table


def high(library: Library) -> int:
    """The height of the combat results table."""
    index = index_of(library)
    return ROW * (index.highest - index.lowest + 2)


@functools.lru_cache(maxsize=8)
def results(library: Library) -> str:
    """The combat results table as a symbol, from its upper left corner."""
    index = index_of(library)
    parts = [f'<path class="stripe" d="{stripes(index.highest - index.lowest + 1)}"/>']
    for column, odds in enumerate(ODDS):
        parts.append(f'<text class="th" x="{SIDE + CELL * (column + 0.5):g}" y="11">{odds}</text>')
    for place, roll in enumerate(range(index.lowest, index.highest + 1), 1):
        edge = "≤" if roll == index.lowest else "≥" if roll == index.highest else ""
        parts.append(f'<text class="th" x="{SIDE / 2:g}" y="{ROW * place + 11.5:g}">{edge}{roll}</text>')
        for column, odds in enumerate(ODDS):
            cell = index.results[roll, odds]
            words = f"{cell.attacker_mark}{cell.attacker}/{cell.defender}{cell.defender_mark}"
            x, y = SIDE + CELL * (column + 0.5), ROW * place + 11.5
            parts.append(f'<text class="td" x="{x:g}" y="{y:g}">{escape(words)}</text>')
    return f'<symbol id="crt" overflow="visible">{"".join(parts)}</symbol>'


def stripes(rows: int) -> str:
    """Every other row."""
    return "".join(f"M0 {ROW * row}h{WIDE}v{ROW}h{-WIDE}z" for row in range(1, rows + 1, 2))


@functools.lru_cache(maxsize=8)
def casualties(library: Library) -> str:
    """The casualty table as a symbol: CSP and wounds by strength and letter."""
    losses = index_of(library).losses
    rows = losses[LETTERS[0]]
    parts = [f'<path class="stripe" d="{stripes(len(rows))}"/>']
    for column, letter in enumerate(LETTERS):
        parts.append(f'<text class="th" x="{SIDE + SPAN * (column + 0.5):g}" y="11">{letter}</text>')
    for place, row in enumerate(rows, 1):
        size = f"{row.least}-{row.most}" if row.most < 999 else f"{row.least}+"
        parts.append(f'<text class="th" x="{SIDE / 2:g}" y="{ROW * place + 11.5:g}">{size}</text>')
        for column, letter in enumerate(LETTERS):
            loss = losses[letter][place - 1]
            words = f"{loss.csp}/{loss.wounds}{'*' * loss.star}"
            x = SIDE + SPAN * (column + 0.5)
            parts.append(f'<text class="td" x="{x:g}" y="{ROW * place + 11.5:g}">{words}</text>')
    return f'<symbol id="lost" overflow="visible">{"".join(parts)}</symbol>'


def used(library: Library, column: str, roll: int | None = None) -> str:
    """What is lit on the results table: a column, and the row and cell of a roll."""
    index = index_of(library)
    x = SIDE + CELL * ODDS.index(column)
    found = f'<rect class="lane" x="{x}" width="{CELL}" height="{high(library)}"/>'
    if roll is not None:
        y = ROW * (min(max(roll, index.lowest), index.highest) - index.lowest + 1)
        found += f'<rect class="lane" y="{y}" width="{WIDE}" height="{ROW}"/>'
        found += f'<rect class="hit" x="{x}" y="{y}" width="{CELL}" height="{ROW}" rx="3"/>'
    return found


PIPS = {
    1: ((0, 0),),
    2: ((-5, -5), (5, 5)),
    3: ((-5, -5), (0, 0), (5, 5)),
    4: ((-5, -5), (5, -5), (-5, 5), (5, 5)),
    5: ((-5, -5), (5, -5), (0, 0), (-5, 5), (5, 5)),
    6: ((-5, -6), (5, -6), (-5, 0), (5, 0), (-5, 6), (5, 6)),
}


def die(number: int, x: float, y: float) -> str:
    """A die."""
    pips = "".join(f'<circle class="pip" cx="{px}" cy="{py}" r="2.2"/>' for px, py in PIPS[number])
    body = '<rect class="die" x="-11" y="-11" width="22" height="22" rx="4"/>'
    return f'<g transform="translate({x:g} {y:g})">{body}{pips}</g>'


def brief(dice: tuple[int, ...], added: int, words: str, result: str) -> str:
    """A roll in one short line, from the upper left corner."""
    body = "".join(die(number, 26 * place, 0) for place, number in enumerate(dice))
    total = f"{'+' if added > 0 else '−'} {abs(added)} " if added else ""
    return (
        f'<g transform="translate(8 10) scale(.66)">{body}</g><text class="st" x="42" y="15">'
        f'{total}= {sum(dice) + added} · {escape(words)}</text><text class="sb end" x="{WIDE}" y="15">'
        f"{escape(result)}</text>"
    )


def roll(dice: tuple[int, ...], added: int, result: str) -> str:
    """Dice with what was added, and what came of it, from the upper left corner."""
    x, parts = 13.0, []
    for number in dice:
        parts.append(die(number, x, 14))
        x += 28
    total = sum(dice) + added
    words = f"{'+' if added > 0 else '−'} {abs(added)} = {total}" if added else f"= {total}"
    parts.append(f'<text class="st" x="{x - 6:g}" y="19">{words}</text>')
    parts.append(f'<text class="sh end" x="{WIDE}" y="20">{escape(result)}</text>')
    return "".join(parts)
