"""Traces of functions: equal if the same operations are done on the same constants."""

from jounce.numbers import sin
from jounce.robot.function_trace import trace_text


def test_operations_and_constants_tell_functions_apart():
    def law(gain):
        return lambda x: gain * x + sin(x)

    def other(x):
        return 2.0 * x + sin(x)

    assert trace_text(law(2.0)) == trace_text(other)
    assert trace_text(law(2.0)) != trace_text(law(2.0000000000000004))
    assert trace_text(other) != trace_text(lambda x: sin(x) - 2.0 * x)


def test_functions_that_do_not_read_their_argument():
    assert trace_text(lambda x: 3.0) == trace_text(lambda y: 3.0)
    assert trace_text(lambda x: 3.0) != trace_text(lambda x: 4.0)
    assert trace_text(lambda x: x) != trace_text(lambda x: 0)
