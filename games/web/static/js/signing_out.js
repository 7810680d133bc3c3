// What this browser has kept of its player, an unsaved board perhaps, goes when they sign out: the next here may be another.

document.getElementById("sign-out").addEventListener("submit", () => localStorage.clear());
