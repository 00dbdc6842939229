"""The search of an earlier commit as a program that can be seated (docs/engine.md).

    git worktree add ../older ea62bc9
    PYTHONPATH=../older/src python docs/strength/older.py

It answers with that commit's own search (the compiled one, if it had one), mind and rules, and keeps its
table from one action to the next.  With `--processor` a second is one of the processor, so that other
programs on the machine do not matter.
"""

import base64
import json
import sys
import time

if "--processor" in sys.argv:
    time.perf_counter = time.process_time  # before anybody looks at the clock

import fimbul
from fimbul.bots import Sight

try:
    from fimbul.bots import Compiled as Search
except ImportError:  # before there were kernels
    from fimbul.bots import Search

searches: dict = {}  # by game and seat: the search, and the ply it was last asked at


def answer(asked: dict) -> dict:
    """The action that the search finds in a position."""
    game, seat, ply = fimbul.game(asked["game"]), asked["seat"], asked["ply"]
    search, last = searches.get((game.slug, seat), (None, ply))
    if search is None or ply < last:  # another game
        search = Search(game, seat, seconds=asked["seconds"])
    searches[game.slug, seat] = search, ply
    # A position is the same bytes then and now but for the version of the rules in its first line.
    _, _, data = base64.b64decode(asked["snapshot"]).partition(b"\n")
    state = game.restore(f"fimbul {game.slug} {game.rules_version}\n".encode() + data)
    return {"action": str(search.choose(Sight(state, seat)))}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line)), ensure_ascii=False), flush=True)
