"""Nothing of what a side plots shows to the other before it is revealed (R5.3, R25.2)."""

import pytest
from tests.games.fornaldar.positions import FOMORIAN, MUNDANE, army, bare, dice, do, happen, item, legal, put

from fimbul.core import Event, Rng
from fimbul.games.fornaldar.rules.magic import enchanting
from fimbul.games.fornaldar.state import FornaldarState

PLOTS = (
    ("cast(tengen,vision)", "aim(h3905)"),
    ("cast(tengen,vortex_creation)", "aim(h3909)"),
    ("cast(tengen,mental_attack)",),
    ("cast(tengen,fly)",),
    ("cast(tengen,dispel_magic)",),
    ("cast(tengen,elements)", "aim(h3905)", "aim(snow)"),
)


def table() -> FornaldarState:
    """Tengen may cast in his Place of Power, Signhild in hers; both have company."""
    state = bare("sampo", month=9)
    put(state, "tengen", "3905")
    put(state, "heior", "3905")
    put(state, "hakon", "3927")
    put(state, "signhild", "2132")
    put(state, "aulgerda", "2132")
    army(state, "midhrasir", "3927", 4)
    happen(state, enchanting.EnchantmentPhase())
    return state


def seen(state: FornaldarState, seat: int | None) -> str:
    """All that a seat sees: how many actions there have been, too."""
    return repr(state.view(seat))


def told(events: list[Event], seat: int | None) -> list[str]:
    """What a seat reads."""
    return [event.sentence() for event in events if event.seen_by(seat)]


@pytest.mark.rule("R5.3")
@pytest.mark.rule("R25.2")
@pytest.mark.parametrize("plot", PLOTS)
@pytest.mark.parametrize("seat", [MUNDANE, None])
def test_the_other_sees_and_reads_nothing_of_a_plot(plot: tuple[str, ...], seat: int | None) -> None:
    state = table()
    before = seen(state, seat)
    for action in plot:
        events = do(state, action)
        assert not told(events, seat)
        assert seen(state, seat) == before


@pytest.mark.rule("R5.3")
@pytest.mark.parametrize("plot", PLOTS)
def test_the_others_choices_do_not_depend_on_a_plot(plot: tuple[str, ...]) -> None:
    quiet, plotted = table(), table()
    do(quiet, "done", seat=FOMORIAN)
    do(plotted, *plot, seat=FOMORIAN)
    while FOMORIAN in plotted.to_act:
        choices = legal(plotted, seat=FOMORIAN)
        do(plotted, "done" if "done" in choices else min(choices), seat=FOMORIAN)
    assert legal(quiet, seat=MUNDANE) == legal(plotted, seat=MUNDANE)
    assert seen(quiet, MUNDANE) == seen(plotted, MUNDANE)


@pytest.mark.rule("R5.3")
def test_either_side_may_be_first_and_nothing_tells_who_was() -> None:
    one, other = table(), table()
    do(one, "cast(tengen,vision)", "aim(h3905)", "done", seat=FOMORIAN)
    do(one, "done", seat=MUNDANE)
    do(other, "done", seat=MUNDANE)
    do(other, "cast(tengen,vision)", "aim(h3905)", "done", seat=FOMORIAN)
    assert one.fingerprint() == other.fingerprint()
    assert one.ply == 1


@pytest.mark.rule("R5.3")
def test_the_owner_sees_his_plots() -> None:
    state = table()
    before = seen(state, FOMORIAN)
    do(state, "cast(tengen,vision)", "aim(h3905)")
    assert seen(state, FOMORIAN) != before


@pytest.mark.rule("R5.3")
def test_an_imagined_world_keeps_one_s_own_plots_and_invents_the_other_s() -> None:
    state = table()
    do(state, "cast(tengen,vision)", "aim(h3905)", "done", seat=FOMORIAN)
    do(state, "cast(signhild,vision)", "aim(h2132)", seat=MUNDANE)
    worlds = [state.imagine(MUNDANE, Rng(seed)) for seed in range(12)]
    assert all(world.draft(MUNDANE) == state.draft(MUNDANE) for world in worlds)
    assert any(world.draft(FOMORIAN) != state.draft(FOMORIAN) for world in worlds)
    assert all(world.to_act == (MUNDANE,) for world in worlds)


@pytest.mark.rule("R5.3")
def test_undoing_a_plot_is_free_and_revealing_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    before = state.revelations
    do(state, "cast(tengen,vision)", "aim(h3905)", "done")
    assert state.revelations == before
    dice(monkeypatch, 1, 1)
    do(state, "done")
    assert state.revelations > before


@pytest.mark.rule("R5.3")
def test_all_is_told_to_both_when_it_is_revealed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    do(state, "cast(tengen,vision)", "aim(h3905)", "done")
    dice(monkeypatch, 1, 1)
    events = do(state, "done")
    for seat in (FOMORIAN, MUNDANE, None):
        assert any("Tengen casts Vision" in line for line in told(events, seat))


@pytest.mark.rule("R5.3")
def test_where_a_hidden_target_stands_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    put(state, "knud", "3905")
    do(state, "cast(tengen,strength)", "aim(knud)", "done")
    dice(monkeypatch, 1, 1)
    events = do(state, "done")
    assert any("Strength on Knud" in line for line in told(events, MUNDANE))
    assert not any("3905" in line for line in told(events, MUNDANE))


@pytest.mark.rule("R5.3")
@pytest.mark.rule("R21.46")
def test_the_talisman_is_written_down_in_secret() -> None:
    state = bare("sampo", month=9)
    put(state, "lhyr", "4038")
    item(state, "talisman_of_winds", bearer="lhyr")
    happen(state, enchanting.EnchantmentPhase())
    do(state, "done")
    before = seen(state, FOMORIAN)
    events = do(state, "use(talisman_of_winds)", "aim(rain)")
    assert not told(events, FOMORIAN)
    assert seen(state, FOMORIAN) == before
