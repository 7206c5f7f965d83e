"""Compilation of a public function for one robot: a kernel to call, to export as C or FMU, or to run in other array libraries."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import DTypeLike

from jounce.errors import InputError
from jounce.export.c_project import Exhibit, begin_of, exhibit, write_c
from jounce.export.fmu import write_fmu
from jounce.kernel.arguments import NOTHING, Link, check_names, check_outputs, check_robot, in_order, sort
from jounce.kernel.backends.cuda import CudaKernel
from jounce.kernel.backends.jax import JaxKernel
from jounce.kernel.backends.native import NativeKernel
from jounce.kernel.backends.torch import TorchKernel
from jounce.kernel.dispatch import check_by
from jounce.kernel.equation import Equation
from jounce.numbers import Jet
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS
from jounce.robot.validation import short


class Kernel(NativeKernel):
    """Native code of a public function for one robot, called without the robot: `kernel(*Q)`."""

    def __reduce__(self) -> Any:
        return Kernel, (self.form, self.robot, self.link, self.links, self.starts)

    # ---------------------------------------------------------------- for other libraries of arrays

    def jax(self, threads: int | None = None) -> JaxKernel:
        """Return the kernel for JAX arrays on the CPU, traced or not, with exact first derivatives: `kernel.jax()(*Q)`.

        Parameters
        ----------
        threads : int, optional
            Threads of a large batch (default: one per processor).

        Returns
        -------
        JaxKernel
        """
        return JaxKernel(self, threads)

    def torch(self, threads: int | None = None) -> TorchKernel:
        """Return the kernel for PyTorch tensors on the CPU, with exact first derivatives: `kernel.torch()(*Q)`.

        Parameters
        ----------
        threads : int, optional
            Threads of a large batch (default: one per processor).

        Returns
        -------
        TorchKernel
        """
        return TorchKernel(self, threads)

    def cuda(self, dtype: DTypeLike = "float64", outputs: Sequence[str] = ()) -> CudaKernel:
        """Return a GPU kernel of the same equation, called with arrays of CuPy, PyTorch or JAX on the GPU. Needs `jounce[cuda]`.

        Live parameters are arguments of each call, arrays (..., size): each sample of a batch may have other parameters.

        Parameters
        ----------
        dtype : dtype
            float64 or float32.
        outputs : sequence of str
            Names of the results to compute (default: all of this kernel).

        Returns
        -------
        CudaKernel
        """
        form, equation = self.form, self.form.equation
        only = check_outputs(equation, self.robot, outputs) or form.only
        if equation.result.internal and not only:
            only = tuple(output.name for output in equation.outputs(self.robot)[: -equation.result.internal])
        return CudaKernel(Kernel(form._replace(only=only), self.robot, self.link, self.links), dtype)

    # ---------------------------------------------------------------- for a controller

    def exhibit(self, dtype: DTypeLike) -> Exhibit:
        """Return program, descriptions and test data for `write_c`; dtype: type to which test inputs are rounded."""
        return exhibit(self.form, self.robot, self.program, dtype)._replace(begin=begin_of(self.form, self.robot))

    def write_c(
        self, folder: str | Path, name: str | None = None, *, dtype: DTypeLike = "float64", overwrite: bool = False
    ) -> list[Path]:
        """Write the kernel as C99, which is C++ as well, for a controller: source, header, CMakeLists.txt, and a test.

        An observer comes with NAME_begin, which computes its first state. `jn.export.write_c` writes several kernels at once.

        Parameters
        ----------
        folder, dtype, overwrite
            As in `jn.export.write_c`.
        name : str, optional
            Name of the C function and its files (default: that of the public function).

        Returns
        -------
        list of Path
            The written files.
        """
        return write_c(folder, {self.form.equation.name if name is None else name: self}, dtype=dtype, overwrite=overwrite)

    def write_fmu(self, path: str | Path, name: str | None = None) -> Path:
        """Write the kernel as an FMU of FMI 2.0 (model exchange and co-simulation), for Simulink and Modelica: `arm.fmu`.

        The FMU contains the C sources and a library for this platform. Arguments are inputs, `q[1]`, `qd[1]`, ..., results are
        outputs, live parameters are tunable parameters. Kernels of `elastic_forward_dynamics` and `forward_dynamics` are
        plants: positions and velocities are states, the torque is the input, `step` the longest step [s] of the integration in
        co-simulation. An observer is for co-simulation: each communication step is one step of the observer, and its state is a
        variable with a start value.

        Parameters
        ----------
        path : str or Path
            File whose name ends in .fmu.
        name : str, optional
            Name of the model (default: that of the public function).

        Returns
        -------
        Path
            The written file.
        """
        model = self.form.equation.name if name is None else name
        return write_fmu(path, self.form, self.robot, self.program, model, self.starts)


def compile(
    function: Callable[..., object],
    robot: Robot,
    order: int = 0,
    *,
    link: Link = None,
    wrench: bool | Sequence[str | int] = False,
    parameters: Sequence[str] | Mapping[str, int] = (),
    outputs: Sequence[str] = (),
    by: Sequence[str] = NOTHING,
) -> Kernel:
    """Compile a public function to native code for one robot.

    The kernel is called without the robot, returns the same values and shapes as the function, and has `source`, `operations`
    and `write_c(folder)`.

    Parameters
    ----------
    function
        A public function such as `jounce.rnea`.
    order : int
        Time derivatives of the result. With 0 the result has no derivative axis: tau (..., n); with k a stack (k + 1, ..., n).
    link : str, int or Tool
        The frame of `tool_pose` and `jacobian`, or where a single wrench acts.
    wrench : bool or names of links
        True for one wrench on `link`, `kernel(*Q, wrench=(W, Wdot, ...))`; names for `kernel(*Q, wrench={name: (W, Wdot, ...)})`.
    parameters : names, or dict of numbers of derivatives by name
        Parameters of the robot that become arguments, `kernel(*Q, parameters={name: array})`; with {"stiffness": 2} the stiffness
        changes in time and comes with two time derivatives, as a jet.
    outputs : names
        Names of the results to compute (default: all).
    by : names
        For functions that return partial derivatives: the variables of differentiation.

    Returns
    -------
    Kernel

    Raises
    ------
    InputError
        If the function is not one of jounce, or does not have the derivatives, wrenches, parameters or outputs that are named.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> kernel = jn.compile(jn.rnea, robot)
    >>> kernel([0.1, 0.2], [0.0, 0.0], [0.0, 0.0]).shape
    (2,)
    """
    check_robot(robot)
    equation = getattr(function, "equation", None)
    if not isinstance(equation, Equation):
        raise InputError(f"compile: expected a function of jounce such as jounce.rnea, got {function!r}.")
    if isinstance(order, bool) or not isinstance(order, int) or order < 0:
        raise InputError(f"order: expected a whole number from 0, got {order!r}.")
    if order and not equation.is_differentiable(robot):
        raise InputError(f"{equation.name} has no time derivatives; order must be 0.")
    links = () if isinstance(wrench, bool) else check_names(wrench, "wrench")
    if (wrench is True or links) and equation.takes != "wrench":
        raise InputError(f"{equation.name} takes no wrench.")
    if equation.orders.motion is not None:
        order = equation.orders.motion(robot)
    auxiliary = equation.auxiliary_slots(robot)
    variables = check_by(by, [slot.name for slot in auxiliary])
    if equation.partials is not None:
        variables = variables or equation.partials.by
    elif variables:
        raise InputError(f"by: {equation.name} gives no partial derivatives.")
    only = check_outputs(equation, robot, outputs)
    rates = _rates(parameters)
    names = check_names(tuple(rates) if isinstance(parameters, Mapping) else parameters, "parameters")
    names += tuple(name for name in variables if name in PARAMETERS and name not in names)
    results = [output.name for output in equation.outputs(robot)]
    if "damping" in names and "tau_m" in results and not auxiliary:
        raise InputError("parameters: motor torque at an instant is that of joints without damping; it does not read 'damping'.")
    nothing = (None,) * (order + 1 + equation.wrench_order(robot))
    forces: Any = nothing if wrench is True else dict.fromkeys(links, nothing)
    where = link if equation.takes == "link" or wrench is True else None
    live: Any = {name: Jet([0.0] * (rates[name] + 1)) if rates.get(name) else None for name in names}
    form = sort(
        equation,
        robot,
        (None,) * (len(equation.arguments) + order + sum(slot.rows for slot in auxiliary)),
        forces,
        where,
        live,
        variables,
    ).form
    return Kernel(form._replace(only=only), robot, where, in_order(robot, forces))


def _rates(parameters: Any) -> dict[str, int]:
    """Return {parameter: number of its time derivatives}; empty if `parameters` lists names alone."""
    if not isinstance(parameters, Mapping):
        return {}
    for name, count in parameters.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise InputError(
                f"parameters: expected how many derivatives {name!r} comes with, a whole number, got {short(count)}."
            )
    return dict(parameters)
