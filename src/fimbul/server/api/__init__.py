"""The JSON API under `/api/v1`."""

from litestar import Router

from fimbul.server.api import games, lobby, people, puzzles, reviews, tables


def router() -> Router:
    """All calls."""
    modules = (people, lobby, games, tables, reviews, puzzles)
    return Router("/api/v1", route_handlers=[handler for each in modules for handler in each.HANDLERS])
