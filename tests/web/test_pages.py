"""Every page around the table, as a person meets it."""

from playwright.sync_api import expect
from tests.web.conftest import PHONE, TABLE

PASSWORD = "a long and winding fjord"


def test_german_is_spoken_and_another_language_remembered(window):
    ada = window(locale="de-AT")
    ada.go("/")
    expect(ada.page.get_by_role("heading", name="Komm herein aus der Kälte")).to_be_visible()
    assert ada.ask("document.documentElement.lang") == "de"
    ada.page.get_by_role("button", name="Einstellungen").click()
    ada.page.get_by_role("dialog").get_by_label("Sprache").select_option("en")
    expect(ada.page.get_by_role("heading", name="Come in from the cold")).to_be_visible()
    ada.go("/rules/fimbulvetr")
    expect(ada.page.get_by_role("searchbox", name="Search the rules")).to_be_visible()


def test_what_the_server_says_is_read_in_german(window):
    """Whole sentences, with what it fills in, and parts that have a line of their own."""
    ada = window(locale="de-DE")
    ada.go("/t/nowhere")
    expect(ada.page.locator("main")).to_contain_text("Es gibt keinen Tisch „nowhere“.")
    said = "async (sentence) => (await import('/static/i18n.js')).said(sentence)"
    assert ada.ask(said, "It is not your turn.") == "Du bist nicht am Zug."
    assert ada.ask(said, "A name has 1 to 30 letters.") == "Ein Name hat 1 bis 30 Zeichen."
    assert ada.ask(said, "Ada (2) took a move back.") == "Ada (2) hat einen Zug zurückgenommen."
    assert ada.ask(said, "Nobody wrote this.") == "Nobody wrote this."
    ada.wrong.clear()  # the table that is not there


def test_tables_are_put_away_taken_out_and_deleted(window):
    ada = window(**PHONE)
    ada.go("/")
    for game, options in (("fimbulvetr", {"first": 0}), ("six_winters", {}), ("fate", {})):
        ada.call("/tables", {"game": game, "options": options, "listed": False})  # all wait for their guest
    ada.page.reload()
    expect(ada.page.get_by_role("button", name="Play now").first).to_be_in_viewport()
    ada.page.get_by_role("button", name="Show all 3").click()
    lines = ada.page.get_by_label("Your tables").get_by_role("listitem")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("your turn")
    ada.page.get_by_role("button", name="Put away: Six Winters").click()
    expect(lines).to_have_count(2)
    ada.page.get_by_text("What you have put away").click()
    ada.page.get_by_role("button", name="Show again: Six Winters").click()
    ada.page.get_by_role("button", name="Show all 3").click()  # any of three equally new may be folded
    ada.page.get_by_role("button", name="Delete: Fate").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(lines).to_have_count(2)
    expect(ada.page.get_by_label("Your tables")).not_to_contain_text("Fate")


def test_a_table_that_was_put_away_comes_back_when_it_is_one_s_turn(window):
    ada, ben = window(), window()
    ada.go("/")
    made = ada.call(
        "/tables",
        {
            "game": "fimbulvetr",
            "options": {"setup": "quick", "first": 0},
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "access": "unlisted",
        },
    )
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    expect(ben.page.locator(".seat", has_text="(you)")).to_be_visible()
    ben.go("/")
    ben.page.get_by_role("button", name="Put away: Fimbulvetr").click()
    mine = ben.page.get_by_label("Your tables")
    expect(mine.get_by_role("listitem")).to_have_count(0)
    ada.open(made["id"])
    ada.take(next(each["text"] for each in ada.frame["actions"] if each["text"].startswith("move(")))
    expect(mine.get_by_role("heading", name="Your turn")).to_be_visible()  # by itself: nothing was pressed
    expect(mine.get_by_role("listitem")).to_contain_text("your turn")


def test_what_does_not_go_together_cannot_be_chosen(window):
    ada = window()
    ada.go("/")
    card = ada.page.locator('[data-game="valknut"]')
    card.get_by_text("Options").click()
    gods = card.get_by_label("Gods & Monsters")
    expect(gods).to_be_disabled()
    assert "V100" in str(gods.get_attribute("title"))
    card.get_by_label("Warbands 1").select_option(label="Any")
    card.get_by_label("Warbands 2").select_option(label="Any")
    card.get_by_label("Players").select_option("4")
    expect(gods).to_be_enabled()
    gods.check()
    expect(card.get_by_label("Players").locator("option", has_text="3")).to_be_disabled()
    card.get_by_role("button", name="Play now").click()
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.locator(".seat")).to_have_count(4)


def test_an_account_from_sign_up_to_deletion(window):
    ada = window()
    ada.go("/account")
    page = ada.page
    sign_up = page.locator("section", has=page.get_by_role("heading", name="Sign up"))
    sign_up.get_by_label("Login").fill("ada")
    sign_up.get_by_label("Password").fill(PASSWORD)
    sign_up.get_by_role("button", name="Sign up").click()
    codes = page.get_by_role("dialog").locator(".codes").inner_text().split()
    assert len(codes) == 8
    page.get_by_role("button", name="I have them").click()
    expect(page.get_by_role("heading", name="@ada")).to_be_visible()
    page.get_by_text("A token for a program").click()
    page.get_by_label("What is the token for?").fill("my bot")
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_role("dialog").locator(".codes")).not_to_be_empty()
    page.get_by_role("button", name="I have it").click()
    token = page.get_by_role("listitem").filter(has_text="my bot")
    token.get_by_role("button", name="End").click()
    expect(token).to_have_count(0)
    page.get_by_role("button", name="Begin a holiday").click()
    expect(page.get_by_role("button", name="I am back")).to_be_visible()
    page.get_by_role("link", name="Your profile").click()
    expect(page.get_by_text("No finished games yet.")).to_be_visible()
    page.go_back()
    ada.ask("caches.open('fimbul-tables').then(shelf => shelf.put('/t/x', Response.json({})))")
    page.get_by_role("button", name="Log out").click()
    ada.wait("caches.has('fimbul-tables').then(kept => !kept)")  # whoever sits here next sees none of it
    page.get_by_text("The password is lost").click()
    lost = page.locator("details form")
    lost.get_by_label("Login").fill("ada")
    lost.get_by_label("Recovery code").fill(codes[0])
    lost.get_by_label("New password").fill(PASSWORD + "s")
    page.get_by_role("button", name="Set the new password").click()
    expect(page.get_by_role("heading", name="@ada")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my data").click()
    assert '"ada"' in download.value.path().read_text()
    page.get_by_role("button", name="Delete me").click()
    page.get_by_role("dialog").get_by_label("Password").fill(PASSWORD + "s")
    page.get_by_role("dialog").get_by_role("button", name="Delete my account").click()
    page.wait_for_url("**/")
    assert page.request.get("/api/v1/people/ada").status == 404


def test_friends_blocks_and_reports(window):
    ada, ben = window(), window()
    for each, login in ((ada, "ada-two"), (ben, "ben-two")):
        each.go("/")
        each.call("/accounts", {"login": login, "password": PASSWORD})
    ada.go("/people/ben-two")
    ada.page.get_by_role("button", name="Make a friend").click()
    expect(ada.page.get_by_role("button", name="No longer a friend")).to_be_visible()
    ada.page.get_by_role("button", name="Report…").click()
    ada.page.get_by_label("What happened?").fill("He threw the board.")
    ada.page.get_by_role("dialog").get_by_role("button", name="Report").click()
    expect(ada.toast()).to_contain_text("Thank you")
    ben.go("/account")
    ben.page.get_by_label("Login").fill("ada-two")
    ben.page.get_by_role("button", name="Make a friend").click()
    expect(ben.page.locator("li", has=ben.page.locator('[href="/people/ada-two"]'))).to_contain_text("friend")


def test_lobby_shows_tables_as_they_open_and_pairs_people(window):
    ada, ben = window(), window()
    for each in (ada, ben):
        each.go("/lobby")
        expect(each.page.get_by_role("heading", name="Open a table")).to_be_visible()
    ada.page.locator("form").get_by_label("Game").select_option("valknut")
    ada.page.locator("form").get_by_label("Time").select_option(label="3 days a move")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.wait_for_url("**/t/*")
    line = ben.page.get_by_label("Tables", exact=True).get_by_role("listitem").filter(has_text="Valknut")
    expect(line).to_contain_text("3 days a move")
    sift = ben.page.get_by_label("Filter the tables")
    sift.get_by_label("Game").select_option("fate")
    expect(line).to_have_count(0)
    sift.get_by_label("Game").select_option("valknut")
    line.get_by_role("link").click()
    ben.page.get_by_role("button", name="Take the free seat").click()
    expect(ada.page.locator(".seats")).not_to_contain_text("free seat")
    for each in (ada, ben):
        each.go("/lobby")
        each.page.get_by_role("button", name="Find me somebody").click()
    for each in (ada, ben):
        each.page.wait_for_url("**/t/*")
    assert ada.page.url == ben.page.url


def test_pages_flow_at_four_times_their_size(window):
    """At 320 pixels, which is what is left of 1280 at 400 %, nothing has to be scrolled sideways."""
    ada = window(width=320, height=640, locale="de-DE")
    for path in ("/", "/lobby", "/account", "/leaders", "/rules/valknut", "/build/fimbulvetr", "/nowhere"):
        ada.go(path)
        expect(ada.page.locator("h1")).to_be_visible()
        ada.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
        wide = "[document.documentElement, document.querySelector('main')]"
        assert ada.ask(f"{wide}.every(part => part.scrollWidth <= part.clientWidth)"), path
    ada.wrong.clear()  # the page that is not there


def test_without_the_net_the_pages_stay_and_a_game_goes_on(window):
    """Even after a reload: the table, its past and its rules are there, a move is kept and then sent."""
    ada = window(service_workers="allow")
    ada.go("/")
    ada.ask("navigator.serviceWorker.ready.then(() => true)")
    ada.page.reload()
    ada.new_table("random", seed=5)
    ada.take(next(each["text"] for each in ada.frame["actions"] if each["text"].startswith("move(")))
    ada.wait_ply(2)
    ada.wait_turn()
    ada.context.set_offline(True)
    ada.ask(f"{TABLE}.live.drop()")
    ada.wait("caches.open('fimbul-tables').then(shelf => shelf.keys()).then(names => names.length === 1)")
    ada.page.reload()
    expect(ada.page.locator(".words")).to_contain_text("The connection is lost")
    assert ada.wait_turn()
    ada.page.keyboard.press("/")
    ada.page.locator("#tab-Rules").click()
    expect(ada.page.locator("#page-Rules article").first).to_be_visible()
    action = next(each for each in ada.frame["actions"] if each["text"].startswith("move("))
    ada.touch(*action["clicks"][:2])
    if not ada.ask(f"Boolean({TABLE}.pending)"):
        ada.touch(action["clicks"][2])
    expect(ada.page.locator(".words")).to_contain_text("Your move is kept")
    assert ada.ply == 2
    assert ada.lit() == []
    ada.page.get_by_role("button", name="Undo").click()  # it has not left the device
    expect(ada.page.locator(".words")).to_contain_text("Your move is taken back")
    other = next(
        each
        for each in ada.frame["actions"]
        if each["text"].startswith("move(") and each["clicks"][0] != action["clicks"][0]
    )
    ada.touch(*other["clicks"][:2])
    if not ada.ask(f"Boolean({TABLE}.pending)"):
        ada.touch(other["clicks"][2])
    ada.wait(f"{TABLE}.pending?.action")
    sent = ada.ask(f"{TABLE}.pending.action")
    assert sent != action["text"]
    ada.context.set_offline(False)
    ada.wait_ply(4)
    assert ada.wait_turn()
    table = ada.ask(f"{TABLE}.table.id")
    done = ada.page.request.get(f"/api/v1/tables/{table}/frames/3").json()["log"][0]["touches"]
    assert done[0] == other["clicks"][0]  # the one, and not the other
    ada.wrong.clear()  # the browser itself tells of every request that found no net
    assert ada.ask("fetch('/static/manifest.webmanifest').then(answer => answer.json())")["icons"]


def test_without_the_net_home_leads_back_to_the_game(window):
    """Opened without a connection, home lists the tables that are kept here, and whose move waits."""
    ada = window(service_workers="allow", **PHONE)
    ada.go("/")
    ada.ask("navigator.serviceWorker.ready.then(() => true)")
    ada.page.reload()
    ada.new_table("random", seed=5)
    ada.page.get_by_role("link", name="Home").tap()  # whoever leaves a table keeps it
    ada.wait("caches.open('fimbul-tables').then(shelf => shelf.keys()).then(names => names.length === 1)")
    ada.context.set_offline(True)
    ada.page.reload()
    kept = ada.page.locator(".lists", has_text="Kept on this device")
    expect(kept).to_contain_text("your turn")
    kept.get_by_role("link").tap()
    expect(ada.page.locator(".words")).to_contain_text("make your next move: it is kept")
    assert ada.wait_turn()
    action = next(each for each in ada.frame["actions"] if each["text"].startswith("move("))
    for name in action["clicks"]:
        if not ada.ask(f"Boolean({TABLE}.pending)"):
            ada.touch(name)
    expect(ada.page.locator(".words")).to_contain_text("Your move is kept")
    ada.page.get_by_role("link", name="Home").tap()
    expect(kept).to_contain_text("your move waits for the connection")
    ada.context.set_offline(False)
    ada.wait("document.querySelector('.lists')?.textContent.includes('Your turn')")
    ada.page.locator(".lists").get_by_role("link").first.tap()
    ada.wait_ply(2)
    ada.wrong.clear()  # the browser itself tells of every request that found no net
