"""Draws the curves of the two learners from what `--curve` wrote: `make pictures`."""

import csv
from pathlib import Path

HERE = Path(__file__).parent
WIDE, HIGH, LEFT, TOP = 640, 280, 52, 16  # of the field, and where it begins
SECONDS, STEP = 750, 150
LEARNERS = {"PPO": ("ppo.csv", "#d9822b"), "AlphaZero": ("alphazero.csv", "#2f7fb5")}


def across(seconds: float) -> float:
    """Where a second of the processor lies."""
    return round(LEFT + WIDE * seconds / SECONDS, 1)


def down(score: float) -> float:
    """Where a score lies."""
    return round(TOP + HIGH * (1 - score), 1)


def points(file: str) -> list[tuple[float, float]]:
    """The tests of a learner: seconds of the processor, and the score against greedy."""
    with (HERE / file).open(encoding="utf-8", newline="") as lines:
        return [(float(row["processor"]), float(row["score"])) for row in csv.DictReader(lines)]


def draw() -> str:
    """Both curves in one picture."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 18} {TOP + HIGH + 44}" '
        'font-family="sans-serif" font-size="13" fill="#333">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = down(percent / 100)
        line = "#888" if percent == 50 else "#ddd"
        parts.append(f'<path d="M{LEFT} {y}h{WIDE}" stroke="{line}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{percent} %</text>')
    for seconds in range(0, SECONDS + 1, STEP):
        x = across(seconds)
        parts.append(f'<text x="{x}" y="{TOP + HIGH + 18}" text-anchor="middle">{seconds}</text>')
    middle = LEFT + WIDE / 2
    parts.append(
        f'<text x="{middle}" y="{TOP + HIGH + 36}" text-anchor="middle">seconds of the processor</text>'
    )
    parts.append(f'<text x="{LEFT + WIDE - 90}" y="{down(0.5) + 18}" fill="#666">as greedy</text>')
    for number, (name, (file, colour)) in enumerate(LEARNERS.items()):
        way = " ".join(f"{across(seconds)},{down(score)}" for seconds, score in points(file))
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(
            f'<text x="{LEFT + WIDE - 90}" y="{down(0.22) + 20 * number}" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    (HERE / "curves.svg").write_text(draw(), encoding="utf-8", newline="\n")
