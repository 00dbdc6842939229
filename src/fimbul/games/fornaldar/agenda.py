"""Every step and decision of the game, for the agenda of the state, in the order of the rulebook."""

from fimbul.games.fornaldar import (
    attrition,
    challenges,
    enchanting,
    evading,
    fighting,
    intercepting,
    losses,
    marching,
    melee,
    mobilizing,
    moving,
    plotting,
    recovery,
    reinforcing,
    retreats,
    rounds,
    searching,
    setting_up,
    spoils,
    teleporting,
    turn,
    weather,
)

Agenda = (
    setting_up.Opening
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
    | reinforcing.Brandishing
    | enchanting.EnchantmentPhase
    | enchanting.Reveal
    | enchanting.Dispelling
    | enchanting.TakeEffect
    | plotting.Plotting
    | attrition.AttritionPhase
    | attrition.Weary
    | attrition.LeftAlone
    | attrition.Dwindle
    | attrition.Wearing
    | losses.Bear
    | losses.Bearing
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
    | teleporting.Appearing
    | teleporting.Landed
    | teleporting.Meeting
    | teleporting.Dispersed
    | intercepting.Offer
    | intercepting.Intercepting
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
    | fighting.Ordering
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
    | marching.Regroup
    | marching.Advance
    | marching.Arrive
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
