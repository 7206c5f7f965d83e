"""Limits on the meshes of one robot file: bytes, triangles, points, nodes and processor time.

A mesh that goes beyond a limit is refused with a LoadError; `read_visuals` passes it over with a note and draws the others.
"""

import time

from jounce.errors import LoadError

BYTES = 256 * 2**20
"""Most bytes of all meshes of a robot together; a single file has the limit of `jounce.robot.io.file_access` besides. The largest
known robot has 40 MiB."""
TRIANGLES = 2_000_000
"""Most triangles of all meshes of a robot, before simplification; the largest known robot has 200,000."""
POINTS = 3 * TRIANGLES
NODES = 100_000
"""Most nodes of COLLADA scenes; an instance of a node counts as often as it is placed."""
SECONDS = 30.0
"""Most processor time [s] for all meshes of a robot; the largest known robot takes 0.5 s."""


class Budget:
    """Remaining bytes, triangles, points, nodes and processor time of one robot file."""

    def __init__(self) -> None:
        self.bytes, self.triangles, self.points, self.nodes = BYTES, TRIANGLES, POINTS, NODES
        self.deadline = time.process_time() + SECONDS

    def take_bytes(self, count: int) -> None:
        """Count the bytes of a file, or raise a LoadError."""
        self.bytes -= count
        if self.bytes < 0:
            raise LoadError(f"the meshes of the robot have more than {BYTES // 2**20} MiB together.")
        self.check_time()

    def take_shape(self, points: int, triangles: int) -> None:
        """Count points and triangles before memory is allocated for them, or raise a LoadError."""
        if triangles > self.triangles or points > self.points:
            raise LoadError(f"the meshes of the robot have more than {TRIANGLES} triangles, or {POINTS} points, together.")
        self.triangles -= triangles
        self.points -= points
        self.check_time()

    def take_node(self) -> None:
        """Count one placed node of a scene, or raise a LoadError."""
        self.nodes -= 1
        if self.nodes < 0:
            raise LoadError(f"the scenes of the robot's meshes place more than {NODES} nodes.")
        if self.nodes % 1000 == 0:
            self.check_time()

    def check_time(self) -> None:
        """Raise a LoadError once the processor time is spent."""
        if time.process_time() > self.deadline:
            raise LoadError(f"the meshes of the robot take more than {SECONDS:g} s to read.")
