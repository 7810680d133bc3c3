// Remembers in this browser that it gets its player's notifications, and says so on any page once it no longer does.
// The service worker reads the same memory: only it knows when a browser renews its subscription.

const MEMORY = "device";
const READER = document.body.dataset.reader;

export async function remember(endpoint) {
  const memory = await caches.open(MEMORY);
  await memory.put("/device", Response.json({ endpoint, reader: READER, at: Date.now() }));
}

export const forget = () => caches.delete(MEMORY);

async function look() {
  const notice = document.querySelector("[data-no-longer-notified]");
  if (!notice || document.querySelector("form[data-push]") || !(await caches.has(MEMORY))) return; // that form reports it itself
  const worker = (await navigator.serviceWorker.getRegistration())?.active;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: isNotified }) => (notice.hidden = isNotified);
  worker?.postMessage({ reader: READER }, [port2]);
}

if ("serviceWorker" in navigator && "caches" in window) look().catch(() => {}); // no loss if the browser forbids it
