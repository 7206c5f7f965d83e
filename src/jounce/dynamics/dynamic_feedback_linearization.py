"""Dynamic feedback linearisation: chains of integrators from robots that no feedback of their state alone makes such chains of.

Where links carry the rotors of other joints, or rigid joints stand among elastic ones, a motor torque acts at once on links that
other motors reach through their springs only. A compensator in front of the fast inputs makes them as slow as the others. Its
states are, joint by joint,

    theta_i^(2), ..., theta_i^(s_i - 1),    q_i^(o_i + 2), ..., q_i^(r_i - 1)

the motion of the motor as far as rotors act on other joints by it, and that of the link beyond what its motor says (all of it
where the joint is rigid: s_i = o_i = 0). With the state of the robot they determine q_i, ..., q_i^(r_i - 1) of all links: for
m = 0, 1, ... the m-th derivative of the links' equation of the joints with o_i > m is solved for their q^(m+2),

    (M q^(m+2))_i = tau_i^(m) - (n(q, qd) + rotors(q, qd, thetad, thetadd))_i^(m)

with a block on the diagonal of M, which is never singular. Then q_i^(r_i) is chosen and the inverse dynamics give motor torques
and theta_i^(s_i). o, s, r: `functions/essential_orders.py`. After [DeLuca1998], who take inputs, and combinations of them, for
the states of the compensator; those of two links of which the first carries the motor of the second are four here as there.
"""

from collections.abc import Sequence

from jounce.dynamics import elastic_joints, gyrostat
from jounce.dynamics.elastic_joints import Row, acting_beside
from jounce.dynamics.factorization import solve_symmetric
from jounce.dynamics.feedback_linearization import cut
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Jet, Number, derivatives
from jounce.plant.damped_spring import MeasuredSpring
from jounce.plant.orders import Orders
from jounce.plant.plant import Plant

Columns = list[list[Number]]
"""One list a joint: its position and derivatives."""


class Chains:
    """A robot with its compensator: what is known of links and motors, joint by joint."""

    def __init__(self, plant: Plant, orders: Orders, links: Columns, motors: Columns) -> None:
        """links: (q, qd, ...), motors: (theta, thetad, ...), not read of rigid joints."""
        self.plant, self.orders, self.links, self.motors = plant, orders, links, motors
        self.highest = max(orders.links)

    def springs(self) -> dict[int, MeasuredSpring]:
        """Of elastic joints, with their deflection as far as it is known."""
        return {
            i: MeasuredSpring(m.spring, m.damping, [t - x for t, x in zip(self.motors[i], self.links[i])])
            for i, m in enumerate(self.plant.motors)
            if m.elastic and m.spring is not None
        }

    def reconstruct(self, beyond: Columns, loads: Loads) -> None:
        """q_i, ..., q_i^(r_i - 1) of all links; beyond: those of the compensator."""
        plant, (o, _, r) = self.plant, self.orders
        M = mass_matrix(plant.tree, [own[0] for own in self.links])
        for m in range(self.highest - 2):
            free = [i for i, order in enumerate(o) if order > m]
            for i, own in enumerate(self.links):
                known = o[i] <= m < r[i] - 2
                own.append(beyond[i][m - o[i]] if known else 0.0)
            if not free:
                continue
            bias = self._torques(m, loads)
            springs = self.springs()
            right = [springs[i].carried(m) - bias[i] for i in free]
            found, _ = solve_symmetric([[M[i][k] for k in free] for i in free], right)
            for i, x in zip(free, found):
                self.links[i][m + 2] = x

    def _torques(self, order: int, loads: Loads) -> Row:
        """The derivative of this order of what drives must give the joints."""
        plant = self.plant
        q, qd, qdd = (self._series(self.links, begin, order) for begin in range(3))
        moved = [own if m.elastic else link for m, own, link in zip(plant.motors, self.motors, self.links)]
        speed, speeding = (self._series(moved, begin, order) for begin in (1, 2))
        tau, _ = gyrostat.torques(plant, q, qd, qdd, speed, speeding, cut(loads, order))
        tau = [t - acting_beside(plant, i, q[i], qd[i]) for i, t in enumerate(tau)]
        return [[*derivatives(t), *[0.0] * order][order] for t in tau]

    @staticmethod
    def _series(columns: Columns, begin: int, order: int) -> Row:
        rows = [[*own, *[0.0] * (begin + order + 1 - len(own))][begin : begin + order + 1] for own in columns]
        return [Jet.from_derivatives(own) if order else own[0] for own in rows]

    def choose(self, desired: Sequence[Sequence[Number]], gains: Sequence[Sequence[Number]]) -> None:
        """q_i^(r_i) = q_d^(r_i) + K_(r_i - 1) e_i^(r_i - 1) + ... + K_0 e_i; what is beyond is not read, and zero."""
        for i, (own, r) in enumerate(zip(self.links, self.orders.links)):
            told = desired[r][i]
            for m in range(r):
                told = told + gains[m][i] * (desired[m][i] - own[m])
            own[r:] = [told, *[0.0] * (self.highest - r)]

    def invert(self, loads: Loads) -> Row:
        """tau_m; the motors' motion is known to order s_i afterwards."""
        springs = self.springs()
        motors = [m._replace(spring=springs[i]) if i in springs else m for i, m in enumerate(self.plant.motors)]
        plant = self.plant._replace(motors=tuple(motors), orders=self.orders.torques)
        equation = gyrostat.inverse_dynamics if plant.rotors else elastic_joints.inverse_dynamics
        order = self.highest - 2
        q, qd, qdd = (self._series(self.links, begin, order) for begin in range(3))
        tau_m = equation(plant, q, qd, qdd, cut(loads, order))[0]
        for i, spring in springs.items():
            self.motors[i] = [x + d for x, d in zip(self.links[i], spring.rows)]
        return tau_m

    def beyond(self, ahead: int = 0) -> Row:
        """The states of the compensator, or their derivatives of order `ahead`, joint by joint."""
        found: Row = []
        for own, motor, o, s, r in zip(self.links, self.motors, *self.orders):
            found += [*motor[2 + ahead : s + ahead], *own[o + 2 + ahead : r + ahead]]
        return found


def dynamic_feedback_linearization(
    plant: Plant,
    orders: Orders,
    measured: Sequence[Sequence[Number]],
    state: Sequence[Number],
    desired: Sequence[Sequence[Number]],
    gains: Sequence[Sequence[Number]],
    loads: Loads = (),
) -> tuple[Row, Row, list[Row]]:
    """(tau_m, rate, motion): motor torque, rate of the compensator's state, and (q, qd, ...) of the links as they are.

    measured: (q, qd, theta, thetad); desired: (q_d, ..., q_d^(r)); gains: (K_0, ..., K_(r-1)), a row each. loads: wrenches that
    are known, jets of order r - 2.
    """
    links, motors, beyond, at = [], [], [], 0
    for i, (o, s, r) in enumerate(zip(*orders)):
        q, qd, theta, thetad = (row[i] for row in measured)
        turned = max(s - 2, 0)
        links.append([q, qd])
        motors.append([theta, thetad, *state[at : at + turned]])
        beyond.append(list(state[at + turned : at + turned + r - o - 2]))
        at += turned + r - o - 2
    chains = Chains(plant, orders, links, motors)
    chains.reconstruct(beyond, loads)
    motion = [[own[k] for own in links] for k in range(chains.highest)]
    chains.choose(desired, gains)
    tau_m = chains.invert(loads)
    return tau_m, chains.beyond(1), motion


def planned_state(
    plant: Plant, orders: Orders, motors: Sequence[Sequence[Number]], desired: Sequence[Sequence[Number]], loads: Loads = ()
) -> Row:
    """The state of the compensator on a plan: motors (theta, thetad), links (q, ..., q^(r)), a row each."""
    chains = Chains(plant, orders, [list(own) for own in zip(*desired)], [list(own) for own in zip(*motors)])
    chains.invert(loads)
    return chains.beyond()
