// gpubuck for pages: sorts elements into buckets, finds pairs of near points and runs DPD fluids on the GPU by WebGL 2.
// gpubuck.d.ts has the types and describes each call.
import * as check from './arguments.js';
import loadCore from './core.js';
import { GpubuckError, InputError, RunError } from './errors.js';
import { whyUnreadable } from './readback.js';
import { keepState } from './state.js';

export { GpubuckError, InputError, RunError };

const kRequired = 'EXT_color_buffer_float';
const kSearchOptions = ['others', 'box', 'cell', 'periodic', 'dimensions', 'strict', 'types', 'otherTypes', 'search',
  'algorithm', 'halfCells'];
const kPairOptions = [...kSearchOptions, 'full', 'sorted', 'shifts', 'distances', 'vectors'];
const kSystemOptions = ['cells', 'periodic', 'strict', 'types', 'full', 'sorted', 'shifts', 'distances', 'vectors'];
const encoder = new TextEncoder();
let loading = null; // the program, which all engines share

/** Loads the program if it is not loaded yet. */
function load(wasm) {
  if (typeof document === 'undefined' && typeof OffscreenCanvas === 'undefined') {
    return Promise.reject(new RunError('WebGL 2: gpubuck runs in pages and workers of browsers, and this is neither'));
  }
  if (typeof WebAssembly !== 'object' || !('Tag' in WebAssembly)) {
    return Promise.reject(new RunError('WebAssembly: this browser has none with exceptions'));
  }
  loading ??= loadCore({
    ...(wasm === undefined ? {} : { locateFile: () => String(wasm) }),
    print: () => {},
    printErr: () => {},
  }).catch((error) => {
    loading = null; // the next call may try again
    throw new RunError(`core.wasm: cannot be loaded (${String(error?.message ?? error).split('\n')[0]})`);
  });
  return loading;
}

/** Makes a context for an engine that is made without a context of the page. */
function ownContext(canvas) {
  const of = canvas ?? (typeof document === 'undefined' ? new OffscreenCanvas(1, 1) : document.createElement('canvas'));
  let gl = null;
  try {
    gl = of.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  } catch { // the canvas has transferred its control to an OffscreenCanvas
  }
  if (!gl) throw new RunError('WebGL 2: the browser gives this canvas no such context');
  return gl;
}

let isReadable = false; // whether requireReadable() has passed before

/** Throws RunError if this browser returns noise when a page reads data from the GPU. Uses a separate context, since
 * the check changes the state of its context. */
function requireReadable() {
  if (isReadable) return;
  const gl = ownContext();
  const why = whyUnreadable(gl);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  if (why) throw new RunError(`WebGL 2: ${why}`);
  isReadable = true;
}

/** Registers the context, and returns the number by which the program knows it. */
function register(core, gl) {
  const { canvas } = gl;
  const before = canvas?.GLctxObject;
  const handle = core.GL.registerContext(gl, { majorVersion: 2, minorVersion: 0, enableExtensionsByDefault: false });
  if (canvas) canvas.GLctxObject = before; // this property may belong to a program of the page
  return handle;
}

/** A call of the program. The memory of its arguments is freed when the call ends. */
class Call {
  constructor(core) {
    this.core = core;
    this.taken = [];
  }

  allocate(bytes) {
    const at = this.core._malloc(Math.max(bytes, 1)) >>> 0;
    if (at === 0) throw new RunError('memory: the browser gives this page no more');
    this.taken.push(at);
    return at;
  }

  /** Copies a typed array into the memory of the program, and returns its address; null has the address 0. */
  array(values) {
    if (values === null) return 0;
    const at = this.allocate(values.byteLength);
    this.core.HEAPU8.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    return at;
  }

  /** Returns the arguments of a search that hold its cut-offs. */
  cutoffs({ lengths, types, otherTypes }) {
    return [this.array(lengths), lengths.length, this.array(types), this.array(otherTypes)];
  }

  text(value) {
    return this.array(encoder.encode(`${value}\0`));
  }

  end() {
    for (const at of this.taken) this.core._free(at);
  }
}

/** Calls the function `name` of the program with the arguments that `pass` returns. Returns the reply of the program,
 * to which the result of the function is added as `value`. */
function run(core, name, pass) {
  const call = new Call(core);
  try {
    const passed = pass(call);
    core.reply = {};
    const value = core[`_${name}`](...passed);
    const { error, isInput, ...results } = core.reply;
    if (error !== undefined) throw isInput ? new InputError(error) : new RunError(error);
    return { ...results, value };
  } finally {
    core.reply = null;
    call.end();
  }
}

/** Throws RunError unless the paper's sort and a stable sort of a few elements give the right results. */
function requireRightSorts(engine) {
  const bucketOf = [0, 2, 3, 2, 0, 1, 3, 3];
  const sorted = '0,4,5,1,3,2,6,7';
  const { head, next } = engine.sortIntoLists(bucketOf, 4, { algorithm: 'bucket' });
  const met = Array.from(head, (first) => {
    const list = [];
    for (let i = first; i !== -1 && list.length < bucketOf.length; i = next[i]) list.push(i);
    return list.sort();
  });
  const { order } = engine.sortIntoRanges(bucketOf, 4);
  if (String(met) !== sorted || String(order) !== sorted) {
    throw new RunError('WebGL 2: a test sort of 8 elements gave a wrong order in this context');
  }
}

export async function createEngine(options = {}) {
  const { canvas, gl, wasm } = check.options(options, ['canvas', 'gl', 'wasm']);
  if (canvas !== undefined && gl !== undefined) throw new InputError('options: canvas and gl exclude each other');
  if (gl !== undefined && typeof gl?.createVertexArray !== 'function') {
    throw new InputError('gl: is not a context of WebGL 2');
  }
  if (canvas !== undefined && typeof canvas?.getContext !== 'function') throw new InputError('canvas: is not a canvas');
  const core = await load(wasm);
  const context = gl ?? ownContext(canvas);
  if (context.isContextLost()) throw new RunError('WebGL context: is lost');
  if (!context.getExtension(kRequired)) throw new RunError(`WebGL 2: this browser lacks ${kRequired}`);
  requireReadable();
  const engine = new Engine(core, context, gl !== undefined);
  try {
    requireRightSorts(engine);
  } catch (error) {
    engine.dispose();
    throw error;
  }
  return engine;
}

export class Engine {
  #core;
  #handle;
  #address = 0;
  #isShared;
  #fluids = new Set();

  constructor(core, gl, isShared) {
    if (!core?.GL) throw new InputError('Engine: is made by createEngine()');
    this.#core = core;
    this.#isShared = isShared;
    this.gl = gl;
    this.#handle = register(core, gl);
    try {
      const { value, description } = this.#run('openContext', () => [isShared]);
      this.#address = value;
      this.description = description;
    } catch (error) {
      core.GL.contexts[this.#handle] = null;
      throw error;
    }
  }

  #run(name, pass) {
    if (this.#handle === 0) throw new InputError('engine: is disposed');
    if (this.gl.isContextLost()) throw new RunError('WebGL context: is lost; another engine needs a new one');
    let restore = null;
    this.#core.keepState = () => {
      try {
        restore = keepState(this.gl);
        return '';
      } catch (error) {
        return error.message;
      }
    };
    this.#core.restoreState = () => restore();
    this.#core.GL.makeContextCurrent(this.#handle);
    try {
      return run(this.#core, name, pass);
    } finally {
      this.#core.GL.makeContextCurrent(0);
    }
  }

  sortIntoLists(bucketOf, buckets, options) {
    const { head, next } = this.#sort('sortIntoLists', bucketOf, buckets, options);
    return { head, next };
  }

  sortIntoRanges(bucketOf, buckets, options) {
    const { order, start } = this.#sort('sortIntoRanges', bucketOf, buckets, options);
    return { order, start };
  }

  traceSort(bucketOf, buckets, options) {
    const { subBuffers = 1, partition = 'contiguous', threshold = 0.5, movedTo } =
      check.options(options, ['subBuffers', 'partition', 'threshold', 'movedTo']);
    if (!['contiguous', 'turns'].includes(partition)) {
      throw new InputError(`partition: '${partition}' is not one of contiguous, turns`);
    }
    const of = check.bucketsOf(bucketOf, check.whole('buckets', buckets));
    const later = movedTo === undefined ? null : check.bucketsOf(movedTo, buckets);
    if (later && later.length !== of.length) {
      throw new InputError(`movedTo: ${later.length} buckets for ${of.length} elements`);
    }
    const { names, points, heads, nexts, placed } = this.#run('traceSort', (call) => [
      this.#address, call.array(of), call.array(later), of.length, buckets, check.whole('subBuffers', subBuffers),
      partition === 'turns', check.number('threshold', threshold),
    ]);
    const count = of.length;
    return names.split('\n').slice(0, -1).map((line, k) => {
      const [name, isResort] = line.split(' ');
      return {
        name, isResort: isResort === '1', points: points[k],
        head: heads.slice(k * buckets, (k + 1) * buckets), next: nexts.slice(k * count, (k + 1) * count),
        placed: Array.from(placed.subarray(k * count, (k + 1) * count), Boolean),
      };
    });
  }

  #sort(name, bucketOf, buckets, options) {
    const { algorithm = 'auto' } = check.options(options, ['algorithm']);
    const of = check.bucketsOf(bucketOf, check.whole('buckets', buckets));
    return this.#run(name, (call) => [this.#address, call.array(of), of.length, buckets, call.text(algorithm)]);
  }

  findPairs(points, radius, options) {
    const { first, second } = this.#near(points, radius, check.options(options, kSearchOptions));
    const pairs = new Uint32Array(2 * first.length);
    for (let k = 0; k < first.length; ++k) pairs.set([first[k], second[k]], 2 * k);
    return pairs;
  }

  findNeighbours(points, radius, options) {
    const full = { ...check.options(options, kSearchOptions), full: true };
    const { offsets, second } = this.#near(points, radius, full, false);
    return { offsets, ids: second };
  }

  findPairTable(points, radius, options) {
    return this.#near(points, radius, check.options(options, kPairOptions));
  }

  findPairsInSystems(points, starts, radius, options) {
    const rows = check.rows('points', points, 3);
    const begins = check.integers('starts', starts);
    if (begins.length === 0) throw new InputError('starts: are empty, without the number of points at their end');
    const given = check.options(options, kSystemOptions);
    const { full = false, sorted = true, strict = false, shifts = false, distances = false, vectors = false } = given;
    const cells = check.cells(begins.length - 1, given);
    const cutoffs = check.cutoffs(radius, rows.length / 3, null, given);
    const flags = Object.entries({ full, sorted, strict, shifts, distances, vectors })
      .map(([name, value]) => check.flag(name, value));
    const { value, ...table } = this.#run('findPairsInSystems', (call) => [
      call.array(rows), rows.length / 3, call.array(begins), call.array(cells), begins.length - 1,
      ...call.cutoffs(cutoffs), ...flags,
    ]);
    return table;
  }

  findClusters(points, radius, options) {
    const found = check.options(options, kSearchOptions.filter((name) => name !== 'others' && name !== 'otherTypes'));
    const { ofPoint, sizes } = this.#near(points, radius, found, false, true);
    return { ofPoint, sizes };
  }

  #near(points, radius, options, first = true, clusters = false) {
    const { dimensions, numbers } = check.space(options);
    const rows = check.rows('points', points, dimensions);
    const others = options.others === undefined ? null : check.rows('others', options.others, dimensions);
    const cutoffs = check.cutoffs(radius, rows.length / dimensions, others === null ? null : others.length / dimensions,
      options);
    const { full = false, sorted = true, strict = false, shifts = false, distances = false, vectors = false,
      halfCells = false } = options;
    const flags = Object.entries({ full, sorted, strict, first, shifts, distances, vectors, clusters, halfCells })
      .map(([name, value]) => check.flag(name, value));
    const { search = 'cells27', algorithm = 'auto' } = options;
    const { value, ...table } = this.#run('findPairs', (call) => [
      this.#address, call.array(rows), rows.length / dimensions, call.array(others),
      (others?.length ?? 0) / dimensions, dimensions, ...call.cutoffs(cutoffs), call.array(numbers), ...flags,
      call.text(search), call.text(algorithm),
    ]);
    return table;
  }

  createFluid(scenario, options) {
    const { set, start } = check.options(options, ['set', 'start']);
    const text = check.scenario(scenario);
    const changes = check.overrides(set);
    let positions = null;
    let velocities = null;
    let species = null;
    if (start !== undefined) {
      check.options(start, ['positions', 'velocities', 'species'], 'start');
      positions = check.rows('start positions', start.positions, 3);
      if (positions.length === 0) throw new InputError('start positions: are empty; at least one particle is needed');
      if (start.velocities !== undefined) velocities = check.rows('start velocities', start.velocities, 3);
      species = check.integers('start species', start.species);
      const count = positions.length / 3;
      if (species.length !== count || (velocities !== null && velocities.length !== positions.length)) {
        throw new InputError(`start particles: ${count} positions, ${(velocities?.length ?? 0) / 3} velocities and ` +
                             `${species.length} species; each position needs a species and, if velocities are given, ` +
                             'a velocity');
      }
    }
    const { value } = this.#run('openFluid', (call) => [
      this.#address, call.text(text), call.text(changes), call.array(positions), call.array(velocities),
      call.array(species), species?.length ?? 0,
    ]);
    const fluid = new Fluid((name, pass) => this.#run(name, pass), value, () => this.#fluids.delete(fluid));
    this.#fluids.add(fluid);
    return fluid;
  }

  dispose() {
    if (this.#handle === 0) return;
    for (const fluid of this.#fluids) fluid.dispose();
    if (!this.gl.isContextLost()) {
      this.#run('closeContext', () => [this.#address]);
      if (!this.#isShared) this.gl.getExtension('WEBGL_lose_context')?.loseContext();
    }
    this.#core.GL.contexts[this.#handle] = null;
    this.#handle = 0;
  }
}

const axes = ({ dimensions }, prefix, results) =>
  ['X', 'Y', 'Z'].slice(0, dimensions).map((axis) => results[prefix + axis]);

export class Fluid {
  #run;
  #address;
  #forget;

  constructor(run, address, forget) {
    if (typeof run !== 'function') throw new InputError('Fluid: is made by an engine, createFluid()');
    this.#run = run;
    this.#address = address;
    this.#forget = forget;
  }

  #call(name, ...more) {
    if (this.#address === 0) throw new InputError('fluid: is disposed');
    return this.#run(name, (call) => [
      this.#address, ...more.map((each) => (typeof each === 'string' ? call.text(each) : each)),
    ]);
  }

  step(steps = 1) {
    this.#call('stepFluid', check.whole('steps', steps));
  }

  set(values) {
    this.#call('setFluid', check.overrides(values));
  }

  measure() {
    const { value, ...measured } = this.#call('measureFluid');
    return measured;
  }

  structureFactor() {
    const { k, total, species } = this.#call('measureStructureFactor');
    const shells = k.length;
    return { k, total, species: this.species.map((_, of) => species.slice(of * shells, (of + 1) * shells)) };
  }

  surfaceOrder() {
    const { areas, mu } = this.#call('measureSurfaceOrder');
    return Array.from(areas, (area, of) => ({ area, mu: area > 0 ? Array.from(mu.slice(3 * of, 3 * of + 3)) : null }));
  }

  stressProfile() {
    const { position, normal, tangential } = this.#call('measureStressProfile');
    return { position, normal, tangential };
  }

  particles() {
    const { positions, velocities, species } = this.#call('readFluid');
    return { positions, velocities, species };
  }

  positionTexture() {
    const { texture, width } = this.#call('positionsOnGpu');
    return { texture, width };
  }

  get count() { return this.#call('describeFluid').count; }

  get stepNumber() { return this.#call('describeFluid').stepNumber; }

  get time() { return this.#call('describeFluid').time; }

  get box() {
    const told = this.#call('describeFluid');
    return { size: axes(told, 'size', told), periodic: axes(told, 'periodic', told).map((each) => each !== 0) };
  }

  get species() {
    const { names, masses } = this.#call('describeFluid');
    const mass = masses.trimEnd().split('\n');
    return names.trimEnd().split('\n').map((name, k) => ({ name, mass: Number(mass[k]) }));
  }

  get scenario() { return this.#call('writeFluid').scenario; }

  dispose() {
    if (this.#address === 0) return;
    this.#forget();
    try {
      this.#call('closeFluid');
    } catch (error) {
      if (!(error instanceof RunError)) throw error; // a lost context has nothing left to free
    } finally {
      this.#address = 0;
    }
  }
}
