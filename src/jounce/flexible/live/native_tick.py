"""A tick of a live flexible arm in compiled code, see live.c."""

import ctypes
from functools import lru_cache
from typing import Any

from jounce.codegen.build.cache import loadable
from jounce.codegen.build.compiler import build
from jounce.codegen.print.c import PER_THREAD
from jounce.errors import CompilerError
from jounce.flexible.dae import Dae
from jounce.flexible.live.c_source import LiveCode
from jounce.flexible.live.live_inputs import RestState, TickLayout
from jounce.numbers.packing import Array

ENTRY = """
long long flexible_arm_live(const long long what, void *memory, const double *q, const double *filter, const double *stable,
    const long long count, const double *unstable, const double *rows, const double *bounds, double *tau, double *motion)
{
    Live *const s = (Live *)memory;
    if (what == 0) return (long long)sizeof(Live);
    if (what == 1) return from_rest(s, q, filter, stable, (int)count, unstable, rows, bounds);
    const int code = tick(s, rows, tau);
    memcpy(motion, s->motion, sizeof s->motion);
    return code;
}
"""


class NativeTick:
    """Compiled ticks of a live flexible arm, with the interface of `PythonTick`."""

    def __init__(self, code: LiveCode) -> None:
        self._function = _built(code.layout, code.h, code.window)
        self.size = int(self._function(ctypes.c_longlong(0), *[ctypes.c_void_p(None)] * 10)) // 8

    def begin(self, state: Array, rest: RestState) -> bool:
        """See `PythonTick`."""
        q, filters, stable, unstable, rows, bounds = (ctypes.c_void_p(array.ctypes.data) for array in rest)
        start = (q, filters, stable, ctypes.c_longlong(len(rest.stable)), unstable, rows, bounds)
        return bool(self._function(ctypes.c_longlong(1), _at(state), *start, *[ctypes.c_void_p(None)] * 2))

    def tick(self, state: Array, rows: Array, tau: Array, motion: Array) -> int:
        """See `PythonTick`."""
        nothing = ctypes.c_void_p(None)
        unused = (nothing, nothing, nothing, ctypes.c_longlong(0), nothing)
        return int(self._function(ctypes.c_longlong(2), _at(state), *unused, _at(rows), nothing, _at(tau), _at(motion)))


def _at(x: Array) -> ctypes.c_void_p:
    """Return the address of an array's data."""
    return ctypes.c_void_p(x.ctypes.data)


@lru_cache(maxsize=32)
def _built(layout: TickLayout, h: float, window: int) -> Any:
    """Compile, load and return the C function `flexible_arm_live`; a library that cannot be loaded is compiled once more."""
    robot = layout.robot
    text = LiveCode(Dae(robot), h, window, layout).text(PER_THREAD, faster=True) + ENTRY
    error: Exception | None = None
    for _ in range(2):
        try:
            path = build(text, f"live {robot.name!r}", text.count("\n"), ("-ffp-contract=off",))
            with loadable(path) as name:
                function = ctypes.CDLL(name).flexible_arm_live
                function.restype = ctypes.c_longlong
                return function
        except (OSError, AttributeError) as failure:
            error = failure
    raise CompilerError(f"what the compiler made of live {robot.name!r} cannot be loaded: {error}")
