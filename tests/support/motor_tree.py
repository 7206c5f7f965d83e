"""Robots with motors in Pinocchio, every motor a joint of its own: the plant that shares nothing with our equations.

A rotor is a body without mass that turns about its axis with r theta, on the link that carries it where coupling is 'full', and
on the world where it is Spong's. What a link carries is taken off its inertia, which is stated with its rotors. Springs, friction
and dampers are forces between these joints, written down here once more. Robots may have joints of several freedoms, carried
rotors, rigid and elastic drives, spring laws, transmissions, second drives, passive and parallel springs and wrenches;
joints that follow others are not known here.
"""

import dataclasses
import itertools

import numpy as np
import pinocchio as pin
from scipy.integrate import DOP853


class MotorTree:
    """Positions q (nq,) and velocities v (n,) as ours, theta and thetad (m,) as ours."""

    def __init__(self, robot, stiffness=None):
        """stiffness: K(t) (m,) in the place of the springs' own."""
        self.robot, self.stiffness = robot, stiffness
        self.n, self.m = robot.n, robot.m
        self.model = pin.Model()
        self.model.gravity.linear = np.array(robot.gravity)
        self.drives = robot.motor_drives
        mounts, carried = self._mounts()
        own, begin, at = [], 0, 0
        self.joints = []
        for i, (link, joint, parent) in enumerate(zip(robot.links, robot.joints, robot.parents)):
            place = pin.SE3(np.array(joint.placement.rotation), np.array(joint.placement.origin))
            index = self.model.addJoint(parent + 1, self._kind(joint), place, joint.name)
            xx, yy, zz, xy, xz, yz = link.inertia
            tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - carried[i]
            self.model.appendBodyToJoint(index, pin.Inertia(link.mass, np.array(link.com), tensor), pin.SE3.Identity())
            self.joints.append(index)
        self.ratios = np.array([1.0 if drive is None else drive.gear_ratio for drive in self.drives])
        self.turning = [i for i, drive in enumerate(self.drives) if drive is not None]
        for i in self.turning:
            link, axis = mounts[i]
            kind = pin.JointModelRevoluteUnaligned(np.array(axis))
            index = self.model.addJoint(self.joints[link] if link >= 0 else 0, kind, pin.SE3.Identity(), f"motor {i}")
            turned = self.drives[i].rotor_inertia * np.outer(axis, axis)
            self.model.appendBodyToJoint(index, pin.Inertia(0.0, np.zeros(3), turned), pin.SE3.Identity())
            own.append(index)
        self.data = self.model.createData()
        columns, self.places = [], []
        for joint, index in zip(robot.joints, self.joints):
            model = self.model.joints[index]
            order = [3, 4, 5, 0, 1, 2] if joint.type == "floating" else range(joint.freedoms)
            columns += [model.idx_v + k for k in order]
            self.places.append((at, begin, joint, model.idx_q))
            at, begin = at + joint.positions, begin + joint.freedoms
        self.columns = np.array(columns)
        self.motor_columns = np.array([self.model.joints[index].idx_v for index in own], dtype=int)
        self.motor_places = np.array([self.model.joints[index].idx_q for index in own], dtype=int)
        N = np.array(robot.transmission) if robot.transmission else np.eye(self.n)
        seconds = [i for i, joint in enumerate(robot.axes) if joint.second is not None]
        self.N = np.concatenate([N, np.eye(self.n)[seconds]])
        self.elastic = np.array([drive is not None and drive.elastic for drive in self.drives])

    def _kind(self, joint):
        if joint.type == "floating":
            return pin.JointModelFreeFlyer()
        if joint.type == "spherical":
            return pin.JointModelSpherical()
        made = pin.JointModelPrismaticUnaligned if joint.prismatic else pin.JointModelRevoluteUnaligned
        return made(np.array(joint.axis))

    def _mounts(self):
        """For each motor (link, axis), and for each link the inertia of the rotors that it carries."""
        carried = np.zeros((len(self.robot.links), 3, 3))
        mounts = []
        for i, drive in enumerate(self.drives):
            mounts.append((-1, (0.0, 0.0, 1.0)))
            if drive is None or drive.coupling != "full":
                continue
            joint = self.robot.motor_joints[i]
            link, frame = self.robot.locate(joint.parent if drive.rotor_mount is None else drive.rotor_mount)
            axis = np.array(joint.placement.rotation) @ np.array(joint.axis)
            if drive.rotor_axis is not None:
                axis = np.array(frame.rotation) @ np.array(drive.rotor_axis)
            else:
                assert drive.rotor_mount is None, "an axis at a place that is not the parent link must be stated"
            if link >= 0:
                carried[link] += drive.rotor_inertia * np.outer(axis, axis)
                mounts[-1] = (link, tuple(axis))
        return mounts, carried

    # ------------------------------------------------------------ coordinates

    def configuration(self, q, theta):
        out = pin.neutral(self.model)
        for at, _, joint, place in self.places:
            own = np.array(q[at : at + joint.positions], dtype=float)
            if joint.freedoms > 1:
                own[:4] /= np.linalg.norm(own[:4])
            out[place : place + joint.positions] = np.roll(own, 3) if joint.type == "floating" else own
        out[self.motor_places] = (self.ratios * theta)[self.turning]
        return out

    def freedoms(self, q):
        """Positions of joints of one freedom among the n, zero elsewhere."""
        out = np.zeros(self.n)
        for at, begin, joint, _ in self.places:
            if joint.freedoms == 1:
                out[begin] = q[at]
        return out

    def velocity(self, v, thetad):
        out = np.zeros(self.model.nv)
        out[self.columns] = v
        out[self.motor_columns] = (self.ratios * thetad)[self.turning]
        return out

    def position_rate(self, q, v):
        """dq/dt (nq,): quaternions turn, origins move along the child's axes."""
        out = np.empty(len(q))
        for at, begin, joint, _ in self.places:
            if joint.freedoms == 1:
                out[at] = v[begin]
                continue
            x, y, z, s = q[at : at + 4]
            a, b, c = v[begin : begin + 3]
            out[at : at + 4] = 0.5 * np.array(
                [s * a + y * c - z * b, s * b + z * a - x * c, s * c + x * b - y * a, -x * a - y * b - z * c]
            )
            if joint.type == "floating":
                turned = pin.Quaternion(s, x, y, z).normalized().toRotationMatrix()
                out[at + 4 : at + 7] = turned @ v[begin + 3 : begin + 6]
        return out

    def _pushed(self, wrenches):
        """{link: (moment, force) in the link's or frame's axes} for Pinocchio."""
        found = [pin.Force.Zero() for _ in range(self.model.njoints)]
        for link, wrench in (wrenches or {}).items():
            index, frame = self.robot.locate(link)
            if index >= 0:
                at = pin.SE3(np.array(frame.rotation), np.array(frame.origin))
                found[self.joints[index]] += at.act(pin.Force(np.array(wrench[3:]), np.array(wrench[:3])))
        return found

    # ------------------------------------------------------------ forces

    def springs(self, t, q, qd, theta, thetad):
        """tau_a (m,): what elastic drives carry; zero for rigid ones."""
        out = np.zeros(self.m)
        moved, turned = self.N @ self.freedoms(q), self.N @ qd
        for i, drive in enumerate(self.drives):
            if not self.elastic[i]:
                continue
            delta, rate = theta[i] - moved[i], thetad[i] - turned[i]
            if self.stiffness is not None:
                held = self.stiffness(t)[i] * delta
            else:
                held = drive.stiffness * delta if drive.law is None else float(drive.law.torque(delta))
            out[i] = held + drive.damping * rate
        return out

    def beside(self, q, qd):
        """Of parallel springs, friction on the link side and passive springs (n,)."""
        out, x = np.zeros(self.n), self.freedoms(q)
        springs = {joint.name: i for i, joint in enumerate(self.robot.axes)}
        for i, joint in enumerate(self.robot.axes):
            if joint.parallel is not None:
                out[i] += float(joint.parallel.torque(x[i]))
            if joint.friction is not None:
                out[i] -= rubbing(joint.friction.viscous, joint.friction.coulomb, joint.friction.speed, qd[i])
            if joint.spring is not None:
                out[i] -= joint.spring.stiffness * x[i] + joint.spring.damping * qd[i]
                for cross in joint.spring.cross:
                    j = springs[cross.joint]
                    out[i] -= cross.stiffness * x[j] + cross.damping * qd[j]
                    out[j] -= cross.stiffness * x[i] + cross.damping * qd[i]
        return out

    def friction(self, thetad):
        return np.array(
            [
                0.0 if d is None else rubbing(d.viscous_friction, d.coulomb_friction, d.coulomb_speed, v)
                for d, v in zip(self.drives, thetad)
            ]
        )

    # ------------------------------------------------------------ both directions

    def missing(self, t, q, qd, qdd, theta, thetad, thetadd, tau_m, wrenches=None):
        """What is missing in the equations of links (n,) and of elastic motors (m,), for a motion of both under motor torques."""
        tau = pin.rnea(
            self.model,
            self.data,
            self.configuration(q, theta),
            self.velocity(qd, thetad),
            self.velocity(qdd, thetadd),
            self._pushed(wrenches),
        )
        tau_a = self.springs(t, q, qd, theta, thetad)
        at_shafts = np.zeros(self.m)
        at_shafts[self.turning] = tau[self.motor_columns]
        at_shafts *= self.ratios
        left = tau_m - self.friction(thetad) - at_shafts
        links = self.N.T @ np.where(self.elastic, tau_a, left) + self.beside(q, qd) - tau[self.columns]
        return links, np.where(self.elastic, left - tau_a, 0.0)

    def accelerations(self, t, q, qd, theta, thetad, tau_m, wrenches=None):
        """(qdd, thetadd), rigid motors tied to their joints."""
        place, speed = self.configuration(q, theta), self.velocity(qd, thetad)
        still = np.zeros(self.model.nv)
        at_rest = pin.rnea(self.model, self.data, place, still, still).copy()
        # `crba` wants joints that were added branch by branch; motors come last here
        M = np.array([pin.rnea(self.model, self.data, place, still, one) - at_rest for one in np.eye(self.model.nv)])
        bias = pin.rnea(self.model, self.data, place, speed, still, self._pushed(wrenches))
        free = np.flatnonzero(self.elastic)
        G = np.zeros((self.model.nv, self.n + len(free)))
        G[self.columns, range(self.n)] = 1.0
        force = np.zeros(self.model.nv)
        tau_a = self.springs(t, q, qd, theta, thetad)
        force[self.columns] = self.N.T @ tau_a + self.beside(q, qd)
        rubbed = self.friction(np.where(self.elastic, thetad, self.N @ qd))
        for i, column in zip(self.turning, self.motor_columns):
            force[column] = (tau_m[i] - rubbed[i] - tau_a[i]) / self.ratios[i]
            if self.elastic[i]:
                G[column, self.n + int(np.flatnonzero(free == i)[0])] = self.ratios[i]
            else:
                G[column, : self.n] = self.ratios[i] * self.N[i]
        bare = [i for i in range(self.n) if self.drives[i] is None and self.robot.axes[i].spring is None]
        force[self.columns[bare]] += tau_m[bare]
        moved = np.linalg.solve(G.T @ M @ G, G.T @ (force - bias))
        thetadd = self.N @ moved[: self.n]
        thetadd[free] = moved[self.n :]
        return moved[: self.n], thetadd

    def run(self, times, q, qd, theta, thetad, torque, wrenches=None, tolerance=1e-11):
        """States (T, nq), (T, n), (T, m), (T, m) at times under torque(t), by SciPy's Runge-Kutta of order 8.

        wrenches(t, q, qd): {link: wrench}.
        """
        nq, n, m = self.robot.nq, self.n, self.m

        def rate(t, y):
            parts = np.split(y, [nq, nq + n, nq + n + m])
            pushed = None if wrenches is None else wrenches(t, *parts[:2])
            qdd, thetadd = self.accelerations(t, *parts, torque(t), pushed)
            return np.concatenate([self.position_rate(*parts[:2]), qdd, parts[3], thetadd])

        y = np.concatenate([q, qd, theta, thetad])
        out = [y]
        for begin, end in itertools.pairwise(times):
            solver = DOP853(rate, begin, y, end, rtol=tolerance, atol=tolerance)
            while solver.status == "running":
                solver.step()
            assert solver.status == "finished"
            y = solver.y
            out.append(y)
        return [np.array(part) for part in np.split(np.array(out), [nq, nq + n, nq + n + m], axis=1)]


def rubbing(viscous, coulomb, speed, v):
    """Smooth friction."""
    return viscous * v + coulomb * v / np.sqrt(v * v + speed * speed)


def with_random_drives(robot, seed, *, rigid=0.25, **more):
    """Drives at all joints of one freedom, so soft and heavy that they matter; more: fields of `Drive` that all of them get."""
    rng = np.random.default_rng(seed + 40_000)
    joints = [joint.name for joint in robot.joints if joint.freedoms == 1 and joint.spring is None]
    given = {name: {"stiffness": float(10 ** rng.uniform(1.5, 2.5))} for name in joints}
    columns = {
        "stiffness": {name: np.inf if rng.random() < rigid else own["stiffness"] for name, own in given.items()},
        "rotor_inertia": {name: float(10 ** rng.uniform(-2, -1)) for name in joints},
        "gear_ratio": {name: float(rng.uniform(1.0, 3.0)) for name in joints},
        "viscous_friction": {name: float(rng.uniform(0.0, 1.0)) for name in joints},
        "coulomb_friction": {name: float(rng.uniform(0.0, 1.0)) for name in joints},
        "coulomb_speed": 0.7,
    }
    columns |= more
    if not joints:
        return robot
    robot = robot.with_drives(**columns)
    loads = dict.fromkeys([robot.base, *(link.name for link in robot.links)], 0.0)
    for joint in robot.joints:
        if joint.drive is not None and joint.drive.coupling == "full":
            loads[joint.parent] += joint.drive.rotor_inertia
    links = [
        dataclasses.replace(link, inertia=(*(x + loads[link.name] for x in link.inertia[:3]), *link.inertia[3:]))
        for link in robot.links
    ]
    return dataclasses.replace(robot, links=tuple(links))
