"""Small plots as SVG, with axes, labels and error bars; readable on a light and on a dark page."""

from collections.abc import Sequence
from html import escape

import msgspec

WIDTH = 720
STYLE = """\
<style>
svg{--paper:#ffffff;--ink:#22303c;--dim:#5c6b7a;--grid:#dde3e9;
--c0:#1f78b4;--c1:#d95f02;--c2:#4d9a2a;--c3:#9b4fb5;--c4:#8a8f96}
@media (prefers-color-scheme:dark){svg{--paper:#12181f;--ink:#e4eaf0;--dim:#9aa8b6;--grid:#2b3845;
--c0:#6cb7ee;--c1:#ff9d4d;--c2:#8fd06a;--c3:#d39be6;--c4:#858d97}}
.paper{fill:var(--paper)}
text{font:13px system-ui,sans-serif;fill:var(--ink)}
.title{font-weight:600;font-size:15px}
.small{font-size:11.5px;fill:var(--dim)}
.grid{stroke:var(--grid);stroke-width:1}
.axis{stroke:var(--dim);stroke-width:1}
.whisker{stroke:var(--ink);stroke-width:1.3;fill:none}
.f0{fill:var(--c0)}.f1{fill:var(--c1)}.f2{fill:var(--c2)}.f3{fill:var(--c3)}.f4{fill:var(--c4)}
.l0{stroke:var(--c0)}.l1{stroke:var(--c1)}.l2{stroke:var(--c2)}.l3{stroke:var(--c3)}.l4{stroke:var(--c4)}
.line{fill:none;stroke-width:2}
</style>"""


class Mark(msgspec.Struct, frozen=True):
    """A value with its interval; without one the two ends are the value."""

    value: float
    low: float
    high: float


def exact(value: float) -> Mark:
    """A value that has no error."""
    return Mark(value, value, value)


class Row(msgspec.Struct, frozen=True):
    """A named row, with a mark (or a part of a stack) for each series."""

    name: str
    marks: Sequence[Mark | None]


def ticks(low: float, high: float) -> list[float]:
    """Round numbers along an axis."""
    span = high - low or 1.0
    step = 10.0 ** len(str(int(span)))
    for size in (x * 10.0**power for power in range(-4, 5) for x in (1, 2, 5)):
        if span / size <= 6:
            step = size
            break
    first = int(low / step) - 1
    found = [round((first + n) * step, 10) for n in range(int(span / step) + 4)]
    return [tick for tick in found if low - step * 1e-6 <= tick <= high + step * 1e-6]


def number(value: float, percent: bool) -> str:
    """A number at an axis."""
    return f"{100 * value:g} %" if percent else f"{value:g}"


def text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    """Words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    """A straight line."""
    return f'<path class="{style}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


class Plot:
    """A sheet with a title, and what is drawn on it."""

    def __init__(self, title: str, height: float) -> None:
        self.title, self.height = title, height
        self.parts: list[str] = []

    def legend(self, names: Sequence[str], y: float) -> None:
        """What each colour means."""
        x = 20.0
        for place, name in enumerate(names):
            self.parts.append(
                f'<rect x="{x:.0f}" y="{y - 10:.0f}" width="12" height="12" class="f{place % 5}"/>'
            )
            self.parts.append(text(x + 17, y, name))
            x += 34 + 7.4 * len(name)

    def svg(self) -> str:
        """The whole picture."""
        height = round(self.height)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
                f'height="{height}" role="img" aria-label="{escape(self.title)}">',
                STYLE,
                f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
                text(20, 26, self.title, "title"),
                *self.parts,
                "</svg>\n",
            ]
        )


def whisker(x1: float, x2: float, y: float) -> str:
    """An interval that lies."""
    ends = f"M{x1:.1f} {y - 4:.1f}v8M{x2:.1f} {y - 4:.1f}v8"
    return f'<path class="whisker" d="M{x1:.1f} {y:.1f}H{x2:.1f}{ends}"/>'


def bounds(rows: Sequence[Row], zero: bool) -> tuple[float, float]:
    """From where to where an axis must go."""
    marks = [mark for row in rows for mark in row.marks if mark is not None]
    low = min((mark.low for mark in marks), default=0.0)
    high = max((mark.high for mark in marks), default=1.0)
    if zero:
        low, high = min(0.0, low), max(0.0, high)
    if high - low < 1e-9:
        high = low + 1.0
    return low, high + 0.03 * (high - low)


def dots(
    title: str,
    rows: Sequence[Row],
    axis: str,
    names: Sequence[str] = (),
    percent: bool = False,
    zero: bool = True,
) -> str:
    """Rows of names, each with a dot and an interval for each series."""
    many = max(1, len(names))
    left, top, each = 215.0, 66.0 if names else 46.0, 11.0 * many + 9.0
    plot = Plot(title, top + each * len(rows) + 52)
    if names:
        plot.legend(names, 50)
    low, high = bounds(rows, zero)
    scale = (WIDTH - left - 30) / (high - low)
    bottom = top + each * len(rows)
    for tick in ticks(low, high):
        x = left + (tick - low) * scale
        plot.parts.append(line(x, top, x, bottom, "axis" if not tick else "grid"))
        plot.parts.append(text(x, bottom + 17, number(tick, percent), "small", "middle"))
    plot.parts.append(text((left + WIDTH - 30) / 2, bottom + 37, axis, "small", "middle"))
    for place, row in enumerate(rows):
        middle = top + each * (place + 0.5)
        plot.parts.append(text(left - 10, middle + 4.5, row.name, "", "end"))
        for series, mark in enumerate(row.marks):
            if mark is None:
                continue
            y = middle + 11.0 * (series - (len(row.marks) - 1) / 2)
            if mark.high > mark.low:
                plot.parts.append(
                    whisker(left + (mark.low - low) * scale, left + (mark.high - low) * scale, y)
                )
            x = left + (mark.value - low) * scale
            plot.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" class="f{series % 5}"/>')
    return plot.svg()


def stacks(title: str, rows: Sequence[Row], names: Sequence[str], axis: str) -> str:
    """Rows of bars, each divided into shares that add up to the whole."""
    left, top, each = 215.0, 66.0, 24.0
    bottom = top + each * len(rows)
    plot = Plot(title, bottom + 52)
    plot.legend(names, 50)
    scale = WIDTH - left - 30
    for tick in ticks(0, 1):
        x = left + tick * scale
        plot.parts.append(line(x, top, x, bottom, "grid"))
        plot.parts.append(text(x, bottom + 17, number(tick, True), "small", "middle"))
    plot.parts.append(text(left + scale / 2, bottom + 37, axis, "small", "middle"))
    for place, row in enumerate(rows):
        y, x = top + each * place + 4, left
        plot.parts.append(text(left - 10, y + 12, row.name, "", "end"))
        whole = sum(mark.value for mark in row.marks if mark is not None)
        for series, mark in enumerate(row.marks):
            if mark is None or not whole:
                continue
            wide = scale * mark.value / whole
            plot.parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="16" class="f{series % 5}"/>'
            )
            x += wide
    return plot.svg()


def columns(
    title: str,
    rows: Sequence[Row],
    axis: str,
    across: str,
    names: Sequence[str] = (),
    percent: bool = False,
) -> str:
    """Upright bars side by side, with intervals."""
    left, top, tall = 62.0, 70.0 if names else 48.0, 220.0
    bottom = top + tall
    slant = any(len(row.name) > 11 for row in rows)
    plot = Plot(title, bottom + (96 if slant else 52))
    if names:
        plot.legend(names, 50)
    low, high = bounds(rows, True)
    scale = tall / (high - low)
    for tick in ticks(low, high):
        y = bottom - (tick - low) * scale
        plot.parts.append(line(left, y, WIDTH - 20, y, "axis" if not tick else "grid"))
        plot.parts.append(text(left - 8, y + 4, number(tick, percent), "small", "end"))
    plot.parts.append(
        f'<text class="small" text-anchor="middle" transform="translate(15 {top + tall / 2:.0f}) '
        'rotate(-90)">'
        f"{escape(axis)}</text>"
    )
    each = (WIDTH - 20 - left) / max(1, len(rows))
    for place, row in enumerate(rows):
        start = left + each * place
        many = max(1, len(row.marks))
        wide = min(40.0, each * 0.8 / many)
        for series, mark in enumerate(row.marks):
            if mark is None:
                continue
            x = start + each / 2 + wide * (series - many / 2)
            y1, y2 = sorted((bottom - (mark.value - low) * scale, bottom + low * scale))
            plot.parts.append(
                f'<rect x="{x + 1:.1f}" y="{y1:.1f}" width="{max(1.0, wide - 2):.1f}" height="{y2 - y1:.1f}" '
                f'class="f{series % 5}"/>'
            )
            if mark.high > mark.low:
                middle = x + wide / 2
                down, up = bottom - (mark.low - low) * scale, bottom - (mark.high - low) * scale
                plot.parts.append(
                    f'<path class="whisker" d="M{middle:.1f} {down:.1f}V{up:.1f}M{middle - 4:.1f} '
                    f"{down:.1f}h8"
                    f'M{middle - 4:.1f} {up:.1f}h8"/>'
                )
        if slant:
            plot.parts.append(
                f'<text class="small" text-anchor="end" transform="translate({start + each / 2 + 4:.1f} '
                f'{bottom + 14:.1f}) rotate(-32)">{escape(row.name)}</text>'
            )
        else:
            plot.parts.append(text(start + each / 2, bottom + 17, row.name, "small", "middle"))
    plot.parts.append(text((left + WIDTH - 20) / 2, plot.height - 12, across, "small", "middle"))
    return plot.svg()


def curves(
    title: str,
    lines: Sequence[tuple[str, Sequence[tuple[float, Mark]]]],
    across: str,
    axis: str,
    percent: bool = False,
    across_percent: bool = False,
    diagonal: bool = False,
) -> str:
    """Lines of points with intervals; with a diagonal where the two axes mean the same."""
    left, top, tall = 62.0, 70.0, 260.0
    bottom = top + tall
    plot = Plot(title, bottom + 56)
    plot.legend([name for name, _ in lines], 50)
    rows = [Row("", [mark]) for _, points in lines for _, mark in points]
    low, high = bounds(rows, True)
    places = [x for _, points in lines for x, _ in points] or [0.0, 1.0]
    start, end = min(places), max(places)
    if diagonal:
        low, high, start, end = 0.0, max(high, *places), 0.0, max(high, *places)
    scale, wide = tall / (high - low), (WIDTH - 40 - left) / ((end - start) or 1.0)
    for tick in ticks(low, high):
        y = bottom - (tick - low) * scale
        plot.parts.append(line(left, y, WIDTH - 20, y, "grid"))
        plot.parts.append(text(left - 8, y + 4, number(tick, percent), "small", "end"))
    for tick in ticks(start, end):
        x = left + 10 + (tick - start) * wide
        plot.parts.append(line(x, bottom, x, bottom + 5, "axis"))
        plot.parts.append(text(x, bottom + 18, number(tick, across_percent), "small", "middle"))
    plot.parts.append(line(left, bottom, WIDTH - 20, bottom, "axis"))
    plot.parts.append(text((left + WIDTH - 20) / 2, bottom + 40, across, "small", "middle"))
    plot.parts.append(
        f'<text class="small" text-anchor="middle" transform="translate(15 {top + tall / 2:.0f}) '
        'rotate(-90)">'
        f"{escape(axis)}</text>"
    )
    if diagonal:
        plot.parts.append(line(left + 10, bottom, left + 10 + end * wide, bottom - end * scale, "axis"))
    for series, (_, points) in enumerate(lines):
        spots = [(left + 10 + (x - start) * wide, mark) for x, mark in points]
        path = "L".join(f"{x:.1f} {bottom - (mark.value - low) * scale:.1f}" for x, mark in spots)
        if path and not diagonal:
            plot.parts.append(f'<path class="line l{series % 5}" d="M{path}"/>')
        for x, mark in spots:
            y = bottom - (mark.value - low) * scale
            if mark.high > mark.low:
                down, up = bottom - (mark.low - low) * scale, bottom - (mark.high - low) * scale
                plot.parts.append(
                    f'<path class="whisker" d="M{x:.1f} {down:.1f}V{up:.1f}M{x - 4:.1f} {down:.1f}h8'
                    f'M{x - 4:.1f} {up:.1f}h8"/>'
                )
            plot.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="f{series % 5}"/>')
    return plot.svg()
