"""Readings of all observers: by name, with a known payload, and one that is none leaves the estimate as it was, here and in C."""

import subprocess
from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.combinations import case, run_own_test
from support.random_robots import plainly
from support.tolerances import CHAIN, assert_close

WRONG = [np.nan, np.inf, -np.inf, 1e300, -1e300, 1e155, 1e30, 1e7]
PAYLOAD = np.array([8.0, 0.4, 0.0, 0.8, 0.2, 0.3, 0.2, 0.0, -0.04, 0.0])


def recorded(robot, t, path=None):
    """A motion of a robot with what is measured of it."""
    path = path or jn.trajectory.rest_to_rest(np.zeros(robot.n), np.linspace(0.8, -0.6, robot.n), 0.3, degree=9)
    run = jn.simulate(robot, jn.feedforward(robot, path, t), rate=1.0 / (t[1] - t[0]))
    K = robot.parameter_values("stiffness")
    torques = np.vstack([run.tau_m[:1], run.tau_m[:-1]])  # those that acted since the last sample
    return {
        "q": run.q,
        "qd": run.qd,
        "theta": run.theta,
        "thetad": run.thetad,
        "tau_j": K * (run.theta - run.q),
        "tau_m": torques,
    }


OBSERVERS = {
    "momentum q": (lambda r: jn.control.MomentumObserver(r, 50.0, ("q", "tau_j")), ("q", "tau_j")),
    "momentum theta": (lambda r: jn.control.MomentumObserver(r, 50.0), ("theta", "tau_j")),
    "momentum both": (lambda r: jn.control.MomentumObserver(r, 50.0, ("q", "theta")), ("q", "theta")),
    "momentum speeds": (lambda r: jn.control.MomentumObserver(r, 50.0, ("q", "qd", "tau_j")), ("q", "qd", "tau_j")),
    "collision": (lambda r: jn.control.CollisionDetector(r, 1.0), ("q", "tau_j")),
    "state": (lambda r: jn.control.StateObserver(r, 60.0), ("theta", "tau_m")),
    "kalman": (lambda r: jn.control.KalmanFilter(r, {"theta": 1e-6}, {"tau_m": 0.05, "wander": 20.0}), ("theta", "tau_m")),
}


def begun(observer, names, rows, k=0, **more):
    if hasattr(observer, "bandwidth") or hasattr(observer, "covariance"):
        return observer.begin(rows["theta"][k], **more)
    return observer.begin({name: rows[name][k] for name in names}, **more)


def followed(observer, names, rows, changed=None, **more):
    """(last state, last result, flags) along a motion; changed: {sample: {name: values}}."""
    state, flags = begun(observer, names, rows, **more), []
    for k in range(1, len(rows["q"])):
        readings = {name: rows[name][k] for name in names} | (changed or {}).get(k, {})
        state, result = observer.step(state, readings, **more)
        flags.append(bool(observer.rejected(state) if hasattr(observer, "rejected") else result.rejected))
    return state, result, flags


@pytest.fixture(scope="module")
def motion():
    robot = jn.load("planar_2r")
    return robot, recorded(robot, np.arange(0.0, 0.4, 1e-3))


@pytest.mark.parametrize("name", list(OBSERVERS))
def test_one_reading_that_is_none(name, motion):
    """In every channel, whatever it reads: said once, and forgotten soon; the state stays what it was."""
    robot, rows = motion
    make, names = OBSERVERS[name]
    observer = make(robot)
    good, _, flags = followed(observer, names, rows)
    assert not any(flags)
    for channel in names:
        for wrong in WRONG:
            values = rows[channel][100].copy()
            values[1] = wrong
            state, _, flags = followed(observer, names, rows, {100: {channel: values}})
            assert np.isfinite(state).all()
            assert flags[99]
            assert (
                sum(flags) <= 4
            )  # a Kalman filter without tau_m is a period behind, and believes the third reading that says so
            size = observer.size if hasattr(observer, "size") else len(state)
            assert np.abs(state - good)[:size].max() < 2e-3 * np.abs(good)[:size].max()


@pytest.mark.parametrize("name", list(OBSERVERS))
@pytest.mark.parametrize("backend", [pytest.param("native", marks=pytest.mark.native), "python"])
def test_state_and_result_stay(name, backend, motion):
    robot, rows = motion
    make, names = OBSERVERS[name]
    observer = make(robot)
    jn.set_backend(backend)
    try:
        state = begun(observer, names, rows)
        for k in range(1, 4):
            state, result = observer.step(state, {name: rows[name][k] for name in names})
        for wrong in (np.nan, np.inf, 1e300):
            after, same = observer.step(state, {name: np.full(2, wrong) for name in names})
            count = len(state) - ("momentum" in name or name == "collision")  # the last number says that it was rejected
            assert (after[:count] == state[:count]).all()
            for a, b in zip(result, same):
                if a is not None and np.ndim(a):
                    assert_close(b, a)
    finally:
        jn.set_backend("auto")


@pytest.mark.parametrize("size", [1e5, 1e3, 10.0, 1.0])
def test_one_reading_that_is_far_off_does_not_lead_to_infinity(size, motion):
    """A spike of an encoder that is a number like any other: both observers of the state come back."""
    robot, rows = motion
    for name in ("state", "kalman"):
        make, names = OBSERVERS[name]
        spike = rows["theta"][100] + [size, 0.0]
        _, estimate, _ = followed(make(robot), names, rows, {100: {"theta": spike}})
        assert np.abs(estimate.q - rows["q"][-1]).max() < 1e-4


def test_a_step_of_the_encoder_is_believed_in_the_end(motion):
    """Readings that all say the same are right, and the estimate is wrong; one that cannot get there stays a number, and says
    so."""
    robot, rows = motion
    for name in ("state", "kalman"):
        make, names = OBSERVERS[name]
        moved = {**rows, "theta": rows["theta"] + np.where(np.arange(400) < 100, 0.0, 0.02)[:, None]}
        _, estimate, flags = followed(make(robot), names, moved)
        assert np.abs(estimate.theta - moved["theta"][-1]).max() < 1e-3
        assert sum(flags) < 10
        moved["theta"][100:] += 0.2
        state, estimate, flags = followed(make(robot), names, moved)
        assert np.isfinite(state).all()
        assert flags[-1] or np.abs(estimate.theta - moved["theta"][-1]).max() < 1e-3


def test_quaternions_that_are_none():
    robot = case("B").robot
    observer = jn.control.MomentumObserver(robot, 50.0, ("q", "tau_j"))
    rng = np.random.default_rng(0)
    q, tau = rng.normal(size=robot.nq), rng.normal(size=robot.n)
    state = observer.begin(q, tau)
    state, _ = observer.step(state, q, tau)
    for wrong in (np.zeros(robot.nq), np.full(robot.nq, np.nan)):
        after, external = observer.step(state, wrong, tau)
        assert observer.rejected(after)
        assert (after[:-1] == state[:-1]).all()
        assert np.isfinite(external).all()
    after, _ = observer.step(state, -q, tau)  # the same rotations, another place
    assert not observer.rejected(after)


def test_batches(motion):
    robot, rows = motion
    observer = jn.control.MomentumObserver(robot, 50.0, ("q", "tau_j"))
    state = observer.begin(rows["q"][:3], rows["tau_j"][:3])
    q = rows["q"][1:4].copy()
    q[1, 0] = np.nan
    state, external = observer.step(state, q, rows["tau_j"][1:4])
    assert observer.rejected(state).tolist() == [False, True, False]
    assert np.isfinite(external).all()


def test_an_observer_does_not_begin_with_nan(motion):
    robot, _ = motion
    with pytest.raises(InputError, match="tau_j is nan at index"):
        jn.control.MomentumObserver(robot, 50.0).begin(theta=[0.0, 0.0], tau_j=[0.0, np.nan])
    with pytest.raises(InputError, match="finite"):
        jn.control.StateObserver(robot, 50.0).begin([np.nan, 0.0])


# ---------------------------------------------------------------- by name


@pytest.mark.parametrize("name", list(OBSERVERS))
def test_by_name_in_any_order(name, motion):
    robot, rows = motion
    make, names = OBSERVERS[name]
    observer = make(robot)
    state = begun(observer, names, rows)
    expected = observer.step(state, *(rows[name][1] for name in names))
    for order in (names, names[::-1]):
        readings = {name: rows[name][1] for name in order}
        for found in (observer.step(state, **readings), observer.step(state, readings)):
            assert (found[0] == expected[0]).all()
    with pytest.raises(InputError, match="no reading 'thetta' is expected"):
        observer.step(state, **{**{name: rows[name][1] for name in names[1:]}, "thetta": rows["theta"][1]})
    with pytest.raises(InputError, match=f"{names[1]}.* missing"):
        observer.step(state, **{names[0]: rows[names[0]][1]})
    with pytest.raises(InputError, match="got some of both"):
        observer.step(state, rows[names[0]][1], **{names[1]: rows[names[1]][1]})


def test_noise_in_another_order_wants_names(motion):
    """{'theta', 'tau_j'} and the fixed order tau_j, theta: whoever says which is which gets the same as in the fixed order."""
    robot, rows = motion
    one = jn.control.KalmanFilter(robot, {"tau_j": 0.1, "theta": 1e-5}, {"tau_m": 0.1})
    other = jn.control.KalmanFilter(robot, {"theta": 1e-5, "tau_j": 0.1}, {"tau_m": 0.1})
    state = one.begin(rows["theta"][0])
    readings = [rows[name][1] for name in ("tau_j", "theta", "tau_m")]
    expected = one.step(state, *readings)
    with pytest.raises(InputError, match="noise names theta, tau_j in this order.*step\\(state, theta=theta, tau_j=tau_j"):
        other.step(state, *readings)
    found = other.step(state, theta=readings[1], tau_j=readings[0], tau_m=readings[2])
    assert (found[0] == expected[0]).all()


# ---------------------------------------------------------------- a payload that is known


@pytest.mark.parametrize("name", list(OBSERVERS))
def test_a_payload_that_is_known_is_no_external_torque(name):
    """Live it is the same as in the model; unknown, it is torque of its weight."""
    robot = jn.load("planar_2r").with_gravity((0.0, -9.81, 0.0)).with_drives(stiffness=2e4)
    loaded = robot.with_parameters({"payload": PAYLOAD})
    rows = recorded(loaded, np.arange(0.0, 0.3, 1e-3))
    make, names = OBSERVERS[name]
    expected, _, _ = followed(make(loaded), names, rows)
    found, result, _ = followed(make(robot), names, rows, parameters={"payload": PAYLOAD})
    assert_close(found, expected, CHAIN)
    if name.startswith("momentum"):
        assert np.abs(result).max() < 0.1
        assert np.abs(followed(make(robot), names, rows)[1]).max() > 10.0


@pytest.mark.native
@pytest.mark.parametrize("name", list(OBSERVERS))
def test_live_kernels(name):
    """Compiled with a live payload: plain Python's numbers, and C that passes its own test. The Kalman filter runs as loops."""
    robot = jn.load("planar_2r") if name != "kalman" else case("DN").robot
    make, names = OBSERVERS[name]
    observer, rng = make(robot), np.random.default_rng(2)
    rows = {key: 0.1 * rng.normal(size=(3, robot.n)) for key in ("q", "qd", "theta", "thetad", "tau_j", "tau_m")}
    state = begun(observer, names, rows, parameters={"payload": PAYLOAD})
    for k in (1, 2):
        live = observer.step(state, {key: rows[key][k] for key in names}, parameters={"payload": PAYLOAD})
        plain = plainly(observer.step, state, {key: rows[key][k] for key in names}, parameters={"payload": PAYLOAD})
        assert_close(live[0], plain[0], CHAIN)
        state = live[0]
    with pytest.raises(InputError, match="payload: m is -8"):
        observer.step(state, {key: rows[key][1] for key in names}, parameters={"payload": -PAYLOAD})


@pytest.mark.native
@pytest.mark.parametrize("name", list(OBSERVERS))
@pytest.mark.parametrize("live", [(), ("payload",)])
def test_c_begins_and_rejects(name, live, tmp_path):
    """In C: begin, steps, a reading that is nan in between, all as in Python."""
    robot = jn.load("planar_2r")
    rows = recorded(robot, np.arange(0.0, 0.05, 1e-3))
    make, names = OBSERVERS[name]
    observer = make(robot)
    kernel = observer.compile(parameters=live)
    kernel.write_c(tmp_path, name="seen")
    run_own_test(tmp_path)
    header = (tmp_path / "seen.h").read_text()
    assert "void seen_begin(" in header
    parameters = {"payload": PAYLOAD} if live else None
    more = {"parameters": parameters} if live else {}
    state = begun(observer, names, rows, **more)
    count, wrong = 20, 10
    for k in range(1, count):
        readings = {key: np.full(2, np.nan) if k == wrong else rows[key][k] for key in names}
        state, _ = observer.step(state, readings, **more)
    found = _driven(tmp_path, observer, kernel, names, rows, live, count, wrong)
    assert_close(found, state, 1e-9)  # compilers may contract a*b + c


def _driven(folder, observer, kernel, names, rows, live, count, wrong):
    """The last state of a program in C that begins and steps as Python does."""
    order = [key for key in ("q", "qd", "tau_j", "theta", "thetad", "tau_m") if key in names]
    resting = hasattr(observer, "bandwidth") or hasattr(observer, "covariance")
    samples = [[x for key in order for x in (np.full(2, np.nan) if k == wrong else rows[key][k])] for k in range(count)]
    sizes = {slot.name: slot.size for slot in kernel.inputs}
    held = [slot.name for slot in kernel.inputs if slot.name not in ("motion", "payload")]
    numbers = {
        "gain": getattr(observer, "gain", None),
        "period": [1e-3],
        "noise": getattr(observer, "_noise", getattr(observer, "noise", None)),
        "disturbance": getattr(observer, "_disturbance", None),
        "share": [getattr(observer, "share", 0.0)],
        "forget": [getattr(observer, "forget", 0.0)],
        "bandwidth": [getattr(observer, "bandwidth", 0.0)],
        "deviation": [1e-3] * sizes["state"],
        "payload": PAYLOAD,
    }
    text = lambda values: ", ".join("NAN" if x != x else repr(float(x)) for x in values)  # noqa: E731
    kept = [key for key in held if key in ("state", "covariance")]
    lines = ['#include <math.h>\n#include <stdio.h>\n#include <string.h>\n#include "seen.h"', "int main(void)\n{"]
    lines.append(
        f"    static const double in[{count}][{len(samples[0])}] = {{{', '.join('{' + text(x) + '}' for x in samples)}}};"
    )
    constant = {*held, *live, "deviation"} - set(kept)
    lines += [f"    const double {key}[] = {{{text(numbers[key])}}}; (void){key};" for key in constant]
    lines += [f"    double {key}[{sizes[key]}], next_{key}[{sizes[key]}];" for key in kept]
    outputs = [slot for slot in kernel.outputs if not slot.name.startswith("next_")]
    lines += [f"    double {slot.name}[{slot.size}];" for slot in outputs]
    theta = f"in[0] + {2 * order.index('theta')}" if resting else "in[0]"
    first = [theta, *(["deviation"] if "covariance" in kept else []), *live, *kept]
    lines.append(f"    seen_begin({', '.join(first)});")
    call = ["in[k]", *held, *live, *(f"next_{key}" for key in kept), *(slot.name for slot in outputs)]
    copies = " ".join(f"memcpy({key}, next_{key}, sizeof {key});" for key in kept)
    lines.append(f"    for (int k = 1; k < {count}; ++k) {{ seen({', '.join(call)}); {copies}")
    lines.append(f"        if ((rejected[0] > 0.5) != (k == {wrong})) return 1; }}")
    for key in kept:
        lines.append(f'    for (int i = 0; i < {sizes[key]}; ++i) printf("%.17g\\n", {key}[i]);')
    (folder / "main.c").write_text("\n".join([*lines, "    return 0;\n}\n"]))
    subprocess.run(["gcc", "-std=c99", "-O1", "main.c", "seen.c", "-o", "driven", "-lm"], cwd=folder, check=True)
    run = subprocess.run(["./driven"], cwd=folder, check=True, capture_output=True, text=True)
    return np.array(run.stdout.split(), dtype=float)


def test_begun_in_motion_there_is_no_blow():
    """Speeds that are differences are known one sample later: the first momentum is no change of momentum."""
    robot = jn.load("planar_2r")
    rows = recorded(robot, np.arange(0.0, 0.3, 1e-3))
    for name in ("momentum q", "momentum theta", "momentum both", "collision"):
        make, names = OBSERVERS[name]
        late = {key: x[100:200] for key, x in rows.items()}
        _, external, _ = followed(make(robot), names, late)
        seen = external.external if name == "collision" else external
        assert np.abs(seen).max() < 0.02
        assert np.abs(np.einsum("ij,j->i", jn.mass_matrix(robot, late["q"][0]), late["qd"][0])).max() > 0.1  # it moves


def test_parameters_that_are_none():
    observer = jn.control.MomentumObserver(jn.load("planar_2r"), 50.0)
    with pytest.raises(InputError, match="parameters: no parameter 'payloads'. Did you mean 'payload'"):
        observer.compile(parameters=("payloads",))
    assert replace(observer.robot, name="other") != observer.robot
