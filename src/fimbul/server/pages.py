"""Pages and their files: read once, compressed once, sent again only when they have changed."""

import functools
import gzip
import mimetypes
import re
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from markdown_it import MarkdownIt

from fimbul.core import Game, Words
from fimbul.server.binding import BOUND, bound
from fimbul.server.problems import not_found
from fimbul.server.tongues import ENGLISH, spoken
from fimbul.speech.retelling import drawn

SQUEEZED = ("text/", "application/json", "image/svg+xml", "application/manifest+json")
FILE_NAME = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+\Z")
PICTURE = re.compile(r"[a-z0-9_-]+\Z")
# Addresses, and the module of the client that is the page there; app.js has the same list.
PAGES = {
    "/": "home",
    "/t/{_:str}": "table",
    "/join/{_:str}": "table",
    "/t/{_:str}/replay": "replay",
    "/puzzles": "puzzles",
    "/rules/{_:str}": "rules",
    "/learn/{_:str}": "learn",
    "/build/{_:str}": "build",
    "/lobby": "lobby",
    "/account": "account",
    "/people/{_:str}": "people",
    "/leaders": "leaders",
    "/leaders/{_:str}": "leaders",
}
ADDRESSES = {re.compile(path.replace("{_:str}", "[^/]+")): name for path, name in PAGES.items()}
POLICY = (
    "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
# A drawing brings its own style, and may do nothing but be looked at.
PICTURE_POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("text/plain", ".saga")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Asset(msgspec.Struct, frozen=True):
    """A file in memory."""

    body: bytes
    squeezed: bytes | None
    kind: str
    tag: str


def static_folder() -> Path:
    """Where the client's files are."""
    return Path(str(resources.files("fimbul"))) / "web" / "static"


@functools.lru_cache(maxsize=128)
def load(path: Path, stamp: int) -> Asset:
    """A file, as it was at a moment."""
    return asset(path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream")


def asset(body: bytes, kind: str) -> Asset:
    """A body with its hash, and squeezed where that helps."""
    squeezed = gzip.compress(body, 9, mtime=0) if kind.startswith(SQUEEZED) and len(body) > 500 else None
    return Asset(body, squeezed, kind, f'"{blake2b(body, digest_size=9).hexdigest()}"')


def deliver(
    request: Request[Any, Any, Any],
    found: Asset,
    *,
    cache: str = "no-cache",
    headers: dict[str, str] | None = None,
) -> Response[bytes]:
    """A file, or the word that it has not changed."""
    all_headers = {"ETag": found.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"} | (headers or {})
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=all_headers)
    body = found.body
    if found.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = found.squeezed
        all_headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=found.kind, headers=all_headers)


def file(folder: Path, name: str) -> Asset:
    """A file of a folder, or a problem; names that would lead out of it are no names."""
    parts = name.strip("/").split("/")
    path = folder.joinpath(*parts)
    if not all(part == parts[-1] or PICTURE.match(part) for part in parts) or not FILE_NAME.match(parts[-1]):
        raise not_found("There is nothing at this address.")
    try:
        return load(path, path.stat().st_mtime_ns)
    except OSError:
        raise not_found("There is nothing at this address.") from None


@functools.lru_cache(maxsize=64)
def script(name: str, stamp: int) -> Asset:
    """A module of the client with all that it needs; a page's comes with what all pages share."""
    names = [f"{name}.js"] if name not in PAGES.values() else ["app.js", f"{name}.js"]
    text = bound(names, lambda each: file(static_folder(), each).body.decode())
    return asset(text.encode(), "text/javascript")


def stamp() -> int:
    """When a file of the client was last changed."""
    return max(each.stat().st_mtime_ns for each in static_folder().iterdir())


@functools.lru_cache(maxsize=64)
def page_of(name: str, stamp: int) -> Asset:
    """The one file of all pages, for one of them: with its script, and all that is asked for at once."""
    text = file(static_folder(), "index.html").body.decode()
    return asset(text.replace("/static/app.js", f"/static/{name or 'app'}{BOUND}", 1).encode(), "text/html")


def front(path: str) -> Asset:
    """The page at an address, as the files are now."""
    name = next((name for pattern, name in ADDRESSES.items() if pattern.fullmatch(path)), "")
    return page_of(name, stamp())


@get(list(PAGES), include_in_schema=False, opt={"squeezed": True}, sync_to_thread=False)
def page(request: Request[Any, Any, Any], guest: NamedDependency[str]) -> Response[bytes]:
    """Every page is one file: the client reads the address.  A newcomer becomes a guest here."""
    return deliver(request, front(request.url.path))


def lost(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page of an address that leads nowhere: the client says so, in words and with a way home."""
    found = front("")
    return Response(found.body, status_code=404, media_type=found.kind, headers={"Cache-Control": "no-cache"})


def for_people(request: Request[Any, Any, Any]) -> bool:
    """Whether a person looks for a page, and no program for data."""
    wanted = request.headers.get("accept", "")
    return request.method == "GET" and "text/html" in wanted and not request.url.path.startswith("/api/")


@get("/sw.js", include_in_schema=False, opt={"squeezed": True}, sync_to_thread=False)
def service_worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What the browser keeps running for us: at the root, so that it serves every page."""
    return deliver(request, file(static_folder(), "sw.js"))


@get("/static/{path:path}", include_in_schema=False, opt={"squeezed": True}, sync_to_thread=False)
def static(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """The client's scripts, styles and pictures."""
    name = str(path).strip("/")
    module = name.removesuffix(BOUND)
    bound_one = module != name and PICTURE.match(module)
    found = script(module, stamp()) if bound_one else file(static_folder(), name)
    return deliver(request, found, headers=PICTURE_POLICY if found.kind == "image/svg+xml" else None)


@get("/favicon.ico", include_in_schema=False, opt={"squeezed": True}, sync_to_thread=False)
def favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The sign of the house, for browsers that do not ask the page for it."""
    return deliver(request, file(static_folder(), "icon.svg"))


# ---- rules


class RuleText(msgspec.Struct, frozen=True):
    """A numbered rule, ready to show."""

    number: str
    title: str
    section: Words
    html: str
    ruling: bool


@functools.cache
def rules_of(game: Game, language: str = ENGLISH) -> list[RuleText]:
    """The rules of a game as safe HTML: markup in the page is shown, not obeyed."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    page = game.rules_in(language)
    numbers = {rule.number for rule in page.rules}
    told = [
        RuleText(
            rule.number,
            rule.title,
            rule.section,
            linked(markdown.render(pictured(rule.text, game.slug, language)), numbers - {rule.number}),
            rule.ruling,
        )
        for rule in page.rules
    ]
    heading, _, text = game.primer_in(language).removeprefix("# ").partition("\n")
    if not text:
        return told
    _, _, title = heading.rpartition(": ")
    return [RuleText("", sentence(title), "Start here", linked(markdown.render(text), numbers), False), *told]


def sentence(words: str) -> str:
    """The words, beginning with a capital."""
    return words[:1].upper() + words[1:]


def pictured(text: str, slug: str, language: str = ENGLISH) -> str:
    """The text with the addresses that its pictures have here."""
    wish = "" if language == ENGLISH else f"?language={language}"
    return re.sub(
        rf"\]\((?:\./)?{slug}/([a-z0-9_-]+\.svg)\)", rf"](/api/v1/games/{slug}/rules/\1{wish})", text
    )


def linked(html: str, numbers: set[str]) -> str:
    """The text with a link wherever it names another rule."""

    def link(found: re.Match[str]) -> str:
        number = found[0].rstrip("abcdefgh") if found[0] not in numbers else found[0]
        return f'<a class="rule" href="#{number}">{found[0]}</a>' if number in numbers else found[0]

    pieces = re.split(r"(<pre>.*?</pre>|<a .*?</a>|<[^>]*>)", html, flags=re.DOTALL)
    return "".join(
        piece if piece.startswith("<") else re.sub(r"\b[A-Z]+[0-9][0-9.]*[a-z]?\b", link, piece)
        for piece in pieces
    )


def rule_picture(game: Game, name: str, language: str = ENGLISH) -> Asset:
    """A picture of the rules page, with its words in a language."""
    if not PICTURE.match(name):
        raise not_found("There is no such picture.")
    return labelled(file(game.pictures, f"{name}.svg"), game, language)


@functools.lru_cache(maxsize=128)
def labelled(picture: Asset, game: Game, language: str) -> Asset:
    """A picture with its words in a language."""
    own = spoken((game, ()), language)
    return picture if own is None else asset(drawn(picture.body.decode(), own).encode(), picture.kind)
