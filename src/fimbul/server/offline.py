"""What browsers ask for to play on without a connection: the script that plays, and what it plays with."""

from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from fimbul.server.pages import deliver
from fimbul.server.problems import not_found
from fimbul.server.provisions import WORKER
from fimbul.server.services import Services

FOREVER = "public, max-age=31536000, immutable"
# The worker alone may run WebAssembly; it reaches nothing but this server.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


@get("/offline/{seal:str}/{name:str}", include_in_schema=False, opt={"squeezed": True}, sync_to_thread=True)
def provision(
    request: Request[Any, Any, Any],
    seal: FromPath[str],
    name: FromPath[str],
    services: NamedDependency[Services],
) -> Response[bytes]:
    """One of the files that are played with."""
    found = services.provisions
    if found is None or found.address != f"/offline/{seal}/":
        raise not_found("There is nothing at this address.")
    headers = {"Content-Security-Policy": POLICY} if name == WORKER else None
    return deliver(request, found.file(name), cache=FOREVER, headers=headers)


HANDLERS = [provision]
