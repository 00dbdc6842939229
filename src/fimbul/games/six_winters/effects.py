"""What scenarios and scenes do (S27, S80, S98, S143, S180)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Step
from fimbul.games.six_winters import campaign, ending, ground, narrating, obstacles, pools, stress, turn
from fimbul.games.six_winters.actions import At, Curse, No, Option, Pick, Settle, Stage, Yes
from fimbul.games.six_winters.cards import SKILLS, TRACKS, Effect
from fimbul.games.six_winters.dice import kind_of
from fimbul.games.six_winters.events import Told

if TYPE_CHECKING:
    from fimbul.games.six_winters.cards import Scenario
    from fimbul.games.six_winters.state import SixWintersState

NO_OPTION = -1


def scenario(state: SixWintersState) -> Scenario:
    """The scenario that is played."""
    return state.book.scenarios[state.book.scenario[state.story]]


class Do(Step, frozen=True, tag=True):
    """One effect of the scenario: of its set-up, a threat, the completion of a scene, or the end."""

    where: str  # setup, hard_setup, threats, completion, win, loss
    number: int
    part: int
    option: int = NO_OPTION

    def effect(self, state: SixWintersState) -> Effect:
        """What is to be done."""
        story = scenario(state)
        if self.where == "threats":
            found = story.threats[self.number].effect
        elif self.where == "completion":
            found = story.scenes[self.number].completion[self.part]
        else:
            found = getattr(story, self.where)[self.part]
        return found if self.option == NO_OPTION else found.options[self.option]

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        carry_out(state, self, self.effect(state), events)


def carry_out(state: SixWintersState, do: Do, effect: Effect, events: list[Event]) -> None:
    """Do it, as far as it can be done (S98); what only a campaign keeps means nothing in a session (S32)."""
    book, mine = state.book, (state.spotlight,)
    match effect.do:
        case "place":
            place_named(state, do, effect, events)
        case "draw":
            for _ in range(effect.amount * state.players):
                turn.draw(state, events)
        case "add":
            if book.location[effect.location] not in state.cells:
                over = do.where in ("win", "loss")  # nothing more is brought to a session that is over
                state.push(Settling(mine, book.location[effect.location], not over))
        case "burn":
            for name in effect.obstacles or (effect.obstacle,):
                burn(state, book.obstacle[name], effect.in_play, events)
        case "archive":
            held = any(book.asset[effect.asset] in person.completed for person in state.people)
            if book.asset[effect.asset] not in state.archive and not held:
                state.archive.append(book.asset[effect.asset])
        case "relieve":
            if effect.location:
                relieve(state, site(state, effect.location), effect.amount, events)
            elif any(state.threats[place] for place in state.locations()):
                state.push(Relieving(mine, effect.amount))
        case "discard":
            discard(state, effect, events)
        case "raise" | "lower":
            if holds(state, effect):
                shift(state, effect, events)
        case "recover":
            for person in range(state.players):
                stress.recover(state, person, TRACKS.index(effect.track), effect.amount, events)
        case "stage":
            state.push(*(Offer(person) for person in turn.order(state)))
        case "bury":
            if state.staged:
                state.push(Burying(mine))
        case "lasting":
            if effect.lasting not in state.lasting:
                state.lasting.append(effect.lasting)
        case "one_of":
            state.push(OneOf(mine, do.where, do.number, do.part))
        case "lose_dice":
            kind = book.resource[effect.resource]
            for place in state.locations():
                for code in [code for code in state.dice[place] if kind_of(code) == kind]:
                    pools.take_away(state, place, code)
            events.append(Told(text=f"All {effect.resource} dice are lost."))
        case "curse":
            if any(len(person.curses) < len(SKILLS) for person in state.people):
                state.push(Cursing(mine))
        case "strain":
            track = TRACKS.index(effect.track)
            state.push(*(stress.Hurt(person, track, -1, effect.amount) for person in range(state.players)))
        case "gather":
            turn.draw(state, events)
        case "press":
            for standing in list(state.standing):
                if book.obstacles[standing.obstacle].skill == effect.skill:
                    obstacles.change(state, standing.obstacle, hindrance=0)
        case _:
            if state.campaign is not None:
                remember(state, effect, events)


def remember(state: SixWintersState, effect: Effect, events: list[Event]) -> None:
    """What only a campaign keeps: characters, winter actions, cards that join the deck (S144)."""
    story, book = campaign.campaign(state), state.book
    if effect.do == "unlock":
        story.sheets[book.character[effect.character]].unlocked = True
        name = book.characters[book.character[effect.character]].name
        events.append(Told(text=f"{name} joins the group."))
    elif effect.do == "teach":
        if effect.character:
            learned = story.sheets[book.character[effect.character]].winters
        else:
            learned = story.common
        if effect.action not in learned:
            learned.append(effect.action)
    elif effect.do == "join" and book.obstacle[effect.obstacle] not in story.joined:
        story.joined.append(book.obstacle[effect.obstacle])


def site(state: SixWintersState, location: str) -> int:
    """A location that is named; ruins stand in for their fort (S180)."""
    place = state.book.location[location]
    ruins = state.book.location.get(state.book.locations[place].ruins, place)
    return ruins if ruins in state.cells else place


# ---- obstacles


def take_out(state: SixWintersState, obstacle: int) -> None:
    """An obstacle that is out of play leaves the pile where it lies."""
    for pile in (state.obstacle_deck, state.known, state.discard, state.hindered, state.face_up):
        if obstacle in pile:
            pile.remove(obstacle)


def place_named(state: SixWintersState, do: Do, effect: Effect, events: list[Event]) -> None:
    """A card that a scenario names comes into play, from wherever it is out of play (S27)."""
    obstacle = state.book.obstacle[effect.obstacle]
    if obstacles.in_play(state, obstacle) is not None or obstacle in state.burned:
        return
    if any(obstacle in person.overcome or obstacle in person.played_obstacles for person in state.people):
        return
    if not effect.location:
        take_out(state, obstacle)
        state.push(ChoosingPlace((state.spotlight,), obstacle, effect.region))
        return
    place = site(state, effect.location)
    if place not in state.cells:  # it is added first (S180)
        state.push(Settling((state.spotlight,), place), do)
        return
    take_out(state, obstacle)
    obstacles.place(state, obstacle, events, place)


class ChoosingPlace(Decision, frozen=True, tag=True):
    """Where an obstacle is placed, of the locations of a region."""

    obstacle: int
    region: str

    rule: ClassVar[str] = "S27"
    otherwise: ClassVar[str] = "Choose a location of the region that the scenario names."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        found = [place for place in state.locations() if ground.fits(state, place, (self.region or "any",))]
        return [At(state.book.locations[place].id) for place in found]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        place = state.book.location[next(iter(answers.values())).location]
        obstacles.place(state, self.obstacle, events, place)


def burn(state: SixWintersState, obstacle: int, in_play: bool, events: list[Event]) -> None:
    """An obstacle leaves the campaign, wherever it is (S99)."""
    if obstacle in state.burned:
        return
    standing = obstacles.in_play(state, obstacle)
    if standing is not None:
        obstacles.leave(state, obstacle)
    elif in_play:
        return
    else:
        take_out(state, obstacle)
    state.burned.append(obstacle)
    events.append(Told(text=f"{state.book.obstacles[obstacle].name} is burned."))


def discard(state: SixWintersState, effect: Effect, events: list[Event]) -> None:
    """Obstacles are discarded: one that is named, all at a location, or one that is chosen."""
    if effect.obstacle:
        named = state.book.obstacle[effect.obstacle]
        gone = [named] if obstacles.in_play(state, named) is not None else []
    elif effect.location:
        place = site(state, effect.location)
        gone = [standing.obstacle for standing in state.standing if standing.place == place]
    else:
        gone = []
        if state.standing:
            state.push(Discarding((state.spotlight,)))
    for obstacle in gone:
        obstacles.leave(state, obstacle)
        state.discard.append(obstacle)


class Discarding(Decision, frozen=True, tag=True):
    """Which obstacle is discarded."""

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Choose an obstacle in play."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [Pick(state.book.obstacles[standing.obstacle].id) for standing in state.standing]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        obstacle = state.book.obstacle[next(iter(answers.values())).obstacle]
        obstacles.leave(state, obstacle)
        state.discard.append(obstacle)


# ---- locations, production, threats


class Settling(Decision, frozen=True, tag=True):
    """Where a new location goes (S143)."""

    location: int
    furnished: bool = True  # whether what its text brings comes at once (S176)

    rule: ClassVar[str] = "S143"
    otherwise: ClassVar[str] = "Choose a free cell next to a location of the same region."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        here = state.book.locations[self.location]
        free = [cell for cell, place in enumerate(state.cells) if place < 0]

        def beside(cell: int, same: bool) -> bool:
            places = [state.cells[other] for other in ground.AROUND[cell] if state.cells[other] >= 0]
            return any(not same or state.book.locations[p].region == here.region for p in places)

        cells = [cell for cell in free if beside(cell, True)] or [
            cell for cell in free if beside(cell, False)
        ]
        return [Settle(here.id, *divmod(cell, ground.COLUMNS)) for cell in cells]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        state.cells[action.row * ground.COLUMNS + action.column] = self.location
        location = state.book.locations[self.location]
        if location.makes:
            state.makes[self.location] = state.book.resource[location.makes]
            state.level[self.location] = 1
        events.append(
            Told(text=f"{location.name} is added to the map.", about=(f"location:{self.location}",))
        )
        if self.furnished:
            furnish(state, self.location, events)


def furnish(state: SixWintersState, place: int, events: list[Event]) -> None:
    """What the text of a location brings at the set-up, or when it is added (S176)."""
    for text in state.book.locations[place].effects:
        if text.kind == "place":
            obstacle = state.book.obstacle[text.obstacle]
            if obstacle in state.obstacle_deck:
                take_out(state, obstacle)
                obstacles.place(state, obstacle, events, place)
        elif text.kind == "stage":
            fitting = [asset for asset in state.asset_deck if text.tag in state.book.assets[asset].tags]
            if fitting:
                asset = state.rng.choice(sorted(fitting))
                state.asset_deck.remove(asset)
                state.staged.append(asset)
                state.reveal()


def holds(state: SixWintersState, effect: Effect) -> bool:
    """Whether the condition of an effect on production holds."""
    if not effect.if_tokens and not effect.if_skills:
        return True
    place = site(state, effect.location)
    if effect.if_tokens and state.threats[place]:
        return True
    return any(
        standing.place == place and state.book.obstacles[standing.obstacle].skill in effect.if_skills
        for standing in state.standing
    )


def shift(state: SixWintersState, effect: Effect, events: list[Event]) -> None:
    """Production goes a level up or down (S5)."""
    place, kind = site(state, effect.location), state.book.resource[effect.resource]
    if place not in state.cells:
        return
    if effect.do == "raise":
        if state.level[place] and state.makes[place] != kind:
            return
        state.makes[place] = kind
        state.level[place] = min(2, state.level[place] + 1)
    elif state.makes[place] == kind:
        state.level[place] = max(0, state.level[place] - 1)
    name = state.book.locations[place].name
    events.append(Told(text=f"{name} produces {effect.resource} on level {state.level[place]}."))


def relieve(state: SixWintersState, place: int, amount: int, events: list[Event]) -> None:
    """Threat tokens are removed from a location."""
    removed = min(amount, state.threats[place])
    state.threats[place] -= removed
    events.append(Told(text=f"{removed} threat removed from {state.book.locations[place].name}."))


class Relieving(Decision, frozen=True, tag=True):
    """Where a threat is removed."""

    amount: int

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Choose a location with a threat token."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [At(state.book.locations[place].id) for place in state.locations() if state.threats[place]]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        relieve(state, state.book.location[next(iter(answers.values())).location], self.amount, events)


# ---- choices


class OneOf(Decision, frozen=True, tag=True):
    """Which of several things happens."""

    where: str
    number: int
    part: int

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Choose one of the options."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        options = Do(self.where, self.number, self.part).effect(state).options
        return [Option(n) for n in range(1, len(options) + 1)]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        state.push(Do(self.where, self.number, self.part, next(iter(answers.values())).n - 1))


class Cursing(Decision, frozen=True, tag=True):
    """Whose skill is cursed (S98, S114)."""

    rule: ClassVar[str] = "S98"
    otherwise: ClassVar[str] = "Choose a skill that is not cursed yet, of one of the characters."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [
            Curse(state.id(number), skill)
            for number, person in enumerate(state.people)
            for place, skill in enumerate(SKILLS)
            if place not in person.curses
        ]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        person = state.person(action.character)
        state.people[person].curses.append(state.book.skill[action.skill])
        events.append(
            Told(text=f"{state.name(person)}'s {action.skill} is cursed.", about=(f"person:{person}",))
        )


class Offer(Step, frozen=True, tag=True):
    """A player may draw an asset and stage it."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if state.asset_deck:
            state.push(Offering((state.people[self.person].seat,)))


class Offering(Decision, frozen=True, tag=True):
    """Whether an asset is drawn."""

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Say whether you draw an asset."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [Yes(), No()]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        if isinstance(next(iter(answers.values())), Yes):
            turn.stage(state, events)


class Burying(Decision, frozen=True, tag=True):
    """Which staged asset goes under the deck."""

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Choose a staged asset."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [Stage(state.book.assets[asset].id) for asset in state.staged]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        asset = state.book.asset[next(iter(answers.values())).asset]
        state.staged.remove(asset)
        state.asset_deck.insert(0, asset)


class NextScene(Step, frozen=True, tag=True):
    """The next scene is placed; after the last one the scenario is won (S28, S80, S120)."""

    number: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        state.scene = self.number
        if self.number >= len(scenario(state).scenes):
            state.scene_place = -1
            ending.won(state, events)
            return
        now = narrating.scene(state)
        place = site(state, now.location)
        if place not in state.cells:
            state.push(Settling((state.spotlight,), place), self)
            return
        state.scene_place = place
        where = state.book.locations[place].name
        events.append(Told(text=f"The next scene, {now.name}, is at {where}.", about=("scene",)))
