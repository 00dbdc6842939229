"""Every step and decision of the game, for the agenda of the state, in the order of the rulebook."""

from fimbul.games.fornaldar.rules import (
    attrition,
    mobilizing,
    recovery,
    reinforcing,
    setting_up,
    turn,
    weather,
)
from fimbul.games.fornaldar.rules.combat import challenges, fighting, losses, melee, retreats, rounds, spoils
from fimbul.games.fornaldar.rules.magic import enchanting, plotting, searching
from fimbul.games.fornaldar.rules.movement import (
    arriving,
    evading,
    intercepting,
    marching,
    moving,
    passage,
    teleporting,
)

Agenda = (
    setting_up.Opening
    | setting_up.Embarkation
    | setting_up.Embarking
    | turn.GameTurn
    | turn.PhaseBegins
    | turn.PhaseEnds
    | turn.PlayerTurn
    | turn.PlayerTurnEnds
    | turn.GameTurnEnds
    | weather.Weathering
    | reinforcing.Reinforcement
    | reinforcing.Arriving
    | reinforcing.Levying
    | reinforcing.Offering
    | reinforcing.Brandishing
    | enchanting.EnchantmentPhase
    | enchanting.Reveal
    | enchanting.Dispelling
    | enchanting.TakeEffect
    | plotting.Plots
    | plotting.Plotting
    | attrition.AttritionPhase
    | attrition.Weary
    | attrition.LeftAlone
    | attrition.Dwindle
    | attrition.Wearing
    | losses.Bear
    | losses.Losses
    | losses.Choose
    | losses.Bearing
    | losses.Heeding
    | losses.ComeOff
    | recovery.Recovery
    | recovery.Refitting
    | recovery.Landing
    | recovery.Healing
    | mobilizing.Mobilization
    | mobilizing.Calling
    | mobilizing.Invading
    | mobilizing.Upkeep
    | moving.MovementPhase
    | moving.PregameMove
    | moving.MarchBegins
    | moving.ReactionPhase
    | moving.Moving
    | moving.Resting
    | teleporting.Appearing
    | teleporting.Landed
    | teleporting.Meeting
    | teleporting.Dispersed
    | intercepting.Offer
    | intercepting.Intercepting
    | intercepting.Dispatch
    | intercepting.Sending
    | intercepting.Spring
    | evading.Contact
    | evading.Slipping
    | evading.Evading
    | evading.Evasion
    | evading.Encounter
    | evading.Survivors
    | evading.Caught
    | searching.Cursed
    | searching.SearchEnds
    | searching.Finding
    | fighting.CombatPhase
    | fighting.Announcing
    | rounds.Ordering
    | fighting.DraugrMelee
    | fighting.Joined
    | challenges.Challenging
    | challenges.Replies
    | challenges.Answering
    | challenges.Fought
    | challenges.Arming
    | challenges.Contest
    | melee.KeepingOut
    | melee.DraugrRound
    | melee.DraugrGoesOn
    | melee.DraugrGone
    | retreats.Marked
    | retreats.DrivingOut
    | retreats.Retreating
    | spoils.Spoil
    | spoils.Salvage
    | passage.Regroup
    | marching.Advance
    | arriving.Arrive
    | marching.AfterOverrun
    | rounds.BattleBegins
    | rounds.ChoosingTerrain
    | rounds.RoundBegins
    | rounds.Dusting
    | rounds.Round
    | rounds.Aftermath
    | rounds.Continuing
    | rounds.Pressing
    | rounds.BattleEnds
)
