// The start page, or, if the address names a fluid, the page with this fluid:
//   ?scenario=NAME&KEY=VALUE...&seed=N&explain&panels&paused&embed, or ?tour   KEY as `gpubuck run --set` takes it
//   #moment=BYTES   all particles of a fluid at one step (moment.js)
// Parameters of other sites, such as fbclid and utm_source, are ignored.
// With log, the window writes its journal and the places of its widgets to the file /journal, for tests.
import { gestures } from './gestures.js';
import { Films } from './films.js';
import { whyUnreadable } from './gpubuck/readback.js';
import { hasMoment, momentIn, packed, written } from './moment.js';
import { offerSharing } from './share.js';
import { recall, remember } from './storage.js';

const canvas = document.getElementById('canvas');
const message = document.getElementById('message');
const dismiss = document.getElementById('dismiss');
const address = new URLSearchParams(location.search);
const isFrame = window.parent !== window;
const isEmbedded = address.has('embed'); // shows only the picture, for a frame in another page
const kFlags = ['explain', 'panels', 'paused', 'embed', 'log']; // parameters without a value
// The scenario of the start page has few particles, which move at once even in a browser without a GPU.
const kFirstFluid = '?scenario=dam-break&box.size=[27,4,14]&region.0.high=[9,4,10]&embed';
const kDownloads = '/downloads'; // folder of the program; files in it are offered as downloads

/** Shows a text over the picture. An empty text shows the picture again. */
function say(text, mayBeClosed = false) {
  message.querySelector('p').textContent = text;
  message.hidden = text === '';
  dismiss.hidden = !mayBeClosed;
}

const fail = (why) => say(why, true);

/** Shows why no fluid runs, with the link to the start page. */
function end(why) {
  say(why);
  // In a frame, the surrounding page keeps the focus.
  if (!isFrame) document.getElementById('leave').focus();
}

/** Returns true for a parameter of the address that asks for a fluid. Keys of scenarios have a dot, except the seed. */
const isOwn = (name) => ['scenario', 'seed', 'tour', ...kFlags].includes(name) || name.includes('.');

/** Returns why the fluid cannot run in this browser, or an empty string. */
function whyNot() {
  const lacks = [];
  if (typeof WebAssembly !== 'object' || !('Tag' in WebAssembly)) lacks.push('WebAssembly with exceptions');
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) lacks.push('WebGL 2');
  else if (context.isContextLost()) return 'The browser has taken the GPU away from this page.';
  else if (!context.getExtension('EXT_color_buffer_float')) {
    lacks.push('textures of floats to draw into (EXT_color_buffer_float)');
  }
  if (lacks.length > 0) {
    return `This browser lacks ${lacks.join(' and ')}, which the fluid needs.\n` +
      'A current Chromium, Firefox or Safari has it, unless the GPU or its driver is too old, or hardware ' +
      'acceleration is switched off in the settings of the browser.';
  }
  const about = context.getExtension('WEBGL_debug_renderer_info');
  const renderer = context.getParameter(about ? about.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  const why = whyUnreadable(context);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  if (/swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer)) noteSlowness();
  return why && `The fluid cannot run: ${why}.`;
}

/** Tells the user, once per session, that fluids are slow here, and why. */
function noteSlowness() {
  if (isEmbedded || recall('sessionStorage', 'understood')) return;
  const note = document.getElementById('note');
  note.querySelector('span').textContent = 'Your browser draws without a GPU, so fluids are slow. Either hardware ' +
    'acceleration is switched off in its settings, or it does not trust the driver, or there is no GPU.';
  note.hidden = false;
  document.getElementById('understood').onclick = () => {
    remember('sessionStorage', 'understood', 'yes');
    note.hidden = true;
  };
}

/** Returns the program's arguments. They name the file at `path` or, without a path, contain the page's address. */
function programArguments(path) {
  const named = address.has('scenario') ? location.search : `?scenario=dam-break&${location.search.slice(1)}`;
  const words = [path ?? named];
  if (address.has('tour') && !path) words.splice(0, 1, '--tour');
  if (address.has('explain')) words.push('--panels=explained');
  if (address.has('paused') || matchMedia('(prefers-reduced-motion: reduce)').matches) words.push('--paused');
  if (address.has('log')) words.push('--log');
  if (address.has('panels')) words.push('--panels=all');
  if (isEmbedded) words.push('--panels=none');
  return words;
}

function offer(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function offerFiles(files) {
  for (const name of files.readdir(kDownloads)) {
    if (name === '.' || name === '..') continue;
    const bytes = files.readFile(`${kDownloads}/${name}`);
    files.unlink(`${kDownloads}/${name}`);
    if (!name.endsWith('.gpubuck')) offer(name, new Blob([bytes]));
    else packed(bytes).then((small) => offer(name, new Blob([small])), (error) => fail(error.message));
  }
}

let hasGestures = false;
let told = null; // the last address that the program has given

const addressOf = (fluid) => fluid.ccall('address', 'string', [], []) ?? '';

/** Returns the part of this page's address from the ? on, for a fluid with the address `now`. */
function searchOf(now) {
  const before = new URLSearchParams(location.search);
  return `?${[now, ...kFlags.filter((flag) => before.has(flag))].join('&')}`;
}

/**
 * Keeps the address in agreement with the fluid on the screen. Another scenario makes a new entry in the browser's
 * history. A fluid without an address, such as a file of the user's, must not keep the previous fluid's address.
 */
function keepAddress(fluid) {
  const now = addressOf(fluid);
  if (now === told) return;
  told = now;
  if (!now) {
    history.replaceState(null, '', location.pathname);
    return;
  }
  const before = new URLSearchParams(location.search);
  const wanted = searchOf(now);
  if (wanted === location.search && !location.hash) return;
  const isAnother = before.has('scenario') && new URLSearchParams(wanted).get('scenario') !== before.get('scenario');
  if (isAnother && !isEmbedded) history.pushState(null, '', wanted);
  else history.replaceState(null, '', wanted);
}

/** Lets the browser remember the window's preferences, which are the same for all fluids. */
function rememberPreferences(files) {
  const path = '/preferences', now = files.analyzePath(path).exists ? files.readFile(path, { encoding: 'utf8' }) : '';
  if (now && now !== recall('localStorage', 'preferences')) remember('localStorage', 'preferences', now);
}

function restartAfterLoss() {
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();
    window.gpubuck?.pauseMainLoop();
    const last = Number(recall('sessionStorage', 'lost') ?? 0);
    // A page that cannot store the time of the loss might reload again and again.
    if (!remember('sessionStorage', 'lost', String(Date.now())) || Date.now() - last < 30000) {
      end('The browser has taken the GPU away from this page.\n' +
          'Reload it to start again, perhaps with fewer particles.');
      return;
    }
    say('The browser has taken the GPU away from this page.\nThe fluid starts again …');
    setTimeout(() => location.reload(), 2000);
  });
}

const open = (fluid, nameOrPath) => fluid.ccall('openScenario', null, ['string'], [nameOrPath]);

/** Opens the moment or scenario of the address. The address of a moment stays until the fluid has another address. */
async function openAddress(fluid) {
  if (!hasMoment(location)) {
    open(fluid, location.search);
    return;
  }
  open(fluid, await written(fluid, momentIn(location)));
  told = addressOf(fluid);
}

/** Connects the buttons above the picture to the program. */
function connectButtons(fluid) {
  const [pause, restart, tool, panels] =
    ['pause', 'restart', 'tool', 'panels'].map((id) => document.getElementById(id));
  for (const line of fluid.ccall('tools', 'string', [], []).trimEnd().split('\n')) {
    const [word, label] = line.split('\t');
    tool.add(new Option(label, word));
  }
  const show = () => {
    pause.textContent = fluid.ccall('isPlaying', 'boolean', [], []) ? 'Pause' : 'Play';
    if (document.activeElement !== tool) tool.value = fluid.ccall('tool', 'string', [], []);
  };
  for (const [button, call] of [[pause, 'togglePlaying'], [restart, 'restartFluid'], [panels, 'togglePanels']]) {
    button.onclick = () => {
      fluid.ccall(call, null, [], []);
      show();
    };
  }
  tool.onchange = () => {
    fluid.ccall('setTool', null, ['string'], [tool.value]);
    canvas.focus();
  };
  document.querySelectorAll('nav [disabled]').forEach((each) => { each.disabled = false; });
  show();
  setInterval(show, 250);
}

/** Pauses the program while the picture is out of sight, as is common for a frame in a long page. */
function restOutOfSight(fluid) {
  new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting) fluid.resumeMainLoop();
    else fluid.pauseMainLoop();
  }).observe(canvas);
}

async function run(file) {
  document.getElementById('first').replaceChildren();
  document.getElementById('start').hidden = true;
  document.getElementById('stage').hidden = false;
  const why = whyNot();
  if (why) {
    end(why);
    return;
  }
  say('Loading …');
  const begun = performance.now();
  const { default: loadFluid } = await import('./fluid.js');
  restartAfterLoss();
  const fluid = await loadFluid({
    canvas,
    films: new Films(offer),
    failed: fail,
    print: (text) => console.log(text),
    printErr: (text) => console.warn(text),
  });
  fluid.FS.mkdir(kDownloads);
  fluid.FS.chdir(kDownloads);
  const kept = recall('localStorage', 'preferences');
  if (kept) fluid.FS.writeFile('/preferences', kept);
  file ??= hasMoment(location) ? momentIn(location) : null;
  const words = programArguments(file ? await written(fluid, file) : undefined);
  say('');
  if (!hasGestures) gestures(canvas, isFrame);
  hasGestures = true;
  if (fluid.callMain(words) !== 0) {
    end(message.querySelector('p').textContent); // the program has said why there is no fluid
    return;
  }
  window.gpubuck = fluid;
  if (hasMoment(location)) told = addressOf(fluid);
  if (!isFrame) canvas.focus();
  connectButtons(fluid);
  offerSharing(fluid, offer, () => {
    const now = addressOf(fluid);
    return now && new URL(searchOf(now), location.href);
  });
  if (isEmbedded) {
    // Before the pointer is on the canvas, the ring of the tool would be in a corner.
    canvas.addEventListener('pointerenter', () => fluid.ccall('setTool', null, ['string'], ['pull']), { once: true });
    const whole = document.getElementById('whole');
    whole.onfocus = whole.onpointerdown = () => { whole.search = location.search.replace(/&embed\b/, ''); };
  }
  requestAnimationFrame(() => { fluid.firstPicture = performance.now() - begun; });
  setInterval(() => offerFiles(fluid.FS), 250);
  setInterval(() => keepAddress(fluid), 1000);
  if (!isEmbedded) setInterval(() => rememberPreferences(fluid.FS), 1000);
  window.addEventListener('popstate', () => openAddress(fluid).catch((error) => fail(error.message)));
  if (isFrame) restOutOfSight(fluid);
}

function start(file) {
  run(file).catch((error) => {
    end(`The fluid could not be started: ${error.message ?? error}`);
    console.error(error);
  });
}

function drop(event) {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (!file) return;
  if (!window.gpubuck) start(file);
  else written(window.gpubuck, file).then((path) => open(window.gpubuck, path), (error) => fail(error.message));
}

dismiss.onclick = () => {
  say('');
  canvas.focus();
};
document.getElementById('file').addEventListener('change', (event) => start(event.target.files[0]));
window.addEventListener('dragover', (event) => event.preventDefault());
window.addEventListener('drop', drop);
document.body.classList.toggle('embed', isEmbedded);
if (isFrame) document.getElementById('leave').target = '_top';
document.getElementById('unloaded').remove();
// If only the moment in the address of the start page changes, the browser does not load the page again.
window.addEventListener('hashchange', () => {
  if (document.getElementById('stage').hidden && hasMoment(location)) start();
});
if (hasMoment(location) || [...address.keys()].some(isOwn)) {
  start();
} else {
  const first = document.createElement('iframe');
  Object.assign(first, { title: 'A column of water that breaks', src: kFirstFluid });
  document.getElementById('first').prepend(first);
}
// Keeps the page for use without a network. Browsers have service workers on https and localhost.
if (!isFrame) navigator.serviceWorker?.register('offline.js').catch((error) => console.info(error.message));
