// The present moment of a fluid as a file NAME.gpubuck (src/run/state_file.h), and as a link. After the # the link has
// the bytes of the file; browsers do not send this part to a server. The program itself reads and writes uncompressed
// bytes.

const kMark = '#moment=';
const kMostCharacters = 200000; // limit of the part after the #: few programs pass longer links on

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Returns the bytes as gzip. Throws an Error where the browser cannot compress. */
export async function packed(bytes) {
  if (typeof CompressionStream !== 'function') throw new Error('this browser cannot compress (CompressionStream)');
  return through(new CompressionStream('gzip'), bytes);
}

/** Returns the contents of a gzip, or other bytes as they are. Throws an Error with the name of a damaged gzip. */
async function unpacked(bytes, name) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  if (typeof DecompressionStream !== 'function') {
    throw new Error(`${name}: this browser cannot decompress it (DecompressionStream)`);
  }
  return through(new DecompressionStream('gzip'), bytes).catch(() => {
    throw new Error(`${name}: is damaged or cut off`);
  });
}

const kOpened = '/opened'; // a separate folder, since a user's file may have the same name as a file of the program

/** Writes a file of the user's into the file system of the program, and returns its path. */
export async function written(fluid, file) {
  if (!fluid.FS.analyzePath(kOpened).exists) fluid.FS.mkdir(kOpened);
  const path = `${kOpened}/${file.name}`;
  fluid.FS.writeFile(path, await unpacked(new Uint8Array(await file.arrayBuffer()), file.name));
  return path;
}

export const hasMoment = ({ hash }) => hash.startsWith(kMark);

/** Returns the moment in an address as a file. Throws an Error for a damaged moment. */
export function momentIn({ hash }) {
  try {
    const text = atob(hash.slice(kMark.length).replaceAll('-', '+').replaceAll('_', '/'));
    return new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'moment.gpubuck');
  } catch {
    throw new Error('the link is damaged or cut off');
  }
}

/** Returns the present moment as a file's bytes. Throws an Error for a fluid that has failed or is too large. */
export async function presentMoment(fluid) {
  const path = '/present.gpubuck';
  const why = fluid.ccall('writeMoment', 'string', ['string'], [path]);
  if (why) throw new Error(why);
  const bytes = fluid.FS.readFile(path);
  fluid.FS.unlink(path);
  return packed(bytes);
}

/** Returns { link } for the bytes of a moment, or { why } if they are too many. */
export function linkOf(bytes, { origin, pathname }) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  const coded = btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (coded.length <= kMostCharacters) return { link: `${origin}${pathname}${kMark}${coded}` };
  return {
    why: `This moment takes ${Math.round(coded.length / 1000)} kB, more than the ${kMostCharacters / 1000} kB that a ` +
      'link may have: send it as a file.',
  };
}
