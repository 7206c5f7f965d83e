"""Kernel of a public function for one robot, by code that all robots of the robot's structure share.

The values of the robot (`jounce.plant.structure`) are the last input of the shared code, so that a robot with other values is
not compiled anew. Measured on the LWR, shared code takes 1.02 to 1.10 times as long as code of one robot alone: to compile that
code as well would pay after a hundred million samples. Kernels of `jounce.compile` are always code of one robot.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from jounce.kernel.backends.native import NativeKernel, ShortCut, short_cut
from jounce.kernel.equation import Form
from jounce.numbers.packing import Array
from jounce.plant.structure import structure_of
from jounce.robot import Robot

MOST_SHARED = 512
"""Largest number of shared kernels in memory; beyond it the oldest is dropped, and loaded again from disk at its next use."""
SHARED: dict[str, NativeKernel] = {}
"""Shared kernels by the digest of their recipe, the oldest first."""


def shared(kernel: NativeKernel) -> NativeKernel:
    """Return the cached kernel with the class and recipe of `kernel`; if there is none, cache and return `kernel`."""
    recipe = sha256(f"{type(kernel).__name__} {kernel.recipe}".encode()).hexdigest()
    cached = SHARED.get(recipe)
    if cached is not None:
        return cached
    if len(SHARED) >= MOST_SHARED:
        SHARED.pop(next(iter(SHARED)), None)
    return SHARED.setdefault(recipe, kernel)  # threads that come at once all take the first one's


class SharedKernel:
    """Shared code of a form with the values of one robot."""

    def __init__(self, form: Form, robot: Robot) -> None:
        self.kernel = shared(NativeKernel(form._replace(shared=True), robot))
        self.values = structure_of(robot).values
        self._quick: Any = None

    def pays(self, batch: tuple[int, ...]) -> bool:
        """Return True if native code pays, see `NativeKernel.pays`; samples of all robots of the structure count."""
        return self.kernel.pays(batch)

    def run(self, arrays: Sequence[Array], batch: tuple[int, ...], threads: int) -> tuple[tuple[Array, ...], bool]:
        """Return the results for this robot, and True if all inputs are finite and within bounds; see `NativeKernel.run`."""
        return self.kernel.run([*arrays, self.values], batch, threads)

    @property
    def quick(self) -> Any:
        """Return a callable for one sample of float64 arrays, or None without native code; see `NativeKernel.quick`."""
        if self._quick is None:
            self._quick = self.kernel.quick_with(self.values)
        return self._quick or None

    def short_cut(self, robot: Robot, links: tuple[Any, ...], is_known: bool) -> ShortCut:
        """Return the short cut of calls with wrenches on `links`, see `NativeKernel.short_cut`."""
        return short_cut(self.quick, self.kernel.form._replace(shared=False), robot, links, is_known)
