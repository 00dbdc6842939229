"""Every page around the table, as a person meets it."""

from playwright.sync_api import expect


def test_german_is_spoken_and_another_language_remembered(window):
    ada = window(locale="de-AT")
    ada.go("/")
    expect(ada.page.get_by_role("heading", name="Komm herein aus der Kälte")).to_be_visible()
    assert ada.ask("document.documentElement.lang") == "de"
    ada.ask("localStorage.setItem('language', 'en')")
    ada.go("/rules/fimbulvetr")
    expect(ada.page.get_by_role("searchbox", name="Search the rules")).to_be_visible()
