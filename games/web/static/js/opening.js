// Reveals an opened grid tile by tile: automatically when it is new to the reader (over their own board if there is
// one), and again by its button. With reduced motion, or without this script, the grid is simply shown.

const SEEN = `opened to ${document.body.dataset.reader} at ${location.pathname}`;
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const [EACH, FALLS, STAYS] = [90, 180, 2000]; // milliseconds

/** Lay the tiles of a picture, `each` milliseconds apart; resolves when all are laid. */
export function lay(picture, each = EACH) {
  const fall = (tile) => {
    const timing = { duration: FALLS, delay: each * tile.dataset.nth, fill: "backwards", easing: "ease-out" };
    return tile.animate({ opacity: [0, 1], translate: ["0 -14px", "0 0"] }, timing).finished;
  };
  return Promise.allSettled([...picture.querySelectorAll("[data-nth]")].map(fall));
}

/** Lay them over the board for a moment; a tap or a key skips this. */
async function layOver(field, figure) {
  const stage = document.createElement("div");
  stage.className = "opening";
  stage.ariaHidden = "true"; // the page has the same content
  stage.append(figure.querySelector("h2").cloneNode(true), figure.querySelector("svg").cloneNode(true));
  const leave = new AbortController();
  leave.signal.addEventListener("abort", () => stage.remove());
  for (const act of ["pointerdown", "keydown"]) document.addEventListener(act, () => leave.abort(), { capture: true, signal: leave.signal });
  field.append(stage);
  await lay(stage);
  setTimeout(() => leave.abort(), STAYS);
}

async function follow() {
  const figure = document.querySelector("#first [data-laid]");
  const says = figure?.querySelector("h2").textContent + figure?.querySelector("figcaption > p")?.textContent;
  if (!figure || CALM.matches || localStorage.getItem(SEEN) === says) return;
  localStorage.setItem(SEEN, says);
  if (document.querySelector("form[data-board]")) await import("./laying.js");
  const field = document.querySelector(".play .field");
  if (field) layOver(field, figure);
  else lay(figure);
}

document.addEventListener("click", ({ target }) => target.closest("[data-lays]") && lay(target.closest("figure")));
document.body.addEventListener("htmx:afterSettle", follow);
follow();
