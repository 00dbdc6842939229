"""Who plays: the game's first sight, with small changes of style."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from fimbul.bots import Sight
from fimbul.core import BadOption, Game, Rng
from fimbul.lab.six_winters.rules import (
    CODES,
    Create,
    Guard,
    Hinder,
    Scenario,
    SixWintersState,
    Stash,
    Use,
    stress,
    turn,
    value_of,
)

NOISE = 0.02  # so much may be added to what an action promises: games of one position differ
NEVER = -1e6
SURELY = 1e6


class Style(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody plays who goes by first sight."""

    without: str = ""  # a card that is never used
    eager: float = 0.0  # what using a card, or filling its box, promises more
    save_until: int = 0  # keep dice of 12 or more until so many abilities are unlocked
    guard: str = ""  # `never` or `spare`: defend with every die that would only hinder
    hinder: str = ""  # `always` or `never`


AS_IT_IS = Style()


class FirstSight:
    """Does what looks best at once, for whichever seat it looks best."""

    def __init__(self, game: Game, *, seed: int = 0, **style: Any) -> None:
        self.mind = game.mind
        self.random = random.Random(seed)
        self.rng = Rng(seed)
        try:
            self.style = msgspec.convert(style, Style)
        except msgspec.ValidationError as problem:
            raise BadOption(f"A style has {', '.join(Style.__struct_fields__)}: {problem}.") from None
        self.changed = self.style != AS_IT_IS

    def lead(self, sights: Sequence[Sight]) -> tuple[Any, int]:
        """The action that promises most, of all that anybody may take."""
        best: tuple[float, Any, int] | None = None
        state: Any = sights[0].imagine(self.rng)
        for sight in sights:
            actions = sight.legal()
            for action, worth in zip(actions, self.mind.promise(state, actions, sight.seat), strict=True):
                worth += NOISE * self.random.random()
                if isinstance(action, Scenario) and action.mode != "normal":
                    worth = NEVER  # a campaign is played in normal mode
                elif self.changed:
                    worth = self.styled(state, action, worth)
                if best is None or worth > best[0]:
                    best = worth, action, sight.seat
        assert best is not None
        return best[1], best[2]

    def styled(self, state: SixWintersState, action: Any, worth: float) -> float:
        """What an action promises to somebody of this style."""
        style = self.style
        if style.without and style.without == card_of(action):
            return NEVER
        if isinstance(action, (Use, Stash)):
            return worth + style.eager
        if isinstance(action, Hinder) and style.hinder:
            return SURELY if style.hinder == "always" else NEVER
        if isinstance(action, Guard):
            if style.guard:
                return worth - SURELY * self.astray(state, action)
            if action.dice and self.breaks(state, action.character, action.dice):
                return NEVER
        if isinstance(action, Create) and self.breaks(state, action.character, (action.source,)):
            return NEVER
        return worth

    def astray(self, state: SixWintersState, action: Guard) -> int:
        """How many dice a defence pool has too many or too few, or of the wrong kind."""
        if self.style.guard == "never":
            return len(action.dice)
        attempt = state.attempt
        assert attempt is not None
        person = state.person(action.character)
        rank = max(stress.rank(state, person, skill) for skill in attempt.skills)
        own = state.people[person].dice
        spare = sorted(value for value in own if value > rank or attempt.obstacle < 0)[: sum(attempt.counts)]
        chosen = sorted(value_of(CODES[name]) for name in action.dice)
        return sum(value not in spare for value in chosen) + abs(len(chosen) - len(spare))

    def breaks(self, state: SixWintersState, character: str, dice: tuple[str, ...]) -> bool:
        """Whether spending these dice would break up what is saved for the next ability."""
        person = state.person(character)
        someone = state.people[person]
        if someone.abilities >= min(self.style.save_until, turn.cards_of(state, person)):
            return False
        left = list(someone.dice)
        if momentum(left) < state.book.figures.momentum:
            return False
        for name in dice:
            if name in CODES and value_of(CODES[name]) in left:
                left.remove(value_of(CODES[name]))
        return momentum(left) < state.book.figures.momentum


def momentum(dice: list[int]) -> int:
    """What the three highest dice show."""
    return sum(sorted(dice)[-3:])


def card_of(action: Any) -> str:
    """The card that an action uses or fills, if it is of that kind."""
    if isinstance(action, (Use, Stash)):
        return action.card.partition("-")[0]
    if isinstance(action, Create) and action.source not in CODES:
        return action.source
    return ""
