"""The page of tools/web in a real browser. The folder of the page comes as GPUBUCK_PAGE."""

import json
import os
import struct
import sys
import time
import unittest
import zlib

from browser import Browser, Server
from module_test import ModuleTest  # noqa: F401, its tests are run, too

PAGE = os.environ.get("GPUBUCK_PAGE", os.path.join(os.path.dirname(__file__), "../../build/web/page"))


def pixels(png):
    """Rows of bytes of a PNG of 8 bits per channel, and how many bytes a pixel has."""
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
    """The different colours of a rectangle."""
    rows, channels = pixels(png)
    return {bytes(row[channels * x:channels * x + 3]) for row in rows[top:bottom] for x in range(left, right)}


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

    def report(self):
        return json.loads(self.browser.evaluate("gpubuck.ccall('report', 'string', [], [])"))

    def journal(self):
        return self.browser.evaluate("gpubuck.FS.readFile('/journal', { encoding: 'utf8' })").splitlines()

    def place(self, mark):
        """The middle of a widget, in pixels of the page."""
        end = time.monotonic() + 60
        while True:
            found = [line.split() for line in self.journal() if line.startswith(f"widget: {mark} ")]
            if found:
                x, y, width, height = map(float, found[-1][2:6])
                top = self.browser.evaluate("document.getElementById('canvas').getBoundingClientRect().top")
                return x + width / 2, y + height / 2 + top
            self.assertLess(time.monotonic(), end, f"no widget {mark}")
            time.sleep(0.2)

    def expect_journal(self, line, seconds=60):
        end = time.monotonic() + seconds
        while line not in self.journal():
            self.assertLess(time.monotonic(), end, f"no {line!r} in {self.journal()[-5:]}")
            time.sleep(0.2)

    def expect_no_error(self):
        self.assertEqual(self.browser.errors, [])

    def test_the_start_page_has_a_picture_for_every_scenario(self):
        self.browser.open(self.server.address)
        self.browser.wait("[...document.images].every((image) => image.complete)")
        sizes = self.browser.evaluate("[...document.images].map((image) => image.naturalWidth)")
        self.assertEqual(sizes, [320] * 6)
        links = self.browser.evaluate("[...document.querySelectorAll('.gallery a')].map((a) => a.search)")
        self.assertEqual(len(set(links)), 6)
        self.assertGreater(len(colours(self.browser.screenshot(), 100, 150, 900, 600)), 500)
        self.expect_no_error()

    def test_equilibrium_keeps_temperature_and_momentum(self):
        self.start("?scenario=equilibrium&box.size=[6,6,6]&paused")
        # What `gpubuck run` measures there.
        self.assertAlmostEqual(self.report()["kT"], 1.039018, delta=1e-6)
        for step in range(10, 201, 10):
            self.browser.evaluate("gpubuck.ccall('advance', null, ['number'], [10])")
            self.assertEqual(self.report()["step"], step)
        state = self.report()
        self.assertEqual((state["scenario"], state["failure"]), ("equilibrium", ""))
        # It falls to 1 from the particles' random places; another device makes other noise, and N = 648.
        self.assertAlmostEqual(state["kT"], 1.06, delta=0.12)
        for component in state["momentum"]:
            self.assertAlmostEqual(component / state["particles"], 0.0, delta=1e-6)
        shown = colours(self.browser.screenshot(), 350, 150, 650, 600)
        self.assertGreater(len(shown), 200)
        self.expect_no_error()

    def test_steps_are_those_of_the_program(self):
        # Philox draws whole numbers, which every device does alike. The maps of karpinski are chaotic: there one rounding
        # makes other noise from the second step on.
        self.start("?scenario=equilibrium&box.size=[6,6,6]&noise.kind=philox&paused")
        self.browser.evaluate("gpubuck.ccall('advance', null, ['number'], [20])")
        # `gpubuck run assets/scenarios/equilibrium.toml --engine paper --set 'box.size=[6,6,6]'
        # --set 'noise.kind="philox"' --steps 20` measures 2.156326 for 648 particles, here without the momentum's share.
        self.assertAlmostEqual(self.report()["kT"], 2.1563258 * 648 / 647, delta=1e-4)
        self.expect_no_error()

    def sort(self, buckets, count):
        """Head and next after each phase of the paper's sort."""
        return json.loads(self.browser.evaluate(f"""(() => {{
            const buckets = Int32Array.from({json.dumps(buckets)});
            const at = gpubuck._malloc(buckets.byteLength);
            gpubuck.HEAP32.set(buckets, at / 4);
            const told = gpubuck.ccall('tellSort', 'string', ['number', 'number', 'number'],
                                       [at, buckets.length, {count}]);
            gpubuck._free(at);
            return told;
        }})()"""))

    def test_figure_1_texel_by_texel(self):
        self.start("?scenario=equilibrium&paused&explain&log")
        phases = self.sort([0, 2, 3, 2, 0, 1, 3, 3], 4)
        # The paper's figure 1: the last of the points on a texel stays.
        self.assertEqual(phases[0], {"head": [-1] * 4, "next": [-1] * 8})
        self.assertEqual(phases[1]["head"], [4, 5, 3, 7])
        self.assertEqual(phases[-1]["head"], [0, 5, 1, 2])
        self.assertEqual(phases[-1]["next"], [4, 3, 6, -1, -1, -1, 7, -1])
        self.expect_journal("explained: figure1 phase 1 of %d" % len(phases))
        self.browser.click(*self.place("explained/next"))
        self.expect_journal("explained: figure1 phase 2 of %d" % len(phases))
        self.expect_no_error()

    def test_lists_hold_every_element_once(self):
        self.start("?scenario=equilibrium&paused")
        state = 7
        for count, bucket_count in ((1, 1), (1000, 37), (3000, 3000)):
            buckets = []
            for _ in range(count):
                state = state * 1103515245 + 12345 & 0x7FFFFFFF
                buckets.append((state >> 8) % bucket_count)
            phases = self.sort(buckets, bucket_count)
            self.assertEqual(phases, self.sort(buckets, bucket_count), "not the same twice")
            found = [[] for _ in range(bucket_count)]
            for bucket, head in enumerate(phases[-1]["head"][:bucket_count]):
                while head != -1 and len(found[bucket]) <= count:
                    found[bucket].append(head)
                    head = phases[-1]["next"][head]
            wanted = [[] for _ in range(bucket_count)]
            for element, bucket in enumerate(buckets):
                wanted[bucket].append(element)
            self.assertEqual([sorted(each) for each in found], wanted)
        self.expect_no_error()

    def test_a_click_on_a_control_does_what_it_says(self):
        self.start("?scenario=equilibrium&log")
        self.browser.click(*self.place("run/play"))
        self.expect_journal("playing: no")
        step = self.report()["step"]
        self.browser.click(*self.place("run/step"))
        self.browser.wait(f"JSON.parse(gpubuck.ccall('report', 'string', [], [])).step == {step + 1}")
        self.browser.key(" ", "Space", 32, " ")
        self.expect_journal("playing: yes")
        self.expect_no_error()

    def test_the_address_is_that_of_the_fluid(self):
        self.start("?scenario=equilibrium&fluid.kT=1.25&seed=7&paused")
        self.browser.wait("location.search.includes('fluid.kT=1.25')")
        self.browser.wait("location.search.includes('seed=7')")
        self.browser.evaluate("gpubuck.ccall('openScenario', null, ['string'], ['phase-separation-2d'])")
        self.browser.wait("location.search === '?scenario=phase-separation-2d&paused'")
        self.expect_no_error()

    def test_a_faulty_address_is_told_what_is_wrong(self):
        self.browser.open(self.server.address + "?scenario=equilibrium&fluid.kT=hot")
        self.browser.wait("document.getElementById('message').textContent.includes('fluid.kT')")
        self.browser.open(self.server.address + "?scenario=none-such")
        self.browser.wait("document.getElementById('message').textContent.includes('none-such')")

    def test_the_canvas_follows_the_page_and_fingers_turn_and_zoom(self):
        self.start("?scenario=equilibrium&paused&log")
        self.browser.resize(390, 700, 2, True)
        self.browser.wait("document.getElementById('canvas').width === 780")
        self.browser.touch("touchStart", (300, 300))
        self.browser.touch("touchMove", (340, 310))
        self.browser.touch("touchEnd")
        self.browser.wait("gpubuck.FS.readFile('/journal', { encoding: 'utf8' }).includes('view: azimuth')")
        self.browser.touch("touchStart", (250, 300), (300, 300))
        self.browser.touch("touchMove", (220, 300), (330, 300))
        self.browser.touch("touchEnd")
        end = time.monotonic() + 30
        while not any("zoom" in line and "zoom 1.000" not in line for line in self.journal() if line.startswith("view")):
            self.assertLess(time.monotonic(), end, [line for line in self.journal() if line.startswith("view")])
            time.sleep(0.2)
        self.expect_no_error()

    def test_pictures_are_downloads(self):
        self.start("?scenario=equilibrium&paused")
        self.browser.evaluate("""void (window.offered = [], HTMLAnchorElement.prototype.click = function () {
            window.offered.push(this.download); })""")
        self.browser.key("p", "KeyP", 80, "p")
        self.browser.wait("window.offered.includes('equilibrium-0001.png')")
        self.expect_no_error()

    def test_a_lost_context_is_told_and_the_fluid_starts_again(self):
        self.start("?scenario=equilibrium")
        self.browser.evaluate("void document.getElementById('canvas').getContext('webgl2')"
                              ".getExtension('WEBGL_lose_context').loseContext()")
        self.browser.wait("document.getElementById('message').textContent.includes('starts again')")
        self.browser.wait("document.getElementById('message')?.textContent === '' && window.gpubuck?.firstPicture > 0")


if __name__ == "__main__":
    result = unittest.main(verbosity=2, exit=False).result
    failed = len(result.failures) + len(result.errors) + len(result.skipped)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(failed > 0 or result.testsRun == 0)
