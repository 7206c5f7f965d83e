"""Descriptions of the arguments of kernels for headers in C: meaning, unit, and layout of rows and columns."""

from collections.abc import Mapping

from jounce.kernel.equation import Form
from jounce.plant.plant import Place, locate
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS

DERIVATIVES = "row k: its k-th time derivative"
COLUMNS = "columns: m, m c (3), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the link frame's origin, link after link"
ARTICULATED = "inertia at each joint with the joints beyond it free (articulated body); zero where qdd is not determined"
WORDS: Mapping[str, str] = {
    "coordinates": "positions of the joints [rad or m]; their order is listed below",
    "M": "mass matrix",
    "C": "Coriolis matrix: C qd are the centrifugal and Coriolis forces [Nm or N]",
    "g": "gravity torque: joint forces that hold the robot at rest [Nm or N]",
    "S": "rotor coupling: inertia with which the acceleration of a motor (column) acts on a joint (row)",
    "tau": "joint torque [Nm or N]",
    "tau_m": "motor torque, link side [Nm or N]",
    "tau_j": "joint torque, exerted by the drives on the links [Nm or N]",
    "theta": "motor positions behind the gear [rad or m]",
    "thetad": "velocities of the motors [rad/s or m/s]",
    "thetadd": "accelerations of the motors [rad/s^2 or m/s^2]",
    "delta": "deflection: motor position less link position [rad or m]",
    "q": "positions of the links [rad or m]",
    "qd": "velocities of the links [rad/s or m/s]",
    "qdd": "accelerations of the links [rad/s^2 or m/s^2]",
    "jerk": "third derivatives of the link positions [rad/s^3 or m/s^3]",
    "accelerations": "accelerations of the links, then of the motors [rad/s^2 or m/s^2]",
    "pivots": ARTICULATED,
    "kinetic": "kinetic energy [J]",
    "potential": "potential energy [J]",
    "position": "position of the frame in the base [m]",
    "rotation": "rotation matrix from coordinates of the frame to those of the base",
    "dM_dq": "entry h of row j of matrix i: dM_ij/dq_h",
    "dC_dq": "entry h of row j of matrix i: dC_ij/dq_h",
    "dC_dqd": "entry h of row j of matrix i: dC_ij/dqd_h",
    "dg_dq": "entry h of row i: dg_i/dq_h",
    "dM": f"entry p of row j of matrix i: derivative of M_ij by parameter p; {COLUMNS}",
    "dC": f"entry p of row j of matrix i: derivative of C_ij by parameter p; {COLUMNS}",
    "dg": f"derivative of g (rows) by the parameters (columns); {COLUMNS}",
    "dq": "Jacobian of the result (rows) by q (columns)",
    "dqd": "Jacobian of the result (rows) by qd (columns)",
    "dqdd": "Jacobian of the result (rows) by qdd (columns)",
    "Y": f"regressor: Y times the parameters is the joint torque; {COLUMNS}",
    "rotor": "gyroscopic terms C_rotor at the joints [Nm or N]",
    "carrier": "gyroscopic terms C_carrier at the motors [Nm or N]",
    "state": "state of damped joints; row k: k-th derivative of the deflection; last row: D times the next derivative",
    "next_state": "the state after this step",
    "h": "time since the state [s]",
    "period": "time since the last sample [s]",
    "rejected": "1 if the reading was rejected, so that the state is that of the last good reading; else 0",
    "deviation": "standard deviations of the initial state",
    "external": "external joint torque [Nm or N]",
    "gain": "gain of the observer [1/s]",
    "theta_hat": "estimated motor positions [rad or m]",
    "thetad_hat": "estimated motor velocities [rad/s or m/s]",
    "q_hat": "estimated link positions [rad or m]",
    "qd_hat": "estimated link velocities [rad/s or m/s]",
    "compensator": "joint by joint: derivatives of the motor from the 2nd on, then those of the link beyond its motor",
    "compensator_rate": "time derivative of the compensator state",
    "desired": f"desired motion of the links; {DERIVATIVES}",
    "motion_now": f"actual motion of the links; {DERIVATIVES}",
    "gains": "row k: gain K_k of the k-th derivative of the error",
    "kp": "proportional gains, a matrix [Nm/rad or N/m]",
    "kd": "derivative gains, a matrix [Nm s/rad or N s/m]",
    "link_damping": "damping matrix of the links [Nm s/rad or N s/m]",
    "motor_stiffness": "stiffness matrix at the motors [Nm/rad or N/m]",
    "motor_damping": "damping matrix at the motors [Nm s/rad or N s/m]",
    "eta": "shaped motor positions relative to the plan [rad or m]",
    "etad": "rates of the shaped motor positions [rad/s or m/s]",
    "damping": "damping matrix at the motors [Nm s/rad or N s/m]",
    "shares": "B/Bt: inertia of each motor over its shaped inertia",
    "rest": "equilibrium position of the links for these motor positions [rad or m]",
}
"""{argument: description} of the arguments that have one meaning in all equations."""
AT_REST = {
    "change": "last correction of q in Newton's method: zero within rounding if it converged",
    "pivots": "pivots of the stiffness: all positive if the equilibrium is stable",
}
OBSERVER = (
    "residual, momentum and its rate without external torque (one per DOF each), the last sample if speeds are differences, the "
    "number of samples (up to 2), and 1 if the last reading was rejected, else 0"
)
BEGIN = "initially the result of NAME_begin for the first sample, or zeros"
READINGS = "; nan, inf and values above 1e6 are rejected: the state stays. Compile without -ffast-math, which ignores nan"
"""Remark that is appended to the description of an observer's readings."""
FROM_REST = "initially the result of NAME_begin for motors at rest"
SPECIFIC: Mapping[str, Mapping[str, str]] = {
    "jacobian": {"J": "body Jacobian: J qd is the angular, then the linear velocity of the frame, in its own axes [rad/s, m/s]"},
    "com_jacobian": {"J": "Jacobian: J qd is the velocity of the centre of mass, in the base [m/s]"},
    "output_jacobian": {"J": "Jacobian: J qd are the rates of the tool's outputs"},
    "statics": AT_REST,
    "statics_step": {**AT_REST, "change": "last correction of q in this step [rad or m]"},
    "momentum_observer": {"state": f"{OBSERVER}; {BEGIN}"},
    "collision_detector": {
        "state": f"filters, then the momentum observer ({OBSERVER}); {BEGIN}",
        "noise": "external torque that counts as noise, also at rest [Nm or N]",
        "share": "largest relative error of the links' masses",
        "forget": "rate of the filter that removes lasting external torque from `sudden` [1/s]",
        "threshold": "largest |external| without a collision [Nm or N]",
        "sudden": "recent part of external: high-pass filtered at `forget` [Nm or N]",
        "sudden_threshold": "largest |sudden| without a collision [Nm or N]",
        "excess": "larger of |external| / threshold and |sudden| / sudden_threshold: above 1 in a collision",
    },
    "state_observer": {
        "state": f"q, theta, qd, thetad, theta of the last sample; {FROM_REST}",
        "bandwidth": "bandwidth of the estimation error [rad/s]",
    },
    "kalman_filter": {
        "state": "q, theta of motors behind springs, their velocities, then external torques where they are estimated; "
        + FROM_REST,
        "covariance": "covariance of the state, row after row",
        "next_covariance": "covariance after this step",
        "noise": "standard deviations of the readings",
        "disturbance": "standard deviations of motor torques, joint torques, and the random walk of external torques in 1 s",
    },
    "joint_impedance": {"stiffness": "stiffness matrix at the joints [Nm/rad or N/m]"},
    "cartesian_impedance": {
        "stiffness": "stiffness matrix at the joints, added to the stiffness at the frame [Nm/rad or N/m]",
        "rotation": "rotational stiffness, in the axes of the goal [Nm/rad]",
        "translation": "translational stiffness, in the axes of the goal [N/m]",
    },
}
"""{equation: {argument: description}}: arguments that are not in `WORDS`, or have another meaning in this equation."""


def remarks(form: Form, robot: Robot) -> dict[str, str]:
    """Return {name in C: description} of all arguments of the kernel of a form."""
    inputs, outputs = form.slots(robot)
    words = {**WORDS, **SPECIFIC.get(form.equation.name, {})}
    descriptions = {slot.name: words.get(slot.name, "") for slot in (*inputs, *outputs)}
    first = int(inputs[0].name == "coordinates")
    descriptions["motion"] = "rows: " + ", ".join(map(form.equation.argument, range(first, form.arrays)))
    if form.equation.auxiliary is not None and form.equation.auxiliary.any_motion:
        for name in ("coordinates", "motion", "motors"):
            descriptions[name] = descriptions.get(name, "") + READINGS
    rows = {output.name: output.lead(form.order) for output in form.outputs(robot)}
    for slot in outputs:
        if (
            rows.get(slot.name, (1,)) not in ((), (1,))
            and DERIVATIVES not in descriptions[slot.name]
            and slot.name != "next_state"
        ):
            descriptions[slot.name] += f"; {DERIVATIVES}"
    for name, count in form.parameters:
        descriptions[name] = PARAMETERS[name].entries + f"; {DERIVATIVES}" * (count > 1)
    wrenches = [slot.name for slot in inputs if slot.name.startswith("wrench")]
    for wrench, place in zip(wrenches, form.wrenches):
        descriptions[wrench] = f"moment, then force on {_name(robot, place)!r}, in its frame [Nm, N]; {DERIVATIVES}"
    if form.equation.partials is not None:
        of = words.get(form.equation.partials.output, "")
        for name, slot in zip(form.names, outputs):
            blocks = "; matrix k: by argument k" * (name == "motion")
            descriptions[slot.name] = f"derivative of {form.equation.partials.output} ({of}) by {name}, columns last{blocks}"
    return descriptions


def _name(robot: Robot, place: Place) -> str:
    """Return the name of the first link or frame of the robot at a place; "a frame of its own" if there is none."""
    names = [*(link.name for link in robot.links), *(frame.name for frame in robot.frames), robot.base, "tool"]
    return next((name for name in names if locate(robot, name) == place), "a frame of its own")


LAYOUT = {
    "spherical": ("quaternion x, y, z, w", "angular velocity in the child's axes"),
    "floating": (
        "quaternion x, y, z, w, then origin x, y, z [m]",
        "angular velocity, then that of the origin, both in the child's axes",
    ),
}
"""{type of a joint of several DOFs: (components of its position, components of its velocity)}."""


def numbering(robot: Robot) -> list[str]:
    """Return lines of text with the indices of each joint in positions, velocities and motors.

    The list is empty if joint i has the index i in positions, velocities and motors.
    """
    lines = []
    if robot.nq != len(robot.joints) or robot.velocity_joints != tuple(range(len(robot.joints))):
        positions, velocities, at = [], [], 0
        for i, joint in enumerate(robot.joints):
            indices = [k for k, where in enumerate(robot.velocity_joints) if where == i]
            if not indices:
                continue
            position_layout, velocity_layout = LAYOUT.get(joint.type, ("", ""))
            positions.append(
                f"{_span(range(at, at + joint.positions))} {joint.name}" + f" ({position_layout})" * bool(position_layout)
            )
            velocities.append(f"{_span(indices)} {joint.name}" + f" ({velocity_layout})" * bool(velocity_layout))
            at += joint.positions
        lines.append(f"entries of a position: {'; '.join(positions)}")
        lines.append(f"entries of a velocity, an acceleration, a force: {'; '.join(velocities)}")
    if robot.m != robot.n:
        lines.append(f"motors: {'; '.join(f'{k} {name}' for k, name in enumerate(robot.motor_names))}")
    return lines


def _span(numbers: range | list[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
