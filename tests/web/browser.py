"""Chromium or Firefox without a screen, driven by WebDriver BiDi, which both support."""

import base64
import contextlib
import functools
import http.server
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
import urllib.request

BROWSERS = ("chromium", "firefox")

# Flags that give WebGL 2 to a Chromium without a GPU.
CHROMIUM_FLAGS = [
    "--headless=new", "--no-sandbox", "--no-first-run", "--disable-extensions", "--use-gl=angle",
    "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
]
# Firefox takes WebGL from Mesa's llvmpipe, and touch events work without a touch screen. A headless Firefox has no
# WebGL, so it runs on a display.
FIREFOX_PREFERENCES = {"webgl.force-enabled": True, "dom.w3c_touch_events.enabled": 1}

SECONDS = 120  # seconds within which a browser starts or replies

CONTROL, SHIFT, TAB = "\ue009", "\ue008", "\ue004"  # keys, as WebDriver names them


class Server:
    """Serves a folder on localhost during its lifetime."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    def __init__(self, folder):
        handler = functools.partial(self.Handler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class WebSocket:
    """Text messages to and from a server on this machine (RFC 6455)."""

    def __init__(self, address):
        host, port, path = re.fullmatch(r"ws://([^:/]+):(\d+)(/.*)", address).groups()
        self.socket = socket.create_connection((host, int(port)), SECONDS)
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n"
                            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
                            "Sec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        status = self.stream.readline()
        if b" 101 " not in status:
            raise RuntimeError(f"{address}: {status!r}")
        while self.stream.readline().strip():
            pass

    def close(self):
        self.stream.close()
        self.socket.close()

    def send(self, text):
        body, size = text.encode(), len(text.encode())
        length = (bytes([0x80 | size]) if size < 126 else
                  struct.pack(">BH", 0x80 | 126, size) if size < 1 << 16 else struct.pack(">BQ", 0x80 | 127, size))
        mask = os.urandom(4)  # a client must mask its bytes by exclusive or
        masked = int.from_bytes(body, "big") ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        self.socket.sendall(b"\x81" + length + mask + masked.to_bytes(size, "big"))

    def take(self, size):
        data = self.stream.read(size)
        if len(data) < size:
            raise RuntimeError("the browser has ended")
        return data

    def receive(self):
        message = b""
        while True:
            first, size = self.take(2)
            if size > 125:
                size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
            body = self.take(size)
            if first & 15 == 8:
                raise RuntimeError("the browser has closed the connection")
            if first & 15 < 3:  # not a ping
                message += body
                if first & 0x80:
                    return message.decode()


def value_of(remote):
    """Converts a value of the protocol to a Python value."""
    kind, value = remote["type"], remote.get("value")
    if kind in ("undefined", "null"):
        return None
    if kind == "number" and isinstance(value, str):  # numbers such as NaN and -0
        return float(value)
    if kind == "array":
        return [value_of(each) for each in value]
    if kind == "object":
        return {key: value_of(each) for key, each in value}
    if kind in ("string", "number", "boolean"):
        return value
    raise RuntimeError(f"the page returned a value of the type {kind}")


class Browser:
    """One page in its own browser. The class variable `kind` names the browser."""

    kind = BROWSERS[0]

    def __init__(self, size=(1280, 800), preferences=None):
        """`preferences` are settings of Firefox, in addition to FIREFOX_PREFERENCES."""
        self.preferences = {**FIREFOX_PREFERENCES, **(preferences or {})}
        self.errors = []  #: the errors and warnings on the page's console
        self.number = 0
        with contextlib.ExitStack() as ends:
            folder = tempfile.mkdtemp()
            ends.callback(shutil.rmtree, folder, ignore_errors=True)
            address = self.start_chromium(folder, ends) if self.kind == "chromium" else self.start_firefox(folder, ends)
            self.connection = WebSocket(address)
            ends.callback(self.connection.close)
            if self.kind == "firefox":
                self.call("session.new", capabilities={})
            ends.callback(self.call, "browser.close")
            self.call("session.subscribe", events=["log.entryAdded"])
            self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]
            self.resize(*size)
            self.ends = ends.pop_all()

    def start(self, command, ends, **more):
        """Starts a program that ends with the browser."""
        if shutil.which(command[0]) is None:
            raise RuntimeError(f"{command[0]} is not installed: tools/deps web installs it")
        process = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, **more)
        self.process = process

        def end():
            for number in (signal.SIGTERM, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(10)
            if process.stdout:
                process.stdout.close()

        ends.callback(end)
        return process

    def start_chromium(self, folder, ends):
        """Starts Chromium, and returns the address of the protocol's connection."""
        driver = self.start(["chromedriver", "--port=0"], ends, stdout=subprocess.PIPE, text=True)
        found = (re.search(r" on port (\d+)\.", line) for line in driver.stdout)
        port = next(match.group(1) for match in found if match)
        options = {"binary": shutil.which("chromium"), "args": [*CHROMIUM_FLAGS, f"--user-data-dir={folder}"]}
        wanted = {"capabilities": {"alwaysMatch": {"webSocketUrl": True, "goog:chromeOptions": options}}}
        request = urllib.request.Request(f"http://127.0.0.1:{port}/session", json.dumps(wanted).encode())
        with urllib.request.urlopen(request, timeout=SECONDS) as reply:
            return json.load(reply)["value"]["capabilities"]["webSocketUrl"]

    def start_firefox(self, folder, ends):
        """Starts Firefox, and returns the address of the protocol's connection."""
        display = self.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], ends,
                             stdout=subprocess.PIPE, text=True).stdout.readline().strip()
        with open(os.path.join(folder, "user.js"), "w", encoding="utf-8") as file:
            for name, value in self.preferences.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        command = ["firefox-esr", "--no-remote", "--profile", folder, "--remote-debugging-port", "0", "about:blank"]
        self.start(command, ends, stdout=subprocess.DEVNULL,
                   env={**os.environ, "DISPLAY": f":{display}", "MOZ_ENABLE_WAYLAND": "0"})
        place, end = os.path.join(folder, "WebDriverBiDiServer.json"), time.monotonic() + SECONDS
        while True:
            with contextlib.suppress(FileNotFoundError, json.JSONDecodeError):
                with open(place, encoding="utf-8") as file:
                    return f"ws://127.0.0.1:{json.load(file)['ws_port']}/session"
            if time.monotonic() > end:
                raise RuntimeError("firefox-esr does not start")
            time.sleep(0.1)

    def close(self):
        self.ends.close()

    def call(self, method, **parameters):
        """Calls a method of the protocol and returns its result."""
        self.number += 1
        self.connection.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            message = json.loads(self.connection.receive())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("error", "warn"):
                self.errors.append(message["params"]["text"])
            if message.get("id") == self.number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]
        raise RuntimeError(f"{method}: no reply within {SECONDS} s")

    def resize(self, width, height, pixels=1):
        """Resizes the page. `pixels` is the number of pixels of the screen per pixel of the page."""
        self.call("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height},
                  devicePixelRatio=pixels)

    def open(self, address):
        self.evaluate("void (window.isLeft = true)")
        self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")
        # Firefox may reply early if the address does not change.
        self.wait("!window.isLeft && document.readyState === 'complete'")

    def evaluate(self, expression):
        """Returns the value of a JavaScript expression, or of its promise."""
        reply = self.call("script.evaluate", expression=expression, target={"context": self.page}, awaitPromise=True)
        if reply["type"] == "exception":
            raise RuntimeError(reply["exceptionDetails"]["text"])
        return value_of(reply["result"])

    def wait(self, condition, seconds=60):
        """Waits until the expression is true."""
        end = time.monotonic() + seconds
        while True:
            try:
                if self.evaluate(f"Boolean({condition})"):
                    return
                why = "is not true"
            except RuntimeError as error:  # for example an error of a page that is being left
                why = str(error)
            if time.monotonic() > end:
                raise RuntimeError(f"{condition}: {why} after {seconds} s; the console has said: {self.errors}")
            time.sleep(0.1)

    def journal(self):
        """Returns the lines of the window's journal. With "log" in the address it has the places of all widgets."""
        return self.evaluate("gpubuck.FS.readFile('/journal', { encoding: 'utf8' })").splitlines()

    def place(self, mark):
        """Waits for a widget of the window, and returns its middle in pixels of the page."""
        end = time.monotonic() + 60
        while True:
            found = [line.split() for line in self.journal() if line.startswith(f"widget: {mark} ")]
            if found:
                x, y, width, height = map(float, found[-1][2:6])
                top = self.evaluate("document.getElementById('canvas').getBoundingClientRect().top")
                return x + width / 2, y + height / 2 + top
            if time.monotonic() > end:
                raise RuntimeError(f"no widget {mark}")
            time.sleep(0.2)

    @contextlib.contextmanager
    def preloaded(self, script):
        """Until the `with` block ends, runs a script in each page before the scripts of the page."""
        number = self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")["script"]
        yield
        self.call("script.removePreloadScript", script=number)

    def screenshot(self):
        """Returns a PNG of the page."""
        return base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.page)["data"])

    def perform(self, *sources):
        """Makes real input. `sources` are tuples of a kind, its actions and further parameters."""
        self.call("input.performActions", context=self.page, actions=[
            {"type": kind, "id": f"{kind} {k}", "actions": actions, **more}
            for k, (kind, actions, more) in enumerate(sources)])

    def click(self, x, y):
        self.perform(("pointer", [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 200}, {"type": "pointerUp", "button": 0}], {}))

    def drag(self, path, button=0):
        """Presses a button at the first place of a path, moves along it and releases the button at its end."""
        self.perform(("pointer", [
            {"type": "pointerMove", "x": path[0][0], "y": path[0][1]}, {"type": "pointerDown", "button": button},
            *[{"type": "pointerMove", "x": x, "y": y, "duration": 100} for x, y in path[1:]],
            {"type": "pointerUp", "button": button}], {}))

    def move(self, *path):
        """Moves the pointer while no button is pressed."""
        self.perform(("pointer", [{"type": "pointerMove", "x": x, "y": y, "duration": 100} for x, y in path], {}))

    def turn_wheel(self, x, y, pixels):
        """Scrolls down by `pixels`, which Chromium reports as one notch."""
        self.perform(("pointer", [{"type": "pointerMove", "x": x, "y": y}], {}))
        self.perform(("wheel", [{"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": pixels}], {}))

    def press(self, *keys):
        """Presses keys one after the other, and releases them."""
        self.perform(("key", [{"type": "keyDown", "value": key} for key in keys] +
                      [{"type": "keyUp", "value": key} for key in reversed(keys)], {}))

    def hold(self, key):
        self.perform(("key", [{"type": "keyDown", "value": key}], {}))

    def release(self, key):
        self.perform(("key", [{"type": "keyUp", "value": key}], {}))

    def touch(self, *paths):
        """Touches the page with fingers, each at the first place of its path, moves them along it and lifts them."""
        self.perform(*[("pointer", [
            {"type": "pointerMove", "x": path[0][0], "y": path[0][1]}, {"type": "pointerDown", "button": 0},
            *[{"type": "pointerMove", "x": x, "y": y, "duration": 100} for x, y in path[1:]],
            {"type": "pointerUp", "button": 0}], {"parameters": {"pointerType": "touch"}}) for path in paths])

    def choose(self, selector, name, text):
        """Gives a file of that name and text to an input of the page."""
        self.evaluate(f"""(() => {{
            const input = document.querySelector({json.dumps(selector)});
            const chosen = new DataTransfer();
            chosen.items.add(new File([{json.dumps(text)}], {json.dumps(name)}));
            input.files = chosen.files;
            input.dispatchEvent(new Event('change'));
        }})()""")
