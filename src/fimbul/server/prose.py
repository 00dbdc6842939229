"""Pages to read that need no script: a head, some links, and a text."""

import html
from collections.abc import Mapping

from litestar import Response

from fimbul.server.tongues import ENGLISH

PAGE = """\
<!doctype html>
<html lang="{language}" data-theme="night">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">{again}
  <title>{title}</title>
  <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/style.css">
  <script src="/static/early.js"></script>
</head>
<body>
  <header><a class="brand" href="/">fimbul</a><span class="grow"></span>{links}</header>
  <main tabindex="0"><article class="page narrow prose rules">
{body}
  </article></main>
</body>
</html>
"""


def prose(
    title: str,
    body: str,
    links: Mapping[str, str],
    *,
    language: str = ENGLISH,
    again: int | None = None,
    status: int = 200,
) -> Response[str]:
    """A page; `body` is HTML, the rest text.  `again`: after so many seconds it is asked for once more."""
    page = PAGE.format(
        language=language,
        title=html.escape(title),
        body=body,
        links="".join(
            f'<a class="quiet small" href="{html.escape(to)}">{name}</a>' for name, to in links.items()
        ),
        again="" if again is None else f'\n  <meta http-equiv="refresh" content="{again}">',
    )
    return Response(page, media_type="text/html", status_code=status)
