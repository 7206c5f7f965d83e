"""Operators of kernels for other array libraries: compiled outputs, and Jacobians of the outputs by all inputs."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from jounce.codegen.build.library import Library
from jounce.codegen.gradient import gradient
from jounce.codegen.program import MOST_OPERATIONS, MOST_WRITTEN, Program, Sheet, Slot
from jounce.errors import CompilerError, InputError
from jounce.kernel.arguments import NOTHING, Parameters, Wrenches
from jounce.kernel.backends.native import NativeKernel
from jounce.kernel.backends.tensors import check_tensors
from jounce.kernel.evaluation import evaluate
from jounce.numbers.elementary import is_tensor, library_of

Apply = Callable[[Sequence[Any]], Sequence[Any]]
"""Function from arrays (*batch, width), one for each input row, to arrays (*batch, rows, width), one for each output."""


class Operator:
    """Compiled outputs of a kernel and Jacobians of the outputs, for an array library; `name` is unique to the code."""

    def __init__(self, kernel: NativeKernel) -> None:
        self.kernel = kernel
        self.inputs = [slot.width for slot in kernel.inputs for _ in range(slot.rows)]
        """Width of each input row."""
        self.outputs = [(slot.rows, slot.width) for slot in kernel.outputs]
        self.name = f"{kernel.library.name}_{hashlib.sha256(str(kernel.library.recipe).encode()).hexdigest()[:16]}"
        slots = [Slot(f"d_{slot.name}", slot.rows, slot.width * sum(self.inputs)) for slot in kernel.outputs]
        label, recipe = f"the slopes of {kernel.library.label}", f"slopes of {kernel.library.recipe}"
        self._slopes = Library(kernel.library.name, kernel.inputs, slots, label, recipe)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Operator) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def values(self) -> Library:
        """Return the compiled library of the outputs."""
        self.kernel.ready("batch")
        return self.kernel.library

    @property
    def slopes(self) -> Library:
        """Return the compiled library of the Jacobian (rows, width, inputs) of each output by all inputs, from reverse mode."""
        if not self._slopes.find("batch"):
            self._slopes.build("batch", self._program())
        return self._slopes

    def _program(self) -> Program:
        form, robot = self.kernel.form, self.kernel.robot
        try:
            sheet = Sheet(self.kernel.inputs, MOST_WRITTEN)
            values = evaluate(form, robot, sheet.rows)
            inputs = [x for row in sheet.rows for x in row]
            slopes = [[[s for x in row for s in gradient(sheet.graph, x, inputs)] for row in rows] for rows in values]
            program = sheet.program(self._slopes.name, self._slopes.outputs, slopes)
        except CompilerError as error:
            raise self._too_long(str(error)) from None
        if program.length > MOST_OPERATIONS:
            raise self._too_long(f"{program.length} statements, where {MOST_OPERATIONS} are the most")
        return program

    def _too_long(self, why: str) -> CompilerError:
        return CompilerError(f"{self._slopes.label} are too long for native code: {why}. Compile fewer outputs, see outputs=")

    def call(
        self, library: str, apply: Apply, motion: Sequence[Any], wrench: Wrenches = NOTHING, parameters: Parameters = None
    ) -> Any:
        """Return the results of the public function as arrays of `library`, 'jax' or 'torch'.

        apply: function of that library which evaluates the operator.
        """
        kernel = self.kernel
        arguments = kernel.sorted(kernel.form.equation.arrange(kernel.robot, motion), wrench, parameters)
        if not any(is_tensor(row.values) for row in arguments.rows):
            raise InputError(f"this kernel takes arrays of {library}; expected one at least, got none.")
        functions, _, arrays, batch = check_tensors(arguments, kernel.robot)
        if library_of(arrays[0]) != library:
            raise InputError(f"this kernel takes arrays of {library}, got those of {library_of(arrays[0])}.")
        results = apply([functions.broadcast_to(x, (*batch, x.shape[-1])) for x in arrays])
        move = getattr(functions, "movedim", None) or functions.moveaxis  # PyTorch maps batches over its own name alone
        outputs = [
            move(x.reshape((*batch, rows, *shape)), len(batch), 0)[slice(None) if lead else 0]
            for x, (rows, _), (lead, shape) in zip(results, self.outputs, kernel.shapes)
        ]
        return kernel.form.finish(kernel.robot, arguments.q, tuple(outputs), arguments.parameters())
