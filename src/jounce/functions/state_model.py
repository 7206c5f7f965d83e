"""State model for observers: accelerations of links and motors with Jacobians by the state, on any scalar type.

    x = (p, v),    p = (q, theta of motors behind springs),    v = (qd, thetad),    pd = v,    vd = a(p, v, tau_m)

Jacobians are exact, by reverse mode on the expression graph of the forward dynamics, which is traced once per plant and then
evaluated on the scalars of the call.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from jounce.codegen.gradient import gradient
from jounce.dynamics import elastic_joints, gyrostat_forward
from jounce.numbers import Graph, Number, Symbol
from jounce.plant.plant import Plant

Row = list[Number]
Rows = list[list[Number]]


class StateModel(NamedTuple):
    """Accelerations and their Jacobians at one state; s = n + e: number of DOFs plus number of motors behind springs."""

    a: Row
    """Accelerations (s)."""
    by_p: Rows
    """Jacobian of the accelerations by the positions p (s, s)."""
    by_v: Rows
    """Jacobian of the accelerations by the velocities v (s, s)."""
    by_motor: Rows
    """Jacobian of the accelerations by the torques of the existing motors (s, number of existing motors)."""
    by_external: Rows
    """Jacobian of the accelerations by joint torques that no drive exerts, such as contact torques (s, n)."""


def state_model(
    plant: Plant, p: Sequence[Number], v: Sequence[Number], tau_m: Sequence[Number], external: Sequence[Number] = ()
) -> StateModel:
    """Return the accelerations and their Jacobians at positions p (s) and velocities v (s); see the module for p and v.

    tau_m (m): torques of all motors. external (n): joint torques that no drive exerts (default: zeros).
    """
    graph, inputs, outputs, live = _on_paper(plant)
    pushing = external or [0.0] * plant.tree.freedoms
    numbers = iter(graph.evaluate(outputs, {**live, **dict(zip(inputs, [*p, *v, *tau_m, *pushing], strict=True))}))
    s, n, driven = plant.size, plant.tree.freedoms, plant.driven
    a = [next(numbers) for _ in range(s)]
    slopes = [[next(numbers) for _ in inputs] for _ in range(s)]
    return StateModel(
        a,
        [row[:s] for row in slopes],
        [row[s : 2 * s] for row in slopes],
        [[row[2 * s + i] for i in driven] for row in slopes],
        [row[-n:] for row in slopes],
    )


Paper = tuple[Graph, list[Symbol], list[Number], dict[Symbol, Number]]
"""A traced function: graph, inputs, outputs, and the values of live parameters."""


def _on_paper(plant: Plant) -> Paper:
    """Return the traced model: inputs (p, v, tau_m, external); outputs: accelerations, then their derivatives by all inputs."""
    graph = Graph()
    live: dict[Symbol, Number] = {}
    template = _with_symbols(plant, graph, live)
    return (*_traced(template, graph), live) if live else (*_traced_once(plant), live)


def _with_symbols(x: Any, graph: Graph, live: dict[Symbol, Number]) -> Any:
    """Return a plant with each live parameter replaced by a new symbol; the dict `live` receives {symbol: value}."""
    if isinstance(x, tuple):
        parts = [_with_symbols(each, graph, live) for each in x]
        if all(a is b for a, b in zip(parts, x)):
            return x
        return type(x)(*parts) if hasattr(x, "_fields") else tuple(parts)
    if isinstance(x, (float, int, str, bytes)) or not hasattr(type(x), "__rmul__"):
        return x
    symbol = graph.symbol(f"live{len(live)}")
    live[symbol] = x
    return symbol


@lru_cache(maxsize=16)
def _traced_once(plant: Plant) -> tuple[Graph, list[Symbol], list[Number]]:
    return _traced(plant, Graph())


def _traced(plant: Plant, graph: Graph) -> tuple[Graph, list[Symbol], list[Number]]:
    s, n, m = plant.size, plant.tree.freedoms, len(plant.motors)
    widths = {"p": s, "v": s, "tau_m": m, "external": n}
    p, v, tau_m, external = ([graph.symbol(f"{name}{i}") for i in range(width)] for name, width in widths.items())
    forward = gyrostat_forward.forward_dynamics if plant.rotors else elastic_joints.elastic_forward_dynamics
    none: Row = [0.0] * n  # link values in place of rigid motors, which are not read
    theta, thetad = plant.motors_of(none, p[n:]), plant.motors_of(none, v[n:])
    qdd, thetadd, _ = forward(plant, p[:n], v[:n], theta, thetad, tau_m, (), external)
    a = [*qdd, *(thetadd[i] for i in plant.elastic)]
    inputs = [*p, *v, *tau_m, *external]
    slopes = [x for each in a for x in gradient(graph, each, inputs)]
    return graph, inputs, [*a, *slopes]


class Seen(NamedTuple):
    """Expected sensor readings y at a state (p, v), and their Jacobians by p and by v, with one row per reading and s columns."""

    y: Row
    by_p: Rows
    by_v: Rows


def seen(plant: Plant, names: tuple[str, ...], p: Sequence[Number], v: Sequence[Number]) -> Seen:
    """Return the expected sensor readings at positions p (s) and velocities v (s), and their Jacobians.

    names: measured quantities, some of 'q', 'qd', 'tau_j' (n scalars each), 'theta', 'thetad' (one scalar per existing motor).
    """
    graph, inputs, outputs, live = _seen_on_paper(plant, names)
    numbers = iter(graph.evaluate(outputs, {**live, **dict(zip(inputs, [*p, *v], strict=True))}))
    s = len(p)
    count = len(outputs) // (2 * s + 1)
    y = [next(numbers) for _ in range(count)]
    slopes = [[next(numbers) for _ in inputs] for _ in range(count)]
    return Seen(y, [row[:s] for row in slopes], [row[s:] for row in slopes])


def _seen_on_paper(plant: Plant, names: tuple[str, ...]) -> Paper:
    """Return the traced sensor readings: inputs (p, v); outputs: readings, then their derivatives by all inputs."""
    graph = Graph()
    live: dict[Symbol, Number] = {}
    template = _with_symbols(plant, graph, live)
    return (*_seen_traced(template, names, graph), live) if live else (*_seen_once(plant, names), live)


@lru_cache(maxsize=16)
def _seen_once(plant: Plant, names: tuple[str, ...]) -> tuple[Graph, list[Symbol], list[Number]]:
    return _seen_traced(plant, names, Graph())


def _seen_traced(plant: Plant, names: tuple[str, ...], graph: Graph) -> tuple[Graph, list[Symbol], list[Number]]:
    s, n = plant.size, plant.tree.freedoms
    p, v = ([graph.symbol(f"{name}{i}") for i in range(s)] for name in ("p", "v"))
    theta, thetad = (plant.motors_of(x[:n], x[n:]) for x in (p, v))
    none: Row = [0.0] * len(plant.motors)
    tau_a = elastic_joints.drive_torques(plant, p[:n], v[:n], theta, thetad, none)
    there = plant.driven
    readings: dict[str, Row] = {
        "q": list(p[:n]),
        "qd": list(v[:n]),
        "tau_j": list(plant.transmission.torques_at_joints([t if i in there else 0.0 for i, t in enumerate(tau_a)])),
        "theta": [theta[i] for i in there],
        "thetad": [thetad[i] for i in there],
    }
    y = [x for name in names for x in readings[name]]
    inputs = [*p, *v]
    slopes = [x for each in y for x in gradient(graph, each, inputs)]
    return graph, inputs, [*y, *slopes]
