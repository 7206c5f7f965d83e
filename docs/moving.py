"""Pages that move, made when the documentation is built: moving/NAME.html for each function below."""

from functools import cache
from typing import Any

import numpy as np
from mkdocs.structure.files import File, Files

import jounce as jn


def quickstart() -> jn.plot.View:
    """The ten lines of the quick start."""
    robot = jn.load("kuka_lwr")
    path = jn.trajectory.rest_to_rest(np.zeros(7), [1.0, -0.5, 0.8, 1.2, 0.3, -0.7, 0.5], duration=2.0, degree=9)
    return jn.view(jn.simulate(robot, jn.feedforward(robot, path, np.linspace(0.0, 2.0, 201))))


def elastic() -> jn.plot.View:
    """The torque of the elastic model and that of the rigid one."""
    robot, t = jn.load("kuka_lwr"), np.linspace(0.0, 1.0, 101)
    path = jn.trajectory.rest_to_rest(np.zeros(7), [1.0, 0.5, -0.4, -1.2, 0.3, 0.8, -0.2], duration=1.0, degree=9)
    runs = [jn.simulate(robot, jn.feedforward(model, path, t)) for model in (robot, robot.with_rigid_joints())]
    return jn.view(*runs, labels=["elastic model's torque", "rigid model's torque"])


def flexible() -> jn.plot.View:
    """Motors that act before the tool moves."""
    robot = jn.load("moberg_5dof_nmp")
    path = jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1)
    return jn.view(jn.simulate(robot, jn.feedforward(robot, path, np.arange(-0.05, 0.35, 1e-3))))


@cache  # `mkdocs serve` builds again and again
def pages() -> dict[str, str]:
    """{name: text}."""
    return {make.__name__: make().to_html() for make in (quickstart, elastic, flexible)}


def on_files(files: Files, config: Any) -> Files:
    """MkDocs calls it with all files of the site."""
    for name, text in pages().items():
        files.append(File.generated(config, f"moving/{name}.html", content=text))
    return files
