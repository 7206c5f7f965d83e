"""OUTLETS: plans, runs and recorded motions as one animated HTML page, which opens from disk and fetches nothing; see `view`."""

from jounce.viewer.showing import View, view

__all__ = ["View", "view"]
