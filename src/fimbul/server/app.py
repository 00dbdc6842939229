"""The application: the pages, the API and the websocket, around one house."""

import html
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from fimbul import __version__
from fimbul.server import api, chronicle, lab, live, pages, problems
from fimbul.server.house import guest_of, house_of, opened

LARGEST_BODY = 64 * 1024

log = logging.getLogger("fimbul.server")


def build(folder: Path, *, workers: int | None = None, experiments: Path | None = None) -> Litestar:
    """The application of a data folder, and of a folder of experiments where one is to be shown."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with opened(folder, workers) as house:
            app.state["house"] = house
            yield

    return Litestar(
        [
            api.router(),
            *([lab.router(experiments)] if experiments is not None else []),
            live.live,
            pages.page,
            pages.static,
            pages.favicon,
            chronicle.read_chronicle,
            docs,
        ],
        lifespan=[lifespan],
        dependencies={
            "house": Provide(house_of, sync_to_thread=False),
            "guest": Provide(guest_of, sync_to_thread=False),
        },
        guards=[same_origin],
        exception_handlers={Exception: problems.answer},
        before_send=[add_headers],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=5, exclude_opt_key="squeezed"
        ),
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="fimbul",
            version=__version__,
            description="Tables, guests, pieces and records. Errors are problem details (RFC 9457).",
            path="/api/v1",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
        debug=False,
    )


async def add_headers(message: Message, scope: Scope) -> None:
    """What every answer carries: the guest's new cookie, and what a browser may do with it."""
    if message["type"] not in ("http.response.start", "websocket.accept"):
        return
    headers: list[tuple[bytes, bytes]] = list(message.get("headers") or [])
    given = {name.lower() for name, _ in headers}
    cookie = scope.get("state", {}).get("fimbul_cookie")
    if cookie:
        headers.append((b"set-cookie", cookie.encode()))
    if message["type"] == "http.response.start":
        for name, value in (
            (b"content-security-policy", pages.POLICY),
            (b"x-content-type-options", "nosniff"),
            (b"referrer-policy", "same-origin"),
            (b"cache-control", "no-store"),
        ):
            if name not in given:
                headers.append((name, value.encode()))
    message["headers"] = headers


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Other sites may not act with a guest's cookie."""
    if connection.scope.get("method") in ("GET", "HEAD"):
        return
    origin = connection.headers.get("origin")
    if origin and urlsplit(origin).netloc != connection.headers.get("host"):
        raise problems.forbidden("This was asked for by a page of another site.")


@get("/api/v1/docs", include_in_schema=False, sync_to_thread=True)
def docs(request: Request[Any, Any, State]) -> Response[str]:
    """The API on one plain page."""
    schema = request.app.openapi_schema.to_schema()
    rows = [
        f"<tr><td><code>{method.upper()}</code></td><td><code>{html.escape(path)}</code></td>"
        f"<td>{html.escape(str(call.get('description') or call.get('summary') or ''))}</td></tr>"
        for path, calls in schema["paths"].items()
        for method, call in calls.items()
    ]
    body = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>fimbul: the API</title>'
        "<style>body{font:16px/1.5 Georgia,serif;margin:2rem auto;max-width:60rem;padding:0 1rem}"
        "td{padding:.2rem .8rem .2rem 0;vertical-align:top}</style>"
        '<h1>fimbul: the API</h1><p>As a program reads it: <a href="/api/v1/openapi.json">openapi.json</a>. '
        "Live play is a websocket at <code>/api/v1/tables/{id}/live</code>. Errors are problem details.</p>"
        f"<table>{''.join(rows)}</table></html>"
    )
    return Response(body, media_type="text/html")
