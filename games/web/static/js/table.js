// The page of a game in which each has a board of their own: arranges it by hand, and turns tiles face up when somebody is
// really there. Everything here but arranging is also possible without it.

import { Board } from "./board/board.js";
import { Drafts } from "./drafts.js";
import "./live.js";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "touchstart"];

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

for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, look, { passive: true });
