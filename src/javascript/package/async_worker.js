// The worker of async.js. It holds an engine and its fluids, makes calls in the order in which they arrive, and replies
// to each call.
import { createEngine, Engine, Fluid } from './gpubuck.js';

const objects = [];
let before = Promise.resolve();

/** Returns the memory of all arrays in a result, so that the result can be sent without a copy. */
function memoryOf(value, found = new Set()) {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (value !== null && typeof value === 'object') Object.values(value).forEach((each) => memoryOf(each, found));
  return [...found];
}

async function answer({ number, object, name, given }) {
  try {
    const of = object === null ? { createEngine } : objects[object];
    let value = given === undefined ? of[name] : await of[name](...given);
    if (value instanceof Engine || value instanceof Fluid) value = objects.push(value) - 1; // the object stays here
    postMessage({ number, value }, memoryOf(value));
  } catch ({ name: kind, message }) {
    postMessage({ number, error: { name: kind, message } });
  }
}

onmessage = ({ data }) => {
  before = before.then(() => answer(data));
};
