"""A browser to open pages in: Chromium without a window, driven over two pipes (its `--remote-debugging-pipe`).

Messages of the DevTools protocol are JSON, each followed by a zero byte. WebGL is computed in software.
"""

import base64
import itertools
import json
import os
import selectors
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 60.0
"""[s] until a browser that does not answer is given up."""
KEYS = {
    " ": ("Space", 32, " "),
    "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""),
    "Home": ("Home", 36, ""),
    "End": ("End", 35, ""),
}
"""Code, number and text of keys."""


def find():
    """The program; None where there is none."""
    return os.environ.get("JOUNCE_BROWSER") or next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """A process of its own, in a folder of its own."""

    def __init__(self, program, *, webgl=True):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs_in, self.out = os.pipe()
        self.into, theirs_out = os.pipe()
        picture = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if webgl else ["--disable-3d-apis", "--disable-gpu"]

        def pipes():
            a, b = os.dup(theirs_in), os.dup(theirs_out)  # neither is 3 or 4 below a moment later
            os.dup2(a, 3)
            os.dup2(b, 4)

        flags = [
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--no-first-run",
            "--disable-extensions",
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            f"--user-data-dir={self.folder.name}",
            *picture,
        ]
        self.process = subprocess.Popen(
            [program, *flags],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=pipes,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.numbers = itertools.count(1)
        self.rest = b""
        self.events = []
        self.ready = selectors.DefaultSelector()
        self.ready.register(self.into, selectors.EVENT_READ)

    def send(self, method, session=None, **parameters):
        """Ask for something and wait for the answer; what happens meanwhile goes into `events`."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next(time.monotonic() + PATIENCE)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _next(self, until):
        while b"\0" not in self.rest:
            if not self.ready.select(until - time.monotonic()):
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.into, 1 << 20)
            if not piece:
                raise RuntimeError("the browser ended")
            self.rest += piece
        line, _, self.rest = self.rest.partition(b"\0")
        return json.loads(line)

    def page(self, path, **look):
        """Open a file; see `Page`."""
        return Page(self, path, **look)

    def close(self):
        """End the process."""
        try:
            self.send("Browser.close")
            self.process.wait(10)
        except (RuntimeError, OSError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.into)
        self.ready.close()
        self.folder.cleanup()


class Page:
    """A page in a browser. It stands still unless still=False."""

    def __init__(self, browser, path, *, width=1280, height=800, dark=False, still=True, scale=1):
        self.browser = browser
        self.target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        mobile = width < 600
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)
        features = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if still else "no-preference",
        }
        self.send("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()])
        self.send("Page.navigate", url=Path(path).absolute().as_uri())

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def run(self, expression):
        """The value of an expression in the page."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"].get("exception", {}).get("description", "exception"))
        return found["result"].get("value")

    def wait(self, expression):
        """Until an expression is true."""
        until = time.monotonic() + PATIENCE
        while not self.run(expression):
            if time.monotonic() > until:
                raise TimeoutError(expression)
            time.sleep(0.02)

    def started(self):
        """Wait until the viewer has drawn."""
        self.wait("Boolean(window.jounce && jounce.picture !== 'none' && jounce.state.frames > 1)")
        return self

    def key(self, name):
        code, number, text = KEYS[name]
        common = {"key": name, "code": code, "windowsVirtualKeyCode": number}
        self.send("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def box(self, selector):
        """Where an element stands: x, y, width, height [px]."""
        rectangle = f"document.querySelector({selector!r}).getBoundingClientRect()"
        return self.run(f"(({{x, y, width, height}}) => ({{x, y, width, height}}))({rectangle})")

    def screenshot(self, selector=None):
        """PNG, of the page or of one element."""
        clip = {"clip": {**self.box(selector), "scale": 1}} if selector else {}
        return base64.b64decode(self.send("Page.captureScreenshot", format="png", **clip)["data"])

    def _happened(self, method):
        events = [event for event in self.browser.events if event.get("sessionId") == self.session]
        return [event["params"] for event in events if event["method"] == method]

    @property
    def complaints(self):
        """Errors that the page or the browser reported."""
        self.run("1")  # reads what is waiting
        thrown = [event["exceptionDetails"]["text"] for event in self._happened("Runtime.exceptionThrown")]
        said = [event for event in self._happened("Runtime.consoleAPICalled") if event["type"] in ("error", "assert")]
        logged = [event["entry"]["text"] for event in self._happened("Log.entryAdded") if event["entry"]["level"] == "error"]
        return [*thrown, *(str(event["args"]) for event in said), *logged]

    @property
    def requests(self):
        """Addresses that were asked for, the page itself and what is inside of it aside."""
        self.run("1")
        every = [event["request"]["url"] for event in self._happened("Network.requestWillBeSent")]
        return [url for url in every[1:] if not url.startswith(("data:", "blob:"))]

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)
