"""Test folders mirror the rooms: a module has a test file of its name in its room's folder, or is named below with the reason.

`robot/io/xml.py` is tested by `tests/robot/io/test_xml.py`. Test files of other names are about several modules. A reason that
names test files says where a module without a test file of its name is tested.
"""

import re
from pathlib import Path

import jounce as jn

SOURCE, TESTS = Path(jn.__file__).parent, Path(__file__).parent

MODEL_AND_OUTLETS = {
    "__main__.py": "two lines; cli/test_process.py runs them",
    "cli/job.py": "every command reads jobs: cli/test_torque.py, cli/test_wrong_use.py",
    "cli/motion.py": "ways to state a motion: cli/test_torque.py, cli/test_samples.py, cli/test_waypoints.py",
    "cli/options.py": "declarations of options; cli/test_help.py checks each of them",
    "cli/main.py": "cli/test_process.py",
    "cli/report.py": "what commands print: cli/test_terminal.py, cli/test_torque.py",
    "cli/simulation_options.py": "declarations of options; cli/test_simulate.py runs them",
    "cli/summary.py": "tables of commands: cli/test_torque.py, cli/test_terminal.py",
    "errors.py": "classes without code but one; test_architecture.py",
    "fork.py": "forks of processes with threads: test_processes.py",
    "lazy_names.py": "the names of jounce and its packages: test_public_names.py",
    "papers/buondonno_cases.py": "rows of a paper; papers/test_reproduce.py computes them",
    "papers/buondonno_figures.py": "figures of a paper; papers/test_reproduce.py draws them",
    "papers/figure_style.py": "papers/test_reproduce.py",
    "papers/garofalo_cases.py": "rows of a paper; papers/test_reproduce.py computes them",
    "papers/garofalo_figures.py": "figures of a paper; papers/test_reproduce.py draws them",
    "papers/hoepler_figures.py": "figures of a paper; papers/test_reproduce.py draws them",
    "papers/measurement.py": "times of this machine, which no test knows; papers/test_reproduce.py runs it",
    "papers/moberg_cases.py": "rows of a paper; papers/test_reproduce.py computes them",
    "papers/moberg_figures.py": "figures of a paper; papers/test_reproduce.py draws them",
    "papers/mueller_cases.py": "rows of a paper; papers/test_reproduce.py computes them",
    "papers/mueller_figures.py": "figures of a paper; papers/test_reproduce.py draws them",
    "papers/report_page.py": "papers/test_reproduce.py",
    "robot/io/mjcf_actuators.py": "robot/io/test_xml_schema.py",
    "robot/io/mjcf_bodies.py": "against MuJoCo itself: peers/test_mujoco_files.py",
    "robot/io/mjcf_reader.py": "against MuJoCo itself: peers/test_mujoco_files.py",
    "robot/io/mjcf_schema.py": "a table of names; robot/io/test_xml_schema.py",
    "robot/io/toml_writer.py": "the round trip of robot/io/test_toml_reader.py",
    "robot/io/urdf_schema.py": "a table of names; robot/io/test_xml_schema.py",
    "trajectory/circle.py": "all paths at once: trajectory/test_derivatives.py, trajectory/test_path.py",
    "trajectory/files/message.py": "trajectory/files/test_load.py",
    "trajectory/filtered_step.py": "all paths at once: trajectory/test_derivatives.py, trajectory/test_path.py",
    "trajectory/fitted.py": "the result of a fit: trajectory/test_fit.py",
    "trajectory/harmonic.py": "all paths at once: trajectory/test_derivatives.py, trajectory/test_path.py",
    "trajectory/polyline.py": "all paths at once: trajectory/test_derivatives.py, trajectory/test_path.py",
    "trajectory/polynomial.py": "all paths at once: trajectory/test_derivatives.py, trajectory/test_path.py",
    "trajectory/smoothing.py": "the curves of a fit: trajectory/test_fit.py, trajectory/test_corners.py",
    "trajectory/spline.py": "all paths at once: trajectory/test_derivatives.py, trajectory/test_path.py",
}
"""Modules without a test file of their name, with the reason: numbers, spatial, numerics, robot, plant, trajectory, plot, viewer,
papers, cli and the package itself."""

OTHER_ROOMS = {
    "dynamics/carried_bodies.py": "no test of its name yet",
    "codegen/build/cache.py": "no test of its name yet",
    "codegen/build/compiler.py": "no test of its name yet",
    "codegen/build/cuda.py": "no test of its name yet",
    "codegen/build/nvrtc.py": "no test of its name yet",
    "codegen/build/nvrtc_main.py": "no test of its name yet",
    "codegen/fields.py": "no test of its name yet",
    "codegen/index_kinds.py": "no test of its name yet",
    "codegen/lowering.py": "no test of its name yet",
    "codegen/passes.py": "no test of its name yet",
    "codegen/print/cuda.py": "no test of its name yet",
    "codegen/print/reference.py": "no test of its name yet",
    "codegen/print/single.py": "no test of its name yet",
    "codegen/recorder.py": "no test of its name yet",
    "control/protocol.py": "no test of its name yet",
    "dynamics/articulated_body.py": "no test of its name yet",
    "dynamics/closed_form.py": "no test of its name yet",
    "dynamics/elastic_joints.py": "no test of its name yet",
    "dynamics/flexible_arm.py": "against the text in axes of the links: functions/test_flexible_arm.py",
    "dynamics/kinematic_sweep.py": "no test of its name yet",
    "dynamics/matrix_derivatives.py": "no test of its name yet",
    "dynamics/regressor.py": "no test of its name yet",
    "dynamics/statics.py": "no test of its name yet",
    "export/argument_docs.py": "no test of its name yet",
    "export/project_files.py": "no test of its name yet",
    "flexible/joint_motion.py": "no test of its name yet",
    "flexible/dae.py": "no test of its name yet",
    "flexible/live/c_project.py": "no test of its name yet",
    "flexible/live/fault.py": "no test of its name yet",
    "flexible/live/live_inputs.py": "no test of its name yet",
    "flexible/live/python_tick.py": "no test of its name yet",
    "flexible/reduced_ode.py": "no test of its name yet",
    "flexible/solvers/adaptive_bdf.py": "no test of its name yet",
    "flexible/solvers/array_collocation.py": "no test of its name yet",
    "flexible/solvers/basis.py": "no test of its name yet",
    "flexible/solvers/collocation.py": "no test of its name yet",
    "flexible/solvers/constrained.py": "no test of its name yet",
    "flexible/solvers/continuation.py": "no test of its name yet",
    "flexible/solvers/least_squares.py": "no test of its name yet",
    "flexible/solvers/problem.py": "no test of its name yet",
    "flexible/solvers/spline_fit.py": "no test of its name yet",
    "flexible/solvers/symmetric_differences.py": "no test of its name yet",
    "flexible/structural_index.py": "no test of its name yet",
    "flexible/zeros/zero_crossings.py": "no test of its name yet",
    "functions/gyrostat.py": "no test of its name yet",
    "functions/rigid.py": "no test of its name yet",
    "functions/rigid_rotors.py": "no test of its name yet",
    "functions/state_model.py": "no test of its name yet",
    "inverse/motor_motion.py": "no test of its name yet",
    "inverse/filter_steps.py": "no test of its name yet",
    "inverse/status.py": "no test of its name yet",
    "kernel/backends/cuda.py": "no test of its name yet",
    "kernel/backends/device_arrays.py": "no test of its name yet",
    "kernel/backends/jax.py": "no test of its name yet",
    "kernel/backends/native.py": "no test of its name yet",
    "kernel/backends/operator.py": "no test of its name yet",
    "kernel/backends/plain.py": "the yardstick of all backends: kernel/backends/test_backend_selection.py",
    "kernel/evaluation.py": "both ways of it against each other: functions/test_loop_forms.py",
    "kernel/backends/torch.py": "no test of its name yet",
    "kernel/equation.py": "the inputs and outputs of every public function: functions/test_public_functions.py",
    "simulation/integrate.py": "no test of its name yet",
    "simulation/motor_signal.py": "no test of its name yet",
    "simulation/native_integrator.py": "no test of its name yet",
    "simulation/record.py": "no test of its name yet",
    "simulation/sweep_links.py": "no test of its name yet",
    "simulation/verify.py": "no test of its name yet",
}
"""The same of all other rooms."""

EXCUSED = MODEL_AND_OUTLETS | OTHER_ROOMS


def modules():
    """Return all modules of jounce, as paths below its folder; packages are not modules."""
    return {file.relative_to(SOURCE).as_posix() for file in SOURCE.rglob("*.py") if file.name != "__init__.py"}


def named_test(module):
    """Return the test file of a module's name."""
    path = TESTS / module
    return path.with_name(f"test_{path.stem.strip('_')}.py")


def test_each_module_has_a_test_file_or_a_reason():
    untested = {module for module in modules() if not named_test(module).exists()}
    assert not untested - set(EXCUSED), "write a test file of the module's name, or name the module here with the reason"


def test_no_entry_is_stale():
    assert not set(MODEL_AND_OUTLETS) & set(OTHER_ROOMS)
    assert not set(EXCUSED) - modules(), "no such module"
    assert not {module for module in EXCUSED if named_test(module).exists()}, "has a test file of its name"


def test_reasons_name_test_files_that_exist():
    for module, reason in EXCUSED.items():
        assert reason.endswith(".py") or len(reason.split()) >= 3, module
        for name in re.findall(r"[\w/]+\.py", reason):
            assert (TESTS / name).exists(), f"{module}: {name}"
