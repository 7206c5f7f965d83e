"""Viewer: plans, runs and recorded motions animated on one HTML page, which opens from disk and fetches nothing; see `view`."""

from jounce.viewer.showing import View, view

__all__ = ["View", "view"]
