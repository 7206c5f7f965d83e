"""Random arms that bend where no motor acts, random paths of their tools, and a plant of its own to put plans to the test.

The plant shares no code with the solvers: Pinocchio's mass matrix and inverse dynamics, springs and motors written down from the
robot's description, the method of Dormand and Prince of order 8. The motors' torque is an interpolation of the plan's.
"""

import re
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.integrate import DOP853
from scipy.interpolate import make_interp_spline

import jounce as jn

SPATIAL = {3: ("x", "y", "z"), 4: ("x", "y", "z", "yaw"), 5: ("x", "z", "roll", "pitch", "yaw")}
SPATIAL[6] = ("x", "y", "z", "roll", "pitch", "yaw")
TURNS = ((0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0))
"""Axes of the motors of a spatial arm."""
BENT = (0.3, 0.4, 1.1, 0.4, 0.9, 0.2)
"""A posture far from singular ones."""
LEVEL = (0.3, -0.5, 1.1, 0.4)
"""The same of four motors, its tool far from upright."""
FINE = 2.5e-4
"""Spacing of the torque that is interpolated [s]; half the step of the plan's solver where that is less."""


class Task(NamedTuple):
    """An arm, a path of its tool, times, and a posture near the start."""

    robot: jn.Robot
    path: jn.trajectory.Path
    t: np.ndarray
    guess: np.ndarray


def random_task(seed):
    """The arm and the path of one seed. Half of the arms are planar; two to six motors, one to eight springs, anywhere."""
    rng = np.random.default_rng(seed)
    planar = rng.random() < 0.5
    motors = int(rng.integers(2, 4) if planar else rng.integers(3, 7))
    outputs = {2: ("x", "z"), 3: ("x", "z", "pitch")}[motors] if planar else SPATIAL[motors]
    if motors == 4:
        outputs = ("x", "y", "z", str(rng.choice(["roll", "pitch", "yaw"])))
    links, joints = [jn.Link("base")], []

    def add(kind, axis, place, heavy, **held):
        mass = float(rng.uniform(4.0, 20.0) if heavy else rng.uniform(1.0, 4.0)) / (1 + len(joints) / 6)
        com = (float(rng.uniform(0.05, 0.3)), 0.0, 0.0) if heavy else (0.0, 0.0, 0.0)
        if heavy and not planar:
            com = (com[0], *map(float, rng.normal(scale=0.03, size=2)))
        size = np.sort(mass * rng.uniform(0.01, 0.04, 3) * (1.0 if heavy else 0.5))
        size[2] = min(size[2], 0.95 * (size[0] + size[1]))
        links.append(jn.Link(f"l{len(links)}", mass, com, (*map(float, rng.permutation(size)), 0.0, 0.0, 0.0)))
        where = jn.robot.Placement(origin=place)
        joints.append(jn.Joint(f"j{len(joints)}", kind, links[-2].name, links[-1].name, where, axis, **held))

    soft = float(10 ** rng.uniform(3.8, 5.6))
    damped = float(rng.choice([0.0, 10 ** rng.uniform(-4, -2.5)]))

    def spring():
        K = float(soft * 10 ** rng.uniform(-0.5, 0.5))
        return jn.Spring(K, damping=damped * K)

    kind = str(rng.choice(["damped", "plain", "rigid", "law", "mixed"]))

    def drive():
        this = str(rng.choice(["damped", "plain", "rigid", "law"])) if kind == "mixed" else kind
        K = float(soft * 10 ** rng.uniform(-0.2, 0.8))
        inertia = float(10 ** rng.uniform(-4.0, -2.8))
        if this == "rigid":
            return jn.Drive(rotor_inertia=inertia, gear_ratio=100.0)
        if this == "law":
            return jn.Drive(rotor_inertia=inertia, gear_ratio=100.0, stiffness=jn.robot.HardeningSpring(K, K * 30.0))
        more = float(K * 10 ** rng.uniform(-3.5, -2.5)) if this == "damped" else 0.0
        return jn.Drive(rotor_inertia=inertia, gear_ratio=100.0, stiffness=K, damping=more)

    # where the springs are: before the first motor, between, beyond the last
    springs = rng.integers(0, motors + (rng.random() < 0.35), size=int(rng.integers(1, 9 if motors == 3 else 5)))
    bushing = -1 if planar or rng.random() < 0.7 else int(rng.integers(0, 2) * rng.integers(0, motors))
    reach = (0.0, 0.0, 0.0)
    for i in range(motors + 1):
        if i == bushing:
            size = int(rng.choice([3, 6 if motors == 3 else 3]))
            A = 0.2 * rng.normal(size=(size, size))
            units = np.array([1.0] * 3 + [5.0] * (size - 3))
            K = soft * (np.eye(size) + 0.5 * (A + A.T) / size) * np.outer(units, units)
            held = {"bushing": jn.robot.Bushing(stiffness=K.tolist(), damping=(damped * np.diag(K)).tolist())}
            add("bushing", (0, 0, 1), reach, True, **held)
            reach = (0.1, 0.0, 0.0)
        for _ in range(int((springs == i).sum())):
            axis = (0, 1, 0) if planar else tuple(map(float, np.eye(3)[rng.integers(3)]))
            far = rng.random() < 0.6
            add("revolute", axis, reach, far, spring=spring())
            reach = (float(rng.uniform(0.1, 0.4)), 0.0, 0.0) if far else (0.0, 0.0, 0.0)
        if i < motors:
            axis = (0, 1, 0) if planar else TURNS[i]
            if i == 3 and motors == 4:
                axis = tuple(map(int, np.eye(3)[("roll", "pitch", "yaw").index(outputs[3])]))
            add("revolute", axis, reach, True, drive=drive())
            reach = (float(rng.uniform(0.2, 0.6)), 0.0, 0.0) if i < 3 else (float(rng.uniform(0.05, 0.2)), 0.0, 0.0)
    gravity = (0.0, 0.0, -9.81) if rng.random() < 0.7 else (0.0, 0.0, 0.0)
    robot = jn.Robot.build(f"arm{seed}", links, joints, gravity=gravity).with_tool(links[-1].name, xyz=reach, outputs=outputs)
    q = np.zeros(robot.n)
    moved = [i for i, joint in enumerate(robot.joints) if joint.spring is None]
    bent = LEVEL if motors == 4 else BENT[:motors]
    q[moved] = np.array(bent) * rng.choice([-1.0, 1.0]) + rng.uniform(-0.25, 0.25, motors)
    y = output_values(robot, Plant(robot).pose(q))
    places = sum(name in "xyz" for name in outputs)
    size = 10 ** rng.uniform(-1.8, -0.9)
    away = rng.normal(size=len(outputs))
    away[:places] *= size / np.linalg.norm(away[:places])
    away[places:] *= size
    duration = float(rng.uniform(0.12, 0.6))
    path = jn.trajectory.line(y, y + away, duration, start_time=0.05)
    return Task(robot, path, np.arange(0.0, duration + 0.1, 1e-3), q)


def angles_of(R):
    """Roll, pitch, yaw of R = Rz Ry Rx."""
    return np.array(
        [np.arctan2(R[2, 1], R[2, 2]), np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0])), np.arctan2(R[1, 0], R[0, 0])]
    )


def flat(R):
    """Whether a rotation is one about y: its pitch may then be any angle."""
    return abs(R[0, 1]) + abs(R[1, 0]) + abs(R[1, 2]) + abs(R[2, 1]) < 1e-12


def output_values(robot, pose):
    """The tool's outputs in a pose (position, rotation)."""
    position, R = pose
    angles = np.array([0.0, np.arctan2(-R[2, 0], R[0, 0]), 0.0]) if flat(R) else angles_of(R)
    every = dict(zip(("x", "y", "z", "roll", "pitch", "yaw"), np.concatenate([position, angles])))
    return np.array([every[name] for name in robot.tool.outputs])


def tool_error(robot, pose, wanted):
    """Largest error of a pose against wanted outputs: of positions [m], of one angle, or of the rotation in between [rad]."""
    names = robot.tool.outputs
    found = output_values(robot, pose)
    off = found - wanted
    angles = [i for i, name in enumerate(names) if name not in "xyz"]
    if len(angles) == 3:
        r, p, y = wanted[angles]
        c, s = np.cos, np.sin
        Rx = np.array([[1, 0, 0], [0, c(r), -s(r)], [0, s(r), c(r)]])
        Ry = np.array([[c(p), 0, s(p)], [0, 1, 0], [-s(p), 0, c(p)]])
        Rz = np.array([[c(y), -s(y), 0], [s(y), c(y), 0], [0, 0, 1]])
        E = (Rz @ Ry @ Rx).T @ pose[1]
        off[angles] = 0.5 * np.array([E[2, 1] - E[1, 2], E[0, 2] - E[2, 0], E[1, 0] - E[0, 1]])
    off[angles] = (off[angles] + np.pi) % (2 * np.pi) - np.pi
    return np.abs(off).max()


class Plant:
    """Equations of motion of links and motors, from the robot's description."""

    def __init__(self, robot):
        import pinocchio as pin

        from support.peer_pinocchio import Pinocchio, model_of

        self.robot, self.n = robot, robot.n
        self.peer = Pinocchio(model_of(robot), robot.joint_names)
        self.pin = pin
        tool = robot.tool
        self.body = [link.name for link in robot.links].index(tool.link)
        self.frame = np.array(tool.placement.rotation), np.array(tool.placement.origin)
        n = robot.n
        self.K, self.D, self.armature = np.zeros((n, n)), np.zeros((n, n)), np.zeros(n)
        self.elastic = []
        for i, joint in enumerate(robot.joints):
            if joint.spring is not None:
                self.K[i, i], self.D[i, i] = joint.spring.stiffness, joint.spring.damping
                for other in joint.spring.cross:
                    j = robot.joint_names.index(other.joint)
                    self.K[i, j] = self.K[j, i] = other.stiffness
                    self.D[i, j] = self.D[j, i] = other.damping
            elif not joint.drive.elastic:
                self.armature[i] = joint.drive.gear_ratio**2 * joint.drive.rotor_inertia
            else:
                self.elastic.append(i)
        drives = [robot.joints[i].drive for i in self.elastic]
        self.B = np.array([d.gear_ratio**2 * d.rotor_inertia for d in drives])
        laws = [d.stiffness if isinstance(d.stiffness, jn.robot.HardeningSpring) else None for d in drives]
        self.linear = np.array([d.stiffness if law is None else law.linear for d, law in zip(drives, laws)])
        self.cubic = np.array([0.0 if law is None else law.cubic for law in laws])
        self.loss = np.array([d.damping for d in drives])

    def pose(self, q):
        """Position and rotation of the tool."""
        p, R = self.peer.pose(q, self.body)
        return p + R @ self.frame[1], R @ self.frame[0]

    def rate(self, y, tau):
        """d/dt of (q, qd, theta, thetad), theta of the elastic joints."""
        n, k = self.n, len(self.elastic)
        q, qd, theta, thetad = y[:n], y[n : 2 * n], y[2 * n : 2 * n + k], y[2 * n + k :]
        bend = theta - q[self.elastic]
        carried = (self.linear + self.cubic * bend**2) * bend + self.loss * (thetad - qd[self.elastic])
        force = tau - self.K @ q - self.D @ qd
        force[self.elastic] = carried
        M = self.peer.mass_matrix(q) + np.diag(self.armature)
        qdd = np.linalg.solve(M, force - self.peer.rnea(q, qd, np.zeros(n)))
        return np.concatenate([qd, qdd, thetad, (tau[self.elastic] - carried) / self.B])

    def follow(self, plan, tolerance=1e-11, most=np.inf):
        """Largest tool error while the plan's torque acts, from the plan's first state; inf where the arm runs away.

        nan where that takes more than so many steps.
        """
        times = [plan.t[0], *(x for x in (plan.path.start_time, plan.path.end_time) if plan.t[0] < x < plan.t[-1]), plan.t[-1]]
        el = self.elastic
        y = np.concatenate([plan.q[0, 0], plan.q[1, 0], plan.theta[0, 0, el], plan.theta[1, 0, el]])
        worst, count = 0.0, 0
        for a, b in pairwise(times):
            grid = np.linspace(a, b, int(np.ceil((b - a) / min(FINE, 0.5 * plan.status.step))) + 8)
            torque = make_interp_spline(grid, plan.at(grid).tau_m, k=7)
            solver = DOP853(lambda t, y, torque=torque: self.rate(y, torque(t)), a, y, b, rtol=tolerance, atol=1e-13)
            while solver.status == "running":
                solver.step()
                count += 1
                if count > most:
                    return np.nan
                if solver.status == "failed" or not np.abs(solver.y).max() < 1e6:
                    return np.inf
                here = self.pose(solver.y[: self.n])
                worst = max(worst, tool_error(self.robot, here, plan.path(np.array([solver.t]))[0, 0]))
            y = solver.y
        return float(worst)


# ---------------------------------------------------------------- why a plan may be refused, by other means


class Witness:
    """What can be said of a task without the solvers: differences of outputs and of forces, Newton's method by hand."""

    def __init__(self, task):
        self.task, self.plant, self.robot = task, Plant(task.robot), task.robot
        self.passive = [i for i, joint in enumerate(self.robot.joints) if joint.spring is not None]
        self.driven = [i for i in range(self.robot.n) if i not in self.passive]

    def outputs(self, q):
        return output_values(self.robot, self.plant.pose(q))

    def jacobian(self, q, h=1e-6):
        columns = [(self.outputs(q + h * e) - self.outputs(q - h * e) + np.pi) % (2 * np.pi) - np.pi for e in np.eye(len(q))]
        return np.array(columns).T / (2.0 * h)

    def loads(self, q):
        """Of the springs, at rest."""
        return (self.plant.peer.gravity(q) + self.plant.K @ q)[self.passive]

    def both(self, q):
        """What determines accelerations: rows of the mass matrix, and the outputs' Jacobian; each row of size one."""
        A = np.vstack([self.plant.peer.mass_matrix(q)[self.passive], self.jacobian(q)])
        return A / np.abs(A).max(axis=1, keepdims=True)

    def clear(self, q):
        """Smallest over largest singular value of that."""
        A = self.both(q)
        sigma = np.linalg.svd(A / np.abs(A).max(axis=0).clip(1e-300), compute_uv=False)
        return sigma[-1] / sigma[0]

    def rest(self, q, y):
        """The pose at rest with these outputs, next to q; None if Newton's method does not get there."""
        for _ in range(60):
            off = (self.outputs(q) - y + np.pi) % (2 * np.pi) - np.pi
            slopes = [(self.loads(q + 1e-6 * e) - self.loads(q - 1e-6 * e)) / 2e-6 for e in np.eye(len(q))]
            A = np.vstack([np.array(slopes).T, self.jacobian(q)])
            size = np.abs(A).max(axis=1)
            step = np.linalg.lstsq(A / size[:, None], np.concatenate([self.loads(q), off]) / size, rcond=1e-12)[0]
            q = q - step * min(1.0, 0.3 / max(np.abs(step).max(), 1e-300))
            if np.abs(step).max() < 1e-9:
                return q
        return None

    def poses(self, count=60):
        """At rest along the path, as far as one follows the other closely."""
        found, q = [], self.task.guess
        for y in self.task.path(np.linspace(self.task.path.start_time, self.task.path.end_time, count))[0]:
            new = self.rest(q, y)
            if new is None or (found and np.abs(new - q).max() > 0.5):
                break
            found.append(new)
            q = new
        return found

    def zeros(self, q):
        """At rest in q [rad/s], without those of damped drives."""
        M, J = self.plant.peer.mass_matrix(q), self.jacobian(q)
        slopes = [(self.plant.peer.gravity(q + 1e-6 * e) - self.plant.peer.gravity(q - 1e-6 * e)) / 2e-6 for e in np.eye(len(q))]
        free = np.linalg.svd(J)[2][len(J) :].T
        a, b, c = ((part @ free)[self.passive] for part in (M, self.plant.D, np.array(slopes).T + self.plant.K))
        k = len(a)
        A = np.block([[np.zeros((k, k)), np.eye(k)], [-np.linalg.solve(a, c), -np.linalg.solve(a, b)]])
        return np.linalg.eigvals(A)

    def unstable(self, q, margin):
        """How many zeros at rest in q grow faster than that [rad/s]."""
        return int((self.zeros(q).real > margin).sum())

    def no_faster(self, text):
        """Whether the path is followed so much slower, and left at its own pace by what is said; None if nothing is said."""
        said = re.search(r"same path ([0-9.]+) times slower.* leaves the path by ([0-9.e-]+[0-9])", text)
        if said is None:
            return None
        pace, far = map(float, said.groups())
        task, path = self.task, self.task.path
        y = path(np.array([path.start_time, path.end_time]))[0]
        duration = 1.05 * pace * (path.end_time - path.start_time)
        slow = jn.trajectory.line(*y, duration, start_time=path.start_time)
        plan = jn.feedforward(self.robot, slow, np.arange(0.0, slow.end_time + 0.05, 1e-3), guess=task.guess)
        near = jn.feedforward(self.robot, path, task.t, guess=task.guess, allow_error=True)
        seen = self.plant.follow(near, most=40_000)
        return bool(self.plant.follow(plan, most=40_000) < 1e-5 < 0.5 * far < seen < 2.0 * far)

    def agrees(self, error):
        """Whether a refusal says what is true; None where there is no other way to tell."""
        text = str(error)
        if "times slower, and no further" in text:
            return self.no_faster(text)
        poses = self.poses()
        if "no pose at rest" in text:
            return not poses
        if not poses:
            return False
        clear = [self.clear(q) for q in poses]
        if "not determined" in text:
            return min(clear) < 1e-6
        if "through infinity" in text:
            signs = [np.linalg.slogdet(self.both(q))[0] for q in poses]
            return min(signs) < max(signs) or min(clear) < 0.5 * clear[0]
        if "singular pose" in text or "reach" in text:
            own = [np.linalg.svd(self.jacobian(q)[:, self.driven], compute_uv=False) for q in poses]
            return len(poses) < 60 or min(sigma[-1] / sigma[0] for sigma in own) < 0.02
        if "unstable zeros where the path begins" in text:
            margin = 0.02 / (self.task.path.end_time - self.task.path.start_time)
            return len({self.unstable(q, margin) for q in (poses[0], poses[-1])}) > 1
        return None
