"""Recordings of robots that swing or move, made by integrating their own equations: the truth that identification has to find."""

import numpy as np

import jounce as jn


def swinging(robot, pose, w, amplitude, *, duration, rate=1000.0, settle=3.0, stiff=400.0, seed=0, noise=(0.0, 0.0), substeps=2):
    """Motors under a position controller and a multisine of frequencies w [rad/s] with random phases, about a pose.

    The elastic forward dynamics are integrated by Runge and Kutta's method in steps of 1 / (substeps rate). amplitude (n,) [Nm]
    of each line, noise: standard deviations of theta [rad] and tau_m [Nm].
    """
    n, rng = robot.n, np.random.default_rng(seed)
    phase = rng.uniform(0.0, 2.0 * np.pi, size=(len(w), n))
    weight = jn.gravity_torque(robot, pose)
    rest = pose + weight / robot.parameter_values("stiffness")
    B = robot.parameter_values("rotor_inertia") * np.array([drive.gear_ratio**2 for drive in robot.drives])
    P, D = stiff * B, 2.0 * 0.5 * np.sqrt(stiff) * B
    h = 1.0 / (substeps * rate)

    def torque(t, theta, thetad):
        swing = amplitude * np.cos(t * w[:, None] + phase).sum(axis=0)
        return weight + swing - P * (theta - rest) - D * thetad

    def rates(t, x):
        q, qd, theta, thetad = np.split(x, 4)
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, torque(t, theta, thetad))
        return np.concatenate([qd, qdd, thetad, thetadd])

    x = np.concatenate([pose, np.zeros(n), rest, np.zeros(n)])
    times, thetas, torques = [], [], []
    steps, first = round((settle + duration) / h), round(settle / h)
    for k in range(steps + 1):
        t = k * h
        if k >= first and (k - first) % substeps == 0:
            times.append(t)
            thetas.append(x[2 * n : 3 * n])
            torques.append(torque(t, x[2 * n : 3 * n], x[3 * n :]))
        a = rates(t, x)
        b = rates(t + 0.5 * h, x + 0.5 * h * a)
        c = rates(t + 0.5 * h, x + 0.5 * h * b)
        d = rates(t + h, x + h * c)
        x = x + h / 6.0 * (a + 2.0 * b + 2.0 * c + d)
    theta, tau = np.array(thetas), np.array(torques)
    theta = theta + noise[0] * rng.normal(size=theta.shape)
    return jn.Log(t=np.array(times) - times[0], theta=theta, tau_m=tau + noise[1] * rng.normal(size=tau.shape))


def moving(robot, path, *, rate=1000.0, delay=0.0, noise=(0.0, 0.0, 0.0), seed=0, channels=("theta", "q", "tau_m")):
    """A robot that moves along a path exactly, by its own inverse dynamics: what encoders and currents then read.

    delay: by which encoders at the links are late [s]. noise: standard deviations of theta and q [rad or m], and of tau_m and
    tau_j as shares of their own standard deviation.
    """
    rng = np.random.default_rng(seed)
    t = np.arange(path.start_time, path.end_time, 1.0 / rate)
    plan = jn.feedforward(robot, path, t)
    true = {"theta": plan.theta[0], "q": path(t - delay)[0], "tau_m": plan.tau_m, "tau_j": plan.tau_j[0]}
    sizes = {
        "theta": noise[0],
        "q": noise[1],
        "tau_m": noise[2] * plan.tau_m.std(axis=0),
        "tau_j": noise[2] * plan.tau_j[0].std(axis=0),
    }
    return jn.Log(t=t, **{name: true[name] + sizes[name] * rng.normal(size=true[name].shape) for name in channels})


def doubted(robot, seed, share=0.3):
    """The robot as one believes it before: masses, drives and springs off by up to a share."""
    rng = np.random.default_rng(seed)
    names = ("stiffness", "damping", "rotor_inertia", "viscous_friction", "coulomb_friction")
    wrong = {name: robot.parameter_values(name) * rng.uniform(1.0 - share, 1.0 + share, robot.n) for name in names}
    masses = np.repeat(rng.uniform(1.0 - share, 1.0 + share, len(robot.links)), 10)
    return robot.with_parameters({**wrong, "inertia": robot.parameters * masses})


def whole_arm(name, beside=0.03):
    """With damping and friction, which their files do not have, and a tool, whose centre of mass the LWR holds `beside` [m] its
    last axis."""
    if name == "ur5":
        file = next(file for file in example_files() if file.name == "ur5_robot.urdf")
        robot = jn.load(file, drives="ur5").with_payload(3.0, (0.02, 0.0, 0.1))
        robot = robot.with_drives(
            stiffness=[15000.0, 15000.0, 12000.0, 4000.0, 4000.0, 4000.0],
            damping=[20.0, 20.0, 16.0, 6.0, 6.0, 6.0],
            viscous_friction=[12.0, 12.0, 8.0, 3.0, 3.0, 2.0],
            coulomb_friction=[8.0, 8.0, 6.0, 2.0, 2.0, 2.0],
        )
        return robot.with_limits(position=(-2.8, 2.8), velocity=2.5, acceleration=12.0)
    if name == "panda":
        file = next(file for file in example_files() if file.name == "panda.urdf")
        robot = jn.load(file, drives="panda", lock={"*finger*": 0.0}).with_payload(1.0, (0.02, 0.0, 0.1))
        robot = robot.with_limits(torque_rate=np.inf)
        return robot.with_drives(
            damping=[10.0] * 4 + [4.0] * 3,
            coulomb_friction=[2.0, 2.0, 1.5, 1.5, 0.6, 0.6, 0.5],
            viscous_friction=[3.0, 3.0, 2.0, 2.0, 1.0, 1.0, 0.6],
        )
    robot = jn.load("kuka_lwr").with_payload(4.0, (beside, 0.0, 0.12))
    robot = robot.with_drives(
        stiffness=[10000.0, 10000.0, 8000.0, 8000.0, 5000.0, 3000.0, 3000.0],
        rotor_inertia=[1.5, 1.5, 1.0, 1.0, 0.6, 0.3, 0.3],
        damping=[15.0, 15.0, 12.0, 12.0, 8.0, 5.0, 5.0],
        viscous_friction=[10.0, 10.0, 6.0, 6.0, 4.0, 2.0, 2.0],
        coulomb_friction=[8.0, 8.0, 5.0, 5.0, 3.0, 2.0, 2.0],
    )
    wide, narrow = np.radians([-170.0, 170.0]), np.radians([-120.0, 120.0])
    return robot.with_limits(
        position=[wide, narrow, wide, narrow, wide, narrow, wide],
        velocity=[1.9, 1.9, 2.2, 2.2, 3.5, 3.2, 3.2],
        acceleration=10.0,
        motor_torque=[176.0, 176.0, 100.0, 100.0, 100.0, 60.0, 60.0],
    )


def motors_alone(name):
    """An arm; the same, believed up to 30 % wrong; recordings of its motors: along a motion of our own design of 8 s, and about
    two poses of 4 s each; and the correction [Hz] of output errors.

    Encoders of 1 urad, torques with noise of 0.1 % of each motor's largest, dry friction that sticks and slips.
    """
    robot = whole_arm(name, beside=0.12)
    robot = robot.with_drives(damping=(2e-4 * robot.parameter_values("stiffness")).tolist())
    noise, wrong = (1e-6, 1e-3 * robot.limits.motor_torque), doubted(robot, 0)
    path = jn.excitation(wrong, 8.0)
    plan, rng = jn.feedforward(robot, path, np.arange(path.start_time, path.end_time, 1e-3)), np.random.default_rng(9)
    theta, tau = (x + size * rng.normal(size=x.shape) for x, size in zip((plan.theta[0], plan.tau_m), noise))
    lines = np.unique(np.round(2.0 * np.geomspace(1.5, 320.0, 130))) / 2.0
    amplitude = np.array([2.4, 2.4, 1.8, 1.8, 1.0, 0.6, 0.6])[: robot.n]
    middle, rng, swings = robot.limits.position.mean(axis=1), np.random.default_rng(0), []
    for seed in range(2):
        pose = middle + rng.uniform(-0.8, 0.8, robot.n)
        told = {"duration": 4.0, "settle": 0.0, "substeps": 4, "noise": noise, "seed": seed}
        swings.append(swinging(robot, pose, 2.0 * np.pi * lines, amplitude, **told))
    B = np.array([drive.reflected_inertia for drive in robot.drives])
    rich = jn.Log(t=plan.t - plan.t[0], theta=theta, tau_m=tau)
    return robot, wrong, rich, swings, np.sqrt(noise[1] / (B * noise[0])) / (2.0 * np.pi)


def example_files():
    """The URDFs of example-robot-data."""
    from support.example_robots import FILES

    return FILES
