"""What the shell calls: mistakes are told at the call, as errors of this package."""

import pytest

import sim


@pytest.mark.parametrize("call", [sim.shake, sim.watch])
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"seed": -1}, sim.SeedError),
        ({"seed": 7, "friction": 10**400}, sim.ShakeError),
        ({"seed": 7, "shake": 3}, sim.ShakeError),
        ({"seed": 7, "shake": sim.Shake(), "friction": 0.3}, sim.ShakeError),
        ({"seed": 7, "fricton": 0.3}, sim.ShakeError),
    ],
)
def test_a_mistake_is_told_at_the_call(call, arguments, error):
    with pytest.raises(error):
        call(**arguments)
