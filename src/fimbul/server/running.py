"""What those who run a server look at: health, readiness, metrics, and logs that a program can read."""

import json
import logging
import time
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency

from fimbul.server.services import Services
from fimbul.server.store import now_ms

Context = NamedDependency[Services]


@get("/health", include_in_schema=False)
async def health() -> dict[str, str]:
    """Whether this process lives."""
    return {"status": "ok"}


@get("/ready", include_in_schema=False)
async def ready(services: Context) -> Response[dict[str, str]]:
    """Whether it can serve: the store answers, and it is not about to stop."""
    if services.closing:
        return Response({"status": "closing"}, status_code=503)
    try:
        await services.store.tables.due(0, 1)
    except Exception:
        return Response({"status": "the store does not answer"}, status_code=503)
    return Response({"status": "ok"})


@get("/metrics", include_in_schema=False)
async def metrics(services: Context) -> Response[bytes]:
    """Figures for Prometheus; a proxy keeps strangers from them."""
    try:
        from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
    except ImportError:
        text = b"# Metrics need the extra 'server': pip install 'fimbul[server]'.\n"
        return Response(text, status_code=501, media_type="text/plain")
    registry = CollectorRegistry()
    live = list(services.tables.live.values())

    def gauge(name: str, what: str, value: float) -> None:
        Gauge(f"fimbul_{name}", what, registry=registry).set(value)

    def counter(name: str, what: str, value: float) -> None:
        Counter(f"fimbul_{name}", what, registry=registry).inc(value)

    gauge("tables", "Tables in memory", len(live))
    gauge("matches", "Games in memory", sum(table.match is not None for table in live))
    gauge("connections", "Open websockets at tables", sum(len(table.listeners) for table in live))
    gauge("lobby_connections", "Open websockets in the lobby", len(services.lobby.listeners))
    gauge("long_jobs", "Replays, proofs and pictures that wait or run", services.pools.waiting)
    gauge(
        "questions",
        "Questions to bots that wait or are thought about",
        await services.store.questions.waiting(),
    )
    gauge("uptime_seconds", "Since the start", time.time() - services.started)
    late = await services.store.tables.due(now_ms() - 5000, 1000)
    gauge("late_flags", "Flags that should have fallen five seconds ago", len(late))
    counter("moves", "Actions taken by this process", services.play.moves)
    counter("move_seconds", "Seconds from people's actions until they were told", services.play.seconds)
    counter("slow_moves", "People's actions that took longer than a quarter of a second", services.play.slow)
    counter("requests", "Requests answered by this process", services.answered)
    counter("failures", "Requests that failed for no fault of the asker's", services.failed)
    if services.worker is not None:
        counter("questions_answered", "Questions answered by this process", services.worker.thought)
        counter("thinking_seconds", "Seconds of bots' thought in this process", services.worker.spent)
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A log record as JSON."""
        told: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_as_json() -> None:
    """Let everything be logged as JSON on stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True


HANDLERS = [health, ready, metrics]
