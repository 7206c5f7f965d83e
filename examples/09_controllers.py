"""Feedback linearisation against feedforward + PD, on the robot of the model and on one with springs that are 10 % softer."""

import numpy as np

import jounce as jn

robot = jn.load("planar_2r")
rotors = {"rotor_inertia": [1e-4, 5e-5], "gear_ratio": 100.0}
assert [drive.stiffness for drive in robot.drives] == [2000.0, 1000.0]
softer = robot.with_drives(stiffness=[1800.0, 900.0], **rotors)

path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.5, -0.5], duration=0.5, degree=9)
plan = jn.feedforward(robot, path, np.linspace(0.0, 0.7, 71))  # 0.2 s of rest at the end
linearise = jn.control.FeedbackLinearization
controllers = {
    "planned torque alone": None,
    "feedforward + PD": jn.control.FeedforwardPD(robot, kp=2000.0, kd=100.0),
    "feedback linearisation, torque sensors": linearise(robot, poles=[-50.0] * 4),
    "feedback linearisation, motor encoders": linearise(robot, poles=[-50.0] * 4, sensors="motor"),
}
print(f"{'largest error, and at the end [mrad]':40}{'as modelled':>18}{'10 % softer':>18}")
for name, controller in controllers.items():
    row = ""
    for plant in (robot, softer):
        error = 1e3 * np.abs(jn.simulate(plant, plan, controller, rate=1000.0).error).max(axis=1)
        row += f"{error.max():10.2f}{error[-1]:8.2f}"
    print(f"{name:40}{row}")
print("On softer springs PD keeps the motors where they were planned, and the links sag; torque sensors see the links.")
