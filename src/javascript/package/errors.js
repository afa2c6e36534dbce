// Each class sets its name as text, since a minifier changes the names of classes.

/** The error that all calls throw. The message is one line, `WHAT: WHY`. */
export class GpubuckError extends Error {
  get name() { return 'GpubuckError'; }
}

/** An argument is wrong. */
export class InputError extends GpubuckError {
  get name() { return 'InputError'; }
}

/** The browser, the GPU or a fluid has failed. */
export class RunError extends GpubuckError {
  get name() { return 'RunError'; }
}
