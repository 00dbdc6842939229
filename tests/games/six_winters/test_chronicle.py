"""The chronicle as Markdown (S145): the story of a session or a campaign, and its words (S205)."""

import random
import re
from html import unescape
from typing import Any

import msgspec
import pytest
from markdown_it import MarkdownIt
from tests.games.six_winters.positions import (
    asked,
    beat,
    begin,
    dice,
    do,
    finish,
    give,
    happen,
    legal,
    obstacle,
    overcome_by,
    table,
)
from tests.games.six_winters.positions import told as sentences

from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.actions import Tell
from fimbul.games.six_winters.library.effects import Lower
from fimbul.games.six_winters.model import Chapter, SceneTold
from fimbul.games.six_winters.rules import activation, effects, ending, turn
from fimbul.games.six_winters.rules.acting import overcoming
from fimbul.games.six_winters.state import SixWintersState
from fimbul.games.six_winters.table.chronicle import plain, remembered
from fimbul.speech import speech

NASTY = (
    "# A <script>alert('x')</script> heading",
    "one\n\n## two\n- three\r\n> four\u2028five\x0bsix",
    "[link](javascript:alert(1)) ![picture](x) <http://x> *b* _i_ `c` ~~s~~ | a | b |",
    "&lt;b&gt; &#60; \\<i> {{x}} $y$",
    "```\ncode\n```",
    "=====\n-----\n***",
    "\x1b[31mred\x07 \u202eturned\ud800",
)


def story(state: SixWintersState, seat: int | None = None) -> str:
    return GAME.chronicle(state.view(seat))


def tokens(text: str) -> list[tuple[str, str]]:
    """The structure of a Markdown text, as a reader that obeys HTML and tables would take it."""
    found = []
    for token in MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text):
        found.append((token.type, token.tag))
        found += [(child.type, child.tag) for child in token.children or () if child.type != "text"]
    return found


def telling() -> SixWintersState:
    """A session whose first scene has begun: both have played a card each, and are asked for words."""
    state = table("thea", "fuscus")
    finish(state, "thea", "shadow_walk")
    beat(state, "fuscus", "wine_and_roses")
    do(state, "narrate(thea)", "play_obstacle(fuscus,wine_and_roses)")
    return state


def told(*words: str) -> SixWintersState:
    """A session whose first scene has been told, first by Thea, with these words."""
    state = telling()
    for text in words:
        assert asked(state) == "Telling"
        state.play(Tell(text), state.to_act[0])
    while not state.scenes:  # the stress of the scene
        state.play(state.legal(state.to_act[0])[-1], state.to_act[0])
    return state


@pytest.mark.rule("S145")
def test_a_session_has_a_chronicle_from_its_start():
    text = story(table("thea", "fuscus"))
    assert text.startswith("# Six Winters: the chronicle\n")
    assert "## The Order of the Blue Robe\n" in text
    assert "A sour fog hangs over Parisa's Glen" in text
    assert "In the inns they called it *Miasma of Malevolent Misfortune*. Thea and Fuscus set out." in text
    assert "*The story goes on.*" in text
    assert "## The score" not in text  # which is of a campaign
    assert text.endswith("\n")


@pytest.mark.rule("S145")
def test_a_scene_tells_where_what_was_played_by_whom_the_question_and_the_words():
    state = told("We sang.", "")
    text = story(state)
    assert "### 1. Impress the Keeper of Forbidden Lore\n" in text
    assert "\n*Parisa's Glen.* A keeper of forbidden books" in text
    assert "*What made the keeper listen to you?*" in text
    assert "Fuscus told of Wine and Roses; Thea brought Shadow Walk." in text
    assert "It would not have been told like that but for Shadow Walk." in text
    assert "> **Thea:** We sang." in text
    assert "**Fuscus:**" not in text  # who said nothing
    assert text == story(state, 0) == story(state, 1)  # nothing in it is a secret


@pytest.mark.rule("S78")
def test_in_another_language_words_stay_as_they_were_written():
    """Also words that the game itself could say."""
    words, german = "All stability dice are lost.", speech("de", GAME)
    said = sentences(telling().play(Tell(words), 0))[0]
    assert german(words) != words
    assert german(said) == said.translate({ord("“"): "„", ord("”"): "“"}) == f"Thea: „{words}“"
    line = next(line for line in story(told(words, "")).split("\n") if words in line)
    assert german.line(line) == line == f"> **Thea:** {words}"


@pytest.mark.rule("S145")
def test_the_scene_that_is_being_told_is_there_too():
    state = telling()
    assert "### 1. Impress the Keeper of Forbidden Lore (being told)" in story(state)
    assert "Fuscus told of Wine and Roses; Thea brought Shadow Walk." in story(state)
    assert "*What made the keeper listen to you?*\n\nThat is still to be told." in story(state)
    silent = story(told("", ""))
    assert "*What made the keeper listen to you?*" in silent  # nobody had an answer: the question stays open
    assert "That is still to be told." not in silent


@pytest.mark.rule("S145")
@pytest.mark.parametrize("words", NASTY)
def test_words_mean_only_themselves(words):
    """A text with harmless words in their place has the same structure, and no markup of theirs is in it."""
    view = told("Words.", "").view(None)
    first = view.scenes[0]
    nasty: Any = msgspec.structs.replace(first, words=(("Thea", words),))
    harmless, text = GAME.chronicle(view), GAME.chronicle(msgspec.structs.replace(view, scenes=(nasty,)))
    assert "> **Thea:** Words.\n" in harmless
    assert len(text.splitlines()) == len(harmless.splitlines())
    assert [kind for kind in tokens(text) if kind[0] != "text_special"] == tokens(harmless)
    assert not re.search(r"<[a-z/!]", text)
    assert "\x1b" not in text
    text.encode()


@pytest.mark.parametrize("words", NASTY)
def test_words_can_be_read_as_they_were_written(words):
    html = MarkdownIt("commonmark", {"html": True}).render(f"x {plain(words)}")
    shown = unescape(html.removeprefix("<p>x ").removesuffix("</p>\n"))
    seen = re.sub(r"[\x1b\x07\u202e\ud800]", "", " ".join(words.split()))
    assert shown.strip() == seen.strip()


@pytest.mark.rule("S145")
def test_a_campaign_is_told_year_by_year_with_journals_and_score():
    state = GAME.new(seats=2, options={"mode": "campaign"}, seed=3)
    assert isinstance(state, SixWintersState)
    chance, years = random.Random(3), set()
    while not state.over:
        seat = state.to_act[0]
        view = state.view(seat)
        if type(state.decision).__name__ in ("ChoosingScenario", "BurningObstacle") or view.year not in years:
            years.add(view.year)
            text = GAME.chronicle(view)
            headings = re.findall(r"^## Year (\d)", text, re.MULTILINE)
            begun = type(state.decision).__name__ != "ChoosingScenario"
            assert headings == [str(year) for year in range(1, view.year + begun)]
            assert f"{view.score} points so far" in text
        state.play(chance.choice(state.legal(seat)), seat)
    text = story(state)
    assert re.findall(r"^## Year (\d)", text, re.MULTILINE) == list("123456")
    assert "## Journals" in text
    assert "### Thea" in text
    assert state.outcome is not None
    assert text.endswith(f"## The score\n\n**{state.outcome.reason}**\n")


@pytest.mark.rule("S145")
def test_a_year_tells_the_winter_who_went_what_changed_and_how_it_ended():
    state = GAME.new(seats=2, options={"mode": "campaign"}, seed=3)
    scene = SceneTold(
        name="Kiss",
        place="The *Glen*",
        about="They met.",
        question="Why?",
        before=("A fort fell.", "A fort fell.", "A <b>way</b> was found."),
        cards=("Thea's Rope", "Keel's tale of Mob (2)", "Keel's Aren's Platemail"),
        lasting=("Keel's Tent",),
        carried="Keel's Tent",
        points=20,
        words=(("Keel", "<b>Go</b>"),),
    )
    year = Chapter(
        year=1,
        scenario="order_of_the_blue_robe",
        hard=True,
        won=True,
        why="Told: won.",
        characters=("Thea", "Keel"),
        built=("Rope", "Tent", "Aren's Platemail", "Cart", "Cart (2)"),
        overcome=("Mob", "Mob (2)"),
        winter=(
            "Menas rested through the winter.",
            "Menas did what was needed: Hunter (Restless Dead).",
            "Fuscus spent the winter in training.",
            "Thea rested through the winter.",
            "Thea did what was needed: A Rite of Your Own.",
        ),
        scenes=(scene,),
        last=(
            "Keel was weary by then.",
            "Mob brought trouble to Arankh.",
            "It snowed.",
            "War Machines brought trouble to Loomwood.",
            "Field Work brought trouble to Loomwood.",
            "It spread to Gravewood.",
            "Restless Dead brought trouble to Boar's Peak.",
            "It spread to Eastkeep.",
            "Summer came.",
            "Fall came.",
            "Thea was weary by then.",
            "Keel was angry by then.",
            "Mob brought trouble to Whitehold.",
        ),
        after=(
            "It snowed.",
            "Thea was better at lore after that year.",
            "Lucia joined the group.",
            "Keel was better at combat after that year.",
        ),
    )
    view = msgspec.structs.replace(state.view(None), year=2, chronicle=(year,))
    text = GAME.chronicle(view)
    book = state.book
    robe = book.scenarios[book.scenario["order_of_the_blue_robe"]]
    for words in (
        "## Year 1: The Order of the Blue Robe, the hard way",
        "Menas and Thea rested through the winter, and Fuscus spent it in training. Menas followed Restless "
        "Dead through the snow until there was nothing left to follow. Thea did what was needed: "
        "A Rite of Your Own.",
        f"{robe.introduction} In the inns they called it *{robe.threat}*. Thea and Keel set out.",
        "A fort fell. A &lt;b&gt;way&lt;/b&gt; was found.",
        "### 1. Kiss",
        "*The \\*Glen\\*.* They met. Thea brought Rope; Keel brought Aren's Platemail, and told of Mob, with "
        "Tent at hand. It would not have been told like that but for Tent.",
        "*Why?*",
        "> **Keel:** &lt;b&gt;Go&lt;/b&gt;",
        "Mob brought trouble to Arankh, War Machines and Field Work to Loomwood and Restless Dead to Boar's "
        "Peak. From there it spread to Gravewood and Eastkeep. It snowed. Summer came and went. Fall came. "
        "Mob brought trouble to Whitehold. By then "
        "Keel was weary and angry, and Thea weary. Cart came home unused.",
        f"**Won.** Told: won. {robe.won}",
        "The year had made Thea better at lore and Keel at combat. Lucia joined the group.",
    ):
        assert f"{words}\n" in text, words
    laden = msgspec.structs.replace(year, built=("Cart", "Apples", "Starsalt", "Frostcloak", "Baklava"))
    text = GAME.chronicle(msgspec.structs.replace(view, chronicle=(laden,)))
    assert "Cart, Apples, Starsalt and much else came home unused." in text
    again = msgspec.structs.replace(view, year=3, chronicle=(year, msgspec.structs.replace(year, year=2)))
    text = GAME.chronicle(again)
    assert text.count(robe.introduction) == 1
    assert (
        "It had been tried before, and nobody had forgotten how that ended. Thea and Keel set out.\n" in text
    )


@pytest.mark.rule("S145")
def test_what_has_helped_before_is_named_together_where_it_is_much():
    view = told("", "").view(None)
    (first,) = view.scenes
    few = ("Thea's Cart", "Thea's Jugglepuff", "Keel's Warhorse")
    many = ("Thea's Tent", "Thea's Frostcloak", *few, "Thea's Apples")
    scenes = [msgspec.structs.replace(first, cards=(), lasting=helps) for helps in (few, many, many)]
    text = GAME.chronicle(msgspec.structs.replace(view, scenes=tuple(scenes)))
    assert "Thea had Cart and Jugglepuff at hand; Keel had Warhorse at hand." in text
    assert (
        "Thea had Tent, Frostcloak, Cart, Jugglepuff and Apples at hand; Keel had Warhorse at hand." in text
    )
    assert "Thea had all that had helped before at hand; Keel had Warhorse at hand." in text


@pytest.mark.rule("S145")
def test_a_journal_has_a_line_for_each_year():
    assert remembered(
        (
            "Year 1: The Betrayed, lost",
            "Year 1: improves lore",
            "Year 1: weary, bruised, curse-survival, curse-combat",
            "Year 1: rest",
            "Year 2: train",
            "Year 3: curse-lore",
        )
    ) == [
        "Year 1: The Betrayed, lost; better at lore; weary and bruised, cursed in survival and combat; "
        "rested in the winter after it.",
        "Year 2: trained in the winter after it.",
        "Year 3: cursed in lore.",
    ]


@pytest.mark.rule("S121")
@pytest.mark.rule("S205")
@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("The threat pool is empty", "The trouble came faster than anybody could ride."),
        ("Fall is over", "The roads were white before the story was told."),
        ("Keel is knocked out", "Keel could go no further."),
    ],
)
def test_a_loss_is_told_in_words_of_the_story(why, words):
    state = table("thea", "keel")
    robe = state.book.scenarios[state.book.scenario["order_of_the_blue_robe"]]
    ending.lost(state, why, [])
    assert f"**Lost.** {words} {robe.lost}\n" in story(state)


@pytest.mark.rule("S178")
@pytest.mark.rule("S205")
def test_every_winter_action_has_words():
    tales = [action.tale for action in GAME.new(seats=2).book.winter.values()]
    assert len({*tales}) == len(tales) == 12
    assert all(tale.startswith("{who} ") and tale.endswith(".") for tale in tales)


@pytest.mark.rule("S205")
def test_introduction_highlights_and_epilogue_are_told(monkeypatch):
    state = begin("thea", "keel")
    robe = state.book.scenarios[state.book.scenario["order_of_the_blue_robe"]]
    assert robe.introduction in GAME.chronicle(state.view(0))
    state = table("thea", "keel")
    obstacle(state, "miasma_of_malevolence", "parisas_glen", progress=8)
    obstacle(state, "wine_and_roses", "parisas_glen", progress=5)
    give(state, "thea", 1)
    dice(monkeypatch, then=1)
    words = sentences(do(state, "overcome(thea,miasma_of_malevolence)", "stay(keel)", "guard(thea,[])"))
    assert robe.highlights[0].text in words  # the scenario's own
    if "wine_and_roses" not in overcome_by(state, "thea"):
        give(state, "thea", 1)
        words = sentences(do(state, "overcome(thea,wine_and_roses)", "stay(keel)", "guard(thea,[])"))
    assert any("Thea" in text and "Wine and Roses" in text for text in words)  # those of its skill
    assert robe.highlights[0].text in GAME.chronicle(state.view(0))
    events = []
    ending.lost(state, "Fall is over", events)
    assert robe.lost in sentences(events)
    assert robe.lost in GAME.chronicle(state.view(0))


@pytest.mark.rule("S145")
def test_what_changed_in_the_world_is_in_the_chronicle():
    state = table("thea", "keel")
    happen(state, effects.Settling((0,), state.book.location["arankh"]))
    do(state, min(legal(state)))
    effects.shift(state, Lower(resource="espionage", location="whitehold"), [])
    text = GAME.chronicle(state.view(0))
    assert "In the Settled Lands a way was found to a place called Arankh." in text
    assert "Whitehold gave less espionage than before." in text


@pytest.mark.rule("S145")
def test_what_befell_several_is_told_at_once():
    view = table("thea", "keel").view(0)
    tale = (
        "The way to Hall of Brass was found, in the Settled Lands.",
        "A curse took Keel's rapport.",
        "Undari's Tower gave less sorcery than before.",
        "The way to Arankh was found, in the Settled Lands.",
        "A curse took Thea's combat.",
        "Parisa's Glen gave less stability than before.",
        "Boar's Rift gave more military than before.",
        "A curse took Keel's lore.",
        "The way to The Throne Room was found, in the Empire.",
    )
    text = GAME.chronicle(msgspec.structs.replace(view, tale=tale))
    for words in (
        "In the Settled Lands a way was found to places called Hall of Brass and Arankh. "
        "In the Empire a way was found to a place called the Throne Room.",
        "A curse took Keel's rapport and lore, and Thea's combat.",
        "Undari's Tower gave less sorcery than before, Parisa's Glen less stability "
        "and Boar's Rift more military.",
    ):
        assert words in text, words


@pytest.mark.rule("S145")
def test_names_are_written_as_one_reads_them():
    """No sentence stops in the middle for a name that ends like one, or has a capital article in it."""
    view = table("thea", "keel").view(0)
    tale = (
        "Keel stood and Ambush! did not.",
        "In the end Tradition, or Reform? needed somebody to decide, and Thea decided.",
        "The Subtect brought trouble to The Throne Room.",
        "The Necromancer, The Weaver and Thea were there. The snow fell.",
    )
    scene = SceneTold(
        name="The Kiss",
        place="The Throne Room",
        about="The door is open.",
        question="The other?",
        before=tale,
        cards=("Keel's tale of Ambush!", "Thea's tale of The Subtect"),
        carried="Thea's tale of The Subtect",
        words=(("Keel", "Ambush! he cried at The Throne Room."),),
    )
    text = GAME.chronicle(msgspec.structs.replace(view, scenes=(scene,)))
    for words in (
        "Keel stood and “Ambush!” did not. In the end “Tradition, or Reform?” needed somebody to decide",
        "The Necromancer, the Weaver and Thea were there. The snow fell.",
        "The Subtect brought trouble to the Throne Room.",
        "### 1. The Kiss",
        "*The Throne Room.* The door is open. Keel told of “Ambush!”; Thea told of the Subtect.",
        "the tale of the Subtect",
        "> **Keel:** Ambush! he cried at The Throne Room.",
    ):
        assert words in text, words


@pytest.mark.rule("S95")
@pytest.mark.rule("S96")
@pytest.mark.rule("S145")
def test_trouble_has_an_author_and_spreads(monkeypatch):
    state = table("thea", "keel")
    obstacle(state, "micus_the_craven", "hogel_manor")
    state.threats[state.book.location["hogel_manor"]] = 1
    dice(monkeypatch, then=1)
    happen(state, activation.Fire(state.book.obstacle["micus_the_craven"], 1))
    while asked(state) == "Surging":
        do(state, "at(gravewood)")
    text = story(state)
    assert "Micus the Craven brought trouble to Hogel Manor. From there it spread to Gravewood." in text


@pytest.mark.rule("S51")
@pytest.mark.rule("S145")
def test_seasons_are_told():
    state = table("thea", "keel")
    state.moment = 2
    happen(state, turn.Time())
    assert state.season == 1
    assert "\n\nSummer came.\n" in story(state)


@pytest.mark.rule("S98")
@pytest.mark.rule("S145")
def test_a_curse_is_told():
    state = table("thea", "keel")
    happen(state, effects.Cursing((0,)))
    do(state, "curse(keel,lore)")
    assert "A curse took Keel's lore." in story(state)


@pytest.mark.rule("S205")
def test_words_for_what_falls_are_others_each_time():
    state = table("thea", "keel")
    told = []
    for card in ("eldritch_signs", "remote_influence", "field_work"):
        beat(state, "keel", card)
        told.append(overcoming.highlight(state, (1,), state.book.obstacle[card]).partition("Keel")[2])
    assert len({*told}) == 3
    skills = [known.skill for known in state.book.figures.highlights]
    assert {skills.count(skill) for skill in skills} == {3}


@pytest.mark.rule("S178")
@pytest.mark.rule("S205")
def test_a_winter_action_tells_whom_it_was_for():
    tales = {action.id: action.tale for action in GAME.new(seats=2).book.winter.values()}
    assert {id for id, tale in tales.items() if "{whom}" not in tale} == {"forager", "smuggler"}
