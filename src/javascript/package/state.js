// Saves and restores the state of a WebGL 2 context that belongs to other code. In C++, gl/state_guard.cpp does the
// same. Here the state has objects of WebGL, which have no numbers.

const kTextureUnits = 16; // the passes use no other units

/**
 * Keeps the state that extensions add, if the context has these extensions. Asking for an extension enables it, but
 * there is no other way to find out whether the page has enabled it.
 */
function keepExtensions(gl, keep, disable) {
  const clip = gl.getExtension('EXT_clip_control');
  if (clip) {
    const [origin, depth] = [clip.CLIP_ORIGIN_EXT, clip.CLIP_DEPTH_MODE_EXT].map((name) => gl.getParameter(name));
    keep(() => clip.clipControlEXT(origin, depth));
    clip.clipControlEXT(clip.LOWER_LEFT_EXT, clip.NEGATIVE_ONE_TO_ONE_EXT);
  }
  const polygons = gl.getExtension('WEBGL_polygon_mode');
  if (polygons) {
    const mode = gl.getParameter(polygons.POLYGON_MODE_WEBGL);
    keep(() => polygons.polygonModeWEBGL(gl.FRONT_AND_BACK, mode));
    polygons.polygonModeWEBGL(gl.FRONT_AND_BACK, polygons.FILL_WEBGL);
  }
  const indexed = gl.getExtension('OES_draw_buffers_indexed');
  if (indexed) {
    for (let k = 0; k < gl.getParameter(gl.MAX_DRAW_BUFFERS); ++k) {
      const mask = gl.getIndexedParameter(gl.COLOR_WRITEMASK, k);
      keep(() => indexed.colorMaskiOES(k, ...mask));
    }
  }
  const depths = gl.getExtension('EXT_depth_clamp');
  if (depths) disable(depths.DEPTH_CLAMP_EXT);
  const distances = gl.getExtension('WEBGL_clip_cull_distance');
  if (distances) {
    const count = gl.getParameter(distances.MAX_CLIP_DISTANCES_WEBGL);
    for (let k = 0; k < count; ++k) disable(distances.CLIP_DISTANCE0_WEBGL + k);
  }
}

/** Returns why the state cannot be restored, or ''. */
function whyNot(gl) {
  for (const [target, name] of [
    [gl.ANY_SAMPLES_PASSED, 'any samples passed'],
    [gl.ANY_SAMPLES_PASSED_CONSERVATIVE, 'any samples passed, conservative'],
  ]) {
    if (gl.getQuery(target, gl.CURRENT_QUERY)) {
      return `a query (${name}) is active, and gpubuck's draws would spoil its result: end it before the call`;
    }
  }
  if (gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE)) return 'a transform feedback is active: end it before the call';
  const program = gl.getParameter(gl.CURRENT_PROGRAM);
  if (program && gl.getProgramParameter(program, gl.DELETE_STATUS)) {
    return 'the program in use is marked for deletion and would be lost: use another program before the call';
  }
  return '';
}

/**
 * Saves the state of a context and sets the state of a new context, as far as gpubuck's passes depend on it. Returns a
 * function that restores the state. If the state cannot be saved, changes nothing and throws an Error.
 */
export function keepState(gl) {
  const why = whyNot(gl);
  if (why) throw new Error(why);
  const undo = [];
  /** Keeps the present value of a state, which `set` will restore. Then sets the state to `neutral`, if given. */
  const keep = (name, set, neutral) => {
    const value = gl.getParameter(name);
    undo.push(() => set(value));
    if (neutral !== undefined) set(neutral);
  };
  keep(gl.CURRENT_PROGRAM, (program) => gl.useProgram(program));
  // The bindings of attributes and indices belong to the vertex array.
  keep(gl.VERTEX_ARRAY_BINDING, (array) => gl.bindVertexArray(array), null);
  keep(gl.DRAW_FRAMEBUFFER_BINDING, (framebuffer) => gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer));
  keep(gl.READ_FRAMEBUFFER_BINDING, (framebuffer) => gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer));
  keep(gl.ACTIVE_TEXTURE, (unit) => gl.activeTexture(unit));
  for (let k = kTextureUnits; k-- > 0;) { // the loop ends with unit 0
    gl.activeTexture(gl.TEXTURE0 + k);
    keep(gl.TEXTURE_BINDING_2D, (texture) => {
      gl.activeTexture(gl.TEXTURE0 + k);
      gl.bindTexture(gl.TEXTURE_2D, texture);
    });
    keep(gl.SAMPLER_BINDING, (sampler) => gl.bindSampler(k, sampler), null);
  }
  for (const [target, name] of [
    [gl.ARRAY_BUFFER, gl.ARRAY_BUFFER_BINDING],
    [gl.PIXEL_PACK_BUFFER, gl.PIXEL_PACK_BUFFER_BINDING],
    [gl.PIXEL_UNPACK_BUFFER, gl.PIXEL_UNPACK_BUFFER_BINDING],
    [gl.COPY_READ_BUFFER, gl.COPY_READ_BUFFER_BINDING],
    [gl.COPY_WRITE_BUFFER, gl.COPY_WRITE_BUFFER_BINDING],
  ]) {
    keep(name, (buffer) => gl.bindBuffer(target, buffer), null);
  }
  for (const name of [
    gl.PACK_ROW_LENGTH, gl.PACK_SKIP_PIXELS, gl.PACK_SKIP_ROWS, gl.UNPACK_ROW_LENGTH, gl.UNPACK_IMAGE_HEIGHT,
    gl.UNPACK_SKIP_PIXELS, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_IMAGES,
  ]) {
    keep(name, (value) => gl.pixelStorei(name, value), 0);
  }
  for (const name of [gl.PACK_ALIGNMENT, gl.UNPACK_ALIGNMENT]) keep(name, (value) => gl.pixelStorei(name, value), 4);
  // These two parameters exist only in WebGL. They change uploads of numbers, too.
  for (const name of [gl.UNPACK_FLIP_Y_WEBGL, gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL]) {
    keep(name, (value) => gl.pixelStorei(name, value), false);
  }
  const disable = (capability) => {
    const isOn = gl.isEnabled(capability);
    undo.push(() => (isOn ? gl.enable(capability) : gl.disable(capability)));
    gl.disable(capability);
  };
  keepExtensions(gl, (restore) => undo.push(restore), disable);
  for (const capability of [
    gl.SCISSOR_TEST, gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST, gl.CULL_FACE, gl.DITHER, gl.RASTERIZER_DISCARD,
    gl.POLYGON_OFFSET_FILL, gl.SAMPLE_ALPHA_TO_COVERAGE, gl.SAMPLE_COVERAGE,
  ]) {
    disable(capability);
  }
  keep(gl.VIEWPORT, (box) => gl.viewport(...box));
  keep(gl.COLOR_WRITEMASK, (mask) => gl.colorMask(...mask), [true, true, true, true]); // mask of all draw buffers
  keep(gl.COLOR_CLEAR_VALUE, (colour) => gl.clearColor(...colour));
  keep(gl.DEPTH_FUNC, (test) => gl.depthFunc(test), gl.LESS);
  keep(gl.DEPTH_WRITEMASK, (isOn) => gl.depthMask(isOn), true);
  keep(gl.DEPTH_RANGE, (range) => gl.depthRange(...range), [0, 1]);
  keep(gl.DEPTH_CLEAR_VALUE, (depth) => gl.clearDepth(depth), 1);
  keep(gl.FRONT_FACE, (order) => gl.frontFace(order), gl.CCW);
  // Emscripten's OpenGL caches these bindings in the context. Code of the page may use Emscripten, too.
  for (const name of [
    'currentProgram', 'currentArrayBufferBinding', 'currentElementArrayBufferBinding', 'currentPixelPackBufferBinding',
    'currentPixelUnpackBufferBinding',
  ]) {
    const value = gl[name];
    undo.push(() => { gl[name] = value; });
    gl[name] = 0;
  }
  return () => { while (undo.length > 0) undo.pop()(); };
}
