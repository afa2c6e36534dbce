// Makes the calls of gpubuck.js in a worker, so that the page stays free. Each call returns a promise. async.d.ts has
// the types; async_worker.js is the worker.
import { options as checkedOptions } from './arguments.js';
import { GpubuckError, InputError, RunError } from './errors.js';

export { GpubuckError, InputError, RunError };

const kErrors = { InputError, RunError };
const kEngine = {
  calls: ['sortIntoLists', 'sortIntoRanges', 'traceSort', 'findPairs', 'findNeighbours', 'findClusters',
          'findPairTable', 'findPairsInSystems'],
  properties: ['description'],
};
const kFluid = {
  calls: ['step', 'set', 'measure', 'structureFactor', 'surfaceOrder', 'stressProfile', 'particles', 'dispose'],
  properties: ['count', 'stepNumber', 'time', 'box', 'species', 'scenario'],
};

/** Sends calls to the worker, which makes them one after the other, and receives the results. */
class Caller {
  #worker;
  #waiting = new Map(); // the calls that have no answer yet, by their numbers
  #asked = 0;
  #end = null; // the error that all calls get once the worker has ended

  constructor() {
    try {
      this.#worker = new Worker(new URL('./async_worker.js', import.meta.url), { type: 'module' });
    } catch (error) { // for example if the module comes from another server
      throw new RunError(`worker: cannot be started (${error.message})`);
    }
    this.#worker.onmessage = ({ data: { number, value, error } }) => {
      const { resolve, reject } = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (error) reject(new (kErrors[error.name] ?? Error)(error.message));
      else resolve(value);
    };
    this.#worker.onerror = ({ message }) => this.end(new RunError(`worker: has failed (${message ?? 'not found'})`));
  }

  /** Calls the function `name` of an object in the worker with the arguments `given`, or reads the property `name` if
   * `given` is missing. */
  ask(object, name, given) {
    return new Promise((resolve, reject) => {
      if (this.#end) throw this.#end;
      try {
        this.#worker.postMessage({ number: ++this.#asked, object, name, given });
      } catch (error) {
        throw new InputError(`${name}: an argument cannot be sent to a worker (${error.message})`);
      }
      this.#waiting.set(this.#asked, { resolve, reject });
    });
  }

  end(error) {
    this.#end ??= error;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Makes an object with the same calls and properties as an object in the worker. */
function standIn(caller, object, { calls, properties }) {
  const made = {};
  for (const name of calls) made[name] = (...given) => caller.ask(object, name, given);
  for (const name of properties) Object.defineProperty(made, name, { get: () => caller.ask(object, name) });
  return made;
}

export async function createAsyncEngine(options = {}) {
  const { wasm } = checkedOptions(options, ['wasm']);
  if (typeof Worker === 'undefined') throw new RunError('worker: this program has none, as outside of browsers');
  const caller = new Caller();
  try {
    const base = globalThis.document?.baseURI ?? location.href; // the worker has another base
    const address = wasm === undefined ? undefined : String(new URL(wasm, base));
    const engine = await caller.ask(null, 'createEngine', [{ wasm: address }]);
    return Object.assign(standIn(caller, engine, kEngine), {
      createFluid: async (...given) => standIn(caller, await caller.ask(engine, 'createFluid', given), kFluid),
      dispose: () => caller.end(new InputError('engine: is disposed')),
    });
  } catch (error) {
    caller.end(error);
    throw error;
  }
}
