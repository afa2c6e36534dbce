// Checks that this browser gives the page the true data on the GPU. Some browsers return noise instead, as Firefox does
// with privacy.resistFingerprinting. Since ids are indices of arrays, noise would fill the program's whole memory.

const kBytes = [86, 52, 18, 255];

/** Returns why the page cannot read from a context of its own, or an empty string. Clears this context. */
export function whyUnreadable(gl) {
  const read = new Uint8Array(4);
  gl.clearColor(...kBytes.map((byte) => byte / 255));
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, read);
  return String([...read]) === String(kBytes) || gl.isContextLost() ? '' :
    'this browser changes what a page reads from the GPU, as Firefox does with privacy.resistFingerprinting; ' +
    'allow this page to read its canvas';
}
