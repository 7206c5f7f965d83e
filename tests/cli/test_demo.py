"""`jounce demo`: its files, and the numbers that it prints."""

import numpy as np
import pytest

from support.command_line import data_of
from support.tolerances import assert_close


@pytest.mark.native
def test_demo(run, columns, tmp_path):
    out = tmp_path / "new" / "out"
    data = data_of(run("demo", "--out", out, "--json"))
    assert sorted(file.name for file in out.iterdir()) == ["demo.html", "summary.csv", "torque.csv", "torque.pdf", "torque.png"]
    assert [str(out / name) for name in ("torque.csv", "summary.csv", "torque.png", "torque.pdf", "demo.html")] == data["files"]
    assert "elastic model&#x27;s torque, rigid model&#x27;s torque</title>" in (out / "demo.html").read_text(encoding="utf-8")
    assert data["tracking_error"]["elastic"] < 1e-8  # [rad]
    assert data["tracking_error"]["rigid"] > 0.5
    found = columns(out / "torque.csv")
    for row in data["joints"]:
        assert_close(row["peak_torque"], np.abs(found[f"tau_m_{row['joint']} [Nm]"]).max())
    heads, first = (line.split(",") for line in (out / "summary.csv").read_text().splitlines()[:2])
    assert dict(zip(heads, first))["peak_torque"] == repr(data["joints"][0]["peak_torque"])
