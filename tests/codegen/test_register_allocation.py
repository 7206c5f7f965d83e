"""Allocated programs: every value is where it is read, and no more values are in registers than there are registers."""

import pytest

import jounce as jn
from jounce.codegen.instruction_selection import Cell, select
from jounce.codegen.list_scheduling import schedule
from jounce.codegen.print.c import cuts_of
from jounce.codegen.register_allocation import SPILLED, Compute, Load, Spill, allocate
from support.random_programs import random_program

REGISTERS = [4, 5, 8, 15, 31]


def operations_of(program):
    return schedule(select(program, cuts_of(program)).operations)


def run(allocation, operations):
    """Follow the steps; return, for each, which definitions are read from registers."""
    latest, memory, reads, done = {}, {}, [], []
    for k, step in enumerate(allocation.steps):
        if isinstance(step, Load):
            assert step.value == (step.source if isinstance(step.value, Cell) else memory[step.source])
            reads.append([])
            latest[step.value] = k
        elif isinstance(step, Spill):
            assert step.target.array == SPILLED
            assert 0 <= step.target.place < allocation.slots
            reads.append([latest[step.value]])
            memory[step.target] = step.value
        else:
            read = []
            for x, source in zip(step.operation.operands, step.sources, strict=True):
                if source is None:
                    read.append(latest[x])
                else:
                    assert x == (source if source.array != SPILLED else memory[source])
            reads.append(read)
            latest[step.operation] = k
            done.append(step.operation)
    assert done == list(operations)
    return reads


def most_alive(reads):
    """Return how many definitions are alive at most between two steps; one that is not read takes its step alone."""
    last = list(range(len(reads)))
    for k, read in enumerate(reads):
        for definition in read:
            last[definition] = k
    return max(sum(begin <= k < last[begin] for begin in range(k + 1)) for k in range(len(reads)))


@pytest.mark.parametrize("registers", REGISTERS)
@pytest.mark.parametrize("seed", range(6))
def test_values_are_where_they_are_read(seed, registers):
    operations = operations_of(random_program(seed, 250))
    assert most_alive(run(allocate(operations, registers), operations)) <= registers


@pytest.mark.parametrize("registers", [8, 15])
def test_an_arm(registers):
    operations = operations_of(jn.compile(jn.rnea, jn.load("kuka_lwr"), order=1).program)
    assert most_alive(run(allocate(operations, registers), operations)) <= registers


def test_more_registers_take_fewer_stores_and_loads():
    operations = operations_of(jn.compile(jn.rnea, jn.load("kuka_lwr"), order=2).program)
    counts = [sum(not isinstance(step, Compute) for step in allocate(operations, registers).steps) for registers in REGISTERS]
    assert counts == sorted(counts, reverse=True)
    assert allocate(operations, 1000).slots == 0


def test_an_operation_reads_one_operand_from_memory_at_most():
    for step in allocate(operations_of(random_program(3, 250)), 8).steps:
        if isinstance(step, Compute):
            assert sum(source is not None for source in step.sources) <= 1
