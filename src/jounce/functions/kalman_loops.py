"""A step of the Kalman filter as loops: the model is straight-line code, products with covariances are rows added to rows.

As in `control/observers/kalman_filter`, in the same order, with zeros of F, G and H left out.
"""

from collections.abc import Callable, Sequence
from typing import Any

from jounce.codegen.passes import Argument, Pass, Passes
from jounce.codegen.program import Program, Sheet, Slot
from jounce.dynamics.innovation_gate import beyond, outcome, retained
from jounce.dynamics.readings import chosen, implausible
from jounce.functions.state_model import motors_of, size
from jounce.kernel.equation import Form, Inputs
from jounce.numbers import Number, sqrt
from jounce.numbers.elementary import is_constant
from jounce.plant.plant import Plant
from jounce.robot import Robot

FLAGS = ("lost", "refused", "gated")
"""Outcomes of a reading, as `outcome` takes them."""


def _step(given: int, text: Callable[..., Number]) -> Program:
    sheet = Sheet([Slot(f"x{k}", 1, 1) for k in range(given)])
    return sheet.program("step", [Slot("found", 1, 1)], [[[text(*(slot[0][0] for slot in sheet.slots))]]])


def kalman_loop(form: Form, robot: Robot, prediction: Callable[[Plant, Inputs], Any]) -> Passes:
    """prediction: x, F, G, H and the error from plant and inputs."""
    inputs, outputs = form.slots(robot)
    sheet = Sheet(inputs)
    plant, x = form.read(robot, sheet.rows)
    made = prediction(plant, x)
    N, count = len(made.x), len(made.error)
    across = [list(column) for column in zip(*made.F)]
    parts = {"x": [made.x], "across": across, "G": made.G, "H": made.H, "error": [made.error], "lost": [[made.lost]]}
    parts["refused"] = [[made.rejected]]
    slots = [Slot(name, len(rows), len(rows[0])) for name, rows in parts.items()]
    model = sheet.program("model", slots, list(parts.values()))
    begin = Pass(model, tuple(Argument(slot.name) for slot in (*inputs, *slots)), [[0] * (len(inputs) + len(slots))])
    times = _step(2, lambda a, b: a * b)
    where = "P"
    passes = [begin]
    passes.append(  # T = P F^T
        _rows(times, ("covariance", "across", "T"), [(k * N + m, m * N, k * N, N) for k in range(N) for m in range(N)])
    )
    kept = [(i, k) for i in range(N) for k in range(N) if not is_constant(made.F[i][k], 0.0)]
    passes.append(_rows(times, ("across", "T", where), [(k * N + i, k * N + i, i * N + i, N - i) for i, k in kept]))
    acting = [(i, c) for i in range(N) for c, g in enumerate(made.G) if not is_constant(g[i], 0.0)]
    passes.append(_rows(times, ("G", "G", where), [(c * N + i, c * N + i, i * N + i, N - i) for i, c in acting]))
    passes.append(
        Pass(
            _step(1, lambda a: a),
            (Argument(where, moves=1), Argument(where, moves=N)),
            [[i * N + i + 1, (i + 1) * N + i] for i in range(N - 1)],
            repeats=[N - i - 1 for i in range(N - 1)],
        )
    )
    passes.append(
        Pass(_step(1, lambda a: a), (Argument(where, moves=1), Argument("expected", moves=1)), [[0, 0]], repeats=[N * N])
    )
    for i, row in enumerate(made.H):
        passes += _update(i, [c for c in range(N) if not is_constant(row[c], 0.0)], N, times, where)
    flags = tuple(Argument(name) for name in FLAGS)
    state = ("state", "x", "after", "next_state")
    passes += [
        Pass(
            _step(2, lambda a, b: a + b),
            (Argument("x", moves=1), Argument("change", moves=1), Argument("after", moves=1)),
            [[0, 0, 0]],
            repeats=[N],
        ),
        Pass(
            _step(1, lambda x: implausible([x])),
            (Argument("after"), Argument("lost", added=True)),
            [[i, 0] for i in range(N)],
        ),
        Pass(_step(6, outcome), (*flags, *(Argument(name, moves=1) for name in state)), [[0] * 7], repeats=[N]),
        Pass(
            _step(6, retained),
            (*flags, *(Argument(name, moves=1) for name in ("covariance", "expected", where, "next_covariance"))),
            [[0] * 7],
            repeats=[N * N],
        ),
        Pass(_step(3, lambda *given: chosen(sum(given, 0.0), 1.0, 0.0)), (*flags, Argument("rejected")), [[0] * 4]),
        _handed_out(form, robot, plant, N),
    ]
    sizes = {slot.name: slot.size for slot in slots}
    more = {
        where: N * N,
        "expected": N * N,
        "after": N,
        "T": N * N,
        "Ph": count * N,
        "g": count * N,
        "S": count,
        "w": count,
        "change": N,
        "gated": 1,
    }
    return Passes(form.equation.name, tuple(inputs), tuple(outputs), tuple(passes), {**sizes, **more}, [])


def _rows(step: Program, arrays: tuple[str, str, str], runs: Sequence[tuple[int, int, int, int]]) -> Pass:
    """A number of the first array times a row of the second, added to a row of the third; where each begins, and how long."""
    share, row, total = arrays
    return Pass(
        step,
        (Argument(share), Argument(row, moves=1), Argument(total, moves=1, added=True)),
        [run[:3] for run in runs],
        repeats=[run[3] for run in runs],
    )


def _update(i: int, columns: list[int], N: int, times: Program, where: str) -> list[Pass]:
    """One measured number."""
    own = i * N
    square = _step(1, lambda r: r * r)
    less = _step(2, lambda a, b: -(a * b))
    return [
        _rows(times, ("H", where, "Ph"), [(own + c, c * N, own, N) for c in columns]),
        Pass(square, (Argument("noise"), Argument("S")), [[i, i]]),
        Pass(times, (Argument("H"), Argument("Ph"), Argument("S", added=True)), [[own + c, own + c, i] for c in columns]),
        Pass(_step(1, lambda s: 1.0 / sqrt(s)), (Argument("S"), Argument("w")), [[i, i]]),
        Pass(times, (Argument("w"), Argument("Ph", moves=1), Argument("g", moves=1)), [[i, own, own]], repeats=[N]),
        Pass(less, (Argument("H"), Argument("change"), Argument("error", added=True)), [[own + c, c, i] for c in columns]),
        Pass(
            _step(2, lambda e, w: beyond(w * e)), (Argument("error"), Argument("w"), Argument("gated", added=True)), [[i, i, 0]]
        ),
        Pass(
            _step(3, lambda e, w, g: g * (w * e)),
            (Argument("error"), Argument("w"), Argument("g", moves=1), Argument("change", moves=1, added=True)),
            [[i, i, own, 0]],
            repeats=[N],
        ),
        _rows(less, ("g", "g", where), [(own + a, own, a * N, N) for a in range(N)]),
    ]


def _handed_out(form: Form, robot: Robot, plant: Plant, N: int) -> Pass:
    """What the estimate is called, from x."""
    outputs = form.slots(robot)[1][2:-1]
    sheet = Sheet([Slot("estimate", 1, N)])
    x: list[Number] = list(sheet.rows[0])
    s, n = size(plant), plant.tree.freedoms
    rows = (
        x[:n],
        x[s : s + n],
        motors_of(plant, x[:n], x[n:s]),
        motors_of(plant, x[s : s + n], x[s + n : 2 * s]),
        x[2 * s :] or [0.0] * n,
    )
    made = sheet.program("handed_out", outputs, [[row] for row in rows])
    return Pass(made, (Argument("next_state"), *(Argument(slot.name) for slot in outputs)), [[0] * (1 + len(outputs))])
