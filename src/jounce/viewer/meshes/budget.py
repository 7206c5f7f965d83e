"""Limits on the meshes of one robot file: bytes, triangles, points, nodes and processor time.

A mesh that exceeds a limit causes a LoadError; `read_visuals` leaves this mesh out with a warning and draws the others.
"""

import time

from jounce.errors import LoadError

BYTES = 256 * 2**20
"""Largest total size of the meshes of a robot [bytes]; the largest known robot has 40 MiB. The size of a single file is also
limited by `jounce.robot.io.file_access`."""
TRIANGLES = 2_000_000
"""Largest total number of triangles in the meshes of a robot, before simplification; the largest known robot has 200,000."""
POINTS = 3 * TRIANGLES
NODES = 100_000
"""Largest number of nodes in the COLLADA scenes of a robot; a node counts once for each of its instances."""
SECONDS = 30.0
"""Largest processor time for reading all meshes of a robot [s]; the largest known robot takes 0.5 s."""


class Budget:
    """Bytes, triangles, points, nodes and processor time that the meshes of one robot file may still use."""

    def __init__(self) -> None:
        self.bytes, self.triangles, self.points, self.nodes = BYTES, TRIANGLES, POINTS, NODES
        self.deadline = time.process_time() + SECONDS

    def take_bytes(self, count: int) -> None:
        """Subtract the size of a mesh file [bytes] from the budget; raise LoadError if the budget is exceeded."""
        self.bytes -= count
        if self.bytes < 0:
            raise LoadError(f"the meshes of the robot have more than {BYTES // 2**20} MiB together.")
        self.check_time()

    def take_shape(self, points: int, triangles: int) -> None:
        """Subtract points and triangles from the budget before memory is allocated; raise LoadError if the budget is exceeded."""
        if triangles > self.triangles or points > self.points:
            raise LoadError(f"the meshes of the robot have more than {TRIANGLES} triangles, or {POINTS} points, together.")
        self.triangles -= triangles
        self.points -= points
        self.check_time()

    def take_node(self) -> None:
        """Subtract one placed node of a scene from the budget; raise LoadError if the budget is exceeded."""
        self.nodes -= 1
        if self.nodes < 0:
            raise LoadError(f"the scenes of the robot's meshes place more than {NODES} nodes.")
        if self.nodes % 1000 == 0:
            self.check_time()

    def check_time(self) -> None:
        """Raise LoadError if the processor time of the budget is used up."""
        if time.process_time() > self.deadline:
            raise LoadError(f"the meshes of the robot take more than {SECONDS:g} s to read.")
