"""Passes run in plain Python: what compiled loops do, without a compiler."""

import re

import numpy as np

ADDRESS = re.compile(r"(?:WIDE\()?(\w+)\[(\d+)\]\)?")


def run_passes(program, inputs):
    """Return the outputs of recorded loops as flat arrays, from flat arrays of inputs; what is never written is nan."""
    arrays = {slot.name: np.ravel(x).astype(float).tolist() for slot, x in zip(program.inputs, inputs, strict=True)}
    arrays |= {slot.name: [0.0] * slot.size for slot in program.outputs}
    arrays |= {name: [np.nan if name in program.filled else 0.0] * size for name, size in program.arrays.items()}
    arrays |= {name: list(numbers) for name, numbers in {**program.tables, **program.constants}.items()}
    for each in program.passes:
        _run(each, arrays)
    return [np.array(arrays[slot.name]) for slot in program.outputs]


def _run(each, arrays):
    step, count = each.step, len(each.step.inputs)
    names = [slot.name for slot in step.inputs]
    places = {x: ADDRESS.fullmatch(text).groups() for x, text in step.symbols.items()}
    reads = [(x, names.index(name), int(at)) for x, (name, at) in places.items()]
    made = [(p, r, x) for p, values in enumerate(step.results, count) for r, x in enumerate(values) if x is not None]
    values_of = next(iter(step.symbols)).graph.evaluator([x for *_, x in made]) if reads else lambda _: [x for *_, x in made]
    for begins, repeats in zip(each.begins, each.repeats or [1] * len(each.begins)):
        for j in range(repeats):
            starts = [begin + argument.moves * j for begin, argument in zip(begins, each.arguments)]
            given = {}
            for x, p, at in reads:
                argument = each.arguments[p]
                given[x] = arrays[argument.array][starts[p] + (argument.cells[at] if argument.cells else at)]
            for (p, r, _), value in zip(made, values_of(given), strict=True):
                array, at = arrays[each.arguments[p].array], starts[p] + r
                array[at] = array[at] + value if each.arguments[p].added else value
