"""The module gpubuck.js (src/javascript) in a real browser, compared with plain JavaScript."""

import os
import pathlib
import re
import subprocess
import unittest

from browser import Browser, Server
from errors import check_names
from module_contexts import ContextTests
from module_pairs import PairTests

PAGE = os.environ.get("GPUBUCK_PAGE", os.path.join(os.path.dirname(__file__), "../../build/web/page"))

COMMON = pathlib.Path(__file__).with_name("common.js").read_text(encoding="utf-8")


class ModuleTest(PairTests, ContextTests, unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PAGE)
        cls.browser = Browser((600, 400))
        cls.browser.open(cls.server.address + "page.css")  # this file does not use WebGL
        cls.browser.evaluate("{" + COMMON + "} null")
        cls.browser.evaluate("""import('./gpubuck/gpubuck.js').then(async (module) => {
            window.gpubuck = module;
            window.engine = await module.createEngine();
        })""")

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.close()

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])

    def value(self, body):
        """Returns the result of the body of an asynchronous function."""
        return self.browser.evaluate(f"(async () => {{ {body} }})()")

    def test_lists_hold_every_element_once(self):
        # 70,000 elements have ids of more than two bytes.
        for count, buckets in ((0, 1), (1, 1), (1, 5), (1000, 37), (70_000, 66_000), (70_000, 3), (300, 2)):
            for algorithm in ("auto", "bitonic") if count == 70_000 else ("auto", "bucket", "bitonic"):
                wrong = self.value(f"""
                    const next = random({count + buckets});
                    const bucketOf = Uint32Array.from({{ length: {count} }}, () => Math.floor(next() * {buckets}));
                    const kept = bucketOf.slice();
                    const lists = engine.sortIntoLists(bucketOf, {buckets}, {{ algorithm: '{algorithm}' }});
                    if (String(kept) !== String(bucketOf)) return 'the argument has changed';
                    if (!(lists.head instanceof Int32Array) || lists.head.length !== {buckets}) return 'head';
                    if (!(lists.next instanceof Int32Array) || lists.next.length !== {count}) return 'next';
                    const seen = new Uint8Array({count});
                    let met = 0;
                    for (let bucket = 0; bucket < {buckets}; ++bucket) {{
                        for (let i = lists.head[bucket]; i !== -1; i = lists.next[i]) {{
                            if (seen[i]++) return `element ${{i}} twice`;
                            if (bucketOf[i] !== bucket) return `element ${{i}} in bucket ${{bucket}}`;
                            ++met;
                        }}
                    }}
                    return met === {count} ? '' : `${{met}} met`;""")
                self.assertEqual(wrong, "", (count, buckets, algorithm))

    def test_trace_shows_figure_1_of_the_paper(self):
        found = self.value("""
            const bucketOf = [0, 2, 3, 2, 0, 1, 3, 3];
            const all = engine.traceSort(bucketOf, 4, { movedTo: [0, 2, 3, 2, 0, 1, 0, 3] });
            return [all.filter(({ name }) => name === 'scattered').map(({ points }) => points),
                    all.filter(({ name }) => name === 'linked').map(({ head }) => String(head)),
                    all.at(-1).placed.every(Boolean), all.filter(({ isResort }) => isResort).map(({ name }) => name),
                    failure(() => engine.traceSort(bucketOf, 4, { movedTo: [1] }))];""")
        self.assertEqual(found[:4], [[8, 4, 1, 0, 1, 0], ["4,5,3,7", "0,5,1,6", "0,5,1,2", "6,5,1,2"], True,
                                     ["unlinked", "relinked", "scattered", "linked", "scattered"]])
        check_names(found[4], "InputError", "movedTo", 1, 8)

    def test_sort_is_listing_1_with_every_threshold(self):
        found = self.value("""
            // Listing 1 of the paper with sub-buffers (section 2.1), in order of the elements.
            const listing = (bucketOf, buckets, parts, threshold) => {
                const count = bucketOf.length, head = Array(buckets).fill(-1), next = Array(count).fill(-1);
                const visited = Array(count).fill(false), points = [];
                const firstOf = (part) => Math.floor(part * count / parts);
                let active = [0], joined = 1;
                while (active.length > 0) {
                    const drawn = active.map((part) => {
                        let sum = 0;
                        for (let i = firstOf(part); i < firstOf(part + 1); ++i) {
                            if (!visited[i]) { head[bucketOf[i]] = i; ++sum; }
                        }
                        return sum;
                    });
                    points.push(drawn.reduce((sum, each) => sum + each));
                    for (let i = 0; i < count; ++i) {
                        if (visited[i]) continue;
                        if (head[bucketOf[i]] === i) visited[i] = true;
                        else next[i] = head[bucketOf[i]];
                    }
                    const last = active.includes(joined - 1) ? drawn.at(-1) : 0;
                    const size = firstOf(joined) - firstOf(joined - 1);
                    active = active.filter((_, k) => drawn[k] > 0);
                    if (joined < parts && last <= threshold * size) active.push(joined++);
                }
                return { points, head, next };
            };
            const wrong = [];
            for (let seed = 1; seed <= 12; ++seed) {
                const next = random(seed), buckets = 1 + seed;
                const bucketOf = Array.from({ length: 40 }, () => Math.floor(next() * buckets));
                const subBuffers = [1, 2, 5, 40][seed % 4], threshold = [0, 0.25, 1][seed % 3];
                const expected = listing(bucketOf, buckets, subBuffers, threshold);
                const phases = engine.traceSort(bucketOf, buckets, { subBuffers, threshold });
                const points = phases.filter(({ name }) => name === 'scattered').map((phase) => phase.points);
                const last = phases.at(-1);
                for (const [name, one, other] of [['points', expected.points, points],
                         ['head', expected.head, last.head], ['next', expected.next, last.next]]) {
                    if (String(one) !== String(Array.from(other))) wrong.push(`${seed}: ${name} ${one} | ${other}`);
                }
            }
            return wrong;""")
        self.assertEqual(found, [])

    def test_second_sort_of_a_size_makes_nothing_anew(self):
        found = self.value("""
            const made = {};
            for (const name of ['createTexture', 'createFramebuffer', 'createBuffer', 'createProgram', 'createQuery']) {
                engine.gl[name] = (...given) => {
                    made[name] = (made[name] ?? 0) + 1;
                    return WebGL2RenderingContext.prototype[name].apply(engine.gl, given);
                };
            }
            const counts = [];
            const bucketOf = (seed) => {
                const next = random(seed);
                return Uint32Array.from({ length: 300 }, () => Math.floor(next() * 70));
            };
            for (const seed of [1, 2]) {
                engine.sortIntoLists(bucketOf(seed), 70, { algorithm: 'bucket' });
                engine.sortIntoRanges(bucketOf(seed), 70);
                counts.push({ ...made });
            }
            for (const name of Object.keys(made)) delete engine.gl[name];
            return counts;""")
        self.assertGreater(found[0]["createTexture"], 20)
        self.assertEqual(found[1], found[0])

    def test_ranges_equal_a_stable_sort(self):
        for count, buckets in ((0, 4), (1, 1), (1000, 37), (70_000, 500)):
            wrong = self.value(f"""
                const next = random({count});
                const bucketOf = Array.from({{ length: {count} }}, () => Math.floor(next() * {buckets}));
                const {{ order, start }} = engine.sortIntoRanges(bucketOf, {buckets});
                const wanted = Array.from({{ length: {count} }}, (_, i) => i);
                wanted.sort((a, b) => bucketOf[a] - bucketOf[b] || a - b);
                if (String(wanted) !== String(Array.from(order))) return 'order';
                const starts = new Array({buckets} + 1).fill(0);
                for (const bucket of bucketOf) ++starts[bucket + 1];
                for (let b = 0; b < {buckets}; ++b) starts[b + 1] += starts[b];
                return String(starts) === String(Array.from(start)) ? '' : 'start';""")
            self.assertEqual(wrong, "", (count, buckets))

    def test_fluid_keeps_momentum_and_temperature(self):
        result = self.value("""
            const fluid = engine.createFluid({ box: { size: [6, 6, 6] }, 'fluid.kT': 2 }, { set: { 'fluid.kT': 1 } });
            const start = fluid.measure();
            fluid.step(200);
            const { positions, velocities, species } = fluid.particles();
            const sum = [0, 0, 0];
            velocities.forEach((v, k) => { sum[k % 3] += v; });
            const end = fluid.measure();
            const result = { count: fluid.count, step: fluid.stepNumber, time: fluid.time, box: fluid.box,
                           species: fluid.species, start, end, sum, lengths: [positions.length, species.length],
                           inside: positions.every((x) => x >= 0 && x < 6), scenario: fluid.scenario };
            const structure = fluid.structureFactor();
            for (const name of ['k', 'total']) structure[name] = Array.from(structure[name]);
            structure.species = structure.species.map((each) => Array.from(each));
            const surfaces = fluid.surfaceOrder();
            const profile = Object.entries(fluid.stressProfile()).map(([name, all]) => [name, Array.from(all)]);
            fluid.dispose();
            fluid.dispose();
            return { ...result, structure, surfaces, profile: Object.fromEntries(profile),
                     after: failure(() => fluid.step()) };""")
        self.assertEqual((result["count"], result["step"], result["lengths"]), (648, 200, [1944, 648]))
        self.assertEqual(result["box"], {"size": [6, 6, 6], "periodic": [True, True, True]})
        self.assertEqual(result["species"], [{"name": "particle", "mass": 1}])
        self.assertAlmostEqual(result["time"], result["end"]["time"])
        structure = result["structure"]
        self.assertEqual(len(structure["k"]), 7)  # since there are 16 cells along a side
        self.assertEqual(len(structure["species"]), 1)
        for total, own in zip(structure["total"], structure["species"][0]):
            self.assertAlmostEqual(total, own, delta=1e-4)
        self.assertLess(structure["total"][0], 0.3)  # the fluid resists compression
        self.assertEqual(len(result["surfaces"]), 1)
        self.assertEqual(len(result["surfaces"][0]["mu"]), 3)
        normal, tangential = (result["profile"][name] for name in ("normal", "tangential"))
        self.assertEqual(len(normal), 24)
        self.assertAlmostEqual((sum(normal) - sum(tangential)) * 0.25 / 2, result["end"]["surfaceTension"], delta=1e-3)
        self.assertTrue(result["inside"])
        self.assertIn("kT = 1\n", result["scenario"])
        # The temperature falls to 1 from the value that random places cause. The tolerance is wide, since the noise
        # differs between devices and there are only 648 particles.
        self.assertAlmostEqual(result["end"]["temperature"], 1.06, delta=0.12)
        for total, measured in zip(result["sum"], result["end"]["momentum"]):
            self.assertAlmostEqual(total / 648, 0.0, delta=1e-5)
            self.assertAlmostEqual(measured / 648, 0.0, delta=1e-6)
        check_names(result["after"], "InputError", "fluid", "disposed")

    def test_steps_match_the_program(self):
        # Philox makes integers, which are the same on every device. The maps of karpinski are chaotic, so that a single
        # rounding changes the noise from the second step on.
        start, end = self.value("""
            const text = await (await fetch('./gpubuck/scenarios/equilibrium.toml')).text();
            const fluid = engine.createFluid(text, { set: { 'box.size': [6, 6, 6], 'noise.kind': 'philox' } });
            const start = fluid.measure().temperature;
            fluid.step(20);
            const result = [start, fluid.measure().temperature];
            fluid.dispose();
            return result;""")
        # These are the rows of the steps 0 and 20 of `gpubuck run equilibrium --engine paper --set 'box.size=[6,6,6]'
        # --set 'noise.kind="philox"' --steps 20 --observe-every 20`.
        self.assertAlmostEqual(start, 1.031029, delta=1e-6)
        self.assertAlmostEqual(end, 2.159659, delta=1e-4)

    def test_fluid_starts_with_given_particles(self):
        result = self.value("""
            const text = await (await fetch('./gpubuck/scenarios/equilibrium.toml')).text();
            const positions = new Float32Array(3 * 192);
            for (let i = 0; i < 192; ++i) positions.set([i % 4, Math.floor(i / 4) % 4, Math.floor(i / 16) / 3], 3 * i);
            const start = { positions, velocities: new Float32Array(3 * 192), species: new Uint8Array(192) };
            const fluid = engine.createFluid(text, { set: { 'box.size': [4, 4, 4] }, start });
            const same = String(fluid.particles().positions) === String(positions);
            const atRest = fluid.measure().temperature < 0.05;
            fluid.set({ 'fluid.kT': 1.5, 'fluid.gravity': [0, 0, 1] });
            fluid.step(5);
            const moved = fluid.particles().positions.some((x, k) => x !== positions[k]);
            const result = [same, atRest, moved, fluid.scenario.includes('kT = 1.5')];
            fluid.dispose();
            return result;""")
        self.assertEqual(result, [True, True, True, True])

    def test_minified_errors_keep_their_names(self):
        result = self.value("""
            const source = await (await fetch('./gpubuck/errors.js')).text();
            // As a minifier renames classes.
            const short = { GpubuckError: 'a', InputError: 'b', RunError: 'c' };
            const minified = source.replace(/(?<!')\\b(GpubuckError|InputError|RunError)\\b(?!')/g,
                                            (name) => short[name]);
            const { a, b, c } = await import(URL.createObjectURL(new Blob([minified], { type: 'text/javascript' })));
            const errors = [new a('x'), new b('x'), new c('x')];
            return [a.name, ...errors.map((error) => `${error}`), ...errors.map((error) => error instanceof a)];""")
        self.assertEqual(result, ["a", "GpubuckError: x", "InputError: x", "RunError: x", True, True, True])

    def test_two_engines_are_independent(self):
        result = self.value("""
            const other = await gpubuck.createEngine({ canvas: new OffscreenCanvas(8, 8) });
            const small = { 'box.size': [4, 4, 4] };
            const [a, b] = [engine, other].map((each) => each.createFluid(small));
            for (let k = 0; k < 10; ++k) {
                a.step();
                b.step();
            }
            const same = String(a.particles().positions) === String(b.particles().positions);
            other.dispose();
            const gone = failure(() => b.step());
            a.step();
            const result = [same, gone, a.stepNumber, other.gl.isContextLost()];
            a.dispose();
            return result;""")
        self.assertEqual([result[0], *result[2:]], [True, 11, True])
        check_names(result[1], "InputError", "fluid", "disposed")

    def test_bad_arguments_are_refused(self):
        cases = {
            "engine.sortIntoLists([0, 5], 5)": ("element 1", "bucket 5", "0..4"),
            "engine.sortIntoLists([0, -1], 5)": ("element 1", "bucket -1", "0..4"),
            "engine.sortIntoLists([0.5], 5)": ("element 0", "bucket 0.5", "0..4"),
            "engine.sortIntoLists([0], 0)": ("buckets", 0, "1..16777215"),
            "engine.sortIntoLists([0], NaN)": ("buckets", "NaN", "whole"),
            "engine.sortIntoLists(BigUint64Array.of(0n), 1)": ("bucketOf", "BigInt"),
            "engine.sortIntoLists([0], 1.5)": ("buckets", 1.5, "whole"),
            "engine.sortIntoLists('text', 2)": ("bucketOf", "text", "array"),
            "engine.sortIntoLists([0], 1, { algorithm: 'quick' })": ("algorithm", "quick"),
            "engine.sortIntoLists([0], 1, { algorithms: 'auto' })": ("options", "algorithms"),
            "engine.sortIntoRanges([0], 1, { algorithm: 'bucket' })": ("sort algorithm", "ranges"),
            "engine.sortIntoLists([0], 1, { algorithm: 'atomic' })": (),
            "engine.findPairs([0, 0], 1)": ("points", 2, 3),
            "engine.findPairs([0, NaN, 0], 1)": ("point 0", "y", "nan"),
            "engine.findPairs([0, '1', 0], 1)": ("points[1]", '"1"'),
            "engine.findPairs([0, 0, 0], -1)": ("search radius", -1),
            "engine.findPairs([0, 0, 0], '1')": ("radius", '"1"'),
            "engine.findPairs([0, 0, 0], 1, { periodic: true })": ("box", "missing", "periodic"),
            "engine.findPairs([0, 0, 0], 3, { box: [4, 0, 4], periodic: true })": ("cell", "side 1"),
            "engine.findPairs([0, 0, 0], 1, { cell: [4, 4, 4] })": ("cell", 3, 9),
            "engine.findPairs([0, 0, 0], 1, { box: [4, 4, 4], cell: [4, 4, 4] })": ("options", "box", "cell"),
            "engine.findPairs([0, 0, 0], 1, { full: true })": ("options", "full"),
            "engine.findPairTable([0, 0, 0], 1, { full: 1 })": ("full", 1, "boolean"),
            "engine.findPairTable([0, 0, 0], 1, { search: 'cells28' })": ("search", "cells28"),
            "engine.findPairs([0, 0], 1, { box: [4] })": ("box", 1, 2, 3),
            "engine.findPairs([0, 0], 1, { box: [4, 4], periodic: [true] })": ("periodic", 1, 2),
            "engine.createFluid('x = ')": ("scenario:1",),
            "engine.createFluid({ 'fluid.heat': 1 })": ("scenario:1", "fluid.heat"),
            "engine.createFluid(7)": ("scenario", 7, "text", "object"),
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { set: { 'fluid.kT': 'hot' } })": ("fluid.kT", "hot"),
            "engine.createFluid({}, { set: ['fluid.kT=1'] })": ("values",),
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: { positions: [0, 0, 0], species: [0] } })":
                ("start particles", 1),
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: { positions: [0, 0, 0], species: [] } })":
                ("start particles", "1 positions", "0 velocities", "0 species"),
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: null })": ("start", "null", "object"),
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: 7 })": ("start", 7, "object"),
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: { place: [] } })": ("start", "place"),
            "engine.createFluid(cyclic({}))": ("self", 16),
            "engine.createFluid({}, { set: { 'box.size': cyclic([]) } })": ("box.size", 16),
            "engine.findPairs(cyclic({}), 1)": ("points", "object"),
            "engine.sortIntoLists(detached(Uint32Array), 1)": ("bucketOf", "detached"),
            "engine.sortIntoRanges(detached(Float32Array), 1)": ("bucketOf", "detached"),
            "engine.findPairs(detached(Float32Array), 1)": ("points", "detached"),
            "engine.findPairs([0, 0, 0], 1, { box: detached(Float32Array) })": ("box", "detached"),
            "engine.createFluid({ 'box.size': detached(Float32Array) })": ("box.size", "detached"),
            "engine.createFluid({ 'box.size': [4, 4, 4] }, "
            "{ start: { positions: detached(Float32Array), species: [0] } })": ("start positions", "detached"),
            "new gpubuck.Engine()": ("Engine", "createEngine()"),
            "new gpubuck.Fluid()": ("Fluid", "createFluid()"),
        }
        for call, facts in cases.items():
            with self.subTest(call):
                result = self.value(f"return failure(() => {call});")
                self.assertNotEqual(result, "none")
                check_names(result, *(("InputError", *facts) if facts else ()))
        result = self.value("""
            const fluid = engine.createFluid({ 'box.size': [4, 4, 4] });
            const result = [failure(() => fluid.step(-1)), failure(() => fluid.step(0.5)),
                          failure(() => fluid.set({ 'box.size': [5, 5, 5] }))];
            fluid.dispose();
            return result;""")
        check_names(result[0], "InputError", "steps", -1, 0)
        check_names(result[1], "InputError", "steps", 0.5, "whole")
        check_names(result[2], "InputError", "box.size")
        for options, facts in (("{ gl: {} }", ("gl", "WebGL 2")), ("{ canvas: {} }", ("canvas",)),
                               ("{ size: 3 }", ("options", "size"))):
            result = self.value(f"try {{ await gpubuck.createEngine({options}); }} "
                              "catch (error) { return `${error.name}: ${error.message}`; }")
            check_names(result, "InputError", *facts)

    def test_calls_in_a_worker_are_promises(self):
        found = self.value("""
            const async = await import('./gpubuck/async.js');
            const later = await async.createAsyncEngine();
            const namesOf = (object, ...without) =>
                Object.getOwnPropertyNames(object).filter((name) => !['constructor', ...without].includes(name)).sort();
            const same = async (promise, value) => JSON.stringify(await promise) === JSON.stringify(value);
            const fluids = [later, engine].map((each) => each.createFluid({ 'box.size': [4, 4, 4] }));
            const [fluid, other] = [await fluids[0], fluids[1]];
            void fluid.step(3); // later calls wait for it
            other.step(3);
            const points = new Float32Array([0, 0, 0, 0.5, 0, 0]);
            const result = {
              calls: [namesOf(gpubuck.Engine.prototype).join() === namesOf(later, 'description').join(),
                      namesOf(gpubuck.Fluid.prototype, 'positionTexture').join() === namesOf(fluid).join()],
              results: [await same(later.sortIntoRanges([2, 0, 1, 0], 3), engine.sortIntoRanges([2, 0, 1, 0], 3)),
                        await same(later.findPairs(points, 1), new Uint32Array([0, 1])), points.length,
                        await same(later.traceSort([0, 0], 1), engine.traceSort([0, 0], 1)),
                        await same(fluid.particles(), other.particles()), await fluid.stepNumber,
                        (await later.description) === engine.description],
              errors: [],
            };
            const fails = (promise) =>
                promise.then(() => 'none', (error) => `${error instanceof async.InputError} ${error}`);
            result.errors.push((await fails(fluid.set({ 'fluid.kT': -1 }))) ===
                               `true ${failure(() => other.set({ 'fluid.kT': -1 }))}`);
            result.errors.push(await fails(later.findPairs(() => 0, 1)));
            other.dispose();
            await fluid.dispose();
            result.errors.push(await fails(fluid.step()));
            const waiting = fails(later.findPairs(points, 1));
            later.dispose();
            result.errors.push(await waiting, await fails(later.findPairs(points, 1)));
            result.errors.push(await fails(async.createAsyncEngine({ gl: null })),
                               await fails(async.createAsyncEngine({ wasm: 'missing.wasm' })));
            return result;""")
        self.assertEqual(found["calls"], [True, True])
        self.assertEqual(found["results"], [True, True, 6, True, True, 3, True])
        self.assertEqual(found["errors"][0], True)
        for error, facts in zip(found["errors"][1:], (("findPairs", "argument"), ("fluid", "disposed"),
                                                      ("engine", "disposed"), ("engine", "disposed"),
                                                      ("options", "gl", "wasm"))):
            check_names(error, "true", "InputError", *facts)
        check_names(found["errors"][6], "false", "RunError", "core.wasm")
        self.browser.errors.clear()  # the browser reports the missing file itself


class NodeTest(unittest.TestCase):
    def test_engine_outside_a_browser_is_refused(self):
        module = pathlib.Path(PAGE, "gpubuck", "gpubuck.js").resolve().as_uri()
        ended = subprocess.run(["node", "--input-type=module", "--eval", f"""
            import {{ GpubuckError, createEngine }} from '{module}';
            await createEngine().catch((error) => console.log(error instanceof GpubuckError, String(error)));"""],
            capture_output=True, text=True, timeout=120)
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        check_names(ended.stdout, "true", "RunError", "WebGL 2", "browsers")

    def test_readme_names_all_modules_of_the_worker(self):
        package = pathlib.Path(PAGE, "gpubuck")
        needed, waiting = set(), ["async_worker.js"]
        while waiting:
            needed.add(name := waiting.pop())
            text = package.joinpath(name).read_text(encoding="utf-8")
            waiting += set(re.findall(r"^import [^;]*'\./([\w.]+)'", text, re.MULTILINE)) - needed
        readme = package.joinpath("README.md").read_text(encoding="utf-8")
        named = re.search(r"cp node_modules/gpubuck/\{([\w,]+)\}\.js dist/", readme)[1]
        self.assertEqual({f"{name}.js" for name in named.split(",")}, needed)


if __name__ == "__main__":
    unittest.main(verbosity=2)
