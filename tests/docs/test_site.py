"""The documents as a site: whole, searched without a server, and alone in the world."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from mkdocs.exceptions import PluginError
from tests.web.conftest import PATIENCE, PHONE, browser  # noqa: F401  # a real Chromium

ROOT = Path(__file__).parents[2]
TABS = ["Play", "Rules", "Learn", "Deutsch", "Design", "Research", "Host", "Build", "API"]
TABS += ["Architecture", "Changes"]
LINK = re.compile(r'<a\b[^>]*? href="([^"]+)"')
NAME = re.compile(r'\bid="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return folder


def test_every_link_of_the_site_leads_to_a_page_and_a_place_on_it(site: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    names = {path: set(NAME.findall(text)) for path, text in pages.items()}
    lost, seen = [], 0
    for page, text in pages.items():
        for link in LINK.findall(text):
            path, _, place = unquote(link).partition("#")
            if page.name == "404.html" or re.match(r"[a-z]+:", path):
                continue
            target = (page.parent / path).resolve() if path else page
            seen += 1
            if not target.is_file() or (place and target in names and place not in names[target]):
                lost.append((page.name, link))
    assert lost == []
    assert seen > 5000


def test_the_site_has_all_its_rooms_and_every_rules_page_a_picture(site: Path) -> None:
    front = (site / "index.html").read_text(encoding="utf-8")
    tabs = re.findall(r'class="md-tabs__link">\s*([^<]+?)\s*<', front)
    assert tabs[1:] == TABS
    for page in (site / "rules").glob("*.html"):
        slug = page.stem.partition(".")[0]  # also of a translation: `fate.de`
        assert f'src="../tables/{slug}.jpg"' in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("screen", [{"width": 1280, "height": 900}, PHONE])
def test_it_is_searched_from_a_folder_and_asks_no_other_host(
    site: Path,
    browser: Any,  # noqa: F811
    screen: dict[str, int],
) -> None:
    size = {"width": screen["width"], "height": screen["height"]}
    context = browser.new_context(viewport=size)
    context.set_default_timeout(PATIENCE)
    page, asked, wrong = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda problem: wrong.append(str(problem)))
    page.goto((site / "index.html").as_uri())
    page.locator("label.md-header__button[for=__search], input.md-search__input").locator(
        "visible=true"
    ).first.click()
    page.locator("input.md-search__input").press_sequentially("severance")
    page.locator(".md-search-result__item a", has_text="Winter of Winters").first.click()
    page.wait_for_url("**/rules/fimbulvetr.html*")
    assert page.locator("h1").inner_text().startswith("Fimbulvetr")
    context.close()
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_a_page_that_would_ask_another_host_is_refused() -> None:
    spec = importlib.util.spec_from_file_location("site_hooks", ROOT / "tools" / "site.py")
    assert spec is not None
    assert spec.loader is not None
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)
    page = SimpleNamespace(file=SimpleNamespace(src_uri="play.md"))
    assert hooks.on_post_page('<script src="assets/own.js">', page=page)
    with pytest.raises(PluginError, match=r"play\.md asks another host"):
        hooks.on_post_page('<script src="https://elsewhere.example/theirs.js">', page=page)
