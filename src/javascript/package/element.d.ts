import type { Fluid } from './gpubuck.js';

/**
 * The element `<gpubuck-fluid>`, which shows a running fluid. Importing this module defines it; outside of browsers the
 * import does nothing. The engine is loaded when the first element comes into sight. A fluid out of sight rests.
 *
 * Attributes, all of which may change at any time:
 * - `scenario`: a scenario of the package, such as `dam-break` (the default), or the address of a TOML file.
 * - `KEY="VALUE"` with a dot: a key of the scenario, such as `fluid.gravity="[0, 0, -1]"`, as JSON or as a word. A key
 *   that may change while a fluid runs changes the running fluid; any other key restarts the fluid.
 * - `seed`: of the initial state and the noise, 0 or more.
 * - `steps`: the most time steps per picture, 1 or more; default 4. A slow GPU makes fewer.
 * - `controls`: shows buttons, and lets pointers and arrow keys turn the fluid. Without this attribute the element
 *   takes no input.
 * - `transparent`: the page shines through.
 * - `paused`: it rests. The element begins paused for readers who prefer reduced motion.
 * - `poster`: the address of a picture, which is shown until the fluid is and where it cannot run. Default: the picture
 *   of a scenario of the package.
 *
 * Parts to style: `poster`, `picture`, `controls`, `message`.
 *
 * Events: `ready` after the first picture; `error`, a CustomEvent whose `detail` is the InputError or RunError that the
 * element also shows, such as where the browser lacks WebGL 2.
 */
export class GpubuckFluidElement extends HTMLElement {
  /** The running fluid, or null before the first picture, out of the page and after an error. */
  readonly fluid: Fluid | null;
  /** The attribute `paused`. */
  paused: boolean;
  /** Begins again at step 0. */
  restart(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'gpubuck-fluid': GpubuckFluidElement;
  }
}
