"""The function `view`: an HTML page that animates plans, runs or a recorded motion."""

import html
import tempfile
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.inverse.plan import Plan
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.io.file_access import write_atomically
from jounce.robot.validation import short
from jounce.simulation.record import Run
from jounce.viewer.meshes.visuals import Visual, read_visuals
from jounce.viewer.page import page
from jounce.viewer.playback import Motion, plan_motion, recorded_motion, run_motion
from jounce.viewer.wrenches import read_wrenches

LEAST, MOST = 1.0, 100.0
"""Range of the factor on the drawn deflection."""
ENDINGS = (".html", ".htm")
HEIGHT = 640
"""Height of the frame in a notebook [px]."""


@by_value
@dataclass(frozen=True)
class View:
    """HTML page that animates one or two motions, as `view` returns it; the page is self-contained and fetches nothing."""

    title: str
    motions: tuple[Motion, ...] = field(repr=False)
    labels: tuple[str, ...]
    exaggeration: float | None
    visuals: tuple[Visual, ...] = field(default=(), repr=False)

    def to_html(self) -> str:
        """Return the HTML text of the page.

        Returns
        -------
        str
        """
        return page(self.motions, self.labels, self.title, self.exaggeration, self.visuals)

    def save(self, path: str | Path) -> None:
        """Write the page to a file, atomically.

        Parameters
        ----------
        path : str or Path
            File whose name ends in .html or .htm.

        Raises
        ------
        InputError
            If the name has another ending, or the file cannot be written.
        """
        try:
            place = Path(path)
        except TypeError:
            raise InputError(f"path: expected the name of a file, got {short(path)}.") from None
        if place.suffix.lower() not in ENDINGS:
            raise InputError(f"{short(str(place))}: expected a name that ends in {' or '.join(ENDINGS)}.")
        data = self.to_html().encode()
        try:
            write_atomically({place: lambda file: file.write(data)})
        except OSError as error:
            raise InputError(f"{place}: the page cannot be saved there ({error.strerror}).") from None

    def show(self) -> None:
        """Write the page to a temporary file, which stays, and open it in the browser."""
        with tempfile.NamedTemporaryFile("w", prefix="jounce-", suffix=".html", delete=False, encoding="utf-8") as file:
            file.write(self.to_html())
        webbrowser.open(Path(file.name).as_uri())

    def _repr_html_(self) -> str:
        """Return the page in an HTML frame for notebooks."""
        return (
            f'<iframe title="{html.escape(self.title)}" srcdoc="{html.escape(self.to_html())}" '
            f'style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
        )


def view(
    what: Plan | Run | Robot,
    other: Plan | Run | ArrayLike | None = None,
    q: ArrayLike | None = None,
    *,
    labels: Sequence[str] | None = None,
    exaggeration: float | None = None,
    meshes: str | Path | None = None,
    mesh_roots: str | Path | Sequence[str | Path] | None = None,
    wrench: Mapping[str, Sequence[ArrayLike]] | None = None,
) -> View:
    """Return a page that animates one or two motions: `view(plan)`, `view(run)`, `view(run, other)` or `view(robot, t, q)`.

    The page shows the robot with magnified deflection (the page states the factor), a ghost at the positions of the motors or of
    the plan, the tool's path, planned and actual, motor torques as arcs about the axes, and curves over time. `view(robot, t, q)`
    shows a motion of which only positions are known: a recording, or a robot with a floating base.

    Parameters
    ----------
    what : Plan, Run or Robot
        Motion to show, or the robot of the recorded motion.
    other : Plan, Run or array (T,)
        Second motion, animated together with the first; if `what` is a robot, the times of the recorded motion [s].
    q : array (T, nq)
        If `what` is a robot, the link positions at these times [rad or m].
    labels : sequence of str
        Name of each motion (default: planned, simulated or recorded).
    exaggeration : float
        Initial factor on the deflection, 1 to 100 (default: such that the largest deflection is visible).
    meshes : path
        URDF of the robot, whose meshes (STL, OBJ, DAE) are drawn in place of plain shapes.
    mesh_roots : path or sequence of paths
        Folders from which meshes may be read besides the package of the URDF and ROS_PACKAGE_PATH.
    wrench : tuple (W, ...) of arrays, or dict of such tuples by link or frame
        Wrenches drawn as arrows, each W (T, 6) or (6,), moment [Nm] and force [N] in the frame of the link (default: those of the
        plan, or those that acted in the run).

    Returns
    -------
    View
        The page: `.save(path)`, `.show()` in a browser, `.to_html()`; notebooks display it.

    Raises
    ------
    InputError
        If an argument does not fit the motion.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> page = jn.view(robot, [0.0, 1.0], [[0.0, 0.0], [0.5, 0.2]])
    >>> page.to_html()[:15]
    '<!doctype html>'
    """
    if isinstance(what, Robot):
        if other is None or q is None:
            raise InputError("view(robot, t, q): expected times (T,) and positions (T, nq) beside the robot.")
        motions = [recorded_motion(what, other, q)]
    else:
        if q is not None:
            raise InputError(f"view(robot, t, q): expected a Robot first, got {short(what)}.")
        motions = [_motion(item) for item in (what, other) if item is not None] if what is not None else []
    if not motions:
        raise InputError("view: expected a Plan, a Run, or a Robot with t and q; got None.")
    kinds = ["recorded" if isinstance(what, Robot) else "simulated" if isinstance(x, Run) else "planned" for x in (what, other)]
    named = _labels(labels, kinds[: len(motions)])
    factor = _factor(exaggeration)
    if wrench is not None:
        motions = [motion._replace(wrenches=read_wrenches(motion.robot, wrench, len(motion.t))) for motion in motions]
    return View(_title(motions, named), tuple(motions), named, factor, () if meshes is None else read_visuals(meshes, mesh_roots))


def _motion(item: Any) -> Motion:
    """Return the viewer's motion of a plan or a run; raise InputError for an object of another type."""
    if isinstance(item, Run):
        return run_motion(item)
    if isinstance(item, Plan):
        return plan_motion(item)
    raise InputError(f"view: expected a Plan or a Run, or a Robot with t and q; got {short(item)}.")


def _labels(labels: Sequence[str] | None, kinds: list[str]) -> tuple[str, ...]:
    """Return one label per motion: `labels`, or if None `kinds` ('planned', 'simulated', ...), numbered if two are equal."""
    if labels is None:
        twice = len(set(kinds)) < len(kinds)
        return tuple(f"{kind} {i + 1}" if twice else kind for i, kind in enumerate(kinds))
    if isinstance(labels, str) or not isinstance(labels, Sequence) or not all(isinstance(label, str) for label in labels):
        raise InputError(f"labels: expected a sequence of names, got {short(labels)}.")
    if len(labels) != len(kinds):
        raise InputError(f"labels: expected {len(kinds)}, one for each motion, got {len(labels)}.")
    return tuple(labels)


def _factor(exaggeration: Any) -> float | None:
    """Return the factor on the drawn deflection, None for the page's choice; raise InputError if it is out of range."""
    if exaggeration is None:
        return None
    if isinstance(exaggeration, bool) or not isinstance(exaggeration, Real) or not LEAST <= float(exaggeration) <= MOST:
        raise InputError(f"exaggeration: expected a number, {LEAST:g} to {MOST:g}, got {short(exaggeration)}.")
    return float(exaggeration)


def _title(motions: Sequence[Motion], labels: Sequence[str]) -> str:
    """Return the title of the page: robots and labels."""
    robots = " and ".join(dict.fromkeys(motion.robot.name for motion in motions))
    return f"{robots}: {', '.join(labels)}"
