"""The chronicle: what was built, overcome and said, scene by scene and year by year (S145), as Markdown.

It is made from a view.  Every name and word goes through `plain`, so that nothing that a player or a data
file says becomes markup; and it stands behind something of ours, so that it begins no line.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable

from fimbul.games.six_winters.library.index import Book, book_of
from fimbul.games.six_winters.library.rows import Scenario
from fimbul.games.six_winters.model import Chapter, SceneTold
from fimbul.games.six_winters.table.view import SixWintersView

ESCAPED = str.maketrans(
    {mark: f"\\{mark}" for mark in "\\`*_[]{}#|~$^="} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
)
UNSEEN = ("Cc", "Cs")  # control characters and halves of characters
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
    whole = view.year > 0
    parts = [
        "# Six Winters: the chronicle",
        *(part for told in view.chronicle for part in chapter(book, told)),
    ]
    if going_on(view):
        parts += session(book, view)
    if whole:
        parts += journals(book, view)
        parts += ["## The score", score(view)]
    return "\n\n".join(parts) + "\n"


# ---- years


def chapter(book: Book, told: Chapter) -> list[str]:
    """A year that is over."""
    card = next((card for card in book.scenarios if card.name == told.scenario), None)
    return [
        f"## Year {told.year}: {plain(told.scenario)} ({mode(told.hard)})",
        f"**{'Won' if told.won else 'Lost'}.** {plain(told.why)}",
        deeds(told.characters, told.built, told.overcome),
        *scenes(card, told.scenes),
    ]


def going_on(view: SixWintersView) -> bool:
    """Whether there is a session besides the years that are written: in a campaign, from the choice of the
    scenario until the year is in the chronicle."""
    written = bool(view.chronicle) and view.chronicle[-1].year == view.year
    return not written and not view.scenarios


def session(book: Book, view: SixWintersView) -> list[str]:
    """The session that is played, or has been if it stands alone."""
    card = book.scenarios[book.scenario[view.scenario]]
    built, beaten = [], []
    for person in view.people:
        built += [seen.asset for seen in person.cards if seen.asset >= 0] + list(person.played_assets)
        beaten += [*person.overcome, *person.played_obstacles]
    title = f"Year {view.year}: {plain(card.name)}" if view.year else f"The scenario: {plain(card.name)}"
    parts = [
        f"## {title} ({mode(view.hard)})",
        "**So far.** The story goes on." if view.outcome is None else ending(view),
        deeds(
            [person.name for person in view.people],
            [book.assets[asset].name for asset in built],
            [book.obstacles[obstacle].name for obstacle in beaten],
        ),
        *scenes(card, view.scenes),
    ]
    cards = [*view.shown, *(played(book, view, *play) for play in view.played)]
    if (cards or view.words) and view.scene < len(card.scenes):
        place = book.locations[view.scene_place].name
        now = SceneTold(card.scenes[view.scene].name, place, tuple(cards), view.words)
        parts += scene(
            len(view.scenes) + 1, card, now, "being told" if view.outcome is None else "unfinished"
        )
    return parts


def ending(view: SixWintersView) -> str:
    """How a session that stands alone ended."""
    assert view.outcome is not None
    won = max(view.outcome.scores) == 1
    return f"**{'Won' if won else 'Lost'}.** {plain(view.outcome.reason)}"


def played(book: Book, view: SixWintersView, person: int, card: int) -> str:
    """A card of the scene that is told, by whom: an asset, or -1 less an obstacle."""
    name = book.assets[card].name if card >= 0 else book.obstacles[-1 - card].name
    return f"{view.people[person].name}: {name}"


def mode(hard: bool) -> str:
    """How it is called."""
    return "difficult" if hard else "normal"


def deeds(characters: Iterable[str], built: Iterable[str], overcome: Iterable[str]) -> str:
    """Who went, and what they have built and overcome."""
    return "\n".join(
        f"- **{word}:** {listed(names)}"
        for word, names in (
            ("Who went", characters),
            ("Built or brought along", built),
            ("Overcome", overcome),
        )
    )


def listed(names: Iterable[str]) -> str:
    """Names in a row, equal ones counted."""
    counts = Counter(names)
    return (
        ", ".join(plain(n) if many == 1 else f"{plain(n)} ({many})" for n, many in counts.items()) or "none"
    )


# ---- scenes


def scenes(card: Scenario | None, told: Iterable[SceneTold]) -> list[str]:
    """The scenes of a session."""
    return [part for number, one in enumerate(told, 1) for part in scene(number, card, one)]


def scene(number: int, card: Scenario | None, told: SceneTold, note: str = "") -> list[str]:
    """A scene: where, the guiding question, the cards, and the words."""
    parts = [f"### Scene {number}: {plain(told.name)}{f' ({note})' if note else ''}"]
    found = next((one for one in card.scenes if one.name == told.name), None) if card is not None else None
    parts.append(f"*Where:* {plain(told.place)}")
    if found is not None:
        parts.append(f"*The question:* {plain(found.about)} {plain(found.question)}")
    parts.append(f"*Played:* {'; '.join(plain(name) for name in told.cards) or 'lasting assets alone'}")
    said = [f"> **{plain(who)}:** {words}" for who, text in told.words if (words := plain(text))]
    if said:
        parts.append("\n>\n".join(said))
    return parts


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
