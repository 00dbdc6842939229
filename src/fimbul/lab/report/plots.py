"""Plots, drawn by Altair and kept as SVG: they need no script and nothing from elsewhere."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import vl_convert

from fimbul.lab.report.document import Plot
from fimbul.lab.statistics import Estimate

ICE, EMBER, DIM = "#2f6f9f", "#c8702c", "#9aa6b2"
WIDTH = 460
MOST_ROWS = 60


def chart_of(rows: list[dict[str, Any]]) -> Any:
    """A chart of these rows."""
    return alt.Chart(alt.InlineData(values=rows))


def svg(chart: Any) -> str:
    """A chart as a picture."""
    spec = chart.configure_view(stroke=None).configure_axis(gridColor="#e6e3dc").to_dict()
    return str(vl_convert.vegalite_to_svg(spec))


def shares(name: str, title: str, rows: Sequence[tuple[str, Estimate]], even: float | None = None) -> Plot:
    """Shares with their intervals, one below the other; a line where all would be even."""
    data = [
        {"name": label, "share": mark.value, "low": mark.low, "high": mark.high}
        for label, mark in rows[:MOST_ROWS]
        if mark.games
    ]
    order = [str(row["name"]) for row in data]
    base = chart_of(data)
    axis = alt.Axis(format="%", title=title)
    y = alt.Y("name:N", sort=order, title=None, axis=alt.Axis(labelLimit=220))
    layers: list[Any] = [
        base.mark_rule(color=ICE).encode(x=alt.X("low:Q", axis=axis), x2="high:Q", y=y),
        base.mark_point(filled=True, color=ICE, size=55).encode(x=alt.X("share:Q", axis=axis), y=y),
    ]
    if even is not None:
        line = chart_of([{"even": even}])
        layers.insert(0, line.mark_rule(color=DIM, strokeDash=[4, 3]).encode(x="even:Q"))
    return Plot(name, title, svg(alt.layer(*layers).properties(width=WIDTH)))


def histogram(name: str, title: str, groups: Sequence[tuple[str, Sequence[float]]]) -> Plot:
    """How often each value was, by group."""
    values = [value for _, some in groups for value in some]
    step = max(1, round((max(values, default=1) - min(values, default=0)) / 24))
    counts: dict[tuple[str, float], int] = {}
    for label, some in groups:
        for value in some:
            key = label, value // step * step
            counts[key] = counts.get(key, 0) + 1
    data = [{"group": label, "value": value, "games": count} for (label, value), count in counts.items()]
    colours = [ICE, EMBER, "#5c8a3c", "#8a5ca0", DIM]
    chart = (
        chart_of(data)
        .mark_bar(opacity=0.85)
        .encode(
            x=alt.X("value:O", title=title, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("games:Q", title="games"),
            color=alt.Color(
                "group:N",
                title=None,
                scale=alt.Scale(range=colours),
                legend=None if len(groups) == 1 else alt.Legend(),
            ),
        )
        .properties(width=WIDTH, height=180)
    )
    return Plot(name, title, svg(chart))


def lines(name: str, title: str, across: str, rows: Sequence[tuple[str, float, Estimate]]) -> Plot:
    """Curves with their intervals: (curve, place, value)."""
    data = [
        {"curve": curve, "at": at, "value": mark.value, "low": mark.low, "high": mark.high}
        for curve, at, mark in rows
    ]
    base = chart_of(data)
    colour = alt.Color("curve:N", title=None, scale=alt.Scale(range=[ICE, EMBER, "#5c8a3c", "#8a5ca0", DIM]))
    x = alt.X("at:Q", title=across, axis=alt.Axis(format="%"))
    layers = alt.layer(
        base.mark_area(opacity=0.18).encode(x=x, y=alt.Y("low:Q", title=title), y2="high:Q", color=colour),
        base.mark_line().encode(x=x, y=alt.Y("value:Q", title=title), color=colour),
    )
    return Plot(name, title, svg(layers.properties(width=WIDTH, height=180)))
