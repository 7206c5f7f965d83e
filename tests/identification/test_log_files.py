"""Recordings in files: CSV, NPZ, messages of ROS, and hostile files."""

import gzip
import io
import json
import zipfile

import numpy as np
import pytest

import jounce as jn
from identification.test_log import ROBOT, ROUNDING, swing
from jounce.errors import InputError

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

    from jounce.cli.main import main

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
