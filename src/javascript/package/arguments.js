// Checks the arguments of calls and converts them to the form that the program takes.
import { InputError } from './errors.js';

/** Returns the text by which errors show a value. */
function shown(value) {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value); // JSON has no NaN
  let text;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch { // such as an object that contains itself
    text = typeof value === 'object' ? 'an object' : String(value);
  }
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Throws for a typed array whose memory was transferred, or has become so short that it ends before the begin of the
 * array. */
function requireMemory(name, value) {
  try {
    if (ArrayBuffer.isView(value)) value.values();
  } catch {
    throw new InputError(`${name}: the memory of this array is detached, as after a transfer to a worker`);
  }
}

function requireList(name, value) {
  if (!isList(value)) throw new InputError(`${name}: ${shown(value)} is neither a typed array nor an array of numbers`);
  requireMemory(name, value);
  if (ArrayBuffer.isView(value) && typeof value[0] === 'bigint') {
    throw new InputError(`${name}: holds BigInt, not numbers`);
  }
}

/** Returns the object if it has only keys in `known`; otherwise throws. */
export function options(value, known, name = 'options') {
  if (value === undefined) return {};
  if (value === null || typeof value !== 'object') throw new InputError(`${name}: ${shown(value)} is not an object`);
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new InputError(`${name}: '${key}' is not one of ${known.join(', ')}`);
  }
  return value;
}

export function whole(name, value) {
  if (!Number.isSafeInteger(value)) throw new InputError(`${name}: ${shown(value)} is not a whole number`);
  return value;
}

export function number(name, value) {
  if (typeof value !== 'number') throw new InputError(`${name}: ${shown(value)} is not a number`);
  return value;
}

/** Returns the numbers of rows as doubles. Each row has `size` numbers. */
export function rows(name, value, size) {
  requireList(name, value);
  if (value.length % size !== 0) {
    throw new InputError(`${name}: ${value.length} numbers cannot be divided into rows of ${size}`);
  }
  if (Array.isArray(value)) value.forEach((each, k) => number(`${name}[${k}]`, each));
  return Float64Array.from(value);
}

/** Returns the buckets of elements, which must be below 2^32. The program later compares them with the number of
 * buckets. */
export function bucketsOf(value, buckets) {
  requireList('bucketOf', value);
  if (value instanceof Uint32Array || value instanceof Uint16Array || value instanceof Uint8Array) {
    return Uint32Array.from(value);
  }
  for (let i = 0; i < value.length; ++i) {
    if (!Number.isInteger(value[i]) || value[i] < 0 || value[i] > 0xffffffff) {
      throw new InputError(`element ${i}: bucket ${shown(value[i])} is not within 0..${buckets - 1}`);
    }
  }
  return Uint32Array.from(value);
}

/** Returns an Int32Array of whole numbers, such as the species of each particle. */
export function integers(name, value) {
  requireList(name, value);
  for (let i = 0; i < value.length; ++i) {
    if (!Number.isInteger(value[i]) || Math.abs(value[i]) > 0x7fffffff) {
      throw new InputError(`${name}[${i}]: ${shown(value[i])} is not a whole number`);
    }
  }
  return Int32Array.from(value);
}

/**
 * Returns the cut-offs of a search: a single cut-off or, if the points have types, a cut-off per pair of types.
 * `others` is the number of points in the second set, or null.
 */
export function cutoffs(radius, points, others, { types, otherTypes }) {
  if (typeof radius === 'number') {
    for (const [name, value] of Object.entries({ types, otherTypes })) {
      if (value !== undefined) {
        throw new InputError(`${name}: has no effect on a single radius; give a radius per pair of types`);
      }
    }
    return { lengths: Float64Array.of(radius), types: null, otherTypes: null };
  }
  if (!isList(radius)) {
    throw new InputError(`radius: ${shown(radius)} is neither a number nor a list with a number per pair of types`);
  }
  const typesOf = (name, value, count) => {
    if (value === undefined) {
      throw new InputError(`${name}: are missing, but the radius depends on the types of points`);
    }
    const numbers = integers(name, value);
    if (numbers.length !== count) {
      throw new InputError(`${name}: must be ${count} numbers, one per point, got ${numbers.length}`);
    }
    return numbers;
  };
  const lengths = rows('radius', radius, 1);
  const own = typesOf('types', types, points);
  if (others !== null) return { lengths, types: own, otherTypes: typesOf('otherTypes', otherTypes, others) };
  if (otherTypes !== undefined) throw new InputError('otherTypes: are given without others');
  return { lengths, types: own, otherTypes: own };
}

export function flag(name, value) {
  if (typeof value !== 'boolean') throw new InputError(`${name}: ${shown(value)} is not a boolean`);
  return value;
}

/**
 * Returns the number of dimensions of points, and the numbers of their cell: its three sides as vectors, and for each
 * side 1 if it is periodic, otherwise 0. Without a cell, null takes the place of these numbers.
 */
export function space({ box, cell, periodic = false, dimensions }) {
  if (dimensions !== undefined && dimensions !== 2 && dimensions !== 3) {
    throw new InputError(`dimensions: ${shown(dimensions)} is neither 2 nor 3`);
  }
  const flags = typeof periodic === 'boolean' ? [periodic, periodic, periodic] : periodic;
  if (!Array.isArray(flags) || flags.some((each) => typeof each !== 'boolean')) {
    throw new InputError(`periodic: ${shown(periodic)} is neither a boolean nor a list with a boolean per side`);
  }
  if (box !== undefined && cell !== undefined) throw new InputError('options: box and cell exclude each other');
  if (box === undefined && cell === undefined) {
    if (flags.includes(true)) throw new InputError('box: is missing, but sides are periodic');
    return { dimensions: dimensions ?? 3, numbers: null };
  }
  const given = Array.from(box === undefined ? rows('cell', cell, 1) : rows('box', box, 1));
  if (box === undefined && given.length !== 9) {
    throw new InputError(`cell: has ${given.length} numbers, not 9: three for each side`);
  }
  const size = dimensions ?? (box === undefined ? 3 : given.length);
  if (box !== undefined && (given.length !== size || (size !== 2 && size !== 3))) {
    throw new InputError(`box: has ${given.length} sides, not ${dimensions ?? '2 or 3'}`);
  }
  if (typeof periodic !== 'boolean' && flags.length !== size) {
    throw new InputError(`periodic: has ${flags.length} entries for ${size} sides`);
  }
  const [x, y, z = 1] = given;
  const vectors = box === undefined ? given : [x, 0, 0, 0, y, 0, 0, 0, z];
  const isPeriodic = [0, 1, 2].map((axis) => (axis < size && flags[axis] ? 1 : 0));
  return { dimensions: size, numbers: Float64Array.from([...vectors, ...isPeriodic]) };
}

/** Returns the numbers of the cells of all systems, each cell as in space(). */
export function cells(systems, { cells: sides, periodic = false }) {
  const flags = typeof periodic === 'boolean' ? [periodic, periodic, periodic] : periodic;
  if (!Array.isArray(flags) || flags.some((each) => typeof each !== 'boolean') ||
      (flags.length !== 3 && flags.length !== 3 * systems)) {
    throw new InputError(`periodic: ${shown(periodic)} is neither a boolean nor ${3 * systems} or 3 booleans`);
  }
  if (sides === undefined && flags.includes(true)) throw new InputError('cells: are missing, but sides are periodic');
  const given = sides === undefined ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : rows('cells', sides, 1);
  if (given.length !== 9 && given.length !== 9 * systems) {
    throw new InputError(`cells: have ${given.length} numbers, not 9 or ${9 * systems}: three for each side`);
  }
  const of = (values, size, b) => values.slice(values.length === size ? 0 : size * b).slice(0, size);
  return Float64Array.from(Array.from({ length: systems }, (_, b) => [...of(given, 9, b), ...of(flags, 3, b)]).flat());
}

const key = (name) => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name));

const kMostLevels = 16; // levels of nested values; a scenario has 3

/** Returns a value as TOML. */
function toml(name, value, level = 0) {
  if (level > kMostLevels) {
    throw new InputError(`${name}: has more than ${kMostLevels} levels of nested values, or contains itself`);
  }
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\x7f', '\\u007f');
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return 'nan';
    return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
  }
  if (isList(value)) {
    requireMemory(name, value);
    return `[${Array.from(value, (each) => toml(name, each, level + 1)).join(', ')}]`;
  }
  if (value !== null && typeof value === 'object') {
    return `{ ${Object.entries(value).map(([each, of]) => `${key(each)} = ${toml(name, of, level + 1)}`).join(', ')} }`;
  }
  throw new InputError(`${name}: ${shown(value)} cannot be a value of a scenario`);
}

/** Returns a scenario, given as text or as an object, as the text of a file. */
export function scenario(value) {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || isList(value)) {
    throw new InputError(`scenario: ${shown(value)} is neither the text of a scenario nor an object`);
  }
  return Object.entries(value).map(([name, of]) => `${key(name)} = ${toml(name, of)}\n`).join('');
}

/** Returns values to change, given as an object such as { 'fluid.kT': 1.2 }, as text with one value per line. */
export function overrides(value) {
  if (value === undefined) return '';
  if (value === null || typeof value !== 'object' || isList(value)) {
    throw new InputError(`values: ${shown(value)} is not an object such as { 'fluid.kT': 1.2 }`);
  }
  return Object.entries(value).map(([name, of]) => {
    if (/[\n\r=]/.test(name)) throw new InputError(`values: ${shown(name)} is not a key of a scenario`);
    return `${name}=${toml(name, of)}\n`;
  }).join('');
}
