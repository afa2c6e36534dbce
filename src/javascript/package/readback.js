// Checks that this browser gives the page the true data of the GPU. Some browsers return noise instead, for example
// Firefox with privacy.resistFingerprinting. Ids are indices of arrays. With noise in place of ids, arrays would fill
// the whole memory of the program.

const kBytes = [86, 52, 18, 255];

/** Returns why the page cannot read data from the context `gl`, or an empty string if it can. Clears the context. */
export function whyUnreadable(gl) {
  const read = new Uint8Array(4);
  gl.clearColor(...kBytes.map((byte) => byte / 255));
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, read);
  return String([...read]) === String(kBytes) || gl.isContextLost() ? '' :
    'this browser changes what a page reads from the GPU, as Firefox does with privacy.resistFingerprinting; ' +
    'allow this page to read its canvas';
}
