// The start page while it stands open: up to date as soon as somebody comes back to it, and there to be installed.

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") window.htmx?.trigger("#games", "refresh");
});

navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // where a browser forbids it, nothing is lost
