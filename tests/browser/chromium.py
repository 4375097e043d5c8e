"""A headless Chromium, driven over a pipe with the DevTools protocol: messages of JSON, each ended by a zero byte."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe"),
)
_IN_VIEW = """
it.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
const box = it.getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];
"""
PATIENCE = 60
"""Seconds to wait for an answer."""


def browser() -> str:
    """The browser, or nothing."""
    found = (shutil.which(name) for name in (os.environ.get("BROWSER", ""), *NAMES) if name)
    return next((path for path in found if path), "")


class Page:
    """A tab."""

    def __init__(self, pipe: "_Pipe", session: str) -> None:
        self._pipe, self._session = pipe, session
        self.complaints: list[str] = []
        """Everything on the console that is an error or a warning, and every exception."""
        for part in ("Page", "Runtime", "Log", "Network"):
            self("Each.enable".replace("Each", part))

    def __call__(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._pipe.call(method, parameters, self._session, self._heard)

    def _heard(self, event: dict[str, Any]) -> None:
        said = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(str(said["exceptionDetails"]))
        elif event.get("method") == "Runtime.consoleAPICalled" and said["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(said["args"]))
        elif event.get("method") == "Log.entryAdded" and said["entry"]["level"] in ("error", "warning"):
            self.complaints.append(said["entry"]["text"])
        elif event.get("method") == "Page.javascriptDialogOpening":
            self.complaints.append(f"a dialog: {said['message']}")

    def open(self, address: str, wide: int = 1400, high: int = 900) -> float:
        """Show a page; the seconds until it was loaded and its script had run."""
        self("Emulation.setDeviceMetricsOverride", width=wide, height=high, deviceScaleFactor=1, mobile=wide < 600)
        started = time.monotonic()
        self("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && !!document.querySelector('body')")
        return time.monotonic() - started

    def run(self, script: str) -> Any:
        """The value of an expression on the page."""
        made = self("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in made, made["exceptionDetails"]
        return made["result"].get("value")

    def wait(self, condition: str, patience: float = PATIENCE) -> None:
        """Until an expression is true."""
        end = time.monotonic() + patience
        while not self.run(condition):
            assert time.monotonic() < end, f"never came true: {condition}"
            time.sleep(0.05)

    def press(self, key: str) -> None:
        """A key, as a player presses it."""
        text = {"text": key} if len(key) == 1 else {}
        self("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, selector: str) -> None:
        """The mouse in the middle of an element, which may move when the mouse comes over it."""
        self.hover(selector)
        x, y = self._middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def hover(self, selector: str) -> None:
        """The mouse over an element, and nothing pressed."""
        x, y = self._middle(selector)
        self("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def _middle(self, selector: str) -> tuple[float, float]:
        x, y = self.run(f"(it => {{ {_IN_VIEW} }})(document.querySelector({json.dumps(selector)}))")
        return x, y

    def picture(self, path: Path, whole: bool = False) -> None:
        """A screenshot as PNG, of what shows or of the whole page."""
        made = self("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(made["data"]))


class _Pipe:
    """The two ends of the pipe, and the numbers of the calls."""

    def __init__(self, reads: int, writes: int) -> None:
        self._reads, self._writes = reads, writes
        self._last, self._buffer = 0, b""

    def call(self, method: str, parameters: dict[str, Any], session: str = "", heard: Any = None) -> dict[str, Any]:
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._writes, json.dumps(message).encode() + b"\0")
        for answer in self._messages():
            if answer.get("id") == self._last:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            if heard:
                heard(answer)
        raise AssertionError(f"{method}: the browser has gone")

    def _messages(self) -> Iterator[dict[str, Any]]:
        end = time.monotonic() + PATIENCE
        while True:
            while b"\0" in self._buffer:
                text, _, self._buffer = self._buffer.partition(b"\0")
                yield json.loads(text)
            ready, _, _ = select.select([self._reads], [], [], max(0, end - time.monotonic()))
            assert ready, "the browser does not answer"
            more = os.read(self._reads, 1 << 20)
            if not more:
                return
            self._buffer += more


@contextmanager
def chromium() -> Iterator[Page]:
    """A tab in a browser of its own, which ends with it."""
    down, up = os.pipe(), os.pipe()

    def ends() -> None:
        """In the new process: what it reads is number 3, what it writes number 4."""
        for number, end in ((3, os.dup(down[0])), (4, os.dup(up[1]))):
            os.dup2(end, number)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [browser(), *FLAGS, f"--user-data-dir={folder}", "about:blank"]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, preexec_fn=ends, close_fds=False, start_new_session=True
        )
        os.close(down[0])
        os.close(up[1])
        try:
            pipe = _Pipe(up[0], down[1])
            target = pipe.call("Target.createTarget", {"url": "about:blank"})["targetId"]
            session = pipe.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
            yield Page(pipe, session)
        finally:
            process.kill()
            process.wait()
            os.close(up[0])
            os.close(down[1])
