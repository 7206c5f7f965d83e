"""A plan to be shown, and what a page of the viewer carries, read back as its script reads it."""

import base64
import gzip
import json
import re

import numpy as np

import jounce as jn

ROUNDED = 1e-7


T = np.linspace(0.0, 1.0, 21)


PATH = jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0, degree=9)


ROBOT = jn.load("planar_2r")


PLAN = jn.feedforward(ROBOT, PATH, T)


def unpacked(page):
    """(plain values, function that gives the array they refer to)."""
    found = re.search(r'<script type="text/plain" id="jounce-data">([A-Za-z0-9+/=]*)</script>', page)
    data = gzip.decompress(base64.b64decode(found[1]))
    length = int.from_bytes(data[:4], "little")
    body = data[4 + length :]

    def array(said):
        kind, rows, columns, first = said
        count, width = rows * columns, np.dtype(kind).itemsize
        planes = np.frombuffer(body, np.uint8, count * width, first).reshape(width, count)
        return np.ascontiguousarray(planes.T).view(f"<{kind}").reshape(columns, rows).T

    return json.loads(data[4 : 4 + length]), array


def curves_of(run, title):
    return next(curves for curves in run["curves"] if curves["title"] == title)
