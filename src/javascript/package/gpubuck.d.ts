/** Numbers in an array. If an array does not have the type that a call needs, the call makes a copy with this type. */
export type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array |
  Uint8Array | readonly number[];

/** The error that all calls throw. The message is one line, `WHAT: WHY`; `name` is the name of the class. */
export class GpubuckError extends Error {}
/** An argument is wrong. `name` is 'InputError'. */
export class InputError extends GpubuckError {}
/** The browser, the GPU or a fluid has failed. `name` is 'RunError'. */
export class RunError extends GpubuckError {}

/** An HTMLCanvasElement or OffscreenCanvas. This type exists because the types of workers lack HTMLCanvasElement. */
export interface AnyCanvas {
  width: number;
  height: number;
  getContext(kind: 'webgl2', attributes?: WebGLContextAttributes): unknown;
}

export interface EngineOptions {
  /**
   * A context of the page. Each call works in any state of the context and restores that state. In three cases a call
   * throws RunError and does nothing: an error is pending (the call clears and names it), a query of samples or a
   * transform feedback is active, or the program in use is marked for deletion.
   *
   * The engine enables EXT_color_buffer_float. It also enables the following extensions if the context has them, so
   * that it can restore their state: EXT_clip_control, EXT_depth_clamp, OES_draw_buffers_indexed,
   * WEBGL_clip_cull_distance, WEBGL_polygon_mode. Blending per draw buffer (enableiOES) cannot be restored, since WebGL
   * cannot report it. After a call, all draw buffers blend if the first draw buffer did before the call.
   */
  gl?: WebGL2RenderingContext;
  /** A canvas without a context, in which the engine makes a context. If neither `gl` nor `canvas` is given,
   * the engine uses a canvas that is not on the page. */
  canvas?: AnyCanvas;
  /** Address of core.wasm. Default: core.wasm in the folder of this module. Only the first engine loads the file;
   * later engines ignore this option. */
  wasm?: string | URL;
}

/**
 * Makes an engine. The first call loads the program, which all engines share. Also works in workers. Throws RunError in
 * each of these cases: the browser lacks WebGL 2, EXT_color_buffer_float or exceptions in WebAssembly; the browser
 * changes the data that pages read from the GPU (Firefox with privacy.resistFingerprinting); there is no browser
 * (Node); a small test sort in the context gives a wrong result.
 */
export function createEngine(options?: EngineOptions): Promise<Engine>;

export interface SortOptions {
  /**
   * For lists: 'bucket' or 'bitonic'. 'bucket' is the paper's sort, which takes one round per element of the longest
   * list: O(N^2/M) on average for N elements in M buckets, and Theta(N^2) if all elements are in one bucket. The time
   * of 'bitonic' does not depend on the lengths of the lists. 'auto' takes 'bucket' if no list has more than 200
   * elements. For ranges: 'bitonic'.
   */
  algorithm?: 'auto' | 'bucket' | 'bitonic';
}

/** One linked list per bucket: head[c], next[head[c]], ... up to -1. */
export interface Lists {
  /** The first element of each bucket, or -1. */
  head: Int32Array;
  /** For each element, the next element in the same bucket, or -1. */
  next: Int32Array;
}

/** The elements by bucket: bucket c has order[start[c]] .. order[start[c + 1] - 1], in ascending order. */
export interface Ranges {
  order: Uint32Array;
  /** The place in `order` at which each bucket begins, and after these places the number of elements. */
  start: Uint32Array;
}

export interface TraceOptions {
  /** Number of sub-buffers, 1 or more. Default: 1. */
  subBuffers?: number;
  /** The way to draw sub-buffers (docs/how-it-works.md): 'contiguous', as in the paper and by default, or 'turns'. */
  partition?: 'contiguous' | 'turns';
  /**
   * 0 to 1. As soon as a contiguous sub-buffer draws at most this share of its own elements, the next sub-buffer is
   * drawn, too. Default: 0.5.
   */
  threshold?: number;
  /** New buckets, one per element. If given, the lists are re-sorted to these buckets after the sort. */
  movedTo?: Numbers;
}

/** The textures after a phase of the paper's sort. */
export interface SortPhase {
  name: 'cleared' | 'scattered' | 'linked' | 'unlinked' | 'relinked';
  isResort: boolean;
  /** Number of points that the scatter of this phase drew; 0 in phases without a scatter. */
  points: number;
  head: Int32Array;
  next: Int32Array;
  /** True for each element that is in its list. */
  placed: boolean[];
}

/**
 * The radius of a search, or a radius per pair of types of points. The latter is a symmetric matrix of types x types
 * numbers: number a * types + b is the radius for the types a and b. It is 0 for types that are never neighbours.
 */
export type Radius = number | Numbers;

export interface SearchOptions {
  /**
   * A second set of points, with the same number of dimensions. If it is given, the search finds the pairs between the
   * two sets, each pair once: i is one of the points, j one of the others. Two points in one place are a pair, too.
   */
  others?: Numbers;
  /** The lengths of the sides of a cell, two or three, along the axes. */
  box?: Numbers;
  /**
   * The sides of a cell of any shape, nine numbers: three vectors, one after the other. Cannot be combined with `box`.
   * The place of the cell makes no difference: points may lie anywhere, inside or outside of it.
   */
  cell?: Numbers;
  /**
   * The sides that are periodic. Other sides are open, and their lengths are ignored. Default: none. Every image of a
   * point counts, however many sides away it is, and so do the images of the point itself. If the radius is more than
   * half of a side, a pair may therefore occur several times.
   */
  periodic?: boolean | readonly boolean[];
  /** Numbers per point: 2 or 3. Default: the number of sides of the box, or 3 without a box. */
  dimensions?: 2 | 3;
  /** If true, pairs whose distance equals the radius are left out, as in ASE and vesin. Default: false. */
  strict?: boolean;
  /** The type of each point, from 0, for a radius per pair of types (Radius). */
  types?: Numbers;
  /** The type of each point of `others`. */
  otherTypes?: Numbers;
  /**
   * The cells that are searched: 'cells27' (the default), 'cells-per-cutoff=K' with K 1..4, or 'octant=FACTOR' with
   * FACTOR >= 2. The result does not depend on the cells.
   */
  search?: string;
  /**
   * If true, the search visits half of the cells that `search` names, 14 of 27, and tests each distance from one end
   * only, as the paper does. The result does not depend on this option. It is not allowed with octants or `others`.
   * Default: false.
   */
  halfCells?: boolean;
  /** The sort of the points into cells, on which the result does not depend; 'auto' takes 'bitonic'. */
  algorithm?: 'auto' | 'bucket' | 'bitonic';
}

export interface PairOptions extends SearchOptions {
  /**
   * If true, the result has both (i, j, S) and (j, i, -S). If false (the default), it has one of the two: the pair with
   * i < j. For a point and its own images it has the pair with S0 + S1 + S2 > 0; if the sum is 0, the pair with S2 > 0;
   * if S2 is 0, too, the pair with S1 > 0.
   */
  full?: boolean;
  /** If true (the default), the pairs are in ascending order of i, then j, then S. Otherwise they are in any order,
   * which is faster. */
  sorted?: boolean;
  /** Optional columns of the result. Default: none. */
  shifts?: boolean;
  distances?: boolean;
  vectors?: boolean;
}

export interface SystemOptions extends Pick<PairOptions, 'strict' | 'types' | 'full' | 'sorted' | 'shifts' |
  'distances' | 'vectors'> {
  /** The sides of each system's cell as three vectors, 9 numbers per system, or 9 numbers for all systems. Default:
   * none. */
  cells?: Numbers;
  /** The sides that are periodic: one value for all sides, three values for all systems, or three values per system.
   * Default: none. */
  periodic?: boolean | readonly boolean[];
}

/** Pairs (i, j, S), one per row of the columns. */
export interface PairTable {
  /** i, from 0. */
  first: Uint32Array;
  /** j. */
  second: Uint32Array;
  /** The pairs of point i are in rows offsets[i] .. offsets[i + 1] - 1. Only if sorted. */
  offsets?: Uint32Array;
  /** S, three whole numbers per pair: the shift of the image of j along each side, in units of this side. */
  shifts?: Int32Array;
  distances?: Float64Array;
  /** D = r_j - r_i + S H, three numbers per pair. H is the matrix whose rows are the sides of the cell. */
  vectors?: Float64Array;
}

/** The neighbours of point i are ids[offsets[i]] .. ids[offsets[i + 1] - 1], in ascending order. */
export interface Neighbours {
  offsets: Uint32Array;
  ids: Uint32Array;
}

/** Clusters of points. The largest cluster comes first. Clusters of the same size are in ascending order of their
 * lowest point. */
export interface Clusters {
  /** The number of the cluster of each point, from 0. */
  ofPoint: Int32Array;
  /** The number of points of each cluster. */
  sizes: Uint32Array;
}

/** Values of a scenario by their keys, such as { 'fluid.kT': 1.2 }. docs/scenario.md of gpubuck lists all keys. */
export type ScenarioValues = Record<string, unknown>;

/** Rows of three numbers; in two dimensions z is 0. */
export interface Particles {
  /** Within the box, in cut-off radii. */
  positions: Float32Array;
  /** Half a time step before the positions (leap-frog). */
  velocities: Float32Array;
  /** 0, 1, ... in the order of the scenario. */
  species: Int32Array;
}

/** Particle k is the texel (k % width, floor(k / width)). k counts in the order of memory, not of ids. */
export interface PositionTexture {
  /** Its format is RGBA32F. The first three numbers of a texel are the position, the fourth is the species. */
  texture: WebGLTexture;
  width: number;
}

export interface FluidOptions {
  /** Values of the scenario to replace. */
  set?: ScenarioValues;
  /** Initial particles; their number must be density times volume. If velocities are missing, they are drawn at kT. */
  start?: { positions: Numbers; velocities?: Numbers; species: Numbers };
}

export class Engine {
  private constructor();
  /** The context that was given, or the context that the engine has made. */
  readonly gl: WebGL2RenderingContext;
  /** The GPU and its OpenGL. */
  readonly description: string;

  /**
   * Sorts elements 0 .. n - 1 into lists. `bucketOf` holds the bucket of each element, below `buckets`. There may be at
   * most 16,777,215 elements, and 1 .. 16,777,215 buckets. For up to 65,536 elements and buckets, the textures of the
   * last four sorts are kept for later calls with the same sizes and algorithm.
   */
  sortIntoLists(bucketOf: Numbers, buckets: number, options?: SortOptions): Lists;
  /** Sorts elements into ranges, with at most 16,777,214 buckets. */
  sortIntoRanges(bucketOf: Numbers, buckets: number, options?: SortOptions): Ranges;
  /**
   * Sorts by the paper's sort, and re-sorts if `movedTo` is given. Returns the textures after each phase, for lessons.
   * A re-sort in which nothing moves has no phases. Time and memory are proportional to the number of phases times the
   * number of elements.
   */
  traceSort(bucketOf: Numbers, buckets: number, options?: TraceOptions): SortPhase[];
  /**
   * Returns all pairs of points at a distance of at most `radius`, as i0, j0, i1, j1, ..., in ascending order of i,
   * then j. Without `others`, i < j, or i = j for a point and its own image. The result is exact in double precision,
   * and complete. Throws InputError for wrong arguments.
   */
  findPairs(points: Numbers, radius: Radius, options?: SearchOptions): Uint32Array;
  /** Returns the pairs as the neighbours of each point. */
  findNeighbours(points: Numbers, radius: Radius, options?: SearchOptions): Neighbours;
  /**
   * Returns the clusters. Points are in the same cluster if pairs connect them, directly or through other points. A
   * point without pairs is a cluster of its own. The option `others` is not allowed.
   */
  findClusters(points: Numbers, radius: Radius, options?: Omit<SearchOptions, 'others' | 'otherTypes'>): Clusters;
  /** Returns the pairs with shifts, distances and vectors. */
  findPairTable(points: Numbers, radius: Radius, options?: PairOptions): PairTable;
  /**
   * Returns the pairs within each of several systems in three dimensions. There are no pairs between systems. System b
   * has the points starts[b] .. starts[b + 1] - 1, which may be none; the last number of `starts` is the number of all
   * points. i and j count the points of all systems. The pairs are in the order of the systems. For a graph network,
   * `first` and `second` are the two ends of each edge. The search runs on the processor.
   */
  findPairsInSystems(points: Numbers, starts: Numbers, radius: Radius, options?: SystemOptions): PairTable;
  /**
   * Creates a DPD fluid. `scenario` is the text of a scenario file (TOML), such as a file of the package's folder
   * scenarios, or an object such as { 'box.size': [6, 6, 6], 'fluid.kT': 1.2 } with at most 16 nested levels. The fluid
   * runs on the paper engine, since WebGL 2 has no compute shaders.
   */
  createFluid(scenario: string | ScenarioValues, options?: FluidOptions): Fluid;
  /** Frees the memory of the engine and its fluids. A context that the engine has made is lost; a context of the page
   * stays. */
  dispose(): void;
}

/**
 * The observables of a fluid, all at the present step. Units: r_c is the cut-off radius, m the lightest mass, ε the
 * energy k_B T = 1 of the usual temperature, and τ = r_c √(m/ε). D is the number of dimensions.
 */
export interface Measurement {
  // Observables, written by tools/make-references.
  /** Time steps since the beginning. */
  step: number;
  /** [τ] Time since the beginning. */
  time: number;
  /**
   * [ε] k_B T from the velocities: 2 E / (D N - P), where E is the kinetic energy and P the number of periodic axes;
   * with drag or solids 2 E / (D N). The energy of a mean flow is included.
   */
  temperature: number;
  /**
   * [ε/r_c^D] The kinetic part plus the virial of the conservative forces, including forces of molecules, divided by D
   * V.
   */
  pressure: number;
  /** [ε] Energy of the conservative pair forces. */
  potentialEnergy: number;
  /** [ε] Mean of the kinetic energies half a step before and after. */
  kineticEnergy: number;
  /** [m r_c/τ] Mean of the momenta half a step before and after: the paper's p(n). */
  momentum: number[];
  /**
   * [ε/r_c^D] Pressure with the virial of friction and noise. The mean of this virial is about 0.1 at a time step of
   * 0.04, and tends to 0 for small time steps.
   */
  pressureTotal: number;
  /** [ε] Energy in the field of gravity, the sum of - m g.r: 0 at the origin. */
  gravityEnergy: number;
  /**
   * [r_c] Width of the mixing layer: 6 times the integral of f (1 - f) along gravity, where f is the share of one
   * species in a layer of cells of edge 1, or a little more. Only with two species and gravity.
   */
  mixingWidth?: number;
  /**
   * [r_c] Size of the regions of one species: the smallest distance at which the compositions of two cells of edge 1,
   * or a little more, are not correlated. It is the mean over the periodic axes that have such a distance. Only with
   * two species, if a periodic axis has such a distance.
   */
  domainSize?: number;
  /**
   * [ε] k_B T from the means of the velocities half a step before and after. Codes with velocity Verlet report this
   * temperature. At a time step of 0.01 it is 0.7 % below the observable temperature.
   */
  temperatureOnStep: number;
  /**
   * [ε/r_c^D] xx, yy and zz of the pressure tensor, whose mean is the observable pressure. In two dimensions zz is 0
   * and does not count in the mean.
   */
  pressureTensor: number[];
  /** [ε] Energy of all bonds. Only with [[bond]]. */
  bondEnergy?: number;
  /** [ε] Energy of all angles. Only with [[angle]]. */
  angleEnergy?: number;
  /**
   * [1/r_c^D] Mean density around a particle, as the force law reads it: the sum of the weights of the neighbours of
   * the particle. Only with the law many-body.
   */
  localDensity?: number;
  /**
   * [r_c] Distance between the ends of a chain: the root of its mean square over all chains. A chain is a molecule
   * whose bonds form a line; rings and branched molecules do not count. Only with chains.
   */
  endToEnd?: number;
  /**
   * [r_c] Root of the mean of Rg² over all molecules. Rg² is the mean squared distance of a molecule's particles from
   * its centre of mass, with the masses as weights. Only with bonds.
   */
  radiusOfGyration?: number;
  /**
   * [ε/r_c^(D-1)] Tension of each of the two surfaces of a slab across the last axis: L/2 (P_n - P_t), where L is the
   * length of that axis, P_n the component of the pressure tensor along the axis and P_t the mean of the other
   * components. In a fluid without surfaces the tension fluctuates around 0. Only without solids, where the last axis
   * is periodic.
   */
  surfaceTension?: number;
  // End of the observables.
  /** The observables of each species, in the order of the scenario. */
  species: SpeciesMeasurement[];
}

/** The observables of one species. */
export interface SpeciesMeasurement {
  // Observables, written by tools/make-references.
  /** Number of particles, which only effects of the kind turn change. observables.csv does not have it. */
  count: number;
  /**
   * [ε] k_B T from the velocities: 2 E / (D N), with E and N of this species. The energy of a mean flow is included.
   */
  temperature: number;
  /** [m r_c/τ] Mean of the momenta half a step before and after. */
  momentum: number[];
  // End of the observables.
}

/**
 * The static structure factor S(k) = |sum of exp(-i k.r)|² / N, where r are the positions of N particles. It is 1 for
 * an ideal gas. The wave vectors k fit the periodic axes. They are grouped in shells of width 2π/L, where L is the
 * longest periodic side. Each array has an entry per shell.
 */
export interface StructureFactor {
  /** Mean length of the wave vectors of a shell, in inverse cut-off radii, in ascending order. */
  k: Float64Array;
  /** S(k) of all particles, averaged over the wave vectors of a shell. */
  total: Float64Array;
  /**
   * S(k) of each species, in the order of the scenario, averaged over the wave vectors of a shell. NaN for a species
   * without particles.
   */
  species: Float64Array[];
}

/** The surface of a species' density. */
export interface Surface {
  /** Area in squared cut-off radii, or length in cut-off radii in two dimensions; 0 without a surface. */
  area: number;
  /**
   * The three eigenvalues, in ascending order, of the second moment of the surface's unit normals. Their sum is 1.
   * Without a preferred direction they are 1/3, 1/3, 1/3; for tubes 0, 1/2, 1/2; for layers 0, 0, 1. Null without a
   * surface.
   */
  mu: number[] | null;
}

/** The pressure in slabs across the last axis; each array has an entry per slab. */
export interface StressProfile {
  /** Middle of a slab along that axis, in cut-off radii, in ascending order. */
  position: Float64Array;
  /** Component of the pressure along that axis. */
  normal: Float64Array;
  /** Mean of the other components. */
  tangential: Float64Array;
}

export class Fluid {
  private constructor();
  /** Number of particles. */
  readonly count: number;
  readonly stepNumber: number;
  readonly time: number;
  /** The box. It begins at the origin and has two or three sides, in cut-off radii. */
  readonly box: { size: number[]; periodic: boolean[] };
  readonly species: { name: string; mass: number }[];
  /** The complete scenario as TOML, with every default and all changes by set(). */
  readonly scenario: string;

  /** Makes time steps. Throws RunError, which names step and particle, if the fluid has blown up. */
  step(steps?: number): void;
  /** Changes values from the next step on. For a key that cannot change, throws InputError and changes nothing. */
  set(values: ScenarioValues): void;
  /** Measures the present state. Waits for the GPU, as structureFactor() and particles() do. */
  measure(): Measurement;
  /**
   * Measures the structure factor of the present state, by a Fourier transform of the density. Throws InputError if the
   * box has no periodic axis.
   */
  structureFactor(): StructureFactor;
  /** Finds the surface of the density of each species, in the order of the scenario. */
  surfaceOrder(): Surface[];
  /**
   * Measures the pressure in slabs, at most 1/4 of a cut-off radius thick. Throws InputError if the last axis is not
   * periodic.
   */
  stressProfile(): StressProfile;
  particles(): Particles;
  /**
   * Returns the present positions on the GPU, without a copy. If the page gave its own context to the engine, the page
   * can draw with these positions. The texture is valid until the next call of step(), set() or dispose(), and must not
   * be written. The call does not wait for the GPU.
   */
  positionTexture(): PositionTexture;
  /** Frees the memory of the fluid on the GPU. */
  dispose(): void;
}
