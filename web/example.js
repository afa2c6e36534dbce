// A plain WebGL 2 page of points that uses gpubuck.js in its own context: a fluid moves the points, and findPairs finds
// pairs of near points.
import { createEngine } from './gpubuck/gpubuck.js';

const kSize = [16, 10]; // sides of the box
const kStepsPerPicture = 5;
const status = document.getElementById('status');
const [radius, heat, running] = ['radius', 'heat', 'running'].map((id) => document.getElementById(id));

const kVertex = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in float kind;
uniform vec2 size;
uniform float pixels;
out vec4 colour;
void main() {
  gl_Position = vec4(2.0 * position.xy / size - 1.0, 0.0, 1.0);
  gl_PointSize = pixels;
  colour = kind > 1.5 ? vec4(0.7, 0.75, 0.85, 0.7)
         : kind > 0.5 ? vec4(1.0, 0.62, 0.1, 1.0) : vec4(0.25, 0.65, 1.0, 1.0);
}`;
const kFragment = `#version 300 es
precision highp float;
in vec4 colour;
uniform bool round;
out vec4 pixel;
void main() {
  if (round && length(gl_PointCoord - 0.5) > 0.5) discard;
  pixel = colour;
}`;

function makeProgram(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, kVertex], [gl.FRAGMENT_SHADER, kFragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  return program;
}

/** Returns the ends of a line for each pair, except for pairs across a periodic side. */
function linesOf(pairs, positions) {
  return pairs.filter((_, k) => {
    const [i, j] = [pairs[k & ~1], pairs[k | 1]];
    return kSize.every((side, axis) => Math.abs(positions[3 * i + axis] - positions[3 * j + axis]) < side / 2);
  });
}

async function start() {
  const canvas = document.querySelector('canvas');
  const gl = canvas.getContext('webgl2');
  if (!gl) throw new Error('this browser lacks WebGL 2');
  const engine = await createEngine({ gl });
  const fluid = engine.createFluid({
    box: { size: kSize, boundary: ['periodic', 'periodic'], dimensions: 2 },
    species: [{ name: 'A', fraction: 0.5 }, { name: 'B', fraction: 0.5 }],
    pair: [['A', 'A', 25], ['B', 'B', 25], ['A', 'B', 80]].map(
      ([one, other, a]) => ({ species: [one, other], a, gamma: 4.5 })),
  });

  // The page sets its own state once. gpubuck does not change it.
  gl.useProgram(makeProgram(gl));
  const uniform = (name) => gl.getUniformLocation(gl.getParameter(gl.CURRENT_PROGRAM), name);
  const [size, pixels, round] = ['size', 'pixels', 'round'].map(uniform);
  gl.uniform2f(size, ...kSize);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.clearColor(0.06, 0.08, 0.11, 1);
  const places = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, places);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
  const kinds = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, kinds);
  gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(fluid.particles().species), gl.STATIC_DRAW);
  gl.vertexAttribPointer(1, 1, gl.FLOAT, false, 0, 0);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bindBuffer(gl.ARRAY_BUFFER, places);

  heat.addEventListener('input', () => fluid.set({ 'fluid.kT': Number(heat.value) }));
  document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());

  const shown = { frames: 0 };
  window.example = shown; // for tests
  const draw = () => {
    const wanted = [canvas.clientWidth, canvas.clientHeight].map((each) => Math.round(each * devicePixelRatio));
    if (canvas.width !== wanted[0] || canvas.height !== wanted[1]) [canvas.width, canvas.height] = wanted;
    if (running.checked) fluid.step(kStepsPerPicture);
    const { positions } = fluid.particles();
    const points = positions.filter((_, k) => k % 3 !== 2);
    const reach = Number(radius.value);
    const pairs = reach > 0 ? engine.findPairs(points, reach, { box: kSize, periodic: true }) : new Uint32Array();
    const lines = linesOf(pairs, positions);

    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.bufferData(gl.ARRAY_BUFFER, positions, gl.DYNAMIC_DRAW);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.DYNAMIC_DRAW);
    gl.disableVertexAttribArray(1);
    gl.vertexAttrib1f(1, 2); // the colour of lines
    gl.uniform1i(round, 0);
    gl.drawElements(gl.LINES, lines.length, gl.UNSIGNED_INT, 0);
    gl.enableVertexAttribArray(1);
    gl.uniform1i(round, 1);
    gl.uniform1f(pixels, Math.max(3, (0.3 * canvas.width) / kSize[0]));
    gl.drawArrays(gl.POINTS, 0, fluid.count);

    status.textContent = `Step ${fluid.stepNumber}: ${fluid.count} points, ${pairs.length / 2} pairs`;
    Object.assign(shown, { frames: shown.frames + 1, points, pairs, glError: gl.getError() });
    requestAnimationFrame(guarded);
  };
  const guarded = () => {
    try {
      draw();
    } catch (error) {
      status.textContent = error.message;
    }
  };
  draw();
}

start().catch((error) => { status.textContent = error.message; });
