// <gpubuck-fluid>: a fluid in any page. Importing this module defines the element; the engine is loaded when the first
// element comes into sight. element.d.ts documents attributes, properties and events.
import { InputError, RunError } from './errors.js';
import { FluidPicture } from './picture.js';

const kMixedCase = { 'fluid.kt': 'fluid.kT' }; // HTML turns capitals in the names of attributes into small letters
const kMostSteps = 4; // largest number of steps per picture, unless the attribute `steps` is set
const kMostWork = 24; // ms; after a longer turn, the page gets as much time for its own work as the turn took
const kTurn = 8; // degrees per press of an arrow key

const kStyle = `
:host { display: block; position: relative; aspect-ratio: 8 / 5; overflow: hidden; contain: content;
  background: #13151a; }
:host([transparent]) { background: none; }
:host([hidden]), [hidden] { display: none !important; }
canvas, img { position: absolute; inset: 0; width: 100%; height: 100%; }
img { object-fit: cover; }
:host([controls]) canvas { touch-action: pan-y; cursor: grab; }
:host(:not([controls])) { pointer-events: none; }
canvas:focus-visible { outline: 2px solid #6db9ec; outline-offset: -2px; }
div { position: absolute; right: 0.4rem; bottom: 0.4rem; display: flex; gap: 0.3rem; }
button { min-width: 2.75rem; min-height: 2.25rem; padding: 0.2rem 0.6rem; border: 0; border-radius: 4px; color: #fff;
  background: #2b4c66; font: 0.85rem system-ui, sans-serif; cursor: pointer; }
button:hover { background: #3485bc; }
p { position: absolute; inset: auto 0 0; margin: 0; padding: 0.3rem 0.6rem; color: #fff; background: #13151ad0;
  font: 0.85rem/1.4 system-ui, sans-serif; }
`;

let style = null; // style sheet of all elements

/** Returns the style sheet of all elements. It is not written into the HTML, since a page may forbid this (CSP,
 * style-src). */
function styleSheet() {
  if (!style) {
    style = new CSSStyleSheet();
    style.replaceSync(kStyle);
  }
  return style;
}

function part(tag, attributes = {}, text = '') {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** Returns the value of an attribute, which is JSON such as 1.5 or [0, 0, -1], or a word. */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

let sight = null; // tells which elements are in sight

export class GpubuckFluidElement extends (globalThis.HTMLElement ?? Object) {
  #parts;
  #run = null; // { engine, fluid, picture, gl } while there is a fluid, otherwise null
  #starting = 0; // the number of the latest start; an earlier start that is not complete gives up
  #frame = 0;
  #isSeen = false;
  #changes;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styleSheet()];
    this.#parts = {
      poster: part('img', { part: 'poster', alt: '', loading: 'lazy' }),
      canvas: part('canvas', { part: 'picture', role: 'img', hidden: '' }),
      bar: part('div', { part: 'controls', hidden: '' }),
      pause: part('button', { id: 'pause' }, 'Pause'),
      restart: part('button', { id: 'restart' }, 'Restart'),
      message: part('p', { part: 'message', role: 'status', hidden: '' }),
    };
    this.#parts.bar.append(this.#parts.pause, this.#parts.restart);
    root.append(this.#parts.poster, this.#parts.canvas, this.#parts.bar, this.#parts.message);
    this.#parts.poster.onerror = () => { this.#parts.poster.hidden = true; };
    this.#parts.pause.onclick = () => { this.paused = !this.paused; };
    this.#parts.restart.onclick = () => this.restart();
    this.#changes = new MutationObserver((all) => this.#takeChanges(all.map(({ attributeName }) => attributeName)));
    this.#listen();
  }

  /** The running fluid, a Fluid of gpubuck.js, or null. */
  get fluid() { return this.#run?.fluid ?? null; }

  get paused() { return this.hasAttribute('paused'); }

  set paused(value) { this.toggleAttribute('paused', Boolean(value)); }

  connectedCallback() {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.paused = true;
    this.#showPoster();
    this.#showControls();
    this.#changes.observe(this, { attributes: true });
    sight ??= new IntersectionObserver((all) => {
      for (const { target, isIntersecting } of all) target.#see(isIntersecting);
    }, { rootMargin: '100px' });
    sight.observe(this);
  }

  disconnectedCallback() {
    sight?.unobserve(this);
    this.#changes.disconnect();
    this.#isSeen = false;
    this.#end();
  }

  /** Begins again at step 0. */
  restart() {
    this.#end();
    if (this.#isSeen) this.#start();
  }

  #see(isSeen) {
    this.#isSeen = isSeen;
    if (!isSeen) return this.#rest();
    return this.#run ? this.#wake() : this.#start();
  }

  #values() {
    const values = {};
    for (const { name, value } of this.attributes) {
      if (name.includes('.')) values[kMixedCase[name] ?? name] = valueOf(value);
    }
    if (this.hasAttribute('seed')) values['noise.seed'] = valueOf(this.getAttribute('seed'));
    return values;
  }

  #takeChanges(names) {
    if (names.some((name) => ['poster', 'scenario'].includes(name))) this.#showPoster();
    this.#showControls();
    if (names.some((name) => ['scenario', 'seed', 'transparent'].includes(name))) return this.restart();
    const changed = new Set(names.filter((name) => name.includes('.')));
    const hasFailed = !this.#parts.message.hidden; // the cause may be the value that has just been changed
    if (changed.size > 0 && hasFailed) return this.restart();
    if (changed.size > 0 && this.#run) {
      try {
        const all = Object.entries(this.#values()).filter(([name]) => changed.has(name.toLowerCase()));
        if (all.length < changed.size) return this.restart(); // an attribute was removed
        this.#run.fluid.set(Object.fromEntries(all));
      } catch (error) {
        if (!(error instanceof InputError)) return this.#fail(error);
        return this.restart(); // the value cannot change during a run; if it is wrong, the new start reports this
      }
    }
    return this.paused ? this.#rest() : this.#wake();
  }

  #showPoster() {
    const { poster } = this.#parts;
    const name = this.getAttribute('scenario') ?? 'dam-break';
    const own = /^[\w-]+$/.test(name) ? new URL(`./pictures/${name}.jpg`, import.meta.url).href : '';
    poster.hidden = Boolean(this.#run) || !(this.getAttribute('poster') ?? own);
    if (!poster.hidden) poster.src = this.getAttribute('poster') ?? own;
  }

  #showControls() {
    const { bar, pause, canvas } = this.#parts;
    bar.hidden = !this.hasAttribute('controls');
    pause.textContent = this.paused ? 'Play' : 'Pause';
    if (bar.hidden) canvas.removeAttribute('tabindex');
    else canvas.tabIndex = 0;
    canvas.setAttribute('aria-label', this.getAttribute('aria-label') ?? `A fluid: ${this.getAttribute('scenario') ??
      'dam-break'}${bar.hidden ? '' : '. Arrow keys turn it.'}`);
  }

  #fail(error) {
    this.#end();
    const { message } = this.#parts;
    message.textContent = error.message;
    message.hidden = false;
    this.dispatchEvent(new CustomEvent('error', { detail: error }));
  }

  async #scenario() {
    const name = this.getAttribute('scenario') ?? 'dam-break';
    const isBuiltIn = /^[\w-]+$/.test(name);
    const address = isBuiltIn ? new URL(`./scenarios/${name}.toml`, import.meta.url) : new URL(name, document.baseURI);
    const reply = await fetch(address);
    if (!reply.ok) {
      throw new InputError(`scenario: '${name}' not found: ${address} answers ${reply.status}`);
    }
    return reply.text();
  }

  async #start() {
    const mine = ++this.#starting;
    this.#parts.message.hidden = true;
    let run = null;
    try {
      // A canvas keeps its first context, so each start has a canvas of its own.
      const canvas = this.#parts.canvas.cloneNode();
      const gl = canvas.getContext('webgl2', { alpha: true, antialias: true, premultipliedAlpha: true });
      if (!gl) throw new RunError('WebGL 2: the browser gives this canvas no such context');
      const [{ createEngine }, text] = await Promise.all([import('./gpubuck.js'), this.#scenario()]);
      const engine = await createEngine({ gl });
      run = { gl, engine };
      if (mine !== this.#starting) return this.#free(run);
      run.fluid = engine.createFluid(text, { set: this.#values() });
      run.picture = new FluidPicture(gl, run.fluid, this.hasAttribute('transparent'));
      this.#parts.canvas.replaceWith(canvas);
      this.#parts.canvas = canvas;
      this.#run = run;
      canvas.hidden = false;
      this.#parts.poster.hidden = true;
      this.#showControls();
      this.#turnBy(canvas);
      canvas.addEventListener('webglcontextlost', (event) => {
        event.preventDefault();
        if (this.#run === run) this.#fail(new RunError('WebGL context: is lost, as ' +
          'browsers keep few at a time; the fluid starts again when this comes into sight again'));
      });
      this.#draw();
      this.#wake();
      this.dispatchEvent(new CustomEvent('ready'));
    } catch (error) {
      if (run) this.#free(run);
      if (mine === this.#starting) this.#fail(error);
    }
    return undefined;
  }

  #free({ gl, engine }) {
    engine.dispose();
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #end() {
    ++this.#starting;
    this.#rest();
    const run = this.#run;
    this.#run = null;
    this.#parts.canvas.hidden = true;
    this.#showPoster();
    if (run) this.#free(run);
  }

  #rest() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #wake() {
    if (!this.#run || this.paused || !this.#isSeen || this.#frame) return;
    let steps = 1;
    let next = 0; // the time of the next turn
    const turn = (now) => {
      this.#frame = requestAnimationFrame(turn);
      if (now < next) return;
      const most = Math.max(1, Number(this.getAttribute('steps') ?? kMostSteps) || kMostSteps);
      const begun = performance.now();
      try {
        this.#run.fluid.step(Math.min(steps, most));
        this.#draw();
      } catch (error) {
        this.#fail(error);
        return;
      }
      const work = performance.now() - begun;
      steps = work > kMostWork / 2 ? Math.max(1, Math.floor(steps / 2)) : Math.min(most, steps + 1);
      next = performance.now() + (work > kMostWork ? work : 0);
    };
    this.#frame = requestAnimationFrame(turn);
  }

  #draw() {
    if (!this.#run) return;
    const { canvas } = this.#parts;
    const scale = Math.min(devicePixelRatio, 2);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight]
      .map((each) => Math.max(1, Math.round(each * scale)));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.#run.picture.draw();
  }

  /** Turns the picture by pointers and arrow keys. */
  #turnBy(canvas) {
    const turn = (x, y) => {
      this.#run?.picture.turn(x, y);
      this.#draw();
    };
    canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener('pointermove', (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) turn(-event.movementX / 3, event.movementY / 3);
    });
    canvas.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!by) return;
      event.preventDefault();
      turn(kTurn * by[0], kTurn * by[1]);
    });
  }

  #listen() {
    new ResizeObserver(() => {
      if (this.#isSeen) this.#draw();
    }).observe(this);
  }
}

globalThis.customElements?.get('gpubuck-fluid') ??
  globalThis.customElements?.define('gpubuck-fluid', GpubuckFluidElement);
