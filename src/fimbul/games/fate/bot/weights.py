"""What things are worth to a bot, in town pieces.

The numbers were tuned by letting the first sight alone (`promise`) play thousands of games, most of them solo
and before it foresaw how the monsters go; what it wins is in docs/strength/fate.md.
"""

ARRIVES = (1.0, 2.4, 0.75, 0.42, 0.45, 0.4, 0.3, 0.25)  # a monster that could be in Grimheim in so many turns
THREAT = (1.2, 0.75, 0.55, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2)  # as it will stand: in, next turn, ...
HARMLESS = 0.0  # one that cannot come in time
PINNED = 0.5  # of that, while it stands next to a hero: it will not move
TOUGH, EACH_HEALTH = 0.9, 0.12  # of that: a part, and a part for each health that it has left
APPROACH = 0.0968  # each area to the nearest monster that matters
AWAY = 0.5  # of that, while in Grimheim
NEARER = 0.00597  # of that, for each area between it and the nearest hero
KNOCK_OUT = 2.0
SCRATCH = 0.0448  # a damage on a hero
WEAR = 0.03
GOLD = 0.061
MANA = 0.0056
CARD = 0.056  # in hand
STRENGTH = 0.12  # a die, for each four turns to come
RANGE = 0.1
HEALTH = 0.03
ABILITY = 0.1  # a card in play
PROGRESS = 0.15  # of a quest, when all but done
ACTION = 0.05  # an action that can still be taken, now or later
INCOME = 0.128  # the card and the mana at the end of a turn

# What actions look like at first sight.
ATTACK = 0.15  # an attack, besides what it may kill
KILL = 0.111  # a kill, besides what the monster would cost
DENT = 0.0631  # each damage
CHIP = 0.04  # each damage of a card that does not kill
HELD = 0.4  # of a monster's cost: it is kept from moving
KICKED = 0.4  # of a monster's cost: it is moved
TRADED = 0.05  # places with a monster
FALL = 1.2  # a knock-out
EXTRA = 0.8  # how far an attack counts on the cards that can be added to it
PREPARE = 0.04
FOCUS = 0.072
PRACTICE = 0.0495
MEND = 0.101  # each damage
HOME = 0.0309  # being in Grimheim, where nothing can be done
REST = 0.134  # in Grimheim, for each damage of a hero with REST_FROM or more
REST_FROM = 4
LATER_BLOW = 0.6  # a blow that needs one step
FAR_BLOW = 0.25  # a blow that needs more

HIT_CHANCE = 0.5  # of a die, three faces of six
COVER_CHANCE = 1 / 3

# A card that a quest would bring, for the rest of a long game.
CARD_BASE = 0.15
CARD_STRENGTH = 0.571
CARD_RANGE = 0.2
CARD_HEALTH = 0.08
CARD_PREVENTS = 0.25
CARD_USE = 0.15
CALLED = 0.3  # a monster that has to be put on the map for it

# The way to it.
ERRAND = 0.74  # of its worth, shared out over the actions that are left
HASTE = 1.0  # actions that are counted besides
QUEST_ACTION = 0.0911  # what spending an action on it costs
TOO_LONG = 3.84  # more actions than these, and another quest is looked for
ANOTHER = 0.03
