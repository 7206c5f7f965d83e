"""Scheduled operations are the same ones, operands before results, within the window."""

import pytest

import jounce as jn
from jounce.codegen.instruction_selection import Cell, select
from jounce.codegen.list_scheduling import schedule
from jounce.codegen.print.c import cuts_of
from jounce.codegen.register_allocation import Spill, allocate
from support.random_programs import random_program


def operations_of(program):
    return select(program, cuts_of(program)).operations


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("window", [0, 1, 7, 40, 1000])
def test_order_is_complete_and_possible(seed, window):
    operations = operations_of(random_program(seed, 250))
    order = schedule(operations, window)
    assert {id(x) for x in order} == {id(x) for x in operations}
    assert len(order) == len(operations)
    done = set()
    for operation in order:
        assert all(isinstance(x, Cell) or x in done for x in operation.operands)
        done.add(operation)


@pytest.mark.parametrize("window", [0, 3, 40])
def test_nothing_is_drawn_from_beyond_the_window(window):
    operations = operations_of(random_program(1, 250))
    waiting = list(operations)
    for operation in schedule(operations, window):
        assert operations.index(operation) <= operations.index(waiting[0]) + window
        waiting.remove(operation)


def test_a_window_of_one_place_keeps_the_order():
    operations = operations_of(random_program(2, 250))
    assert schedule(operations, 0) == operations


def test_fewer_values_give_way():
    operations = operations_of(jn.compile(jn.inverse_dynamics, jn.load("kuka_lwr")).program)
    counts = [sum(isinstance(step, Spill) for step in allocate(order, 15).steps) for order in (operations, schedule(operations))]
    assert counts[1] < counts[0]
