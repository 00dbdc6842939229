"""What a card says, as data: figures, what is always on (`Powers`), and what can be done with it (`Use`).

A hero's file (`data/heroes/<id>.toml`) is read into these structs and into nothing else.  An effect is the
name of one small operation with its numbers; the operations are in `effects.py`, and no card has code.
"""

from typing import Literal

import msgspec

Amount = int | Literal["x"]  # x: the mana that was paid
Action = Literal["move", "attack", "prepare", "focus", "mend", "practice"]
ACTIONS: tuple[Action, ...] = ("move", "attack", "prepare", "focus", "mend", "practice")
LEGEND = 4  # the rank of those above rank 3


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of everything in a hero's file."""


class Target(Part, frozen=True):
    """Which monsters an effect may be aimed at."""

    reach: Literal["range", "adjacent", "anywhere"] = "adjacent"
    ranks: tuple[int, ...] = (1, 2, 3, LEGEND)
    undamaged: bool = False
    closer: bool = False  # nearer to Grimheim than the hero
    left: int = 0  # at most so much health left; 0: any


ADJACENT = Target()

# ---- operations (G29 to G32); `do` names them in the file


class Damage(Part, frozen=True, tag="damage", tag_field="do"):
    """Deal damage to one monster; another amount if it stands in a forest."""

    amount: Amount
    target: Target = ADJACENT
    in_forest: int | None = None
    unpreventable: bool = False


class Hail(Part, frozen=True, tag="hail", tag_field="do"):
    """1 damage to each of so many different monsters in range."""

    monsters: Amount


class Roll(Part, frozen=True, tag="roll", tag_field="do"):
    """Roll dice against a monster, or against each of up to so many."""

    dice: int
    target: Target = ADJACENT
    monsters: int = 1


class Kill(Part, frozen=True, tag="kill", tag_field="do"):
    """Kill a monster outright."""

    target: Target = ADJACENT


class Kick(Part, frozen=True, tag="kick", tag_field="do"):
    """Damage to a monster, which is then moved so many areas (G61)."""

    damage: int
    steps: int
    target: Target = ADJACENT


class Trade(Part, frozen=True, tag="trade", tag_field="do"):
    """Damage to a monster, with which the hero then trades places (G61)."""

    damage: int
    target: Target = ADJACENT


class AddDamage(Part, frozen=True, tag="add_damage", tag_field="do"):
    """More damage from the roll on the table: so much, and so much a rune, and so much if any rune shows."""

    amount: int = 0
    per_rune: int = 0
    if_rune: int = 0


class AddDice(Part, frozen=True, tag="add_dice", tag_field="do"):
    """More dice for the attack on the table."""

    dice: int


class Reroll(Part, frozen=True, tag="reroll", tag_field="do"):
    """Roll all misses of the roll on the table again; runes are misses."""


class Release(Part, frozen=True, tag="release", tag_field="do"):
    """Any part of the damage stored on this card is added to the attack (Smiterbiter)."""


class Prevent(Part, frozen=True, tag="prevent", tag_field="do"):
    """Take off up to so much of the damage that the hero is about to take."""

    amount: int


class StrikeBack(Part, frozen=True, tag="strike_back", tag_field="do"):
    """Damage to the monster that attacks or has just attacked."""

    amount: int


class Heal(Part, frozen=True, tag="heal", tag_field="do"):
    """Remove damage from a hero: oneself, or oneself or an adjacent one."""

    amount: int
    whom: Literal["self", "near"] = "self"


class Repair(Part, frozen=True, tag="repair", tag_field="do"):
    """Remove damage from cards.

    `near`: so much in all from heroes within range 1 and their equipment; `each`: so much from each own card;
    `one`: everything from one own equipment card; `this`: everything from this card.
    """

    cards: Literal["near", "each", "one", "this"]
    amount: int = 0


class March(Part, frozen=True, tag="march", tag_field="do"):
    """Move up to so many areas, a movement of its own; `shelter`: to end in a location, and no more after."""

    steps: int
    shelter: bool = False


class Tread(Part, frozen=True, tag="tread", tag_field="do"):
    """One step into an adjacent forest area, or out of the forest area that the hero is in."""

    way: Literal["into", "out"]


class Stride(Part, frozen=True, tag="stride", tag_field="do"):
    """The move action of this turn goes further."""

    steps: int


class Reach(Part, frozen=True, tag="reach", tag_field="do"):
    """The attack range is larger this turn."""

    areas: int


class Draw(Part, frozen=True, tag="draw", tag_field="do"):
    """Draw cards; `up_to`: until there are so many in hand."""

    cards: int = 0
    up_to: int = 0


class Gold(Part, frozen=True, tag="gold", tag_field="do"):
    """Gain gold; another amount if three mountain areas are adjacent."""

    amount: int
    three_mountains: int | None = None


class Mana(Part, frozen=True, tag="mana", tag_field="do"):
    """Mana on a card of the hero's choice."""

    amount: int


class Act(Part, frozen=True, tag="act", tag_field="do"):
    """An additional action, one of these; `rapid`: it is a Rapid Strike."""

    actions: tuple[Action, ...]
    rapid: bool = False


class Rebuild(Part, frozen=True, tag="rebuild", tag_field="do"):
    """Add town pieces."""

    pieces: int


class Mark(Part, frozen=True, tag="mark", tag_field="do"):
    """A monster is worth more gold to whoever kills it."""

    gold: int
    target: Target


class Hold(Part, frozen=True, tag="hold", tag_field="do"):
    """A monster does not move of itself in the coming monster turn."""

    target: Target


class Complete(Part, frozen=True, tag="complete", tag_field="do"):
    """The current quest is completed outright."""


Effect = (
    Damage
    | Hail
    | Roll
    | Kill
    | Kick
    | Trade
    | AddDamage
    | AddDice
    | Reroll
    | Release
    | Prevent
    | StrikeBack
    | Heal
    | Repair
    | March
    | Tread
    | Stride
    | Reach
    | Draw
    | Gold
    | Mana
    | Act
    | Rebuild
    | Mark
    | Hold
    | Complete
)

When = Literal["free", "attack", "roll", "prevent", "attacked", "monsters_moved"]


class Use(Part, frozen=True):
    """Something that can be done with a card: when, at what cost, where, and what happens.

    `free`: in the hero's turn; `attack`: after the roll of its attack action; `roll`: after any of its rolls;
    `prevent`: when the hero is about to take damage; `attacked`: after a monster's attack on the hero;
    `monsters_moved`: after the monsters' movement.
    """

    when: When
    effects: tuple[Effect, ...]
    option: str = ""  # tells several uses of one card apart
    mana: int = 0  # from this card
    most_mana: int = 0  # more than `mana`: the player chooses x between the two
    any_mana: int = 0  # from any own cards
    wear: int = 0
    counter: int = 0  # counters on this card
    gold: int = 0
    action: Action | None = None  # spends this action (G28)
    discard: int = 0  # other cards from the hand
    hurt: int = 0  # unpreventable damage to oneself
    where: Literal["", "town", "forest", "mountain"] = ""  # in Grimheim; in a forest; next to a mountain
    # Once per turn: the card, or this use of it; or no limit.
    limit: Literal["card", "use", "none"] = "card"
    adjacent: bool = False  # the attacker must be adjacent


class Powers(Part, frozen=True):
    """What is always on while the card is in play.  Numbers of several cards add up."""

    ignores_armor: int = 0
    ignores_cover: int = 0
    runes_hit: int = 0
    runes_chain: int = 0  # each rune rolled adds a die
    runes_charge: int = 0  # mana on this card for each rune rolled
    attack_damage: int = 0  # in every own attack action
    attack_damage_trollkin: int = 0
    attack_damage_far: int = 0  # if the target is two areas away or more
    attack_damage_distance: int = 0  # for each area of distance
    attack_damage_adjacent: int = 0  # for each monster next to the hero
    rapid_dice: int = 0  # in attack actions made by a Rapid Strike
    rune_splash: int = 0  # runes of an attack action hurt a monster adjacent to the target
    nails: int = 0  # overkill goes on, so many times
    sweeps: int = 0  # overkill goes to the next monster clockwise
    reaps: int = 0  # damage may be split with another adjacent monster
    stores: int = 0  # overkill is kept on this card, so much at most
    mines: int = 0  # an attack action may be aimed at a mountain
    after_attack_damage: int = 0  # to an adjacent monster, after every own attack action
    after_attack_mana: int = 0  # on any own card
    after_attacked_damage: int = 0  # to the adjacent monster that attacked
    mail: int = 0  # prevented of the first damage in every monster turn
    stride: int = 0  # move +1
    wrecks: int = 0
    climbs: int = 0
    slips: int = 0  # passes through occupied areas
    forest_heals: int = 0  # each time a forest area is entered
    forest_mana_action: int = 0  # when a move action ends in a forest
    forest_mana: int = 0  # when any own movement ends in a forest
    extra_draw: int = 0
    hand: int = 0
    wages: int = 0  # gold from this card at the start of each own turn
    suppresses: int = 0  # before the monsters move: up to this rank, within range 3
    charges: int = 0  # after a move action: may kill an adjacent monster up to this rank


class Face(Part, frozen=True):
    """One side of a card that is in play."""

    text: str
    strength: int = 0
    health: int = 0
    range: int = 0  # added to the attack range
    move: int = 0  # of a hero card: areas of a move action
    armor: int = 0
    mana: int = 0  # mana generation
    durability: int = 0
    counters: int = 0  # that it comes into play with
    uses: tuple[Use, ...] = ()
    powers: Powers = Powers()


Count = Literal[
    "", "forest_dice", "forests", "mountains", "kills", "kills_adjacent", "kills_far", "trollkin_gold"
]


class Quest(Part, frozen=True):
    """How an equipment card is won (G40 to G45).

    `do`: in the hero's turn, by paying and spending what is named, where it is named; `enter` and
    `end_move`: by itself; `kill`: after a kill, if the hero wants (a quest of another kind may have `kills`
    as well); `progress`: by a count.
    """

    kind: Literal["do", "enter", "end_move", "kill", "progress"]
    text: str
    action: Action | None = None
    gold: int = 0
    discard: int = 0
    where: str = ""  # a location's id, or `town`, `forest`, `road`
    staying: bool = False  # to be there already is enough
    alone: bool = False  # no monster adjacent
    place: str = ""  # monsters that are put next to the hero
    places: int = 0
    mountains: int = 0  # so many mountain areas adjacent
    monsters: int = 0  # so many monsters adjacent, or one legend
    kills: tuple[str, ...] = ()  # what must be killed: kinds, `rank3`, `trollkin`
    forgo: bool = False  # without its experience
    count: int = 0
    of: Count = ""


class HeroCard(Part, frozen=True):
    """The hero card with its two sides."""

    id: str
    name: str
    levels: tuple[Face, Face]


class Ability(Part, frozen=True):
    """An ability with its two sides."""

    id: str
    name: str
    levels: tuple[Face, Face]
    starting: bool = False


class Equipment(Part, frozen=True):
    """A piece of equipment."""

    id: str
    name: str
    face: Face
    quest: Quest | None = None
    copies: int = 1
    promo: int = 0  # how many of the copies come from the promotional pack (G11)
    starting: bool = False
    main_weapon: bool = False


class EventCard(Part, frozen=True):
    """An event."""

    id: str
    name: str
    copies: int
    text: str
    use: Use


class HeroDeck(Part, frozen=True):
    """A hero's file."""

    source: str
    hero: HeroCard
    ability: tuple[Ability, ...]
    equipment: tuple[Equipment, ...]
    event: tuple[EventCard, ...]
