"""Every way to play a game that has a kernel: what its proof must go through."""

import random
from collections.abc import Iterator
from typing import Any

Variant = tuple[str, int, dict[str, Any]]  # a name, the number of seats, options


def variants(slug: str, chance: random.Random) -> Iterator[Variant]:
    """All modes once, each with its other options by chance."""
    yield from fimbulvetr(chance) if slug == "fimbulvetr" else valknut(chance)


def fimbulvetr(chance: random.Random) -> Iterator[Variant]:
    """Both set-ups, both ways to choose relics, both readings of F11 and F35, any clans."""
    from fimbul.kernels.fimbulvetr.tables import printed_clans

    clans = sorted(printed_clans())
    for setup in ("placed", "quick"):
        for relic in ("free", "defense"):
            for support in (True, False):
                for adjacent in (False, True):
                    options = {
                        "clans": (chance.choice(clans), chance.choice(clans)),
                        "setup": setup,
                        "relic": relic,
                        "support_from_none": support,
                        "vault_adjacent": adjacent,
                    }
                    yield f"{setup}, {relic} relics, F11 {support}, F35 {adjacent}", 2, options


def valknut(chance: random.Random) -> Iterator[Variant]:
    """Two, three and four players, Ragnarok, and where they are allowed gods and monsters."""
    for name, seats, options in (
        ("two", 2, {}),
        ("three", 3, {}),
        ("four", 4, {}),
        ("four with gods", 4, {"gods": True}),
        ("Ragnarok", 2, {"mode": "ragnarok"}),
        ("Ragnarok with gods", 2, {"mode": "ragnarok", "gods": True}),
    ):
        yield name, seats, dict[str, Any](options)
