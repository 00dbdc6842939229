"""Pictures of a position: for the terminal, as SVG, as an array of pixels."""

import io
import re
from typing import Any

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image, ImageOps

from fimbul.core import BadOption, Game, View

MODES = ("human", "rgb_array", "ansi", "svg")
SIDE = 800  # of a picture: boards grow, and films have frames of one size
GROUND = "#14181d"

# Colours that a style sheet names once, and where it uses them.
NAMED = re.compile(r"(--[\w-]+)\s*:\s*([^;{}]+)")
USED = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")
MIXED = re.compile(r"color-mix\(in srgb,\s*#(\w{6}) (\d+)%,\s*#(\w{6})\)")


def check_mode(mode: str | None) -> str | None:
    """The render mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"Unknown render mode '{mode}'; expected {', '.join(MODES[:-1])} or {MODES[-1]}.")
    return mode


def render(game: Game, view: View, mode: str) -> Any:
    """The board of a view: printed (`human`), as text (`ansi`), as a document (`svg`), as pixels."""
    if mode in ("human", "ansi"):
        text = f"{game.sketch(view).plain()}\n{game.prompt(view)}\n"
        if mode == "ansi":
            return text
        print(text)
        return None
    svg = game.table.boards(view)[0].to_svg(width=SIDE)
    return pixels(svg) if mode == "rgb_array" else svg


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG document in the middle of a square, as rows of red, green and blue."""
    png = resvg_py.svg_to_bytes(svg_string=plain(svg), background=GROUND)
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(ImageOps.pad(image.convert("RGB"), (SIDE, SIDE), color=GROUND), np.uint8)


def plain(svg: str) -> str:
    """The same with every colour spelled out: the painter knows no names for them and cannot mix them."""
    named: dict[str, str] = {}
    for name, colour in NAMED.findall(svg):
        named.setdefault(name, colour.strip())
    return MIXED.sub(mixed, USED.sub(lambda use: named.get(use[1]) or use[2] or "none", svg))


def mixed(of: re.Match[str]) -> str:
    """One colour from two: so much in a hundred of the first, the rest of the second."""
    one, other, share = bytes.fromhex(of[1]), bytes.fromhex(of[3]), int(of[2]) / 100
    return "#" + bytes(round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True)).hex()
