"""Tests in a real browser of three users of the module: the element <gpubuck-fluid>, the page of the paper and the
example page."""

import json
import re
import time
import unittest

from browser import Browser, Server
from module_test import COMMON, PAGE


class ElementTest(unittest.TestCase):
    """Three elements on a plain page."""

    def setUp(self):
        server = Server(PAGE)
        self.address = server.address + "elements.html"
        self.addCleanup(server.close)
        self.browser = Browser((800, 600))
        self.addCleanup(self.browser.close)

    def steps(self, name):
        return self.browser.evaluate(f"{name}.fluid?.stepNumber ?? -1")

    def test_elements_follow_their_attributes_and_rest_out_of_sight(self):
        self.browser.open(self.address)
        self.browser.wait("backdrop.fluid?.stepNumber > 0 && dam.fluid?.stepNumber > 0")
        self.assertEqual(self.steps("drops"), -1)  # below the window, and not loaded
        # An element rests if it is more than 100 pixels away from the window.
        self.browser.evaluate("dam.parentElement.style.marginBottom = '100vh', drops.scrollIntoView()")
        self.browser.wait("drops.fluid?.stepNumber > 0")
        end, before = time.monotonic() + 60, -1
        while (now := self.steps("dam")) != before:  # it still makes the steps that have begun
            self.assertLess(time.monotonic(), end, "the element does not rest")
            before = now
            time.sleep(1.0)

        self.browser.evaluate("drops.setAttribute('fluid.kt', '1.25')")  # attributes may change while the fluid runs
        self.browser.wait("/^kT = 1.25$/m.test(drops.fluid.scenario) && drops.fluid.stepNumber > 0")
        self.browser.evaluate("drops.setAttribute('seed', '9'), drops.paused = true")  # begins again
        self.browser.wait("drops.fluid && /^seed = 9$/m.test(drops.fluid.scenario)")
        self.assertEqual(self.steps("drops"), 0)
        self.assertEqual(self.browser.evaluate("drops.shadowRoot.getElementById('pause').textContent"), "Play")
        self.browser.evaluate("void drops.shadowRoot.getElementById('pause').click()")
        self.browser.wait("drops.fluid?.stepNumber > 0")
        drawn = self.browser.evaluate("""new Promise((resolve) => {
            const copy = Object.assign(document.createElement('canvas'), { width: 64, height: 40 }).getContext('2d');
            drops.addEventListener('ready', () => {
                copy.drawImage(drops.shadowRoot.querySelector('canvas'), 0, 0, 64, 40);
                const { data } = copy.getImageData(0, 0, 64, 40);
                resolve(new Set(new Uint32Array(data.buffer)).size);
            });
            drops.restart();
        })""")
        self.assertGreater(drawn, 50)

        self.browser.evaluate("drops.addEventListener('error', (event) => { window.why = event.detail.message; })")
        self.browser.evaluate("drops.setAttribute('fluid.kt', '-1')")
        self.browser.wait("window.why === 'fluid.kT=-1: fluid.kT: -1 is below 0'")
        self.assertEqual(self.browser.evaluate("[drops.fluid, drops.shadowRoot.querySelector('p').textContent === why,"
                                               " drops.shadowRoot.querySelector('img').hidden]"), [None, True, False])
        # With a valid value the fluid runs again.
        self.browser.evaluate("drops.paused = false, drops.setAttribute('fluid.kt', '1')")
        self.browser.wait("drops.fluid?.stepNumber > 0 && drops.shadowRoot.querySelector('p').hidden")
        lost = self.browser.evaluate("""(() => {
            const element = dam;
            const gl = element.shadowRoot.querySelector('canvas').getContext('webgl2');
            element.remove();
            return [gl.isContextLost(), element.fluid];
        })()""")
        self.assertEqual(lost, [True, None])
        self.assertEqual(self.browser.errors, [])

    def test_poster_is_shown_without_webgl_2_and_motion_can_be_reduced(self):
        with self.browser.preloaded("HTMLCanvasElement.prototype.getContext = () => null"):
            self.browser.open(self.address)
            self.browser.wait("dam.shadowRoot.querySelector('p').textContent.startsWith('WebGL 2')")
            self.assertEqual(self.browser.evaluate("""(async () => {
                const poster = dam.shadowRoot.querySelector('img');
                await poster.decode();
                return [poster.naturalWidth, poster.hidden, new URL(poster.src).pathname];
            })()"""), [432, False, "/gpubuck/pictures/dam-break.jpg"])
        with self.browser.preloaded("window.matchMedia = () => ({ matches: true })"):
            self.browser.open(self.address)
            self.browser.wait("dam.fluid")
            time.sleep(0.3)
            self.assertEqual([self.steps("dam"), self.browser.evaluate("dam.paused")], [0, True])
        self.assertEqual(self.browser.errors, [])


class PaperTest(unittest.TestCase):
    def test_figures_run_when_they_are_seen_and_answer_to_keys(self):
        server = Server(PAGE)
        self.addCleanup(server.close)
        browser = Browser((700, 800))
        self.addCleanup(browser.close)
        browser.open(server.address + "paper.html")

        def text(name):
            return browser.evaluate(f"document.getElementById('{name}').textContent")

        def see(name):
            browser.evaluate(f"document.getElementById('{name}').scrollIntoView({{ block: 'center' }})")
            browser.wait(f"document.getElementById('{name}').dataset.runs")

        def turn(name, value):
            browser.evaluate(f"document.getElementById('{name}').value = {value}, "
                             f"document.getElementById('{name}').dispatchEvent(new Event('input'))")

        see("figure-ids")
        turn("id", 66051)
        self.assertEqual(text("bytes"), "red 3, green 2, blue 1: 3 + 256 · 2 + 65536 · 1 = 66051")
        turn("id", 16777215)
        self.assertIn("from 0 to 16777214", text("bytes"))
        self.assertFalse(browser.evaluate("document.getElementById('figure-table').dataset.runs"))

        see("figure-sort")
        self.assertIn("Phase 1 of 8.", text("sort-shown"))
        browser.evaluate("document.getElementById('sort-all').focus()")
        browser.evaluate("void document.getElementById('sort-all').click()")
        self.assertEqual(browser.evaluate("[document.activeElement.id, "
                                          "document.activeElement.getAttribute('aria-disabled')]"),
                         ["sort-all", "true"])  # the button does nothing now, but keeps the focus
        self.assertIn("List of bucket 3: 2 → 6 → 7", text("lists"))
        browser.evaluate("document.querySelectorAll('.element')[6].focus()")  # the last element of bucket 3
        browser.press("\ue015")  # arrow down moves the element to bucket 0
        self.assertEqual(browser.evaluate("document.activeElement.getAttribute('aria-label')"), "Element 6, bucket 0")
        self.assertIn("Phase 1 of 8.", text("sort-shown"))

        see("figure-parts")
        turn("parts", 32)
        browser.wait("/draws 5\\d\\d points/.test(document.getElementById('parts-text').textContent)")
        see("figure-resort")
        turn("moved", 0)
        browser.wait("/0 moved elements draws 0\\./.test(document.getElementById('resort-text').textContent)")

        see("figure-octants")
        narrow = re.fullmatch(r"The search visits 9 cells, .* finds (\d+) neighbours\.", text("octants-text"))[1]
        browser.evaluate("void document.querySelector('input[value=\"octant=2\"]').click()")
        self.assertRegex(text("octants-text"), f"visits 4 cells, .* finds {narrow} neighbours")

        see("figure-force")
        self.assertRegex(text("force-text"), r"from the left: 12\.25; a\(1 − r\) is 12\.25\. Sum of both forces: 0\.00")
        browser.evaluate("document.getElementById('pair').focus()")
        browser.press("\ue014")  # arrow right
        browser.wait("!document.getElementById('force-text').textContent.includes('12.25')")
        force, wanted = re.findall(r"(?:the left:|is) ([\d.]+\d)", text("force-text"))
        self.assertAlmostEqual(float(force), float(wanted), delta=0.02)

        see("figure-map")
        self.assertRegex(text("map-text"), r"repeats itself every \d+ steps|No value occurs twice")
        see("figure-table")
        self.assertEqual(browser.evaluate("document.querySelectorAll('.failed').length"), 0)
        self.assertEqual(browser.errors, [])


    def test_touch_moves_what_figures_drag_and_scrolls_elsewhere(self):
        server = Server(PAGE)
        self.addCleanup(server.close)
        browser = Browser((390, 700))
        self.addCleanup(browser.close)
        browser.open(server.address + "paper.html")

        def middle(selector):
            """Scrolls an element into the middle of the page, and returns the middle of the element."""
            return browser.evaluate(f"""(() => {{
                const element = document.querySelector('{selector}');
                element.scrollIntoView({{ block: 'center' }});
                const {{ left, top, width, height }} = element.getBoundingClientRect();
                return [Math.round(left + width / 2), Math.round(top + height / 2)];
            }})()""")

        def see(name):
            middle(f"#{name}")
            browser.wait(f"document.getElementById('{name}').dataset.runs")

        def drag(selector, by):
            """Touches the middle of an element and moves the finger; returns how far the page scrolls."""
            x, y = middle(selector)
            place = f"document.querySelector('{selector}').closest('figure, p').getBoundingClientRect().top"
            before = browser.evaluate(place)
            browser.touch([(x, y), (x + by[0] // 2, y + by[1] // 2), (x + by[0], y + by[1])])
            time.sleep(0.5)  # a scroll would continue in this time
            return round(before - browser.evaluate(place))

        see("figure-sort")
        box = browser.evaluate("""(() => {
            const places = ['.element[aria-label^="Element 5,"]', '.bucket[data-bucket="3"]']
                .map((each) => document.querySelector(each).getBoundingClientRect());
            return [places[1].left - places[0].left, places[1].top - places[0].top].map(Math.round);
        })()""")
        self.assertEqual(drag('.element[aria-label^="Element 5,"]', (box[0], box[1] + 30)), 0)
        label = browser.evaluate("document.querySelector('.element[aria-label^=\"Element 5,\"]').ariaLabel")
        self.assertEqual(label, "Element 5, bucket 3")
        self.assertIsNone(browser.evaluate("document.querySelector('.over')"))

        for figure, canvas, text in (("figure-octants", "plane", "octants-text"),
                                     ("figure-force", "pair", "force-text")):
            see(figure)
            before = browser.evaluate(f"document.getElementById('{text}').textContent")
            self.assertEqual(drag(f"#{canvas}", (40, -60)), 0, canvas)
            browser.wait(f"document.getElementById('{text}').textContent !== {json.dumps(before)}")
        for figure, slider in (("figure-ids", "id-slider"), ("figure-parts", "parts"), ("figure-resort", "moved"),
                               ("figure-force", "heat"), ("figure-map", "start-value")):
            see(figure)
            before = browser.evaluate(f"document.getElementById('{slider}').value")
            self.assertEqual(drag(f"#{slider}", (60, 0)), 0, slider)
            self.assertNotEqual(browser.evaluate(f"document.getElementById('{slider}').value"), before, slider)
        if Browser.kind == "chromium":  # Firefox's driver cannot scroll by touch
            for name in ("#scatter + p", "#texel", "#rounds", "#orbit", "#textures", ".bucket > span", "#moved"):
                self.assertGreater(drag(name, (0, -120)), 60, name)
        self.assertEqual(browser.errors, [])


class ExampleTest(unittest.TestCase):
    def setUp(self):
        server = Server(PAGE)
        self.addCleanup(server.close)
        self.browser = Browser((800, 760))
        self.addCleanup(self.browser.close)
        self.browser.open(server.address + "example.html")
        self.browser.wait("document.getElementById('status').textContent !== 'Loading …'")
        self.browser.evaluate("{" + COMMON + "} null")

    def test_example_page_draws_points_and_pairs(self):
        self.assertRegex(self.browser.evaluate("document.getElementById('status').textContent"), "^Step ")
        self.browser.evaluate("void document.getElementById('running').click()")
        result = self.browser.evaluate("""(async () => {
            const frames = example.frames;
            while (example.frames < frames + 2) await new Promise((resolve) => setTimeout(resolve, 50));
            const { points, pairs, glError } = example;
            const wanted = slowPairs(points, 0.6, 2, [16, 10], [true, true]);
            return { points: points.length / 2, pairs: pairs.length / 2, glError,
                     same: String(wanted) === String(Array.from(pairs)),
                     text: document.getElementById('status').textContent };
        })()""")
        self.assertEqual((result["points"], result["glError"], result["same"]), (480, 0, True))
        self.assertGreater(result["pairs"], 400)
        self.assertRegex(result["text"], f"480 points, {result['pairs']} pairs")
        self.assertEqual(self.browser.errors, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
