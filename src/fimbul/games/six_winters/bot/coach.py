"""What an action of Six Winters is for, and the rules of thumb of those who get through a year."""

from typing import Any

from fimbul.core import Coach
from fimbul.games.six_winters.actions import (
    Create,
    End,
    Guard,
    Hinder,
    Join,
    Move,
    Muster,
    Narrate,
    Overcome,
    PlayAsset,
    PlayObstacle,
    Reroll,
    Sail,
    Slot,
    Take,
    Use,
)
from fimbul.games.six_winters.state import SixWintersState

MAXIMS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (Narrate, "Tell the scene as soon as you have its points: only scenes win the year."),
    ((Overcome, Join), "Face a threat before its tokens run out, and face it together."),
    (Hinder, "Hinder what you cannot overcome yet: it buys a turn."),
    (Guard, "Keep a die for defence where a wound would leave a condition."),
    ((Slot, Take, Create), "Finish what you have begun to build before you begin something else."),
    ((PlayAsset, PlayObstacle), "Play no more in a scene than its points need."),
    ((Move, Sail), "Go where your dice can be used this turn."),
    ((Muster, Reroll), "Bring dice to where they will be needed next."),
    (Use, "An ability that is not used in its turn is lost."),
)
EARLY = "Do not end your actions while a good die is left."


class SixWintersCoach(Coach):
    """What an action builds, faces and tells."""

    def purpose(self, state: SixWintersState, action: Any, seat: int) -> str:
        """What an action is for."""
        book = state.book
        match action:
            case Narrate():
                return "tells the scene, and scenes win the year"
            case Overcome(obstacle=obstacle):
                card = book.obstacles[book.obstacle[obstacle]]
                when = " before it strikes" if card.effect == "threat" else ""
                return f"faces {card.name}{when}"
            case Join():
                return "helps to overcome it"
            case Hinder():
                return "holds the obstacle back for a while"
            case Guard(dice=dice):
                return "softens the blow" if dice else "saves the dice for other things"
            case Slot(asset=asset):
                return f"goes on building {book.assets[book.asset[asset]].name}"
            case Take(asset=asset):
                card_ = book.assets[book.asset[asset]]
                return f"begins {card_.name}, which is worth {points(card_.points)}"
            case Create():
                return "stages something new to build"
            case PlayAsset() | PlayObstacle():
                return "brings the scene nearer to its points"
            case Move(location=location) | Sail(location=location):
                return self.way(state, book.location[location])
            case Muster():
                return "leaves a die for later"
            case Reroll():
                return "hopes for better dice"
        return ""

    def claim(self, state: SixWintersState, action: Any, seat: int) -> str:
        """A staged asset: whoever takes it builds it."""
        if not isinstance(action, Take):
            return ""
        return str(state.book.assets[state.book.asset[action.asset]].name)

    def way(self, state: SixWintersState, place: int) -> str:
        """What a character goes somewhere for."""
        if place == state.scene_place:
            return "goes where the scene is told"
        for standing in state.standing:
            if standing.place == place:
                return f"goes to face {state.book.obstacles[standing.obstacle].name}"
        return "goes where dice lie" if state.dice[place] else ""

    def maxim(self, state: SixWintersState, action: Any, better: Any, seat: int) -> str:
        """The rule of thumb that an action breaks."""
        if isinstance(action, End):
            return EARLY
        return next((text for kinds, text in MAXIMS if isinstance(better, kinds)), "")


def points(count: int) -> str:
    """So many points in words."""
    return f"{count} point{'' if count == 1 else 's'}"
