"""Words on boards can be read: their colours held against what is really behind them, in both themes."""

import io
import re
from typing import Any

import pytest
from PIL import Image
from tests.web.test_layout import middle

from fimbul.games import SLUGS

# Words that are seen whole, of pieces that count and lie under nothing else.
TEXTS = """() => {
  const { shadowRoot: root } = document.querySelector("fimbul-board:not([hidden])");
  const edge = root.host.getBoundingClientRect();
  const seen = (text, { left, top, right, bottom }) => {
    if (left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom) return false;
    const own = text.closest(".node");
    const spots = [left, (left + right) / 2, right].flatMap((x) => [top, bottom].map((y) => [x, y]));
    const over = spots.map((spot) => root.elementFromPoint(...spot)?.closest(".node"));
    const free = !own || over.every((node) => !node || node === own);
    return free && text.checkVisibility() && !text.closest("[data-away]");
  };
  const solid = (part) => {
    let share = 1;
    for (let one = part; one; one = one.parentElement) share *= getComputedStyle(one).opacity;
    return share;
  };
  return [...root.querySelectorAll("text")]
    .map((text) => ({ text, box: text.getBoundingClientRect(), style: getComputedStyle(text) }))
    .filter(({ text, box }) => seen(text, box) && solid(text) === 1)
    .map(({ text, box, style }) => ({
      words: text.textContent,
      kind: text.getAttribute("class") ?? "",
      box: [box.left, box.top, box.right, box.bottom],
      size: parseFloat(style.fontSize) * root.querySelector("svg").getScreenCTM().a,
      ink: style.fill,
      share: Number(style.fillOpacity),
      rim: style.paintOrder.startsWith("stroke") && parseFloat(style.strokeWidth) > 1 ? style.stroke : "",
    }));
}"""
# Without the words, and without the shade at the board's edge, which lies over words and ground alike.
HIDE = """() => {
  const { shadowRoot: root } = document.querySelector("fimbul-board:not([hidden])");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("text { visibility: hidden } :host::after { box-shadow: none !important }");
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}"""
SHOW = """() => {
  const { shadowRoot: root } = document.querySelector("fimbul-board:not([hidden])");
  root.adoptedStyleSheets = root.adoptedStyleSheets.slice(0, -1);
}"""
NEAR = """() => {
  const board = document.querySelector("fimbul-board:not([hidden])");
  if (board.scale(board.view) > 0.8) return;
  const touched = (text) => getComputedStyle(text.closest(".node")).pointerEvents !== "none";
  const texts = [...board.layers.querySelectorAll(".node:not([data-away]) text")].filter(touched);
  const { left, top } = texts[Math.floor(texts.length / 2)].getBoundingClientRect();
  const [{ x, y }, across, down] = [board.spot(left, top), board.svg.clientWidth, board.svg.clientHeight];
  board.turnTo([x - across / 2, y - down / 2, across, down]);
}"""  # as whoever wants to read goes close to a map
TURN = "theme => { document.documentElement.dataset.theme = theme; }"
LARGE = 24  # pixels: WCAG asks for 3 to 1 there, for 4.5 to 1 below

Colour = tuple[float, ...]


def luminance(colour: Colour) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colour(written: str) -> Colour:
    return tuple(float(part) for part in re.findall(r"[\d.]+", written)[:3])


def behind(picture: Image.Image, box: list[float]) -> Colour:
    """The middling colour of a box."""
    left, top, right, bottom = (round(side) for side in box)
    seen = picture.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
    dots = [seen.getpixel((x, y)) for x in range(seen.width) for y in range(seen.height)]
    found: Colour = sorted(dots, key=luminance)[len(dots) // 2]
    return found


def poor(window: Any) -> list[str]:
    """Words of the board that are hard to read."""
    texts = window.ask(TEXTS)
    assert texts
    window.ask(HIDE)
    picture = Image.open(io.BytesIO(window.page.screenshot())).convert("RGB")
    window.ask(SHOW)
    found = []
    for text in texts:
        ground = colour(text["rim"]) or behind(picture, text["box"])
        ink = tuple(
            part * text["share"] + under * (1 - text["share"])
            for part, under in zip(colour(text["ink"]), ground, strict=True)
        )
        if (seen := contrast(ink, ground)) < (3 if text["size"] >= LARGE else 4.5):
            found.append(f"{text['kind']} {text['words']}: {seen:.1f}")
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_words_on_boards_can_be_read(window, slug):
    ada = window(width=1440, height=900)
    ada.open(ada.fork(*middle(slug)))
    ada.ask(NEAR)
    ada.page.wait_for_function(f"() => ({TEXTS})().length")
    for theme in ("night", "birch"):
        ada.ask(TURN, theme)
        assert poor(ada) == [], theme
