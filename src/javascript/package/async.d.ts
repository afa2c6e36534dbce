import { Engine, EngineOptions, Fluid } from './gpubuck.js';

export { GpubuckError, InputError, RunError } from './gpubuck.js';

/** The types of gpubuck.js, with a promise in place of each result and property. A promise rejects with the error that
 * the call throws. */
export type Promised<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer Given) => infer Result ?
    (...given: Given) => Promise<Result> : Promise<T[K]>;
};

/** A fluid in a worker. */
export type AsyncFluid = Promised<Omit<Fluid, 'positionTexture'>>;

/**
 * An engine in a worker, with a context of its own. It makes calls one after the other, in the order in which they were
 * made on the page. To wait for several calls, wait for the last of them. Arguments are copied.
 */
export interface AsyncEngine extends Promised<Omit<Engine, 'gl' | 'createFluid' | 'dispose'>> {
  createFluid(...given: Parameters<Engine['createFluid']>): Promise<AsyncFluid>;
  /** Ends the worker at once and frees all memory. Calls that are waiting, and later calls, reject with InputError. */
  dispose(): void;
}

/**
 * Starts a worker with an engine, which loads the program. Rejects with the RunErrors of createEngine(). Also rejects
 * with RunError if the browser cannot start the worker, for example because the module comes from another server than
 * the page.
 */
export function createAsyncEngine(options?: Pick<EngineOptions, 'wasm'>): Promise<AsyncEngine>;
