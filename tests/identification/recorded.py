"""Recordings of real robots, and what was published about them."""

import gzip
import re
import tomllib
from pathlib import Path

import numpy as np

import jounce as jn

DATA = Path(__file__).parent / "data"
KINDS = (
    "inertia",
    "rotor_inertia",
    "viscous_friction",
    "coulomb_friction",
    "link_viscous_friction",
    "link_coulomb_friction",
    "torque_offset",
)
"""What was sought of the TX40."""
STANDSTILL = (0.0501, 0.0501, 0.0750, 0.0716, 0.0559, 0.1222)
"""[rad/s] below which its authors leave samples out."""


def table(name):
    with gzip.open(DATA / name, "rt") as file:
        return np.loadtxt(file, delimiter=",", skiprows=1)


def kr300(which):
    robot = jn.load("kuka_kr300")
    rows = table(f"kr300_{which}.csv.gz")
    gear = np.array([drive.gear_ratio for drive in robot.drives])
    log = jn.Log(t=rows[:, 0], theta=np.radians(rows[:, 1:7]), tau_m=rows[:, 10:16] * gear)
    return log.moved(np.radians([0.0, -90.0, 90.0, 0.0, 0.0, 0.0]))


def tx40():
    rows = table("tx40.csv.gz")
    return jn.Log(t=rows[:, 0], theta=rows[:, 1:7], tau_m=rows[:, 7:13]).geared(jn.load("staubli_tx40"))


def published(robot):
    """(names, values and deviations by least squares, the same weighted, their combinations of all values of KINDS (60, P))."""
    with (DATA / "tx40_published.toml").open("rb") as file:
        rows = tomllib.load(file)["base"]
    numbers = np.array([row[1:] for row in rows])
    plain, weighted = numbers[:, 0], numbers[:, 2]
    maps = np.array([_combination(robot, row[0]) for row in rows])
    deviations = np.abs(plain * numbers[:, 1] / 100.0), np.abs(weighted * numbers[:, 3] / 100.0)
    return [row[0] for row in rows], (plain, deviations[0]), (weighted, deviations[1]), maps


def _combination(robot, text):
    return sum(
        (-1.0 if sign == "-" else 1.0) * float(factor or 1.0) * _term(robot, name)
        for sign, factor, name in re.findall(r"([+-]?)\s*(?:([\d.]+)\*)?([A-Za-z]+\d)", text)
    )


def _term(robot, name):
    """One of their parameters in ours. Their torques are those of joints: motor 6 acts on axes 5 and 6."""
    sizes = [10 * len(robot.links), *[robot.n] * (len(KINDS) - 1)]
    start = dict(zip(KINDS, np.cumsum([0, *sizes])))
    found = np.zeros(sum(sizes))
    gear = [drive.gear_ratio**2 for drive in robot.drives]
    what, i = name[:-1], int(name[-1]) - 1
    ten = ("m", "mx", "my", "mz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
    if what in ten:
        found[10 * i + ten.index(what)] = 1.0
    elif what in ("Ia", "Iam"):
        found[start["rotor_inertia"] + i] = gear[i]
        if name == "Ia5":
            found[start["rotor_inertia"] + 5] = gear[5]
    elif what in ("fv", "fvm"):
        found[start["viscous_friction"] + i] = 1.0
        if name == "fv5":
            found[start["viscous_friction"] + 5] = 1.0
        if name == "fv6":
            found[start["link_viscous_friction"] + 5] = 1.0
    elif what in ("fs", "fsm"):
        found[start["link_coulomb_friction" if name == "fs6" else "coulomb_friction"] + i] = 1.0
    else:
        found[start["torque_offset"] + i] = 1.0
        if name == "off5":
            found[start["torque_offset"] + 5] = 1.0
    return found
