// The service worker keeps copies of all files that a fluid needs, and of every other file of the page that has been
// loaded. Without a network, the page gets these copies. With a network, every file is loaded again, so that no file is
// out of date.
const kCache = 'gpubuck';
const kFluid = [
  './', 'page.js', 'page.css', 'icon.svg', 'app.webmanifest', 'gestures.js', 'films.js', 'moment.js', 'share.js',
  'storage.js', 'fluid.js', 'fluid.wasm', 'gpubuck/readback.js',
];

async function fromNetwork(request) {
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') {
    const cache = await caches.open(kCache);
    await cache.put(keyOf(request.url), response.clone());
  }
  return response;
}

/** Returns the address without its parameters, which describe the fluid and choose no file. */
function keyOf(address) {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(kCache).then((cache) => cache.addAll(kFluid)));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(fromNetwork(request).catch(async () => await caches.match(keyOf(request.url)) ?? Response.error()));
});
