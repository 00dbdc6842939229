"""How sigils look: one bold shape for each kind, told apart without colour.

A shape is drawn around (0, 0) in a box of 24.  A double sigil is doubled, a support sigil carries a cross,
a vaulted one stands under an arch.
"""

MELEE = "M-8 8 L5 -5 L7 -9 L9 -7 L5 -5 M-9 3 L-3 9"
RANGED = "M-6 -8 Q9 -9 8 6 M-9 9 L3 -3 M3 -3 L-2 -2.5 M3 -3 L2.5 2"
DEFENSE = "M-7 -8 L7 -8 L7 0 Q6 6 0 9 Q-6 6 -7 0 Z"
MOVE = "M-8 5 L0 -6 L8 5"

OPEN = {"M": MELEE, "R": RANGED, "D": DEFENSE, "V": MOVE}

DOUBLE = {
    "M": "M-9 6 L3 -6 L5 -10 L7 -8 L3 -6 M-10 1 L-4 7 M-4 10 L8 -2 L10 -6 L9 -8 M-1 4 L5 10",
    "R": "M-6 -8 Q9 -9 8 6 M-10 5 L1 -6 L-3.5 -5.5 M1 -6 L0.5 -1.5 M-5 10 L6 -1 L1.5 -0.5 M6 -1 L5.5 3.5",
    "D": DEFENSE + " M-3 -4 L3 -4 L3 0 Q2 3 0 5 Q-2 3 -3 0 Z",
    "V": "M-8 1 L0 -9 L8 1 M-8 9 L0 -1 L8 9",
}

CROSS = "M6 9 L12 9 M9 6 L9 12"
ARCH = "M-10 -4 Q0 -18 10 -4"

NAMES = {
    "M1": "Melee",
    "M2": "Double Melee",
    "MS": "Support Melee",
    "R1": "Ranged",
    "R2": "Double Ranged",
    "RA": "Vaulted Ranged",
    "D1": "Defense",
    "D2": "Double Defense",
    "DS": "Support Defense",
    "V1": "Move",
    "V2": "Double Move",
    "VA": "Vaulted Move",
}

MEANS = {
    "M1": "Melee strikes with 1 at the corner it meets.",
    "M2": "Double Melee strikes with 2 at the corner it meets.",
    "MS": "Support Melee strikes with 1, and adds 1 to the Melee of friends' corners that meet it.",
    "R1": "Ranged shoots with 1, exactly two cells far, over an empty cell.",
    "R2": "Double Ranged shoots with 2, exactly two cells far, over an empty cell.",
    "RA": "Vaulted Ranged shoots with 1, exactly two cells far, over a warrior too.",
    "D1": "Defense guards its corner with 1.",
    "D2": "Double Defense guards its corner with 2.",
    "DS": "Support Defense guards with 1, and adds 1 to the Defense of friends' corners that meet it.",
    "V1": "Move is one step or quarter turn.",
    "V2": "Double Move is two steps or quarter turns.",
    "VA": "Vaulted Move is one step or quarter turn, and goes over a warrior once.",
}


def shape(sigil: str) -> str:
    """The sigil as SVG."""
    kind, grade = sigil[0], sigil[1]
    path = DOUBLE[kind] if grade == "2" else OPEN[kind]
    extra = {"S": CROSS, "A": ARCH}.get(grade)
    mark = f'<path class="mark" d="{extra}"/>' if extra else ""
    return f'<g class="sigil {kind}"><circle class="seal" r="15"/><path d="{path}"/>{mark}</g>'


def sign(sigil: str) -> str:
    """The sigil as an icon, in the colour of the text around it."""
    kind, grade = sigil[0], sigil[1]
    path = DOUBLE[kind] if grade == "2" else OPEN[kind]
    extra = {"S": CROSS, "A": ARCH}.get(grade, "")
    line = (
        'fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"'
    )
    return f'<path {line} d="{path}{extra and f" {extra}"}"/>'
