{% load static %}// Shows a page of our own where there is no connection. It keeps that page and its look, and nothing else: what players see
// on any other page is never kept here.

const PAGE = "{{ page }}";
const LOOK = "{{ look }}";
const KEPT = "offline {{ version }}";
const DEVICE = "device"; // js/device.js remembers there which subscription our server has
const A_DAY = 24 * 60 * 60 * 1000;

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll([PAGE, LOOK].map((path) => new Request(path, { cache: "reload", credentials: "omit" })));
  await self.skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== KEPT && name !== DEVICE) await caches.delete(name);
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

// What is pushed is shown; opened, it leads to its page, or switches this device off.

async function open(path) {
  const address = new URL(path, self.location.origin).href;
  const [there] = await self.clients.matchAll({ type: "window" });
  if (!there) return self.clients.openWindow(address);
  await there.focus();
  return there.navigate(address).catch(() => self.clients.openWindow(address));
}

async function switchOff() {
  const own = await self.registration.pushManager.getSubscription();
  if (!own) return;
  await fetch("{% url 'device_off' %}", { method: "POST", body: new URLSearchParams({ address: own.endpoint }) });
  await own.unsubscribe();
  await caches.delete(DEVICE);
}

// A browser may renew its subscription at any time: the new address is posted in place of the one before. Once a day it is also
// asked whether our server still has it.

async function isNotified(reader) {
  const before = await caches.match("/device", { cacheName: DEVICE });
  const { endpoint, reader: owner, at } = (await before?.json()) ?? {};
  if (!endpoint || (reader && reader !== owner)) return true; // not switched on here, or by somebody else
  const own = await self.registration.pushManager.getSubscription();
  if (own?.endpoint === endpoint && Date.now() - at < A_DAY) return true;
  return renew(own, endpoint, owner).catch(() => own?.endpoint === endpoint); // there may be no connection
}

async function renew(own, before, owner) {
  const asked = await fetch("{% url 'device_renewed' %}");
  if (!asked.ok || asked.redirected) return false; // nobody is signed in here
  const { key, token } = await asked.json();
  const made = own ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = made.toJSON();
  const given = { csrfmiddlewaretoken: token, before, address: endpoint, p256dh: keys.p256dh, auth: keys.auth };
  const answer = await fetch("{% url 'device_renewed' %}", { method: "POST", body: new URLSearchParams(given) });
  if (!answer.ok) return false;
  const memory = await caches.open(DEVICE);
  await memory.put("/device", Response.json({ endpoint, reader: owner, at: Date.now() }));
  return true;
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(isNotified()));
self.addEventListener("message", (event) =>
  event.waitUntil(isNotified(event.data.reader).then((answer) => event.ports[0].postMessage(answer))),
);

async function wakePages() {
  for (const page of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) page.postMessage("pushed");
}

self.addEventListener("push", (event) => {
  const { title, body, tag, url, off } = event.data.json();
  const actions = [{ action: "off", title: off }];
  event.waitUntil(wakePages());
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, renotify: true, actions, data: url, icon: "{% static 'icons/192.png' %}" }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(event.action === "off" ? switchOff() : open(event.notification.data));
});
