// Functions that the JavaScript of several tests uses. `state` returns all state of a WebGL context that code can set,
// by the names of OpenGL. It leaves out STENCIL_REF, which Firefox does not report while an incomplete framebuffer is
// bound.
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
