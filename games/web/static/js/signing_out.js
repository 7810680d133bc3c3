// Clears what this browser has stored, such as an unsaved board, when its player signs out: the next may be someone
// else.

document.getElementById("sign-out").addEventListener("submit", () => localStorage.clear());
