"""What an action of Fate is for, and the rules of thumb of those who hold Grimheim."""

from typing import Any

from fimbul.core import Coach
from fimbul.games.fate.actions import (
    Attack,
    Cycle,
    End,
    Focus,
    Go,
    Mend,
    Move,
    Play,
    Practice,
    Prepare,
    Quest,
    Upgrade,
    Use,
)
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import FIRST_MONSTER
from fimbul.games.fate.state import FateState

NEAR = 3  # areas from Grimheim that are near
MAXIMS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (Attack, "Slay what is nearest to Grimheim first: a monster that gets in costs a piece of the town."),
    (Mend, "Mend before the next blows: a hero who is knocked out holds nobody up."),
    (Quest, "Go after your quest early: equipment helps for the rest of the game."),
    (Upgrade, "Upgrade as soon as you can pay for it: strength grows with the turns that are left."),
    ((Use, Play), "Use a card when it does most, not when it is merely there."),
    ((Move, Go), "End your move where you can attack next, or where you hold up what walks to Grimheim."),
    ((Prepare, Focus, Practice), "When nothing is in reach, prepare for the next turn."),
    (Cycle, "Look for another quest where this one leads too far away."),
)
EARLY = "Take all your actions before you end the turn."


class FateCoach(Coach):
    """Whom an action strikes, reaches and holds up."""

    def purpose(self, state: FateState, action: Any, seat: int) -> str:
        """What an action is for."""
        match action:
            case Attack(x=x, y=y) if state.at[state.land.at[x, y]] >= FIRST_MONSTER:
                far = state.land.home[state.land.at[x, y]]
                threat = f", {areas(far)} from Grimheim" if far <= NEAR else ""
                return f"strikes at {state.target_name(state.monster_at(x, y))}{threat}"
            case Move(x=x, y=y) | Go(x=x, y=y):
                return self.way(state, state.land.at[x, y], seat)
            case Mend():
                return f"heals {state.name(seat)}, who has {state.heroes[seat].damage} damage"
            case Quest():
                return "goes on with the quest"
            case Prepare():
                return "draws a card for the turns to come"
            case Focus():
                return "gathers mana"
            case Practice():
                return "gains experience"
            case Upgrade():
                return f"makes {state.name(seat)} stronger"
        return ""

    def claim(self, state: FateState, action: Any, seat: int) -> str:
        """What lies in a bonus area, for whoever comes first."""
        if len(state.heroes) < 2 or not isinstance(action, Move | Go):
            return ""
        node = state.land.at[action.x, action.y]
        bonus = state.book.bonus_at.get(node)
        return f"what lies in {state.place(node)}" if bonus is not None and state.bonus[bonus] else ""

    def way(self, state: FateState, node: int, seat: int) -> str:
        """What a hero goes somewhere for."""
        if node == TOWN:
            return "goes home to rest"
        far = state.land.far[node]
        near = sorted(
            (far[there], monster)
            for monster, there in enumerate(state.where)
            if there >= 0 and far[there] > 0
        )
        if not near:
            return ""
        distance, monster = near[0]
        name = state.target_name(monster)
        if distance == 1:
            return f"stands in the way of {name}"
        return f"brings {name} within reach" if distance <= state.reach(seat) else f"goes towards {name}"

    def maxim(self, state: FateState, action: Any, better: Any, seat: int) -> str:
        """The rule of thumb that an action breaks."""
        if isinstance(action, End):
            return EARLY
        return next((text for kinds, text in MAXIMS if isinstance(better, kinds)), "")


def areas(count: int) -> str:
    """So many areas in words."""
    return f"{count} area{'' if count == 1 else 's'}"
