"""A robot whose masses, springs and friction are believed wrongly is recorded, identified, and then follows a fast motion."""

import matplotlib.pyplot as plt
import numpy as np

import jounce as jn

true = jn.load("planar_2r").with_drives(viscous_friction=[3.0, 1.5], coulomb_friction=[2.0, 1.0])
believed = true.with_parameters(
    {
        "inertia": 1.3 * true.parameters,
        "stiffness": [1600.0, 1250.0],
        "viscous_friction": [1.0, 3.0],
        "coulomb_friction": [1.0, 2.0],
    }
)

# Record: the real robot swings, with encoders on both sides of its gears and the noise of real currents.
swing = jn.excitation(believed.with_limits(velocity=4.0, acceleration=40.0), 10.0)
plan = jn.feedforward(true, swing, np.arange(swing.start_time, swing.end_time, 1e-3))
rng = np.random.default_rng(0)
noise = rng.normal(size=(3, *plan.tau_m.shape))
log = jn.Log(
    t=plan.t,
    theta=plan.theta[0] + 1e-6 * noise[0],
    q=plan.q[0] + 1e-6 * noise[1],
    tau_m=plan.tau_m + 0.02 * plan.tau_m.std(axis=0) * noise[2],
)

# Identify: everything that was believed wrongly is free.
fit = jn.identify(believed, log, free=("inertia", "stiffness", "viscous_friction", "coulomb_friction"), prior=believed)
for name in ("stiffness", "viscous_friction", "coulomb_friction"):
    believe, is_ = believed.parameter_values(name), true.parameter_values(name)
    print(f"{name:18} believed {believe}, found {fit.parameters[name].round(3)}, is {is_}")

# Follow a fast motion: the same controller on the same real robot, with the torque of either model.
path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.2, -0.9], duration=0.6, degree=9)
figure, axes = plt.subplots(2, 1, sharex=True, layout="constrained")
errors = {}
for ax, name, model in zip(axes, ("believed", "identified"), (believed, fit.robot)):
    planned = jn.feedforward(model, path, np.linspace(0.0, 0.6, 601))
    run = jn.simulate(true, planned, jn.control.FeedforwardPD(model, kp=500.0, kd=20.0), rate=2000.0)
    errors[name] = float(np.abs(run.error).max())
    ax.plot(run.t, 1e3 * run.error, label=true.joint_names)
    ax.set(ylabel="error [mrad]", title=f"torque of the {name} robot")
    print(f"{name:11} largest error {1e3 * errors[name]:7.3f} mrad")
axes[0].legend()
axes[1].set_xlabel("t [s]")
figure.savefig("identification.png", dpi=150)
print(f"{errors['believed'] / errors['identified']:.0f} times less")
