"""Recordings: what is refused, what the steps do, and what files hold."""

import gzip
import io
import json
import zipfile

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError

ROUNDING = 1e-12
RATE = 500.0
ROBOT = jn.load("planar_2r")


def swing(T=2.0, rate=RATE, frequency=(1.0, 1.7)):
    """Two joints that swing: t, q, and q to the second derivative in closed form."""
    t = np.arange(int(T * rate) + 1) / rate
    w = 2.0 * np.pi * np.array(frequency)
    rows = np.stack([np.sin(np.outer(t, w)), w * np.cos(np.outer(t, w)), -(w**2) * np.sin(np.outer(t, w))])
    return t, rows


def log(**more):
    t, rows = swing()
    return jn.Log(t=t, theta=rows[0], tau_m=rows[2], **more)


def test_a_recording_is_a_value():
    assert log() == log()
    assert hash(log()) == hash(log())
    assert log() != log().moving([0.1, 0.1])
    with pytest.raises(ValueError, match="read-only"):
        log().theta[0, 0] = 1.0
    assert "2 joints, 2 s, 1001 samples of theta, tau_m" in repr(log())


def spoiled(**changes):
    t, rows = swing()
    channels = {"t": t.copy(), "theta": rows[0].copy(), "tau_m": rows[2].copy()}
    for name, change in changes.items():
        channels[name] = change(channels[name])
    return channels


def put(index, value):
    def change(x):
        x[index] = value
        return x

    return change


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"t": lambda t: t[::-1]}, "times must rise, but sample 1"),
        ({"t": put(5, 0.008)}, "times must rise, but sample 5 at 0.008 s comes after 0.008 s"),
        ({"t": put(slice(500, None), np.arange(501) / RATE + 1.5)}, r"a gap of 0.502 s after 0.998 s \(sample 499\)"),
        ({"t": put(3, np.nan)}, "sample 3 is nan"),
        ({"t": lambda t: t[:12]}, "20 samples at least, this one has 12"),
        ({"t": lambda t: t[:, None]}, "one a sample"),
        ({"t": lambda t: ["a"] * len(t)}, "expected times in s, got elements"),
        ({"theta": put((7, 1), np.nan)}, "theta: sample 7 of joint 2 is nan"),
        ({"tau_m": put((9, 0), np.inf)}, "tau_m: sample 9 of joint 1 is inf"),
        ({"theta": lambda x: x[:-1]}, r"with T = 1001 as t; got shape \(1000, 2\)"),
        ({"theta": lambda x: x * np.nan}, "no joint was measured"),
        ({"theta": lambda x: None}, "needs positions"),
        ({"tau_m": lambda x: x[:, :1]}, "theta has 2 joints, tau_m has 1 joints"),
        ({"tau_m": lambda x: np.clip(x, -30.0, None)}, "tau_m: joint 1 stays at its extreme value -30"),
        ({"tau_m": lambda x: np.clip(x, None, 80.0)}, "tau_m: joint 2 stays at its extreme value 80"),
    ],
)
def test_bad_channels_are_refused_before_any_fit(changes, message):
    with pytest.raises(InputError, match=message):
        jn.Log(**spoiled(**changes))


def test_current_times_torque_constant_is_torque():
    t, rows = swing()
    found = jn.Log(t=t, theta=rows[0], current=rows[2], torque_constant=[0.5, 2.0])
    np.testing.assert_allclose(found.tau_m, rows[2] * [0.5, 2.0], rtol=ROUNDING)
    with pytest.raises(InputError, match="torque_constant .* is missing"):
        jn.Log(t=t, theta=rows[0], current=rows[2])
    with pytest.raises(InputError, match="both given"):
        jn.Log(t=t, theta=rows[0], tau_m=rows[2], current=rows[2], torque_constant=1.0)
    with pytest.raises(InputError, match="no current"):
        jn.Log(t=t, theta=rows[0], torque_constant=1.0)
    with pytest.raises(InputError, match="expected 2 values, one a motor"):
        jn.Log(t=t, theta=rows[0], current=rows[2], torque_constant=[1.0, 2.0, 3.0])


def test_a_column_of_nan_is_a_joint_that_was_not_measured():
    t, rows = swing()
    q = rows[0].copy()
    q[:, 1] = np.nan
    found = jn.Log(t=t, theta=rows[0], q=q).filtered(30.0)
    assert np.isnan(found.q[:, 1]).all()
    assert np.isfinite(found.q[:, 0]).all()
    assert np.isfinite(found.motion("q")[:, :, 0]).all()


def test_gears_bring_motor_readings_to_the_link_side():
    robot = ROBOT.with_drives(gear_ratio=[100.0, -50.0])
    found = log().geared(robot)
    np.testing.assert_allclose(found.theta, log().theta / [100.0, -50.0], rtol=ROUNDING)
    np.testing.assert_allclose(found.tau_m, log().tau_m * [100.0, -50.0], rtol=ROUNDING)


def test_channels_that_were_read_at_the_motors():
    robot = ROBOT.with_drives(gear_ratio=[100.0, -50.0])
    found = log().geared(robot, ["tau_m"])
    np.testing.assert_array_equal(found.theta, log().theta)
    np.testing.assert_allclose(found.tau_m, log().tau_m * [100.0, -50.0], rtol=ROUNDING)
    np.testing.assert_allclose(log().geared(robot, "theta").theta, log().theta / [100.0, -50.0], rtol=ROUNDING)
    with pytest.raises(InputError, match="expected theta or tau_m as readings at the motor shafts, got 'q'"):
        log().geared(robot, ["q"])


def test_positions_relative_to_a_pose_are_moved():
    np.testing.assert_allclose(log().moved([1.0, 2.0]).theta, log().theta + [1.0, 2.0], rtol=ROUNDING)
    with pytest.raises(InputError, match="expected 2 positions"):
        log().moved([1.0])


def test_filtering_keeps_a_slow_motion_and_has_no_phase():
    """A sine far below the cut-off keeps its size: two passes of a Butterworth filter leave 1 / (1 + (f/fc)^8) of it, the
    cut-off moved so that this is a half there."""
    t, rows = swing()
    found = jn.Log(t=t, theta=rows[0]).filtered(30.0)
    inside = (found.t > 0.3) & (found.t < 1.7)
    exact = np.sin(2.0 * np.pi * np.outer(found.t, (1.0, 1.7)))
    assert np.abs(found.theta - exact)[inside].max() < 1e-6
    with pytest.raises(InputError, match="filtered already, at 30 Hz"):
        found.filtered(20.0)
    with pytest.raises(InputError, match="not below half the rate"):
        log().filtered(250.0)


def test_derivatives_are_those_of_the_motion():
    """A spline of degree 5 through samples of a sine: errors of order (w h)^4 in the acceleration."""
    t, rows = swing()
    found = jn.Log(t=t, theta=rows[0]).motion()
    inside = slice(20, -20)
    for k in range(3):
        assert np.abs(found[k] - rows[k])[inside].max() < 1e-6 * np.abs(rows[k]).max()


def test_uneven_times_are_refused_by_filters_and_resampled():
    t, _ = swing()
    uneven = t + 2e-4 * np.sin(40.0 * t)
    w = 2.0 * np.pi * np.array((1.0, 1.7))
    found = jn.Log(t=uneven, theta=np.sin(np.outer(uneven, w)))
    with pytest.raises(InputError, match=r"equal steps. Take\s+log.resampled\(500\)"):
        found.filtered(30.0)
    even = found.resampled(RATE)
    np.testing.assert_allclose(np.diff(even.t), 1.0 / RATE, rtol=1e-9)
    assert np.abs(even.theta - np.sin(np.outer(even.t, w))).max() < 1e-7
    even.filtered(30.0)


def test_standstill_is_a_thousandth_of_the_largest_speed_unless_said():
    peak = np.abs(log().motion()[1]).max(axis=0)
    np.testing.assert_allclose(log().moving().standstill, 0.001 * peak, rtol=ROUNDING)
    assert log().moving(0.2).standstill == (0.2, 0.2)
    with pytest.raises(InputError, match="expected 2 speeds from zero"):
        log().moving([0.1, -0.1])


def test_cut_takes_a_part():
    part = log().cut(0.5, 1.0)
    assert part.t[0] == 0.5
    assert part.t[-1] == 1.0
    assert len(part) == 251
    with pytest.raises(InputError, match="20 samples at least"):
        log().cut(5.0, 6.0)


# ---------------------------------------------------------------- files

NAMES = ROBOT.joint_names


def written(tmp_path, text, name="log.csv"):
    path = tmp_path / name
    path.write_text(text)
    return path


def csv_text(heads, columns):
    return "\n".join([",".join(heads), *(",".join(repr(float(x)) for x in row) for row in np.column_stack(columns))])


def test_csv_by_names_numbers_and_units(tmp_path):
    t, rows = swing()
    heads = ["t [s]", "motor1 [deg]", f"theta_{NAMES[1]} [rad]", "torque1 [Nm]", "tau_m2", "link1 [rad]", "whatever"]
    columns = [t, np.degrees(rows[0][:, 0]), rows[0][:, 1], rows[2][:, 0], rows[2][:, 1], rows[0][:, 0], 0 * t]
    found = jn.Log.load(written(tmp_path, csv_text(heads, columns)), ROBOT)
    np.testing.assert_allclose(found.theta, rows[0], rtol=ROUNDING, atol=ROUNDING)
    np.testing.assert_allclose(found.tau_m, rows[2], rtol=ROUNDING)
    assert np.isnan(found.q[:, 1]).all()


def test_csv_that_jounce_writes_is_read(tmp_path):
    from click.testing import CliRunner

    from jounce.cli.program import main

    out = tmp_path / "torque.csv"
    words = ["torque", "planar_2r", "--to", "1,-0.5", "--duration", "1", "--out", str(out)]
    assert CliRunner().invoke(main, words).exit_code == 0
    found = jn.Log.load(out, ROBOT)
    assert found.theta.shape == found.q.shape == found.tau_m.shape == found.tau_j.shape


def test_npz(tmp_path):
    t, rows = swing()
    np.savez(tmp_path / "log.npz", t=t, theta=rows[0], current=rows[2])
    found = jn.Log.load(tmp_path / "log.npz", ROBOT, torque_constant=2.0)
    np.testing.assert_array_equal(found.tau_m, 2.0 * rows[2])


@pytest.mark.parametrize("ending", [".json", ".yaml"])
def test_a_joint_trajectory_with_effort(tmp_path, ending):
    t, rows = swing()
    points = [
        {"positions": a.tolist(), "effort": b.tolist(), "time_from_start": {"sec": int(s), "nanosec": round(1e9 * (s % 1))}}
        for s, a, b in zip(t, rows[0], rows[2])
    ]
    text = json.dumps({"joint_names": list(NAMES), "points": points})
    found = jn.Log.load(written(tmp_path, text, f"log{ending}"), ROBOT, position="q", torque="tau_j")
    np.testing.assert_allclose(found.q, rows[0], rtol=ROUNDING)
    np.testing.assert_allclose(found.tau_j, rows[2], rtol=ROUNDING)
    np.testing.assert_allclose(found.t, t, atol=1e-9)


def states(stamp=1_700_000_000):
    t, rows = swing()
    return [
        {
            "header": {"stamp": {"sec": stamp + int(s), "nanosec": round(1e9 * (s % 1))}},
            "name": ["other", *reversed(NAMES)],
            "position": [9.0, *reversed(a.tolist())],
            "effort": [9.0, *reversed(b.tolist())],
        }
        for s, a, b in zip(t, rows[0], rows[2])
    ]


def test_a_list_of_joint_states_with_stamps_since_1970(tmp_path):
    t, rows = swing()
    found = jn.Log.load(written(tmp_path, json.dumps(states()), "log.json"), ROBOT)
    np.testing.assert_allclose(found.theta, rows[0], rtol=ROUNDING)
    np.testing.assert_allclose(found.tau_m, rows[2], rtol=ROUNDING)
    np.testing.assert_allclose(found.t, t, atol=1e-9)


def broken_states(change):
    found = states()[:30]
    change(found)
    return json.dumps(found)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("log.txt", "", "expected a name that ends in .csv, .npz"),
        ("log.csv", "", "the table is empty"),
        ("log.csv", "t,theta1\n", "no rows"),
        ("log.csv", "1,2\n3,4\n", "numbers only; expected a header"),
        ("log.csv", "t,a,b\n0,1,2\n", "no column of a joint"),
        ("log.csv", "theta1,theta2\n0,1\n", "the column t or time is not there"),
        ("log.csv", "t,theta1,motor1\n0,1,2\n", "there twice, as 'theta1' and 'motor1'"),
        ("log.csv", "t,theta1 [Nm]\n0,1\n", "expected the unit rad or deg, got 'Nm'"),
        ("log.csv", "t,theta1\n0,1,2\n", "row 2: 3 values under 2 columns"),
        ("log.csv", "t,theta1\n0,nan\n", "row 2, column 'theta1': expected a finite number"),
        ("log.csv", 't,theta1\n0,"1\n', "not CSV"),
        ("log.npz", "nothing", "not an NPZ file"),
        ("log.json", "{", "not valid JSON"),
        ("log.json", "[1, 2]", r"messages\[0\]: expected a sensor_msgs/JointState"),
        ("log.json", broken_states(lambda s: s[3].pop("effort")), "29 of 30 have an effort"),
        ("log.json", broken_states(lambda s: s[3].pop("header")), r"messages\[3\].header.stamp: expected {sec, nanosec}"),
        ("log.json", broken_states(lambda s: s[3].update(name=["a", "b", "c"])), r"messages\[3\].name: joint .* is not there"),
        ("log.json", broken_states(lambda s: s[3].update(position=[1.0])), r"messages\[3\].position: expected 3 values"),
    ],
)
def test_hostile_files_give_errors_of_ours(tmp_path, name, text, message):
    path = written(tmp_path, text, name)
    with pytest.raises(InputError, match=message) as error:
        jn.Log.load(path, ROBOT)
    assert str(error.value).startswith(str(path))


def test_arrays_that_would_run_code_are_not_loaded(tmp_path):
    t, _ = swing()
    np.savez(tmp_path / "log.npz", t=t, theta=np.array([{}] * len(t), dtype=object))
    with pytest.raises(InputError, match="not an NPZ file of plain arrays"):
        jn.Log.load(tmp_path / "log.npz", ROBOT)
    np.savez(tmp_path / "none.npz", x=t)
    with pytest.raises(InputError, match="expected arrays t, theta"):
        jn.Log.load(tmp_path / "none.npz", ROBOT)
    with pytest.raises(InputError, match="no such file"):
        jn.Log.load(tmp_path / "not.npz", ROBOT)
    (tmp_path / "cut.npz").write_bytes((tmp_path / "none.npz").read_bytes()[:200])
    with pytest.raises(InputError, match="not an NPZ file"):
        jn.Log.load(tmp_path / "cut.npz", ROBOT)
    (tmp_path / "gz.npz").write_bytes(gzip.compress(b"x"))
    with pytest.raises(InputError, match="not an NPZ file"):
        jn.Log.load(tmp_path / "gz.npz", ROBOT)


@pytest.mark.parametrize("channel", ["theta", "tau_m"])
@pytest.mark.parametrize("value", [1e10, -1e30, 1e160, 1e300, -1.7e308])
def test_readings_of_no_sensor(channel, value):
    with pytest.raises(InputError, match=f"{channel}: sample 50 of joint 1 is .*no sensor reads this"):
        jn.Log(**spoiled(**{channel: put((50, 0), value)}))
    t, rows = swing()
    with pytest.raises(InputError, match="tau_m: sample"):
        jn.Log(t=t, theta=rows[0], current=1.0 + rows[2], torque_constant=abs(value))


@pytest.mark.parametrize("scale", [1e-320, 1e-12, 1e10, 1e300])
def test_times_of_no_recording(scale):
    with pytest.raises(InputError, match="Are these times in seconds|times must rise"):
        jn.Log(**spoiled(t=lambda t: t * scale))


def test_steps_that_cannot_be():
    with pytest.raises(InputError, match="gives more than 1e.08 samples"):
        log().resampled(1e15)
    for wrong in ("x", np.nan, [1.0, 2.0], 10**400):
        with pytest.raises(InputError, match="cut: expected times"):
            log().cut(wrong)


def packed(compression=zipfile.ZIP_DEFLATED, flags=0, **members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    data = bytearray(out.getvalue())
    if flags:
        for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            at = data.find(mark)
            while at >= 0:
                data[at + place] |= flags
                at = data.find(mark, at + 4)
    return bytes(data)


def as_npy(array, **header):
    out = io.BytesIO()
    np.save(out, array)
    if not header:
        return out.getvalue()
    stated = {"descr": "<f8", "fortran_order": False, "shape": array.shape, **header}
    text = (header.get("text") or repr({k: v for k, v in stated.items() if k != "text"})).encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + array.tobytes()


ARRAY = np.arange(30.0)
BROKEN_ARRAYS = {
    "encrypted": packed(t=as_npy(ARRAY), flags=1),
    "lzma": packed(zipfile.ZIP_LZMA, t=as_npy(ARRAY)),
    "bz2": packed(zipfile.ZIP_BZIP2, t=as_npy(ARRAY)),
    "broken deflate": packed(t=as_npy(ARRAY)).replace(b"NUMPY", b"XXXXX").replace(b"\x9b\xec", b"\xff\xff")[:90] + b"\xff" * 400,
    "shape of 1e12": packed(t=as_npy(ARRAY, shape=(10**12,))),
    "shape of 1e30": packed(t=as_npy(ARRAY, shape=(10**30,))),
    "negative shape": packed(t=as_npy(ARRAY, shape=(-30,))),
    "shape of text": packed(t=as_npy(ARRAY, shape="x")),
    "shape of truth": packed(t=as_npy(ARRAY, shape=(True, 30))),
    "many axes": packed(t=as_npy(ARRAY, shape=(30, *[1] * 60))),
    "no header": packed(t=as_npy(ARRAY, text="{")),
    "not closed": packed(t=as_npy(ARRAY, text="{'descr': '<f8")),
    "deep": packed(t=as_npy(ARRAY, text="(" * 4000)),
    "deeper": packed(t=as_npy(ARRAY, text="-" * 4000 + "1")),
    "long": packed(t=as_npy(ARRAY, text="[" * 60_000)),
    "no ASCII": packed(t=as_npy(ARRAY, text="{'é': 1}")),
    "a call": packed(t=as_npy(ARRAY, text="__import__('os').abort()")),
    "no tokens": packed(t=as_npy(ARRAY, text="{'descr': '<f8', 'fortran_order': False, 'shape': (30L, }")),
    "objects": packed(t=as_npy(ARRAY, descr="|O")),
    "texts": packed(t=as_npy(ARRAY, descr="<U2")),
    "records": packed(t=as_npy(ARRAY, descr=[("a", "<f8")])),
    "no such type": packed(t=as_npy(ARRAY, descr="<f3")),
    "version 9": packed(t=as_npy(ARRAY).replace(b"NUMPY\x01", b"NUMPY\x09")),
    "nothing": packed(t=b""),
    "magic alone": packed(t=b"\x93NUMPY"),
    "cut off": packed(t=as_npy(ARRAY)[:-1]),
    "more": packed(t=as_npy(ARRAY) + b"x"),
    "complex": packed(t=as_npy(ARRAY + 1j)),
}


@pytest.mark.parametrize("how", BROKEN_ARRAYS)
def test_broken_npz(tmp_path, how):
    path = tmp_path / "log.npz"
    path.write_bytes(BROKEN_ARRAYS[how])
    with pytest.raises(InputError, match=r"log\.npz: "):
        jn.Log.load(path, ROBOT)


@pytest.mark.parametrize("kind", ["<f8", ">f8", "<f4", "<i4", ">i8", "|u1"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npz_of_every_kind(tmp_path, kind, order):
    t, rows = swing()
    theta = np.array(100.0 * rows[0] + 100.0, dtype=kind, order=order)
    np.savez_compressed(tmp_path / "log.npz", t=t, theta=theta)
    np.testing.assert_array_equal(jn.Log.load(tmp_path / "log.npz", ROBOT).theta, theta)


@pytest.mark.parametrize("written", ["block", "flow", "documents"])
def test_joint_states_in_yaml(tmp_path, written):
    """The same numbers as in JSON, stamps of 2026 included, however YAML has them."""
    import json

    yaml = pytest.importorskip("yaml")
    robot = jn.load("planar_2r")
    states = [
        {
            "header": {"stamp": {"sec": 1763337600 + i // 100, "nanosec": 10_000_000 * (i % 100) + 7}, "frame_id": ""},
            "name": list(robot.joint_names)[::-1],
            "position": [0.01 * i * i, 0.1 * i],
            "velocity": [],
            "effort": [2.0, 1.0 * i],
        }
        for i in range(130)
    ]
    (tmp_path / "log.json").write_text(json.dumps(states))
    ways = {"block": yaml.safe_dump(states), "flow": yaml.safe_dump(states, default_flow_style=True, width=10**6)}
    ways["documents"] = "---\n".join(yaml.safe_dump(state) for state in states) + "---\n"
    (tmp_path / "log.yaml").write_text(ways[written])
    expected, found = (jn.Log.load(tmp_path / f"log.{ending}", robot) for ending in ("json", "yaml"))
    for channel in ("t", "theta", "tau_m"):
        assert np.array_equal(getattr(found, channel), getattr(expected, channel))
    assert np.allclose(np.diff(found.t), 0.01, rtol=1e-12)
    half = [{**state, "header": {"stamp": {"sec": 0.5 + i, "nanosec": 0}}} for i, state in enumerate(states)]
    (tmp_path / "log.yaml").write_text(yaml.safe_dump(half))
    with pytest.raises(InputError, match="in whole numbers"):
        jn.Log.load(tmp_path / "log.yaml", robot)
