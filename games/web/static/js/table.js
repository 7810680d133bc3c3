// A game's page while it is looked at: counts down, and turns tiles face up when somebody is really there.
// Everything here is also possible without it.

import { Board } from "./board/board.js";
import { Drafts } from "./board/drafts.js";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "touchstart"];

const TWO_DAYS = 48 * 3600 * 1000;

/** `4 h 32 min` above an hour, `3:41` below. */
function timeLeft(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 1) return `${hours} h ${String(minutes).padStart(2, "0")} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

function countDown() {
  for (const clock of document.querySelectorAll("time[data-countdown]")) {
    const left = new Date(clock.dateTime) - Date.now();
    if (left >= TWO_DAYS) continue; // days are as the server wrote them
    const shown = timeLeft(left);
    if (clock.textContent !== shown) clock.textContent = shown;
    if (left <= 0 && !clock.dataset.over) {
      clock.dataset.over = "yes";
      window.htmx?.trigger("#live", "refresh");
    }
  }
}

function look() {
  const form = document.getElementById("look");
  if (!form || document.visibilityState !== "visible" || !window.htmx) return;
  window.htmx.trigger(form, "look");
}

const play = document.querySelector(".play[data-words]");
const edit = document.getElementById("edit");
if (play) {
  new Board(play, edit);
  new Drafts(play, edit);
}

countDown();
setInterval(countDown, 1000);
for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, look, { passive: true });
