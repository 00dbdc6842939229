"""What an action of Fornaldar is for, and the rules of thumb of a commander."""

from typing import Any

from fimbul.core import Coach
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.rules.pieces import place_name
from fimbul.games.fornaldar.state import FornaldarState

# What an action of a kind is for, where the kind says it.
PURPOSES: dict[type, str] = {
    act.Search: "searches for artifacts while nobody is near",
    act.Overrun: "rides down an enemy who is far too weak",
    act.Intercept: "stops the enemy before he gets where he wants to be",
    act.Evade: "gets out of a fight that is not worth having",
    act.Stand: "stays to fight",
    act.Challenge: "sends a champion whom none of them should beat",
    act.Accept: "takes up the challenge",
    act.Refuse: "does not risk a leader in single combat",
    act.Press: "goes on while the fight goes well",
    act.Hold: "breaks off before it gets dear",
    act.Call: "brings new banners to the field",
    act.Cast: "lets magic do what an army cannot",
    act.Aim: "strikes where it does most",
    act.Refit: "makes a ship fit for sea again",
    act.Load: "takes the army over the water",
    act.Unload: "puts the army ashore",
    act.Take: "makes the force stronger",
    act.Leave: "keeps a garrison behind",
    act.DriveOut: "takes the place from the enemy",
}
MAXIMS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    ((act.Fight, act.Overrun), "Fight where the odds are good, and only there."),
    ((act.Pick, act.Go), "Every strong stack should be on its way to an objective."),
    (act.Leave, "Leave a garrison in a fortress that the enemy can reach."),
    (act.Take, "Join what is weak to what is strong before you meet the enemy."),
    (
        (act.Intercept, act.Evade),
        "Decide where the battle is: intercept with the strong, evade with the weak.",
    ),
    ((act.Press, act.Hold), "Press on while the fight goes well; break off when it does not."),
    ((act.Challenge, act.Accept, act.Refuse), "Send a champion only against one whom he can beat."),
    ((act.Cast, act.Use), "Magic that is kept too long wins nothing."),
    (act.Call, "Call up your groups early: they need turns to get anywhere."),
    (act.Lose, "Let the cheapest bear the loss."),
    (act.Search, "Use quiet turns to look for artifacts."),
)


class FornaldarCoach(Coach):
    """Where a force goes and why a commander decides as he does."""

    def purpose(self, state: FornaldarState, action: Any, seat: int) -> str:
        """What an action is for."""
        match action:
            case act.Go(hex=name) if "-" not in name:
                where = state.book.hex_named(name)
                return f"marches on {place_name(state, where)}" if where >= 0 else ""
            case act.Fight(hex=name):
                return f"seeks battle at {place_name(state, state.book.hex_named(name))}"
            case act.Retreat(hex=name):
                return f"gets away towards {place_name(state, state.book.hex_named(name))}"
            case act.Lose():
                return "bears the loss where it costs least"
        return PURPOSES.get(type(action), "")

    def maxim(self, state: FornaldarState, action: Any, better: Any, seat: int) -> str:
        """The rule of thumb that an action breaks."""
        return next((text for kinds, text in MAXIMS if isinstance(better, kinds)), "")
