"""Pages of the viewer in Chromium with WebGL in software: frames a second, bytes, and pictures to look at.

    python benchmarks/viewer.py [CASE ...] [--pictures FOLDER]

The robot plays at 700 x 500 pixels for some seconds, and the frames that are drawn are counted. Printed beside: the load of the
machine before (the rate is meant for idle cores), and the time of all cores that the browser took for a frame, which holds on a
busy machine too. Meshes are those of example-robot-data. With --pictures each page is photographed: as on a desk and as on a
phone, light and dark.
"""

import argparse
import os
import sys
import tempfile
import warnings
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import jounce as jn
from support.browser import Browser, Page, find

WIDTH, HEIGHT = 700, 500
"""[px] of the picture."""
SECONDS = 5.0
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
LOOKS = {"desk": (1280, 800), "phone": (390, 844)}


def lwr() -> jn.plot.View:
    """Under the elastic model's torque and under the rigid model's."""
    robot, t = jn.load("kuka_lwr"), np.linspace(0.0, 2.0, 201)
    path = jn.trajectory.rest_to_rest(np.zeros(7), np.radians([-60, 60, 50, 60, 50, -45, 55]), 2.0, degree=9)
    runs = [jn.simulate(robot, jn.feedforward(model, path, t)) for model in (robot, robot.with_rigid_joints())]
    return jn.view(*runs, labels=["elastic model's torque", "rigid model's torque"])


def ur5() -> jn.plot.View:
    """With the meshes of its URDF."""
    file = urdf("ur5_robot.urdf")
    robot = jn.load(file, drives="ur5")
    path = jn.trajectory.rest_to_rest([0, -1.2, 1.4, -0.5, 0.5, 0], [1.4, -0.7, 1.9, -1.4, 1.2, 0.8], 1.2, degree=9)
    return jn.view(jn.simulate(robot, jn.feedforward(robot, path, np.linspace(0.0, 1.2, 241))), meshes=file)


def nmp() -> jn.plot.View:
    """Motors that act before the tool moves."""
    robot, path = jn.load("moberg_5dof_nmp"), jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1)
    return jn.view(jn.simulate(robot, jn.feedforward(robot, path, np.arange(-0.05, 0.35, 1e-3))))


def flexible() -> jn.plot.View:
    """Thirty degrees of freedom, six motors."""
    robot, q = jn.load("flexible_6axis"), np.zeros(24)
    driven = [i for i, joint in enumerate(robot.joints) if joint.spring is None]
    q[driven] = 0.3, 0.4, 0.4, 0.3, 0.6, 0.2
    position, rotation = jn.tool_pose(robot, q)
    (a, _, _), (b, _, _), (c, d, e) = rotation
    begin = np.array([*position, np.arctan2(d, e), np.arctan2(-c, np.hypot(a, b)), np.arctan2(b, a)])
    path = jn.trajectory.line(begin, begin + np.array([-0.1, 0.25, 0.1, 0.1, -0.1, 0.15]), 0.5, start_time=0.1)
    return jn.view(jn.feedforward(robot, path, np.arange(0.0, 0.7, 2e-3), guess=q))


def anymal() -> jn.plot.View:
    """A given trot: two legs are lifted while the other two carry the robot."""
    file = urdf("anymal.urdf")
    robot = jn.load(file, floating_base=True, physical=False)
    t = np.linspace(0.0, 2.0, 201)
    q = np.zeros((len(t), robot.nq))
    wrench = {}
    sway = 0.04 * np.sin(2.0 * np.pi * t)
    q[:, 0], q[:, 3] = np.sin(sway), np.cos(sway)  # the base rolls a little
    q[:, 4], q[:, 6] = 0.2 * t, 0.54 - 0.01 * np.cos(4.0 * np.pi * t)
    for leg, (side, fore, late) in {"LF": (1, 1, 0), "RF": (-1, 1, 1), "LH": (1, -1, 1), "RH": (-1, -1, 0)}.items():
        lift = np.maximum(np.sin(2.0 * np.pi * t + np.pi * late), 0.0) ** 2
        for joint, angle in {
            "HAA": -0.05 * side + sway,
            "HFE": fore * (0.6 + 0.35 * lift),
            "KFE": -fore * (1.1 + 0.8 * lift),
        }.items():
            q[:, 6 + robot.joint_names.index(f"{leg}_{joint}")] = angle
        upwards = jn.tool_pose(robot, q, link=f"{leg}_FOOT")[1][:, 2]  # the world's z in the frame of the foot
        wrench[f"{leg}_FOOT"] = (np.hstack([0.0 * upwards, 150.0 * (lift == 0.0)[:, None] * upwards]),)
    return jn.view(robot, t, q, meshes=file, wrench=wrench)


CASES: dict[str, Callable[[], jn.plot.View]] = {
    "kuka_lwr": lwr,
    "ur5": ur5,
    "moberg_5dof_nmp": nmp,
    "flexible_6axis": flexible,
    "anymal": anymal,
}


def urdf(name: str) -> Path:
    """A file of example-robot-data."""
    return next(Path(str(file.locate())) for file in metadata.files("example-robot-data") or () if file.name == name)


def spent(process: int) -> float:
    """Time of cores that a process and all below it took [s]; of Linux."""
    parents, ticks = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = file.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        number = int(file.parent.name)
        parents[number], ticks[number] = int(words[1]), int(words[11]) + int(words[12])
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return sum(ticks.get(number, 0) for number in found) / os.sysconf("SC_CLK_TCK")


def rate(page: Page) -> tuple[float, float]:
    """Frames a second at which the page plays, and time of cores for a frame [s]."""
    page.run(f"Object.assign(document.querySelector('.stage').style, {{flex: 'none', width: '{WIDTH}px', height: '{HEIGHT}px'}})")
    page.run("jounce.look([0.8, -1, 0.5])")
    count = """new Promise(done => {
      jounce.toggle(true);
      const { frames } = jounce.state, begin = performance.now();
      setTimeout(() => done([jounce.state.frames - frames, (performance.now() - begin) / 1000]), %d);
    })"""
    page.run(count % 3000)  # shaders are compiled, code is made fast
    before = spent(page.browser.process.pid)
    frames, seconds = page.run(count % (1000 * SECONDS))
    return frames / seconds, (spent(page.browser.process.pid) - before) / frames


def pictures(browser: Browser, file: Path, folder: Path) -> None:
    """One of each look, two fifths of the way."""
    for look, (width, height) in LOOKS.items():
        for dark in (False, True):
            page = browser.page(file, width=width, height=height, dark=dark, scale=1 if look == "desk" else 2).started()
            page.run("jounce.seek(0.6 * jounce.data.runs[0].t.values[0] + 0.4 * jounce.data.runs[0].t.values.at(-1))")
            page.run(TWO_FRAMES)
            name = f"{file.stem}-{look}-{'dark' if dark else 'light'}.png"
            if look == "phone":  # all of it, not what is seen at once
                tall = page.run("document.documentElement.scrollHeight")
                page.send("Emulation.setDeviceMetricsOverride", width=width, height=tall, deviceScaleFactor=2, mobile=True)
                page.run(TWO_FRAMES)
            (folder / name).write_bytes(page.screenshot())
            page.close()


def main(names: list[str], folder: Path | None) -> None:
    browser = Browser(find())
    try:
        with tempfile.TemporaryDirectory() as made:
            for name in names or CASES:
                file = Path(made) / f"{name}.html"
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    CASES[name]().save(file)
                page = browser.page(file, still=False).started()
                busy = os.getloadavg()[0]
                frames, seconds = rate(page)
                page.close()
                size = file.stat().st_size / 1e3
                print(
                    f"{name}: {frames:.1f} frames/s at {WIDTH} x {HEIGHT} with a load of {busy:.1f} on {os.cpu_count()} cores, "
                    f"{1e3 * seconds:.0f} ms of cores a frame, {size:.0f} kB"
                )
                if folder is not None:
                    folder.mkdir(parents=True, exist_ok=True)
                    pictures(browser, file, folder)
    finally:
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    main(arguments.cases, arguments.pictures)
