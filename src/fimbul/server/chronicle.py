"""The chronicle of a table: a page to read, and a file to keep."""

import functools
import html

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from markdown_it import MarkdownIt

from fimbul.server.problems import Problem, not_found
from fimbul.server.prose import prose
from fimbul.server.services import Services

Guest = NamedDependency[str]
Context = NamedDependency[Services]


async def told(services: Services, name: str, guest: str) -> tuple[str, str]:
    """The title of a table's game, and its chronicle as the asker may know it."""
    table = await services.tables.get(name)
    await services.tables.admit(table, guest)
    async with table.lock:
        state = (await services.tables.match(table)).state
        text = table.game.chronicle(state.view(table.seat_of(guest)))
    if not text:
        raise not_found(f"{table.game.title} writes no chronicle.")
    return table.game.title, text


@get("/tables/{name:str}/chronicle")
async def download_chronicle(name: FromPath[str], guest: Guest, services: Context) -> Response[str]:
    """The chronicle as Markdown, for games that write one, as the asker may know it."""
    _, text = await told(services, name, guest)
    headers = {"Content-Disposition": 'attachment; filename="chronicle.md"'}
    return Response(text, media_type="text/markdown", headers=headers)


@get("/t/{name:str}/chronicle", include_in_schema=False)
async def read_chronicle(name: FromPath[str], guest: Guest, services: Context) -> Response[str]:
    """The chronicle as a page."""
    try:
        title, text = await told(services, name, guest)
    except Problem as problem:
        why = f"<h1>Lost in the snow</h1><p>{html.escape(problem.detail)}</p>"
        return prose("fimbul", why, {"Home": "/"}, status=problem.status)
    links = {
        "Table": f"/t/{name}",
        "Replay": f"/t/{name}/replay",
        "Save as Markdown": f"/api/v1/tables/{name}/chronicle",
    }
    return prose(f"Chronicle · {title}", rendered(text), links)


def rendered(text: str) -> str:
    """Markdown as safe HTML: markup in the text is shown, not obeyed."""
    page: str = reader().render(text)
    return page


@functools.cache
def reader() -> MarkdownIt:
    """What reads Markdown, as for the rules, but without pictures and links."""
    return MarkdownIt("commonmark", {"html": False}).disable(["image", "link", "autolink", "reference"])
