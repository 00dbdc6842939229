"""The JSON API under `/api/v1`."""

from litestar import Router

from fimbul.server.api import games, people, tables


def router() -> Router:
    """All calls."""
    return Router("/api/v1", route_handlers=[*people.HANDLERS, *games.HANDLERS, *tables.HANDLERS])
