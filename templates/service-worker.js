// Shows a page of our own where there is no connection. It keeps that page and its look, and nothing else: what players see
// on any other page is never kept here.

const PAGE = "{{ page }}";
const LOOK = "{{ look }}";
const KEPT = "offline {{ version }}";

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll([PAGE, LOOK].map((path) => new Request(path, { cache: "reload", credentials: "omit" })));
  await self.skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.registration.navigationPreload?.enable(); // so that no page waits for this worker to start
}

async function fromTheNetwork(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return caches.match(PAGE);
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fromTheNetwork(event));
  else if (new URL(event.request.url).pathname === LOOK)
    event.respondWith(fetch(event.request).catch(() => caches.match(LOOK)));
});
