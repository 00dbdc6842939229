"""Scenes and sketches."""

from xml.etree import ElementTree

from fimbul.core import Board, Node, Sketch, Span

SVG = "{http://www.w3.org/2000/svg}"


def scene(*nodes: Node) -> Board:
    return Board(box=(-1.5, 0, 30, 20), ground='<rect id="ground"/>', style=".a { fill: red }", nodes=nodes)


def test_a_node_stands_at_its_place() -> None:
    node = Node(id="unit:3", svg="<circle r='1'/>", x=1.5, y=-2, angle=90, classes="seat0 hurt", title="Jarl")
    assert node.to_svg() == (
        '<g id="unit:3" class="seat0 hurt" transform="translate(1.5 -2) rotate(90)">'
        "<title>Jarl</title><circle r='1'/></g>"
    )
    assert Node(id="a", svg="", x=0, y=0).to_svg() == '<g id="a" transform="translate(0 0)"></g>'


def test_names_and_titles_cannot_break_the_picture() -> None:
    node = Node(id='a"<b>', svg="", x=0, y=0, classes='"', title='<Thegn & "Ceorl">')
    group = ElementTree.fromstring(scene(node).to_svg()).find(f"{SVG}g")
    assert group is not None
    assert group.get("id") == 'a"<b>'
    assert group.findtext(f"{SVG}title") == '<Thegn & "Ceorl">'


def test_the_picture_is_one_document() -> None:
    svg = scene(Node(id="a", svg="<path d='M0 0'/>", x=0, y=0)).to_svg()
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "-1.5 0 30 20"
    assert root.get("width") is None
    assert [child.tag.removeprefix(SVG) for child in root] == ["style", "rect", "g"]
    assert svg.endswith("</svg>\n")


def test_a_width_gives_a_height_in_proportion() -> None:
    root = ElementTree.fromstring(scene().to_svg(width=300))
    assert (root.get("width"), root.get("height")) == ("300", "200")


def test_layers_lie_over_each_other_and_equal_ones_keep_their_order() -> None:
    nodes = [Node(id=name, svg="", x=0, y=0, layer=layer) for name, layer in (("c", 2), ("a", 0), ("b", 0))]
    root = ElementTree.fromstring(scene(*nodes).to_svg())
    assert [group.get("id") for group in root.findall(f"{SVG}g")] == ["a", "b", "c"]


def test_floating_choices_are_not_in_the_picture() -> None:
    nodes = [Node(id="a", svg="", x=0, y=0), Node(id="turn", svg="", x=0, y=0, floating=True)]
    root = ElementTree.fromstring(scene(*nodes).to_svg())
    assert [group.get("id") for group in root.findall(f"{SVG}g")] == ["a"]


def test_a_sketch_has_plain_text() -> None:
    sketch = Sketch(((Span("ab", "bold"), Span(" c "), Span("  ")), (), (Span("d", "", "unit:3"),)))
    assert sketch.plain() == "ab c\n\nd"
