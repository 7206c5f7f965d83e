"""Folders from which the meshes of a robot file may be read.

A robot file of a stranger may name any file of this machine, and a page that is shared would contain that file. Meshes are read
below the package of the robot file and packages next to it, and below folders that the user names: `mesh_roots`, ROS_PACKAGE_PATH
and AMENT_PREFIX_PATH. The target of a symbolic link must lie below an allowed folder too, except for links below folders that the
user names (colcon's --symlink-install).
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from jounce.errors import InputError, LoadError
from jounce.robot.validation import short

PACKAGE = "package://"
MANIFESTS = ("package.xml", "manifest.xml")
"""Names of the file that marks the root of a ROS package: its present name, and the name before catkin."""
INNER = ("urdf", "robot", "robots", "xacro", "model", "models", "description", "descriptions")
"""Names of folders inside a package that contain robot files: without a manifest, the package is the parent of such a folder."""


class Roots(NamedTuple):
    """Folders below which the meshes of one robot file may lie, as absolute paths."""

    home: Path
    """Folder of the robot file, links resolved."""
    package: Path
    """Root folder of the package that contains the robot file."""
    named: tuple[Path, ...]
    """Folders that the user names in `mesh_roots` or by environment variables."""

    def find(self, name: str) -> Path:
        """Resolve the `filename` of a mesh to a file; raise a LoadError if no such file lies below the allowed folders."""
        outside = False
        try:
            for place, root in self._places(name):
                if not place.is_file():
                    continue
                if _below(place, root) if root in self.named else place.resolve().is_relative_to(root):
                    return place.resolve()
                outside = True
        except (OSError, ValueError):  # a name that the system cannot look up
            pass
        if outside:
            raise LoadError(
                "lies outside the robot's package; name its folder in mesh_roots or ROS_PACKAGE_PATH to have it read."
            )
        raise LoadError("no such file near the URDF, nor in mesh_roots or ROS_PACKAGE_PATH.")

    def _places(self, name: str) -> Iterator[tuple[Path, Path]]:
        """Yield (file, folder below which the file must lie) for all files that a `filename` may mean, most probable first."""
        if not name.startswith(PACKAGE):
            place = self.home / unquote(name.removeprefix("file://"))
            yield from ((place, root) for root in (self.package, *self.named))
            return
        package, _, rest = unquote(name.removeprefix(PACKAGE)).partition("/")
        if package in ("", ".", ".."):
            return
        for folder in (self.home, *self.home.parents):
            if folder.name == package:
                yield folder / rest, folder
            beside = folder / package
            if _has_manifest(beside) or beside.is_relative_to(self.package):
                yield beside / rest, beside.resolve()
        for root in self.named:
            yield root / package / rest, root
            if root.name == package:
                yield root / rest, root
        for folder in (self.home, *self.home.parents):  # the package under another name
            if folder.is_relative_to(self.package):
                yield folder / rest, self.package


def roots_of(urdf: Path, mesh_roots: Any = None) -> Roots:
    """Return the folders from which meshes of a robot file may be read; mesh_roots: further folders, one path or several."""
    home = urdf.resolve().parent
    package = next((folder for folder in (home, *home.parents) if _has_manifest(folder)), None)
    if package is None:
        package = home.parent if home.name.lower() in INNER else home
    listed = [Path(p) for p in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if p]
    listed += [Path(p) / "share" for p in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    return Roots(home, package, tuple(path.absolute() for path in (*_paths(mesh_roots), *listed)))


def _paths(mesh_roots: Any) -> list[Path]:
    if mesh_roots is None:
        return []
    folders = mesh_roots if isinstance(mesh_roots, Sequence) and not isinstance(mesh_roots, str) else [mesh_roots]
    try:
        return [Path(folder) for folder in folders]
    except TypeError:
        raise InputError(f"mesh_roots: expected the path of a folder, or several; got {short(mesh_roots)}.") from None


def _has_manifest(folder: Path) -> bool:
    return any((folder / name).is_file() for name in MANIFESTS)


def _below(place: Path, root: Path) -> bool:
    """Return True if a path lies below a folder after `..` is resolved in its text; symbolic links are not followed."""
    return Path(os.path.normpath(place)).is_relative_to(root)
