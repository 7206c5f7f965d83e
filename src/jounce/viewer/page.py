"""HTML page of the viewer: motion data, script and style in one text.

Script and motion data are compressed and written in base64, which takes a third of their size; the browser decompresses them
(`DecompressionStream`). The content security policy in the page's head forbids every network request.
"""

import base64
import gzip
import html
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from jounce.inverse.peaks import Peaks
from jounce.plot.curves import REACH
from jounce.plot.style import COLOURS
from jounce.robot import Robot
from jounce.robot.limits import UNITS
from jounce.viewer.meshes.visuals import Visual, on_robot
from jounce.viewer.pack import Pack
from jounce.viewer.playback import Curves, Motion
from jounce.viewer.robot_geometry import describe

SCHEMA = 1
"""Version of the format of the packed data, which the page's script checks."""
FINE = 2**16 - 1
"""Number of quantisation steps of a mesh coordinate, which is stored in 16 bits."""
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
BOOT = """
const inflate = async id => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
};
(async () => {
  const host = document.getElementById('jounce-view');
  try {
    const script = document.createElement('script');
    script.textContent = new TextDecoder().decode(await inflate('jounce-script'));
    document.body.append(script);
    window.jounce = jounceViewer.start(host, await inflate('jounce-data'));
  } catch (error) {
    host.textContent = `This page could not start: ${error.message}. It needs a browser of 2023 or later.`;
    throw error;
  }
})();
"""


def page(
    motions: Sequence[Motion], labels: Sequence[str], title: str, exaggeration: float | None, visuals: tuple[Visual, ...] = ()
) -> str:
    """Return the HTML text of a page that animates one or two motions, each with a label.

    exaggeration: initial factor on the drawn deflection, None for the page's choice; visuals: shapes of the links, drawn in place
    of plain shapes.
    """
    data = packed([motion.thinned() for motion in motions], labels, title, exaggeration, visuals)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="generator" content="jounce">\n'
        f"<title>{html.escape(title)}</title>\n<style>{_text('viewer.css')}</style>\n</head>\n<body>\n"
        '<main id="jounce-view"><noscript>This page is drawn by a script of its own; let it run.</noscript></main>\n'
        f'<script type="text/plain" id="jounce-data">{_deflated(data)}</script>\n'
        f'<script type="text/plain" id="jounce-script">{_script()}</script>\n'
        f"<!-- The script contains uPlot, under the MIT licence.\n{_text('LICENSES.txt')}-->\n"
        f"<script>{BOOT}</script>\n</body>\n</html>\n"
    )


def _text(name: str) -> str:
    """Return the text of a file in the package jounce.viewer."""
    return (resources.files("jounce.viewer") / name).read_text(encoding="utf-8")


def _deflated(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


@lru_cache(maxsize=1)
def _script() -> str:
    return _deflated(_text("viewer.js").encode())


def packed(
    motions: Sequence[Motion], labels: Sequence[str], title: str, exaggeration: float | None, visuals: tuple[Visual, ...] = ()
) -> bytes:
    """Return motions, robots and shapes as the packed data that the page's script reads; arguments as in `page`."""
    pack = Pack()
    robots: list[Robot] = []

    def number(robot: Robot) -> int:
        if robot not in robots:
            robots.append(robot)
        return robots.index(robot)

    names = list(dict.fromkeys(name for motion in motions for name in motion.names))
    runs = [
        {
            "label": label,
            "robot": number(motion.robot),
            "planRobot": None if motion.plan is None else number(motion.plan[0]),
            "t": pack.add(motion.t[:, None], "f8"),
            "q": pack.add(motion.q, "f8"),
            "bent": None if motion.bent is None else pack.add(motion.bent, "f4"),
            "planned": None if motion.plan is None else pack.add(motion.plan[1], "f8"),
            "path": None if motion.path is None else pack.add(motion.path, "f4"),
            "torque": None if motion.torque is None else pack.add(motion.torque, "f4"),
            "axes": [names.index(name) if name in names else -1 for name in motion.robot.motor_names[: motion.robot.n]],
            "velocities": list(motion.robot.velocity_joints),
            "curves": [_curves(pack, curves, names) for curves in motion.curves if curves.values.shape[1]],
            "peaks": _peaks(motion),
            "wrenches": [
                {
                    "link": wrench.link,
                    "rotation": wrench.frame.rotation,
                    "origin": wrench.frame.origin,
                    "values": pack.add(wrench.values, "f4"),
                }
                for wrench in motion.wrenches
            ],
        }
        for motion, label in zip(motions, labels)
    ]
    values = {
        "schema": SCHEMA,
        "title": title,
        "names": names,
        "colours": COLOURS,
        "exaggeration": exaggeration,
        "runs": runs,
        "shapes": [_shape(pack, visual) for visual in visuals],
        "robots": [{**describe(robot), "visuals": _placed(visuals, robot)} for robot in robots],
    }
    return pack.all(values)


def _shape(pack: Pack, visual: Visual) -> dict[str, Any]:
    """Return a packed mesh with coordinates quantised to 16 bits between their bounds: steps of 0.015 mm for a mesh of 1 m."""
    points, faces = visual.shape
    low = points.min(axis=0)
    step = np.maximum(np.ptp(points, axis=0), np.finfo(float).tiny) / FINE
    return {
        "colour": visual.colour,
        "low": low.tolist(),
        "step": step.tolist(),
        "points": pack.add(np.round((points - low) / step), "u2"),
        "faces": pack.add(faces, "u2" if len(points) <= FINE else "u4"),
    }


def _placed(visuals: tuple[Visual, ...], robot: Robot) -> list[dict[str, Any]]:
    return [
        {"shape": i, "link": link, "rotation": frame.rotation, "origin": frame.origin}
        for i, link, frame in on_robot(visuals, robot)
    ]


def _curves(pack: Pack, curves: Curves, names: list[str]) -> dict[str, Any]:
    """Return packed curves; names: all curve names of the page, to which the curves refer by index.

    The limit of a curve is None if the curve stays below `REACH` times the limit: a distant limit would flatten the curves.
    """
    near = np.abs(curves.values).max(axis=0) >= REACH * curves.limits
    return {
        "title": curves.title,
        "unit": curves.unit,
        "names": [names.index(name) for name in curves.names],
        "values": pack.add(curves.values, "f4"),
        "limits": [float(limit) if close else None for limit, close in zip(curves.limits, near)],
    }


def _peaks(motion: Motion) -> list[list[Any]]:
    """Return the rows of the page's table of peaks: joint, quantity, peak, unit, limit, utilisation, time."""
    robot = motion.robot
    slides = {joint.name: joint.prismatic for joint in robot.joints}
    slides |= {name: joint.prismatic for name, joint in zip(robot.motor_names, robot.motor_joints)}
    rows = []
    for row in _shown(motion.peaks):
        limited = math.isfinite(row.limit)
        limit, share = (f"{row.limit:.4g}", f"{100.0 * row.share:.0f} %") if limited else ("", "")
        unit = UNITS[row.quantity][slides[row.joint]]
        rows.append([row.joint, row.quantity.replace("_", " "), f"{row.peak:.4g}", unit, limit, share, f"{row.time:.4g}"])
    return rows


def _shown(peaks: Peaks) -> Peaks:
    """Return the peaks that are finite."""
    return Peaks(row for row in peaks if math.isfinite(row.peak))
