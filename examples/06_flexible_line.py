"""An arm that bends where no motor acts: 2.2 m in 0.3 s, the line of Moberg & Hanssen (2010), checked by simulation."""

import numpy as np

import jounce as jn

arm = jn.load("moberg_5dof")  # two motors behind elastic gears, one elastic joint without a motor
at = [0.5, 1.0, 0.0]
print("zeros [rad/s]:", np.round(jn.zero_dynamics(arm, at).zeros, 1))
print("eigenfrequencies, motors locked [Hz]:", np.round(jn.eigenfrequencies(arm, at).locked / (2 * np.pi), 2))
index = jn.flexible.dae_index(arm, at)
print(f"index {index.differential_index}, {index.differential_variables} differential variables")

path = jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 0.3, start_time=0.05)  # x, z of the tool [m]
t = np.arange(0.0, 0.45, 1e-3)
for method in ("auto", "bdf-index-1", "collocation"):
    plan = jn.feedforward(arm, path, t, method)
    error = np.abs(jn.simulate(arm, plan).tool_error).max()  # the plant knows nothing of the solver
    print(f"{plan.method}: tool within {1e3 * error:.1e} mm of the path, open loop")
bend = np.degrees(np.abs(plan.q[0, :, 2]).max())
print(f"peak torque {1e-3 * np.abs(plan.tau_m).max():.0f} kNm; the joint without a motor bends by {bend:.0f} deg")
