"""The chronicle: the story of a session or a campaign, to be read aloud (S145), as Markdown.

It is made from a view.  Every name and word goes through `plain`, so that nothing that a player or a data
file says becomes markup; and it stands behind something of ours, so that it begins no line.
"""

import itertools
import re
import unicodedata
from collections.abc import Iterable, Sequence

from fimbul.core.wording import listed
from fimbul.games.six_winters.library.index import Book, book_of
from fimbul.games.six_winters.library.rows import Scenario
from fimbul.games.six_winters.model import Chapter, SceneTold
from fimbul.games.six_winters.table.view import SixWintersView

ESCAPED = str.maketrans(
    {mark: f"\\{mark}" for mark in "\\`*_[]{}#|~$^="} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
)
UNSEEN = ("Cc", "Cs")  # control characters and halves of characters
# What is noted one by one while it happens, and told in one breath.
NOTED = {
    "worn": re.compile(r"(.+) was (\w+) by then\.\Z"),
    "wintered": re.compile(r"(.+) (rested through|spent) the winter(?: in training)?\.\Z"),
    "troubled": re.compile(r"(?:(.+) brought trouble|It spread) to (.+)\.\Z"),
    "learned": re.compile(r"(.+) was better at (\w+) after that year\.\Z"),
    "found": re.compile(r"The way to (.+) was found, in (.+)\.\Z"),
    "cursed": re.compile(r"A curse took (.+)'s (\w+)\.\Z"),
    "shifted": re.compile(r"(.+) gave ((?:more|less) .+) than before\.\Z"),
}
DEED = re.compile(r"(.+) did what was needed: (.+?)(?: \((.+)\))?\.\Z")
SEASON = re.compile(r"(\w+) came\.\Z")
ARTICLE = re.compile(r"(?<=[a-z,;’] )The (?=[A-Z])")  # of a name in the middle of a sentence
COPY = re.compile(r" \(\d+\)\Z")  # which of several cards of one name
# Why a year was over, and how that is told, in one year so and in another otherwise.
CAUSES = (
    (
        re.compile(r"The threat pool is empty: .*"),
        (
            "There was trouble in too many places at once.",
            "The trouble came faster than anybody could ride.",
            "In the end there was nowhere left where it was quiet.",
        ),
    ),
    (
        re.compile(r"Fall is over: .*"),
        ("The snow came first.", "The roads were white before the story was told."),
    ),
    (re.compile(r"(.+) is knocked out: .*"), (r"\1 could go no further.",)),
    (re.compile(r"The last scene of .* is told: .*"), ("",)),
)
# What was feared, and what carried a scene.
FEARED = (
    "What was feared had a name: {}.",
    "In the inns they called it {}.",
    "There was a word for what might come: {}.",
)
MANY = 4  # things that can be told in one breath
AGAIN = "It had been tried before, and nobody had forgotten how that ended."
CARRIED = (
    "What carried it most was {}.",
    "Without {} it would have been another story.",
    "It would not have been told like that but for {}.",
    "Most of it hung on {}.",
    "It was {} that turned it.",
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


def spoken(book: Book, text: str) -> str:
    """A sentence of ours as one writes it: a name in its middle neither ends it nor has a capital article."""
    for name in (*(card.name for card in book.obstacles), *(card.name for card in book.assets)):
        if name.endswith(("!", "?")):
            text = text.replace(name, f"“{name}”")
    return ARTICLE.sub("the ", text)


def chronicle(view: SixWintersView) -> str:
    """The story so far."""
    book = book_of(view.library)
    parts = [
        "# Six Winters: the chronicle",
        *(
            part
            for place, told in enumerate(view.chronicle)
            for part in chapter(book, told, earlier(view, place))
        ),
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


def earlier(view: SixWintersView, years: int) -> set[str]:
    """The scenarios of the years before."""
    return {told.scenario for told in view.chronicle[:years]}


def chapter(book: Book, told: Chapter, known: set[str]) -> list[str]:
    """A year that is over, after others whose scenarios are known."""
    card = card_of(book, told.scenario)
    mode = ", the hard way" if told.hard else ""
    return [
        f"## Year {told.year}: {plain(card.name)}{mode}",
        paragraph(book, (deed(book, sentence) for sentence in told.winter)),
        opening(card, told.characters, told.year, again=told.scenario in known),
        *scenes(book, told.scenes, told.year),
        f"{paragraph(book, told.last)} {plain(spoken(book, works(told)))}".strip(),
        ending(told.won, told.why, card, told.year),
        paragraph(book, (sentence for sentence in told.after if sentence not in told.last)),
    ]


def works(told: Chapter) -> str:
    """What was built in the year and shown in no scene, in a sentence."""
    if not told.built and not told.overcome:
        return "They came home with empty hands."
    shown = {thing(card) for one in told.scenes for card in (*one.cards, *one.lasting)}
    unused = [name for name in names(told.built) if name not in shown]
    some = unused if len(unused) <= MANY else [*unused[: MANY - 1], "much else"]
    return f"{listed(some)} came home unused." if some else ""


def names(cards: Iterable[str]) -> list[str]:
    """Cards by their names, each once, whichever of several copies it is."""
    return list(dict.fromkeys(COPY.sub("", card) for card in cards))


def opening(card: Scenario, characters: Iterable[str], year: int, *, again: bool) -> str:
    """How the story begins, what was feared, and who went."""
    people = [plain(name) for name in characters]
    feared = FEARED[year % len(FEARED)].replace("{}", f"*{plain(card.threat)}*") if card.threat else ""
    begins = [AGAIN] if again else [plain(card.introduction), feared]
    return " ".join(part for part in (*begins, f"{listed(people)} set out." if people else "") if part)


def deed(book: Book, sentence: str) -> str:
    """A winter action as its own words tell it, where it has some (S205)."""
    if done := DEED.match(sentence):
        for action in book.winter.values():
            if action.name == done[2] and action.tale:
                return action.tale.replace("{who}", done[1]).replace("{whom}", done[3] or "somebody")
    return sentence


def going_on(view: SixWintersView) -> bool:
    """Whether there is a session besides the years that are written: in a campaign, from the choice of the
    scenario until the year is in the chronicle."""
    written = bool(view.chronicle) and view.chronicle[-1].year == view.year
    return not written and not view.scenarios


def session(book: Book, view: SixWintersView) -> list[str]:
    """The session that is played, or has been if it stands alone."""
    card = card_of(book, view.scenario)
    year = view.year or card.year
    mode = ", the hard way" if view.hard else ""
    parts = [
        f"## Year {view.year}: {plain(card.name)}{mode}" if view.year else f"## {plain(card.name)}{mode}",
        paragraph(book, (deed(book, sentence) for sentence in view.winter)),
        opening(
            card,
            [person.name for person in view.people],
            year,
            again=view.scenario in earlier(view, len(view.chronicle)),
        ),
    ]
    told, note = list(view.scenes), ""
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
        told.append(begun)
        note = "being told" if view.outcome is None else "unfinished"
    parts += scenes(book, told, year, note)
    if not note:
        parts.append(paragraph(book, view.tale))
    if view.outcome is None:
        return [*parts, "*The story goes on.*"]
    won = max(view.outcome.scores) == 1
    return [*parts, ending(won, view.outcome.reason, card, year)]


def played(book: Book, view: SixWintersView, person: int, card: int) -> str:
    """A card of the scene that is told, by whom: an asset, or -1 less an obstacle."""
    name = book.asset_names[card] if card >= 0 else f"tale of {book.obstacles[-1 - card].name}"
    return f"{view.people[person].name}'s {name}"


def ending(won: bool, why: str, card: Scenario, year: int) -> str:
    """How it ended, with the epilogue (S205)."""
    for cause, words in CAUSES:
        if cause.fullmatch(why):
            why = cause.sub(words[year % len(words)], why)
            break
    parts = (f"**{'Won' if won else 'Lost'}.**", plain(why), plain(card.won if won else card.lost))
    return " ".join(part for part in parts if part)


def paragraph(book: Book, sentences: Iterable[str]) -> str:
    """What happened, season by season, and last how they had fared."""
    seasons: list[list[str]] = [[]]
    worn = []
    for sentence in dict.fromkeys(sentences):
        if found := NOTED["worn"].match(sentence):
            worn.append(found.groups())
            continue
        if SEASON.match(sentence):
            seasons.append([])
        seasons[-1].append(sentence)
    lines = [line for number, told in enumerate(seasons, 1) for line in in_one_breath(told, seasons[number:])]
    if worn:
        lines.append(fared(worn))
    return " ".join(plain(spoken(book, line)) for line in lines)


def in_one_breath(sentences: list[str], later: list[list[str]]) -> list[str]:
    """What happened in a season, in order, and what befell many told at once."""
    if later and len(sentences) == 1 and (quiet := SEASON.match(sentences[0])):
        return [f"{quiet[1]} came and went."]
    told: dict[str, list[tuple[str, ...]]] = {}
    for sentence in sentences:
        kind: str = sentence
        parts: tuple[str, ...] = ()
        for name, pattern in NOTED.items():
            if found := pattern.match(sentence):
                kind, parts = name, found.groups("")
        told.setdefault(kind, []).append(parts)
    return [TOGETHER[kind](parts) if kind in TOGETHER else kind for kind, parts in told.items()]


def by_first(pairs: Iterable[tuple[str, ...]]) -> dict[str, list[str]]:
    """What belongs to each, in the order in which it came."""
    found: dict[str, list[str]] = {}
    for first, second in pairs:
        found.setdefault(first, []).append(second)
    return found


def fared(pairs: list[tuple[str, ...]]) -> str:
    """`By then Thea and Keel were weary and bruised, and Menas wounded.`"""
    alike = by_first((listed(how), who) for who, how in by_first(pairs).items())
    lines = [f"{listed(people)} {how}" for how, people in alike.items()]
    how, people = next(iter(alike.items()))
    lines[0] = f"{listed(people)} {'were' if people[1:] else 'was'} {how}"
    return f"By then {', '.join(lines[:-1])}{', and ' if lines[1:] else ''}{lines[-1]}."


def wintered(pairs: list[tuple[str, ...]]) -> str:
    """`Menas rested through the winter, and Keel spent it in training.`"""
    first, *others = by_first((how, who) for who, how in pairs).items()
    ways = {"rested through": "rested through {}", "spent": "spent {} in training"}
    lines = [f"{listed(first[1])} {ways[first[0]].format('the winter')}"]
    lines += [f"{listed(who)} {ways[how].format('it')}" for how, who in others]
    return f"{', and '.join(lines)}."


def troubled(pairs: list[tuple[str, ...]]) -> str:
    """`Mole Hunt brought trouble to Whitehold and Angry Mob to Loomwood. From there it spread to Arankh.`

    All that spread in a season is told at once: one would not listen to it turn by turn.
    """
    lines = []
    brought = [pair for pair in pairs if pair[0]]
    if brought:
        (first, here), *others = [
            (listed(foe for foe, _ in those), place)
            for place, those in itertools.groupby(brought, key=lambda pair: pair[1])
        ]
        more = (f"{foe} to {place}" for foe, place in others)
        lines.append(f"{listed([f'{first} brought trouble to {here}', *more])}.")
    where = listed(dict.fromkeys(place for foe, place in pairs if not foe))
    if where:
        lines.append(f"{'From there it' if lines else 'Trouble'} spread to {where}.")
    return " ".join(lines)


def learned(pairs: list[tuple[str, ...]]) -> str:
    """`The year had made Thea better at lore and Keel at combat.`"""
    alike = by_first((listed(skills), who) for who, skills in by_first(pairs).items())
    lines = [f"{listed(people)} at {skills}" for skills, people in alike.items()]
    skills, people = next(iter(alike.items()))
    lines[0] = f"{listed(people)} better at {skills}"
    return f"The year had made {listed(lines)}."


def discovered(pairs: list[tuple[str, ...]]) -> str:
    """`In the Empire a way was found to places called Southkeep and Crow Manor.`"""
    lines = []
    for region, places in by_first((region, place) for place, region in pairs).items():
        called = "places called" if places[1:] else "a place called"
        lines.append(f"In {region} a way was found to {called} {listed(places)}.")
    return " ".join(lines)


def cursed(pairs: list[tuple[str, ...]]) -> str:
    """`A curse took Keel's rapport and lore, and Thea's combat.`"""
    *before, last = [f"{who}'s {listed(skills)}" for who, skills in by_first(pairs).items()]
    return f"A curse took {', '.join(before)}{', and ' if before else ''}{last}."


def shifted(pairs: list[tuple[str, ...]]) -> str:
    """`Whitehold gave less espionage than before and Boar's Rift more military.`"""
    (place, what), *others = pairs
    return f"{listed([f'{place} gave {what} than before', *map(' '.join, others)])}."


TOGETHER = {
    "wintered": wintered,
    "troubled": troubled,
    "learned": learned,
    "found": discovered,
    "cursed": cursed,
    "shifted": shifted,
}


# ---- scenes


def scenes(book: Book, told: Sequence[SceneTold], year: int, note: str = "") -> list[str]:
    """Scenes in their order; a note belongs to the last of them."""
    parts: list[str] = []
    for number, one in enumerate(told, 1):
        known = {help for earlier in told[: number - 1] for help in earlier.lasting}
        parts += scene(book, number, one, year, known, note if number == len(told) else "")
    return parts


def scene(book: Book, number: int, told: SceneTold, year: int, known: set[str], note: str) -> list[str]:
    """A scene: what went before, where it was, what carried it, and what was said."""
    shown = brought(told.cards, told.lasting, known)
    if told.carried:
        shown += f" {CARRIED[(number + year) % len(CARRIED)].replace('{}', carried(told.carried))}"
    lines = [f"*{plain(told.place)}.*", plain(told.about), plain(spoken(book, shown))]
    said = [f"> **{plain(who)}:** {words}" for who, text in told.words if (words := plain(text))]
    return [
        paragraph(book, told.before),
        f"### {number}. {plain(told.name)}{f' ({note})' if note else ''}",
        " ".join(line for line in lines if line),
        f"*{plain(told.question)}*",
        "\n>\n".join(said) if said or not note else "That is still to be told.",
    ]


def thing(card: str) -> str:
    """A card without whose it was, and which of several it is."""
    return COPY.sub("", card.partition("'s ")[2])


def carried(card: str) -> str:
    """What counted most in a scene: a thing, or a tale."""
    return f"the {name}" if (name := thing(card)).startswith("tale of ") else name


def brought(cards: Iterable[str], lasting: Iterable[str], known: set[str]) -> str:
    """`Thea brought Apples, and told of Mole Hunt, with Cart at hand; Keel had Tent at hand.`

    Of what has helped in an earlier scene, and is known, much is not named again.
    """
    people: dict[str, tuple[list[str], list[str]]] = {}
    for card in names(cards):
        who, _, what = card.partition("'s ")
        things, tales = people.setdefault(who, ([], []))
        if what.startswith("tale of "):
            tales.append(what.removeprefix("tale of "))
        else:
            things.append(what)
    helps = by_first((help.partition("'s ")[0], help) for help in names(lasting))
    lines = []
    for who in dict.fromkeys((*people, *helps)):
        things, tales = people.get(who, ([], []))
        parts = [f"brought {listed(things)}"] if things else []
        parts += [f"told of {listed(tales)}"] if tales else []
        did = ", and ".join(parts)
        near = at_hand(helps.get(who, []), known)
        lines.append(f"{who} {did}{(', with ' if did else 'had ') + near + ' at hand' if near else ''}")
    return f"{'; '.join(lines)}." if lines else ""


def at_hand(helps: list[str], known: set[str]) -> str:
    """Lasting assets of somebody; those that have helped before together, where they are many."""
    old = [help for help in helps if help in known]
    if len(old) < MANY:
        return listed(map(thing, helps))
    return listed([*(thing(help) for help in helps if help not in known), "all that had helped before"])


# ---- people and points


def journals(book: Book, view: SixWintersView) -> list[str]:
    """What each character has seen."""
    written = [(number, sheet.journal) for number, sheet in enumerate(view.sheets) if sheet.journal]
    parts = ["## Journals"] if written else []
    for character, lines in written:
        parts.append(f"### {plain(book.characters[character].name)}")
        parts.append("\n".join(f"- {plain(line)}" for line in remembered(lines)))
    return parts


def remembered(journal: Iterable[str]) -> list[str]:
    """A journal, a line for each year."""
    years: dict[str, list[str]] = {}
    for line in journal:
        year, _, text = line.partition(": ")
        years.setdefault(year, []).append(entry(text))
    return [f"{year}: {'; '.join(texts)}." for year, texts in years.items()]


def entry(text: str) -> str:
    """Something that is noted in a journal: a scenario, a skill, a winter, or what was borne at the end."""
    if text in ("rest", "train"):
        return "rested in the winter after it" if text == "rest" else "trained in the winter after it"
    if text.startswith("improves "):
        return f"better at {text.removeprefix('improves ')}"
    if text.endswith((", won", ", lost")):
        return text
    borne = text.split(", ")
    curses = [each.removeprefix("curse-") for each in borne if each.startswith("curse-")]
    parts = [listed(hurts)] if (hurts := [each for each in borne if not each.startswith("curse-")]) else []
    parts += [f"cursed in {listed(curses)}"] if curses else []
    return ", ".join(parts)


def score(view: SixWintersView) -> str:
    """The campaign's points (S148, S149)."""
    if view.outcome is not None:
        return f"**{plain(view.outcome.reason)}**"
    return f"{view.score} points so far: {plain(view.title)}."
