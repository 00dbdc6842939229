"""Six Winters at the table."""

from fimbul.core import Action, Board, Button, Sketch, Table, Tray
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.library.texts import ForStress
from fimbul.games.six_winters.rules.acting.trading import EXTRA
from fimbul.games.six_winters.rules.dice import KINDS, NAMES, kind_of
from fimbul.games.six_winters.table import art, attempts, boards, chronicle, deeds, sketch, trays, words
from fimbul.games.six_winters.table.view import SixWintersView

WAYS = {"walk": "On foot", "sail": "By ship"} | {track: f"Gate: {track} stress" for track in TRACKS}


class SixWintersTable(Table[SixWintersView]):
    """The map, the mats beside it, and the story."""

    deeds = deeds.deeds
    icons = art.ICONS

    def boards(self, view: SixWintersView) -> tuple[Board, ...]:
        return (boards.draw(view),)

    def trays(self, view: SixWintersView) -> tuple[Tray, ...]:
        return trays.trays(view)

    def buttons(self, view: SixWintersView) -> tuple[Button, ...]:
        question = view.question
        if question is None or not view.mine:
            return ()
        found: list[Button] = []
        if deeds.asks(view, "create"):
            found += doing(view)
        if deeds.asks(view, "confirm"):
            title = "The dice that you touched"
            found.append(Button(id="confirm", label=question.label("confirm"), title=title))
        if deeds.asks(view, "against"):
            found += [
                Button(id=f"against:{track}", label=question.label("against", track), group="against")
                for track in TRACKS
            ]
        return tuple(found)

    def sketch(self, view: SixWintersView) -> Sketch:
        return sketch.sketch(view)

    def attempt(self, view: SixWintersView, clicks: tuple[str, ...]) -> Action | None:
        return attempts.attempt(view, clicks)

    def seat_name(self, view: SixWintersView, seat: int) -> str:
        return words.seat_name(view, seat)

    def standing(self, view: SixWintersView, seat: int) -> str:
        return words.standing(view, seat)

    def chronicle(self, view: SixWintersView) -> str:
        return chronicle.chronicle(view)


def doing(view: SixWintersView) -> list[Button]:
    """The buttons of the action step: what is done without the map, then ways and trades."""
    assert view.question is not None
    found: list[Button] = []
    mine, figures = words.own(view, view.acting), words.book(view).figures
    ways: dict[str, str] = {}
    for number in mine:
        person = view.people[number]
        here = words.book(view).locations[person.place]
        titles = {
            "create": "Then touch an action die: dice here, up to its value, go on your assets",
            "muster": f"{figures.muster_cost} moves for a new die of what the location produces",
            "actions": f"{figures.reroll_cost} moves to roll action dice again",
            "resources": f"{figures.reroll_cost} moves to roll dice of the location again",
            "trade": f"{figures.trade_dice} dice of a type here for one of the next on the wheel",
            "visit": here.text or "The location has no text",
        }
        free = any(isinstance(text, ForStress) for text in here.effects)
        group = person.name if len(mine) > 1 else "actions"
        for name, title in titles.items():
            id = "visit_free" if name == "visit" and free else name
            label = view.question.label(name)
            found.append(Button(id=f"act:{number}:{id}", label=label, title=title, group=group))
        if any(
            deeds.ways(view, person, place.number) for place in view.places if place.number != person.place
        ):
            ways |= ways_from(view, number)
    found += [Button(id=f"by:{way}", label=label, group="ways") for way, label in ways.items()]
    for given, wanted in trades(view):
        label = f"{given.capitalize()} for {wanted}"
        found.append(Button(id=f"trade:{given}:{wanted}", label=label, group="trades"))
    return found


def ways_from(view: SixWintersView, number: int) -> dict[str, str]:
    """How one may go from where a character is, where there are several ways."""
    person = view.people[number]
    icon = words.book(view).locations[person.place].icon
    found = {"walk": WAYS["walk"]}
    if icon == "port":
        found["sail"] = WAYS["sail"]
    if icon == "gate":
        found |= {track: WAYS[track] for track in TRACKS}
    place = words.place_of(view, person.place)
    if "roads" in view.lasting and place is not None:
        paid = sorted({code for code in place.dice if KINDS[kind_of(code)] == "technology"})
        found |= {NAMES[code]: f"Paid with {words.die_name(code)}" for code in paid}
    return found


def trades(view: SixWintersView) -> list[tuple[str, str]]:
    """What may be traded for what, of types with enough dice where the viewer's characters are."""
    figures = words.book(view).figures
    wheel = figures.wheel
    mine = {view.people[number].place for number in words.own(view, view.acting)}
    found: list[tuple[str, str]] = []
    for kind, given in enumerate(KINDS[:-1]):
        counts = (
            sum(kind_of(code) == kind for code in place.dice) for place in view.places if place.number in mine
        )
        if max(counts, default=0) < figures.trade_dice:
            continue
        if given in wheel:
            more = [EXTRA[name][1] for name in view.lasting if name in EXTRA and EXTRA[name][0] == given]
            wanted = dict.fromkeys((wheel[(wheel.index(given) + 1) % len(wheel)], *more))
            found += [(given, other) for other in wanted]
        else:
            found += [(given, other) for other in wheel]
    return found
