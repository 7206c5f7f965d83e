"""Partial derivatives of M, C and g as loops: over pairs of joints for their wrenches, over triples for the derivatives.

The steps are those of `dynamics.state_slopes`, written down once each. What each link has by itself is straight-line code.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from jounce.codegen.passes import Argument, Pass, Passes
from jounce.codegen.program import Program, Sheet, Slot
from jounce.dynamics.closed_form import Rate, Twist
from jounce.dynamics.state_slopes import Above, Below, Link, above, below, inside, links, over, paths, under, weight
from jounce.functions.equation import Form, Numbers, flat
from jounce.functions.link_passes import runs, twist, vector
from jounce.robot import Robot
from jounce.spatial.inertia import Inertia
from jounce.spatial.matrices import Matrix
from jounce.spatial.vectors import ZERO

LINK, ABOVE, BELOW, TWISTS = 70, 36, 18, 12
"""Numbers of a link; of the wrenches of a pair; of S and Sdot, with which a link begins."""
NO_RATE = Rate((ZERO, ZERO, ZERO), (ZERO, ZERO, ZERO), ZERO, ZERO)
NOTHING: Twist = (ZERO, ZERO)


def _matrix(x: Numbers) -> Matrix:
    return vector(x), vector(x[3:]), vector(x[6:])


def _link(x: Numbers) -> Link:
    S, Sdot, psi = twist(x), twist(x[6:]), twist(x[12:])
    inertia = Inertia(x[18], vector(x[19:]), (x[22], x[23], x[24], x[25], x[26], x[27]))
    rate = Rate(_matrix(x[28:]), _matrix(x[37:]), vector(x[46:]), vector(x[49:]))
    return Link(S, Sdot, psi, inertia, rate, twist(x[52:]), twist(x[58:]), twist(x[64:]))


def _twists(x: Numbers) -> Link:
    """A link of which the twists are known."""
    return Link(twist(x), twist(x[6:]), NOTHING, Inertia(), NO_RATE, NOTHING, NOTHING, NOTHING)


class Given(NamedTuple):
    """What a step reads: so many numbers of an array, which may stand apart."""

    width: int
    apart: int = 1


def _step(given: dict[str, Given], outputs: int, width: int, text: Callable[..., Any]) -> Program:
    """A step whose results are so many numbers, or one output of this width."""
    sheet = Sheet([Slot(name, one.width, one.apart) for name, one in given.items()])
    found = flat(text(*([row[0] for row in slot] for slot in sheet.slots)))
    if outputs == 1:
        return sheet.program("step", [Slot("found", width, 1)], [[[x] for x in found]])
    return sheet.program("step", [Slot(f"found{k}", 1, 1) for k in range(outputs)], [[[x]] for x in found])


def state_loop(form: Form, robot: Robot) -> Passes:
    """`state_derivatives` of a robot."""
    inputs, outputs = form.slots(robot)
    sheet = Sheet(inputs)
    plant, x = form.read(robot, sheet.rows)
    n, gravity = robot.n, plant.tree.gravity
    first = sheet.program(
        form.equation.name,
        [Slot("link", n, LINK), Slot("gravity_", 1, 3)],
        [[flat(list(link)) for link in links(plant.tree, *x.motion)], [list(gravity)]],
    )
    way = paths(plant.tree)
    ends = [plant.tree.chain_end(k) for k in range(n)]
    deep = max(len(strict) + len(own) for strict, own in way)
    place = [{h: p for p, h in enumerate([*strict, *own])} for strict, own in way]
    every = [(j, h) for j in range(n) for h in place[j]]
    strictly = [(j, h) for j in range(n) for h in way[j][0]]
    passes = [
        Pass(first, tuple(Argument(slot.name) for slot in (*first.inputs, *first.outputs)), [[0] * (len(inputs) + 2)]),
        *_pairs("above", ABOVE, deep, lambda j, h: above(_link(j), _link(h)), [(j, h, place[j][h]) for j, h in every]),
        *_pairs("below", BELOW, deep, lambda h, j: below(_link(h), _link(j)), [(h, j, place[h][j]) for h, j in strictly]),
        *_weights(n, every, strictly),
    ]
    M, C, V = "dM_dq", "dC_dq", "dC_dqd"
    cases: dict[str, list[tuple[int, int, int]]] = {"over": [], "under": [], "own": []}
    for j, (strict, own) in enumerate(way):
        for i in (*strict, *own):
            for h in place[j]:
                carried = i < h and ends[i] != ends[h]
                cases["own" if i in own else "over" if carried else "under"].append((j, i, h))
    apart = Given(ABOVE, deep)
    made = {
        "over": (6, lambda a, i: over(_above(a), _twists(i)), [(M, 0), (M, 1), (C, 0), (C, 1), (V, 0), (V, 1)]),
        "under": (4, lambda a, i: under(_above(a), _twists(i))[2:], [(C, 0), (C, 1), (V, 0), (V, 1)]),
        "own": (2, lambda a, i: under(_above(a), _twists(i))[2::2], [(C, 0), (V, 0)]),
    }
    for name, (count, text, into) in made.items():
        rows, counts = [], []
        for (j, i, h), many in zip(*_stretches(cases[name])):
            places = [(i * n + j if not swapped else j * n + i) * n + h for _, swapped in into]
            rows.append([deep * ABOVE * j + place[j][h], LINK * i, *places])
            counts.append(many)
        arguments = (Argument("above", moves=1), Argument("link"), *(Argument(output, moves=1) for output, _ in into))
        step = _step({"above": apart, "link": Given(TWISTS)}, count, 0, text)
        passes.append(Pass(step, arguments, rows, repeats=counts))
    rows, counts = [], []
    deepest = [(k, i, j) for k in range(n) for i in way[k][0] for j in way[k][0]]
    for (h, i, j), many in zip(*_stretches(deepest)):
        rows.append([deep * BELOW * h + place[h][j], LINK * i, *[(i * n + j) * n + h] * 3])
        counts.append(many)
    step = _step({"below": Given(BELOW, deep), "link": Given(TWISTS)}, 3, 0, lambda b, i: inside(_below(b), _twists(i)))
    arguments = (Argument("below", moves=1), Argument("link"), *(Argument(output, moves=n) for output in (M, C, V)))
    passes.append(Pass(step, arguments, rows, repeats=counts))
    arrays = {"link": n * LINK, "gravity_": 3, "above": n * ABOVE * deep, "below": n * BELOW * deep}
    return Passes(form.equation.name, tuple(inputs), tuple(outputs), tuple(passes), arrays, first.angle_places)


def _above(x: Numbers) -> Above:
    return Above(*(twist(x[6 * k :]) for k in range(6)))


def _below(x: Numbers) -> Below:
    return Below(*(twist(x[6 * k :]) for k in range(3)))


def _stretches(triples: Sequence[tuple[int, int, int]]) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Triples with neighbouring last numbers put together."""
    numbers = {pair: k for k, pair in enumerate(dict.fromkeys((a, b) for a, b, _ in triples))}
    back = list(numbers)
    begins, counts = runs([(numbers[a, b], c) for a, b, c in triples])
    return [(*back[k], c) for k, c in begins], counts


def _pairs(
    array: str, width: int, deep: int, text: Callable[..., Any], pairs: Sequence[tuple[int, int, int]]
) -> tuple[Pass, ...]:
    """Wrenches of pairs (link, other, place among those of the link), beside each other with those of the same link."""
    step = _step({"one": Given(LINK), "other": Given(LINK)}, 1, width, text)
    rows = [[LINK * one, LINK * other, deep * width * one + at] for one, other, at in pairs]
    return (Pass(step, (Argument("link"), Argument("link"), Argument(array, deep)), rows),)


def _weights(n: int, every: Sequence[tuple[int, int]], strictly: Sequence[tuple[int, int]]) -> tuple[Pass, ...]:
    """Derivatives of g: of a joint by those that carry it, and the other way."""
    given = {"one": Given(LINK), "other": Given(LINK), "gravity_": Given(3)}
    links_in = (Argument("link"), Argument("link"), Argument("gravity_"), Argument("dg_dq"))
    passes = []
    for k, pairs in enumerate((every, strictly)):
        step = _step(given, 1, 1, lambda j, i, g, k=k: [weight(_link(j), _link(i), vector(g))[k]])
        rows = [[LINK * j, LINK * i, 0, i * n + j if k else j * n + i] for j, i in pairs]
        passes.append(Pass(step, links_in, rows))
    return tuple(passes)
