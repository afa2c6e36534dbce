"""Opens pages in Chromium, and fails if the package does not run in a page.

  try_in_browser.py FOLDER...
"""
import sys
from contextlib import closing

from browser import Browser, Server

EXPECTED = [[1, 3, 2, 0], [0, 1], [0, 1]]

for folder in sys.argv[1:]:
    with closing(Server(folder)) as server, closing(Browser()) as browser:
        browser.open(server.address)
        browser.wait("window.tried", 120)
        tried = browser.evaluate("window.tried")
        print(f"{folder}: {tried}; console: {browser.errors}", flush=True)
        if tried[:3] != EXPECTED or not tried[3] > 0 or browser.errors:
            sys.exit(f"{folder}: expected {EXPECTED}, particles and no errors")
