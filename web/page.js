// The start page, and the fluid where the address names one:
//   ?scenario=NAME&KEY=VALUE...&seed=N&explain&panels&paused, or ?tour   KEY as `gpubuck run --set` takes it
// Parameters of others, such as fbclid and utm_source, are ignored.
// log: the window's journal, with the places of its widgets, goes to the file /journal, for tests.
import { gestures } from './gestures.js';
import { Films } from './films.js';

const canvas = document.getElementById('canvas');
const message = document.getElementById('message');
const dismiss = document.getElementById('dismiss');
const kDownloads = '/downloads'; // what the program writes there is offered as a download

/** Shows a text over the picture; an empty one shows the picture again. */
function say(text, mayBeClosed = false) {
  message.querySelector('p').textContent = text;
  message.hidden = text === '';
  dismiss.hidden = !mayBeClosed;
}

const fail = (why) => say(why, true);

/** Lets the button below a message lead to the start page, where no fluid runs. */
function offerStartPage() {
  dismiss.textContent = 'Start page';
  dismiss.onclick = () => location.assign(location.pathname);
}

/** Shows why no fluid runs. */
function end(why) {
  fail(why);
  offerStartPage();
}

/** Returns true for a parameter of the address that asks for a fluid. Keys of scenarios have a dot, except the seed. */
const isOwn = (name) =>
  ['scenario', 'seed', 'explain', 'panels', 'tour', 'paused', 'log'].includes(name) || name.includes('.');

/** Returns the features that this browser lacks, as clauses. */
function missing() {
  const lacks = [];
  if (typeof WebAssembly !== 'object' || !('Tag' in WebAssembly)) lacks.push('WebAssembly with exceptions');
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return [...lacks, 'WebGL 2'];
  if (!context.getExtension('EXT_color_buffer_float')) {
    lacks.push('textures of floats to draw into (EXT_color_buffer_float)');
  }
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return lacks;
}

/** The program's arguments. It reads the scenario and its values from the address itself. */
function argumentsOf(address) {
  const words = [address.has('scenario') ? location.search
                                         : `?scenario=rayleigh-taylor-16k&${location.search.slice(1)}`];
  if (address.has('tour')) words.splice(0, 1, '--tour');
  if (address.has('explain')) words.push('--panels=explained');
  for (const flag of ['paused', 'log']) if (address.has(flag)) words.push(`--${flag}`);
  if (address.has('panels')) words.push('--panels=all');
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
    offer(name, new Blob([files.readFile(`${kDownloads}/${name}`)]));
    files.unlink(`${kDownloads}/${name}`);
  }
}

/** Keeps the address that of the fluid on the screen. */
function keepAddress(fluid) {
  const now = fluid.ccall('address', 'string', [], []);
  if (!now) return;
  const wanted = [now];
  const address = new URLSearchParams(location.search);
  for (const flag of ['explain', 'panels', 'paused', 'log']) if (address.has(flag)) wanted.push(flag);
  if (`?${wanted.join('&')}` !== location.search) history.replaceState(null, '', `?${wanted.join('&')}`);
}

/** Lets the browser remember the window's preferences: one storage for all fluids. */
function rememberPreferences(files) {
  const path = '/preferences', now = files.analyzePath(path).exists ? files.readFile(path, { encoding: 'utf8' }) : '';
  try {
    if (now && now !== localStorage.getItem('preferences')) localStorage.setItem('preferences', now);
  } catch {
    // The browser keeps nothing for this page.
  }
}

/** Returns the preferences of the last visit as a text, which is empty without any. */
function keptPreferences() {
  try {
    return localStorage.getItem('preferences') ?? '';
  } catch {
    return '';
  }
}

function restartAfterLoss() {
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();
    window.gpubuck?.pauseMainLoop();
    const last = Number(sessionStorage.getItem('lost') ?? 0);
    sessionStorage.setItem('lost', String(Date.now()));
    if (Date.now() - last < 30000) {
      fail('The browser has taken the GPU away from this page again.\n' +
           'Reload it to start again, perhaps with fewer particles.');
      return;
    }
    say('The browser has taken the GPU away from this page.\nThe fluid starts again …');
    setTimeout(() => location.reload(), 2000);
  });
}

async function run(words, file) {
  document.getElementById('start').hidden = true;
  document.getElementById('stage').hidden = false;
  const lacks = missing();
  if (lacks.length > 0) {
    end(`This browser lacks ${lacks.join(' and ')}, which the fluid needs.\n` +
         'A current Chromium, Firefox or Safari has it, unless the GPU or its driver is too old.');
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
  window.gpubuck = fluid;
  fluid.FS.mkdir(kDownloads);
  fluid.FS.chdir(kDownloads);
  const kept = keptPreferences();
  if (kept) fluid.FS.writeFile('/preferences', kept);
  if (file) {
    const path = `/${file.name}`;
    fluid.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    words = [path];
  }
  say('');
  gestures(canvas);
  if (fluid.callMain(words) !== 0) {
    offerStartPage(); // it has said why
    return;
  }
  canvas.focus();
  requestAnimationFrame(() => { fluid.firstPicture = performance.now() - begun; });
  setInterval(() => offerFiles(fluid.FS), 250);
  setInterval(() => keepAddress(fluid), 1000);
  setInterval(() => rememberPreferences(fluid.FS), 1000);
  document.getElementById('panels').onclick = () => fluid.ccall('togglePanels', null, [], []);
  document.getElementById('restart').onclick = () => fluid.ccall('restartFluid', null, [], []);
}

function start(words, file) {
  run(words, file).catch((error) => {
    end(`The fluid could not be started: ${error.message ?? error}`);
    console.error(error);
  });
}

dismiss.onclick = () => say('');
document.getElementById('file').addEventListener('change', (event) => start([], event.target.files[0]));
const address = new URLSearchParams(location.search);
if ([...address.keys()].some(isOwn)) start(argumentsOf(address));
