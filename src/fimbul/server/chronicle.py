"""The chronicle of a table: a page to read, and a file to keep."""

import functools
import html

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from markdown_it import MarkdownIt

from fimbul.core import Game, View
from fimbul.server.guests import Caller
from fimbul.server.problems import Problem, not_found
from fimbul.server.prose import prose
from fimbul.server.services import Services
from fimbul.server.tongues import asked, spoken
from fimbul.speech import Speech

Who = NamedDependency[Caller]
Context = NamedDependency[Services]


async def told(services: Services, name: str, caller: Caller) -> tuple[str, str]:
    """The title of a table's game, and its chronicle as the asker may know it."""
    await services.limits.count("replay", caller.counted, caller.address)
    table = await services.tables.get(name)
    await services.tables.admit(table, caller.person)
    async with table.lock:
        state, seat = (await services.tables.match(table)).state, table.seat_of(caller.person)
        own = spoken(table.subject, asked.get())
        text = await services.pools.draw(written, table.game, state.view(seat), own)
    if not text:
        raise not_found(f"{table.game.title} writes no chronicle.")
    return table.game.title, text


def written(game: Game, view: View, own: Speech | None) -> str:
    """The chronicle in a language, line by line."""
    text = game.chronicle(view)
    return text if own is None else "\n".join(own.line(each) for each in text.split("\n"))


@get("/tables/{name:str}/chronicle")
async def download_chronicle(name: FromPath[str], caller: Who, services: Context) -> Response[str]:
    """The chronicle as Markdown, for games that write one, as the asker may know it."""
    _, text = await told(services, name, caller)
    headers = {"Content-Disposition": 'attachment; filename="chronicle.md"'}
    return Response(text, media_type="text/markdown", headers=headers)


@get("/t/{name:str}/chronicle", include_in_schema=False)
async def read_chronicle(name: FromPath[str], caller: Who, services: Context) -> Response[str]:
    """The chronicle as a page."""
    language = asked.get()
    say = spoken((None, ()), language) or str
    try:
        title, text = await told(services, name, caller)
    except Problem as problem:
        why = f"<h1>{say('Lost in the snow')}</h1><p>{html.escape(say(problem.detail))}</p>"
        return prose("fimbul", why, {say("Home"): "/"}, language=language, status=problem.status)
    links = {
        say("Table"): f"/t/{name}",
        say("Replay"): f"/t/{name}/replay",
        say("Save as Markdown"): f"/api/v1/tables/{name}/chronicle?language={language}",
    }
    body = await services.pools.draw(rendered, text)
    return prose(f"{say('Chronicle')} · {title}", body, links, language=language)


def rendered(text: str) -> str:
    """Markdown as safe HTML: markup in the text is shown, not obeyed."""
    page: str = reader().render(text)
    return page


@functools.cache
def reader() -> MarkdownIt:
    """What reads Markdown, as for the rules, but without pictures and links."""
    return MarkdownIt("commonmark", {"html": False}).disable(["image", "link", "autolink", "reference"])
