"""What scenarios and scenes do (S27, S80, S98, S143, S180)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.games.six_winters.actions import At, Curse, No, Option, Pick, Settle, Stage, Yes
from fimbul.games.six_winters.library import effects as printed
from fimbul.games.six_winters.library.terms import SKILLS, TRACKS
from fimbul.games.six_winters.library.texts import PlaceHere, StageOne
from fimbul.games.six_winters.library.wording import LASTING, REGIONS, effect_words
from fimbul.games.six_winters.rules import decks, ending, ground, obstacles, pools, stress
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.dice import kind_of
from fimbul.games.six_winters.rules.story import campaign, note, scenario, scene

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

AMOUNTS = ("no {}", "{}", "more {}")  # by the level of a production
NO_OPTION = -1


When = Literal["setup", "hard_setup", "threats", "completion", "win", "loss"]


class Do(Step["SixWintersState"], frozen=True, tag=True):
    """One effect of the scenario: of its set-up, a threat, the completion of a scene, or the end."""

    where: When
    number: int
    part: int
    option: int = NO_OPTION

    def effect(self, state: SixWintersState) -> printed.Effect:
        """What is to be done."""
        story = scenario(state)
        found: printed.Effect
        match self.where:
            case "threats":
                found = story.threats[self.number].effect
            case "completion":
                found = story.scenes[self.number].completion[self.part]
            case "setup":
                found = story.setup[self.part]
            case "hard_setup":
                found = story.hard_setup[self.part]
            case "win":
                found = story.win[self.part]
            case "loss":
                found = story.loss[self.part]
        if self.option != NO_OPTION:
            assert isinstance(found, printed.OneOf)
            return found.options[self.option]
        return found

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        carry_out(state, self, self.effect(state), events)


def carry_out(state: SixWintersState, do: Do, effect: printed.Effect, events: list[Event]) -> None:
    """Do it, as far as it can be done (S98); what only a campaign keeps means nothing in a session (S32)."""
    book, mine = state.book, (state.spotlight,)
    match effect:
        case printed.Place():
            place_named(state, do, effect, events)
        case printed.Draw():
            for _ in range(effect.amount * state.players):
                decks.draw(state, events)
        case printed.Add():
            if book.location[effect.location] not in state.cells and room(state):
                over = do.where in ("win", "loss")  # nothing more is brought to a session that is over
                state.push(Settling(mine, book.location[effect.location], not over))
        case printed.Burn():
            for name in effect.obstacles:
                burn(state, book.obstacle[name], effect.in_play, events)
        case printed.ToArchive():
            held = any(book.asset[effect.asset] in person.completed for person in state.people)
            if book.asset[effect.asset] not in state.archive and not held:
                state.archive.append(book.asset[effect.asset])
        case printed.Relieve():
            if effect.location:
                relieve(state, site(state, effect.location), effect.amount, events)
            elif any(state.threats[place] for place in state.locations()):
                state.push(Relieving(mine, effect.amount))
        case printed.Discard():
            discard(state, effect, events)
        case printed.Raise() | printed.Lower():
            if holds(state, effect):
                shift(state, effect, events)
        case printed.Recover():
            for person in range(state.players):
                stress.recover(state, person, TRACKS.index(effect.track), effect.amount, events)
        case printed.Stage():
            state.push(*(Offer(person) for person in decks.order(state)))
        case printed.Bury():
            if state.staged:
                state.push(Burying(mine))
        case printed.Lasting():
            if effect.lasting not in state.lasting:
                state.lasting.append(effect.lasting)
                note(state, f"From then on {LASTING[effect.lasting]}.")
        case printed.OneOf():
            state.push(OneOf(mine, do.where, do.number, do.part))
        case printed.LoseDice():
            lose_dice(state, effect, events)
        case printed.Curse():
            if any(len(person.curses) < len(SKILLS) for person in state.people):
                state.push(Cursing(mine))
        case printed.Strain():
            track = TRACKS.index(effect.track)
            state.push(*(stress.Hurt(person, track, -1, effect.amount) for person in range(state.players)))
        case printed.Gather():
            decks.draw(state, events)
        case printed.Press():
            for standing in list(state.standing):
                if book.obstacles[standing.obstacle].skill == effect.skill:
                    obstacles.change(state, standing.obstacle, hindrance=0)
        case printed.Unlock() | printed.Teach() | printed.JoinDeck():
            if state.campaign is not None:
                remember(state, effect, events)


def remember(state: SixWintersState, effect: printed.Kept, events: list[Event]) -> None:
    """What only a campaign keeps: characters, winter actions, cards that join the deck (S144)."""
    story, book = campaign(state), state.book
    match effect:
        case printed.Unlock():
            story.sheets[book.character[effect.character]].unlocked = True
            card = book.characters[book.character[effect.character]]
            note(state, f"{card.name}, {card.title}, joined the group.")
            events.append(Told(text=f"{card.name} joins the group."))
        case printed.Teach():
            learned = story.common
            if effect.character:
                learned = story.sheets[book.character[effect.character]].winters
            if effect.action not in learned:
                learned.append(effect.action)
                whom = book.named_character(effect.character) if effect.character else "Everybody"
                note(
                    state,
                    f"{whom} learned something for the winters to come: {book.winter[effect.action].name}.",
                )
        case printed.JoinDeck():
            if book.obstacle[effect.obstacle] not in story.joined:
                story.joined.append(book.obstacle[effect.obstacle])
                note(state, f"{book.named_obstacle(effect.obstacle)} would be met again.")


def lose_dice(state: SixWintersState, effect: printed.LoseDice, events: list[Event]) -> None:
    """All dice of a resource are lost, wherever they lie on the map (S98)."""
    kind = state.book.resource[effect.resource]
    for place in state.locations():
        for code in [code for code in state.dice[place] if kind_of(code) == kind]:
            pools.take_away(state, place, code)
    events.append(Told(text=f"All {effect.resource} dice are lost."))


def site(state: SixWintersState, location: str) -> int:
    """A location that is named; ruins stand in for their fort (S180), and on a map without a free cell the
    first location of its region for one that is not there (S143)."""
    place = state.book.location[location]
    ruins = state.book.location.get(state.book.locations[place].ruins, place)
    if ruins in state.cells:
        return ruins
    if place in state.cells or room(state):
        return place
    region = state.book.locations[place].region
    kin = [spot for spot in state.locations() if state.book.locations[spot].region == region]
    return (kin or state.locations())[0]


def room(state: SixWintersState) -> bool:
    """Whether the map has a free cell."""
    return any(place < 0 for place in state.cells)


# ---- obstacles


def take_out(state: SixWintersState, obstacle: int) -> None:
    """An obstacle that is out of play leaves the pile where it lies."""
    for pile in (state.obstacle_deck, state.known, state.discard, state.hindered, state.face_up):
        if obstacle in pile:
            pile.remove(obstacle)


def place_named(state: SixWintersState, do: Do, effect: printed.Place, events: list[Event]) -> None:
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


class ChoosingPlace(Decision["SixWintersState", At], frozen=True, tag=True):
    """Where an obstacle is placed, of the locations of a region."""

    obstacle: int
    region: str

    rule: ClassVar[str] = "S27"
    otherwise: ClassVar[str] = "Choose a location of the region that the scenario names."

    def question(self, state: SixWintersState, seat: int) -> Question:
        name = state.book.obstacle_names[self.obstacle]
        return ask(
            self, state, seat, f"choose where {name} is placed", labels=(("at", f"{name} is placed at {{}}"),)
        )

    def actions(self, state: SixWintersState, seat: int) -> list[At]:
        found = [place for place in state.locations() if ground.fits(state, place, (self.region or "any",))]
        return [At(state.book.locations[place].id) for place in found]

    def take(self, state: SixWintersState, action: At, seat: int, events: list[Event]) -> None:
        place = state.book.location[action.location]
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


def discard(state: SixWintersState, effect: printed.Discard, events: list[Event]) -> None:
    """Obstacles are discarded: one that is named, all at a location, or one that is chosen."""
    if effect.obstacle:
        named = state.book.obstacle[effect.obstacle]
        gone = [named] if obstacles.in_play(state, named) is not None else []
    elif effect.location:
        place = site(state, effect.location)
        gone = [standing.obstacle for standing in state.standing if standing.place == place]
    else:
        gone = []
        if loose(state):
            state.push(Discarding((state.spotlight,)))
    for obstacle in gone:
        if obstacle not in obstacles.sought(state):
            obstacles.leave(state, obstacle)
            state.discard.append(obstacle)


def loose(state: SixWintersState) -> list[int]:
    """The obstacles in play that an effect can discard: all but guardians (S100)."""
    held = obstacles.sought(state)
    return [standing.obstacle for standing in state.standing if standing.obstacle not in held]


class Discarding(Decision["SixWintersState", Pick], frozen=True, tag=True):
    """Which obstacle is discarded."""

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Choose an obstacle in play."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, "choose an obstacle to discard", labels=(("pick", "Discard {}"),))

    def actions(self, state: SixWintersState, seat: int) -> list[Pick]:
        return [Pick(state.book.obstacles[obstacle].id) for obstacle in loose(state)]

    def take(self, state: SixWintersState, action: Pick, seat: int, events: list[Event]) -> None:
        obstacle = state.book.obstacle[action.obstacle]
        obstacles.leave(state, obstacle)
        state.discard.append(obstacle)


# ---- locations, production, threats


class Settling(Decision["SixWintersState", Settle], frozen=True, tag=True):
    """Where a new location goes (S143)."""

    location: int
    furnished: bool = True  # whether what its text brings comes at once (S176)

    rule: ClassVar[str] = "S143"
    otherwise: ClassVar[str] = "Choose a free cell next to a location of the same region."

    def question(self, state: SixWintersState, seat: int) -> Question:
        name = state.book.locations[self.location].name
        return ask(self, state, seat, f"choose a free cell for {name}", labels=(("settle", "{} comes here"),))

    def actions(self, state: SixWintersState, seat: int) -> list[Settle]:
        here = state.book.locations[self.location]
        free = [cell for cell, place in enumerate(state.cells) if place < 0]

        def beside(cell: int, same: bool) -> bool:
            places = [state.cells[other] for other in state.book.around[cell] if state.cells[other] >= 0]
            return any(not same or state.book.locations[p].region == here.region for p in places)

        cells = [cell for cell in free if beside(cell, True)] or [
            cell for cell in free if beside(cell, False)
        ]
        return [Settle(here.id, *divmod(cell, state.book.figures.columns)) for cell in cells]

    def take(self, state: SixWintersState, action: Settle, seat: int, events: list[Event]) -> None:
        state.cells[action.row * state.book.figures.columns + action.column] = self.location
        location = state.book.locations[self.location]
        if location.makes:
            state.makes[self.location] = state.book.resource[location.makes]
            state.level[self.location] = 1
        note(state, f"The way to {location.name} was found, in {REGIONS[location.region]}.")
        events.append(
            Told(text=f"{location.name} is added to the map.", about=(f"location:{self.location}",))
        )
        if self.furnished:
            furnish(state, self.location, events)


def furnish(state: SixWintersState, place: int, events: list[Event]) -> None:
    """What the text of a location brings at the set-up, or when it is added (S176)."""
    for text in state.book.locations[place].effects:
        if isinstance(text, PlaceHere):
            obstacle = state.book.obstacle[text.obstacle]
            if obstacle in state.obstacle_deck:
                take_out(state, obstacle)
                obstacles.place(state, obstacle, events, place)
        elif isinstance(text, StageOne):
            fitting = [asset for asset in state.asset_deck if text.tag in state.book.assets[asset].tags]
            if fitting:
                asset = state.rng.choice(sorted(fitting))  # which is a matter of chance, and no secret
                state.asset_deck.remove(asset)
                state.staged.append(asset)


def holds(state: SixWintersState, effect: printed.Shift) -> bool:
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


def shift(state: SixWintersState, effect: printed.Shift, events: list[Event]) -> None:
    """Production goes a level up or down (S5)."""
    place, kind = site(state, effect.location), state.book.resource[effect.resource]
    if place not in state.cells:
        return
    before = state.level[place]
    if isinstance(effect, printed.Raise):
        if state.level[place] and state.makes[place] != kind:
            return
        state.makes[place] = kind
        state.level[place] = min(2, state.level[place] + 1)
    elif state.makes[place] == kind:
        state.level[place] = max(0, state.level[place] - 1)
    name = state.book.locations[place].name
    if state.level[place] != before:
        how = "gave more" if state.level[place] > before else "gave less"
        note(state, f"{name} {how} {effect.resource} than before.")
    events.append(Told(text=f"{name} now produces {AMOUNTS[state.level[place]].format(effect.resource)}."))


def relieve(state: SixWintersState, place: int, amount: int, events: list[Event]) -> None:
    """Threat tokens are removed from a location."""
    removed = min(amount, state.threats[place])
    state.threats[place] -= removed
    events.append(Told(text=f"{removed} threat removed from {state.book.locations[place].name}."))


class Relieving(Decision["SixWintersState", At], frozen=True, tag=True):
    """Where a threat is removed."""

    amount: int

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Choose a location with a threat token."

    def question(self, state: SixWintersState, seat: int) -> Question:
        labels = (("at", "Remove threat from {}"),)
        return ask(self, state, seat, "choose a location to remove threat from", labels=labels)

    def actions(self, state: SixWintersState, seat: int) -> list[At]:
        return [At(state.book.locations[place].id) for place in state.locations() if state.threats[place]]

    def take(self, state: SixWintersState, action: At, seat: int, events: list[Event]) -> None:
        relieve(state, state.book.location[action.location], self.amount, events)


# ---- choices


class OneOf(Decision["SixWintersState", Option], frozen=True, tag=True):
    """Which of several things happens."""

    where: When
    number: int
    part: int

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Choose one of the options."

    def options(self, state: SixWintersState) -> tuple[printed.Simple, ...]:
        """What there is to choose from."""
        effect = Do(self.where, self.number, self.part).effect(state)
        assert isinstance(effect, printed.OneOf)
        return effect.options

    def question(self, state: SixWintersState, seat: int) -> Question:
        options = self.options(state)
        labels = tuple((f"option{n}", effect_words(state.book, each)) for n, each in enumerate(options, 1))
        return ask(self, state, seat, "choose one of the rewards", labels=labels)

    def actions(self, state: SixWintersState, seat: int) -> list[Option]:
        return [Option(n) for n in range(1, len(self.options(state)) + 1)]

    def take(self, state: SixWintersState, action: Option, seat: int, events: list[Event]) -> None:
        state.push(Do(self.where, self.number, self.part, action.n - 1))


class Cursing(Decision["SixWintersState", Curse], frozen=True, tag=True):
    """Whose skill is cursed (S98, S114)."""

    rule: ClassVar[str] = "S98"
    otherwise: ClassVar[str] = "Choose a skill that is not cursed yet, of one of the characters."

    def question(self, state: SixWintersState, seat: int) -> Question:
        labels = (("curse", "{}'s {} is cursed"),)
        return ask(self, state, seat, "choose whose skill is cursed, and which", labels=labels)

    def actions(self, state: SixWintersState, seat: int) -> list[Curse]:
        return [
            Curse(state.id(number), skill)
            for number, person in enumerate(state.people)
            for place, skill in enumerate(SKILLS)
            if place not in person.curses
        ]

    def take(self, state: SixWintersState, action: Curse, seat: int, events: list[Event]) -> None:
        person = state.person(action.character)
        state.people[person].curses.append(state.book.skill[action.skill])
        note(state, f"A curse took {state.name(person)}'s {action.skill}.")
        events.append(
            Told(text=f"{state.name(person)}'s {action.skill} is cursed.", about=(f"person:{person}",))
        )


class Offer(Step["SixWintersState"], frozen=True, tag=True):
    """A player may draw an asset and stage it."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if state.asset_deck:
            state.push(Offering((state.people[self.person].seat,)))


class Offering(Decision["SixWintersState", Yes | No], frozen=True, tag=True):
    """Whether an asset is drawn."""

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Say whether you draw an asset."

    def question(self, state: SixWintersState, seat: int) -> Question:
        labels = (("yes", "Draw and stage an asset"), ("no", "Draw none"))
        return ask(self, state, seat, "say whether an asset is drawn and staged", labels=labels)

    def actions(self, state: SixWintersState, seat: int) -> list[Yes | No]:
        return [Yes(), No()]

    def take(self, state: SixWintersState, action: Yes | No, seat: int, events: list[Event]) -> None:
        if isinstance(action, Yes):
            decks.stage(state, events)


class Burying(Decision["SixWintersState", Stage], frozen=True, tag=True):
    """Which staged asset goes under the deck."""

    rule: ClassVar[str] = "S80"
    otherwise: ClassVar[str] = "Choose a staged asset."

    def question(self, state: SixWintersState, seat: int) -> Question:
        labels = (("stage", "{} goes under the deck"),)
        return ask(
            self,
            state,
            seat,
            "choose a staged asset that goes under the deck",
            about=("staged",),
            labels=labels,
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Stage]:
        return [Stage(state.book.assets[asset].id) for asset in state.staged]

    def take(self, state: SixWintersState, action: Stage, seat: int, events: list[Event]) -> None:
        asset = state.book.asset[action.asset]
        state.staged.remove(asset)
        state.asset_deck.insert(0, asset)


class NextScene(Step["SixWintersState"], frozen=True, tag=True):
    """The next scene is placed; after the last one the scenario is won (S28, S80, S120)."""

    number: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        state.scene = self.number
        if self.number >= len(scenario(state).scenes):
            state.scene_place = -1
            ending.won(state, events)
            return
        now = scene(state)
        place = site(state, now.location)
        if place not in state.cells:
            state.push(Settling((state.spotlight,), place), self)
            return
        state.scene_place = place
        where = state.book.locations[place].name
        events.append(Told(text=f"The next scene, {now.name}, is at {where}.", about=("scene",)))
