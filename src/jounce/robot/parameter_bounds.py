"""Checks of live parameters, which a call takes in place of the robot's own: bounds always, physical consistency on request."""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError, ModelError, UnphysicalError
from jounce.robot.drive import SOFTEST, too_soft
from jounce.robot.parameters import (
    OF_DRIVES,
    OF_SPRINGS,
    PARAMETERS,
    TEN,
    entry_joints,
    is_read,
    parameter_size,
    with_parameters,
)
from jounce.robot.validation import LARGEST, short

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


@lru_cache(maxsize=1024)
def lower_bounds(robot: "Robot", name: str) -> tuple[float, ...]:
    """Return the lower bound of each entry of the parameter `name`; -inf without a bound, nan for entries that are not read.

    The equations do not read entries of drive parameters without a drive, stiffness and damping of rigid joints, and the
    stiffness of nonlinear springs.
    """
    if name in OF_SPRINGS:
        return (0.0,) * parameter_size(robot, name)
    if name in OF_DRIVES:
        least = SOFTEST if name == "stiffness" else 0.0
        return tuple(least if is_read(drive, name) else math.nan for drive in robot.motor_drives)
    bounds = [-math.inf] * parameter_size(robot, name)
    for i, _ in mass_entries(robot, name):
        bounds[i] = 0.0
    return tuple(bounds)


@lru_cache(maxsize=1024)
def mass_entries(robot: "Robot", name: str) -> tuple[tuple[int, int], ...]:
    """Return (index of the mass, count) for each body in the parameter `name`, "inertia" or "payload"; () for other parameters.

    If the mass of a body is zero, the `count` entries after the mass must be zero as well. Links with physical=False, and
    payloads on these links, are omitted, since their inertia may have any values.
    """
    if name == "inertia":
        physical = [link.physical for link in robot.links]
    elif name == "payload":
        index = robot.locate(robot.tool)[0]
        physical = [index < 0 or robot.links[index].physical]
    else:
        physical = []
    return tuple((k * len(TEN), len(TEN) - 1) for k, is_physical in enumerate(physical) if is_physical)


def check_bounds(robot: "Robot", name: str, array: NDArray[Any]) -> None:
    """Raise `InputError` unless the entries of the parameter `name`, an array (..., size), are within their bounds.

    Bounds: finite, at most `LARGEST` in magnitude, at least `lower_bounds`; a body without mass has no first or second moments.
    Entries that the equations do not read are ignored. `check_parameters` also checks that a rigid body can have the inertia.
    """
    least = np.array(lower_bounds(robot, name))
    read = ~np.isnan(least)
    wrong = ~(np.abs(array) <= LARGEST) & read
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        if not np.isfinite(array[at]):
            raise InputError(f"{name} is {array[at]} at index {at}; expected finite numbers.")
        raise InputError(
            f"{_entry(robot, name, at[-1])} is {array[at]:g} at index {at}; expected numbers of {LARGEST:g} at most, beyond "
            "which "
            "torques overflow."
        )
    if (array < least).any():
        k = int(np.argwhere(array < least)[0][-1])
        value = array[..., k].min()
        if value > 0.0:
            raise InputError(too_soft(value, _entry(robot, name, k)))
        expected = f"numbers {'above zero' if least[k] > 0.0 else 'of zero or more'}"
        raise InputError(f"{_entry(robot, name, k)} is {value:g}; expected {expected}.{_remedy(name)}")
    for i, count in mass_entries(robot, name):
        without = (array[..., i] == 0.0) & array[..., i + 1 : i + 1 + count].any(axis=-1)
        if without.any():
            row = array[tuple(np.argwhere(without)[0])][i : i + 1 + count]
            rest = f"({', '.join(f'{x:g}' for x in row[1:4])}) kg m, inertia ({', '.join(f'{x:g}' for x in row[4:])}) kg m^2"
            raise InputError(
                f"{_entry(robot, name, i)} is 0, with first moment {rest}: no body has them without mass.{_remedy(name)}"
            )


def _entry(robot: "Robot", name: str, k: int) -> str:
    """Return the text that names entry k of the parameter `name` in error messages."""
    if name == "inertia":
        return f"inertia: {TEN[k % len(TEN)]} of link {robot.links[k // len(TEN)].name!r}"
    if name == "payload":
        return f"payload: {TEN[k]}"
    if name == "gravity":
        return f"gravity: {'xyz'[k]}"
    return f"{name} of joint {entry_joints(robot, name)[k]!r}"


def _remedy(name: str) -> str:
    return " A link with physical=False takes any numbers." if name in ("inertia", "payload") else ""


def check_parameters(robot: "Robot", values: Mapping[str, Any]) -> None:
    """Raise `InputError` or `UnphysicalError` unless all samples in `values`, {name: array (..., size)}, are physical.

    See `Robot.check_parameters`.
    """
    if not isinstance(values, Mapping):
        raise InputError(f"parameters: expected {{name: array}}, got {short(values)}.")
    for name, entries in values.items():
        size = parameter_size(robot, name)
        try:
            array = np.asarray(entries, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError(f"{name}: expected numbers (..., {size}), got {short(entries)}.") from None
        if array.shape[-1:] != (size,):
            raise InputError(f"{name}: expected shape (..., {size}), {PARAMETERS[name].entries}; got shape {array.shape}.")
        check_bounds(robot, name, array)
        for at in _doubtful(robot, name, array):
            try:
                with_parameters(robot, {name: array[at]})
            except ModelError as error:
                where = f" at index {tuple(int(i) for i in at)}" if at else ""
                raise UnphysicalError(f"{name}{where}: {error}") from None


def _doubtful(robot: "Robot", name: str, array: NDArray[np.float64]) -> list[tuple[int, ...]]:
    """Return the indices of the samples of an array (..., size) that contain a body with an indefinite pseudo-inertia.

    The test is conservative: a negative eigenvalue may be a rounding error.
    """
    doubt = np.zeros(array.shape[:-1], dtype=bool)
    for i, _ in mass_entries(robot, name):
        m, hx, hy, hz, xx, yy, zz, xy, xz, yz = np.moveaxis(array[..., i : i + len(TEN)], -1, 0)
        half = 0.5 * (xx + yy + zz)  # second moments: half the trace less the moment of inertia
        rows = [[half - xx, -xy, -xz, hx], [-xy, half - yy, -yz, hy], [-xz, -yz, half - zz, hz], [hx, hy, hz, m]]
        pseudo = np.moveaxis(np.array(rows), (0, 1), (-2, -1))
        doubt |= np.linalg.eigvalsh(pseudo)[..., 0] < 0.0
    return [tuple(int(i) for i in at) for at in np.argwhere(doubt)]
