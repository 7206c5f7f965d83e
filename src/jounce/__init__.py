"""jounce: inverse dynamics of robots whose joints bend.

The public names, in the order of the data path: a robot, a motion, the dynamics at an instant, the problem along a motion. They
are loaded when one of them is first asked for, so that `import jounce` and the program's help take no time.
"""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

import jounce.fork  # noqa: F401 - from now on forks wait for imports

if TYPE_CHECKING:
    from jounce import control, errors, numbers, plot, trajectory
    from jounce.codegen.build.cache import cache_info, clear_cache
    from jounce.control import StateSpace, linearize
    from jounce.export import Kernel, ReferenceGenerator, compile, reference, write_c
    from jounce.flexible import (
        DaeIndex,
        Eigenfrequencies,
        Fault,
        Live,
        ZeroDynamics,
        dae_index,
        eigenfrequencies,
        feedforward,
        live,
        zero_dynamics,
    )
    from jounce.functions import (
        BaseParameters,
        ElasticForwardPartials,
        ForwardPartials,
        InverseDynamics,
        InverseDynamicsStep,
        Matrices,
        MotorStatics,
        MotorTerms,
        ParameterDerivatives,
        RneaPartials,
        StateDerivatives,
        Statics,
        StaticsStep,
        base_parameters,
        com_jacobian,
        coriolis_matrix,
        dynamic_matrices,
        elastic_forward_dynamics,
        elastic_forward_dynamics_derivatives,
        energy,
        forward_dynamics,
        forward_dynamics_derivatives,
        gravity_torque,
        inverse_dynamics,
        inverse_dynamics_derivatives,
        inverse_dynamics_step,
        inverse_dynamics_step_derivatives,
        jacobian,
        mass_matrix,
        motor_statics,
        motor_terms,
        parameter_derivatives,
        regressor,
        rnea,
        rnea_partials,
        rotor_coupling,
        slotine_li_regressor,
        state_derivatives,
        statics,
        statics_step,
        steady_state,
        symbolic,
        tool_pose,
    )
    from jounce.identification import (
        BaseFit,
        Excitation,
        ExcitationStatus,
        Fit,
        FrequencyResponse,
        Log,
        Prediction,
        Report,
        ResponseFit,
        excitation,
        frequency_response,
        identify,
        identify_output_error,
        identify_response,
    )
    from jounce.inverse import Peak, Peaks, Plan, Status, inverse_kinematics, motion
    from jounce.kernel.backends.backend_selection import backend, get_backend, set_backend
    from jounce.kernel.backends.cuda import CudaKernel
    from jounce.numbers import Jet
    from jounce.robot import (
        Bushing,
        Counterbalance,
        Drive,
        DriveSet,
        Frame,
        Friction,
        HardeningSpring,
        Joint,
        JointLimits,
        Limits,
        Link,
        Mimic,
        ParallelSpring,
        Robot,
        SecondDrive,
        Spring,
        SpringCoupling,
        SpringFunction,
        TabulatedSpring,
        Tool,
        beam,
        drive_sets,
        library,
        load,
        placement,
    )
    from jounce.simulation import (
        Actuator,
        Measurements,
        Run,
        Sensor,
        Sensors,
        State,
        Sweep,
        Verified,
        Worst,
        simulate,
        sweep,
        verify,
    )
    from jounce.spatial.geometry import Placement
    from jounce.timing import Active, MoveStatus, TimingStatus, fastest, fastest_move
    from jounce.viewer import View, view

__version__ = "0.2.0"

__all__ = [
    "Active",
    "Actuator",
    "BaseFit",
    "BaseParameters",
    "Bushing",
    "Counterbalance",
    "CudaKernel",
    "DaeIndex",
    "Drive",
    "DriveSet",
    "Eigenfrequencies",
    "ElasticForwardPartials",
    "Excitation",
    "ExcitationStatus",
    "Fault",
    "Fit",
    "ForwardPartials",
    "Frame",
    "FrequencyResponse",
    "Friction",
    "HardeningSpring",
    "InverseDynamics",
    "InverseDynamicsStep",
    "Jet",
    "Joint",
    "JointLimits",
    "Kernel",
    "Limits",
    "Link",
    "Live",
    "Log",
    "Matrices",
    "Measurements",
    "Mimic",
    "MotorStatics",
    "MotorTerms",
    "MoveStatus",
    "ParallelSpring",
    "ParameterDerivatives",
    "Peak",
    "Peaks",
    "Placement",
    "Plan",
    "Prediction",
    "ReferenceGenerator",
    "Report",
    "ResponseFit",
    "RneaPartials",
    "Robot",
    "Run",
    "SecondDrive",
    "Sensor",
    "Sensors",
    "Spring",
    "SpringCoupling",
    "SpringFunction",
    "State",
    "StateDerivatives",
    "StateSpace",
    "Statics",
    "StaticsStep",
    "Status",
    "Sweep",
    "TabulatedSpring",
    "TimingStatus",
    "Tool",
    "Verified",
    "View",
    "Worst",
    "ZeroDynamics",
    "backend",
    "base_parameters",
    "beam",
    "cache_info",
    "clear_cache",
    "com_jacobian",
    "compile",
    "control",
    "coriolis_matrix",
    "dae_index",
    "drive_sets",
    "dynamic_matrices",
    "eigenfrequencies",
    "elastic_forward_dynamics",
    "elastic_forward_dynamics_derivatives",
    "energy",
    "errors",
    "excitation",
    "fastest",
    "fastest_move",
    "feedforward",
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "frequency_response",
    "get_backend",
    "gravity_torque",
    "identify",
    "identify_output_error",
    "identify_response",
    "inverse_dynamics",
    "inverse_dynamics_derivatives",
    "inverse_dynamics_step",
    "inverse_dynamics_step_derivatives",
    "inverse_kinematics",
    "jacobian",
    "library",
    "linearize",
    "live",
    "load",
    "mass_matrix",
    "motion",
    "motor_statics",
    "motor_terms",
    "numbers",
    "parameter_derivatives",
    "placement",
    "plot",
    "reference",
    "regressor",
    "rnea",
    "rnea_partials",
    "rotor_coupling",
    "set_backend",
    "simulate",
    "slotine_li_regressor",
    "state_derivatives",
    "statics",
    "statics_step",
    "steady_state",
    "sweep",
    "symbolic",
    "tool_pose",
    "trajectory",
    "verify",
    "view",
    "write_c",
    "zero_dynamics",
]


PARTS = ("control", "errors", "numbers", "plot", "trajectory")
"""Modules that are public as such."""
ROOMS = (
    "jounce.robot",
    "jounce.functions",
    "jounce.inverse",
    "jounce.export",
    "jounce.flexible",
    "jounce.timing",
    "jounce.identification",
    "jounce.control",
    "jounce.simulation",
    "jounce.numbers",
    "jounce.spatial.geometry",
    "jounce.codegen.build.cache",
    "jounce.kernel.backends.backend_selection",
    "jounce.kernel.backends.cuda",
    "jounce.viewer",
)
"""Where the other public names are."""

if not TYPE_CHECKING:  # a type checker reads the imports above

    def __getattr__(name: str) -> Any:
        """A public name, loaded now; or an old one, which goes with the next release."""
        if name == "Cross":
            warnings.warn("jounce.Cross is now SpringCoupling.", DeprecationWarning, stacklevel=2)
            return __getattr__("SpringCoupling")
        if name in PARTS:
            return import_module(f"jounce.{name}")
        if name in __all__:
            found = next(module for room in ROOMS if hasattr(module := import_module(room), name))
            return globals().setdefault(name, getattr(found, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
