"""Fate in a real browser: a whole game by clicking, undo up to the dice, and the ways of monsters."""

from typing import Any

from playwright.sync_api import expect
from tests.web.conftest import PHONE

import fimbul
from fimbul.games.fate.actions import Attack, Move

QUIET = ("act:practice", "end", "no", "done", "keep", "stop")  # what a hero touches who hides in Grimheim
MOST_TOUCHES = 150
SEED = 3


def begin(window: Any, hero: str, seed: int = SEED, **more: Any) -> str:
    """A solo table, opened in a window; its id."""
    made = window.call(
        "/tables",
        {"game": "fate", "seats": [{"kind": "me"}], "options": {"heroes": [hero]}, "seed": seed, **more},
    )
    return str(made["id"])


def road_to_battle(hero: str, seed: int) -> tuple[list[str], str]:
    """What a solo hero may do to come within reach of a monster, and the attack."""
    state = fimbul.game("fate").new(options={"heroes": (hero,)}, seed=seed)
    taken: list[str] = []
    while True:
        legal = state.legal(0)
        attack = next((action for action in legal if isinstance(action, Attack)), None)
        if attack is not None:
            return taken, str(attack)
        goals = [action for action in legal if isinstance(action, Move)]
        quiet = [action for action in legal if str(action) in ("no", "keep", "done", "stop", "end")]
        choice = (quiet or legal)[0]
        if goals:
            foes = [state.land.xy[node] for node in state.where if node >= 0]
            choice = min(goals, key=lambda to: min(abs(to.x - x) + abs(to.y - y) for x, y in foes))
        taken.append(str(choice))
        state.play(choice, 0)


def test_newcomer_begins_alone_from_the_home_page(window):
    ada = window()
    ada.go("/")
    card = ada.page.locator(".game", has_text="Fate")
    card.get_by_role("button", name="Play now").first.click()
    ada.page.wait_for_url("**/t/*")
    assert ada.wait_turn()
    expect(ada.page.locator(".question")).to_contain_text("2 actions left")


def test_heroes_are_chosen_for_as_many_seats_as_there_are(window):
    ada = window()
    ada.go("/")
    card = ada.page.locator(".game", has_text="Fate")
    card.locator("summary").click()
    for players, seen in (("1", 1), ("3", 3), ("2", 2)):
        card.get_by_label("Players").select_option(players)
        expect(card.locator(".options .row select:visible")).to_have_count(seen)
    card.get_by_label("Heroes (you first) 2").select_option("Boldur")
    card.get_by_label("Partners").select_option("casual")
    ada.picture("fate-options")
    card.get_by_role("button", name="Play now").click()
    ada.page.wait_for_url("**/t/*")
    assert ada.wait_turn()
    assert ada.frame["seats_line"][1].startswith("Boldur")
    assert not ada.frame["seats_line"][0].startswith("Boldur")


def test_a_friend_is_invited_to_a_game_that_one_could_play_alone(window):
    ada = window()
    ada.go("/")
    ada.page.locator(".game", has_text="Fate").get_by_role("button", name="Invite a friend").click()
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.locator("fimbul-sheet")).to_contain_text("Waiting for somebody to take the free seat")
    expect(ada.page.locator("fimbul-sheet")).to_contain_text(
        "fimbul serve --host 0.0.0.0"
    )  # 127.0.0.1 leads nowhere
    ada.picture("invitation-from-here")


def test_lesson_of_fate_is_learned(window):
    ada = window()
    ada.go("/")
    ada.page.locator(".game", has_text="Fate").get_by_role("link", name="Learn").click()
    title = ada.page.locator(".lesson h2")
    steps = {
        "Hold Grimheim": ["act:quest"],
        "Two actions": ["hex:6,9", "stop"],
        "Attack": ["monster:0"],
        "The monsters' turn": ["end", "no"],
        "Strike back": ["monster:2", "hand:0:retaliation", "card:0:riposte"],
        "Home to the Well": ["act:mend"],
        "Grow": ["pile:0:abilities"],
        "The last turn": ["end", "no"],
    }
    for number, (name, touches) in enumerate(steps.items()):
        expect(title).to_have_text(name)
        expect(ada.page.get_by_role("button", name="Skip")).to_be_visible()
        for touch in touches:
            ada.wait("document.querySelector('fimbul-table').touch.next.has(x)", touch)
            ada.touch(touch)
        done = ada.page.get_by_role("button", name="Go on")
        expect(done).to_be_visible()
        ada.picture(f"learn-fate-{number}")
        done.click()
    expect(ada.page.locator(".result")).to_have_text("You win")
    expect(ada.page.get_by_role("link", name="Play a game of your own")).to_be_visible()


def test_whole_game_is_played_by_clicking(window):
    ada = window()
    ada.go(f"/t/{begin(ada, 'alva')}")
    for touch in range(MOST_TOUCHES):
        if not ada.wait_turn():
            break
        ply, lit = ada.ply, set(ada.lit())
        ada.touch(next(name for name in (*QUIET, *sorted(lit)) if name in lit))
        ada.wait("document.querySelector('fimbul-table').frame.ply !== x", ply)
        if touch == 20:
            ada.picture("fate-town")
    outcome = ada.frame["outcome"]
    assert outcome["rule"] == "G96"
    expect(ada.page.locator(".question")).to_have_text(outcome["reason"])
    ada.picture("fate-end")


def test_undo_goes_back_before_a_roll_and_not_after_it(window):
    ada = window()
    before, attack = road_to_battle("bjorn", SEED)
    table = begin(ada, "bjorn")
    frame: dict[str, Any] = ada.page.request.get(f"/api/v1/tables/{table}").json()["frame"]
    for text in before:
        frame = ada.call(f"/tables/{table}/actions", {"ply": frame["ply"], "action": text})
    ada.go(f"/t/{table}")
    ada.wait_turn()
    start, undo = ada.ply, ada.page.get_by_role("button", name="Undo")
    step = "act:practice" if "act:practice" in ada.lit() else "hex:"
    ada.touch(next(name for name in ada.lit() if name.startswith(step)))
    ada.wait_ply(start + 1)
    undo.click()
    ada.wait("document.querySelector('fimbul-table').frame.ply === x", start)
    ada.wait_turn()
    clicks = next(each["clicks"] for each in ada.frame["actions"] if each["text"] == attack)
    ada.picture("fate-attack")
    for node in clicks:
        ada.touch(node)
    ada.wait_ply(start + 1)
    expect(ada.page.locator(".die").first).to_be_visible()
    ada.picture("fate-dice")
    undo.click()
    expect(ada.toast()).to_contain_text("cannot be taken back")
    assert ada.ply == start + 1


def test_refusals_name_their_rule_and_ways_show_on_request(window):
    ada = window()
    ada.go(f"/t/{begin(ada, 'boldur')}")
    ada.wait_turn()
    monster = next(
        node["id"] for node in ada.frame["scene"]["boards"][0]["nodes"] if node["id"].startswith("monster:")
    )
    way = ada.node(monster).locator(".way")
    expect(way).to_be_hidden()
    ada.node(monster).locator("path.t").first.hover(force=True)
    expect(way).to_be_visible()
    expect(ada.page.locator("fimbul-board .tip")).to_contain_text("Next: goes to")
    ada.node(monster).locator("path.t").first.click(force=True)
    expect(ada.toast()).to_contain_text("From inside Grimheim")
    expect(ada.toast().locator(".rule")).to_have_text("G4")
    ada.touch("hex:17,1")
    expect(ada.toast()).to_contain_text("more than 3 free steps away")
    ada.touch("act:move")
    assert ada.lit() == ["hero:0"]
    ada.touch("hero:0")
    ada.wait_ply(1)
    assert "act:move" not in ada.lit()


def test_a_card_is_read_before_it_is_played_with_a_finger(window):
    """A first tap enlarges a card with its full text; the second, or the button, chooses it."""
    ada = window(**PHONE)
    ada.open(begin(ada, "embla"))
    card = next(
        each for tray in ada.frame["scene"]["trays"] if tray["role"] == "hand" for each in tray["cards"]
    )
    ada.node(card["id"]).tap()
    lens = ada.page.locator(".lens")
    expect(lens).to_contain_text(card["text"][:20])
    ada.picture("fate-lens")
    lens.get_by_role("button", name="Close").tap()
    expect(lens).to_be_hidden()
    assert ada.ply == 0
    ada.node("act:practice").tap()
    ada.wait_ply(1)
