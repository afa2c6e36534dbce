import { createEngine } from 'gpubuck';
import { createAsyncEngine } from 'gpubuck/async.js';
import 'gpubuck/element.js';

export async function pairs(): Promise<Uint32Array> {
  const engine = await createEngine();
  await createAsyncEngine();
  return engine.findPairs(new Float32Array(6), 0.3, { box: [1, 1, 1], periodic: true });
}
