"""Selected operations compute what the program computes, and contract what gcc contracts."""

from fractions import Fraction

from jounce.codegen.instruction_selection import COPY, FMA, TABLE, TURNED, Cell, is_selectable, select
from jounce.codegen.print.c import cuts_of
from jounce.codegen.program import Sheet, Slot
from jounce.numbers import exp, sincos
from jounce.numbers.symbol import ADD, DIV, MUL, NEG, SUB

EXACT = {
    ADD: lambda a, b: a + b,
    SUB: lambda a, b: a - b,
    MUL: lambda a, b: a * b,
    DIV: lambda a, b: a / b,
    NEG: lambda a: -a,
    COPY: lambda a: a,
}


def program_of(text, width=6):
    """Return the program of a function of the numbers of one row."""
    sheet = Sheet([Slot("x", 1, width)])
    results = text(*sheet.rows[0])
    return sheet.program("small", [Slot("y", 1, len(results))], [[list(results)]])


def selected(program):
    return select(program, cuts_of(program))


def test_rational_programs_are_evaluated_exactly():
    """Without rounding a contraction changes nothing: fractions through the operations and through the same text."""

    def text(a, b, c, d, e, f):
        return [a * b + c, d - a * b * e, (a * b - c * d) / f, -(e * f) + 2 * a, a, 3 * c - d]

    program = program_of(text)
    numbers = [Fraction(k + 2, 7 + 3 * k) for k in range(6)]
    selection, values, outputs = selected(program), {}, {}
    for operation in selection.operations:
        operands = [
            values[x] if not isinstance(x, Cell) else Fraction(selection.table[x.place]) if x.array == TABLE else numbers[x.place]
            for x in operation.operands
        ]
        if operation.op == FMA:
            (a, b, c), (first, last) = operands, operation.minus
            values[operation] = (-1) ** first * a * b + (-1) ** last * c
        else:
            values[operation] = EXACT[operation.op](*operands)
        outputs |= dict.fromkeys(operation.sinks, values[operation])
    for i, x in enumerate(text(*numbers)):
        assert outputs.get(f"y[{i}]", numbers[0]) == x
    assert len(outputs) == 5


def test_a_product_is_contracted_into_all_sums_or_none():
    def kinds(text):
        return sorted(operation.op for operation in selected(program_of(text)).operations)

    assert kinds(lambda a, b, c, d, e, f: [a * b + c]) == [FMA]
    assert kinds(lambda a, b, c, d, e, f: [a * b + c, a * b - d]) == [FMA, FMA]
    assert kinds(lambda a, b, c, d, e, f: [a * b + c, a * b]) == [ADD, MUL]
    assert kinds(lambda a, b, c, d, e, f: [a * b + c, a * b / d]) == [ADD, DIV, MUL]
    assert kinds(lambda a, b, c, d, e, f: [a * b + c * d]) == [FMA, MUL]
    assert kinds(lambda a, b, c, d, e, f: [a * b + c * d, c * d - e]) == [FMA, MUL, SUB]


def test_products_across_a_cut_stay_apart():
    program = program_of(lambda a, b, c, d, e, f: [a * b + c])
    pieces = [program.instructions[:1], program.instructions[1:]]
    product, total = select(program, pieces).operations
    assert (product.op, product.apart, total.op, total.apart) == (MUL, True, ADD, False)


def test_which_programs_can_be_selected():
    assert is_selectable(program_of(lambda a, b, c, d, e, f: [*sincos(a), a + b, (c * c).sqrt()]))
    assert not is_selectable(program_of(lambda a, b, c, d, e, f: [exp(a)]))
    assert not is_selectable(program_of(lambda a, b, c, d, e, f: sincos(a + b)))


def test_sines_of_few_angles_leave_room_for_four():
    selection = selected(program_of(lambda a, b, c, d, e, f: [*sincos(b), *sincos(e)]))
    assert [operation.operands[0] for operation in selection.operations if operation.sinks == ("y[3]",)] == [Cell(TURNED, 5)]
