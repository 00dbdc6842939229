"""The figures on the cards, by what a warrior does best: a Rider is seen before its name is read."""

import functools
from collections import Counter

from fimbul.games.fimbulvetr.model import KINDS, kind_of, quality_of

# Around (0, 0) in a box of 84.
PERSON = '<circle cy="-27" r="8.5"/><path d="M-9-30Q0-44 9-30z"/><path d="M-13-15Q0-22 13-15L18 30H-18z"/>'
HORSE = (
    "M-37 32L-33 8Q-31-4-16-5H8Q15-8 19-23L27-32L29-24L40-14L36-7L27-9Q25 5 20 10L23 32H15L12 15H-17L-22 32z"
)
FIGURES = {
    "melee": f'{PERSON}<path d="M15 16L26-34L31-33L20 17z"/><path d="M24-36Q41-34 38-14Q32-21 22-21z"/>',
    "ranged": f'{PERSON}<path class="line" d="M23-36Q44 0 23 34M23-36V34M-6-2H36"/>',
    "defense": f'{PERSON}<circle class="line" cx="-8" cy="6" r="21"/><circle cx="-8" cy="6" r="6"/>'
    '<path d="M24-38L28-28L25.5-27V34H22.5V-27L20-28z"/>',
    "move": f'<path d="{HORSE}"/><circle cx="-4" cy="-31" r="7"/><path d="M-15-6Q-4-30 7-6z"/>',
}


def calling(corners: tuple[str, ...]) -> str:
    """What a warrior does best; of two things done equally well, the rarer."""
    worth: Counter[str] = Counter()
    for sigil in corners:
        worth[kind_of(sigil)] += quality_of(sigil) + (sigil[1] in "SA")
    rare = ("ranged", "move", "melee", "defense")
    return max(KINDS, key=lambda kind: (worth[kind], -rare.index(kind)))


@functools.cache
def figure(corners: tuple[str, ...]) -> str:
    """The figure as SVG, in the colour that its class gives it."""
    return f'<g class="figure">{FIGURES[calling(corners)]}</g>'
