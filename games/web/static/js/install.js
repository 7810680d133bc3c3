// Offers once per device to install the site as an app, at the first result of a game.

const OFFERED = "install offered";
const note = document.querySelector("[data-install]");
const button = (what) => note.querySelector(`[data-do="${what}"]`);

function offered() {
  try {
    return localStorage.getItem(OFFERED) !== null;
  } catch {
    return true; // without storage it would be offered again and again
  }
}

function offer(part) {
  localStorage.setItem(OFFERED, "yes");
  note.hidden = part.hidden = false;
}

if (note && !offered()) {
  button("later").addEventListener("click", () => note.remove());
  addEventListener("beforeinstallprompt", (asked) => {
    if (offered()) return;
    asked.preventDefault();
    button("install").addEventListener("click", () => asked.prompt().finally(() => note.remove()), { once: true });
    offer(button("install"));
  });
  if (navigator.standalone === false) offer(note.querySelector("[data-by-hand]")); // an iPhone or iPad, which can't prompt
}
