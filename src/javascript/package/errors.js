/** What all calls throw. The message is one line, `WHAT: WHY`. */
export class GpubuckError extends Error {
  get name() { return this.constructor.name; }
}

/** An argument is wrong. */
export class InputError extends GpubuckError {}

/** The browser, the GPU or a fluid has failed. */
export class RunError extends GpubuckError {}
