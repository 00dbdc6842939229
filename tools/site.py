"""What the site needs besides docs/: pages from the root of the repository, and links that lead out of docs/.

MkDocs loads this as its hooks (mkdocs.yml).  A page of the root becomes a page of the site; a link to any
other file of the repository leads to a copy of it under `source/`.  The search works from a folder, too.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
FOLDER = "assets/folder.js"
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "CREDITS.md": "credits.md"}
LOADED = re.compile(r'<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)="(?:https?:)?//[^>]*>')
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def on_config(config: Any) -> Any:
    """Let every page know how to search without a server."""
    config.extra["polyfills"] = [FOLDER]
    return config


def on_files(files: Files, *, config: Any) -> Files:
    """Add the pages of the root, and every file that a page links to outside docs/."""
    script = (ROOT / "tools" / "folder.js").read_text(encoding="utf-8")
    files.append(File.generated(config, FOLDER, content=script))
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=moved(text, source, "")))
    for page in [file for file in files if file.src_uri.endswith(".md")]:
        for target in outside(page.content_string, page.src_uri):
            if files.get_file_from_path(f"source/{target}") is None:
                files.append(File.generated(config, f"source/{target}", content=(ROOT / target).read_bytes()))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Let links that lead out of docs/ lead to the copies, and show a game's table above its rules."""
    folder, name = posixpath.split(page.file.src_uri)
    photograph = f"tables/{name.partition('.')[0]}.jpg"  # also of a translation: `fate.de.md`
    if folder == "rules" and (ROOT / "docs" / photograph).is_file():
        title, _, rest = markdown.partition("\n")
        markdown = f"{title}\n\n![A table in the middle of a game](../{photograph})\n{rest}"
    return moved(markdown, f"docs/{page.file.src_uri}", folder)


def on_post_page(output: str, *, page: Any, **_: Any) -> str:
    """Refuse a page that would ask another host for anything."""
    for tag in LOADED.findall(output):
        if 'rel="canonical"' not in tag:
            raise PluginError(f"{page.file.src_uri} asks another host: {tag}")
    return output


@event_priority(-100)
def on_post_build(*, config: Any) -> None:
    """Write what the search finds as a script: a page in a folder can load one, but no data."""
    folder = Path(config.site_dir) / "search"
    found = (folder / "search_index.json").read_text(encoding="utf-8")
    (folder / "search_index.js").write_text(f"var __index = {found}", encoding="utf-8")


def moved(markdown: str, where: str, folder: str) -> str:
    """The text of a page that lies at `where` in the repository, with the links of a page in `folder`."""

    def link(found: re.Match[str]) -> str:
        path, anchor = found[1], found[2] or ""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(where), path))
        if target.startswith("docs/"):
            new = target.removeprefix("docs/")
        elif target in PAGES:
            new = PAGES[target]
        elif (ROOT / target).is_file():
            new = f"source/{target}"
        else:
            return found[0]
        return f"]({posixpath.relpath(new, folder or '.')}{anchor})"

    return LINK.sub(link, markdown)


def outside(markdown: str, page: str) -> set[str]:
    """The files outside docs/ that a page links to, but for those that are pages themselves."""
    folder = posixpath.dirname(f"docs/{page}")
    found = {posixpath.normpath(posixpath.join(folder, path)) for path, _ in LINK.findall(markdown)}
    return {
        path
        for path in found
        if not path.startswith(("docs/", "..")) and path not in PAGES and (ROOT / path).is_file()
    }
