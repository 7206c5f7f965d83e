"""Options of `jounce simulate` that model a real machine: errors of the model, sensors, actuators, jitter."""

from typing import Any

import click
import numpy as np

import jounce as jn
from jounce.cli.number import REAL, WHOLE, number_of
from jounce.cli.options import all_of, numbers
from jounce.errors import InputError

NAMES = (
    *("payload", "stiffness_error", "mass_error", "encoder_bits", "encoder_noise", "torque_noise", "speed_filter", "delay"),
    *("torque_limit", "current_bandwidth", "ripple", "jitter", "seed"),
)
"""Names of all options of `machine`, in the order in which `machine_of` unpacks their values."""
TIMES = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
"""{unit of time: seconds}; `us` and `ms` come before `s`, since all three end in s."""


def share_of(text: str) -> float:
    """Convert text such as `10%` or `0.1` to a fraction; raise ValueError for other text."""
    return number_of(text[:-1]) / 100.0 if text.endswith("%") else number_of(text)


def seconds_of(text: str) -> float:
    """Convert text such as `1ms`, `200us`, `0.001s` or `0.001` to a time [s]; raise ValueError for other text."""
    for unit, factor in TIMES.items():
        if text.endswith(unit):
            return number_of(text[: -len(unit)]) * factor
    return number_of(text)


def share(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """Convert the text of an option to a fraction above -1, or raise a usage error; None if the option is not used."""
    try:
        fraction = None if text is None else share_of(text)
    except ValueError:
        raise click.BadParameter(f"expected a share, 10% or 0.1, got {text!r}.") from None
    if fraction is not None and not (np.isfinite(fraction) and fraction > -1.0):
        raise click.BadParameter(f"expected a share above -100%, got {text!r}.")
    return fraction


def _seconds(_: click.Context, __: click.Parameter, text: str | None) -> float:
    """Convert the text of an option to a time from 0 on [s], or raise a usage error; 0 if the option is not used."""
    try:
        seconds = 0.0 if text is None else seconds_of(text)
    except ValueError:
        raise click.BadParameter(f"expected a time, 1ms, 200us or 0.001, got {text!r}.") from None
    if not (np.isfinite(seconds) and seconds >= 0.0):
        raise click.BadParameter(f"expected a time from 0 on, got {text!r}.")
    return seconds


def _harmonics(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> dict[int, float]:
    """Convert the texts of all options --ripple to {periods per turn of the rotor: fraction of the torque}."""
    harmonics = {}
    for word in words:
        harmonic, _sign, share = word.partition("=")
        try:
            harmonics[int(harmonic)] = share_of(share)
        except ValueError:
            raise click.BadParameter(f"expected HARMONIC=SHARE, as 6=1%, got {word!r}.") from None
    return harmonics


machine = all_of(
    click.option(
        "--payload", metavar="M[,X,Y,Z]", callback=numbers, help="Payload of the simulated robot that the model ignores [kg, m]."
    ),
    click.option(
        "--stiffness-error", metavar="SHARE", callback=share, help="Relative excess of its stiffness over the model's: 10%."
    ),
    click.option(
        "--mass-error", metavar="SHARE", callback=share, help="Relative excess of its link masses over the model's: -5%."
    ),
    click.option("--encoder-bits", type=REAL, help="Encoder resolution: bits per turn behind the gear, of motors and links."),
    click.option("--encoder-noise", type=REAL, help="Standard deviation of measured positions [rad, m]."),
    click.option("--torque-noise", type=REAL, help="Standard deviation of measured motor and joint torques [Nm, N]."),
    click.option(
        "--speed-filter",
        type=REAL,
        help="Bandwidth of the low-pass filter of speeds, which are differences of positions [rad/s].",
    ),
    click.option("--delay", metavar="TIME", callback=_seconds, help="Delay of all measurements: 1ms."),
    click.option(
        "--torque-limit", metavar="T[,T,...]", callback=numbers, help="Largest torque, of all motors or of each [Nm, N]."
    ),
    click.option("--current-bandwidth", type=REAL, help="Bandwidth of the current loop [rad/s]."),
    click.option(
        "--ripple",
        metavar="K=SHARE",
        multiple=True,
        callback=_harmonics,
        help="Torque ripple, K periods per turn of the rotor: 6=1%.",
    ),
    click.option("--jitter", metavar="TIME", callback=_seconds, help="Largest delay of a tick of the controller: 50us."),
    click.option("--seed", type=WHOLE, default=0, show_default=True, help="Seed of noise and jitter."),
)
"""Decorator that adds all options of this module to a command."""


def plant_of(robot: jn.Robot, payload: Any, stiffness_error: float | None, mass_error: float | None) -> jn.Robot:
    """Return the simulated robot: the model with a payload and with relative errors of all stiffnesses and masses.

    payload: (mass [kg],) or (mass, x, y, z [m] in the tool frame). None leaves the value of the model unchanged.
    """
    moving = robot
    if mass_error is not None:
        moving = moving.with_parameters({"inertia": (1.0 + mass_error) * moving.parameter_values("inertia")})
    if stiffness_error is not None:
        stiffness = moving.parameter_values("stiffness")
        if not np.isfinite(stiffness).any():
            raise InputError(f"--stiffness-error: no drive of robot {robot.name!r} has a stiffness that is one number.")
        moving = moving.with_parameters({"stiffness": (1.0 + stiffness_error) * stiffness})
    if payload is not None:
        if len(payload) not in (1, 4):
            raise InputError(
                f"--payload: expected a mass, or a mass and three coordinates in the frame of the tool, got {payload}."
            )
        moving = moving.with_payload(payload[0], payload[1:] or (0.0, 0.0, 0.0))
    return moving


def machine_of(robot: jn.Robot, loop: Any, stated: dict[str, Any]) -> dict[str, Any]:
    """Return keyword arguments of `jn.simulate` (plant, sensors, actuator, jitter, seed) from all options of `machine`.

    loop: controller, None if the simulation is open loop; stated: {name in `NAMES`: value of the option}.
    """
    payload, stiffer, heavier, bits, noise, rough, speeds, delay, limit, bandwidth, ripple, jitter, seed = (
        stated[name] for name in NAMES
    )
    sensors = None
    if any(x is not None for x in (bits, noise, rough, speeds)) or delay:
        if loop is None:
            raise InputError("sensors are read by a controller: --controller pd or feedback-linearisation goes with them.")
        encoder = (
            jn.simulation.Sensor(0.0, noise or 0.0, delay)
            if bits is None
            else jn.simulation.Sensor.encoder(bits, noise or 0.0, delay)
        )
        torque = jn.simulation.Sensor(0.0, rough or 0.0, delay)
        sensors = jn.Sensors(encoder, encoder, torque, torque, np.inf if speeds is None else speeds)
    actuator = None
    if limit is not None or bandwidth is not None or ripple:
        largest = np.inf if limit is None else limit[0] if len(limit) == 1 else limit
        actuator = jn.simulation.Actuator(largest, np.inf if bandwidth is None else bandwidth, ripple)
    plant = plant_of(robot, payload, stiffer, heavier)
    arguments = {"sensors": sensors, "actuator": actuator, "jitter": jitter, "seed": seed}
    return {**arguments, "plant": None if plant is robot else plant}
