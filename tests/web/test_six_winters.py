"""Six Winters in a real browser: a scene is told, and refusals name their rule."""

from typing import Any

from playwright.sync_api import expect
from tests.web.conftest import PHONE

from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.rules.acting.step import Acting


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


def road_to_scene() -> tuple[list[str], int, dict[str, Any]]:
    """What seasoned characters do to stand where the first scene is told, with all that it needs."""
    chosen = options("parting_the_veil", characters=("oniri", "lucia"))
    for seed in range(60):
        state = GAME.new(seats=1, seed=seed, options=chosen)
        taken: list[str] = []
        while not isinstance(state.decision, Acting):
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


def walk_to_scene(ada: Any) -> None:
    """Sit down where the first scene can be told."""
    before, seed, chosen = road_to_scene()
    table = begin(ada, seed, chosen)
    frame: dict[str, Any] = ada.page.request.get(f"/api/v1/tables/{table}").json()["frame"]
    for text in before:
        frame = ada.call(f"/tables/{table}/actions", {"ply": frame["ply"], "action": text})
    ada.go(f"/t/{table}")
    ada.wait_turn()


def test_answers_that_read_alike_say_whose_they_are(window):
    """One player leads two characters: on a phone too their buttons stand under their names."""
    ada = window(**PHONE)
    walk_to_scene(ada)
    shown = ada.ask(
        "[...document.querySelectorAll('.answer[data-can]')].filter(one => one.checkVisibility())"
        ".map(one => { const { display, content } = getComputedStyle(one.parentElement, '::before');"
        " return [one.textContent, display === 'none' ? '' : content]; })"
    )
    labels = [label for label, _ in shown]
    assert len(set(labels)) < len(labels)  # both can do some things
    assert len({tuple(each) for each in shown}) == len(shown)
    assert {'"Oniri"', '"Lucia"'} <= {name for _, name in shown}


def test_a_scene_is_told(window):
    ada = window()
    walk_to_scene(ada)
    ada.picture("six-winters-before-the-scene")
    ada.take("narrate(oniri)")
    while ada.wait_turn() and ada.frame["actions"][0]["text"] != 'tell("")':
        ada.take(ada.frame["actions"][-1]["text"])
    expect(ada.page.locator(".question")).to_contain_text("Answer in a few words, or say nothing.")
    ply, free = ada.ply, ada.frame["actions"][0].get("free", False)
    ada.touch("tell")
    if free:
        ada.page.locator("dialog textarea").fill('We lit "all" the lamps.')
        ada.picture("six-winters-telling")
        ada.page.get_by_role("button", name="Say it").click()
        ada.wait_ply(ply + 1)
        ada.page.get_by_role("tab", name="Log").click()
        expect(ada.page.locator(".log")).to_contain_text('Oniri: “We lit "all" the lamps.”')
    ada.wait_ply(ply + 1)
    ada.wait_turn()
    expect(ada.page.locator(".question")).to_contain_text("die of the scene")
    ada.picture("six-winters-scene")
    for _ in range(12):
        cards = [card for tray in ada.frame["scene"]["trays"] for card in tray["cards"]]
        scenes = next(card["title"] for card in cards if card["id"] == "scene")
        if not scenes.startswith("Into the Dawncaves"):
            break
        ada.wait_turn()
        ada.take(ada.frame["actions"][0]["text"])
    assert not scenes.startswith("Into the Dawncaves")


def test_refusals_name_their_rule(window):
    ada = window()
    chosen = {"mode": "session", "characters": ("keel", "thea")}
    ada.go(f"/t/{begin(ada, 3, chosen)}")
    glen = f"location:{GAME.new(seats=1, options=chosen).book.location['parisas_glen']}"
    for _ in range(2):
        ply = ada.ply
        ada.touch(glen)
        ada.wait_ply(ply + 1)
        ada.wait_turn()
    ada.touch("scene")
    expect(ada.toast().locator(".rule")).to_have_text("S76")
    ada.touch("person:0")
    assert ada.node("person:0").get_attribute("data-picked") is not None
    ada.page.keyboard.press("Escape")
    ada.touch("act:0:actions")
    ada.wait_turn()
    expect(ada.page.locator(".question")).to_contain_text("from left to right")
