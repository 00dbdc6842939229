"""The JSON API under `/api/v1`."""

from litestar import Router

from fimbul.server.api import games, lobby, people, reviews, tables


def router() -> Router:
    """All calls."""
    handlers = [*people.HANDLERS, *lobby.HANDLERS, *games.HANDLERS, *tables.HANDLERS, *reviews.HANDLERS]
    return Router("/api/v1", route_handlers=handlers)
