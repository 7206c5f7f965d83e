"""READERS AND WRITERS OF ROBOT FILES: URDF, MuJoCo's MJCF, TOML and Denavit-Hartenberg tables."""
