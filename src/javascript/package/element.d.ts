import type { Fluid } from './gpubuck.js';

/**
 * The element `<gpubuck-fluid>`, which shows a running fluid. Importing this module defines the element; outside of
 * browsers the import does nothing. The engine is loaded when the first element comes into sight. A fluid makes no
 * steps while it is out of sight.
 *
 * Attributes, all of which may change at any time:
 * - `scenario`: a scenario of the package, such as `dam-break` (the default), or the address of a TOML file.
 * - `KEY="VALUE"`, where KEY is a key of the scenario with a dot in its name: the value of this key, as JSON or as a
 *   word, such as `fluid.gravity="[0, 0, -1]"`. A key that may change while a fluid runs changes the running fluid; any
 *   other key restarts the fluid.
 * - `seed`: the seed of the initial state and the noise, 0 or more.
 * - `steps`: the largest number of time steps per picture, 1 or more; default 4. A slow GPU makes fewer steps.
 * - `controls`: shows buttons, and lets pointers and arrow keys turn the fluid. Without this attribute the element
 *   takes no input.
 * - `transparent`: the page is visible through the background of the fluid.
 * - `paused`: the fluid makes no steps. For readers who prefer reduced motion, the element begins with this attribute.
 * - `poster`: the address of a picture, which is shown until the fluid appears, and instead of a fluid that cannot run.
 *   By default, a scenario of the package has its own picture.
 *
 * Parts to style: `poster`, `picture`, `controls`, `message`.
 *
 * Events: `ready` after the first picture; `error`, a CustomEvent whose `detail` is the InputError or RunError that the
 * element also shows, for example if the browser lacks WebGL 2.
 */
export class GpubuckFluidElement extends HTMLElement {
  /** The running fluid. Null before the first picture, while the element is not in the page, and after an error. */
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
