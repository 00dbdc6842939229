"""A player for fimbul: it strikes when it can, and otherwise does anything.

It needs nothing but Python.  Every line on standard input is a position as one JSON object, and every line on
standard output an answer:

    fimbul play fimbulvetr --connect "striker=python examples/engines/player.py" --vs striker
    fimbul simulate valknut --connect "striker=python examples/engines/player.py" --bots striker,greedy
"""

import json
import random
import sys

STRIKES = ("melee", "ranged", "attack", "strike", "shoot")


def choose(asked: dict) -> str:
    """One of the legal actions, which are texts such as `melee(thegn,archer)`."""
    legal = asked["legal"]
    strikes = [action for action in legal if action.partition("(")[0] in STRIKES]
    return random.Random(asked["snapshot"]).choice(strikes or legal)  # the same line, the same answer


def answer(line: str) -> dict:
    """What to say to a line: an action, or a sentence on what is wrong."""
    try:
        return {"action": choose(json.loads(line))}
    except (ValueError, KeyError, IndexError) as problem:
        return {"error": f"I do not understand the line: {problem}."}


sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
for line in sys.stdin:
    if line.strip():
        print(json.dumps(answer(line), ensure_ascii=False), flush=True)
