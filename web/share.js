// The dialog of the button Share. It has links to the fluid and to its present moment, a picture, and code for other
// pages.
import { linkOf, presentMoment } from './moment.js';

// Parameters of the address that are no keys of a scenario.
const kNoKeys = ['scenario', 'explain', 'panels', 'paused', 'embed', 'log', 'tour'];

const quoted = (text) => `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/** Returns the code of a frame that shows the fluid of this address of the page. */
export function frameCode(address) {
  const { href, search, searchParams } = new URL(address);
  const framed = href.replace(/&log\b/, '') + (searchParams.has('embed') ? '' : `${search ? '&' : '?'}embed`);
  return `<iframe src=${quoted(framed)} width="640" height="400" style="border: 0" loading="lazy" ` +
    'title="A fluid of gpubuck" allow="fullscreen"></iframe>';
}

/** Returns the code of an element of the npm package that shows the fluid of this address. */
export function elementCode(address) {
  const { searchParams } = new URL(address);
  const values = [...searchParams].filter(([name]) => !kNoKeys.includes(name))
    .map(([name, value]) => ` ${name}=${quoted(value)}`).join('');
  const module = new URL('gpubuck/element.js', address).href;
  return `<script type="module" src=${quoted(module)}></script>\n` +
    `<gpubuck-fluid scenario=${quoted(searchParams.get('scenario') ?? 'dam-break')}${values} controls></gpubuck-fluid>`;
}

/**
 * Connects the button to the dialog. `offer` is called with the name and the contents of a download; `address` returns
 * the address of the present fluid, or an empty string if it has none.
 */
export function offerSharing(fluid, offer, address) {
  const at = (id) => document.getElementById(id);
  const dialog = at('sharing');
  let moment; // promise of the bytes of the present moment
  let whyNoLink = '';
  const showMoment = ({ link = '', why = '' }) => {
    at('moment').value = link;
    at('moment').parentNode.hidden = !link;
    at('why').textContent = [whyNoLink, why].filter(Boolean).join(' ');
  };
  at('share').onclick = () => {
    const present = address();
    whyNoLink = present ? '' : fluid.ccall('whyNoAddress', 'string', [], []);
    showMoment({});
    moment = presentMoment(fluid);
    moment.then((bytes) => linkOf(bytes, location)).catch((error) => ({ why: error.message })).then(showMoment);
    at('link').value = present ? present.href.replace(/&log\b/, '') : '';
    at('frame').value = present ? frameCode(present) : '';
    at('element').value = present ? elementCode(present) : '';
    for (const id of ['link', 'frame', 'element']) at(id).parentNode.hidden = !present;
    dialog.showModal();
  };
  for (const field of dialog.querySelectorAll('input, textarea')) field.onfocus = () => field.select();
  at('send').hidden = typeof navigator.share !== 'function';
  at('send').onclick = () => {
    navigator.share({ title: document.title, url: at('link').value || at('moment').value }).catch(() => {});
  };
  at('take').onclick = () => fluid.ccall('takePicture', null, [], []);
  at('keep').onclick = () => moment.then((bytes) => offer('moment.gpubuck', new Blob([bytes])))
    .catch((error) => showMoment({ why: error.message }));
  at('close').onclick = () => dialog.close();
}
