"""A report: sections of text, tables and plots, as one HTML page or as Markdown."""

import html
import math
import re
from collections.abc import Collection, Sequence

import msgspec
from markdown_it import MarkdownIt

from fimbul.lab.playing import record_name
from fimbul.lab.statistics import Estimate

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
OTHER_PAGE = re.compile(r"\[([^\]]+)\]\([^):]+\.md\)")
EXAMPLES = 3  # games to watch beside a number
STYLE = """
:root{color-scheme:light dark;--ink:#1d2733;--paper:#fbfaf7;--line:#d8d4ca;--ice:#2f6f9f;--dim:#5c6874}
@media (prefers-color-scheme:dark){
:root{--ink:#e6e9ec;--paper:#161b21;--line:#39424d;--ice:#8cc4ec;--dim:#9aa6b2}}
body{font:17px/1.55 Georgia,'Times New Roman',serif;color:var(--ink);background:var(--paper);margin:0 auto;
max-width:62rem;padding:2rem 1rem 6rem}
h1,h2,h3{line-height:1.2;font-weight:600}h2{margin-top:2.6rem;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;margin:1rem 0;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .8rem .25rem 0;text-align:right;border-bottom:1px solid var(--line)}
th:first-child,td:first-child,td.watch,th.watch{text-align:left}th{font-weight:600;color:var(--dim)}
a{color:var(--ice)}td.watch a{margin-right:.4rem;white-space:nowrap}
.scroll{overflow-x:auto}.scroll td:not(:first-child):not(.watch){white-space:nowrap}
nav{columns:2;font-size:.95rem}
figure{margin:1rem 0;background:#fff;padding:.5rem;display:inline-block;max-width:100%;box-sizing:border-box}
figure svg{display:block;max-width:100%;height:auto}
code,pre{font-size:.88em}pre{overflow-x:auto;border:1px solid var(--line);padding:.6rem}.dim{color:var(--dim)}
"""


class Link(msgspec.Struct, frozen=True):
    """A game that a number comes from."""

    arm: str
    number: int

    @property
    def record(self) -> str:
        """The file of its record."""
        return record_name(self.arm, self.number)


class Row(msgspec.Struct, frozen=True):
    """A row of a table, with games to watch."""

    cells: tuple[str, ...]
    links: tuple[Link, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """A table; names to the left, numbers to the right."""

    heads: tuple[str, ...]
    rows: list[Row]


class Plot(msgspec.Struct, frozen=True):
    """A picture."""

    name: str
    title: str
    svg: str


class Section(msgspec.Struct, frozen=True):
    """A part of a report: paragraphs (plain, with `code`), tables and plots, in this order."""

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
    level: int = 2


class Document(msgspec.Struct, frozen=True):
    """A report."""

    title: str
    sections: list[Section]

    @property
    def links(self) -> list[Link]:
        """The games that it names, each once."""
        rows = (row for section in self.sections for table in section.tables for row in table.rows)
        return list(dict.fromkeys(link for row in rows for link in row.links))


def percent(estimate: Estimate) -> tuple[str, str]:
    """A share and its interval."""
    if math.isnan(estimate.value):
        return "–", "–"
    return (
        f"{100 * estimate.value:.1f} %",
        f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %",
    )


def figure(estimate: Estimate, digits: int = 2) -> tuple[str, str]:
    """A mean and its interval."""
    if math.isnan(estimate.value):
        return "–", "–"
    if math.isinf(estimate.high):
        return f"{estimate.value:.{digits}f}", "one game"
    if estimate.low == estimate.high:
        return f"{estimate.value:.{digits}f}", "all alike"
    return f"{estimate.value:.{digits}f}", f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}"


def points(estimate: Estimate) -> tuple[str, str]:
    """A difference of shares, in points of per cent, and its interval."""
    if math.isnan(estimate.value):
        return "–", "–"
    if estimate.low == estimate.high:
        return f"{100 * estimate.value:+.1f}", "all alike"
    return f"{100 * estimate.value:+.1f}", f"{100 * estimate.low:+.1f} to {100 * estimate.high:+.1f}"


# ---- Markdown


def markdown(document: Document, folder: str | None = None) -> str:
    """The report as Markdown; pictures are files of a folder."""
    lines = [f"# {document.title}", ""]
    for section in document.sections:
        if section.title:
            lines += [f"{'#' * section.level} {section.title}", ""]
        for paragraph in section.text:
            lines += [paragraph, ""]
        for table in section.tables:
            lines += [*table_lines(table), ""]
        if folder:
            for plot in section.plots:
                lines += [f"![{plot.title}]({folder}/{plot.name}.svg)", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def table_lines(table: Table) -> list[str]:
    """A table as Markdown."""
    watched = any(row.links for row in table.rows)
    heads = [*table.heads, *(["watch"] if watched else [])]
    rule = ["---", *["--:"] * (len(table.heads) - 1), *(["---"] if watched else [])]
    lines = [heads, rule]
    for row in table.rows:
        lines.append([*map(cell, row.cells), *([watch(row.links)] if watched else [])])
    return [f"| {' | '.join(line)} |" for line in lines]


def cell(text: str) -> str:
    """A cell that cannot break its table."""
    return text.replace("|", "\\|").replace("\n", " ")


def watch(links: Sequence[Link]) -> str:
    """Games to watch, as the command names them."""
    return ", ".join(f"`{link.arm} {link.number}`" for link in links)


# ---- HTML


def page(document: Document, lost: Collection[Link] = ()) -> str:
    """The report as one page that needs nothing but itself and the records beside it, but for lost ones."""
    parts = [f"<h1>{html.escape(document.title)}</h1>", contents(document)]
    for place, section in enumerate(document.sections):
        if section.title:
            level = min(6, section.level)
            parts.append(f'<h{level} id="s{place}">{html.escape(section.title)}</h{level}>')
        parts += [paragraph_html(paragraph) for paragraph in section.text]
        parts += [table_html(table, lost) for table in section.tables]
        for plot in section.plots:
            label = html.escape(plot.title, quote=True)
            parts.append(f'<figure role="img" aria-label="{label}">{plot.svg}</figure>')
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{html.escape(document.title)}</title><style>{STYLE}</style></head><body>"
        + "\n".join(parts)
        + "</body></html>\n"
    )


def contents(document: Document) -> str:
    """Links to the sections."""
    links = [
        f'<a href="#s{place}">{html.escape(section.title)}</a>'
        for place, section in enumerate(document.sections)
        if section.title and section.level == 2
    ]
    return f"<nav>{'<br>'.join(links)}</nav>" if len(links) > 2 else ""


def paragraph_html(text: str) -> str:
    """A paragraph of Markdown, with tables; markup in it is shown, not obeyed.

    Other pages of the documents do not lie beside the report, so links to them are only words there.
    """
    return str(MARKDOWN.render(OTHER_PAGE.sub(r"\1", text)))


def table_html(table: Table, lost: Collection[Link]) -> str:
    """A table with links to records."""
    watched = any(row.links for row in table.rows)
    head = "".join(f"<th>{html.escape(text)}</th>" for text in table.heads)
    if watched:
        head += '<th class="watch">watch</th>'
    body = []
    for row in table.rows:
        cells = "".join(f"<td>{html.escape(text)}</td>" for text in row.cells)
        if watched:
            games = "".join(link_html(link, lost=link in lost) for link in row.links)
            cells += f'<td class="watch">{games}</td>'
        body.append(f"<tr>{cells}</tr>")
    rows = "".join(body)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def link_html(link: Link, *, lost: bool) -> str:
    """A game, as a link to its record where there is one."""
    name = html.escape(f"{link.arm} {link.number}")
    if lost:
        return f'<span class="dim">{name}</span> '
    return f'<a href="records/{html.escape(link.record, quote=True)}">{name}</a>'
