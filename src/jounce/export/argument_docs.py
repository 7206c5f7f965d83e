"""What goes into a kernel and comes out of it, in the words of headers in C: what each number is, its unit, what rows are."""

from collections.abc import Mapping

from jounce.kernel.form import Form
from jounce.plant.plant import Place, locate
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS

DERIVATIVES = "row k: its k-th time derivative"
COLUMNS = "columns: m, m c (3), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the link frame's origin, link after link"
ARTICULATED = "inertia felt at each joint while those further out hang free; zero where qdd is not determined"
WORDS: Mapping[str, str] = {
    "coordinates": "positions of the joints [rad or m]; see below which number is which",
    "M": "mass matrix",
    "C": "Coriolis matrix: C qd is what the joints need beside M qdd and g [Nm or N]",
    "g": "what carries the weight [Nm or N]",
    "S": "inertia by which the acceleration of a motor (column) acts on a joint (row)",
    "tau": "joint torque [Nm or N]",
    "tau_m": "motor torque, link side [Nm or N]",
    "tau_j": "joint torque, what the drives give the links [Nm or N]",
    "theta": "motor positions behind the gear [rad or m]",
    "thetad": "their velocities",
    "thetadd": "accelerations of the motors [rad/s^2 or m/s^2]",
    "delta": "deflection, motor less link [rad or m]",
    "q": "positions of the links [rad or m]",
    "qd": "their velocities",
    "qdd": "accelerations of the links [rad/s^2 or m/s^2]",
    "jerk": "their third derivatives",
    "accelerations": "of the links, then of the motors [rad/s^2 or m/s^2]",
    "pivots": ARTICULATED,
    "kinetic": "energy [J]",
    "potential": "energy [J]",
    "position": "of the frame in the base [m]",
    "rotation": "takes coordinates of the frame to those of the base",
    "dM_dq": "number h of row j of matrix i: dM_ij/dq_h",
    "dC_dq": "number h of row j of matrix i: dC_ij/dq_h",
    "dC_dqd": "number h of row j of matrix i: dC_ij/dqd_h",
    "dg_dq": "number h of row i: dg_i/dq_h",
    "dM": f"number p of row j of matrix i: dM_ij by parameter p; {COLUMNS}",
    "dC": f"number p of row j of matrix i: dC_ij by parameter p; {COLUMNS}",
    "dg": COLUMNS,
    "dq": "of the torque (rows) by q (columns)",
    "dqd": "of the torque (rows) by qd (columns)",
    "dqdd": "of the torque (rows) by qdd (columns)",
    "Y": f"Y times the parameters is the joint torque; {COLUMNS}",
    "rotor": "at the motors [Nm or N]",
    "carrier": "at the joints [Nm or N]",
    "state": "of damped joints: row k: k-th derivative of the deflection; after the highest one D times the next",
    "next_state": "the same after this step",
    "h": "time since the state [s]",
    "period": "time since the last sample [s]",
    "rejected": "1 where the reading was rejected: the state is that of the last good one; else 0",
    "deviation": "standard deviations of the state at first",
    "external": "torque at the joints that comes from outside [Nm or N]",
    "gain": "of the observer [1/s]",
    "theta_hat": "motor positions, estimated [rad or m]",
    "thetad_hat": "their velocities",
    "q_hat": "positions of the links, estimated [rad or m]",
    "qd_hat": "their velocities",
    "compensator": "joint by joint: derivatives of the motor from the 2nd on, then of the link beyond what its motor says",
    "compensator_rate": "their time derivatives",
    "desired": f"the motion that is wanted; {DERIVATIVES}",
    "motion_now": f"of the links; {DERIVATIVES}",
    "gains": "row k: K_k, of the k-th derivative of the error",
    "kp": "matrix of gains [Nm/rad or N/m]",
    "kd": "matrix of gains [Nm s/rad or N s/m]",
    "link_damping": "matrix [Nm s/rad or N s/m]",
    "motor_stiffness": "matrix [Nm/rad or N/m]",
    "motor_damping": "matrix [Nm s/rad or N s/m]",
    "eta": "motors as the law sees them [rad or m]",
    "etad": "their velocities",
    "damping": "matrix, at the motors [Nm s/rad or N s/m]",
    "shares": "B/Bt, the motor's own inertia by the one it shall have",
    "rest": "where the links would rest with the motors where they are [rad or m]",
}
"""Of what has the same meaning in all equations, by its name."""
AT_REST = {
    "change": "of q in the last step of Newton's method: zero but for rounding where the pose is found",
    "pivots": "all above zero where the pose is stable",
}
OBSERVER = (
    "residual, momentum and its known rate (one a freedom each), the last sample where speeds are not given, how many samples "
    "there "
    "were (up to 2), and whether the last reading was rejected (1 or 0)"
)
BEGIN = "at first what NAME_begin makes of the first sample, or zeros"
READINGS = "; nan, inf and numbers above 1e6 are rejected: the state stays. Compile without -ffast-math, which forgets about nan"
"""Descriptions of the arguments of observers, for headers of exported C."""
FROM_REST = "at first what NAME_begin makes of motors that stand still"
OWN: Mapping[str, Mapping[str, str]] = {
    "jacobian": {"J": "J qd is the angular, then the linear velocity of the frame, in its own axes [rad/s, m/s]"},
    "com_jacobian": {"J": "J qd is the velocity of the centre of mass, in the base [m/s]"},
    "output_jacobian": {"J": "J qd are the rates of the tool's outputs"},
    "statics": AT_REST,
    "statics_step": {**AT_REST, "change": "how far q has come in this step"},
    "momentum_observer": {"state": f"{OBSERVER}; {BEGIN}"},
    "collision_detector": {
        "state": f"filters, then the momentum observer ({OBSERVER}); {BEGIN}",
        "noise": "what is no collision even at rest [Nm or N]",
        "share": "of masses that is not known",
        "forget": "rate at which what lasts is taken for known [1/s]",
        "threshold": "what external may be without a collision",
        "sudden": "the part of external that is new [Nm or N]",
        "sudden_threshold": "what it may be without a collision",
        "excess": "above 1 where one of both is above its threshold",
    },
    "state_observer": {
        "state": f"q, theta, qd, thetad, theta of the last sample; {FROM_REST}",
        "bandwidth": "of the error [rad/s]",
    },
    "kalman_filter": {
        "state": "q, theta of motors behind springs, their velocities, then external torques where they are estimated; "
        + FROM_REST,
        "covariance": "of the state, row after row",
        "next_covariance": "the same after this step",
        "noise": "standard deviations of what is measured",
        "disturbance": "standard deviations of torques of motors, of joints, and of how external torques wander in a second",
    },
    "joint_impedance": {"stiffness": "matrix, at the joints [Nm/rad or N/m]"},
    "cartesian_impedance": {
        "stiffness": "matrix, at the joints, beside that at the frame [Nm/rad or N/m]",
        "rotation": "stiffness against turning, in the axes of the goal [Nm/rad]",
        "translation": "stiffness against moving, in the axes of the goal [N/m]",
    },
}
"""What an equation of this name has beside them, or calls by the same name and means otherwise."""


def remarks(form: Form, robot: Robot) -> dict[str, str]:
    """What each argument is, by its name in C."""
    inputs, outputs = form.slots(robot)
    words = {**WORDS, **OWN.get(form.equation.name, {})}
    found = {slot.name: words.get(slot.name, "") for slot in (*inputs, *outputs)}
    first = int(inputs[0].name == "coordinates")
    found["motion"] = "rows: " + ", ".join(map(form.equation.argument, range(first, form.arrays)))
    if form.equation.auxiliary is not None and form.equation.auxiliary.any_motion:
        for name in ("coordinates", "motion", "motors"):
            found[name] = found.get(name, "") + READINGS
    rows = {output.name: output.lead(form.order) for output in form.outputs(robot)}
    for slot in outputs:
        if rows.get(slot.name, (1,)) not in ((), (1,)) and DERIVATIVES not in found[slot.name] and slot.name != "next_state":
            found[slot.name] += f"; {DERIVATIVES}"
    for name, count in form.parameters:
        found[name] = PARAMETERS[name].entries + f"; {DERIVATIVES}" * (count > 1)
    wrenches = [slot.name for slot in inputs if slot.name.startswith("wrench")]
    for wrench, place in zip(wrenches, form.wrenches):
        found[wrench] = f"moment, then force on {_name(robot, place)!r}, in its frame [Nm, N]; {DERIVATIVES}"
    if form.equation.partials is not None:
        of = words.get(form.equation.partials.output, "")
        for name, slot in zip(form.names, outputs):
            blocks = "; matrix k: by argument k" * (name == "motion")
            found[slot.name] = f"of {form.equation.partials.output} ({of}) by {name}, columns last{blocks}"
    return found


def _name(robot: Robot, place: Place) -> str:
    """Of a link or frame that is at this place."""
    names = [*(link.name for link in robot.links), *(frame.name for frame in robot.frames), robot.base, "tool"]
    return next((name for name in names if locate(robot, name) == place), "a frame of its own")


LAYOUT = {
    "spherical": ("quaternion x, y, z, w", "angular velocity in the child's axes"),
    "floating": (
        "quaternion x, y, z, w, then origin x, y, z [m]",
        "angular velocity, then that of the origin, both in the child's axes",
    ),
}
"""Positions and velocities of joints of several freedoms."""


def numbering(robot: Robot) -> list[str]:
    """Which number of a position, a velocity and a motor is which; nothing where each joint has one of each, in its turn."""
    lines = []
    if robot.nq != len(robot.joints) or robot.velocity_joints != tuple(range(len(robot.joints))):
        positions, velocities, at = [], [], 0
        for i, joint in enumerate(robot.joints):
            own = [k for k, where in enumerate(robot.velocity_joints) if where == i]
            if not own:
                continue
            here, there = LAYOUT.get(joint.type, ("", ""))
            positions.append(f"{_span(range(at, at + joint.positions))} {joint.name}" + f" ({here})" * bool(here))
            velocities.append(f"{_span(own)} {joint.name}" + f" ({there})" * bool(there))
            at += joint.positions
        lines.append(f"numbers of a position: {'; '.join(positions)}")
        lines.append(f"of a velocity, an acceleration, a force: {'; '.join(velocities)}")
    if robot.m != robot.n:
        lines.append(f"numbers of motors: {'; '.join(f'{k} {name}' for k, name in enumerate(robot.motor_names))}")
    return lines


def _span(numbers: range | list[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
