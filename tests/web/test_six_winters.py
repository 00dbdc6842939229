"""Six Winters in a real browser: two turns by clicking through every kind of action, and a scene told."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.server.conftest import Process

from fimbul.games.six_winters import GAME

# The game is at the table whether or not it is listed among the games yet.
SERVE = """
import sys
import fimbul.games
games = sys.modules["fimbul.games"]
if "six_winters" not in games.SLUGS:
    games.SLUGS = (*games.SLUGS, "six_winters")
from fimbul.cli import main
if __name__ == "__main__":
    main()
"""
SCENARIOS = ("friends_like_these", "parting_the_veil", "oath_of_the_hawkleader", "death_captured")
SEEDS = range(6)
TURNS = 2
MOST = 140  # actions in two turns
OFTEN = 5  # times that one kind of action is taken
RARELY = {"end", "ready", "done", "stay", "narrate", "reroll"}
KINDS = {  # what two turns must have; what a scenario or the dice do not give is tested without a browser
    *("choose", "learn", "equip", "place", "move", "muster", "reroll", "dice", "take", "create", "slot"),
    *("overcome", "guard", "trade", "stash", "use", "end", "activate"),
}


class Registered(Process):
    """`fimbul serve` with the game."""

    def __init__(self, folder: Path) -> None:
        script = folder / "serve.py"
        script.write_text(SERVE)
        self.process = subprocess.Popen(
            [sys.executable, str(script), "serve", "--no-open", "--data", str(folder), "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server of this module's own is."""
    process = Registered(tmp_path_factory.mktemp("data"))
    yield process.address.rstrip("/")
    process.kill()


def verb(action: Any) -> str:
    return str(action).partition("(")[0]


def options(scenario: str, **more: Any) -> dict[str, Any]:
    return {"mode": "session", "scenario": scenario, "all_characters": True, **more}


def begin(window: Any, seed: int, options: dict[str, Any]) -> str:
    """A solo table; its id."""
    made = window.call(
        "/tables", {"game": "six_winters", "seats": [{"kind": "me"}], "options": options, "seed": seed}
    )
    return str(made["id"])


def busy(seed: int, options: dict[str, Any]) -> tuple[list[str], set[str]]:
    """Two turns of somebody who tries everything: the actions, and their kinds."""
    state, chance = GAME.new(seats=1, seed=seed, options=options), random.Random(seed)
    taken: list[str] = []
    kinds: Counter[str] = Counter()
    while not state.over and state.turn <= TURNS and len(taken) < MOST:
        actions = state.legal(0)
        fresh = [action for action in actions if verb(action) not in {*kinds, *RARELY} - {"reroll"}]
        again = [action for action in actions if verb(action) not in RARELY and kinds[verb(action)] < OFTEN]
        rest = [action for action in actions if verb(action) in RARELY - {"reroll", "narrate"}]
        action = chance.choice(fresh or again or rest or actions)
        kinds[verb(action)] += 1
        taken.append(str(action))
        state.play(action, 0)
    return taken, set(kinds) if state.turn > TURNS else set()


def press(window: Any, name: str) -> None:
    """Click a node in its middle, whatever lies over it."""
    window.node(name).click(force=True)


def take(window: Any, action: str) -> None:
    """Take an action by touching what it says, step by step; the last step may be taken by itself."""
    window.wait_turn()
    ply = window.ply
    clicks = next(each["clicks"] for each in window.frame["actions"] if each["text"] == action)
    for place, node in enumerate(clicks):
        if place == len(clicks) - 1 and place > 1 and node not in window.lit():
            break
        assert node in window.lit(), (action, clicks, node)
        press(window, node)
        if window.ply != ply or not window.lit():
            break
    window.wait_ply(ply + 1)


def test_two_turns_are_played_by_clicking_through_every_kind_of_action(window):
    scripts = [
        (*busy(seed, options(scenario, activation_order="chosen")), seed, scenario)
        for scenario in SCENARIOS
        for seed in SEEDS
    ]
    actions, kinds, seed, scenario = max(scripts, key=lambda script: (len(KINDS & script[1]), len(script[1])))
    assert not KINDS - kinds
    print(f"{scenario}, seed {seed}: {len(actions)} actions of {len(kinds)} kinds: {sorted(kinds)}")
    ada = window()
    ada.go(f"/t/{begin(ada, seed, options(scenario, activation_order='chosen'))}")
    seen: set[str] = set()
    for action in actions:
        take(ada, action)
        if verb(action) in ("choose", "take", "overcome", "create") and verb(action) not in seen:
            ada.picture(f"six-winters-{verb(action)}")
        seen.add(verb(action))
    assert ada.frame["turn"] == TURNS + 1
    expect(ada.page.locator("fimbul-board [data-id=calendar]")).to_be_visible()


def road_to_scene() -> tuple[list[str], int, dict[str, Any]]:
    """What seasoned characters do to stand where the first scene is told, with all that it needs."""
    chosen = options("parting_the_veil", characters=("oniri", "lucia"))
    for seed in range(60):
        state = GAME.new(seats=1, seed=seed, options=chosen)
        taken: list[str] = []
        while state.view(0).phase != "Acting":
            view, actions = state.view(0), state.legal(0)
            skills = state.book.scenarios[state.book.scenario[view.scenario]].scenes[0].skills
            here = state.book.locations[view.scene_place].id if view.scene_place >= 0 else ""
            useful = [a for a in actions if verb(a) == "equip" or getattr(a, "skill", "") in skills]
            useful += [a for a in actions if verb(a) == "place" and a.location == here]
            taken.append(str((useful or actions)[0]))
            state.play((useful or actions)[0], 0)
        if any(verb(action) == "narrate" for action in state.legal(0)):
            return taken, seed, chosen
    raise AssertionError("no seed leads to a scene")


def test_a_scene_is_told(window):
    before, seed, chosen = road_to_scene()
    ada = window()
    table = begin(ada, seed, chosen)
    frame: dict[str, Any] = ada.page.request.get(f"/api/v1/tables/{table}").json()["frame"]
    for text in before:
        frame = ada.call(f"/tables/{table}/actions", {"ply": frame["ply"], "action": text})
    ada.go(f"/t/{table}")
    ada.wait_turn()
    ada.picture("six-winters-before-the-scene")
    take(ada, "narrate(oniri)")
    while ada.wait_turn() and ada.frame["actions"][0]["text"] != 'tell("")':
        take(ada, ada.frame["actions"][-1]["text"])
    expect(ada.page.locator(".prompt")).to_contain_text("Answer in a few words, or say nothing.")
    ply, free = ada.ply, ada.frame["actions"][0].get("free", False)
    press(ada, "tell")
    if free:
        ada.page.locator("dialog textarea").fill('We lit "all" the lamps.')
        ada.picture("six-winters-telling")
        ada.page.get_by_role("button", name="Say it").click()
        ada.wait_ply(ply + 1)
        ada.page.get_by_role("tab", name="Log").click()
        expect(ada.page.locator(".log")).to_contain_text('Oniri: We lit "all" the lamps.')
    ada.wait_ply(ply + 1)
    ada.wait_turn()
    expect(ada.page.locator(".prompt")).to_contain_text("die of the scene")
    ada.picture("six-winters-scene")
    for _ in range(12):
        scenes = next(node["title"] for node in ada.frame["scene"]["nodes"] if node["id"] == "scene")
        if not scenes.startswith("Into the Dawncaves"):
            break
        ada.wait_turn()
        take(ada, ada.frame["actions"][0]["text"])
    assert not scenes.startswith("Into the Dawncaves")


def test_refusals_name_their_rule(window):
    ada = window()
    chosen = {"mode": "session", "characters": ("keel", "thea")}
    ada.go(f"/t/{begin(ada, 3, chosen)}")
    glen = f"location:{GAME.new(seats=1, options=chosen).book.location['parisas_glen']}"
    for _ in range(2):
        ply = ada.ply
        press(ada, glen)
        ada.wait_ply(ply + 1)
        ada.wait_turn()
    press(ada, "scene")
    expect(ada.toast().locator(".rule")).to_have_text("S76")
    press(ada, "person:0")
    assert ada.node("person:0").get_attribute("data-picked") is not None
    ada.page.keyboard.press("Escape")
    press(ada, "act:0:actions")
    ada.wait_turn()
    expect(ada.page.locator(".prompt")).to_contain_text("from left to right")


def test_phone_shows_the_map(window):
    ada = window(width=390, height=844, has_touch=True)
    chosen = {"mode": "session", "characters": ("keel", "thea")}
    ada.go(f"/t/{begin(ada, 3, chosen)}")
    ada.wait_turn()
    for name in ada.lit():
        box = ada.node(name).bounding_box()
        assert box is not None
        assert -5 <= box["x"] <= 395 - box["width"], name
        assert box["width"] > 60, name
    ada.picture("six-winters-phone")
    ada.node(ada.lit()[0]).tap(force=True)
    ada.wait_ply(1)


def test_birch_theme(window):
    ada = window(width=1600, height=1000)
    ada.go(f"/t/{begin(ada, 5, options('honest_days_work'))}")
    ada.wait_turn()
    ada.page.evaluate("document.documentElement.dataset.theme = 'birch'")
    ada.picture("six-winters-birch")
    expect(ada.page.locator("fimbul-board [data-id=story]")).to_be_visible()
