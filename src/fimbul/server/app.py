"""The application: the pages, the API and the websocket, around one set of services."""

import asyncio
import html
import ipaddress
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.types import Message, Scope

from fimbul import __version__
from fimbul.games import all_games
from fimbul.server import api, chronicle, garbage, lab, live, offline, pages, problems, running, tongues
from fimbul.server.catalogue import everything
from fimbul.server.description import Description
from fimbul.server.limits import whereabouts
from fimbul.server.services import Services, Settings, caller_of, guest_of, opened, services_of

COSTLY = ("/api/", "/lab", "/metrics", "/ready")  # what is more than a file
LARGEST_BODY = 64 * 1024
INSIDE = ("/health", "/ready", "/metrics")  # proxies and monitors ask for these by names of their own

HEADERS = (
    (b"content-security-policy", pages.POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cache-control", b"no-store"),
)
SECURE_HEADERS = ((b"strict-transport-security", b"max-age=31536000; includeSubDomains"),)

log = logging.getLogger("fimbul.server")


def build(settings: Settings) -> Litestar:
    """The application of a data folder or a database."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with opened(settings) as services:
            app.state["services"] = services
            await services.pools.draw(all_games)  # whoever asks for a game must not wait for its import
            warming = asyncio.create_task(services.pools.draw(warm_up))
            yield
            warming.cancel()

    return Litestar(
        [
            api.router(),
            *([lab.router(settings.experiments)] if settings.experiments is not None else []),
            live.live,
            pages.page,
            pages.static,
            pages.service_worker,
            pages.favicon,
            chronicle.read_chronicle,
            docs,
            *offline.HANDLERS,
            *running.HANDLERS,
        ],
        lifespan=[lifespan],
        dependencies={
            "services": Provide(services_of, sync_to_thread=False),
            "guest": Provide(guest_of),
            "caller": Provide(caller_of),
        },
        guards=[same_origin, in_measure, tongues.listen],
        after_request=tongues.answer,
        exception_handlers={Exception: refuse},
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
            render_plugins=[Description(path="/openapi.json")],
        ),
        logging_config=None,
        debug=False,
    )


def warm_up() -> None:
    """Have the games at hand, so that nobody waits for them later.

    What is loaded stays for good: the collector of garbage need not look at it again and again while people
    play.
    """
    everything()
    garbage.settle()


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A problem for programs; a page for a person who has lost the way."""
    answer = problems.answer(request, error)
    if answer.status_code == 405:
        answer.headers["Allow"] = methods_at(request.app, request.scope["path"])
    return pages.lost(request) if answer.status_code == 404 and pages.for_people(request) else answer


def methods_at(app: Litestar, path: str) -> str:
    """The methods that an address takes; one that is named goes before one with anything in its place."""
    parts = [part for part in path.split("/") if part]
    found: dict[int, set[str]] = {0: set()}
    for route in app.routes:
        named = [known for known in route.path_components if isinstance(known, str)]
        fits = len(route.path_components) == len(parts) and all(
            not isinstance(known, str) or known == part
            for known, part in zip(route.path_components, parts, strict=True)
        )
        if fits:
            found.setdefault(len(named), set()).update(getattr(route, "methods", ()))
    return ", ".join(sorted(found[max(found)]))


async def add_headers(message: Message, scope: Scope) -> None:
    """What every answer carries: the guest's new cookie, and what a browser may do with it."""
    if message["type"] not in ("http.response.start", "websocket.accept"):
        return
    headers: list[tuple[bytes, bytes]] = list(message.get("headers") or [])
    given = {name.lower() for name, _ in headers}
    cookie = scope.get("state", {}).get("fimbul_cookie")
    if cookie:
        headers.append((b"set-cookie", cookie.encode()))
    if scope.get("method") == "OPTIONS" and b"allow" in given:  # the framework knows one of several handlers
        methods = methods_at(scope["litestar_app"], scope["path"]).encode()
        headers = [(name, methods if name.lower() == b"allow" else value) for name, value in headers]
    if message["type"] == "http.response.start":
        services: Services | None = scope["litestar_app"].state.get("services")
        secure = services is not None and services.settings.secure
        for name, value in HEADERS + (SECURE_HEADERS if secure else ()):
            if name not in given:
                headers.append((name, value))
        if services is not None:
            services.answered += 1
            services.failed += message["status"] >= 500 and message["status"] not in (501, 503)
    message["headers"] = headers


async def same_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Other sites may not act with a guest's cookie, nor reach a server under a name of theirs."""
    services: Services | None = connection.app.state.get("services")
    names = services.settings.names if services is not None else ()
    host = connection.headers.get("host", "")
    if connection.scope["path"] not in INSIDE and not known_host(host, names):
        raise problems.Problem(421, "This server does not go by that name: start it with --name to allow it.")
    if connection.scope.get("method") in ("GET", "HEAD"):
        return
    origin = connection.headers.get("origin")
    if origin and site_of(origin) != host:
        raise problems.forbidden("This was asked for by a page of another site.")


async def in_measure(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Nobody asks without end, whatever they ask for; what costs more is counted more closely where it is."""
    services: Services | None = connection.app.state.get("services")
    if services is None or not connection.scope["path"].startswith(COSTLY):
        return
    address = whereabouts(connection.client.host) if connection.client else "?"
    if connection.scope.get("method") in ("POST", "PUT", "DELETE", "PATCH"):
        services.limits.count_here("write", None, address)  # also of those whom the gate does not let in
        caller = await services.gate.caller(connection)
        services.limits.count_here("write", caller.counted, None)
    else:
        services.limits.count_here("read", None, address)


def site_of(origin: str) -> str | None:
    """The host and port that an Origin names; None if it names none."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def known_host(host: str, names: tuple[str, ...]) -> bool:
    """Whether a Host is this server's: an address, this machine, or a name that it was given.

    Any other name could be a strange site's, made to point here so that its pages pass for ours.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        own = {"localhost", socket.gethostname().lower()}
        return name in own or name.endswith(".localhost") or name in {each.lower() for each in names}


@get("/api/v1/docs", include_in_schema=False)
async def docs(request: Request[Any, Any, State]) -> Response[str]:
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
        '<link rel="stylesheet" href="/static/style.css"><main class="page prose">'
        '<h1>fimbul: the API</h1><p>As a program reads it: <a href="/api/v1/openapi.json">openapi.json</a>. '
        "Live play is a websocket at <code>/api/v1/tables/{id}/live</code>. Errors are problem details.</p>"
        f"<table>{''.join(rows)}</table></main></html>"
    )
    return Response(body, media_type="text/html")
