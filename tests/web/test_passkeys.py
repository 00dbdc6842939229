"""Passkeys in a real browser, with an authenticator that the browser itself plays."""

from playwright.sync_api import expect
from tests.web.conftest import Window

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def test_a_passkey_is_made_and_opens_the_account_again(browser, address):
    ada = Window(browser, address.replace("127.0.0.1", "localhost"))  # passkeys want a name, not a number
    page = ada.page
    keys = ada.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    ada.go("/account")
    ada.call("/accounts", {"login": "ada", "password": "snow on the high fell"})
    page.reload()
    page.get_by_text("A passkey for this device").click()
    page.get_by_label("Name of this device").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    phone = page.locator(".tables li", has_text="My phone")
    expect(phone).to_be_visible()
    page.get_by_text("A passkey for this device").click()
    page.get_by_label("Name of this device").fill("The same phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(ada.toast()).to_contain_text("This device has a passkey already.")

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(phone).to_be_visible()
    phone.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("None: the password opens your account.")).to_be_visible()

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("button", name="Log in with a passkey").click()  # the browser still has it
    expect(ada.toast()).to_contain_text("This passkey was not accepted.")
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_visible()
    ada.wrong = [line for line in ada.wrong if "status of 4" not in line]
    ada.context.close()
    assert ada.wrong == []
