"""Files of the newer formats, mutated: recordings, archives of arrays, values of sweeps. As `test_mutations.py` for robots.

20,000 files in `make test-all`, 800 of them in `make test`, the same every time. A format is one entry of FORMATS.
"""

import hashlib
import io
import json
import os
import zipfile

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.simulation import sweep_folder
from support.hostile_files import Format, attack, sound
from support.mutations import BINARY

CASES, CHUNKS, QUICK = 2500, 25, 1
"""Files of each format; how many tests they are spread over; and how many of these are part of `make test`."""
ROBOT = jn.load("planar_2r")
T = np.arange(40) / 100.0
THETA = np.stack([np.sin(3.0 * T), np.cos(2.0 * T)], axis=-1)
TAU = np.stack([np.cos(4.0 * T), np.sin(5.0 * T)], axis=-1)
X = np.arange(12.0).reshape(12, 1)


# ---------------------------------------------------------------- recordings


def table(header, scale=1.0):
    rows = np.column_stack([T, scale * THETA, TAU])
    return (header + "\n" + "".join(",".join(f"{x:.9g}" for x in row) + "\n" for row in rows)).encode()


def trajectory():
    """A JointTrajectory with effort."""
    points = [
        {"positions": [0.1, *q], "effort": [0.0, *tau], "time_from_start": {"sec": 0, "nanosec": round(1e9 * t)}}
        for t, q, tau in zip(T.tolist(), THETA.tolist(), TAU.tolist())
    ]
    return {"joint_names": ["other", "joint2", "joint1"], "points": points}


def states():
    """A list of JointState."""
    return [
        {
            "header": {"stamp": {"sec": 1_700_000_000, "nanosec": round(1e9 * t)}},
            "name": ["joint1", "joint2"],
            "position": q,
            "effort": e,
        }
        for t, q, e in zip(T.tolist(), THETA.tolist(), TAU.tolist())
    ]


def as_yaml(message):
    """As `ros2 topic echo` writes it."""
    lines = ["header:", "  frame_id: ''", "joint_names:", *(f"- {name}" for name in message["joint_names"]), "points:"]
    for point in message["points"]:
        lines += ["- positions:", *(f"  - {x!r}" for x in point["positions"]), f"  effort: {point['effort']}"]
        lines += ["  velocities: []", "  time_from_start:", f"    sec: {point['time_from_start']['sec']}"]
        lines += [f"    nanosec: {point['time_from_start']['nanosec']}"]
    return "\n".join([*lines, "---", ""]).encode()


def recording(path):
    """A recording that a file holds has finite readings, motion and a description."""
    try:
        log = jn.Log.load(path, ROBOT)
    except InputError as error:
        if "torque_constant" not in str(error):
            raise
        log = jn.Log.load(path, ROBOT, torque_constant=[1.0, 2.0])
    assert repr(log).isprintable()
    for channel in (log.theta, log.q, log.tau_m, log.tau_j):
        assert channel is None or (np.isfinite(channel).all(axis=0) | np.isnan(channel).all(axis=0)).all()
    assert np.isfinite(log.motion()[0]).any()
    assert log.frequency >= 0.0


def npy(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def npz(pack, **arrays):
    out = io.BytesIO()
    pack(out, **arrays)
    return out.getvalue()


def archive(times):
    """An archive with right checksums around an array of times."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("t.npy", times)
        packed.writestr("theta.npy", npy(THETA))
    return out.getvalue()


# ---------------------------------------------------------------- sweeps


def doubled(robot, x):
    return 2.0 * x


def swept(folder):
    """The folder of a finished sweep, made when it is first asked for."""
    if not folder.exists():
        jn.sweep(doubled, ROBOT, X, folder=folder)
    return folder


def part_of(folder):
    return swept(folder) / "values_000000000000.npy"


def checked(folder, path, place):
    """The sweep of a folder in which one file is replaced by another; its own file is back afterwards."""
    own = place.read_bytes() if place.exists() else None
    place.write_bytes(path.read_bytes())
    try:
        np.testing.assert_array_equal(jn.sweep(doubled, ROBOT, X, folder=folder).values, 2.0 * X)
    finally:
        place.unlink() if own is None else place.write_bytes(own)


def part(path):
    folder = path.parent / "sweep"
    checked(folder, path, part_of(folder))


def title(path):
    folder = swept(path.parent / "sweep")
    checked(folder, path, folder / "sweep.json")


def name(path):
    """A file of that name lies in the folder, with the values of the first part."""
    folder = swept(path.parent / "sweep")
    place = os.fsdecode(path.read_bytes()[:200]).replace("/", "_").replace("\0", "_").strip(".")
    if place and not (folder / place).exists():
        checked(folder, part_of(folder), folder / place)


def renewed_part(path):
    """As one who knows how digests are made: values may be others then, and are of the right shape."""
    folder = path.parent / "sweep"
    place, data = part_of(folder), path.read_bytes() + sweep_folder.MARK + bytes(32)
    own = place.read_bytes()
    place.write_bytes(data + hashlib.sha256((folder / "sweep.json").read_bytes() + b"0\n" + data).digest())
    try:
        assert jn.sweep(doubled, ROBOT, X, folder=folder).values.shape == X.shape
    finally:
        for extra in folder.glob("values_*.npy"):
            if extra != place and not extra.name.startswith("values_00000000000"):
                extra.unlink()
        place.write_bytes(own)


SEEDS = {
    "csv": [table("t,theta1,theta2,tau_m1,tau_m2"), table("time [s],q_joint1 [deg],q_joint2 [rad],current1 [A],current2", 57.3)],
    "json": [json.dumps(trajectory(), indent=1).encode(), json.dumps(states()).encode()],
    "yaml": [as_yaml(trajectory()), json.dumps(trajectory()).encode()],
    "npz": [npz(np.savez, t=T, theta=THETA, tau_m=TAU), npz(np.savez_compressed, t=T, q=THETA.astype("f4"), current=TAU, more=X)],
}
FORMATS = {
    "csv log": Format(".csv", SEEDS["csv"], recording),
    "json log": Format(".json", SEEDS["json"], recording),
    "yaml log": Format(".yaml", SEEDS["yaml"], recording),
    "npz log": Format(".npz", SEEDS["npz"], recording, BINARY),
    "array in npz": Format(".npz", [npy(T), npy(T.astype(">f4"))], recording, BINARY, archive),
    "sweep part": Format(".npy", [npy(2.0 * X[:4]), npy(np.asfortranarray(2.0 * X[:4]))], renewed_part, BINARY),
    "sweep title": Format(".json", [json.dumps({"format": "2", "function": "0" * 64, "samples": "1" * 64}).encode()], title),
    "sweep name": Format(".txt", [b"values_000000000004.npy", b"values_000000000000.npy", b"values_-00000000001.npy"], name),
}
"""All of them together 20,000 files; another format is another entry."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("hostile")


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("sweep title", "sweep name")])
def test_seeds_are_sound(folder, name):
    assert sound(FORMATS[name], folder) == len(FORMATS[name].seeds)


CHUNK = -(-CASES // CHUNKS)


@pytest.mark.parametrize("chunk", [pytest.param(k, marks=[] if k < QUICK else [pytest.mark.slow]) for k in range(CHUNKS)])
@pytest.mark.parametrize("name", FORMATS)
def test_mutations(folder, name, chunk):
    attack(FORMATS, name, range(chunk * CHUNK, (chunk + 1) * CHUNK), folder)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(10))
def test_mutations_of_whole_parts(folder, chunk):
    """Parts as they lie on disk: every damage is seen, and no value that is not the function's comes out."""
    seeds = [path.read_bytes() for path in sorted(swept(folder / "sweep").glob("values_*.npy"))]
    formats = {"whole part": Format(".npy", seeds, part, BINARY)}
    attack(formats, "whole part", range(250 * chunk, 250 * (chunk + 1)), folder)
