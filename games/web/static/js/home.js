// The start page while it is open: refreshes when its reader comes back to it, and registers the service worker.

const refresh = () => window.htmx?.trigger("#games", "refresh");
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
navigator.serviceWorker?.addEventListener("message", refresh); // a notification was pushed

navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // no loss if the browser forbids it
