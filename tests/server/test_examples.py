"""The examples of docs/api.md and docs/client.md do what the pages say."""

import asyncio
import json
import re
from pathlib import Path

from tests.server.conftest import PATIENCE
from tests.server.test_people import PASSWORD, account

DOCS = Path(__file__).parents[2] / "docs"
METHOD = re.compile(r"(Ben )?(GET|POST|PUT|DELETE) (\S+)\Z")


def filled(text, known):
    """A text with what earlier answers had."""
    return re.sub(r"\{(\w+)\}", lambda name: str(known.get(name[1], name[0])), text)


def fits(shown, found, known):
    """Whether an answer holds what is shown; names in braces are kept."""
    match shown:
        case dict():
            return all(name in found and fits(value, found[name], known) for name, value in shown.items())
        case list():
            return len(shown) == len(found) and all(map(lambda a, b: fits(a, b, known), shown, found))
        case "…":
            return True
        case str() if re.fullmatch(r"\{\w+\}", shown):
            return known.setdefault(shown[1:-1], found) == found
    return shown == found


async def call(text, people, known):
    """One request of the page, and its answer."""
    asked, _, answer = text.strip().partition("\n\n")
    first, *rest = asked.split("\n")
    ben, method, path = METHOD.match(first).groups()
    headers = dict(line.split(": ", 1) for line in rest if not line.startswith("{"))
    body = "".join(line for line in rest if line.startswith("{"))
    status, _, shown = answer.partition("\n")
    found = await people[bool(ben)].http.request(
        method,
        filled(path, known),
        headers={name: filled(value, known) for name, value in headers.items()},
        json=json.loads(filled(body, known)) if body else None,
    )
    assert found.status_code == int(status), (first, found.text[:300])
    assert not shown or fits(json.loads(shown), found.json(), known), (shown, found.text[:500])


async def talk(text, people, known):
    """A conversation of the page."""
    first, _, lines = text.strip().partition("\n\n")
    table = filled(first, known).split("/")[-2]
    async with people[first.startswith("Ben ")].sit(table) as seat:
        for line in lines.split("\n"):
            message = json.loads(line[2:])
            if line.startswith(">"):
                await seat.raw(json.dumps(message))
            else:
                heard = await seat.hear(message["type"])
                assert fits(message, heard, known), (line, heard)


async def test_the_examples_of_the_api(server):
    people, known = (server.guest(), server.guest()), {}
    examples = re.findall(r"```(http|websocket)\n(.*?)```", (DOCS / "api.md").read_text(), re.DOTALL)
    assert len(examples) > 12
    for kind, text in examples:
        await (call if kind == "http" else talk)(text, people, known)


async def test_the_examples_of_the_client(server, monkeypatch, tmp_path, capsys):
    """They are run as they stand, but for the address, the password and how long a bot thinks."""
    monkeypatch.setattr("fimbul.server.play.ADVISER", "greedy")
    monkeypatch.setattr("fimbul.server.seating.DEFAULT", "random")
    monkeypatch.chdir(tmp_path)
    ada, _ = await account(server, "ada", PASSWORD)
    monkeypatch.setenv("FIMBUL_TOKEN", (await ada.post("/me/tokens", {"name": "x"}))["secret"])
    await ada.table("me", "random", options={"setup": "quick"})
    examples = re.findall(r"```python\n(.*?)```", (DOCS / "client.md").read_text(), re.DOTALL)
    assert len(examples) == 4
    for example in examples:
        code = re.sub(r"https?://[\w.:]+", server.address, example)
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(exec, compile(code, "client.md", "exec"), {"__name__": "__main__"})
    assert (tmp_path / "game.saga").read_text().startswith("fimbul-saga")
    assert "F" in capsys.readouterr().out.splitlines()[-1]  # the rule that refused
