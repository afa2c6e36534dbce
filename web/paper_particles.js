// The figures of cells, forces and noise on the page "Sorting by drawing".
import { once } from './paper_sort.js';

const at = (id) => document.getElementById(id);
const colour = (name) => getComputedStyle(document.body).getPropertyValue(name).trim();

/** Calls move(x, y) when the pointer is dragged or an arrow key is pressed. x and y are 0..1, from the lower left. */
function onMove(canvas, place, move) {
  const kStep = 0.02;
  const fromPointer = (event) => {
    if (event.type === 'pointerdown') canvas.setPointerCapture(event.pointerId);
    else if (!canvas.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    move((event.clientX - left) / width, 1 - (event.clientY - top) / height);
  };
  canvas.addEventListener('pointerdown', fromPointer);
  canvas.addEventListener('pointermove', fromPointer);
  canvas.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const [x, y] = place();
    move(x + kStep * by[0], y + kStep * by[1]);
  });
}

function disc(drawing, x, y, radius, fill, stroke) {
  drawing.beginPath();
  drawing.arc(x, y, radius, 0, 2 * Math.PI);
  if (fill) {
    drawing.fillStyle = fill;
    drawing.fill();
  }
  if (stroke) {
    drawing.strokeStyle = stroke;
    drawing.stroke();
  }
}

/** The figure with points in a plane, the cells that a search visits, and the neighbours that it finds. */
export function octantFigure(engine) {
  const kSide = 8; // side of the plane in search radii
  const kPoints = 160;
  let seed = 5;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const points = Float32Array.from({ length: 2 * kPoints }, () => random() * kSide);
  points.set([4.3, 4.7]);
  const canvas = at('plane');
  const drawing = canvas.getContext('2d');

  const show = () => {
    const search = document.querySelector('input[name=search]:checked').value;
    const { offsets, ids } = engine.findNeighbours(points, 1, { box: [kSide, kSide], search });
    const neighbours = new Set(ids.slice(offsets[0], offsets[1]));
    const wide = search === 'cells27' ? 1 : 2;
    const [x, y] = points;
    // Returns the first and the last cell along an axis.
    const reach = (at1) => {
      const cell = Math.floor(at1 / wide);
      if (wide === 1) return [cell - 1, cell + 1];
      return at1 - cell * wide < wide / 2 ? [cell - 1, cell] : [cell, cell + 1];
    };
    const [[left, right], [low, high]] = [reach(x), reach(y)];
    const isVisited = (k) => {
      const [i, j] = [Math.floor(points[2 * k] / wide), Math.floor(points[2 * k + 1] / wide)];
      return i >= left && i <= right && j >= low && j <= high;
    };
    const pixel = canvas.width / kSide;
    const to = (px, py) => [px * pixel, canvas.height - py * pixel];
    drawing.clearRect(0, 0, canvas.width, canvas.height);
    drawing.fillStyle = colour('--faint');
    const [cornerX, cornerY] = to(left * wide, (high + 1) * wide);
    drawing.fillRect(cornerX, cornerY, (right - left + 1) * wide * pixel, (high - low + 1) * wide * pixel);
    drawing.strokeStyle = colour('--line');
    drawing.lineWidth = 0.5;
    for (let k = 0; k <= kSide; k += wide) {
      drawing.strokeRect(k * pixel, 0, 0, canvas.height);
      drawing.strokeRect(0, canvas.height - k * pixel, canvas.width, 0);
    }
    drawing.lineWidth = 1.5;
    disc(drawing, ...to(x, y), pixel, null, colour('--accent'));
    let visited = 0;
    for (let k = 1; k < kPoints; ++k) {
      if (isVisited(k)) ++visited;
      const place = to(points[2 * k], points[2 * k + 1]);
      const fill = neighbours.has(k) ? colour('--accent') : null;
      disc(drawing, ...place, 5, fill, colour(isVisited(k) ? '--ink' : '--line'));
    }
    disc(drawing, ...to(x, y), 7, colour('--hot'));
    disc(drawing, ...to(x, y), 11, null, colour('--hot'));
    const cells = (right - left + 1) * (high - low + 1);
    at('octants-text').textContent = `The search visits ${cells} cells, which cover ${cells * wide * wide} squared ` +
      `radii, and tests ${visited} points. It finds ${neighbours.size} neighbours.`;
  };
  const later = once(show);
  onMove(canvas, () => [points[0] / kSide, points[1] / kSide], (x, y) => {
    points.set([x, y].map((each) => Math.min(kSide - 0.01, Math.max(0, each * kSide))));
    later();
  });
  document.querySelectorAll('input[name=search]').forEach((each) => { each.onchange = show; });
  show();
}

/** The figure with the force that the engine computes between two particles at rest. */
export function forceFigure(engine) {
  const kBox = 6;
  const kStep = 0.01;
  const kRadius = 110; // pixels per cut-off radius
  const canvas = at('pair');
  const drawing = canvas.getContext('2d');
  let apart = [0.5, 0.1]; // place of the right particle relative to the left one, in cut-off radii
  let seed = 0;
  const arrow = (x, y, dx, dy) => {
    const length = Math.hypot(dx, dy);
    if (length < 1) return;
    const [ux, uy] = [dx / length, dy / length];
    drawing.strokeStyle = drawing.fillStyle = colour('--hot');
    drawing.lineWidth = 3;
    drawing.beginPath();
    drawing.moveTo(x, y);
    drawing.lineTo(x + dx, y + dy);
    drawing.stroke();
    drawing.beginPath();
    drawing.moveTo(x + dx + 8 * ux, y + dy + 8 * uy);
    drawing.lineTo(x + dx - 5 * uy, y + dy + 5 * ux);
    drawing.lineTo(x + dx + 5 * uy, y + dy - 5 * ux);
    drawing.fill();
  };

  const measure = (a, heat) => {
    const fluid = engine.createFluid({
      box: { size: [kBox, kBox, kBox] }, integrator: { dt: kStep }, fluid: { kT: heat, density: 2 / kBox ** 3 },
      noise: { seed: ++seed },
      species: [{ name: 'A' }], pair: [{ species: ['A', 'A'], a, gamma: 4.5 }],
    }, {
      start: { positions: [3, 3, 3, 3 + apart[0], 3 + apart[1], 3], velocities: [0, 0, 0, 0, 0, 0], species: [0, 0] },
    });
    fluid.step();
    const { velocities } = fluid.particles();
    fluid.dispose();
    return Array.from(velocities, (v) => v / kStep);
  };
  const show = () => {
    const [a, heat] = [Number(at('repulsion').value), Number(at('heat').value)];
    at('repulsion-shown').textContent = a;
    at('heat-shown').textContent = heat;
    const force = measure(a, heat);
    const distance = Math.hypot(...apart);
    const [x, y] = [canvas.width / 2 - 80, canvas.height / 2];
    const [x2, y2] = [x + apart[0] * kRadius, y - apart[1] * kRadius];
    drawing.clearRect(0, 0, canvas.width, canvas.height);
    drawing.lineWidth = 1.5;
    for (const [cx, cy] of [[x, y], [x2, y2]]) {
      disc(drawing, cx, cy, kRadius / 2, null, colour('--line'));
      disc(drawing, cx, cy, 8, colour('--accent'));
    }
    const scale = 2.5; // pixels per unit of force
    arrow(x, y, scale * force[0], -scale * force[1]);
    arrow(x2, y2, scale * force[3], -scale * force[4]);
    const [left, right] = [force.slice(0, 3), force.slice(3, 6)];
    const along = distance > 0 ? (right[0] * apart[0] + right[1] * apart[1]) / distance : 0;
    at('force-text').textContent = `Distance ${distance.toFixed(2)}. Force on the right particle from the left: ` +
      `${along.toFixed(2)}; a(1 − r) is ${Math.max(0, a * (1 - distance)).toFixed(2)}. Sum of both forces: ` +
      `${Math.hypot(...left.map((each, axis) => each + right[axis])).toFixed(2)}.`;
  };
  const later = once(show);
  const place = () => [0.5 + (apart[0] * kRadius - 80) / canvas.width, 0.5 + (apart[1] * kRadius) / canvas.height];
  onMove(canvas, place, (px, py) => {
    apart = [((px - 0.5) * canvas.width + 80) / kRadius, ((py - 0.5) * canvas.height) / kRadius]
      .map((each) => Math.max(-1.5, Math.min(2, each)));
    if (Math.hypot(...apart) < 0.05) apart = [0.05, 0];
    later();
  });
  at('repulsion').oninput = at('heat').oninput = later;
  show();
}

const kIterate = `#version 300 es
precision highp float;
uniform float start;
out vec4 value;
float next(float r) {
  float t = r + 1.7320508;
  float t2 = t * t;
  return clamp(fract((t2 * t2) * (1.000005 * t)), 0.0, 0.99999994);
}
void main() {
  int steps = int(gl_FragCoord.x);
  float r = start;
  for (int k = 0; k < steps; ++k) r = next(r);
  value = vec4(r, 0.0, 0.0, 1.0);
}`;
const kCover = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`;

/** The figure with the paper's map, which the GPU iterates. */
export function mapFigure() {
  const kSteps = 2048;
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl?.getExtension('EXT_color_buffer_float')) {
    throw new Error('this browser lacks WebGL 2 with textures of floats');
  }
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, kCover], [gl.FRAGMENT_SHADER, kIterate]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  const orbit = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, orbit);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, kSteps, 1);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, orbit, 0);
  gl.viewport(0, 0, kSteps, 1);
  const texels = new Float32Array(4 * kSteps);

  const show = () => {
    const begin = Number(at('start-value').value);
    at('start-shown').textContent = begin.toFixed(3);
    gl.uniform1f(gl.getUniformLocation(program, 'start'), begin);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.readPixels(0, 0, kSteps, 1, gl.RGBA, gl.FLOAT, texels);
    const seen = new Map();
    let period = 0;
    let from = kSteps;
    for (let k = 0; k < kSteps && period === 0; ++k) {
      const value = texels[4 * k];
      if (seen.has(value)) [from, period] = [seen.get(value), k - seen.get(value)];
      seen.set(value, k);
    }
    const canvas = at('orbit');
    const drawing = canvas.getContext('2d');
    drawing.clearRect(0, 0, canvas.width, canvas.height);
    for (let k = 0; k < kSteps; ++k) {
      drawing.fillStyle = colour(k < from ? '--accent' : '--hot');
      drawing.fillRect((k / kSteps) * canvas.width, (1 - texels[4 * k]) * (canvas.height - 2), 2, 2);
    }
    const said = period > 0
      ? `From step ${from} on the map repeats itself every ${period} ${period === 1 ? 'step' : 'steps'} ` +
        '(the second colour).'
      : `No value occurs twice in ${kSteps} steps from here.`;
    at('map-text').textContent = said;
    canvas.setAttribute('aria-label', said);
  };
  at('start-value').oninput = once(show);
  show();
}
