"""The page of tools/web in a real browser. GPUBUCK_PAGE is the folder of the page."""

import argparse
import concurrent.futures
import json
import os
import re
import struct
import subprocess
import sys
import time
import unittest
import zlib

from browser import BROWSERS, CONTROL, SHIFT, TAB, Browser, Server
from element_test import ElementTest, ExampleTest, PaperTest  # noqa: F401, tests to run
from module_test import ModuleTest, NodeTest  # noqa: F401, tests to run

PAGE = os.environ.get("GPUBUCK_PAGE", os.path.join(os.path.dirname(__file__), "../../build/web/page"))


def pixels(png):
    """Returns the rows of bytes of a PNG of 8 bits per channel, and the number of bytes per pixel."""
    at, data, width, channels = 8, b"", 0, 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, channels = struct.unpack(">I", body[:4])[0], {2: 3, 6: 4}[body[9]]
        elif kind == b"IDAT":
            data += body
        at += 12 + length
    data = zlib.decompress(data)
    stride = width * channels
    before, rows = bytearray(stride), []
    for start in range(0, len(data), stride + 1):
        how, row = data[start], bytearray(data[start + 1:start + 1 + stride])
        for i in range(stride):
            left = row[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            if how == 1:
                guess = left
            elif how == 2:
                guess = up
            elif how == 3:
                guess = (left + up) // 2
            elif how == 4:
                guess = min((left, up, corner), key=lambda each: abs(left + up - corner - each))
            else:
                guess = 0
            row[i] = (row[i] + guess) & 255
        rows.append(row)
        before = row
    return rows, channels


def colours(png, left, top, right, bottom):
    """Returns the different colours of a rectangle."""
    rows, channels = pixels(png)
    return {bytes(row[channels * x:channels * x + 3]) for row in rows[top:bottom] for x in range(left, right)}


def once(test):
    """Marks a test whose result does not depend on the browser: it runs only in the first browser."""
    test.is_once = True
    return test


REDUCED_MOTION = "const all = window.matchMedia; window.matchMedia = (query) => " \
    "/reduced-motion: reduce/.test(query) ? { matches: true } : all.call(window, query);"

NO_STORAGE = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, " \
    "{ get() { throw new DOMException('Access is denied', 'SecurityError'); } });"
# A script that changes pixels as Firefox does with privacy.resistFingerprinting.
NOISY_PIXELS = "const read = WebGL2RenderingContext.prototype.readPixels; " \
    "WebGL2RenderingContext.prototype.readPixels = function (...all) { read.apply(this, all); " \
    "const [, , width, height, , , into, at = 0] = all; " \
    "for (let k = 0; k < 4 * width * height; ++k) into[at + k] = 250 * Math.random(); };"

REFERENCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "references")
BLOCK = 20


def means(png):
    """Returns the mean colour of each block of a picture, as rows of three bytes per block."""
    rows, channels = pixels(png)
    found = []
    for top in range(0, len(rows) - BLOCK + 1, BLOCK):
        line = bytearray()
        for left in range(0, len(rows[0]) // channels - BLOCK + 1, BLOCK):
            for channel in range(3):
                start, end = channels * left + channel, channels * (left + BLOCK)
                line.append(sum(sum(row[start:end:channels]) for row in rows[top:top + BLOCK]) // BLOCK**2)
        found.append(line)
    return found


def encoded(rows):
    """Returns a PNG of rows of three bytes per pixel."""
    def part(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0))
            + part(b"IDAT", zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)) + part(b"IEND", b""))


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(PAGE)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def setUp(self):
        self.browser = Browser((1000, 700))
        self.addCleanup(self.browser.close)

    def start(self, query):
        self.browser.open(self.server.address + query)
        self.browser.wait("window.gpubuck?.firstPicture > 0")

    def journal(self):
        return self.browser.journal()

    def place(self, mark):
        return self.browser.place(mark)

    def journal_value(self, pattern, seconds=60):
        """Waits for a line of the journal that matches the pattern, and returns the pattern's group in the last such
        line."""
        end = time.monotonic() + seconds
        while True:
            found = [match for line in self.journal() if (match := re.fullmatch(pattern, line))]
            if found:
                return found[-1].group(1)
            self.assertLess(time.monotonic(), end, f"no {pattern!r} in {self.journal()[-5:]}")
            time.sleep(0.2)

    def expect_journal(self, line, seconds=60):
        end = time.monotonic() + seconds
        while line not in self.journal():
            self.assertLess(time.monotonic(), end, f"no {line!r} in {self.journal()[-5:]}")
            time.sleep(0.2)

    def expect_no_error(self):
        self.assertEqual(self.browser.errors, [])

    def open_start_page(self):
        """Opens the start page and loads all pictures of the gallery, although pictures usually load only when they are
        scrolled into view."""
        self.browser.open(self.server.address)
        self.browser.evaluate("void [...document.images].forEach((image) => {"
                              " image.loading = 'eager'; })")
        self.browser.wait("[...document.images].every((image) => image.complete)")

    @once
    def test_page_that_is_opened_as_a_file_says_what_it_needs(self):
        self.browser.open(f"file://{os.path.abspath(PAGE)}/index.html")
        self.browser.wait("document.body.innerText.includes('python3 -m http.server')")

    @once
    def test_start_page_has_a_picture_of_every_scenario(self):
        self.open_start_page()
        self.assertNotIn("http.server", self.browser.evaluate("document.body.innerText"))
        sizes = self.browser.evaluate("[...document.images].map((image) => image.naturalWidth)")
        self.assertEqual(sizes, [432] * 25)
        links = self.browser.evaluate("[...document.querySelectorAll('.gallery a')].map((a) => a.search)")
        self.assertEqual(len(set(links)), 25)
        self.assertGreater(len(colours(self.browser.screenshot(), 100, 150, 900, 600)), 500)
        self.expect_no_error()

    def test_fluid_is_drawn(self):
        self.start("?scenario=equilibrium&box.size=[6,6,6]&paused")
        self.assertGreater(len(colours(self.browser.screenshot(), 350, 150, 650, 600)), 200)
        self.expect_no_error()

    @once
    def test_figure_1_can_be_stepped(self):
        self.start("?scenario=equilibrium&paused&explain&log")
        phases = int(self.journal_value(r"explained: figure1 phase 1 of (\d+)"))
        self.assertGreater(phases, 3)
        self.browser.click(*self.place("explained/next"))
        self.expect_journal(f"explained: figure1 phase 2 of {phases}")
        self.expect_no_error()

    def test_tour_shows_one_scene_after_the_other(self):
        self.start("?tour&log")
        self.expect_journal("tour: 1 Cells")
        self.browser.click(*self.place("tour/next"))
        self.expect_journal("tour: 2 Mapping")
        self.expect_no_error()

    @once
    def test_controls_react_to_clicks(self):
        self.start("?scenario=equilibrium&panels&log")
        self.browser.click(*self.place("run/play"))
        self.expect_journal("playing: no")
        self.browser.click(*self.place("run/step"))
        step = int(self.journal_value(r"step: (\d+)"))
        self.browser.click(*self.place("run/step"))
        self.expect_journal(f"step: {step + 1}")
        self.browser.press(" ")
        self.expect_journal("playing: yes")
        self.expect_no_error()

    @once
    def test_layout_is_remembered(self):
        self.start("?scenario=equilibrium&paused&log")
        self.browser.click(*self.place("bar/panels"))
        self.place("run/play")
        self.browser.wait("localStorage.getItem('preferences')?.includes('controls = yes')")
        self.start("?scenario=equilibrium&paused&log")
        self.place("run/play")
        self.expect_no_error()

    @once
    def test_address_describes_the_fluid(self):
        self.start("?scenario=equilibrium&fluid.kT=1.25&seed=7&paused")
        self.browser.wait("location.search.includes('fluid.kT=1.25')")
        self.browser.wait("location.search.includes('seed=7')")
        self.browser.evaluate("gpubuck.ccall('openScenario', null, ['string'], ['phase-separation-2d'])")
        self.browser.wait("location.search === '?scenario=phase-separation-2d&paused'")
        self.expect_no_error()

    def test_scenarios_are_entries_of_the_history(self):
        self.start("?scenario=equilibrium&box.size=[5,5,5]&paused&log")
        self.browser.wait("location.search.includes('box.size')")
        self.browser.evaluate("gpubuck.ccall('openScenario', null, ['string'], ['phase-separation-2d'])")
        self.browser.wait("document.title.endsWith('phase-separation-2d') && location.search.includes('-2d')")
        self.browser.evaluate("void history.back()")
        self.browser.wait("document.title.endsWith('equilibrium')")
        time.sleep(1.5)  # the address is updated every second
        self.assertIn("scenario=equilibrium&box.size=[5,5,5]", self.browser.evaluate("location.search"))
        self.browser.evaluate("void history.forward()")
        self.browser.wait("document.title.endsWith('phase-separation-2d')")
        self.expect_no_error()

    def test_buttons_keys_and_files_work_without_the_panels(self):
        with self.browser.preloaded(REDUCED_MOTION):
            self.start("?scenario=equilibrium&box.size=[5,5,5]&log")
        self.assertEqual(self.browser.evaluate("document.getElementById('pause').textContent"), "Play")
        self.browser.resize(360, 640)
        places = self.browser.evaluate("""[...document.querySelectorAll('nav :not(option)')].map((each) => {
            const { left, right, top, width } = each.getBoundingClientRect();
            return [each.id, width, left >= 0 && right <= 360, top];
        })""")
        self.assertEqual([id for id, width, inside, _ in places if width > 0 and inside],
                         ["", "pause", "restart", "tool", "panels", "share"])
        self.assertEqual(len({top for _, width, _, top in places if width > 0}), 1, "one row")
        self.assertRegex(self.browser.evaluate("document.getElementById('note').textContent"),
                         "without a GPU.*switched")
        self.browser.evaluate("void document.getElementById('understood').click()")
        self.assertTrue(self.browser.evaluate("document.getElementById('note').hidden"))

        self.browser.evaluate("void document.getElementById('pause').click()")
        self.expect_journal("playing: yes")
        self.browser.evaluate("""(() => {
            const tool = document.getElementById('tool');
            tool.value = 'stir';
            tool.dispatchEvent(new Event('change'));
        })()""")
        self.expect_journal("pointer: stir")

        # Shift and Tab leave the canvas, and the panels do not change. Space then only presses the button that has the
        # focus.
        self.browser.press(SHIFT, TAB)
        self.assertEqual(self.browser.evaluate("document.activeElement.id"), "share")
        self.browser.press(" ")
        self.browser.wait("document.getElementById('sharing').open")
        self.assertEqual(self.journal()[-1:] and [line for line in self.journal() if line.startswith("playing")],
                         ["playing: yes"])
        self.assertEqual(self.browser.evaluate("document.getElementById('frame').value"),
                         f'<iframe src="{self.server.address}?scenario=equilibrium&amp;box.size=[5,5,5]&amp;embed" '
                         'width="640" height="400" style="border: 0" loading="lazy" title="A fluid of gpubuck" '
                         'allow="fullscreen"></iframe>')
        self.assertIn('<gpubuck-fluid scenario="equilibrium" box.size="[5,5,5]" controls>',
                      self.browser.evaluate("document.getElementById('element').value"))
        self.take_downloads()
        self.browser.evaluate("void document.getElementById('take').click()")
        self.assertEqual(self.download(".png"), "equilibrium-0001.png")
        self.browser.evaluate("void document.getElementById('close').click()")

        text = 'name = "mine"\n[box]\nsize = [5, 5, 5]\n[[species]]\nname = "A"\n[[pair]]\nspecies = ["A", "A"]\n' \
               'a = 25\ngamma = 4.5\n'
        self.browser.evaluate(f"""(() => {{
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([{json.dumps(text)}], 'mine.toml'));
            document.getElementById('canvas').dispatchEvent(
                new DragEvent('drop', {{ dataTransfer, bubbles: true, cancelable: true }}));
        }})()""")
        self.browser.wait("document.title === 'gpubuck: mine'")
        # The address and the links must not belong to the previous fluid any more.
        self.browser.wait("location.search === ''")
        self.browser.evaluate("void document.getElementById('share').click()")
        self.assertEqual(self.browser.evaluate("['link', 'frame', 'element'].map((id) => document.getElementById(id))"
                                               ".map((field) => field.value + field.parentNode.hidden)"), ["true"] * 3)
        self.browser.wait("document.getElementById('why').textContent.includes('send its file')")
        self.expect_no_error()

    def test_frame_leaves_focus_and_wheel_to_the_page_around_it(self):
        self.browser.open(self.server.address)
        self.browser.evaluate("void (window.inside = document.querySelector('#first iframe').contentWindow)")
        self.browser.wait("inside.gpubuck?.firstPicture > 0")
        focus = self.browser.evaluate("[document, inside.document].map((page) => page.activeElement.tagName)")
        self.assertEqual(focus, ["BODY", "BODY"])
        steps = self.browser.evaluate("inside.gpubuck.ccall('address', 'string', [], [])")
        self.assertEqual(steps, "scenario=dam-break&box.size=[27,4,14]&region.0.high=[9,4,10]")
        x, y = self.browser.evaluate("""(() => {
            const { left, top, width, height } = document.querySelector('#first iframe').getBoundingClientRect();
            return [left + width / 2, top + height / 2];
        })()""")
        self.browser.turn_wheel(round(x), round(y), 100)
        self.browser.wait("scrollY > 0 && inside.gpubuck.ccall('tool', 'string', [], []) === 'pull'")
        wanted = self.browser.evaluate("""Promise.all([...document.querySelectorAll(
            'link[rel=icon], link[rel=manifest], meta[property="og:image"], meta[name=description]')].map(
            async (each) => each.name || (await fetch(each.href || each.content)).ok))""")
        self.assertEqual(wanted, ["description", True, True, True])
        self.expect_no_error()

    @once
    def test_faulty_address_is_reported(self):
        self.browser.open(self.server.address + "?scenario=equilibrium&fluid.kT=hot")
        self.browser.wait("document.querySelector('#message p').textContent.includes('fluid.kT')")
        self.browser.open(self.server.address + "?scenario=none-such")
        self.browser.wait("document.querySelector('#message p').textContent.includes('none-such')")

    @once
    def test_address_of_no_fluid_leads_to_the_start_page(self):
        self.browser.open(self.server.address + "?scenario=equilibrium&fluid.kt=1")
        self.browser.wait("document.querySelector('#message p').textContent.includes('fluid.kt')")
        places = self.browser.evaluate("""[...document.querySelectorAll('nav :not(option), #leave')]
            .filter((each) => each.offsetWidth > 0).map((each) => {
            const { left, top, width, height } = each.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            return [x, y, document.elementFromPoint(x, y) === each];
        })""")
        self.assertEqual([free for _, _, free in places], [True] * len(places))
        self.assertEqual(self.browser.evaluate("document.activeElement.id"), "leave")
        self.assertNotIn("--set", self.browser.evaluate("document.getElementById('message').textContent"))
        self.browser.click(*places[-1][:2])
        self.browser.wait("document.getElementById('stage')?.hidden && location.search === ''")

    @once
    def test_foreign_parameters_are_ignored(self):
        self.start("?fbclid=x&scenario=equilibrium&utm_source=mail&fluid.kT=1.25&paused")
        self.browser.wait("location.search === '?scenario=equilibrium&fluid.kT=1.25&paused'")
        self.browser.open(self.server.address + "?fbclid=x&utm_source=mail")
        self.assertEqual(self.browser.evaluate("[document.getElementById('start').hidden, "
                                               "document.getElementById('message').hidden]"), [False, True])
        self.expect_no_error()

    def test_canvas_follows_the_page_and_touch(self):
        self.start("?scenario=equilibrium&paused&log")
        self.browser.resize(390, 700, 2)
        self.browser.wait("document.getElementById('canvas').width === 780")
        self.browser.touch([(300, 300), (340, 310)])
        self.browser.wait("gpubuck.FS.readFile('/journal', { encoding: 'utf8' }).includes('view: azimuth')")
        self.browser.touch([(250, 300), (220, 300)], [(300, 300), (330, 300)])
        self.expect_zoom(110 / 50, 0.002)
        self.expect_no_error()

    def pictures(self, count=3):
        """Waits until the window has been drawn `count` times."""
        self.browser.evaluate(f"""new Promise((done) => {{
            let left = {count};
            const next = () => --left >= 0 ? requestAnimationFrame(next) : done(true);
            next();
        }})""")

    def acts(self):
        """Returns the lines of the journal that report actions."""
        return [line for line in self.journal() if not line.startswith(("widget", "at rest"))]

    def test_drag_ends_wherever_its_button_is_released(self):
        self.start("?scenario=equilibrium&box.size=[6,6,6]&paused&log")
        tools = [line.split("\t")[0] for line in
                 self.browser.evaluate("gpubuck.ccall('tools', 'string', [], [])").splitlines()]
        self.assertIn("erase", tools)
        for tool, button in [*[(each, 0) for each in tools], ("camera", 2)]:
            with self.subTest(tool=tool, button=button):
                self.browser.evaluate(f"gpubuck.ccall('setTool', null, ['string'], ['{tool}'])")
                # The pointer is dragged to the bar above the canvas, and moves back without a button.
                self.browser.drag([(470, 420), (480, 300), (520, 15)], button)
                self.pictures()
                before = self.acts()
                self.browser.move((500, 380), (440, 430))
                self.pictures()
                self.assertEqual(self.acts(), before)
        strokes = [line for line in self.journal() if line.startswith("stroke")]
        self.assertGreater(len(strokes), 10)
        self.assertEqual([line.split(":")[0] for line in strokes], ["stroke", "stroke ended"] * (len(strokes) // 2))
        self.expect_no_error()

    @once
    def test_page_works_without_cookies(self):
        with self.browser.preloaded(NO_STORAGE):
            self.start("?scenario=equilibrium&box.size=[5,5,5]&paused")
            self.browser.evaluate("void document.getElementById('understood').click()")
            self.assertTrue(self.browser.evaluate("document.getElementById('note').hidden"))
            self.browser.evaluate("void document.getElementById('canvas').getContext('webgl2')"
                                  ".getExtension('WEBGL_lose_context').loseContext()")
            self.browser.wait("document.querySelector('#message p').textContent.includes('Reload it')")

    def expect_refusal_of_noise(self, browser):
        browser.open(self.server.address + "?scenario=equilibrium&box.size=[5,5,5]")
        browser.wait("document.querySelector('#message p').textContent.includes('resistFingerprinting')")
        browser.open(self.server.address + "page.css")
        told = browser.evaluate("import('./gpubuck/gpubuck.js').then((module) => module.createEngine())"
                                ".then(() => 'none', (error) => `${error.name}: ${error.message}`)")
        self.assertRegex(told, "^RunError: WebGL 2: .*resistFingerprinting")
        browser.open(self.server.address + "paper.html")
        browser.wait("document.querySelector('#figure-ids .failed')?.textContent.includes('resistFingerprinting')")

    def test_noise_in_place_of_pixels_is_refused(self):
        with self.browser.preloaded(NOISY_PIXELS):
            self.expect_refusal_of_noise(self.browser)
        if Browser.kind == "firefox":
            browser = Browser((1000, 700), {"privacy.resistFingerprinting": True})
            self.addCleanup(browser.close)
            self.expect_refusal_of_noise(browser)

    def expect_zoom(self, zoom, tolerance):
        """Expects that the window's view reaches this zoom and stays there."""
        end = time.monotonic() + 60
        while True:
            views = [line for line in self.journal() if line.startswith("view: ") and " zoom " in line]
            found = float(views[-1].split(" zoom ")[1].split()[0]) if views else 1.0
            if abs(found - zoom) <= tolerance * zoom:
                break
            self.assertLess(time.monotonic(), end, f"not {zoom}: {views}")
            time.sleep(0.1)

    @once
    def test_wide_page_has_one_row_of_controls(self):
        browser = Browser((1400, 800))
        self.addCleanup(browser.close)
        browser.open(self.server.address + "?scenario=equilibrium&box.size=[6,6,6]&paused&log")
        browser.wait("window.gpubuck?.firstPicture > 0")
        names = """[...document.querySelectorAll('nav > *')].filter((each) => each.offsetWidth > 1)
                   .map((each) => each.id)"""
        self.assertEqual(browser.evaluate(names), ["share"])
        bar = re.compile(r"widget: bar/\w+ (\d+) (\d+) (\d+) (\d+)")
        browser.wait("/^widget: bar.panels /m.test(gpubuck.FS.readFile('/journal', { encoding: 'utf8' }))")
        journal = browser.evaluate("gpubuck.FS.readFile('/journal', { encoding: 'utf8' })")
        left, right = browser.evaluate("""(({ left, right }) => [left, right])(
            document.getElementById('share').getBoundingClientRect())""")
        for x, _, width, _ in (map(int, found.groups()) for found in bar.finditer(journal)):
            self.assertTrue(right <= x or x + width <= left, f"{left}..{right} lies over {x}..{x + width}")
        browser.evaluate("document.getElementById('share').focus()")
        browser.press(TAB)
        browser.press(SHIFT, TAB)
        self.assertEqual(browser.evaluate("document.activeElement.id"), "share")
        self.assertGreater(len(browser.evaluate(names)), 5)

    def test_wheel_notch_zooms_by_a_tenth(self):
        self.start("?scenario=equilibrium&paused&log")
        self.browser.turn_wheel(500, 400, 100)
        self.expect_zoom(1 / 1.1, 0.001)
        for _ in range(3):
            self.browser.turn_wheel(500, 400, -100)
        self.expect_zoom(1.1**2, 0.001)
        self.browser.hold(CONTROL)
        self.browser.turn_wheel(500, 400, 100)
        self.browser.release(CONTROL)
        self.expect_zoom(1.1, 0.001)
        self.expect_no_error()

    def test_wheel_events_of_all_systems_zoom_by_notches(self):
        self.start("?scenario=equilibrium&paused&log")
        zoom = 1.0
        for about, factor in (
            ({"deltaY": -120, "deltaMode": 0, "wheelDeltaY": 120}, 1.1),  # Chromium on Linux
            ({"deltaY": 100, "deltaMode": 0, "wheelDeltaY": -120}, 1 / 1.1),  # Chromium on Windows
            ({"deltaY": -6, "deltaMode": 1, "wheelDeltaY": 120}, 1.1),  # Firefox on Linux
            ({"deltaY": -12, "deltaMode": 1, "wheelDeltaY": 240}, 1.1**2),  # two notches at once
            ({"deltaY": 3, "deltaMode": 1}, 1 / 1.1),  # without wheelDeltaY
            ({"deltaY": -100, "deltaMode": 0}, 1.1),
            ({"deltaY": 1, "deltaMode": 2}, 1 / 1.1),  # a page
            ({"deltaY": -25, "deltaMode": 0, "wheelDeltaY": 75}, 1.1**0.25),  # a touchpad, which scrolls in small steps
            ({"deltaY": -40, "deltaMode": 0, "wheelDeltaY": 120}, 1.1**0.4),
            # A pinch on a touchpad by 1.5 and back. Chromium adds a notch of the wheel (wheelDeltaY) to the event.
            ({"deltaY": -40.5465, "deltaMode": 0, "wheelDeltaY": 120, "ctrlKey": True}, 1.5),
            ({"deltaY": 40.5465, "deltaMode": 0, "wheelDeltaY": -120, "ctrlKey": True}, 1 / 1.5),
        ):
            self.browser.evaluate(f"""(() => {{
                const about = {json.dumps(about)};
                const place = {{ clientX: 500, clientY: 400 }};
                const event = new WheelEvent('wheel', {{ ...about, ...place, bubbles: true, cancelable: true }});
                Object.defineProperty(event, 'wheelDeltaY', {{ value: about.wheelDeltaY }});
                document.getElementById('canvas').dispatchEvent(event);
            }})()""")
            zoom *= factor
            self.expect_zoom(zoom, 0.001)
        self.expect_no_error()

    def take_downloads(self):
        """Keeps the address of each later download by the name of its file."""
        self.browser.evaluate("""void (window.offered = {}, HTMLAnchorElement.prototype.click = function () {
            window.offered[this.download] = this.href; })""")

    def download(self, ending):
        """Waits for a download whose name has this ending, and returns the name."""
        self.browser.wait(f"Object.keys(offered).some((name) => name.endsWith('{ending}'))")
        return self.browser.evaluate(f"Object.keys(offered).find((name) => name.endsWith('{ending}'))")

    def test_pictures_are_downloads(self):
        self.start("?scenario=equilibrium&paused")
        self.take_downloads()
        self.browser.press("p")
        self.assertEqual(self.download(".png"), "equilibrium-0001.png")
        self.expect_no_error()

    def test_saved_scenario_can_be_opened(self):
        self.start("?scenario=equilibrium&fluid.kT=1.375&box.size=[5,5,5]&paused")
        self.take_downloads()
        self.browser.evaluate("void addEventListener('keydown', "
                              "(event) => { window.toBrowser = !event.defaultPrevented; })")
        self.browser.press(CONTROL, "s")
        self.assertFalse(self.browser.evaluate("toBrowser"), "the browser would save the page")
        name = self.download(".toml")
        text = self.browser.evaluate(f"fetch(offered['{name}']).then((file) => file.text())")
        self.assertIn("kT = 1.375", text)
        self.browser.open(self.server.address)
        self.browser.choose("#file", "mine.toml", text)
        self.browser.wait("window.gpubuck?.firstPicture > 0")
        self.take_downloads()
        self.browser.press(CONTROL, "s")
        name = self.download(".toml")
        again = self.browser.evaluate(f"fetch(offered['{name}']).then((file) => file.text())")
        self.assertEqual(again, text)
        self.expect_no_error()
        self.browser.open(self.server.address)
        self.browser.choose("#file", "mine.toml", text.replace("kT = 1.375", "kT = -1"))
        self.browser.wait("document.querySelector('#message p').textContent.includes('kT')")
        self.assertRegex(self.browser.evaluate("document.querySelector('#message p').textContent"),
                         r"mine\.toml:\d+: fluid\.kT")

    def share_moment(self):
        """Opens the dialog and returns the link to the present moment, or the reason why there is no link."""
        self.browser.evaluate("void document.getElementById('share').click()")
        self.browser.wait("document.getElementById('moment').value || document.getElementById('why').textContent")
        return self.browser.evaluate("document.getElementById('moment').value || "
                                     "document.getElementById('why').textContent")

    @once
    def test_moment_is_a_link_or_a_file(self):
        self.start("?scenario=equilibrium&box.size=[4,4,4]&paused&log")
        for _ in range(3):
            self.browser.press("n")
        self.expect_journal("step: 3")
        link = self.share_moment()
        self.assertTrue(link.startswith(self.server.address + "#moment="))
        self.take_downloads()
        self.browser.evaluate("void document.getElementById('keep').click()")
        self.assertEqual(self.download(".gpubuck"), "moment.gpubuck")
        head = self.browser.evaluate("fetch(offered['moment.gpubuck']).then((file) => file.arrayBuffer())"
                                     ".then((bytes) => [...new Uint8Array(bytes).slice(0, 2)])")
        self.assertEqual(head, [0x1f, 0x8b])

        # A page opened with the link gives the same link again, so every particle, list and value is the same.
        self.start(link.replace(self.server.address, "?paused&log"))
        time.sleep(2)  # the address is updated every second
        self.assertEqual(self.browser.evaluate("location.hash"), "#" + link.split("#")[1])
        self.assertEqual(self.share_moment(), link)
        self.assertIn("?scenario=equilibrium&box.size=[4,4,4]",
                      self.browser.evaluate("document.getElementById('link').value"))
        self.browser.evaluate("void document.getElementById('close').click()")
        self.browser.press("n")
        self.expect_journal("step: 4")
        # Another fluid gets an address of its own.
        self.browser.evaluate("gpubuck.ccall('openScenario', null, ['string'], ['phase-separation-2d'])")
        self.browser.wait("location.search.includes('scenario=phase-separation-2d') && location.hash === ''")
        self.browser.evaluate(f"void (location.hash = {json.dumps(link)}.split('#')[1])")
        self.browser.wait("/step: 4[^]*at rest: step 3/.test(gpubuck.FS.readFile('/journal', { encoding: 'utf8' }))")
        self.expect_no_error()

        self.browser.open(self.server.address)  # the link can also be opened from the start page
        self.browser.evaluate(f"void (location.hash = {json.dumps(link)}.split('#')[1])")
        self.browser.wait("window.gpubuck?.firstPicture > 0 && document.title.endsWith('equilibrium')")

        self.browser.open(link[:-9].replace(self.server.address, self.server.address + "?paused"))
        self.browser.wait("document.querySelector('#message p').textContent.includes('damaged or cut off')")
        self.start("?scenario=dam-break&paused")
        self.assertRegex(self.share_moment(), r"takes \d+ kB, more than the 200 kB")

    def expect_film(self, name):
        """Expects that a film of this name is offered, and that the browser can play it."""
        pattern = f"/^{name}-\\d+\\.(mp4|webm)$/"
        self.browser.wait(f"Object.keys(offered).some((name) => {pattern}.test(name))")
        told = self.browser.evaluate("""new Promise((resolve) => {
            const film = document.createElement('video');
            film.onerror = () => resolve(`${Object.keys(offered)}: ${film.error.message}`);
            film.onloadeddata = () => resolve(film.videoWidth > 100 && film.videoHeight > 100);
            film.src = Object.entries(offered).find(([name]) => PATTERN.test(name))[1];
        })""".replace("PATTERN", pattern))
        self.assertEqual(told, True)

    def test_films_are_downloads_that_play(self):
        self.start("?scenario=equilibrium&box.size=[4,4,4]&log&paused")
        self.take_downloads()
        self.browser.press(SHIFT, "V")  # a film of the last seconds, which have one picture here
        self.expect_film("equilibrium-replay")
        self.browser.press(" ")
        self.browser.press("v")
        self.expect_journal("film: recording")
        self.browser.evaluate("""new Promise((done) => {
            let left = 20;  // pictures
            const next = () => --left > 0 ? requestAnimationFrame(next) : done(true);
            next();
        })""")
        self.browser.press("v")
        self.expect_film("equilibrium")
        self.expect_no_error()

    def expect_picture(self, name):
        """Expects that the page looks like tests/web/references/NAME.png, which has a pixel per block of the page.

        Other versions of Chromium smooth type and edges differently, which changes the mean of a block by a few levels
        of 255. A missing or moved widget changes each of its blocks by 30 or more.
        """
        shown, path = means(self.browser.screenshot()), os.path.join(REFERENCES, name + ".png")
        if os.environ.get("GPUBUCK_WRITE_REFERENCES"):
            with open(path, "wb") as file:
                file.write(encoded(shown))
        with open(path, "rb") as file:
            wanted = pixels(file.read())[0]
        self.assertEqual([len(row) for row in shown], [len(row) for row in wanted])
        far = sum(abs(a - b) > 20 for rows in zip(shown, wanted) for a, b in zip(*rows))
        self.assertLess(far, 0.01 * len(shown) * len(shown[0]), name)

    def test_pictures_match_the_references(self):
        with self.browser.preloaded(REDUCED_MOTION):
            self.open_start_page()
            self.browser.wait("document.querySelector('#first iframe').contentWindow.gpubuck?.firstPicture > 0")
            time.sleep(1)
            self.expect_picture("start")
        self.browser.resize(400, 700)  # as on a phone: a bar of icons
        self.start("?scenario=rayleigh-taylor-16k&paused")
        time.sleep(1)
        self.expect_picture("phone")

    def test_unsupported_browser_names_the_missing_feature(self):
        for lack, words in (
            ("HTMLCanvasElement.prototype.getContext = () => null", "This browser lacks WebGL 2, which"),
            ("WebGL2RenderingContext.prototype.getExtension = () => null", "(EXT_color_buffer_float), which"),
            ("delete WebAssembly.Tag", "This browser lacks WebAssembly with exceptions, which"),
        ):
            with self.browser.preloaded(lack):
                self.browser.open(self.server.address + "?scenario=equilibrium")
                self.browser.wait("document.querySelector('#message p').textContent !== ''")
                self.assertIn(words, self.browser.evaluate("document.querySelector('#message p').textContent"))
                self.browser.open(self.server.address + "page.css")
                told = self.browser.evaluate("import('./gpubuck/gpubuck.js').then((module) => module.createEngine())"
                                             ".then(() => 'none', (error) => `${error.name}: ${error.message}`)")
                self.assertRegex(told, "^RunError: WebGL 2: |^RunError: WebAssembly: ")

    def test_lost_context_restarts_the_fluid(self):
        self.start("?scenario=equilibrium")
        self.browser.evaluate("void document.getElementById('canvas').getContext('webgl2')"
                              ".getExtension('WEBGL_lose_context').loseContext()")
        self.browser.wait("document.querySelector('#message p').textContent.includes('starts again')")
        self.browser.wait("document.querySelector('#message p')?.textContent === '' && "
                          "window.gpubuck?.firstPicture > 0")


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def each(tests):
    """Yields each test of a suite and of the suites in it."""
    for test in tests:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def is_once(test):
    return getattr(getattr(test, test.id().rpartition(".")[2], None), "is_once", False)


def run_in(browser, names, leaves_out_once):
    """Runs the tests in a browser. Returns how many passed, and how many did not."""
    Browser.kind = browser
    loader, module = unittest.defaultTestLoader, sys.modules["__main__"]
    tests = loader.loadTestsFromNames(names, module) if names else loader.loadTestsFromModule(module)
    if leaves_out_once:
        tests = unittest.TestSuite(test for test in each(tests) if not is_once(test))
    wanted = tests.countTestCases()
    result = unittest.TextTestRunner(verbosity=2, resultclass=Result).run(tests)
    return result.passed, wanted - result.passed  # the second number includes tests of a class that could not begin


def run_side_by_side(names):
    """Runs the tests in all browsers at once, each browser in a process of its own, since browsers mostly wait. Returns
    how many passed, and how many did not."""
    processes = []
    for browser in BROWSERS:
        more = [] if names or browser == BROWSERS[0] else ["--leave-out-once"]
        processes.append(subprocess.Popen([sys.executable, __file__, "--browser", browser, *more, *names],
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor() as readers:
        outputs = readers.map(lambda process: process.communicate()[0], processes)
        for browser, process, output in zip(BROWSERS, processes, outputs):
            print(f"In {browser}:\n{output}", flush=True)
            found = re.search(r"(\d+) passed, (\d+) failed\n$", output)
            passed += int(found[1]) if found else 0
            failed += int(found[2]) if found else 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser(prog="tools/test-web")
    parser.add_argument("--browser", choices=BROWSERS,
                        help="default: all at once; tests that do not depend on the browser run only in the first")
    parser.add_argument("--leave-out-once", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*",
                        help="tests, such as PageTest.test_films_are_downloads_that_play; default: all")
    options = parser.parse_args()
    if options.browser:
        passed, failed = run_in(options.browser, options.names, options.leave_out_once)
    else:
        passed, failed = run_side_by_side(options.names)
    if passed + failed == 0:
        failed = 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
