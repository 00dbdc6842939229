"""The client's modules bound into one script, so that a page is there after one request and not after thirty.

A module may be bound with all that it imports: each becomes a function that runs once in a window, whichever
script brings it, and the whole can be imported in the place of the module.  What it imports later is bound
too.  Nothing is built beforehand: the server binds the files as they are.
"""

import functools
import re
from collections.abc import Callable

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (default )?(?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
LATER = re.compile(r"(\bimport\([\"`]\./[^/\"`]+)\.js(?=[\"`]\))")
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
REMARK = re.compile(r"^ */\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)
BOUND = ".bound.js"

Read = Callable[[str], str]


def bound(names: list[str], read: Read) -> str:
    """One script of some modules, which exports what the last of them does."""
    parts = ["const bound = (globalThis.bound ??= {});\n"]
    parts += (wrapped(name, read(name)) for name in in_order(names, read))
    own = exports(read(names[-1]))
    parts.append(f'const own = await bound["{names[-1]}"];\n')
    parts += (f"export const {name} = own.{name};\n" for name in own if name != "default")
    if "default" in own:
        parts.append("export default own.default;\n")
    return "".join(parts)


def in_order(names: list[str], read: Read) -> list[str]:
    """Modules and all that they import, each after those that it needs."""
    found: dict[str, None] = {}

    def add(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            raise ValueError(f"{name} imports itself by way of {', '.join(way)}.")
        if name not in found:
            for _, other in IMPORT.findall(read(name)):
                add(other, (*way, name))
            found[name] = None

    for name in names:
        add(name, ())
    return list(found)


@functools.lru_cache(maxsize=256)
def wrapped(name: str, text: str) -> str:
    """A module as a function that runs once."""
    body = IMPORT.sub(lambda found: awaited(found[1], found[2]), REMARK.sub("", text))
    body = LATER.sub(rf"\1{BOUND}", EXPORT.sub("", body))
    if left := LEFT.search(body):
        raise ValueError(f"{name} cannot be bound: {left[0]}")
    gives = ", ".join(f"{shown}: {own}" for shown, own in exports(text).items())
    return f'bound["{name}"] ??= (async () => {{\n{body}return {{ {gives} }};\n}})();\n'


def awaited(names: str | None, module: str) -> str:
    """An import as something to wait for."""
    there = f'await bound["{module}"];'
    return there if names is None else f"const {{{names.replace(' as ', ': ')}}} = {there}"


def exports(text: str) -> dict[str, str]:
    """What a module exports, and what that is called inside it."""
    return {"default" if default else name: name for default, name in EXPORT.findall(text)}
