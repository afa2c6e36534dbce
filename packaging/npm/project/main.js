// A page that uses the package: its calls, its worker and its element. It leaves the results in window.tried.
import { createEngine } from 'gpubuck';
import { createAsyncEngine } from 'gpubuck/async.js';
import 'gpubuck/element.js';

const points = new Float32Array([0.1, 0, 0, 0.9, 0, 0, 0.5, 0.5, 0]);

async function run() {
  const engine = await createEngine();
  const { order } = engine.sortIntoRanges(Uint32Array.of(2, 0, 1, 0), 3);
  const pairs = engine.findPairs(points, 0.3, { box: [1, 1, 1], periodic: true });
  const worker = await createAsyncEngine();
  const pairsOfWorker = await worker.findPairs(points, 0.3, { box: [1, 1, 1], periodic: true });
  const element = document.createElement('gpubuck-fluid');
  Object.assign(element.style, { width: '320px' });
  element.setAttribute('scenario', 'phase-separation-2d');
  const ready = new Promise((resolve, reject) => {
    element.addEventListener('ready', resolve);
    element.addEventListener('error', reject);
  });
  document.body.append(element);
  await ready;
  return [[...order], [...pairs], [...pairsOfWorker], element.fluid.count];
}

run().then((results) => { window.tried = results; }, (error) => { window.tried = String(error); });
