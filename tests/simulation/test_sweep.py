"""Sweeps: the same values on every executor, whatever the parts, and after an interruption."""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, WorkerError
from jounce.kernel.backends.backend_selection import check_threads

LWR = jn.load("kuka_lwr")
PLANAR = jn.load("planar_2r")
Q = np.random.default_rng(0).normal(size=(5, 10, 2))


def peaks(robot, part):
    """Largest torque of each motor along a motion, of robots with other springs and loads."""
    numbers = {name: x[:, None] for name, x in part.items()}
    tau = jn.inverse_dynamics(robot, *Q, parameters=numbers, outputs=("tau_m",))
    return np.abs(tau).max(axis=1)


def drawn(robot, generators):
    return np.array([g.normal(size=3) for g in generators])


def squares(robot, part):
    return part**2


def numbers(count, seed=1):
    rng = np.random.default_rng(seed)
    return {
        "stiffness": PLANAR.parameter_values("stiffness") * rng.uniform(0.9, 1.1, size=(count, 2)),
        "gravity": rng.normal(size=(count, 3)),
    }


def test_values_are_those_of_one_call():
    samples = numbers(500)
    found = jn.sweep(peaks, PLANAR, samples)
    expected = peaks(PLANAR, samples)
    assert found.values.tobytes() == expected.tobytes()
    np.testing.assert_array_equal(found.mean, expected.mean(axis=0))
    np.testing.assert_array_equal(found.deviation, expected.std(axis=0))
    np.testing.assert_array_equal(found.quantile([0.1, 0.9]), np.quantile(expected, [0.1, 0.9], axis=0))
    k = int(expected[:, 1].argmax())
    worst = found.worst(1)
    assert (worst.number, worst.value) == (k, expected[k, 1])
    np.testing.assert_array_equal(worst.sample["stiffness"], samples["stiffness"][k])
    assert found.worst().value == expected.max()


def test_iterators_arrays_and_seeds():
    samples = numbers(40)
    expected = peaks(PLANAR, samples)
    rows = ({name: x[k] for name, x in samples.items()} for k in range(40))
    assert jn.sweep(peaks, PLANAR, rows).values.tobytes() == expected.tobytes()
    array = np.arange(30.0).reshape(10, 3)
    np.testing.assert_array_equal(jn.sweep(squares, PLANAR, array).values, array**2)
    np.testing.assert_array_equal(jn.sweep(squares, PLANAR, iter(array)).values, array**2)
    values = jn.sweep(drawn, PLANAR, 20, seed=7).values
    np.testing.assert_array_equal(values[13], np.random.default_rng([7, 13]).normal(size=3))
    with ThreadPoolExecutor(3) as executor:
        np.testing.assert_array_equal(jn.sweep(drawn, PLANAR, 20, executor, seed=7).values, values)
    assert jn.sweep(squares, PLANAR, np.zeros((0, 2))).values.shape == (0,)


def test_parts_use_one_thread():
    def threads(robot, part):
        return np.full(len(part), check_threads(None))

    assert jn.sweep(threads, PLANAR, np.zeros(9)).values.tolist() == [1] * 9


def test_processes():
    samples = numbers(64)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        found = jn.sweep(peaks, PLANAR, samples, executor)
    assert found.values.tobytes() == peaks(PLANAR, samples).tobytes()


def dies(robot, part):
    if "SWEEP_KILLS" in os.environ and part[-1] > 20.0:
        os.kill(os.getpid(), signal.SIGKILL)
    return part


def test_a_process_that_dies_and_what_was_done_before(tmp_path, monkeypatch):
    folder = tmp_path / "sweep"
    samples = np.arange(40.0)
    monkeypatch.setenv("SWEEP_KILLS", "1")
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    with pool, pytest.raises(WorkerError, match=r"lost a worker .* samples; those are in"):
        jn.sweep(dies, PLANAR, samples, pool, folder=folder)
    kept = sorted(folder.glob("values_*.npy"))
    assert kept
    stamps = [path.stat().st_mtime_ns for path in kept]
    monkeypatch.delenv("SWEEP_KILLS")
    np.testing.assert_array_equal(jn.sweep(dies, PLANAR, samples, folder=folder).values, samples)
    assert [path.stat().st_mtime_ns for path in kept] == stamps


def test_an_interrupted_sweep_goes_on(tmp_path):
    calls = []
    stop = threading.Event()

    def counted(robot, part):
        calls.extend(part.tolist())
        if len(calls) > 30 and not stop.is_set():
            stop.set()
            raise KeyboardInterrupt
        return np.stack([part, part**2], axis=-1)

    samples = np.arange(100.0)
    with pytest.raises(KeyboardInterrupt):
        jn.sweep(counted, PLANAR, samples, folder=tmp_path / "sweep")
    before = sorted(np.concatenate([np.load(path)[:, 0] for path in (tmp_path / "sweep").glob("*.npy")]).tolist())
    assert 0 < len(before) < 100
    calls.clear()
    found = jn.sweep(counted, PLANAR, samples, folder=tmp_path / "sweep")
    np.testing.assert_array_equal(found.values, np.stack([samples, samples**2], axis=-1))
    assert sorted(calls) == sorted(set(samples.tolist()) - set(before))
    with pytest.raises(InputError, match="another sweep in it"):
        jn.sweep(counted, PLANAR, samples + 1.0, folder=tmp_path / "sweep")
    with pytest.raises(InputError, match="another sweep in it"):
        jn.sweep(squares, PLANAR, samples, folder=tmp_path / "sweep")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("not a sweep")
    with pytest.raises(InputError, match="has files and no sweep in it"):
        jn.sweep(squares, PLANAR, samples, folder=tmp_path / "mine")


def test_refusals():
    with pytest.raises(InputError, match="expected a function"):
        jn.sweep(3, PLANAR, np.zeros(3))
    with pytest.raises(InputError, match="arrays of one length"):
        jn.sweep(squares, PLANAR, {"a": np.zeros(3), "b": np.zeros(4)})
    with pytest.raises(InputError, match="arrays of one length"):
        jn.sweep(squares, PLANAR, {})
    with pytest.raises(InputError, match="a number of seeds from 0"):
        jn.sweep(squares, PLANAR, -1)
    with pytest.raises(InputError, match="of numbers"):
        jn.sweep(squares, PLANAR, ["a", "b"])
    with pytest.raises(InputError, match=r"of 4 samples expected an array \(4, ...\)"):
        jn.sweep(lambda robot, part: part.sum(), PLANAR, np.zeros(8))
    with pytest.raises(ZeroDivisionError) as caught:
        jn.sweep(lambda robot, part: 1 // 0, PLANAR, np.zeros(8))
    assert caught.value.__notes__ == ["sweep: in samples 0 to 3"]
    with pytest.raises(InputError, match="shares from 0 to 1"):
        jn.sweep(squares, PLANAR, np.zeros(3)).quantile(95)


def test_a_local_cluster_loses_a_worker():
    """dask, two processes, one of which is killed in the middle: the same bits, nothing lost, no warning."""
    from distributed import Client, LocalCluster

    samples = numbers(400)
    cluster = LocalCluster(2, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1")
    with cluster, Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))
        timer = threading.Timer(0.3, os.kill, (victim, signal.SIGKILL))
        timer.start()
        found = jn.sweep(peaks, PLANAR, samples, client.get_executor())
        timer.join()
    assert found.values.tobytes() == peaks(PLANAR, samples).tobytes()
