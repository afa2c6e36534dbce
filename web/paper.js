// The page "Sorting by drawing". Each figure begins when it comes into sight. All figures share one engine.
import { mapFigure, octantFigure, forceFigure } from './paper_particles.js';
import { partsFigure, resortFigure, rest, sortFigure } from './paper_sort.js';

const at = (id) => document.getElementById(id);
const kLargestId = 16777214;
let loading = null;

function loadEngine() {
  loading ??= import('./gpubuck/gpubuck.js').then(({ createEngine }) => createEngine()).then((engine) => {
    at('engine').textContent = `The engine runs: ${engine.description}.`;
    return engine;
  });
  return loading;
}

/** The figure with the texel and the bytes of an id, which the GPU writes and reads. */
function idFigure() {
  const canvas = at('texel');
  const gl = canvas.getContext('webgl2', { alpha: false, preserveDrawingBuffer: true });
  if (!gl) throw new Error('this browser lacks WebGL 2');
  const show = (value) => {
    const id = Number(value);
    if (value === '' || !Number.isInteger(id) || id < 0 || id > kLargestId) {
      at('bytes').textContent = `Ids are whole numbers from 0 to ${kLargestId}. White, 16777215, is “none”.`;
      return;
    }
    gl.clearColor((id & 255) / 255, ((id >> 8) & 255) / 255, (id >> 16) / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const texel = new Uint8Array(4);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, texel);
    const [red, green, blue] = texel;
    at('bytes').textContent = `red ${red}, green ${green}, blue ${blue}: ` +
      `${red} + 256 · ${green} + 65536 · ${blue} = ${red + 256 * green + 65536 * blue}`;
    canvas.setAttribute('aria-label', `The texel of id ${id}: red ${red}, green ${green}, blue ${blue}`);
  };
  at('id').oninput = () => {
    at('id-slider').value = at('id').value;
    show(at('id').value);
  };
  at('id-slider').oninput = () => {
    at('id').value = at('id-slider').value;
    show(at('id').value);
  };
  show(at('id').value);
}

/** Returns the median of five runs in milliseconds. */
async function medianOf(work) {
  const times = [];
  work(); // compiles
  for (let run = 0; run < 5; ++run) {
    await new Promise((resolve) => setTimeout(resolve)); // lets the page handle events
    const begun = performance.now();
    work();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[2];
}

function tableFigure(engine) {
  const measure = async () => {
    if (at('measure').getAttribute('aria-disabled') === 'true') return;
    rest(at('measure'), true);
    const said = [];
    for (const elements of [16384, 65536, 262144]) {
      at('times-text').textContent = `Measuring ${elements.toLocaleString('en')} elements …`;
      const buckets = elements / 4;
      const bucketOf = Uint32Array.from({ length: elements }, () => Math.floor(Math.random() * buckets));
      const bucket = await medianOf(() => engine.sortIntoLists(bucketOf, buckets, { algorithm: 'bucket' }));
      const merge = await medianOf(() => engine.sortIntoRanges(bucketOf, buckets, { algorithm: 'bitonic' }));
      const row = at('times').tBodies[0].insertRow();
      for (const text of ['this machine', elements.toLocaleString('en'), bucket.toFixed(1), merge.toFixed(1),
                          (merge / bucket).toFixed(2)]) row.insertCell().textContent = text;
      said.push(`${elements.toLocaleString('en')} elements: ${bucket.toFixed(1)} ms by buckets, ` +
                `${merge.toFixed(1)} ms by merging.`);
      if (bucket + merge > 2000) break; // the next number of elements would take too long
    }
    at('times-text').textContent = said.join(' ');
    rest(at('measure'), false);
  };
  at('measure').onclick = () => measure().catch((error) => fail(at('figure-table'), error));
}

function fail(figure, error) {
  const text = document.createElement('p');
  text.className = 'failed';
  text.textContent = `This figure does not run: ${error.message}`;
  figure.append(text);
}

const kFigures = {
  'figure-ids': idFigure,
  'figure-sort': sortFigure,
  'figure-parts': partsFigure,
  'figure-resort': resortFigure,
  'figure-octants': octantFigure,
  'figure-force': forceFigure,
  'figure-map': mapFigure,
  'figure-table': tableFigure,
};

const sight = new IntersectionObserver((all) => {
  for (const { target, isIntersecting } of all) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    // The engine begins with a check that this browser lets pages read data from the GPU, which every figure does.
    loadEngine().then(kFigures[target.id])
      .then(() => { target.dataset.runs = 'yes'; }).catch((error) => fail(target, error));
  }
}, { rootMargin: '200px' });
for (const id of Object.keys(kFigures)) sight.observe(at(id));
