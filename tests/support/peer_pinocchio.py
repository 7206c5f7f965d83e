"""Our robots as Pinocchio models, built through its own API, and its answers in our joint order."""

import numpy as np
import pinocchio as pin


def model_of(robot):
    """A Pinocchio model from links and joints, one by one."""
    model = pin.Model()
    model.gravity.linear = np.array(robot.gravity)
    for i, (link, joint, parent) in enumerate(zip(robot.links, robot.joints, robot.parents)):
        kind = pin.JointModelPrismaticUnaligned if joint.prismatic else pin.JointModelRevoluteUnaligned
        placement = pin.SE3(np.array(joint.placement.rotation), np.array(joint.placement.origin))
        index = model.addJoint(parent + 1, kind(np.array(joint.axis)), placement, joint.name)
        assert index == i + 1
        xx, yy, zz, xy, xz, yz = link.inertia
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        model.appendBodyToJoint(index, pin.Inertia(link.mass, np.array(link.com), tensor), pin.SE3.Identity())
    return model


class Pinocchio:
    """Answers of a Pinocchio model in the joint order of `names`."""

    def __init__(self, model, names):
        self.model, self.data = model, model.createData()
        self.joints = [model.joints[model.getJointId(name)] for name in names]
        self.ids = [model.getJointId(name) for name in names]
        self.order = [joint.idx_v for joint in self.joints]
        assert sorted(self.order) == list(range(model.nv))

    def q(self, values):
        q = pin.neutral(self.model)
        for joint, value in zip(self.joints, values):
            q[joint.idx_q : joint.idx_q + joint.nq] = value if joint.nq == 1 else (np.cos(value), np.sin(value))
        return q

    def v(self, values):
        v = np.zeros(self.model.nv)
        v[self.order] = values
        return v

    def rnea(self, q, qd, qdd):
        return pin.rnea(self.model, self.data, self.q(q), self.v(qd), self.v(qdd))[self.order]

    def mass_matrix(self, q):
        upper = np.triu(pin.crba(self.model, self.data, self.q(q)))
        return (upper + np.triu(upper, 1).T)[np.ix_(self.order, self.order)]

    def gravity(self, q):
        return pin.computeGeneralizedGravity(self.model, self.data, self.q(q))[self.order]

    def forward_dynamics(self, q, qd, tau):
        return pin.aba(self.model, self.data, self.q(q), self.v(qd), self.v(tau))[self.order]

    def jacobian(self, q, i):
        """(angular, linear) body Jacobian of joint i's frame."""
        J = pin.computeJointJacobian(self.model, self.data, self.q(q), self.ids[i]).reshape(6, -1)[:, self.order]
        return np.concatenate([J[3:], J[:3]])

    def pose(self, q, i):
        pin.forwardKinematics(self.model, self.data, self.q(q))
        placement = self.data.oMi[self.ids[i]]
        return placement.translation, placement.rotation
