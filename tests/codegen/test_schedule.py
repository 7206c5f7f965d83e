"""The order of instructions: operands before results, few values alive."""

import pytest

import jounce as jn
from jounce.export.compiled_kernel import Kernel
from jounce.functions.rigid import RNEA
from jounce.kernel.equation import Form
from jounce.numbers.symbol import CONSTANT, INPUT
from support.random_robots import random_robot


def alive(instructions):
    last = {}
    for i, node in enumerate(instructions):
        for operand in (node.left, node.right):
            last[operand] = i
    count = most = 0
    ends = {}
    for i, node in enumerate(instructions):
        count += 1
        ends[last.get(node, i)] = ends.get(last.get(node, i), 0) + 1
        count -= ends.get(i, 0)
        most = max(most, count)
    return most


@pytest.mark.parametrize("seed", range(3))
def test_instructions_are_ordered_and_complete(seed):
    program = Kernel(Form(RNEA, 2), random_robot(seed, n=4)).program
    done = set()
    for node in program.instructions:
        for operand in (node.left, node.right):
            assert operand is None or operand.op in (INPUT, CONSTANT) or operand in done
        done.add(node)
    assert len(done) == len(program.instructions)


def test_scheduling_keeps_few_values_alive():
    """Not more than as written, on the arm and on a tree."""
    for robot in (jn.load("kuka_lwr"), random_robot(2, n=8)):
        program = Kernel(Form(RNEA, 2), robot).program
        assert alive(program.instructions) <= alive(sorted(program.instructions, key=lambda x: x.index))
