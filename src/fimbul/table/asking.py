"""What people ask at a table, and what is answered: words of their own, reasons, ideas, going back."""

from collections.abc import Callable, Sequence

import msgspec

from fimbul.bots import Sight
from fimbul.bots.explaining import reason
from fimbul.core import Action, FimbulError, Game, Illegal, State, Words, choice
from fimbul.table.frames import Idea
from fimbul.table.history import Deed, History
from fimbul.table.words import check_letters

NOTHING = "Nothing can be done with that now."


class Reason(msgspec.Struct, frozen=True):
    """An action in words, and what it was for; nothing where the words say it all."""

    words: Words
    why: Words


class TooLate(FimbulError):
    """What was done cannot be taken back."""


def understood(game: Game, text: str, words: str = "") -> Action:
    """The action in a text; `words`, the player's own, fill what is free in it."""
    action = game.parse(text)
    if words and action.free:
        filled = msgspec.structs.replace(action, **dict.fromkeys(action.free, words))
        action = game.parse(str(filled))
    check_words(action)
    return action


def check_words(action: Action) -> None:
    """Refuse words of a player's own that cannot be shown."""
    for field in action.free:
        check_letters(str(getattr(action, field)), "What you tell")


def bot_to_act(state: State, bot_at: Callable[[int], str | None]) -> int | None:
    """The bot whose move it is; a question that any of several may answer is left to people among them."""
    able = [seat for seat in state.to_act if bot_at(seat)]
    if not able or (len(able) < len(state.to_act) and not state.sealed):
        return None
    return able[0]


def reason_of(match: History, seat: int, clicks: tuple[str, ...]) -> Illegal | str:
    """Why some touches mean nothing that can be done."""
    state = match.state
    try:
        action = match.game.attempt(state.view(seat), clicks)
        refusal = state.why_not(action, seat) if action is not None else None
    except Exception:  # a game need not understand touches that no board of ours could send
        return NOTHING
    if refusal is not None:
        return refusal
    return NOTHING if action is None else "That can be done: go on."


def ideas_of(game: Game, state: State, seat: int, found: Sequence[tuple[str, float, str]]) -> list[Idea]:
    """A bot's ideas as a person reads them."""
    view = state.view(seat)
    return [
        Idea(
            **msgspec.structs.asdict(choice(game.table, view, game.parse(text))),
            value=round(value, 3),
            why=why,
        )
        for text, value, why in found
    ]


def explained(game: Game, state: State, deed: Deed) -> Reason:
    """An action in words, and what it was for."""
    action = game.parse(deed.action)
    return Reason(game.describe(state.view(deed.seat), action), reason(game, Sight(state, deed.seat), action))


def last_decision(match: History, seat: int, mine: Sequence[int]) -> int:
    """The place before the last decision of somebody who sits in some seats and looks through one."""
    places = (match.last_of(each) for each in ([seat] if match.state.drafting else mine))
    place = max((last for last in places if last is not None), default=None)
    if place is None:
        raise TooLate("You have done nothing yet that could be taken back.")
    return place


def check_unseen(match: History, state: State) -> None:
    """Refuse whoever plays alone to go back to a state before dice or cards that they have seen since."""
    if state.revelations != match.state.revelations and match.game.chance:
        raise TooLate("Dice were rolled or cards drawn since then: that cannot be taken back.")
