"""Straight-line programs of random operations, on which code generation is tried."""

import numpy as np

from jounce.codegen.program import Program, Sheet, Slot
from jounce.numbers import sincos, sqrt

INPUTS, OUTPUTS = 9, 12


def random_program(seed: int, length: int = 300, name: str = "mixed") -> Program:
    """Return a program of about so many operations on 9 numbers, two of them angles; operands are recent more often than old."""
    rng = np.random.default_rng(seed)
    sheet = Sheet([Slot("x", 1, INPUTS)])
    row = sheet.rows[0]
    values = [*row[:7], *sincos(row[7]), *sincos(row[8]), *sincos(row[0])]
    while len(values) < length:
        a, b = (values[-1 - int(min(len(values) - 1, rng.exponential(30.0)))] for _ in range(2))
        kind = rng.choice(
            ["add", "sub", "mul", "fma", "twice", "scale", "div", "neg", "sqrt"],
            p=[0.2, 0.2, 0.2, 0.2, 0.05, 0.06, 0.03, 0.03, 0.03],
        )
        value = {
            "add": lambda: a + b,
            "sub": lambda: a - b,
            "mul": lambda: 0.5 * (a * b),
            "fma": lambda: a * b - values[int(rng.integers(len(values)))],
            "twice": lambda: a * b + a * values[0],
            "scale": lambda: a * float(rng.normal()),
            "div": lambda: a / (b * b + 1.0),
            "neg": lambda: -a,
            "sqrt": lambda: sqrt(a * a + 0.5),
        }[str(kind)]()
        if not isinstance(value, float):
            values.append(value / (value * value + 1.0) if kind == "mul" else value)
    picked = [values[int(i)] for i in rng.integers(length // 3, len(values), OUTPUTS - 3)]
    return sheet.program(name, [Slot("y", 1, OUTPUTS)], [[[*picked, row[3], 2.5, values[8]]]])
