"""The small signs that stand in words and on cards."""

from fimbul.core import Icon
from fimbul.games.fornaldar.table.symbols import RACES

LINE = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
FULL = 'fill="currentColor"'

ICONS = (
    Icon("command", "command", f'<path {LINE} d="M-7 9V-9L7-5-7-1"/>'),
    Icon("combat", "combat", f'<path {LINE} d="M-8 8L7-7M3-8h5v5M-9 3l6 6"/>'),
    Icon("magic", "magic", f'<path {FULL} d="M0-10L2-2 10 0 2 2 0 10-2 2-10 0-2-2z"/>'),
    Icon("escort", "CSP", f'<path {FULL} d="M-7-9H7V0Q7 6 0 10-7 6-7 0z"/>'),
    Icon("wound", "wound", f'<path {FULL} d="M0-10Q8 0 8 4A8 8 0 0 1-8 4Q-8 0 0-10z"/>'),
    Icon("ship", "at sea", f'<path {FULL} d="M-10 2H10L6 9H-6zM-1-10l8 10h-8z"/>'),
    Icon("item", "magic item", f'<path {FULL} d="M-5-8H5L10-2 0 10-10-2z"/>'),
    Icon("points", "victory points", f'<path {FULL} d="M-8 8L-10-6-4-1 0-9 4-1 10-6 8 8z"/>'),
    Icon("move", "movement points", f'<path {LINE} d="M-9 0H8M2-6l6 6-6 6"/>'),
    Icon("clear", "clear weather", f'<circle {FULL} r="5"/><path {LINE} d="M0-10v2M0 8v2M-10 0h2M8 0h2"/>'),
    Icon("rain", "rain", f'<path {LINE} d="M-5-8l-3 6M3-8L0-2M9-8L6-2M-5 2l-3 6M3 2L0 8"/>'),
    Icon("snow", "snow", f'<path {LINE} d="M0-10V10M-8.7-5L8.7 5M-8.7 5L8.7-5"/>'),
    Icon(
        "die", "by a die", f'<rect {LINE} x="-8" y="-8" width="16" height="16" rx="3"/><circle {FULL} r="2"/>'
    ),
    *(Icon(race, race, f'<path {FULL} d="{shape}"/>') for race, shape in RACES.items()),
)
