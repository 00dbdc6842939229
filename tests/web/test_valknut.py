"""Valknut in a real browser: a whole game, and every special ability, by clicking."""

import functools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

import fimbul
from fimbul.core import Event, Record
from fimbul.games.valknut.actions import Lay, Move, Spawn
from fimbul.games.valknut.events import Enraged, Gained, Killed, LaidDown, Spawned
from fimbul.games.valknut.rules.placement import Raging
from fimbul.games.valknut.rules.valknuts import Swarming

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "valknut").glob("*.saga"))
MOST_TURNS = 400
STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class Moment(NamedTuple):
    """A decision in a golden record."""

    path: Path
    ply: int
    seat: int
    action: str


class Scene(NamedTuple):
    """A decision, what was decided, and what came of it."""

    view: Any
    decision: Any
    action: Any
    events: list[Event]

    def gained(self, why: str) -> bool:
        return any(isinstance(event, Gained) and event.why == why for event in self.events)

    @property
    def mover(self) -> str:
        """The warband of the unit that moves."""
        if not isinstance(self.action, Move):
            return ""
        at = {(unit.x, unit.y): unit.kind for unit in self.view.units}
        return str(at[self.action.x, self.action.y])

    @property
    def end(self) -> tuple[int, int]:
        (dx, dy), n = STEP[self.action.dir], self.action.n
        return self.action.x + dx * n, self.action.y + dy * n

    @property
    def killed(self) -> set[tuple[int, int]]:
        return {(event.x, event.y) for event in self.events if isinstance(event, Killed)}


def stomp(scene: Scene) -> bool:
    """A Giantess ends on enemies (V63)."""
    if scene.mover != "giantess":
        return False
    x, y = scene.end
    return bool(scene.killed & {(x, y), (x, y + 1)})


def archery(scene: Scene) -> bool:
    """An Elf kills from two zones away (V66)."""
    if scene.mover != "elves":
        return False
    x, y = scene.end
    return bool(scene.killed & {(x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)}) and len(scene.killed) == 1


def rage(scene: Scene) -> bool:
    """Vikings lay another card (V67)."""
    return isinstance(scene.decision, Raging) and isinstance(scene.action, Lay)


def outbreak(scene: Scene) -> bool:
    """A Draugr rises where it killed (V72)."""
    risen = {(event.x, event.y) for event in scene.events if isinstance(event, Spawned)}
    return bool(risen & scene.killed)


def forged(scene: Scene) -> bool:
    """Dwarves lay a card (V71)."""
    return any(isinstance(event, LaidDown) and event.band == "Dwarves" for event in scene.events)


def verb(name: str) -> Callable[[Scene], bool]:
    return lambda scene: str(scene.action).split("(")[0] == name


ABILITIES: dict[str, Callable[[Scene], bool]] = {
    "stomp": stomp,
    "bloodlust": lambda scene: scene.gained("Bloodlust"),
    "archery": archery,
    "berserk": lambda scene: any(isinstance(event, Enraged) for event in scene.events),
    "rage": rage,
    "shove": verb("shove"),
    "summoning": verb("summon"),
    "battle-forged": forged,
    "outbreak": outbreak,
    "rise": verb("rise"),
    "massive-numbers": lambda scene: isinstance(scene.decision, Swarming) and isinstance(scene.action, Spawn),
    "acting-warband": verb("act"),
    **{
        name: verb(name)
        for name in (
            "take",
            "take_from",
            "order",
            "freya",
            "thor",
            "hel",
            "fenrir",
            "surtr",
            "jormungandr",
        )
    },
}


@functools.cache
def moments() -> dict[str, Moment]:
    """Where each ability is first used in the golden records."""
    game = fimbul.game("valknut")
    found: dict[str, Moment] = {}
    for path in GOLDEN:
        record = Record.parse(path.read_text(encoding="utf-8"))
        state = game.new(seats=record.seats, options=record.options, seed=record.seed)
        for ply, move in enumerate(record.moves):
            action, view, decision = game.parse(move.action), state.view(move.seat), state.decision
            scene = Scene(view, decision, action, state.play(action, move.seat))
            for name, shown in ABILITIES.items():
                if name not in found and not state.over and shown(scene):
                    found[name] = Moment(path, ply, move.seat, move.action)
    return found


def pieces(window: Any, table: str, ply: int) -> dict[str, Any]:
    """What lies where at a ply: units and cards by their places, and what can be had."""
    answer = window.page.request.get(f"/api/v1/tables/{table}/frames/{ply}")
    assert answer.ok, answer.text()
    found = {}
    scene = answer.json()["scene"]
    for node in scene["boards"][0]["nodes"]:
        if node["id"].split(":")[0] in ("unit", "card", "zone"):
            found[node["id"]] = node["x"], node["y"]
    for tray in scene["trays"]:
        if tray["id"] == "pool":
            found[tray["id"]] = [card["title"] for card in tray["cards"]]
    return found


@pytest.mark.parametrize("bands", ["", "elves goblins"])
def test_newcomer_begins_from_the_home_page(window, bands):
    ada = window()
    ada.go("/")
    card = ada.page.locator(".game", has_text="Valknut")
    card.locator("summary").click()
    card.get_by_label("Opponent").first.select_option("newcomer")
    chosen = card.locator('[role="group"] select')
    for place, band in enumerate(bands.split()):
        chosen.nth(place).select_option(band)
    card.get_by_role("button", name="Play now").click()
    ada.page.wait_for_url("**/t/*")
    assert ada.wait_turn()
    if bands:
        expect(ada.page.locator(".seats")).to_contain_text("Goblins")


def test_whole_game_is_played_by_clicking(window):
    ada = window()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    made = ada.call(
        "/tables",
        {"game": "valknut", "seats": seats, "options": {"warbands": ["vanir", "dragons"]}, "seed": 7},
    )
    ada.go(f"/t/{made['id']}")
    chance = random.Random(3)
    for _ in range(MOST_TURNS):
        if not ada.wait_turn():
            break
        ada.play(chance)
    outcome = ada.frame["outcome"]
    assert outcome["rule"] in ("V45", "V57", "V58")
    expect(ada.page.locator(".question")).to_have_text(outcome["reason"])
    ada.picture("valknut-end")


@pytest.mark.parametrize("name", ABILITIES)
def test_ability_is_used_by_clicking(window, name):
    moment = moments()[name]
    ada = window()
    recorded = ada.record(moment.path)
    forked = ada.fork(moment.path, moment.ply, moment.seat)
    ada.open(forked)
    assert ada.ply == moment.ply
    ada.take(moment.action)
    ada.picture(f"valknut-{name}")
    one, other = (pieces(ada, table, moment.ply + 1) for table in (recorded, forked))
    assert one == other


SPY = """
const animate = Element.prototype.animate;
window.motions = [];
Element.prototype.animate = function (frames, timing) {
  const id = this.closest("[data-id]")?.dataset.id;
  window.motions.push({ id, frames: JSON.stringify(frames), delay: timing?.delay ?? 0 });
  return animate.call(this, frames, timing);
};
"""


def kill(window: Any) -> tuple[list[str], str]:
    """Play on from just before a kill in a golden record; who strikes, and who is struck."""
    moment = moments()["bloodlust"]
    window.page.add_init_script(SPY)
    table = window.fork(moment.path, moment.ply, moment.seat)
    window.open(table)
    window.take(moment.action)
    answer = window.page.request.get(f"/api/v1/tables/{table}/frames/{moment.ply + 1}").json()
    *strikers, struck = next(line["touches"] for line in answer["log"] if line.get("blow"))
    window.wait(
        "!document.querySelector('fimbul-board').shadowRoot.querySelector(`[data-id='${x}']`)", struck
    )
    return strikers, struck


def test_a_kill_is_seen_as_a_blow(window):
    ada = window(reduced_motion="no-preference")
    strikers, struck = kill(ada)
    motions = ada.ask("window.motions")
    assert strikers
    for striker in strikers:
        (leap,) = [
            motion for motion in motions if motion["id"] == striker and "translate" in motion["frames"]
        ]
        assert leap["delay"] > 0  # not before who moves has arrived
    (fall,) = [motion for motion in motions if motion["id"] == struck]
    assert "translate" in fall["frames"]
    assert fall["delay"] > 0


def test_a_kill_is_still_for_who_wants_no_motion(window):
    ada = window()
    strikers, struck = kill(ada)
    motions = ada.ask("window.motions")
    assert strikers
    assert not [motion for motion in motions if motion["id"] in strikers]
    assert [motion["delay"] for motion in motions if motion["id"] == struck] == [0]
    marked = ada.ask(
        "[...document.querySelector('fimbul-board').shadowRoot.querySelectorAll('[data-strikes]')]"
        ".map(node => node.dataset.id)"
    )
    assert set(strikers) <= set(marked)
