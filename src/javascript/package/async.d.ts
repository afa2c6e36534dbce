import { Engine, EngineOptions, Fluid } from './gpubuck.js';

export { GpubuckError, InputError, RunError } from './gpubuck.js';

/** The module with promises of all results and properties. They reject with the errors that the calls throw. */
export type Promised<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer Given) => infer Result ?
    (...given: Given) => Promise<Result> : Promise<T[K]>;
};

/** A fluid in a worker. */
export type AsyncFluid = Promised<Omit<Fluid, 'positionTexture'>>;

/**
 * An engine in a worker, with a context of its own. It makes calls one after the other in their order, so that it is
 * enough to wait for the last call of several. Arguments are copied.
 */
export interface AsyncEngine extends Promised<Omit<Engine, 'gl' | 'createFluid' | 'dispose'>> {
  createFluid(...given: Parameters<Engine['createFluid']>): Promise<AsyncFluid>;
  /** Ends the worker at once and frees all memory. Calls that are waiting, and later calls, reject with InputError. */
  dispose(): void;
}

/**
 * Starts a worker with an engine, which loads the program. Rejects with RunError as createEngine() does, and if the
 * browser starts no worker, as for a module from another server than the server of the page.
 */
export function createAsyncEngine(options?: Pick<EngineOptions, 'wasm'>): Promise<AsyncEngine>;
