"""OUTLETS: plans, runs and recorded motions as one page that moves. It opens from disk and fetches nothing; see `view`."""

from jounce.viewer.showing import View, view

__all__ = ["View", "view"]
