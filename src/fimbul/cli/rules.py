"""`fimbul rules`: the numbered rules at the command line."""

import re

from fimbul.cli.console import say_json
from fimbul.cli.files import terminal
from fimbul.cli.languages import ENGLISH, Language, read_language
from fimbul.cli.options import Flag
from fimbul.cli.tongue import Tongue
from fimbul.core import FimbulError, Rule, Rules

MOST_IN_FULL = 6
PICTURE = re.compile(r"^!\[(.*?)\]\(.*?\)$", re.MULTILINE)


def rules(
    game: str, /, *words: str, whole: Flag = False, language: Language = None, json: Flag = False
) -> None:
    """Read or search the numbered rules of a game.

    Without words it says how one wins and lists all rules; with a number it shows that rule; with words, all
    rules that have them.

    Example: fimbul rules fimbulvetr F33

    Example: fimbul rules fimbulvetr severed bearer

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    words
        A rule's number, or words to look for.
    whole
        Print the whole rules page.
    language
        The language to read them in: en or de; that of your terminal if not given.
    json
        Print one JSON object with the rules found, for scripts; English, if no language is given.
    """
    from fimbul.games import game as find

    told = Tongue(ENGLISH if json and language is None else read_language(language), find(game))
    page = told.rules()
    found = look_up(page, words)
    if json:
        chosen = [{**plain(rule), "ruling": rule.ruling} for rule in found]
        say_json({"game": game, "title": page.title, "rules": chosen})
    elif whole:
        say_markdown(page.source)
    elif words and len(found) <= MOST_IN_FULL:
        for rule in found:
            text = without_pictures(rule.text, told("Picture"))
            say_markdown(f"### {rule.number} {rule.title}\n\n{text}\n")
    else:
        if not words and (primer := find(game).primer_in(told.language)):
            say_markdown(primer)
        contents(page, found)
        print(f"\n* {told('has a ruling of ours on a point that the published rules leave open.')}")


def look_up(page: Rules, words: tuple[str, ...]) -> list[Rule]:
    """The rules asked for, or a sentence."""
    if not words:
        return list(page.rules)
    if len(words) == 1 and words[0].upper() in page:
        return [page[words[0].upper()]]
    parts = words[0][:1].upper() + words[0][1:]
    if len(words) == 1 and parts in page:  # F50a is told within F50
        return [page[parts]]
    found = page.search(" ".join(words))
    if not found:
        asked = " ".join(words)
        raise FimbulError(f"No rule has '{asked}'; the rules go from {span(page)}. Try fewer words.")
    return found


def span(page: Rules) -> str:
    """The first and last number."""
    return f"{page.rules[0].number} to {page.rules[-1].number}"


def plain(rule: Rule) -> dict[str, str]:
    """A rule as plain data."""
    return {"number": rule.number, "title": rule.title, "section": rule.section, "text": rule.text}


def without_pictures(text: str, picture: str = "Picture") -> str:
    """The text with a picture's words in place of the picture."""
    return PICTURE.sub(rf"[{picture}: \1]", text)


def contents(page: Rules, found: list[Rule]) -> None:
    """The numbers and titles, by section."""
    print(page.title)
    section = ""
    for rule in found:
        if rule.section != section:
            section = rule.section
            print(f"\n{section}")
        print(f"  {rule.number:<5} {rule.title}{' *' if rule.ruling else ''}")


def say_markdown(text: str) -> None:
    """Print Markdown: dressed at a terminal, as it is elsewhere."""
    if not terminal("stdout"):
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(100, Console().width)).print(Markdown(text))
