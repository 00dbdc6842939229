"""The table in a real browser: what a hand, a key or a finger does, and what is seen."""

import random
import re
from pathlib import Path

from playwright.sync_api import expect
from tests.web.conftest import PHONE, TABLE

from fimbul.core import Record

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "fimbulvetr").glob("*.saga"))
MOST_TURNS = 120
VIEW = "document.querySelector('fimbul-board').shadowRoot.querySelector('svg').getAttribute('viewBox')"


def test_newcomer_moves_a_warrior_from_the_home_page(window):
    ada = window(reduced_motion="no-preference")
    ada.go("/")
    expect(ada.page.locator(".game img").first).to_be_visible()
    ada.picture("home-night")
    ada.page.get_by_role("button", name="Play now").first.click()
    ada.page.wait_for_url("**/t/*")
    assert ada.wait_turn()
    first = ada.ply
    who = ada.lit()[0]
    ada.touch(who)
    expect(ada.page.locator(".crumb")).to_be_visible()
    ada.picture("table-night")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".crumb")).to_be_hidden()
    ada.play(random.Random(1))
    ada.wait_ply(first + 2)  # the bot has answered
    expect(ada.page.locator("#page-Log li").first).to_be_visible()


def test_whole_game_is_played_by_clicking(window):
    ada = window()
    ada.new_table("casual", seed=2)
    chance = random.Random(3)
    for _ in range(MOST_TURNS):
        if not ada.wait_turn():
            break
        ada.play(chance)
    outcome = ada.frame["outcome"]
    banner = ada.page.locator("fimbul-sheet")
    expect(banner).to_contain_text(outcome["reason"])
    ada.picture("end")
    banner.get_by_role("link", name=outcome["rule"]).click()
    expect(ada.page.locator(f'#page-Rules [data-rule="{outcome["rule"]}"]')).to_be_in_viewport()
    ended = ada.page.url
    banner.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda url: url != ended)
    ada.wait_turn()
    assert ada.ply in (0, 1)


def test_two_play_each_other_a_third_watches_and_one_reloads(window):
    ada, ben, eva = window(), window(), window()
    ada.go("/")
    ada.page.locator(".game summary").first.click()
    ada.page.get_by_label("Which seat goes first").select_option("0")
    ada.page.get_by_role("button", name="Invite a friend").first.click()
    ada.page.wait_for_url("**/t/*")
    invite = ada.ask("navigator.clipboard.readText()")
    expect(ada.page.locator("fimbul-sheet")).to_contain_text("Waiting for somebody")
    expect(ada.toast()).to_contain_text("copied")
    ben.go(invite)
    ben.page.wait_for_url(lambda url: "invite" not in url)
    eva.go(ada.page.url)
    expect(eva.page.locator(".seat")).to_have_count(2)
    expect(ada.page.locator(".seats")).not_to_contain_text("free seat")
    chance = random.Random(5)
    people = [ada, ben]

    def turn():
        mover = people[ada.frame["to_act"][0]]
        ply = mover.ply
        mover.wait_turn()
        mover.play(chance)
        for each in (ada, ben, eva):
            each.wait_ply(ply + 1)

    turn()
    turn()
    assert eva.lit() == []
    ben.page.reload()
    ben.wait_ply(2)
    assert ben.frame["ply"] == 2
    if not ada.frame["outcome"]:
        turn()
    # A lost connection comes back and catches up with what was played meanwhile.
    quiet = people[1 - ada.frame["to_act"][0]] if ada.frame["to_act"] else ben
    quiet.ask("document.querySelector('fimbul-table').live.socket.close()")
    if not ada.frame["outcome"]:
        turn()
    lines = ada.page.locator("#page-Log li")
    for each in (ada, ben, eva):
        each.page.get_by_role("tab", name="Log").click()
        expect(each.page.locator("#page-Log li")).to_have_count(lines.count())
    # What people write is text, whatever it looks like.
    nasty = "<img src=x onerror=alert(1)> & <b>bold</b>"
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill(nasty)
    ada.page.keyboard.press("Enter")
    ben.page.get_by_role("tab", name="Chat").click()
    expect(ben.page.locator(".talk li")).to_contain_text(nasty)
    assert ben.page.locator(".talk img").count() == 0
    eva.node("warrior:0:thegn").click()
    expect(eva.toast()).to_contain_text("watching")


def test_undo_asks_the_other_person(window):
    ada, ben = window(), window()
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = ada.call("/tables", {"game": "fimbulvetr", "seats": seats, "options": {"first": 0}})
    ada.go(f"/t/{made['id']}")
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    expect(ben.page.locator(".seats")).to_contain_text("(you)")
    ada.wait_turn()
    ada.play(random.Random(7))
    ben.wait_ply(1)
    ben.wait_turn()
    ben.play(random.Random(8))
    ada.wait_ply(2)
    ada.page.get_by_role("button", name="Undo").click()
    ben.page.get_by_role("button", name="Allow").click()
    ada.wait("document.querySelector('fimbul-table').frame.ply === 0")
    assert ada.wait_turn()


def test_refused_touch_says_why_with_its_rule(window):
    ada = window()
    ada.new_table(seed=1087, options={"relic": "defense"})
    ada.touch("warrior:0:archer", "warrior:1:bowman")
    expect(ada.toast()).to_contain_text("The Archer has no melee")
    rule = ada.toast().locator("a.rule")
    assert re.fullmatch(r"F\d+[a-h]?", rule.inner_text())
    ada.picture("refused")
    number = rule.inner_text()
    rule.click()
    expect(ada.page.locator(f'#page-Rules [data-rule="{number}"]')).to_be_in_viewport()
    assert ada.ply == 0
    ada.touch("warrior:0:archer")  # a second touch lets go
    ada.touch("warrior:0:rider", "cell:4,-3")
    expect(ada.toast()).to_contain_text("steps away")
    ada.page.get_by_label("Search the rules").fill("wolves straggler nonsense")
    expect(ada.page.get_by_text("No rule has all these words.")).to_be_visible()


def test_hints_undo_and_resigning(window):
    ada = window()
    ada.new_table(seed=1087)
    ada.page.get_by_role("button", name="Hint").click()
    ideas = ada.page.locator(".ideas button")
    expect(ideas).to_have_count(3)
    ideas.nth(1).hover()
    assert ada.page.locator("fimbul-board [data-shown]").count() >= 1
    ada.picture("hint")
    ideas.first.click()
    ada.wait_ply(2)
    ada.wait_turn()
    ada.page.get_by_role("button", name="Undo").click()
    ada.wait("document.querySelector('fimbul-table').frame.ply === 0")
    expect(ada.page.locator("#page-Log")).to_contain_text("Nothing has happened")
    for answer in ("Play on", "Resign"):
        ada.page.get_by_label("Menu").click()
        ada.page.locator(".menu").get_by_role("button", name="Resign").click()
        if answer == "Play on":
            ada.page.get_by_role("button", name="Play on").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ada.page.locator(".result")).to_have_text("You lose")
    ada.page.get_by_role("button", name="Turning points").click()
    expect(ada.page.locator(".turning")).to_contain_text("No single move turned it.")


def test_keyboard_alone_plays(window):
    ada = window()
    ada.new_table("casual", seed=1087)
    press = ada.page.keyboard.press
    focused = "document.querySelector('fimbul-board').shadowRoot.activeElement?.dataset.id"
    for turn in range(3):
        ply = ada.ply
        for _ in range(6):  # touch whatever the arrows lead to, until the turn is taken
            if ada.ply != ply or not ada.lit():
                break
            press("ArrowRight" if turn % 2 else "ArrowDown")
            assert ada.ask(focused) in ada.lit()
            path = ada.ask(f"{TABLE}.touch.path.length")
            press("Enter")
            ada.wait(
                f"{TABLE}.touch.path.length !== x || {TABLE}.pending || {TABLE}.frame.ply !== {ply}", path
            )
        ada.wait_ply(ply + 2)
        ada.wait_turn()
        if ada.frame["outcome"]:
            break
    if not ada.frame["outcome"]:
        ply = ada.ply
        press("/")
        ada.page.keyboard.type("move")
        press("ArrowDown")
        assert ada.page.locator("fimbul-board [data-shown]").count() >= 1
        press("Enter")
        ada.wait_ply(ply + 1)
        ada.wait_turn()
    press("Escape")
    press("?")
    expect(ada.page.get_by_role("dialog")).to_contain_text("undo")
    press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    if not ada.frame["outcome"]:
        ply = ada.ply
        press("u")
        ada.wait("document.querySelector('fimbul-table').frame.ply < x", ply)
        press("h")
        expect(ada.page.locator(".ideas button").first).to_be_focused()
        press("Escape")
        expect(ada.page.locator(".ideas")).to_be_hidden()


def test_things_move_and_the_eye_can_wander(window):
    ada = window(reduced_motion="no-preference")
    ada.new_table(seed=1087, options={"relic": "defense"})
    fitted = ada.ask(VIEW)
    ada.page.keyboard.press("+")
    assert ada.ask(VIEW) != fitted
    box = ada.page.locator("fimbul-board").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    near = ada.ask(VIEW)
    ada.page.mouse.move(*middle)
    ada.page.mouse.down()
    ada.page.mouse.move(middle[0] + 60, middle[1] + 40, steps=4)
    ada.page.mouse.up()
    assert ada.ask(VIEW) != near
    assert ada.ply == 0  # a drag is no touch
    assert ada.page.locator("fimbul-board [data-picked]").count() == 0
    ada.page.mouse.wheel(0, 300)
    ada.page.keyboard.press("0")
    ada.wait(f"{VIEW} === x", fitted)
    ada.node("warrior:1:jarl").hover()
    expect(ada.page.locator("fimbul-board .tip")).to_contain_text("Jarl")
    ada.touch("warrior:0:rider", "cell:0,-1", "facing:2")
    rider = "document.querySelector('fimbul-board').shadowRoot.querySelector('[data-id=\"warrior:0:rider\"]')"
    ada.wait(f"{rider}.getAnimations().length > 0")
    assert ada.page.locator("fimbul-board .trails path").count() <= 1
    ada.wait_ply(2)
    ada.page.get_by_role("tab", name="Log").click()
    ada.page.locator("#page-Log li").first.hover()
    expect(ada.node("warrior:0:rider")).to_have_attribute("data-shown", "")
    ada.page.get_by_label("Menu").click()
    ada.page.get_by_role("button", name="Night or birch").click()
    expect(ada.page.locator("html")).to_have_attribute("data-theme", "birch")
    ada.picture("table-birch")
    ada.page.get_by_role("tab", name="Notes").click()
    ada.page.get_by_label("Private notes").fill("Beware the Berserk.")
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("data-theme", "birch")
    ada.page.get_by_role("tab", name="Notes").click()
    expect(ada.page.get_by_label("Private notes")).to_have_value("Beware the Berserk.")


def test_dropped_record_is_scrubbed_and_played_on(window):
    text = GOLDEN[0].read_text()
    most = len(Record.parse(text).moves)
    ada = window()
    ada.go("/")
    drop = ada.page.evaluate_handle(
        "text => { const load = new DataTransfer();"
        " load.items.add(new File([text], 'game.saga')); return load; }",
        text,
    )
    ada.page.locator(".drop").dispatch_event("drop", {"dataTransfer": drop})
    ada.page.wait_for_url("**/replay*")
    prompt = ada.page.locator(".timeline .words")
    expect(prompt).to_contain_text(f"{most} / {most}")
    ada.page.keyboard.press("Home")
    expect(prompt).to_contain_text(f"0 / {most}")
    nodes = ada.page.locator("fimbul-board .node").count()
    assert nodes > 12
    ada.page.keyboard.press("ArrowRight")
    expect(prompt).to_contain_text(f"1 / {most}")
    ada.page.get_by_role("slider").fill("7")
    expect(prompt).to_contain_text(f"7 / {most}")
    expect(ada.page.locator(".story .here").first).to_be_visible()
    ada.picture("replay")
    assert ada.page.url.endswith("#ply=7")
    ada.page.reload()
    expect(prompt).to_contain_text(f"7 / {most}")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    expect(prompt).to_contain_text(f"8 / {most}")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    ada.page.locator(".saves summary").click()
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("link", name=".saga").click()
    assert Record.parse(Path(saved.value.path()).read_text()).moves == Record.parse(text).moves
    with ada.page.expect_download() as drawn:
        ada.page.get_by_role("button", name="SVG").click()
    assert Path(drawn.value.path()).read_text().startswith("<svg")
    ada.page.get_by_role("slider").fill("6")
    expect(prompt).to_contain_text(f"6 / {most}")
    ada.page.get_by_role("button", name="Play from here").click()
    ada.page.get_by_label("You play").select_option(index=0)
    ada.page.get_by_label("Opponent").select_option("newcomer")
    ada.page.get_by_role("dialog").get_by_role("button", name="Play").click()
    ada.page.wait_for_url(re.compile(r"/t/[^/]+$"))
    ada.wait_ply(6)
    ada.wait_turn()


def test_record_that_proves_nothing_is_refused(window):
    ada = window()
    ada.go("/")
    expect(ada.page.locator(".game img").first).to_be_visible()
    bad = GOLDEN[0].read_text().replace("seed ", "seed 1", 1)
    ada.page.locator(".drop input").set_input_files(
        {"name": "bad.saga", "mimeType": "text/plain", "buffer": bad.encode()}
    )
    expect(ada.toast()).to_contain_text("seal")
    ada.wrong = [line for line in ada.wrong if "400" not in line]  # the browser logs the refusal


def test_phone(window):
    ada = window(**PHONE, device_scale_factor=2)
    wide = "[document.documentElement.scrollWidth, document.querySelector('main').scrollWidth]"
    for path in ("/", "/rules/fimbulvetr#F33", "/build/fimbulvetr", "/learn/fimbulvetr"):
        ada.go(path)
        expect(ada.page.locator(".game, .rules article, .verdict.ok, .lesson h2").first).to_be_visible()
        assert ada.ask(wide) == [390, 390], path
        ada.picture(f"phone-{path.split('/')[1] or 'home'}")
    ada.new_table(seed=1087, options={"relic": "defense"})
    assert ada.ask(wide) == [390, 390]
    log = ada.page.locator("#page-Log")
    expect(log).to_be_hidden()
    ada.page.get_by_role("tab", name="Log").tap()
    expect(log).to_be_visible()
    expect(ada.page.locator("fimbul-board")).to_be_hidden()
    ada.page.get_by_role("tab", name="Table").tap()
    expect(log).to_be_hidden()
    for name in ("warrior:0:rider", "cell:0,-1", "facing:2"):
        ada.wait(f"{TABLE}.touch.next.has(x)", name)
        ada.node(name).tap(force=True)
    ada.wait_ply(2)
    ada.wait_turn()
    ada.picture("phone-table")
    # Two fingers zoom, one that stays asks what it touches; neither chooses anything.
    line = ada.context.new_cdp_session(ada.page)

    def fingers(kind, *points):
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    ada.page.get_by_role("button", name="Fit the board").tap()
    before = ada.ask(VIEW)
    fingers("touchStart", (150, 400))
    fingers("touchStart", (150, 400), (250, 400))
    for apart in (20, 40, 60):
        fingers("touchMove", (150 - apart, 400), (250 + apart, 400))
    fingers("touchEnd")
    assert float(ada.ask(VIEW).split()[2]) < float(before.split()[2]) * 0.8
    ada.page.get_by_role("button", name="Fit the board").tap()
    ada.wait(f"{VIEW} === x", before)
    spot = ada.node("warrior:1:jarl").bounding_box()
    middle = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    fingers("touchStart", middle)
    expect(ada.page.locator("fimbul-board .tip")).to_contain_text("Jarl")
    fingers("touchEnd")
    assert ada.page.locator("fimbul-board [data-picked], .toast").count() == 0


def test_lesson_is_learned(window):
    ada = window()
    ada.go("/learn/fimbulvetr")
    title = ada.page.locator(".lesson h2")
    steps = {
        "Six against six": ["warrior:0:rider"],
        "Ride out": ["cell:0,-1", "facing:2"],
        "Corner against corner": ["warrior:0:rider", "warrior:1:jarl"],
        "Ask the table": ["warrior:0:archer", "warrior:1:bowman"],
        "Nobody fights alone": [],
        "The Holy Bearer": ["warrior:0:shieldman", "warrior:0:thegn"],
        "The wolves": ["warrior:0:rider", "cell:0,-1", "facing:0"],
        "Or end it now": ["warrior:0:archer", "warrior:1:shieldmaiden"],
    }
    for name, touches in steps.items():
        expect(title).to_have_text(name)
        if name == "Ride out":
            touches = ["warrior:0:rider", *touches]
        if touches:
            ada.wait("document.querySelector('fimbul-table').touch.next.has(x)", touches[0])
            expect(ada.page.get_by_role("button", name="Skip")).to_be_visible()
        ada.touch(*touches)
        ada.page.get_by_role("button", name="Go on").click()
        if name == "Six against six":
            ada.picture("learn")
    expect(ada.page.locator(".result")).to_have_text("You win")
    expect(ada.page.get_by_role("link", name="Play a game of your own")).to_be_visible()
    ada.go("/")
    expect(ada.page.locator(".game img").first).to_be_visible()
    expect(ada.page.get_by_text("Your tables")).to_have_count(0)  # a lesson leaves nothing lying about


def test_lesson_of_valknut_is_learned(window):
    ada = window()
    ada.go("/")
    ada.page.locator(".game", has_text="Valknut").get_by_role("link", name="Learn").click()
    title = ada.page.locator(".lesson h2")
    steps = {
        "Seven Dwarves": ["supply:1:dwarves", "zone:0,0"],
        "The ground grows": ["pool:T09", "turn:T09,1", "ghost:-2,-2,w"],
        "The knot": ["supply:1:dwarves", "zone:-1,8"],
        "Ask the table": ["unit:7", "unit:2"],
        "Between rock and axe": ["unit:7", "zone:-1,6"],
        "Between two": ["unit:5", "zone:0,2"],
        "The last one": ["unit:7", "zone:2,3"],
    }
    for name, touches in steps.items():
        expect(title).to_have_text(name)
        ada.wait("document.querySelector('fimbul-table').touch.next.has(x)", touches[0])
        expect(ada.page.get_by_role("button", name="Skip")).to_be_visible()
        done = ada.page.get_by_role("button", name="Go on")
        for touch in touches:
            ada.touch(touch)
        ada.picture(f"learn-valknut-{touches[0].split(':')[0]}")
        done.click()
    expect(ada.page.locator(".result")).to_have_text("You win")
    expect(ada.page.get_by_role("link", name="Play a game of your own")).to_be_visible()


def test_clan_is_built_saved_shared_and_played(window):
    ada, ben = window(), window()
    ada.go("/build/fimbulvetr")
    page = ada.page
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Sound")
    thegn = page.locator("fieldset").first
    thegn.get_by_label("Corner 2").select_option("Double Melee")
    expect(thegn).to_contain_text("exactly two corners must be Single")
    expect(thegn.locator("a.rule")).to_have_text("F8")
    expect(page.get_by_role("button", name="Play with it")).to_be_disabled()
    ada.picture("build")
    thegn.get_by_label("Corner 2").select_option("Vaulted Move")
    thegn.get_by_label("Corner 4").select_option("Ranged")
    expect(verdict).to_contain_text("Sound")
    thegn.get_by_label("Name").fill("Ulf <b>the Grey</b>")
    page.get_by_label("Name", exact=True).first.fill("Wolfkin")
    expect(page.locator(".look img")).to_have_attribute("alt", "How Wolfkin looks")
    page.get_by_role("button", name="Save and share").click()
    page.wait_for_url("**?piece=*")
    ben.go(page.url)
    expect(ben.page.get_by_label("Name", exact=True).first).to_have_value("Wolfkin")
    expect(ben.page.locator("fieldset").first.get_by_label("Name")).to_have_value("Ulf <b>the Grey</b>")
    page.get_by_role("button", name="Play with it").click()
    page.wait_for_url("**/t/*")
    ada.wait_turn()
    expect(page.locator(".seats")).to_contain_text("Wolfkin")


def test_pages_that_are_not_there_say_so(window):
    ada = window()
    for path in (
        "/t/nonesuch",
        "/t/nonesuch/replay",
        "/rules/nonesuch",
        "/learn/nonesuch",
        "/build/nonesuch",
    ):
        ada.go(path)
        expect(ada.page.get_by_role("heading", name="Lost in the snow")).to_be_visible()
        expect(ada.page.locator("body > header")).to_be_visible()
        expect(ada.page.locator(".toast")).to_have_count(0)  # it is said once
    ada.page.get_by_role("link", name="Home").last.click()
    expect(ada.page.locator(".game img").first).to_be_visible()
    ada.wrong = [line for line in ada.wrong if "404" not in line]  # the browser logs the refusal
