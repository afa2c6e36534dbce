"""The module gpubuck.js (src/javascript) in a real browser, compared with plain JavaScript."""

import os
import pathlib
import re
import subprocess
import time
import unittest

from browser import Browser, Server

PAGE = os.environ.get("GPUBUCK_PAGE", os.path.join(os.path.dirname(__file__), "../../build/web/page"))

# Shared by the tests' JavaScript. `state` returns all state of a WebGL context that code can set, by names, except
# STENCIL_REF, which Firefox does not report while an incomplete framebuffer is bound.
COMMON = """
window.random = (seed) => () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
window.failure = (work) => {
  try { work(); } catch (error) { return `${error.name}: ${error.message}`; }
  return 'none';
};
window.cyclic = (value) => { value[Array.isArray(value) ? 0 : 'self'] = value; return value; };
window.detached = (Type) => {
  const values = new Type(3);
  structuredClone(values, { transfer: [values.buffer] });
  return values;
};
window.slowPairs = (points, radius, size, box = [], periodic = []) => {
  const found = [];
  const count = points.length / size;
  for (let i = 0; i < count; ++i) {
    for (let j = i + 1; j < count; ++j) {
      let square = 0;
      for (let axis = 0; axis < size; ++axis) {
        let d = points[size * i + axis] - points[size * j + axis];
        if (periodic[axis]) d -= box[axis] * Math.round(d / box[axis]);
        square += d * d;
      }
      if (square <= radius * radius) found.push(i, j);
    }
  }
  return found;
};
window.state = (gl) => {
  const result = {};
  for (const name of ['CURRENT_PROGRAM', 'VERTEX_ARRAY_BINDING', 'DRAW_FRAMEBUFFER_BINDING', 'READ_FRAMEBUFFER_BINDING',
    'RENDERBUFFER_BINDING', 'ACTIVE_TEXTURE', 'ARRAY_BUFFER_BINDING', 'ELEMENT_ARRAY_BUFFER_BINDING',
    'PIXEL_PACK_BUFFER_BINDING', 'PIXEL_UNPACK_BUFFER_BINDING', 'COPY_READ_BUFFER_BINDING', 'COPY_WRITE_BUFFER_BINDING',
    'UNIFORM_BUFFER_BINDING', 'TRANSFORM_FEEDBACK_BINDING', 'PACK_ALIGNMENT', 'PACK_ROW_LENGTH', 'PACK_SKIP_PIXELS',
    'PACK_SKIP_ROWS', 'UNPACK_ALIGNMENT', 'UNPACK_ROW_LENGTH', 'UNPACK_IMAGE_HEIGHT', 'UNPACK_SKIP_PIXELS',
    'UNPACK_SKIP_ROWS', 'UNPACK_SKIP_IMAGES', 'UNPACK_FLIP_Y_WEBGL', 'UNPACK_PREMULTIPLY_ALPHA_WEBGL',
    'UNPACK_COLORSPACE_CONVERSION_WEBGL', 'SCISSOR_TEST', 'BLEND', 'DEPTH_TEST', 'STENCIL_TEST', 'CULL_FACE', 'DITHER',
    'RASTERIZER_DISCARD', 'POLYGON_OFFSET_FILL', 'SAMPLE_ALPHA_TO_COVERAGE', 'SAMPLE_COVERAGE', 'VIEWPORT',
    'SCISSOR_BOX', 'COLOR_WRITEMASK', 'COLOR_CLEAR_VALUE', 'DEPTH_FUNC', 'DEPTH_WRITEMASK', 'DEPTH_RANGE',
    'DEPTH_CLEAR_VALUE', 'STENCIL_CLEAR_VALUE', 'STENCIL_FUNC', 'STENCIL_VALUE_MASK', 'STENCIL_WRITEMASK', 'FRONT_FACE',
    'CULL_FACE_MODE', 'BLEND_SRC_RGB', 'BLEND_DST_RGB', 'BLEND_EQUATION_RGB', 'BLEND_COLOR', 'LINE_WIDTH',
    'POLYGON_OFFSET_FACTOR']) result[name] = gl.getParameter(gl[name]);
  const active = gl.getParameter(gl.ACTIVE_TEXTURE);
  for (let k = 0; k < gl.getParameter(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS); ++k) {
    gl.activeTexture(gl.TEXTURE0 + k);
    for (const name of ['TEXTURE_BINDING_2D', 'TEXTURE_BINDING_CUBE_MAP', 'TEXTURE_BINDING_3D', 'SAMPLER_BINDING']) {
      result[`${name} ${k}`] = gl.getParameter(gl[name]);
    }
  }
  gl.activeTexture(active);
  for (let k = 0; k < 4; ++k) result[`uniform buffer ${k}`] = gl.getIndexedParameter(gl.UNIFORM_BUFFER_BINDING, k);
  for (let k = 0; k < 4; ++k) {
    result[`attribute ${k} on`] = gl.getVertexAttrib(k, gl.VERTEX_ATTRIB_ARRAY_ENABLED);
    result[`attribute ${k} of`] = gl.getVertexAttrib(k, gl.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING);
    result[`attribute ${k} is`] = gl.getVertexAttrib(k, gl.CURRENT_VERTEX_ATTRIB);
  }
  return result;
};
window.differences = (before, after) => Object.keys(before).filter((name) => {
  const [a, b] = [before[name], after[name]];
  return ArrayBuffer.isView(a) || Array.isArray(a) ? String(a) !== String(b) : a !== b;
});
"""


class ModuleTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PAGE)
        cls.browser = Browser((600, 400))
        cls.browser.open(cls.server.address + "page.css")  # a file that uses no WebGL
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
        # 70,000 elements: ids need more than two bytes.
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
        self.assertEqual(found, [[8, 4, 1, 0, 1, 0], ["4,5,3,7", "0,5,1,6", "0,5,1,2", "6,5,1,2"], True,
                                 ["unlinked", "relinked", "scattered", "linked", "scattered"],
                                 "InputError: movedTo: 1 buckets for 8 elements"])

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

    def test_pairs_equal_brute_force(self):
        cases = (  # points, numbers per point, options, a box of which the points fill
            (0, 3, "", [1, 1, 1], []), (1, 3, "", [1, 1, 1], []), (2, 3, "", [0.1, 0.1, 0.1], []),
            (900, 3, "", [5, 4, 3], []),
            (900, 3, "{ box: [5, 4, 3] }", [5, 4, 3], []),
            (900, 3, "{ box: [5, 4, 3], periodic: true }", [5, 4, 3], [True, True, True]),
            (900, 3, "{ box: [5, 4, 3], periodic: [true, false, true] }", [5, 4, 3], [True, False, True]),
            (900, 2, "{ box: [12, 7], periodic: true }", [12, 7], [True, True]),
            (900, 2, "{ dimensions: 2 }", [12, 7], []),
        )
        for count, size, options, box, periodic in cases:
            for kind in ("Float32Array", "Float64Array"):
                found = self.value(f"""
                    const next = random({count});
                    const box = {box};
                    const points = {kind}.from({{ length: {count * size} }}, (_, k) => next() * box[k % {size}]);
                    const pairs = engine.findPairs(points, 0.5{', ' + options if options else ''});
                    const wanted = slowPairs(points, 0.5, {size}, box, {str(periodic).lower()});
                    const near = engine.findNeighbours(points, 0.5{', ' + options if options else ''});
                    const same = near.offsets.length === {count} + 1 && near.ids.length === wanted.length;
                    return {{ same: same && String(wanted) === String(Array.from(pairs)),
                             pairs: wanted.length / 2 }};""")
                self.assertTrue(found["same"], (count, size, options, kind))
                if count > 2:
                    self.assertGreater(found["pairs"], 300)

    def test_pairs_of_more_than_65535_points(self):
        # On a lattice of edge 1 a point has its neighbours at distance 1 in each direction.
        found = self.value("""
            const n = 41;
            const points = new Float32Array(3 * n ** 3);
            for (let i = 0; i < n ** 3; ++i) points.set([i % n, Math.floor(i / n) % n, Math.floor(i / n / n)], 3 * i);
            const pairs = engine.findPairs(points, 1.0);
            const wrong = pairs.findIndex((i, k) => k % 2 === 0 && ![1, n, n * n].includes(pairs[k + 1] - i));
            return [pairs.length / 2, 3 * n * n * (n - 1), wrong, pairs[pairs.length - 1]];""")
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[2:], [-1, 41**3 - 1])

    def test_pair_table_has_images_distances_and_vectors(self):
        # The face-centred cubic lattice by its one point: 12 neighbours, 6 pairs.
        found = self.value("""
            const cell = [0, 1, 1, 1, 0, 1, 1, 1, 0];
            const find = (options) => engine.findPairTable([5, -3, 2], 1.5, { cell, periodic: true, ...options });
            const half = find({ shifts: true, distances: true });
            const { first, offsets, vectors } = find({ full: true, vectors: true });
            const far = vectors.map((x) => Math.abs(x)).reduce((a, b) => Math.max(a, b), 0);
            return { shifts: Array.from(half.shifts), distances: Array.from(half.distances), keys: Object.keys(half),
                     rows: first.length, offsets: Array.from(offsets), vectors: vectors.length, far,
                     strict: find({ strict: true }).first.length,
                     atRadius: engine.findPairTable([5, -3, 2], Math.SQRT2,
                                                    { cell, periodic: true, strict: true }).first.length,
                     unsorted: find({ sorted: false }).offsets === undefined };""")
        self.assertEqual(found["shifts"], [-1, 0, 1, -1, 1, 0, 0, -1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0])
        self.assertEqual(found["distances"], [2**0.5] * 6)
        self.assertEqual(sorted(found["keys"]), ["distances", "first", "offsets", "second", "shifts"])
        self.assertEqual((found["rows"], found["offsets"], found["vectors"], found["far"]), (12, [0, 12], 36, 1))
        self.assertEqual((found["strict"], found["atRadius"], found["unsorted"]), (6, 0, True))

    def test_others_are_a_second_set_of_points(self):
        found = self.value("""
            const others = [1, 0, 0, 0, 0, 0, 9.9, 9, 9];
            const box = { box: [10, 10, 10], periodic: [true, false, false] };
            const { first, second } = engine.findPairTable([0, 0, 0, 4, 0, 0, 0, 9, 9], 1.5, { ...box, others });
            return { first: Array.from(first), second: Array.from(second),
                     offsets: Array.from(engine.findNeighbours([0, 0, 0, 4, 0, 0], 1.5, { others }).offsets),
                     none: engine.findPairs([0, 0, 0], 1.5, { others: [] }).length };""")
        self.assertEqual(found, {"first": [0, 0, 2], "second": [0, 1, 2], "offsets": [0, 2, 2], "none": 0})

    def test_clusters_are_points_that_pairs_connect(self):
        found = self.value("""
            const points = [0, 0, 0, 3, 0, 0, 3.5, 0, 0, 9.8, 0, 0, 4, 0, 0];
            const { ofPoint, sizes } = engine.findClusters(points, 1, { box: [10, 10, 10], periodic: true });
            return { of: Array.from(ofPoint), sizes: Array.from(sizes), none: engine.findClusters([], 1).sizes.length,
                     others: failure(() => engine.findClusters(points, 1, { others: points })) };""")
        self.assertEqual((found["of"], found["sizes"], found["none"]), ([1, 0, 0, 1, 0], [3, 2], 0))
        self.assertRegex(found["others"], "^InputError: .*others")

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
        self.assertEqual(len(structure["k"]), 7)  # 16 cells along a side
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
        # It falls to 1 from the value that random places cause; the noise differs between devices, and N = 648.
        self.assertAlmostEqual(result["end"]["temperature"], 1.06, delta=0.12)
        for total, measured in zip(result["sum"], result["end"]["momentum"]):
            self.assertAlmostEqual(total / 648, 0.0, delta=1e-5)
            self.assertAlmostEqual(measured / 648, 0.0, delta=1e-6)
        self.assertEqual(result["after"], "InputError: fluid: is disposed")

    def test_steps_match_the_program(self):
        # Philox draws integers, which are the same on every device. The maps of karpinski are chaotic: one rounding
        # changes the noise from the second step on.
        start, end = self.value("""
            const text = await (await fetch('./gpubuck/scenarios/equilibrium.toml')).text();
            const fluid = engine.createFluid(text, { set: { 'box.size': [6, 6, 6], 'noise.kind': 'philox' } });
            const start = fluid.measure().temperature;
            fluid.step(20);
            const result = [start, fluid.measure().temperature];
            fluid.dispose();
            return result;""")
        # The rows for the steps 0 and 20 of `gpubuck run equilibrium --engine paper --set 'box.size=[6,6,6]'
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

    def test_state_of_a_shared_context_is_restored(self):
        result = self.value("""
            const gl = document.createElement('canvas').getContext('webgl2', { stencil: true });
            const own = await gpubuck.createEngine({ gl });
            const many = Array.from({ length: 1000 }, (_, i) => (i * i) % 50);
            const wanted = String(engine.sortIntoRanges(many, 50).order);
            const fresh = state(gl);
            own.sortIntoLists([0, 1, 0], 2);
            const wrongFresh = differences(fresh, state(gl));
            // As unlike that of a new context as can be.
            const compile = (kind, source) => {
                const shader = gl.createShader(kind);
                gl.shaderSource(shader, source);
                gl.compileShader(shader);
                return shader;
            };
            const program = gl.createProgram();
            gl.attachShader(program, compile(gl.VERTEX_SHADER, 'void main() { gl_Position = vec4(0); }'));
            gl.attachShader(program, compile(gl.FRAGMENT_SHADER, 'void main() {}'));
            gl.linkProgram(program);
            gl.useProgram(program);
            gl.bindVertexArray(gl.createVertexArray());
            for (const target of ['ARRAY_BUFFER', 'ELEMENT_ARRAY_BUFFER', 'PIXEL_PACK_BUFFER', 'PIXEL_UNPACK_BUFFER',
                                  'COPY_READ_BUFFER', 'COPY_WRITE_BUFFER', 'UNIFORM_BUFFER']) {
                gl.bindBuffer(gl[target], gl.createBuffer());
                gl.bufferData(gl[target], 64, gl.STATIC_DRAW);
            }
            gl.bindBufferBase(gl.UNIFORM_BUFFER, 1, gl.getParameter(gl.UNIFORM_BUFFER_BINDING));
            gl.enableVertexAttribArray(0);
            gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
            gl.vertexAttrib4f(1, 1, 2, 3, 4);
            for (let k = 0; k < 20; ++k) {
                gl.activeTexture(gl.TEXTURE0 + k);
                gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
                gl.bindTexture(gl.TEXTURE_CUBE_MAP, gl.createTexture());
                gl.bindSampler(k, gl.createSampler());
            }
            gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, gl.createFramebuffer());
            gl.bindFramebuffer(gl.READ_FRAMEBUFFER, gl.createFramebuffer());
            gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
            for (const name of ['SCISSOR_TEST', 'BLEND', 'DEPTH_TEST', 'STENCIL_TEST', 'CULL_FACE',
                                'RASTERIZER_DISCARD', 'POLYGON_OFFSET_FILL', 'SAMPLE_ALPHA_TO_COVERAGE',
                                'SAMPLE_COVERAGE']) gl.enable(gl[name]);
            gl.disable(gl.DITHER);
            for (const name of ['PACK_ROW_LENGTH', 'PACK_SKIP_PIXELS', 'PACK_SKIP_ROWS', 'UNPACK_ROW_LENGTH',
                                'UNPACK_IMAGE_HEIGHT', 'UNPACK_SKIP_PIXELS', 'UNPACK_SKIP_ROWS',
                                'UNPACK_SKIP_IMAGES']) {
                gl.pixelStorei(gl[name], 3);
            }
            gl.pixelStorei(gl.PACK_ALIGNMENT, 1);
            gl.pixelStorei(gl.UNPACK_ALIGNMENT, 8);
            gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
            gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
            gl.viewport(1, 2, 3, 4);
            gl.scissor(0, 0, 1, 1);
            gl.colorMask(false, true, false, true);
            gl.clearColor(0.25, 0.5, 0.75, 1);
            gl.clearDepth(0.5);
            gl.clearStencil(3);
            gl.depthFunc(gl.NEVER);
            gl.depthMask(false);
            gl.depthRange(0.25, 0.75);
            gl.frontFace(gl.CW);
            gl.cullFace(gl.FRONT_AND_BACK);
            gl.stencilFunc(gl.NEVER, 1, 1);
            gl.stencilMask(0);
            gl.blendFunc(gl.ONE, gl.ONE);
            const before = state(gl);
            const differs = differences(fresh, before).length;
            const calls = {
                lists: () => String(own.sortIntoLists([0, 1, 0], 2).head.length),
                // Of several rows on a texture, which an upload upside down would confuse.
                ranges: () => String(String(own.sortIntoRanges(many, 50).order) === wanted),
                pairs: () => String(own.findPairs([0, 0, 0, 0.5, 0, 0, 9, 9, 9], 1)),
                fluid: () => {
                    window.fluid = own.createFluid({ 'box.size': [4, 4, 4] });
                    window.fluid.step(3);
                    const result = `${window.fluid.stepNumber} ${Math.abs(window.fluid.measure().momentum[0]) < 1e-3}`;
                    window.fluid.dispose();
                    return result;
                },
                error: () => failure(() => own.sortIntoLists([7], 2)),
                dispose: () => String(own.dispose()),
            };
            const result = { wrongFresh, differs };
            for (const [name, call] of Object.entries(calls)) result[name] = [call(), differences(before, state(gl))];
            result.glError = gl.getError();
            result.lost = gl.isContextLost();
            return result;""")
        self.assertEqual(result["wrongFresh"], [])
        self.assertGreater(result["differs"], 110)
        self.assertEqual(result["lists"], ["2", []])
        self.assertEqual(result["ranges"], ["true", []])
        self.assertEqual(result["pairs"], ["0,1", []])
        self.assertEqual(result["fluid"], ["3 true", []])
        self.assertEqual(result["error"], ["InputError: element 0: bucket 7 is not within 0..1", []])
        self.assertEqual(result["dispose"], ["undefined", []])
        self.assertEqual((result["glError"], result["lost"]), (0, False))

    def test_state_of_extensions_is_restored(self):
        result = self.value("""
            // For each extension what sets its state, and what reads it.
            const cases = {
                EXT_clip_control: [
                    (gl, own) => own.clipControlEXT(own.UPPER_LEFT_EXT, own.ZERO_TO_ONE_EXT),
                    (gl, own) => [gl.getParameter(own.CLIP_ORIGIN_EXT), gl.getParameter(own.CLIP_DEPTH_MODE_EXT)]],
                EXT_depth_clamp: [
                    (gl, own) => gl.enable(own.DEPTH_CLAMP_EXT), (gl, own) => gl.isEnabled(own.DEPTH_CLAMP_EXT)],
                EXT_polygon_offset_clamp: [
                    (gl, own) => { gl.enable(gl.POLYGON_OFFSET_FILL); own.polygonOffsetClampEXT(1, 2, 0.5); },
                    (gl, own) => [gl.isEnabled(gl.POLYGON_OFFSET_FILL), gl.getParameter(gl.POLYGON_OFFSET_FACTOR),
                                  gl.getParameter(gl.POLYGON_OFFSET_UNITS),
                                  gl.getParameter(own.POLYGON_OFFSET_CLAMP_EXT)]],
                OES_draw_buffers_indexed: [
                    (gl, own) => {
                        gl.enable(gl.BLEND);
                        own.blendFunciOES(1, gl.ONE, gl.ONE);
                        own.colorMaskiOES(0, false, true, true, true);
                        own.colorMaskiOES(2, true, false, true, false);
                    },
                    (gl) => [0, 1, 2, 3].map((k) => [
                        gl.getIndexedParameter(gl.COLOR_WRITEMASK, k), gl.getIndexedParameter(gl.BLEND_DST_RGB, k),
                        gl.isEnabled(gl.BLEND)])],
                WEBGL_clip_cull_distance: [
                    (gl, own) => { gl.enable(own.CLIP_DISTANCE0_WEBGL); gl.enable(own.CLIP_DISTANCE7_WEBGL); },
                    (gl, own) => Array.from({ length: 8 }, (_, k) => gl.isEnabled(own.CLIP_DISTANCE0_WEBGL + k))],
                WEBGL_polygon_mode: [
                    (gl, own) => own.polygonModeWEBGL(gl.FRONT_AND_BACK, own.LINE_WEBGL),
                    (gl, own) => gl.getParameter(own.POLYGON_MODE_WEBGL)],
            };
            const next = random(45);
            const points = Float32Array.from({ length: 3 * 45 }, next);
            const bucketOf = Array.from({ length: 500 }, () => Math.floor(20 * next()));
            const wanted = {
                pairs: String(slowPairs(points, 2, 3)),
                lists: String(Array.from({ length: 20 },
                                         (_, b) => bucketOf.flatMap((each, i) => each === b ? [i] : []))),
            };
            const wrong = {};
            for (const [name, [set, read]] of Object.entries(cases)) {
                const gl = document.createElement('canvas').getContext('webgl2');
                const own = gl.getExtension(name);
                if (!own) continue;
                const fresh = String(read(gl, own));
                set(gl, own);
                const before = String(read(gl, own));
                const found = wrong[name] = before === fresh ? ['sets nothing'] : [];
                const expect = (what, isRight) => {
                    if (!isRight) found.push(what);
                    if (String(read(gl, own)) !== before) found.push(`${what}: leaves ${read(gl, own)}, not ${before}`);
                };
                try {
                    const shared = await gpubuck.createEngine({ gl });
                    expect('engine', true);
                    const pairs = shared.findPairs(points, 2);
                    expect(`${pairs.length / 2} pairs`, String(Array.from(pairs)) === wanted.pairs);
                    const { head, next } = shared.sortIntoLists(bucketOf, 20, { algorithm: 'bucket' });
                    const lists = Array.from(head, (first) => {
                        const list = [];
                        for (let i = first; i !== -1 && list.length < 500; i = next[i]) list.push(i);
                        return list.sort((a, b) => a - b);
                    });
                    expect('lists', String(lists) === wanted.lists);
                    expect('ranges', String(shared.sortIntoRanges(bucketOf, 20).order) === wanted.lists);
                    shared.dispose();
                    expect('disposed', true);
                } catch (error) {
                    found.push(`${error.name}: ${error.message}`);
                }
                const glError = gl.getError();
                if (glError) found.push(`error ${glError}`);
                gl.getExtension('WEBGL_lose_context').loseContext();
            }
            return wrong;""")
        # Firefox ESR has only these; if a browser gets another, add it here.
        available = {
            "chromium": ["EXT_clip_control", "EXT_depth_clamp", "EXT_polygon_offset_clamp", "OES_draw_buffers_indexed",
                         "WEBGL_clip_cull_distance", "WEBGL_polygon_mode"],
            "firefox": ["EXT_depth_clamp", "OES_draw_buffers_indexed"],
        }[self.browser.kind]
        self.assertEqual(result, {name: [] for name in available})

    def test_context_that_does_not_draw_is_refused(self):
        result = self.value("""
            const refusal = async (options) => {
                try {
                    (await gpubuck.createEngine(options)).dispose();
                    return 'none';
                } catch (error) {
                    return `${error.name}: ${error.message}`;
                }
            };
            const context = (options) => document.createElement('canvas').getContext('webgl2', options);
            const idle = context();
            for (const name of ['drawArrays', 'drawArraysInstanced', 'drawElements', 'drawElementsInstanced']) {
                idle[name] = () => {};
            }
            const halves = context();
            const draw = halves.drawArrays.bind(halves);
            halves.drawArrays = (mode, first, count) => draw(mode, first, mode === halves.POINTS ? count : count / 2);
            const lost = context();
            lost.getExtension('WEBGL_lose_context').loseContext();
            const webGl1 = document.createElement('canvas').getContext('webgl');
            const other = context({ antialias: true, stencil: true, preserveDrawingBuffer: true, alpha: false });
            return [await refusal({ gl: idle }), await refusal({ gl: halves }), await refusal({ gl: lost }),
                    await refusal({ gl: webGl1 }), await refusal({ canvas: null }), await refusal({ gl: other })];
        """)
        self.assertRegex(result[0], "^RunError: ")
        self.assertRegex(result[1], "^RunError: ")
        self.assertEqual(result[2:], ["RunError: WebGL context: is lost", "InputError: gl: is not a context of WebGL 2",
                                    "InputError: canvas: is not a canvas", "none"])

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

    def test_unusable_state_of_a_shared_context_is_refused(self):
        result = self.value("""
            const gl = document.createElement('canvas').getContext('webgl2');
            const own = await gpubuck.createEngine({ gl });
            const sort = () => own.sortIntoLists([0], 1);
            const result = [];
            const query = gl.createQuery();
            gl.beginQuery(gl.ANY_SAMPLES_PASSED, query);
            result.push(failure(sort));
            gl.endQuery(gl.ANY_SAMPLES_PASSED);
            gl.enable(7);
            result.push(failure(sort));
            result.push(failure(sort));
            gl.getExtension('WEBGL_lose_context').loseContext();
            result.push(failure(sort));
            own.dispose();
            result.push(failure(sort));
            return result;""")
        self.assertIn("RunError: WebGL state: a query (any samples passed) is active", result[0])
        self.assertRegex(result[1], "^RunError: OpenGL state: .* was pending before the call")
        self.assertEqual(result[2], "none")
        self.assertIn("RunError: WebGL context: is lost", result[3])
        self.assertEqual(result[4], "InputError: engine: is disposed")
        self.browser.errors[:] = [each for each in self.browser.errors if "INVALID_ENUM" not in each]

    def test_two_engines_are_independent(self):
        result = self.value("""
            const other = await gpubuck.createEngine({ canvas: new OffscreenCanvas(8, 8) });
            const small = { 'box.size': [4, 4, 4], 'noise.kind': 'philox' };
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
        self.assertEqual(result, [True, "InputError: fluid: is disposed", 11, True])

    def test_bad_arguments_are_refused(self):
        cases = {
            "engine.sortIntoLists([0, 5], 5)": "InputError: element 1: bucket 5 is not within 0..4",
            "engine.sortIntoLists([0, -1], 5)": "InputError: element 1: bucket -1 is not within 0..4",
            "engine.sortIntoLists([0.5], 5)": "InputError: element 0: bucket 0.5 is not within 0..4",
            "engine.sortIntoLists([0], 0)": "InputError: buckets: 0 is not within 1..16777215",
            "engine.sortIntoLists([0], 1.5)": "InputError: buckets: 1.5 is not a whole number",
            "engine.sortIntoLists('text', 2)":
                'InputError: bucketOf: "text" is neither a typed array nor an array of numbers',
            "engine.sortIntoLists([0], 1, { algorithm: 'quick' })": "InputError: algorithm: 'quick' ",
            "engine.sortIntoLists([0], 1, { algorithms: 'auto' })": "InputError: options: 'algorithms' ",
            "engine.sortIntoRanges([0], 1, { algorithm: 'bucket' })": "InputError: sort algorithm: ",
            "engine.sortIntoLists([0], 1, { algorithm: 'atomic' })": "",
            "engine.findPairs([0, 0], 1)": "InputError: points: 2 numbers are not rows of 3, one after the other",
            "engine.findPairs([0, NaN, 0], 1)": "InputError: point 0: ",
            "engine.findPairs([0, '1', 0], 1)": 'InputError: points[1]: "1" is not a number',
            "engine.findPairs([0, 0, 0], -1)": "InputError: search radius: -1 is not a positive length",
            "engine.findPairs([0, 0, 0], '1')": 'InputError: radius: "1" is not a number',
            "engine.findPairs([0, 0, 0], 1, { periodic: true })": "InputError: box: is missing, but sides are periodic",
            "engine.findPairs([0, 0, 0], 3, { box: [4, 0, 4], periodic: true })": "InputError: cell: side 1 ",
            "engine.findPairs([0, 0, 0], 1, { cell: [4, 4, 4] })": "InputError: cell: has 3 numbers, not 9",
            "engine.findPairs([0, 0, 0], 1, { box: [4, 4, 4], cell: [4, 4, 4] })":
                "InputError: options: box and cell exclude each other",
            "engine.findPairs([0, 0, 0], 1, { full: true })": "InputError: options: 'full' ",
            "engine.findPairTable([0, 0, 0], 1, { full: 1 })": "InputError: full: 1 is not a boolean",
            "engine.findPairTable([0, 0, 0], 1, { search: 'cells28' })": "InputError: search: 'cells28' ",
            "engine.findPairs([0, 0], 1, { box: [4] })": "InputError: box: has 1 sides, not 2 or 3",
            "engine.findPairs([0, 0], 1, { box: [4, 4], periodic: [true] })":
                "InputError: periodic: has 1 entries for 2 sides",
            "engine.createFluid('x = ')": "InputError: scenario:1: ",
            "engine.createFluid({ 'fluid.heat': 1 })": "InputError: scenario:1: ",
            "engine.createFluid(7)": "InputError: scenario: 7 is neither the text of a scenario nor an object",
            "engine.createFluid({}, { set: { 'fluid.kT': 'hot' } })": "InputError: ",
            "engine.createFluid({}, { set: ['fluid.kT=1'] })": "InputError: values: ",
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: { positions: [0, 0, 0], species: [0] } })":
                "InputError: start particles: ",
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: { positions: [0, 0, 0], species: [] } })":
                "InputError: start particles: 1 positions, 0 velocities and 0 species",
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: null })":
                "InputError: start: null is not an object",
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: 7 })": "InputError: start: 7 is not an object",
            "engine.createFluid({ 'box.size': [4, 4, 4] }, { start: { place: [] } })": "InputError: start: 'place' ",
            "engine.createFluid(cyclic({}))": "InputError: self: more than 16 levels of values, or contains itself",
            "engine.createFluid({}, { set: { 'box.size': cyclic([]) } })": "InputError: box.size: more than 16 levels",
            "engine.findPairs(cyclic({}), 1)": "InputError: points: an object ",
            "engine.sortIntoLists(detached(Uint32Array), 1)":
                "InputError: bucketOf: the memory of this array is detached",
            "engine.sortIntoRanges(detached(Float32Array), 1)":
                "InputError: bucketOf: the memory of this array is detached",
            "engine.findPairs(detached(Float32Array), 1)": "InputError: points: the memory of this array is detached",
            "engine.findPairs([0, 0, 0], 1, { box: detached(Float32Array) })":
                "InputError: box: the memory of this array is ",
            "engine.createFluid({ 'box.size': detached(Float32Array) })":
                "InputError: box.size: the memory of this array is ",
            "engine.createFluid({ 'box.size': [4, 4, 4] }, "
            "{ start: { positions: detached(Float32Array), species: [0] } })":
                "InputError: start positions: the memory of this array is detached",
            "new gpubuck.Engine()": "InputError: Engine: is made by createEngine()",
            "new gpubuck.Fluid()": "InputError: Fluid: is made by an engine, createFluid()",
        }
        for call, message in cases.items():
            result = self.value(f"return failure(() => {call});")
            self.assertTrue(result.startswith(message) and result != "none" and "\n" not in result, f"{call}: {result}")
        result = self.value("""
            const fluid = engine.createFluid({ 'box.size': [4, 4, 4] });
            const result = [failure(() => fluid.step(-1)), failure(() => fluid.step(0.5)),
                          failure(() => fluid.set({ 'box.size': [5, 5, 5] }))];
            fluid.dispose();
            return result;""")
        self.assertEqual(result[0], "InputError: steps: -1 is less than 0")
        self.assertEqual(result[1], "InputError: steps: 0.5 is not a whole number")
        self.assertTrue(result[2].startswith("InputError: "), result)
        for options, message in (("{ gl: {} }", "InputError: gl: is not a context of WebGL 2"),
                                 ("{ canvas: {} }", "InputError: canvas: is not a canvas"),
                                 ("{ size: 3 }", "InputError: options: 'size' ")):
            result = self.value(f"try {{ await gpubuck.createEngine({options}); }} "
                              "catch (error) { return `${error.name}: ${error.message}`; }")
            self.assertTrue(result.startswith(message), result)

    def test_positions_are_a_texture_of_the_shared_context(self):
        wrong = self.value("""
            const gl = document.createElement('canvas').getContext('webgl2');
            const shared = await gpubuck.createEngine({ gl });
            const fluid = shared.createFluid({ 'box.size': [5, 5, 5], 'fluid.kT': 1,
                species: [{ name: 'A', fraction: 0.5 }, { name: 'B', fraction: 0.5 }],
                pair: ['AA', 'AB', 'BB'].map((both) => ({ species: [...both], a: 25, gamma: 4.5 })) });
            fluid.step(3);
            const { texture, width } = fluid.positionTexture();
            const height = Math.ceil(fluid.count / width);
            const framebuffer = gl.createFramebuffer();
            gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
            gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
            const texels = new Float32Array(4 * width * height);
            gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, texels);
            const { positions, species } = fluid.particles();
            const rows = (count, row) => Array.from({ length: count }, (_, k) => String(row(k))).sort();
            const wanted = rows(fluid.count, (k) => [...positions.subarray(3 * k, 3 * k + 3), species[k]]);
            const found = rows(fluid.count, (k) => [...texels.subarray(4 * k, 4 * k + 4)]);
            const error = gl.getError();
            shared.dispose();
            return [error, found.length, wanted.findIndex((row, k) => row !== found[k]),
                    new Set(species).size];""")
        self.assertEqual(wrong, [0, 375, -1, 2])

    def test_works_in_a_worker(self):
        result = self.value("""
            const body = `import('${new URL('./gpubuck/gpubuck.js', location.href)}').then(async ({ createEngine }) => {
                const engine = await createEngine();
                postMessage(String(engine.sortIntoRanges([2, 0, 1, 0], 3).order));
            }).catch((error) => postMessage(error.message));`;
            const url = URL.createObjectURL(new Blob([body], { type: 'text/javascript' }));
            const worker = new Worker(url, { type: 'module' });
            const answer = await new Promise((resolve) => { worker.onmessage = (event) => resolve(event.data); });
            worker.terminate();
            return answer;""")
        self.assertEqual(result, "1,3,2,0")


class NodeTest(unittest.TestCase):
    def test_engine_outside_a_browser_is_refused(self):
        module = pathlib.Path(PAGE, "gpubuck", "gpubuck.js").resolve().as_uri()
        ended = subprocess.run(["node", "--input-type=module", "--eval", f"""
            import {{ GpubuckError, createEngine }} from '{module}';
            await createEngine().catch((error) => console.log(error instanceof GpubuckError, String(error)));"""],
            capture_output=True, text=True, timeout=120)
        self.assertEqual((ended.stdout, ended.stderr, ended.returncode), (
            "true RunError: WebGL 2: gpubuck runs in pages and workers of browsers, and this is neither\n", "", 0))


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
        # An element rests farther than 100 pixels from the window.
        self.browser.evaluate("dam.parentElement.style.marginBottom = '100vh', drops.scrollIntoView()")
        self.browser.wait("drops.fluid?.stepNumber > 0")
        end, before = time.monotonic() + 60, -1
        while (now := self.steps("dam")) != before:  # the turn under way ends
            self.assertLess(time.monotonic(), end, "it does not rest")
            before = now
            time.sleep(1.0)

        self.browser.evaluate("drops.setAttribute('fluid.kt', '1.25')")  # may change while it runs
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
            })()"""), [320, False, "/gpubuck/pictures/dam-break.jpg"])
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
        self.assertFalse(browser.evaluate("document.getElementById('figure-table').dataset.runs"))

        see("figure-sort")
        self.assertIn("Phase 1 of 8.", text("sort-shown"))
        browser.evaluate("void document.getElementById('sort-all').click()")
        self.assertIn("List of bucket 3: 2 → 6 → 7", text("lists"))
        browser.evaluate("document.querySelectorAll('.element')[6].focus()")  # the last of bucket 3
        browser.press("\ue015")  # arrow down: to bucket 0
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
        self.assertRegex(text("force-text"), r"the left one: 12\.25; a\(1 − r\) is 12\.25\. Sum of both forces: 0\.00")
        browser.evaluate("document.getElementById('pair').focus()")
        browser.press("\ue014")  # arrow right
        browser.wait("!document.getElementById('force-text').textContent.includes('12.25')")
        force, wanted = re.findall(r"(?:left one:|is) ([\d.]+\d)", text("force-text"))
        self.assertAlmostEqual(float(force), float(wanted), delta=0.02)

        see("figure-map")
        self.assertRegex(text("map-text"), r"repeats itself every \d+ steps|No value occurs twice")
        see("figure-table")
        self.assertEqual(browser.evaluate("document.querySelectorAll('.failed').length"), 0)
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
