"""What is on its way to a person is said by the types of its fields, and nothing else is touched."""

import re
from typing import Any

import msgspec

from fimbul.core import Board, Drawn, Form, Node, Words
from fimbul.core.svg import clipped_label, fitted, lines
from fimbul.speech import retold


class Leaf(msgspec.Struct, frozen=True):
    name: Words
    code: str = "code"


class Tree(msgspec.Struct, frozen=True):
    """One of everything that can hold words."""

    title: Words
    slug: str
    leaf: Leaf
    rows: list[Words]
    pairs: tuple[tuple[Words, float], ...]
    known: dict[str, list[tuple[str, Words]]]
    form: Form
    perhaps: Words | None = None
    either: Leaf | str | None = None
    picture: Drawn = ""
    whatever: Any = None


def shout(text: str) -> str:
    return text.upper()


def tree(**more: Any) -> Tree:
    given: dict[str, Any] = {
        "title": "title",
        "slug": "slug",
        "leaf": Leaf("leaf"),
        "rows": ["one", "two"],
        "pairs": (("hit", 0.5),),
        "known": {"clan": [("saxons", "the Saxons")]},
        "form": {},
    }
    return Tree(**given | more)


def test_a_text_on_a_board_is_fitted_anew_to_its_room() -> None:
    """A longer one is squeezed, and a shorter one no longer is."""
    own = {"Jarl": "Heerfuehrer", "Shieldmaiden": "Magd", "Raider": "R & B"}
    squeezed = ' textLength="78" lengthAdjust="spacingAndGlyphs"'
    for english, letters, longer in (("Jarl", 8, True), ("Shieldmaiden", 8, False), ("Raider", 5, False)):
        svg = f'<text y="4"{fitted(english, 78, letters)}>{english}</text>'
        assert (squeezed in svg) == (len(english) > letters)
        told = retold(tree(picture=svg), lambda text: own.get(text, text)).picture
        assert (squeezed in told) is longer
        assert told.count("data-fit") == 1


def test_a_name_that_has_no_room_begins_as_the_one_that_is_said() -> None:
    own = {"Repeating Histories": "Ewige & Wiederkehr", "War": "Krieg"}
    svg = clipped_label("Repeating Histories", 3, 5, "ft", 60, 9)
    assert ">Repeating…</text>" in svg
    assert ">Ewige &amp; W…</text>" in retold(tree(picture=svg), lambda text: own.get(text, text)).picture
    assert retold(tree(picture=svg), lambda text: text).picture == svg
    told = retold(tree(picture=svg), lambda text: "Krieg").picture
    assert "textLength" not in told
    assert told.endswith(">Krieg</text>")


def test_a_line_of_a_name_is_said_by_itself() -> None:
    """A troll is a troll, and the first line of its caves `Troll-`."""
    own = {"Troll": "Troll", "Troll (Troll Caves)": "Troll-", "Caves (Troll Caves)": "höhlen"}
    svg = "".join(lines("Troll Caves", 3, 10, 15))
    told = retold(tree(picture=svg), lambda text: own.get(text, text)).picture
    assert re.findall(r">([^<]+)<", svg) == ["Troll", "Caves"]
    assert re.findall(r">([^<]+)<", told) == ["Troll-", "höhlen"]
    assert retold(tree(picture=svg), lambda text: text).picture == svg
    assert "data-line" not in "".join(lines("Grimheim", 3, 10, 15))


def test_words_are_said_and_the_rest_stays() -> None:
    told = retold(tree(perhaps="perhaps", either=Leaf("leaf"), whatever={"a": [Leaf("b"), "c"]}), shout)
    assert (told.title, told.slug, told.leaf) == ("TITLE", "slug", Leaf("LEAF"))
    assert (told.rows, told.pairs) == (["ONE", "TWO"], (("HIT", 0.5),))
    assert told.known == {"clan": [("saxons", "THE SAXONS")]}
    assert (told.perhaps, told.either) == ("PERHAPS", Leaf("LEAF"))
    assert told.whatever == {"a": [Leaf("B"), "c"]}
    assert retold(tree(either="code"), shout).either == "code"
    assert retold([Leaf("a"), {"b": Leaf("c")}], shout) == [Leaf("A"), {"b": Leaf("C")}]
    assert retold("text", shout) == "text"


def test_what_does_not_change_is_the_same_object() -> None:
    leaf, rows = Leaf("leaf"), tree(form={}).rows
    assert retold(leaf, lambda text: text) is leaf
    assert retold(tree(rows=rows), lambda text: text).rows is rows


def test_what_is_as_it_was_is_said_once_in_each_language() -> None:
    heard: list[str] = []

    def listen(text: str) -> str:
        heard.append(text)
        return text.upper()

    nodes = [Node(id="wolf", svg="<text>wolf</text>", x=x, y=0, title=f"wolf {x}") for x in (1, 2, 1)]
    told = [retold(Leaf("a"), listen)] + [retold(node, listen) for node in nodes]
    assert heard == ["a", "wolf", "wolf 1", "wolf", "wolf 2"]
    assert told[3] is told[1] != told[2]
    assert retold(nodes[0], str.swapcase).title == "WOLF 1"
    assert retold(nodes[0], str.title).title == "Wolf 1"


def test_the_texts_of_a_drawing_are_said_and_its_marks_are_not() -> None:
    svg = (
        '<g aria-label="a wolf &amp; me"><title>wolf</title><text x="1">Gore &lt;1</text><path d="M0 0"/></g>'
    )
    said = (
        '<g aria-label="A WOLF &amp; ME"><title>WOLF</title><text x="1">GORE &lt;1</text><path d="M0 0"/></g>'
    )
    assert retold(tree(picture=svg), shout).picture == said
    board = Board(box=(0, 0, 1, 1), ground="<text>sea</text>", style="text { fill: red }", nodes=())
    node = Node(id="wolf", svg="<circle/>", x=0, y=0, title="a wolf")
    told = retold(msgspec.structs.replace(board, nodes=(node,)), shout)
    assert (told.ground, told.style) == ("<text>SEA</text>", "text { fill: red }")
    assert (told.nodes[0].title, told.nodes[0].id, told.nodes[0].svg) == ("A WOLF", "wolf", "<circle/>")


def test_nothing_can_be_smuggled_into_a_drawing() -> None:
    def sly(_: str) -> str:
        return '"><script>'

    assert retold(tree(picture="<text>a</text>"), sly).picture == '<text>"&gt;&lt;script&gt;</text>'
    labelled = retold(tree(picture='<g aria-label="a"/>'), sly).picture
    assert labelled == '<g aria-label="&quot;&gt;&lt;script&gt;"/>'


def test_of_a_form_titles_descriptions_and_names_are_said() -> None:
    given = {
        "properties": {
            "title": {"title": "Name", "type": "string", "default": "as it is"},
            "mode": {"description": "How.", "enum": ["a", "b"], "enumNames": ["One", "Two"]},
            "more": {"anyOf": [{"title": "More"}, {"type": "null"}], "prefixItems": [{"title": "Part"}]},
        },
        "required": ["title"],
    }
    told = retold(tree(form=given), shout).form
    assert told["properties"]["title"] == {"title": "NAME", "type": "string", "default": "as it is"}
    assert told["properties"]["mode"] == {
        "description": "HOW.",
        "enum": ["a", "b"],
        "enumNames": ["ONE", "TWO"],
    }
    assert told["properties"]["more"]["anyOf"] == [{"title": "MORE"}, {"type": "null"}]
    assert told["properties"]["more"]["prefixItems"] == [{"title": "PART"}]
    assert told["required"] == ["title"]
