"""Tests of ModuleTest: engines on a context of the page leave the context's state and extensions unchanged."""

from errors import check_names


class ContextTests:
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
        check_names(result["error"][0], "InputError", "element 0", "bucket 7", "0..1")
        self.assertEqual(result["error"][1], [])
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
        # The extensions in `cases` that each browser has. If a browser gets another extension of them, add it here.
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
        for error, facts in zip(result, (("RunError",), ("RunError",), ("RunError", "WebGL context", "lost"),
                                         ("InputError", "gl", "WebGL 2"), ("InputError", "canvas"), ("none",)),
                                strict=True):
            check_names(error, *facts)

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
        for error, facts in zip(result, (("RunError", "WebGL state", "query"), ("RunError", "OpenGL state", "pending"),
                                         ("none",), ("RunError", "WebGL context", "lost"),
                                         ("InputError", "engine", "disposed")), strict=True):
            check_names(error, *facts)
        self.browser.errors[:] = [each for each in self.browser.errors if "INVALID_ENUM" not in each]

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
