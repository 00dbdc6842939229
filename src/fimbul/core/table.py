"""How a game is shown: what its `table/` folder gives to the browser, the terminal and the record.

Everything here is made from a view, so that nothing hidden can be shown.  The words and the touches of an
action stand together, as a `Deed`; a game registers one for every kind of action it has, and a missing one
is an error when its game is made:

    deeds = Deeds[FateView]()

    @deeds.of(Attack)
    def attack(view: FateView, action: Attack) -> Deed:
        return Deed(f"Attack {whom(view, action.x, action.y)}", "act:attack", spot(view, action.x, action.y))
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from fimbul.core.action import Action
from fimbul.core.question import Prospect
from fimbul.core.scene import Board, Button, Icon, Reach, Scene, Sheet, Sketch, Tray
from fimbul.core.state import View
from fimbul.core.words import Words

V = TypeVar("V", bound=View)
A = TypeVar("A", bound=Action)


class Deed:
    """An action as a person takes it: in words, and what is touched for it, in order."""

    __slots__ = ("clicks", "words")

    def __init__(self, words: str, *clicks: str) -> None:
        self.words = words
        self.clicks = clicks


class Deeds(Generic[V]):
    """The deeds of a game's actions, by their kind."""

    def __init__(self) -> None:
        self.makers: dict[type[Action], Callable[[V, Any], Deed]] = {}

    def of(self, *kinds: type[Action]) -> Callable[[Callable[[V, A], Deed]], Callable[[V, A], Deed]]:
        """Say how actions of these kinds are told and touched."""

        def register(maker: Callable[[V, A], Deed]) -> Callable[[V, A], Deed]:
            for kind in kinds:
                if kind in self.makers:
                    raise TypeError(f"{kind.__name__} has a deed already")
                self.makers[kind] = maker
            return maker

        return register

    def cover(self, kinds: Iterable[type[Action]]) -> None:
        """Make sure that no kind of action was forgotten."""
        missing = [kind.__name__ for kind in kinds if kind not in self.makers]
        if missing:
            raise TypeError(f"no words and touches for {', '.join(missing)}")

    def __call__(self, view: V, action: Action) -> Deed:
        """The deed of an action."""
        return self.makers[type(action)](view, action)


class Table(Generic[V]):
    """What a game shows.  A subclass declares `deeds` and draws its boards; the rest is as it needs it."""

    deeds: ClassVar[Deeds[Any]]
    icons: ClassVar[tuple[Icon, ...]] = ()
    roles: ClassVar[tuple[str, ...]] = ()  # what each seat plays, where that is the same in every game

    def boards(self, view: V) -> tuple[Board, ...]:
        """What has a place, drawn."""
        raise NotImplementedError

    def trays(self, view: V) -> tuple[Tray, ...]:
        """What has none, described: hands, mats, markets, tracks, rosters."""
        return ()

    def buttons(self, view: V) -> tuple[Button, ...]:
        """Buttons that begin a deed, or that have a title or a place beside others."""
        return ()

    def sketch(self, view: V) -> Sketch:
        """The board as coloured text, for the terminal."""
        raise NotImplementedError

    def attempt(self, view: V, clicks: tuple[str, ...]) -> Action | None:
        """The action that these touches would mean, allowed or not, so that a refusal can be explained."""
        return None

    def reach(self, view: V, name: str) -> Reach | None:
        """How far a piece that `roams` could go, as far as the viewer knows; None where it is not there."""
        return None

    def seat_name(self, view: V, seat: int) -> str:
        """What the seat plays: a clan, a hero, a colour."""
        return self.roles[seat] if self.roles else f"Seat {seat + 1}"

    def standing(self, view: V, seat: int) -> str:
        """The public numbers of a seat that matter, in a few words; nothing where there are none."""
        return ""

    def chronicle(self, view: V) -> str:
        """The story so far as Markdown, for games that tell one.  What players wrote is escaped."""
        return ""

    # ---- what core gives

    def prompt(self, view: V) -> str:
        """Who must decide what, in plain words, told to the viewer; or how it ended."""
        if view.outcome is not None:
            return view.outcome.reason
        question = view.question
        if question is not None and question.text:
            return question.text
        names = " and ".join(self.seat_name(view, seat) for seat in view.to_act)
        return f"{names} {'decide' if len(view.to_act) > 1 else 'decides'}."

    def scene(self, view: V) -> Scene:
        """The whole table as the viewer sees it."""
        question = None if view.outcome else view.question
        sheet = Sheet(
            text=self.prompt(view),
            mine=view.mine and view.outcome is None,
            about=question.about if question else (),
            facts=question.facts if question else (),
            buttons=self.buttons(view) if view.outcome is None else (),
        )
        return Scene(boards=self.boards(view), trays=self.trays(view), sheet=sheet)


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal action as it is offered: notation, words, what one touches; `free`: one adds words."""

    text: str
    words: Words
    clicks: tuple[str, ...]
    free: bool = False
    prospect: Prospect | None = None


def choice(table: Table[Any], view: View, action: Action, prospect: Prospect | None = None) -> Choice:
    """An action as it is offered."""
    deed = table.deeds(view, action)
    return Choice(str(action), deed.words, deed.clicks, bool(action.free), prospect)


def offered(scene: Scene, choices: Iterable[Choice]) -> Scene:
    """The scene with a button for every choice that is nowhere else in it."""
    single = [one for one in choices if len(one.clicks) == 1]
    known = set(scene.ids()) if single else set()
    more = [Button(id=one.clicks[0], label=one.words) for one in single if one.clicks[0] not in known]
    if not more:
        return scene
    sheet = msgspec.structs.replace(scene.sheet, buttons=(*scene.sheet.buttons, *more))
    return msgspec.structs.replace(scene, sheet=sheet)
