"""The names under which Gymnasium knows the games, once this module is imported.

gymnasium.make("fimbul.envs.ids:fimbul/fate-v1", seats=2, others="greedy")

The number rises whenever the same numbers would mean something else.
"""

import gymnasium

from fimbul.games import slugs

VERSION = 1


def name_of(slug: str) -> str:
    """The name of a game among environments."""
    return f"fimbul/{slug}-v{VERSION}"


for slug in slugs():
    gymnasium.register(id=name_of(slug), entry_point="fimbul.envs.solo:FimbulSolo", kwargs={"game": slug})
