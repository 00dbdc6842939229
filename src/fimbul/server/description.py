"""The description of the API as a program reads it, where it says more than the framework knows."""

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

SVG = {"image/svg+xml": {"schema": {"type": "string"}}}
KINDS: dict[str, dict[str, Any]] = {  # what is not JSON, or not only
    "/api/v1/games/{slug}/picture.svg": SVG,
    "/api/v1/games/{slug}/rules/{name}": SVG,
    "/api/v1/tables/{name}/frames/{ply}": SVG,
    "/api/v1/tables/{name}/record.saga": {"text/plain": {"schema": {"type": "string"}}},
    "/api/v1/tables/{name}/chronicle": {"text/markdown": {"schema": {"type": "string"}}},
    "/api/v1/tables/{name}/review": {"application/x-ndjson": {"schema": {"type": "string"}}},
    "/api/v1/boards/{name}": {"application/json": {"schema": {"type": "object"}}},
}
BODIES: dict[str, dict[str, Any]] = {"/api/v1/records": {"text/plain": {"schema": {"type": "string"}}}}


class Description(JsonRenderPlugin):
    """The OpenAPI document, completed."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document."""
        return super().render(request, completed(openapi_schema))


def completed(schema: dict[str, Any]) -> dict[str, Any]:
    """The same, with closed bodies and all kinds of answers; doing it twice changes nothing."""
    known = schema["components"]["schemas"]
    for kind in closed(msgspec.Struct):
        if kind.__name__ in known:
            known[kind.__name__]["additionalProperties"] = False
    for path, kinds in KINDS.items():
        for call in schema["paths"].get(path, {}).values():
            answer = call["responses"]["200"]
            only = path != "/api/v1/tables/{name}/frames/{ply}"
            answer["content"] = kinds if only else {**answer.get("content", {}), **kinds}
    for path, body in BODIES.items():
        schema["paths"][path]["post"]["requestBody"] = {"content": body, "required": True}
    return schema


def closed(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """All structs of the server that refuse fields which they do not know."""
    for each in kind.__subclasses__():
        if each.__module__.startswith("fimbul.") and each.__struct_config__.forbid_unknown_fields:
            yield each
        yield from closed(each)
