"""The shapes that a URDF says its links have, few enough triangles to travel in a page."""
