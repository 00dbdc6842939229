"""The chronicle: the story of a session or a campaign, to be read aloud (S145), as Markdown.

It is made from a view.  Every name and word goes through `plain`, so that nothing that a player or a data
file says becomes markup; and it stands behind something of ours, so that it begins no line.
"""

import re
import unicodedata
from collections.abc import Iterable

from fimbul.core.wording import listed
from fimbul.games.six_winters.library.index import Book, book_of
from fimbul.games.six_winters.library.rows import Scenario
from fimbul.games.six_winters.model import Chapter, SceneTold
from fimbul.games.six_winters.table.view import SixWintersView

ESCAPED = str.maketrans(
    {mark: f"\\{mark}" for mark in "\\`*_[]{}#|~$^="} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
)
UNSEEN = ("Cc", "Cs")  # control characters and halves of characters
TROUBLE = re.compile(r"(.+) was (\w+) by then\.\Z")
HABIT = re.compile(r"(.+) (rested through the winter|spent the winter in training)\.\Z")
CARRIED = (
    "What carried it most was {}.",
    "Without {} it would have been another story.",
    "It would not have been told like that but for {}.",
)
TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")  # the direction of writing


def plain(text: str) -> str:
    """Words on one line that mean only themselves in Markdown, in HTML and in a terminal."""
    line = " ".join(text.split())
    kept = (
        c
        for c in line
        if unicodedata.category(c) not in UNSEEN and unicodedata.bidirectional(c) not in TURNING
    )
    return "".join(kept).translate(ESCAPED)


def chronicle(view: SixWintersView) -> str:
    """The story so far."""
    book = book_of(view.library)
    parts = [
        "# Six Winters: the chronicle",
        *(part for told in view.chronicle for part in chapter(book, told)),
    ]
    if going_on(view):
        parts += session(book, view)
    if view.year:
        parts += journals(book, view)
        parts += ["## The score", score(view)]
    return "\n\n".join(part for part in parts if part) + "\n"


# ---- years


def card_of(book: Book, scenario: str) -> Scenario:
    """A scenario by its id."""
    return book.scenarios[book.scenario[scenario]]


def chapter(book: Book, told: Chapter) -> list[str]:
    """A year that is over."""
    card = card_of(book, told.scenario)
    mode = ", the hard way" if told.hard else ""
    return [
        f"## Year {told.year}: {plain(card.name)}{mode}",
        opening(card, told.characters, told.winter),
        *(part for number, one in enumerate(told.scenes, 1) for part in scene(number, one)),
        paragraph([*told.last, works(told.built, told.overcome)]),
        ending(told.won, told.why, card),
        paragraph(told.after),
    ]


def works(built: Iterable[str], overcome: Iterable[str]) -> str:
    """What was built and overcome in the year, in a sentence."""
    parts = [f"had {listed(list(dict.fromkeys(built)))} to show for it"] if built else []
    parts += [f"had overcome {listed(list(dict.fromkeys(overcome)))}"] if overcome else []
    return (
        f"When the year was out they {listed(parts)}."
        if parts
        else "When the year was out they had nothing to show."
    )


def opening(card: Scenario, characters: Iterable[str], winter: Iterable[str]) -> str:
    """What the winter brought, how the story begins, and who went."""
    names = [plain(name) for name in characters]
    went = f"{listed(names)} set out." if names else ""
    return " ".join(part for part in (paragraph(winter), plain(card.introduction), went) if part)


def going_on(view: SixWintersView) -> bool:
    """Whether there is a session besides the years that are written: in a campaign, from the choice of the
    scenario until the year is in the chronicle."""
    written = bool(view.chronicle) and view.chronicle[-1].year == view.year
    return not written and not view.scenarios


def session(book: Book, view: SixWintersView) -> list[str]:
    """The session that is played, or has been if it stands alone."""
    card = card_of(book, view.scenario)
    mode = ", the hard way" if view.hard else ""
    parts = [
        f"## Year {view.year}: {plain(card.name)}{mode}" if view.year else f"## {plain(card.name)}{mode}",
        opening(card, [person.name for person in view.people], view.winter),
        *(part for number, one in enumerate(view.scenes, 1) for part in scene(number, one)),
    ]
    cards = [*view.shown, *(played(book, view, *play) for play in view.played)]
    if (cards or view.words) and view.scene < len(card.scenes):
        now = card.scenes[view.scene]
        begun = SceneTold(
            name=now.name,
            place=book.locations[view.scene_place].name,
            about=now.about,
            question=now.question,
            before=view.tale,
            cards=tuple(cards),
            words=view.words,
        )
        note = "being told" if view.outcome is None else "unfinished"
        parts += scene(len(view.scenes) + 1, begun, note)
    else:
        parts.append(paragraph(view.tale))
    if view.outcome is None:
        return [*parts, "*The story goes on.*"]
    won = max(view.outcome.scores) == 1
    return [*parts, ending(won, view.outcome.reason, card)]


def played(book: Book, view: SixWintersView, person: int, card: int) -> str:
    """A card of the scene that is told, by whom: an asset, or -1 less an obstacle."""
    name = book.asset_names[card] if card >= 0 else f"tale of {book.obstacles[-1 - card].name}"
    return f"{view.people[person].name}'s {name}"


def ending(won: bool, why: str, card: Scenario) -> str:
    """How it ended, with the epilogue (S205)."""
    return f"**{'Won' if won else 'Lost'}.** {plain(why)} {plain(card.won if won else card.lost)}".strip()


def paragraph(sentences: Iterable[str]) -> str:
    """What happened, in order: what happened twice once, and what befell one or many in one breath."""
    told: dict[tuple[str, str], list[str]] = {}
    for sentence in dict.fromkeys(sentences):
        if trouble := TROUBLE.match(sentence):  # Keel was weary by then
            told.setdefault(("of", trouble[1]), []).append(trouble[2])
        elif habit := HABIT.match(sentence):  # Keel rested through the winter
            told.setdefault(("did", habit[2]), []).append(habit[1])
        else:
            told.setdefault(("", sentence), [])
    lines = []
    for (kind, text), parts in told.items():
        if kind == "of":
            lines.append(f"{text} was {listed(parts)} by then.")
        else:
            lines.append(f"{listed(parts)} {text}." if kind == "did" else text)
    return " ".join(plain(line) for line in lines)


# ---- scenes


def scene(number: int, told: SceneTold, note: str = "") -> list[str]:
    """A scene: what went before, where it was, what carried it, and what was said."""
    shown = [*(plain(card) for card in told.cards), *(plain(card) for card in told.lasting)]
    lines = [plain(told.about), f"That was at {plain(told.place)}."]
    if shown:
        lines.append(f"They had with them {listed(list(dict.fromkeys(shown)))}.")
    if told.carried:
        lines.append(CARRIED[number % len(CARRIED)].format(plain(told.carried)))
    said = [f"> **{plain(who)}:** {words}" for who, text in told.words if (words := plain(text))]
    return [
        paragraph(told.before),
        f"### {number}. {plain(told.name)}{f' ({note})' if note else ''}",
        " ".join(lines),
        f"*{plain(told.question)}*",
        "\n>\n".join(said) if said else "Nobody has said.",
    ]


# ---- people and points


def journals(book: Book, view: SixWintersView) -> list[str]:
    """What each character has seen."""
    written = [(number, sheet.journal) for number, sheet in enumerate(view.sheets) if sheet.journal]
    parts = ["## Journals"] if written else []
    for character, lines in written:
        parts.append(f"### {plain(book.characters[character].name)}")
        parts.append("\n".join(f"- {plain(line)}" for line in lines))
    return parts


def score(view: SixWintersView) -> str:
    """The campaign's points (S148, S149)."""
    if view.outcome is not None:
        return f"**{plain(view.outcome.reason)}**"
    return f"{view.score} points so far: {plain(view.title)}."
