"""What cannot be ends with exit code 2, one sentence on stderr, nothing on stdout, and no file."""

import pytest

import jounce as jn
from jounce.cli.main import main

MOTION = ("--to", "0.5,-0.3", "--duration", "0.5", "--rate", "100")

CASES = {
    "unknown robot": (["torque", "kuka_lwx", *MOTION], ["kuka_lwx", "Did you mean 'kuka_lwr'"]),
    "missing file": (["torque", "nowhere.urdf", *MOTION], ["nowhere.urdf", "no such file"]),
    "sensors without a controller": (["simulate", "planar_2r", *MOTION, "--delay", "1ms"], ["sensors are read by a controller"]),
    "a share": (["simulate", "planar_2r", *MOTION, "--stiffness-error", "ten"], ["expected a share, 10% or 0.1, got 'ten'"]),
    "a share below all": (["simulate", "planar_2r", *MOTION, "--mass-error=-100%"], ["above -100%"]),
    "a time": (["simulate", "planar_2r", *MOTION, "--delay", "1min"], ["expected a time, 1ms, 200us or 0.001, got '1min'"]),
    "a ripple": (["simulate", "planar_2r", *MOTION, "--ripple", "6"], ["expected HARMONIC=SHARE, as 6=1%"]),
    "a payload": (["simulate", "planar_2r", *MOTION, "--payload", "1,2"], ["--payload: expected a mass"]),
    "no robot": (["torque", *MOTION], ["No robot"]),
    "no motion": (["torque", "planar_2r"], ["--to and --duration, or --trajectory"]),
    "no duration": (["torque", "planar_2r", "--to", "1,1"], ["--duration"]),
    "too few joints": (["torque", "kuka_lwr", *MOTION], ["to: 2 values", "7 joints (A1, A2"]),
    "too many in from": (["torque", "planar_2r", *MOTION, "--from", "1,2,3"], ["from: 3 values", "2 joints"]),
    "not a number": (["torque", "planar_2r", "--to", "1,x", "--duration", "1"], ["--to", "'x' as number 2"]),
    "underscore": (["torque", "planar_2r", "--to", "1,1_0", "--duration", "1"], ["--to", "'1_0' as number 2"]),
    "underscore in duration": (
        ["torque", "planar_2r", "--to", "1,1", "--duration", "1_0"],
        ["--duration", "'1_0'", "underscore"],
    ),
    "underscore in degree": (["torque", "planar_2r", *MOTION, "--degree", "1_1"], ["--degree", "'1_1'", "underscore"]),
    "nan": (["torque", "planar_2r", "--to", "1,nan", "--duration", "1"], ["to, joint2", "nan"]),
    "huge": (["torque", "planar_2r", "--to", "1e300,1", "--duration", "1"], ["to, joint1", "1e+300"]),
    "duration zero": (["torque", "planar_2r", "--to", "1,1", "--duration", "0"], ["duration [s]", "above zero"]),
    "duration nan": (["torque", "planar_2r", "--to", "1,1", "--duration", "nan"], ["duration [s]", "nan"]),
    "rate negative": (["torque", "planar_2r", "--to", "1,1", "--duration", "1", "--rate=-5"], ["rate [Hz]", "-5"]),
    "too many samples": (["torque", "planar_2r", "--to", "1,1", "--duration", "1e9"], ["1e+09 s at 1000 Hz", "lower the rate"]),
    "even degree": (["torque", "planar_2r", *MOTION, "--degree", "8"], ["degree", "odd"]),
    "degree too low": (["torque", "planar_2r", *MOTION, "--degree", "5"], ["derivative 3 jumps", "order 3"]),
    "tolerance alone": (["torque", "planar_2r", *MOTION, "--tolerance", "1e-3"], ["--tolerance is for sampled motions"]),
    "missing drives": (["torque", "planar_2r", *MOTION, "--drives", "none.toml"], ["none.toml", "no such file"]),
    "missing trajectory": (["torque", "planar_2r", "--trajectory", "none.csv"], ["none.csv", "no such file"]),
    "missing job": (["torque", "--job", "none.toml"], ["none.toml", "no such file"]),
    "coupling without drives": (["torque", "kuka_iiwa", "--coupling", "full", *MOTION], ["no drives", "--drives"]),
    "unknown coupling": (["torque", "planar_2r", "--coupling", "some", *MOTION], ["--coupling", "'some'"]),
    "tool of an arm that bends": (["torque", "moberg_5dof", *MOTION], ["from: expected 2 values", "x, z"]),
    "three outputs": (["torque", "moberg_5dof", "--from", "1,1,1", *MOTION], ["from: expected 2 values", "got 3"]),
    "unknown option": (["torque", "planar_2r", "--speed", "1"], ["--speed", "jounce torque --help"]),
    "unknown command": (["fly"], ["'fly'", "jounce --help"]),
    "ending of a table": (["torque", "planar_2r", *MOTION, "--out", "a.txt"], ["a.txt", ".csv"]),
    "ending of a figure": (["torque", "planar_2r", *MOTION, "--plot", "a.gif"], ["a.gif", ".png or .pdf or .svg"]),
    "no such folder": (["torque", "planar_2r", *MOTION, "--out", "no/where/a.csv"], ["no/where"]),
    "unknown controller": (["simulate", "planar_2r", *MOTION, "--controller", "pid"], ["--controller", "'pid'"]),
    "bandwidth": (["simulate", "planar_2r", *MOTION, "--bandwidth", "0"], ["bandwidth [rad/s]"]),
    "linearised rigid robot": (
        ["simulate", "kuka_iiwa", "--to", "1,1,1,1,1,1,1", "--duration", "1", "--controller", "feedback-linearisation"],
        ["joint 'A1'", "elastic"],
    ),
    "pose of another robot": (["info", "planar_2r", "--at", "1,2,3"], ["at: 3 values", "2 joints"]),
    "unknown export": (["export", "sdf", "planar_2r", "--out", "a"], ["'sdf'"]),
    "export without out": (["export", "c", "planar_2r"], ["--out"]),
    "function of a file": (["export", "toml", "planar_2r", "--out", "a.toml", "--function", "rnea"], ["are for C"]),
    "order below zero": (["export", "c", "planar_2r", "--out", "a", "--order=-1"], ["order", "-1"]),
    "mjcf ending": (["export", "mjcf", "planar_2r", "--out", "a.toml"], [".xml"]),
    "mjcf of carried rotors": (["export", "mjcf", "planar_2r", "--coupling", "full", "--out", "a.xml"], ["joint"]),
    "name too long for a file": (["torque", "planar_2r", *MOTION, "--out", "a" * 300 + ".csv"], ["File name too long"]),
    "name too long to read": (["torque", "planar_2r", "--trajectory", "a" * 300], ["File name too long"]),
    "name too long for a folder": (["demo", "--out", "a" * 300], ["File name too long"]),
    "demo into a file": (["demo", "--out", __file__], ["is a file, not a folder"]),
    "demo below a file": (["demo", "--out", __file__ + "/deeper/still"], ["not a folder"]),
}


@pytest.mark.parametrize("case", CASES)
def test_refused(refused, tmp_path, monkeypatch, case):
    monkeypatch.chdir(tmp_path)
    args, words = CASES[case]
    said = refused(*args)
    assert all(word in said for word in words), said
    assert not list(tmp_path.iterdir())


LONG = "k" * 100_000
BOUNDED = {
    "robot": ["torque", LONG, *MOTION],
    "robot file": ["torque", f"{LONG}.urdf", *MOTION],
    "robot in folders": ["torque", "k/" * 50_000 + "a.toml", *MOTION],
    "drives": ["torque", "planar_2r", *MOTION, "--drives", LONG],
    "trajectory": ["torque", "planar_2r", "--trajectory", LONG],
    "job": ["torque", "--job", LONG],
    "out": ["torque", "planar_2r", *MOTION, "--out", f"{LONG}.csv"],
    "to": ["torque", "planar_2r", "--to", LONG, "--duration", "1"],
    "duration": ["torque", "planar_2r", "--to", "1,1", "--duration", LONG],
    "option": ["torque", f"--{LONG}"],
    "command": [LONG],
}


@pytest.mark.parametrize("case", BOUNDED)
def test_messages_are_bounded(refused, case):
    said = refused(*BOUNDED[case])
    assert "kkk" in said or "k/k/" in said
    assert len(said) < 2200


@pytest.mark.parametrize("folder", ["/proc", "/sys"])
def test_folder_that_cannot_be_written(refused, folder, monkeypatch):
    """It is said before the work is done."""
    monkeypatch.setattr(jn, "feedforward", lambda *_: pytest.fail("work was done first"))
    assert "nothing can be written there" in refused("torque", "planar_2r", *MOTION, "--out", f"{folder}/a.csv")
    assert "nothing can be written there" in refused("demo", "--out", f"{folder}/out")


def test_out_is_a_folder(refused, tmp_path):
    (tmp_path / "a.csv").mkdir()
    assert "is a folder" in refused("torque", "planar_2r", *MOTION, "--out", tmp_path / "a.csv")


JOBS = {
    "not toml": ("robot = [", ["not valid TOML"]),
    "unknown key": ('robto = "planar_2r"', ["'robto'", "Did you mean 'robot'"]),
    "number for a name": ("robot = 3", ["robot", "text", "3"]),
    "text for a list": ('robot = "planar_2r"\nto = "1,2"', ["to", "a list of numbers"]),
    "text in a list": ('robot = "planar_2r"\nto = [1, "2"]', ["to", "a list of numbers"]),
    "truth for a number": ('robot = "planar_2r"\nduration = true', ["duration", "a number", "True"]),
    "half a degree": ('robot = "planar_2r"\ndegree = 7.5', ["degree", "a whole number"]),
    "degrees as text": ('robot = "planar_2r"\ndegrees = "yes"', ["degrees", "true or false"]),
    "unknown coupling": ('robot = "planar_2r"\ncoupling = "no"', ["coupling", "spong or full"]),
    "number too large": ('robot = "planar_2r"\nduration = 1' + "0" * 400, ["duration", "a number"]),
    "robot that is not there": ('robot = "arm.urdf"\nto = [1]\nduration = 1', ["arm.urdf", "no such file"]),
    "two motions": ('robot = "planar_2r"\nto = [1, 1]\ntrajectory = "m.csv"', ["--trajectory states the whole motion"]),
    "key of 20,000 parts": ("a." * 20_000 + "a = 1", ["16 parts"]),
    "quoted key of many parts": ('"a" . ' * 20_000 + "a = 1", ["16 parts"]),
    "number of 5,000 digits": ("duration = 1" + "0" * 5000, ["1000 characters"]),
    "number of a MiB": ("duration = 0." + "1" * 10**6, ["1000 characters"]),
    "key of 500 KB": ('"' + "k" * 500_000 + '" = 1', ["no key 'kkkk", "..."]),
    "more than a MiB": ("# " + "x" * 2**20, ["larger than 1 MiB"]),
    "nested too deep": ("to = " + "[" * 100_000, ["nested too deep"]),
    "binary": ("\x00\x01", ["not valid TOML"]),
}


@pytest.mark.parametrize("case", JOBS)
def test_job(refused, tmp_path, case):
    text, words = JOBS[case]
    (tmp_path / "job.toml").write_text(text)
    said = refused("torque", "--job", tmp_path / "job.toml")
    assert all(word in said for word in words), said
    assert len(said) < 1000


def test_control_characters_of_files_do_not_reach_the_terminal(refused, tmp_path):
    """Nor letters that nobody sees, or that turn the line round."""
    (tmp_path / "job.toml").write_text('robot = "a\\u001b[2J\\u200b\\u202e.urdf"\nto = [1]\nduration = 1')
    assert r"a\x1b[2J\u200b\u202e.urdf: no such file" in refused("torque", "--job", tmp_path / "job.toml")


@pytest.mark.parametrize("name", ["robot.toml", "robot.urdf", "job.toml"])
def test_binary_files(refused, tmp_path, name):
    (tmp_path / name).write_bytes(bytes(range(256)) * 4)
    given = ["--job", tmp_path / name] if name == "job.toml" else [tmp_path / name, *MOTION]
    assert name in refused("torque", *given)


@pytest.mark.parametrize("name", ["robot.toml", "robot.urdf", "job.toml"])
def test_empty_files(refused, tmp_path, name):
    (tmp_path / name).touch()
    refused("torque", *(["--job", tmp_path / name] if name == "job.toml" else [tmp_path / name, *MOTION]))


def test_robots_with_joints_of_several_freedoms(refused, tmp_path):
    (tmp_path / "ball.toml").write_text(
        'name = "ball"\n[[joint]]\nname = "hip"\ntype = "spherical"\nparent = "base"\nchild = "leg"\n'
        '[[link]]\nname = "leg"\nmass = 1.0\ncom = [0, 0, -0.2]\ninertia = { xx = 0.1, yy = 0.1, zz = 0.1 }\n'
    )
    motion = [tmp_path / "ball.toml", "--to", "0.1,0.1,0.1", "--duration", "1"]
    assert "which no motor drives" in refused("simulate", *motion, "--controller", "pd")
    assert "3 freedoms (hip_roll, hip_pitch, hip_yaw)" in refused("torque", *motion[:1], "--to", "1", "--duration", "1")
    assert "joints of several freedoms" in refused("torque", *motion[:1], "--tool-line", "0,0,0", "--duration", "1")
    (tmp_path / "motion.csv").write_text("t,hip\n0,0\n1,1\n")
    assert "joints of several freedoms" in refused("torque", *motion[:1], "--trajectory", tmp_path / "motion.csv")


def test_failed_computation_is_code_1(refused, tmp_path):
    """Poles so fast that the held torque is unstable."""
    motion = ["--to", "0.5,-0.3", "--duration", "1", "--rate", "100"]
    said = refused(
        "simulate", "planar_2r", *motion, "--controller", "feedback-linearisation", "--bandwidth", "1000",
        "--out", tmp_path / "a.csv", code=1,
    )  # fmt: skip
    assert "runs away at t" in said
    assert not list(tmp_path.iterdir())


def test_defects_are_code_1(refused, monkeypatch):
    monkeypatch.setattr(jn, "library", lambda: 1 / 0)
    said = refused("robots", code=1)
    assert "ZeroDivisionError" in said
    assert "--debug" in said


def test_debug_shows_where(run, monkeypatch):
    done = run("--debug", "torque", "nowhere.urdf", *MOTION)
    assert done.exit_code == 2
    assert "Traceback" in done.stderr
    assert "LoadError" in done.stderr


def test_no_arguments_show_help(run):
    done = run()
    assert (done.exit_code, done.stdout) == (2, "")
    assert all(name in done.stderr for name in main.commands)
