"""The page of tools/web in a real browser. The folder of the page comes as GPUBUCK_PAGE."""

import json
import os
import struct
import sys
import tempfile
import time
import unittest
import zlib

from browser import Browser, Server
from module_test import ExampleTest, ModuleTest  # noqa: F401, their tests are run, too

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


REFERENCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "references")
BLOCK = 20


def means(png):
    """The mean colour of each block of a picture, as rows of three bytes per block."""
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
    """Rows of three bytes per pixel as a PNG."""
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
        self.assertEqual(sizes, [320] * 9)
        links = self.browser.evaluate("[...document.querySelectorAll('.gallery a')].map((a) => a.search)")
        self.assertEqual(len(set(links)), 9)
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

    def take_downloads(self):
        """From now on downloads are kept by their names."""
        self.browser.evaluate("""void (window.offered = {}, HTMLAnchorElement.prototype.click = function () {
            window.offered[this.download] = this.href; })""")

    def download(self, ending):
        """The name of the download that ends so, once it is there."""
        self.browser.wait(f"Object.keys(offered).some((name) => name.endsWith('{ending}'))")
        return self.browser.evaluate(f"Object.keys(offered).find((name) => name.endsWith('{ending}'))")

    def test_pictures_are_downloads(self):
        self.start("?scenario=equilibrium&paused")
        self.take_downloads()
        self.browser.key("p", "KeyP", 80, "p")
        self.assertEqual(self.download(".png"), "equilibrium-0001.png")
        self.expect_no_error()

    def test_a_saved_scenario_is_a_download_that_can_be_opened(self):
        self.start("?scenario=equilibrium&fluid.kT=1.375&box.size=[5,5,5]&paused")
        self.take_downloads()
        self.browser.evaluate("void addEventListener('keydown', (event) => { window.toBrowser = !event.defaultPrevented; })")
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key="Control", code="ControlLeft", windowsVirtualKeyCode=17,
                          modifiers=2)
        self.browser.key("s", "KeyS", 83, modifiers=2)
        self.assertFalse(self.browser.evaluate("toBrowser"), "the browser would save the page")
        name = self.download(".toml")
        text = self.browser.evaluate(f"fetch(offered['{name}']).then((file) => file.text())")
        self.assertIn("kT = 1.375", text)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            self.browser.open(self.server.address)
            self.browser.choose("#file", path)
            self.browser.wait("window.gpubuck?.firstPicture > 0")
            self.assertEqual(self.report()["particles"], 375)
            self.expect_no_error()
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace("kT = 1.375", "kT = -1"))
            self.browser.open(self.server.address)
            self.browser.choose("#file", path)
            self.browser.wait("document.getElementById('message').textContent.includes('kT')")
            self.assertRegex(self.browser.evaluate("document.getElementById('message').textContent"), r"mine\.toml:\d+: fluid\.kT")

    def test_films_are_downloads_that_play(self):
        self.start("?scenario=equilibrium&box.size=[4,4,4]&log")
        self.take_downloads()
        self.browser.key("v", "KeyV", 86, "v")
        self.expect_journal("film: recording")
        steps = self.report()["step"]
        self.browser.wait(f"JSON.parse(gpubuck.ccall('report', 'string', [], [])).step > {steps + 20}")
        self.browser.key("v", "KeyV", 86, "v")
        self.browser.wait("Object.keys(offered).some((name) => /\\.(mp4|webm)$/.test(name))")
        told = self.browser.evaluate("""new Promise((resolve) => {
            const film = document.createElement('video');
            film.onerror = () => resolve(`${Object.keys(offered)}: ${film.error.message}`);
            film.onloadeddata = () => resolve(film.videoWidth > 100 && film.videoHeight > 100);
            film.src = Object.entries(offered).find(([name]) => /\\.(mp4|webm)$/.test(name))[1];
        })""")
        self.assertEqual(told, True)
        self.expect_no_error()

    def expect_picture(self, name):
        """That the page looks as tests/web/references/NAME.png, which has a pixel for each block of the page.

        Another Chromium smooths type and edges otherwise, which changes the mean of a block by a few levels of 255. A
        widget that is missing or has moved changes each of its blocks by 30 or more.
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

    def test_pictures_are_those_of_before(self):
        self.browser.open(self.server.address)
        self.browser.wait("[...document.images].every((image) => image.complete)")
        self.expect_picture("start")
        self.browser.resize(400, 700, 1, True)  # as a phone: no panels
        self.start("?scenario=rayleigh-taylor-16k&paused")
        time.sleep(1)
        self.expect_picture("phone")

    def test_an_unsupported_browser_is_told_what_it_lacks(self):
        for lack, words in (
            ("HTMLCanvasElement.prototype.getContext = () => null", "This browser lacks WebGL 2, which"),
            ("WebGL2RenderingContext.prototype.getExtension = () => null", "(EXT_color_buffer_float), which"),
            ("delete WebAssembly.Tag", "This browser lacks WebAssembly with exceptions, which"),
        ):
            script = self.browser.call("Page.addScriptToEvaluateOnNewDocument", source=lack)["identifier"]
            self.browser.open(self.server.address + "?scenario=equilibrium")
            self.browser.wait("document.getElementById('message').textContent !== ''")
            self.assertIn(words, self.browser.evaluate("document.getElementById('message').textContent"))
            self.browser.open(self.server.address + "gpubuck/package.json")
            told = self.browser.evaluate("import('./gpubuck.js').then((module) => module.createEngine()).then(() => 'none', "
                                         "(error) => `${error.name}: ${error.message}`)")
            self.assertRegex(told, "^RunError: WebGL 2: |^RunError: WebAssembly: ")
            self.browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)

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
