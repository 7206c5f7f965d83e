"""The script that is shipped is what its sources in web/ give, with the licences of what is inside."""

import importlib.resources
import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
SHIPPED = importlib.resources.files("jounce.viewer")
FILES = ("viewer.js", "viewer.css", "LICENSES.txt")


def test_the_script_is_that_of_the_sources(tmp_path):
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules" / "esbuild").is_dir():
        pytest.skip("node or web/node_modules is not there: `cd web && npm ci` installs what builds the script")
    subprocess.run([node, "build.mjs", str(tmp_path)], cwd=WEB, check=True, capture_output=True)
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (SHIPPED / name).read_bytes(), f"{name} is not up to date: make web"


def test_no_address_of_a_registry():
    """Whoever installs takes the registry of his own settings."""
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in text
    assert "://" not in text


def test_versions_are_fixed():
    stated = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    for versions in (stated["dependencies"], stated["devDependencies"]):
        assert all(version[0].isdigit() for version in versions.values())
    licences = (SHIPPED / "LICENSES.txt").read_text(encoding="utf-8")
    for name, version in stated["dependencies"].items():
        assert f"{name} {version}" in licences
    assert licences.count("Permission is hereby granted, free of charge") == len(stated["dependencies"])
    assert "--" not in licences  # it stands in a comment of the page
