// The picture of a fluid on a canvas: a ball per particle, and the edges of the box. It draws in the context of the
// fluid's engine, and itself sets all state that it needs.

const kMost = 400; // diameter of the largest ball, in pixels
const kDistance = 2.6; // distance of the eye from the middle of the box, in halves of its diagonal
const kOpening = 2.3; // enlargement with which the sphere around the box about fits into the picture

const kBall = `#version 300 es
layout(location = 0) in vec3 corner;
uniform highp sampler2D positions;
uniform int width;
uniform bool isBall;
uniform mat4 view;
uniform vec3 colours[16];
uniform float pixels;
out vec3 colour;
void main() {
  ivec2 texel = ivec2(gl_VertexID % width, gl_VertexID / width);
  vec4 particle = isBall ? texelFetch(positions, texel, 0) : vec4(corner, 0.0);
  gl_Position = view * vec4(particle.xyz, 1.0);
  gl_PointSize = clamp(pixels / gl_Position.w, 1.5, ${kMost.toFixed(1)});
  colour = colours[int(particle.w) % 16];
}`;
const kShade = `#version 300 es
precision highp float;
in vec3 colour;
uniform bool isBall;
out vec4 pixel;
void main() {
  pixel = vec4(colour, 1.0);
  if (!isBall) {
    pixel = vec4(0.35, 0.4, 0.48, 1.0);
    return;
  }
  vec2 place = 2.0 * gl_PointCoord - 1.0;
  float square = dot(place, place);
  if (square > 1.0) discard;
  vec3 normal = vec3(place.x, -place.y, sqrt(1.0 - square));
  float light = 0.35 + 0.65 * max(0.0, dot(normal, normalize(vec3(-0.4, 0.7, 0.6))));
  pixel.rgb = colour * light + vec3(0.15 * pow(max(0.0, dot(normal, normalize(vec3(-0.25, 0.45, 0.85)))), 24.0));
}`;

function programOf(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, kBall], [gl.FRAGMENT_SHADER, kShade]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return program;
}

const kPalette = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];

/** Returns the three numbers 0..1 of a colour #rrggbb. */
const rgb = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);

/** Returns the number of a key in the section [view] of a scenario's text, or `otherwise` without this key. */
function viewNumber(text, key, otherwise) {
  const section = text.split(/^\[view\]$/m)[1] ?? '';
  const found = new RegExp(`^${key} = (\\S+)$`, 'm').exec(section.split(/^\[/m)[0]);
  return found && Number.isFinite(Number(found[1])) ? Number(found[1]) : otherwise;
}

export class FluidPicture {
  /** `gl` is the context of the fluid's engine. The size of its canvas may change. */
  constructor(gl, fluid, isTransparent) {
    this.gl = gl;
    this.fluid = fluid;
    this.isTransparent = isTransparent;
    this.count = fluid.count; // it never changes
    const text = fluid.scenario;
    const { size } = fluid.box;
    this.size = [...size, ...[0, 0]].slice(0, 3);
    this.isFlat = size.length === 2;
    this.azimuth = this.isFlat ? 0 : viewNumber(text, 'azimuth', 25);
    this.elevation = this.isFlat ? 90 : viewNumber(text, 'elevation', 20);
    this.radius = viewNumber(text, 'particle_radius', 0) || (this.isFlat ? 0.25 : 0.4);
    const given = text.split(/^\[\[species\]\]$/m).slice(1).map((each) => /^colour = "(#\w{6})"$/m.exec(each)?.[1]);
    this.colours = Array.from({ length: 16 }, (_, k) => rgb(given[k] ?? kPalette[k % kPalette.length])).flat();
    this.program = programOf(gl);
    this.balls = gl.createVertexArray();
    this.edges = this.#array(Float32Array.from(this.#edges()));
  }

  /** Returns a vertex array of points with three numbers each. */
  #array(points) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    return array;
  }

  #edges() {
    const corner = (k) => this.size.map((side, axis) => (k & (1 << axis) ? side : 0));
    const all = [];
    for (let k = 0; k < 8; ++k) {
      for (const bit of this.isFlat ? [1, 2] : [1, 2, 4]) if (!(k & bit)) all.push(...corner(k), ...corner(k | bit));
    }
    return all;
  }

  /** Turns the box by `right` degrees to the right and by `up` degrees upwards. */
  turn(right, up) {
    if (this.isFlat) return;
    this.azimuth += right;
    this.elevation = Math.max(-89, Math.min(89, this.elevation + up));
  }

  /** Returns the projection, column by column, with which the box fits into the canvas. */
  #view() {
    const { width, height } = this.gl.canvas;
    const [a, e] = [this.azimuth, this.elevation].map((degrees) => (degrees * Math.PI) / 180);
    const half = Math.hypot(...this.size) / 2;
    const back = [Math.sin(a) * Math.cos(e), -Math.cos(a) * Math.cos(e), Math.sin(e)]; // towards the eye
    const right = [Math.cos(a), Math.sin(a), 0];
    const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2],
                back[0] * right[1] - back[1] * right[0]];
    const middle = this.size.map((side) => side / 2);
    const away = kDistance * half;
    // The largest enlargement, up to 4 kOpening, with which every corner of the box is within the picture.
    const aspect = width / height;
    let fit = kOpening * 4;
    const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    for (let k = 0; k < 8; ++k) {
      const corner = this.size.map((side, axis) => (k & (1 << axis) ? side : 0) - middle[axis]);
      const depth = away - dot(corner, back);
      fit = Math.min(fit, (0.94 * aspect * depth) / Math.max(1e-9, Math.abs(dot(corner, right))),
                     (0.94 * depth) / Math.max(1e-9, Math.abs(dot(corner, up))));
    }
    const [near, far] = [away - half, away + half];
    const rows = [
      right.map((each) => (each * fit) / aspect).concat((-dot(right, middle) * fit) / aspect),
      up.map((each) => each * fit).concat(-dot(up, middle) * fit),
      null,
      back.map((each) => -each).concat(dot(back, middle) + away), // the distance from the eye
    ];
    const [scale, shift] = [(far + near) / (far - near), (-2 * far * near) / (far - near)];
    rows[2] = rows[3].map((each, k) => each * scale + (k === 3 ? shift : 0));
    return { fit, columns: [0, 1, 2, 3].flatMap((k) => rows.map((row) => row[k])) };
  }

  draw() {
    const { gl } = this;
    const { texture, width } = this.fluid.positionTexture();
    const { fit, columns } = this.#view();
    const uniform = (name) => gl.getUniformLocation(this.program, name);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, gl.canvas.width, gl.canvas.height);
    gl.enable(gl.DEPTH_TEST);
    gl.clearColor(...(this.isTransparent ? [0, 0, 0, 0] : [0.075, 0.082, 0.1, 1]));
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.program);
    gl.uniformMatrix4fv(uniform('view'), false, columns);
    gl.uniform3fv(uniform('colours'), this.colours);
    gl.uniform1f(uniform('pixels'), this.radius * fit * gl.canvas.height);
    gl.uniform1i(uniform('width'), width);
    gl.uniform1i(uniform('positions'), 0);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.bindSampler(0, null);
    gl.uniform1i(uniform('isBall'), 0);
    if (!this.isTransparent) {
      gl.bindVertexArray(this.edges);
      gl.drawArrays(gl.LINES, 0, this.isFlat ? 8 : 24);
    }
    gl.bindVertexArray(this.balls);
    gl.uniform1i(uniform('isBall'), 1);
    gl.drawArrays(gl.POINTS, 0, this.count);
    gl.bindVertexArray(null);
    gl.bindTexture(gl.TEXTURE_2D, null);
  }
}
