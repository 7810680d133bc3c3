// A game's page while it is looked at: counts down, and turns tiles face up when somebody is really there.
// Everything here is also possible without it.

import { Board } from "./board/board.js";
import { Drafts } from "./drafts.js";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "touchstart"];

const READ = `lines read of ${location.pathname}`;

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

/** Lines of others are counted on the button of the talk until it has been in sight. */
function countNewLines() {
  const lines = document.getElementById("lines");
  const others = [...lines.querySelectorAll("[data-at]")].filter((line) => line.dataset.by !== lines.dataset.you);
  const newest = Math.max(0, ...others.map((line) => Number(line.dataset.at)));
  const box = lines.getBoundingClientRect();
  if (box.top < innerHeight && box.bottom > 0) localStorage.setItem(READ, newest);
  const unread = others.filter((line) => Number(line.dataset.at) > Number(localStorage.getItem(READ))).length;
  const count = document.getElementById("new-lines");
  count.hidden = !unread;
  count.firstElementChild.textContent = unread;
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
countNewLines();
new IntersectionObserver(countNewLines).observe(document.getElementById("talk"));
document.body.addEventListener("htmx:afterSettle", countNewLines);
setInterval(countDown, 1000);
for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, look, { passive: true });
