// The start page while it stands open: up to date as soon as somebody comes back to it, and there to be installed.

const refresh = () => window.htmx?.trigger("#games", "refresh");
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
navigator.serviceWorker?.addEventListener("message", refresh); // something has been pushed

navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // where a browser forbids it, nothing is lost
