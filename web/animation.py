"""The animation on top of the README: a page of `jounce.view`, photographed in a browser, as an animated WebP.

    python web/animation.py [FILE]        (make animation)

A Panda with its hand goes through a motion that closes, within the limits of its joints. Its links are drawn as the meshes of
example-robot-data (franka_description, Apache-2.0). Needs Chromium and the extra `test`.
"""

import importlib.metadata
import io
import math
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

import jounce as jn

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from support.browser import Browser, Page, find  # noqa: E402

TARGET = ROOT / "docs" / "images" / "panda.webp"
LARGEST = 300_000
"""Bytes."""
PERIOD, FRAMES = 2.6, 36
"""Of the motion [s]; the animation takes as long."""
WIDTH, HEIGHT = 800, 380
"""[px], of the robot and its curves together."""
LOOK, NEARER = (1.0, -0.75, 0.32), (-220, -220)
"""From where, and turns of the wheel."""
HIDDEN = "#jounce-view :is(.keys, .read) { display: none }"
"""Numbers that change and names of joints, in a style sheet of the page."""
QUALITY = 45


def plan() -> tuple[jn.Plan, Path]:
    """The motion, and the file with the meshes."""
    files = importlib.metadata.files("example-robot-data") or []
    urdf = Path(next(str(file.locate()) for file in files if file.name == "panda.urdf"))
    robot = jn.load(urdf, drives="panda", lock={"*finger*": 0.02})
    frequency = math.tau / PERIOD * np.array([[1.0], [2.0]])
    amplitude = [[0.75, 0.35, 0.0, 0.35, 0.0, 0.25, 0.4], [0.0, 0.2, 0.1, 0.25, 0.0, 0.0, 0.0]]
    phase = [[-math.pi / 2, 0.6, 0.0, 0.3, 0.0, 0.0, 0.0], [0.0, 0.4, 1.0, 1.2, 0.0, 0.0, 0.0]]
    path = jn.trajectory.harmonic(amplitude, frequency, phase, [0.0, 0.1, 0.0, -1.75, 0.0, 1.9, 0.8])
    made = jn.feedforward(robot, path, np.linspace(0.0, PERIOD, 241))
    assert made.within_limits, made.peaks
    return made, urdf


def photographs(page: Page) -> list[Image.Image]:
    """One a frame."""
    settled = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.run(f"document.head.append(Object.assign(document.createElement('style'), {{textContent: '{HIDDEN}'}}))")
    page.run(settled)
    page.run(f"jounce.look({list(LOOK)})")
    box = page.box(".stage")
    x, y = box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"]
    page.click(x, y)
    for turn in NEARER:
        page.send("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=turn)
    page.run("document.activeElement.blur()")
    found = []
    for k in range(FRAMES):
        page.run(f"jounce.seek({k * PERIOD / FRAMES})")
        page.run(settled)
        found.append(Image.open(io.BytesIO(page.screenshot(".top"))).convert("RGB"))
    return found


def main(target: Path) -> None:
    """Write the file, or say what is missing."""
    made, urdf = plan()
    program = find()
    if program is None:
        raise SystemExit("no browser: expected chromium or chrome, or its path in JOUNCE_BROWSER")
    browser = Browser(program)
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.html"
            jn.view(made, labels=["Franka Panda, elastic joints"], exaggeration=20.0, meshes=urdf).save(file)
            frames = photographs(browser.page(file, width=WIDTH + 24, height=HEIGHT + 150).started())
    finally:
        browser.close()
    pace = {"duration": round(1000 * PERIOD / FRAMES), "loop": 0}
    frames[0].save(target, save_all=True, append_images=frames[1:], **pace, quality=QUALITY, method=6)
    size = target.stat().st_size
    print(f"wrote {target}: {len(frames)} frames of {frames[0].width} x {frames[0].height}, {size / 1000:.0f} kB")
    if size >= LARGEST:
        raise SystemExit(f"{target}: expected less than {LARGEST} bytes, got {size}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
