"""The chronicle of a table: a page to read, and a file to keep."""

import functools
import html

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from markdown_it import MarkdownIt

from fimbul.server.problems import Problem, not_found
from fimbul.server.services import Services

Guest = NamedDependency[str]
Context = NamedDependency[Services]

PAGE = """\
<!doctype html>
<html lang="en" data-theme="night">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
  <title>{title}</title>
  <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/style.css">
  <script src="/static/theme.js"></script>
</head>
<body>
  <header><a class="brand" href="/">fimbul</a><span class="grow"></span>{links}</header>
  <main><article class="page narrow prose rules">
{body}
  </article></main>
</body>
</html>
"""


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
        page = PAGE.format(title="fimbul", links='<a class="quiet small" href="/">Home</a>', body=why)
        return Response(page, media_type="text/html", status_code=problem.status)
    links = (
        f'<a class="quiet small" href="/t/{name}">Table</a>'
        f'<a class="quiet small" href="/t/{name}/replay">Replay</a>'
        f'<a class="quiet small" href="/api/v1/tables/{name}/chronicle" title="Save as Markdown">Save</a>'
    )
    page = PAGE.format(title=f"Chronicle · {html.escape(title)}", links=links, body=rendered(text))
    return Response(page, media_type="text/html")


def rendered(text: str) -> str:
    """Markdown as safe HTML: markup in the text is shown, not obeyed."""
    page: str = reader().render(text)
    return page


@functools.cache
def reader() -> MarkdownIt:
    """What reads Markdown, as for the rules, but without pictures and links."""
    return MarkdownIt("commonmark", {"html": False}).disable(["image", "link", "autolink", "reference"])
