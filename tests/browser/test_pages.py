"""Pages in a real browser: where links and tools are, what keys and controls do, that nothing is asked for from elsewhere.

Without a browser these tests are skipped; JOUNCE_BROWSER names one that is not found by itself.
"""

import io
import json
from dataclasses import replace
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

import jounce as jn
from support.browser import Browser, find
from support.motor_tree import with_random_drives
from support.random_robots import random_robot
from support.several_freedoms import random_state, random_tree

if find() is None:
    pytest.skip("no browser: expected chromium or chrome, or its path in JOUNCE_BROWSER", allow_module_level=True)

pytestmark = pytest.mark.native
NEAR = 1e-9
"""[m]: positions travel in double precision."""
COLOURS = 200
"""A robot with light on it has more; an empty stage has a few."""
LARGEST = 300_000
"""Bytes of a page of the LWR, less than the 500 kB that are allowed."""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
"""Deque's checks of what people with disabilities can use (MPL-2.0), a tool of the tests alone."""
T = np.linspace(0.0, 1.0, 51)


def lwr():
    robot = jn.load("kuka_lwr")
    goal = np.radians([-60, 60, 50, 60, 50, -45, 55])
    return robot, jn.trajectory.rest_to_rest(np.zeros(7), goal, 1.0, degree=9)


def simulated():
    robot, path = lwr()
    run = jn.simulate(robot, jn.feedforward(robot, path, T))
    return jn.view(run), robot, run.q


def compared():
    robot, path = lwr()
    good = jn.simulate(robot, jn.feedforward(robot, path, T))
    poor = jn.simulate(robot, jn.feedforward(robot.with_rigid_joints(), path, T))
    return jn.view(good, poor, labels=["elastic", "rigid"]), robot, good.q


def bending():
    robot = jn.load("moberg_5dof")
    plan = jn.feedforward(robot, jn.trajectory.line([0.5, -1.6], [0.5, -1.5], 0.3), np.linspace(0.0, 0.3, 31))
    return jn.view(plan), robot, plan.q[0]


def changed():
    """A robot that is longer than the one of its plan."""
    robot = jn.load("planar_2r")
    longer = robot.with_tool(robot.links[-1].name, xyz=(0.25, 0.0, 0.0))
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0, degree=9), T)
    run = jn.simulate(longer, plan)
    return jn.view(run), longer, run.q


def coupled():
    """Motors that turn with several joints."""
    robot = jn.load("planar_2r").with_transmission([[1.0, 0.0], [-0.8, 1.1]])
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0, degree=9), T)
    return jn.view(plan), robot, plan.q[0]


def recorded(robot, seed):
    q = np.array([random_state(robot, seed + k)[0] for k in range(6)])
    view = jn.view(robot, np.arange(6.0), q)
    return view, robot, view.motions[0].q


def following():
    """Of all kinds with one freedom, two of them following others."""
    robot = random_robot(8, n=6)
    joints = list(robot.joints)
    joints[2] = replace(joints[2], mimic=jn.robot.Mimic(joints[0].name, -0.7, 0.2))
    joints[5] = replace(joints[5], mimic=jn.robot.Mimic(joints[4].name, 1.3, -0.1))
    return recorded(replace(robot, joints=tuple(joints)), 4)


def with_meshes(folder):
    """A box and a sphere at the links of an arm, with a foot far from any joint."""
    (folder / "arm.urdf").write_text(
        """<robot name="arm"><link name="base"/>
        <link name="upper"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
          <visual><origin xyz="0.2 0 0"/><geometry><box size="0.4 0.05 0.05"/></geometry>
            <material name="paint"><color rgba="1 0.5 0 1"/></material></visual></link>
        <link name="foot"><visual><geometry><sphere radius="0.06"/></geometry></visual></link>
        <joint name="turn" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
        <joint name="bolt" type="fixed"><parent link="upper"/><child link="foot"/><origin xyz="0.4 0 0"/></joint></robot>"""
    )
    return jn.view(jn.load(folder / "arm.urdf"), T, T[:, None], meshes=folder / "arm.urdf")


def flying():
    """A plan on a floating base."""
    robot = with_random_drives(random_tree(2, 5, floating=True), 2)
    path = jn.trajectory.rest_to_rest(np.zeros(robot.n), np.full(robot.n, 0.3), 1.0, degree=9)
    plan = jn.feedforward(robot, path, T)
    return jn.view(plan), robot, plan.q[0]


VIEWS = {
    "simulated": simulated,
    "compared": compared,
    "bending": bending,
    "coupled": coupled,
    "changed": changed,
    "following": following,
    "floating": lambda: recorded(random_tree(3, n=6, floating=True), 1),
    "flying": flying,
    "balls": lambda: recorded(random_tree(7, n=6), 2),
}


@pytest.fixture(scope="module")
def browser():
    opened = Browser(find())
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """{name: (file, robot, q)}, each made when first asked for."""
    folder, made = tmp_path_factory.mktemp("pages"), {}

    def page(name):
        if name not in made:
            view, robot, q = VIEWS[name]()
            view.save(folder / f"{name}.html")
            made[name] = folder / f"{name}.html", robot, q
        return made[name]

    return page


@pytest.fixture
def open_page(browser, pages):
    opened = []

    def open_it(name, **look):
        page = browser.page(pages(name)[0], **look).started()
        opened.append(page)
        return page

    yield open_it
    for page in opened:
        complaints, requests = page.complaints, page.requests
        page.close()
        assert complaints == []
        assert requests == []


def colours(png):
    """How many different ones a PNG has."""
    pixels = matplotlib.image.imread(io.BytesIO(png), format="png")
    return len(np.unique(pixels.reshape(-1, pixels.shape[2]), axis=0))


@pytest.mark.parametrize("name", VIEWS)
def test_kinematics(open_page, pages, name):
    """Tool and all links, in the page and in Python."""
    page = open_page(name)
    _, robot, q = pages(name)
    rows = range(0, len(q), max(1, len(q) // 5))
    found = [page.run(f"jounce.toolAt(0, {i})") for i in rows]
    assert np.abs(found - jn.tool_pose(robot, q[list(rows)])[0]).max() < NEAR
    for k, link in enumerate(robot.links):
        pose = np.array(page.run(f"jounce.linkAt(0, {rows[-1]}, {k})")).reshape(3, 4)
        position, rotation = jn.tool_pose(robot, q[rows[-1]], link=link.name)
        assert np.abs(pose[:, 3] - position).max() < NEAR
        assert np.abs(pose[:, :3] - rotation).max() < NEAR


def test_bent_ten_times(open_page, pages):
    """The tool with every joint ten times as far from its motor."""
    page = open_page("coupled")
    _, robot, q = pages("coupled")
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0, degree=9), T)
    held = np.linalg.solve(np.array(robot.transmission), plan.theta[0].T).T
    drawn = held + 10.0 * (q - held)
    assert np.abs(page.run("jounce.toolAt(0, 20, 10)") - jn.tool_pose(robot, drawn[20])[0]).max() < 1e-6
    assert np.abs(page.run("jounce.toolAt(0, 20, 0)") - jn.tool_pose(robot, held[20])[0]).max() < 1e-6


@pytest.mark.parametrize("name", ["simulated", "bending", "floating"])
def test_something_is_drawn(open_page, name):
    page = open_page(name)
    assert page.run("jounce.picture") == "solid"
    assert colours(page.screenshot(".stage")) > COLOURS


@pytest.mark.parametrize("name", ["simulated", "compared"])
def test_the_page_of_the_lwr_is_small(pages, name):
    assert pages(name)[0].stat().st_size < LARGEST


def test_keys(open_page):
    page = open_page("simulated")
    at = lambda: page.run("jounce.state.t")  # noqa: E731
    begin = at()
    page.key("ArrowRight")
    assert np.isclose(at(), begin + 0.01)
    page.key("ArrowLeft")
    assert at() == begin
    page.key("End")
    assert at() == 1.0
    page.key("Home")
    assert at() == 0.0
    page.key(" ")
    page.wait("jounce.state.playing && jounce.state.t > 0")
    page.key(" ")
    assert not page.run("jounce.state.playing")
    assert "stopped at" in page.run("document.querySelector('[aria-live=polite]').textContent")


def test_play_and_scrub(open_page):
    page = open_page("simulated")
    page.run("document.getElementById('play').click()")
    page.wait("jounce.state.playing && jounce.state.t > 0")
    assert page.run("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    page.run("document.getElementById('play').click()")
    page.run("(s => { s.value = 0.5; s.dispatchEvent(new Event('input')) })(document.getElementById('scrub'))")
    assert page.run("jounce.state.t") == 0.5
    page.wait("document.getElementById('clock').textContent === '0.500 s'")


def test_it_plays_at_once_unless_motion_is_to_be_reduced(open_page):
    assert not open_page("simulated").run("jounce.state.playing")
    assert open_page("simulated", still=False).run("jounce.state.playing")


def test_deflection(open_page):
    """The factor is stated beside the control and in the picture, whatever it is."""
    page = open_page("simulated")
    for exponent, says in ((0.0, "×1"), (1.0, "×10"), (2.0, "×100")):
        page.run(f"(s => {{ s.value = {exponent}; s.dispatchEvent(new Event('input')) }})(document.getElementById('bend'))")
        assert np.isclose(page.run("jounce.state.k"), 10.0**exponent)
        assert page.run("document.getElementById('factor').textContent").startswith(f"{says} ")
        assert page.run("document.querySelector('.note').textContent").startswith(f"deflection drawn {says}")


def test_a_click_in_a_plot(open_page):
    page = open_page("simulated")
    box = page.box(".u-over")
    page.click(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    assert abs(page.run("jounce.state.t") - 0.5) < 0.01


def test_values_at_the_time(open_page, pages):
    """Below the title of each plot, in three digits, between samples too."""
    page = open_page("bending")
    page.run("jounce.seek(0.155)")
    page.wait("document.getElementById('clock').textContent === '0.155 s'")
    robot = pages("bending")[1]
    plan = jn.feedforward(robot, jn.trajectory.line([0.5, -1.6], [0.5, -1.5], 0.3), np.linspace(0.0, 0.3, 31))
    expected = 0.5 * (plan.tau_m[15] + plan.tau_m[16])
    said = page.run("[...document.querySelector('.read').children].map(s => [s.title, Number(s.textContent)])")
    motors = [i for i, joint in enumerate(robot.joints) if joint.spring is None]
    assert [name for name, _ in said] == [robot.joints[i].name for i in motors]
    assert np.allclose([value for _, value in said], expected[motors], rtol=6e-3)


def test_the_wheel(open_page):
    """It zooms once the picture was clicked, and scrolls the page before."""
    page = open_page("simulated")
    box = page.box(".stage")
    at = {"x": box["x"] + 50, "y": box["y"] + 200}
    before = page.screenshot(".stage")
    page.send("Input.dispatchMouseEvent", type="mouseWheel", **at, deltaX=0, deltaY=300)
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.screenshot(".stage") == before
    page.click(**at)
    page.send("Input.dispatchMouseEvent", type="mouseWheel", **at, deltaX=0, deltaY=300)
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.screenshot(".stage") != before


def test_a_single_sample(browser, tmp_path):
    robot = jn.load("planar_2r")
    jn.view(robot, [0.0], [[0.3, 0.2]]).save(tmp_path / "page.html")
    page = browser.page(tmp_path / "page.html", still=False).started()
    page.key(" ")
    page.key("ArrowRight")
    assert page.run("jounce.state.t") == 0.0
    assert not page.run("jounce.state.playing")
    assert page.complaints == []
    page.close()


def test_two_beside_and_over_each_other(open_page):
    page = open_page("compared")
    labels = "[...document.querySelectorAll('.labels span')].map(s => s.textContent)"
    assert page.run(labels) == ["elastic", "rigid"]
    page.run("jounce.seek(0.8)")
    for split in (True, False):
        assert page.run("jounce.state.split") is split
        assert colours(page.screenshot(".stage")) > COLOURS
        page.run("document.getElementById('split').click()")
    for ghost in ("plan", "none", "motors"):
        page.run(f"(s => {{ s.value = '{ghost}'; s.dispatchEvent(new Event('change')) }})(document.getElementById('ghost'))")
        assert page.run("jounce.state.ghost") == ghost
    assert "dashed: rigid" in page.run("document.querySelector('.words').textContent")


def test_the_ghost_of_a_plan_for_another_robot(open_page):
    page = open_page("changed")
    assert page.run("jounce.data.robots.length") == 2
    pictures = []
    for ghost in ("none", "plan"):
        page.run(f"(s => {{ s.value = '{ghost}'; s.dispatchEvent(new Event('change')) }})(document.getElementById('ghost'))")
        page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        pictures.append(page.screenshot(".stage"))
    assert pictures[0] != pictures[1]


def test_joints_can_be_left_out(open_page):
    page = open_page("simulated")
    page.run("document.querySelector('.keys button').click()")
    assert page.run("document.querySelector('.keys button').getAttribute('aria-pressed')") == "false"
    assert page.run("jounce.state.shown[0]") is False


def test_peaks_as_a_table(open_page, pages):
    page = open_page("compared")
    assert page.run("document.querySelectorAll('details table').length") == 2
    assert page.run("document.querySelectorAll('details table thead th').length") == 14
    assert page.run("document.querySelectorAll('details tbody tr').length") > 2 * 7 * 4


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone(open_page, dark):
    page = open_page("compared", width=390, height=844, dark=dark)
    assert page.run("document.documentElement.scrollWidth") <= 390
    assert colours(page.screenshot(".stage")) > COLOURS


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not there: `cd web && npm ci` installs it")
@pytest.mark.parametrize(
    ("name", "width", "dark"),
    [("compared", 1280, False), ("compared", 1280, True), ("bending", 390, False), ("floating", 390, True)],
)
def test_accessible(open_page, name, width, dark):
    """No serious or critical complaint of axe-core, with the table open and a curve left out."""
    page = open_page(name, width=width, height=844, dark=dark)
    page.run("document.querySelectorAll('details').forEach(each => { each.open = true })")
    page.run("document.querySelector('.keys button').click()")
    page.run(AXE.read_text(encoding="utf-8"))
    found = json.loads(page.run("axe.run().then(({violations}) => JSON.stringify(violations))"))
    bad = [(one["id"], one["impact"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found]
    assert not [each for each in bad if each[1] in ("serious", "critical")]


def test_the_address_can_say_light_or_dark(open_page):
    """As a page around this one does, whatever the system is set to."""
    page = open_page("bending", dark=True)
    look = lambda: page.run("getComputedStyle(document.body).backgroundColor")  # noqa: E731
    assert look() == "rgb(18, 18, 18)"
    page.run("location.hash = '#light'")
    page.wait("document.documentElement.dataset.scheme === 'light'")
    assert look() == "rgb(255, 255, 255)"


def test_a_picture_that_comes_late_is_made_coarser(open_page):
    """Frames that take long are simulated: the page is kept busy between them."""
    page = open_page("simulated", still=False)
    smooth = "document.querySelector('.stage canvas').getContext('webgl2').getContextAttributes().antialias"
    page.run("""(function busy() {
      const begin = performance.now();
      while (performance.now() - begin < 60);
      requestAnimationFrame(busy);
    })()""")
    page.wait(f"!{smooth}")
    page.wait("jounce.picture === 'solid'")


def test_a_picture_out_of_sight_is_given_back(open_page):
    page = open_page("simulated")
    page.run("document.getElementById('jounce-view').style.marginTop = '3000px'")
    page.wait("jounce.picture === 'none'")
    assert page.run("document.querySelectorAll('.stage canvas').length") == 0
    page.run("document.getElementById('jounce-view').style.marginTop = 0")
    page.wait("jounce.picture === 'solid'")
    assert colours(page.screenshot(".stage")) > COLOURS


def test_in_a_notebook(browser, tmp_path):
    """Several pages in frames of one page."""
    view, *_ = bending()
    (tmp_path / "notebook.html").write_text(f"<!doctype html><meta charset='utf-8'>{view._repr_html_() * 2}", encoding="utf-8")
    page = browser.page(tmp_path / "notebook.html")
    page.wait("frames.length === 2 && [frames[0], frames[1]].every(f => f.jounce && f.jounce.state.frames > 1)")
    assert page.complaints == []
    page.close()


def flat_arm(folder):
    """Two joints that turn about z, seen from above: x is to the right in the picture, y is up."""
    inertia = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    (folder / "flat.urdf").write_text(
        f"""<robot name="flat"><link name="base"/><link name="upper">{inertia}</link><link name="fore">{inertia}</link>
        <link name="tip"/>
        <joint name="one" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
        <joint name="two" type="continuous"><parent link="upper"/><child link="fore"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
        </joint>
        <joint name="end" type="fixed"><parent link="fore"/><child link="tip"/><origin xyz="1 0 0"/></joint></robot>"""
    )
    return jn.load(folder / "flat.urdf")


def painted(page, t, colour):
    """Where the picture has exactly this colour at a time: (count, 2), to the right and upwards [px]."""
    page.run(f"jounce.seek({t})")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    pixels = matplotlib.image.imread(io.BytesIO(page.screenshot(".stage")), format="png")[..., :3]
    rows, columns = np.nonzero((np.round(255 * pixels) == [int(colour[i : i + 2], 16) for i in (1, 3, 5)]).all(axis=2))
    return np.column_stack([columns, -rows])


def test_arcs_turn_as_the_torque_does(browser, tmp_path):
    """Seen from the side to which the axis points, positive torque turns to the left, a third of the largest by a quarter."""
    robot = flat_arm(tmp_path)
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0, 0.0], [0.0, 0.0], 3.0), np.arange(4.0))
    tau = np.zeros((4, 2))
    tau[:, 1] = 0.0, 1.0, -1.0, 3.0
    jn.view(replace(plan, tau_m=tau)).save(tmp_path / "page.html")
    page = browser.page(tmp_path / "page.html").started()
    colour = page.run("jounce.data.colours[1]")
    assert len(painted(page, 0.0, colour)) < 50  # no arc: a few dots of the drum at most
    whole = painted(page, 3.0, colour)
    columns = np.column_stack([2.0 * whole, np.ones(len(whole))])
    centre = np.linalg.lstsq(columns, (whole**2).sum(axis=1), rcond=None)[0][:2]  # of the circle: 2 c.p + r^2 - c^2 = p^2
    turns = [np.angle(np.sum(np.exp(1j * np.arctan2(*(painted(page, t, colour) - centre).T[::-1])))) for t in (1.0, 2.0)]
    assert 90.0 < np.degrees((turns[0] - turns[1]) % (2.0 * np.pi)) < 150.0  # a quarter turn, and the heads of both arrows
    assert page.complaints == []
    page.close()


def test_wrenches(browser, tmp_path):
    """Forces point as they act, in the frame of their link; the largest is the longest."""
    robot = flat_arm(tmp_path)
    force = np.zeros((4, 6))
    force[:, 3] = 10.0, -10.0, 5.0, 0.0
    turned = np.tile([np.pi / 2, 0.0], (4, 1))  # links along y: the force is along y too
    jn.view(robot, np.arange(4.0), turned, wrench={"tip": (force,)}).save(tmp_path / "page.html")
    page = browser.page(tmp_path / "page.html").started()
    there, back, half, none = (painted(page, t, "#c2185b") for t in range(4))
    assert len(none) == 0
    right, up = there.mean(axis=0) - back.mean(axis=0)
    assert up > 50
    assert abs(right) < 2
    assert np.ptp(half[:, 1]) < 0.75 * np.ptp(there[:, 1])
    assert there[:, 1].max() < -20  # the whole arrow is in the picture
    page.run("document.getElementById('wrench').click()")
    assert len(painted(page, 0.0, "#c2185b")) == 0
    assert page.complaints == []
    page.close()


def test_meshes(browser, tmp_path):
    """The colour that the URDF states is seen, with light on it."""
    with_meshes(tmp_path).save(tmp_path / "page.html")
    page = browser.page(tmp_path / "page.html").started()
    pixels = matplotlib.image.imread(io.BytesIO(page.screenshot(".stage")), format="png")[..., :3]
    red, green, blue = np.moveaxis(pixels, 2, 0)
    assert ((red > 1.3 * green) & (green > 2.0 * blue) & (red > 0.4)).sum() > 500
    assert page.complaints == []
    page.close()


def test_names_that_hurt(browser, tmp_path):
    evil = "</script><img src=x onerror=alert(1)><!--"
    plan = jn.feedforward(replace(jn.load("planar_2r"), name=evil), jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0), T)
    jn.view(plan, labels=[evil]).save(tmp_path / "page.html")
    page = browser.page(tmp_path / "page.html").started()
    assert page.run("document.querySelector('.labels span').textContent") == evil
    assert page.run("document.querySelectorAll('img').length") == 0
    assert page.complaints == []
    page.close()


def test_without_webgl(pages):
    """Sticks instead of bodies; all else works."""
    poor = Browser(find(), webgl=False)
    try:
        for name in ("compared", "floating"):
            page = poor.page(pages(name)[0]).started()
            assert page.run("jounce.picture") == "flat"
            before = page.screenshot(".stage")
            assert colours(before) > 20
            page.key("End")
            page.wait("document.getElementById('clock').textContent !== '0.000 s'")
            assert page.screenshot(".stage") != before
            assert page.complaints == []
            page.close()
    finally:
        poor.close()
