"""Serves a page with its headers, runs a fluid in Chromium and Firefox, and runs it again without the server.

  try_in_browser.py FOLDER [BROWSER...]
"""
import re
import sys
from contextlib import closing
from pathlib import Path

from browser import BROWSERS, Browser, Server

FLUID = "?scenario=dam-break&box.size=[27,4,14]&region.0.high=[9,4,10]"  # few particles
RUNS = "window.gpubuck && window.gpubuck.firstPicture > 0"


def headers_in(file):
    """Returns the headers of the lines `add_header NAME "VALUE" always;`."""
    found = re.findall(r'add_header ([\w-]+) "([^"]+)"', Path(file).read_text())
    if not found:
        sys.exit(f"{file}: names no headers")
    return found


def serve_with(headers):
    def end_headers(self):
        for name, value in headers:
            self.send_header(name, value)
        super(Server.Handler, self).end_headers()

    Server.Handler.end_headers = end_headers


folder = sys.argv[1]
serve_with(headers_in(f"{folder}/headers.conf"))
for kind in sys.argv[2:] or BROWSERS:
    Browser.kind = kind
    with closing(Browser()) as browser:
        with closing(Server(folder)) as server:
            browser.open(server.address + FLUID)
            browser.wait(RUNS, 180)
            browser.wait("caches.match(new URL('fluid.wasm', location).href)")
            browser.evaluate("navigator.serviceWorker.ready.then(() => true)")
            print(f"{kind}: the fluid runs; console: {browser.errors}", flush=True)
            if browser.errors:
                sys.exit(f"{kind}: errors on the console")
            for page in ("elements.html", "paper.html", "example.html", ""):
                browser.open(server.address + page)
            # When the browser leaves a page, the page may report that it could not load something, so only errors about
            # the content security policy count.
            refused = [error for error in browser.errors if re.search("content.security.policy", error, re.I)]
            if refused:
                sys.exit(f"{kind}: {refused}")
            address = server.address
        browser.open(address + FLUID)
        browser.wait(RUNS, 180)
        print(f"{kind}: the fluid also runs without the server", flush=True)
