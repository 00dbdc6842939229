"""The lab in the browser: the experiments of a folder, their reports, how far they are, and any game in the
replay.

Nothing here knows the lab itself: an experiment is a folder with a manifest, and says how far it is in a
file.
"""

import html
import json
import re
import time
from pathlib import Path
from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath
from litestar.response import Redirect

from fimbul.core import FimbulError
from fimbul.core.wording import some
from fimbul.games import game as find
from fimbul.server.api.common import Context, Who
from fimbul.server.problems import not_found
from fimbul.server.prose import prose

# A report is one file with its own style and drawings, and nothing else.
REPORT_POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:"}
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\Z")
QUIET = 90  # seconds without a word after which it is asked whether a run has died
REFRESH = 2  # seconds between two looks at a running experiment


class Lab:
    """A folder of experiments."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """The experiments, those that were at work last first."""
        found = [path.parent for path in self.folder.glob("*/manifest.json") if NAME.match(path.parent.name)]
        return [
            path.name for path in sorted(found, key=lambda path: (-self.status(path.name)["updated"], path))
        ]

    def path(self, name: str) -> Path:
        """The folder of an experiment."""
        path = self.folder / name
        if not NAME.match(name) or not (path / "manifest.json").is_file():
            raise not_found("There is no such experiment.")
        return path

    def status(self, name: str) -> dict[str, Any]:
        """How far an experiment is; nothing that its file does not say."""
        blank = {"title": name, "state": "", "done": 0, "games": 0, "rate": 0.0, "left": None, "updated": 0.0}
        blank |= {"game": "", "arms": []}
        try:
            found = json.loads((self.folder / name / "status.json").read_bytes())
        except (OSError, ValueError):
            found = {}
        known = found if isinstance(found, dict) else {}
        status = blank | {key: value for key, value in known.items() if key in blank}
        quiet = time.time() - float(status["updated"]) > QUIET
        if status["state"] == "running" and quiet and not at_work(self.folder / name):
            status["state"] = "stopped"
        return status

    def record(self, name: str, file: str) -> str:
        """The text of a record."""
        if not NAME.match(file) or not file.endswith(".saga"):
            raise not_found("There is no such record.")
        try:
            return (self.path(name) / "records" / file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise not_found("There is no such record: it was not kept.") from None


def at_work(folder: Path) -> bool:
    """Whether somebody holds the lock of a folder and plays there: one game may be long."""
    try:
        import fcntl
    except ImportError:  # no such locks here
        return False
    try:
        with (folder / ".lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def progress(status: dict[str, Any]) -> str:
    """How far an experiment is, in words."""
    words = f"{status['done']:,} of {status['games']:,} games"
    if status["state"] == "running":
        words += f", {status['rate']:.1f} a second"
        if status["left"] is not None:
            words += f", about {lasting(status['left'])} left"
    elif status["state"]:
        words += f", {status['state']}"
    return words


def lasting(seconds: float) -> str:
    """A time in words."""
    for size, unit in ((3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            return some(round(seconds / size), unit)
    return some(max(1, round(seconds)), "second")


def together(slug: str) -> bool:
    """Whether all play together in a game; one that is not installed here says nothing."""
    try:
        return find(slug).cooperative
    except FimbulError:
        return False


def standings(status: dict[str, Any]) -> str:
    """What the arms have come to so far."""
    rows = "".join(
        f"<tr><td>{html.escape(str(arm['arm']))}</td><td>{arm['games']:,}</td><td>{arm['won']:.1%}</td>"
        f"<td>{arm['low']:.1%} to {arm['high']:.1%}</td><td>{arm['turns']:.1f}</td></tr>"
        for arm in status["arms"]
    )
    won = "won" if together(status["game"]) else "first player won"
    heads = "".join(f"<th>{head}</th>" for head in ("arm", "games", won, "95% interval", "turns"))
    title = "Arm by arm" if status["state"] == "done" else "So far"
    return f"<h2>{title}</h2><table><tr>{heads}</tr>{rows}</table>" if rows else ""


def games_to_watch(name: str, records: list[str]) -> str:
    """Every kept game, arm by arm."""
    if not records:
        return "<p>No record is kept yet.</p>"
    arms: dict[str, list[str]] = {}
    for file in records:
        arm, _, number = file.removesuffix(".saga").rpartition(".")
        label = str(int(number)) if number.isdecimal() else number
        link = f'<a href="/lab/{name}/records/{html.escape(file)}">{html.escape(label)}</a>'
        arms.setdefault(arm, []).append(link)
    return "".join(
        f"<details{' open' if len(arms) == 1 else ''}><summary>{html.escape(arm)} ({len(links):,})</summary>"
        f"<p>{' '.join(links)}</p></details>"
        for arm, links in arms.items()
    )


def shown(title: str, body: str, *, running: bool) -> Response[str]:
    """A page, which looks again by itself while something runs."""
    return prose(title, body, {"Lab": "/lab", "Home": "/"}, again=REFRESH if running else None)


def router(folder: Path) -> Router:
    """The pages of a folder of experiments."""
    lab = Lab(folder)

    @get("/", sync_to_thread=True)
    def experiments() -> Response[str]:
        """All experiments."""
        rows, running = [], False
        for name in lab.names():
            status = lab.status(name)
            running |= status["state"] == "running"
            rows.append(
                f'<tr><td><a href="/lab/{name}">{html.escape(str(status["title"]))}</a>'
                f"<br><code>{name}</code></td><td>{html.escape(progress(status))}</td></tr>"
            )
        empty = "<p>There is no experiment here yet: <code>fimbul lab run experiment.toml</code></p>"
        body = f"<table>{''.join(rows)}</table>" if rows else empty
        return shown("The lab", f"<h1>The lab</h1>{body}", running=running)

    @get("/{name:str}", sync_to_thread=True)
    def experiment(name: FromPath[str]) -> Response[str]:
        """One experiment: how far it is, its report, its games."""
        path, status = lab.path(name), lab.status(name)
        records = sorted(file.name for file in (path / "records").glob("*.saga"))
        report = (
            f'<p><a href="/lab/{name}/report.html">Read the report</a></p>'
            if (path / "report.html").is_file()
            else f"<p>There is no report yet: <code>fimbul lab report {html.escape(str(path))}</code></p>"
        )
        done = html.escape(progress(status))
        body = (
            f"<h1>{html.escape(str(status['title']))}</h1>"
            f'<p><progress max="{status["games"] or 1}" value="{status["done"]}">{done}</progress> {done}</p>'
            f"{report}{standings(status)}<h2>Games to watch</h2>{games_to_watch(name, records)}"
        )
        return shown(str(status["title"]), body, running=status["state"] == "running")

    @get("/{name:str}/report.html", sync_to_thread=True)
    def report(name: FromPath[str]) -> Response[bytes]:
        """The report, as it lies in the folder."""
        try:
            body = (lab.path(name) / "report.html").read_bytes()
            return Response(body, media_type="text/html", headers=REPORT_POLICY)
        except OSError:
            raise not_found("There is no report of this experiment yet.") from None

    @get("/{name:str}/records/{file:str}")
    async def record(name: FromPath[str], file: FromPath[str], caller: Who, services: Context) -> Redirect:
        """A game of an experiment, in the replay."""
        await services.limits.count("replay", caller.counted, caller.address)
        table = await services.seating.show_record(lab.record(name, file))
        return Redirect(f"/t/{table}/replay")

    return Router("/lab", route_handlers=[experiments, experiment, report, record], include_in_schema=False)
