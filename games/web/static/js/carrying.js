// Moving things on a table: one is dragged by mouse or finger, the others slide into place. Knows no game: an element
// that slides has its name in `data-lies`.

const FAR = 8; // pixels after which a press is a drag
const SLIDING = { duration: 180, easing: "ease-out" };
const ABOVE = 36; // pixels: a new thing comes from this far above
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Follow a press on `thing`: call `aim` with the element under it while it is dragged, and `drop` with that
 * element, the x and the place where it was dropped. */
export function carry({ pointerId, clientX, clientY }, thing, { aim, drop }) {
  const ending = new AbortController();
  const { signal } = ending;
  let carried = null;
  const move = (event) => {
    if (event.pointerId !== pointerId) return;
    if (!carried && Math.hypot(event.clientX - clientX, event.clientY - clientY) < FAR) return;
    event.preventDefault();
    carried ??= lift(thing);
    carried.style.left = `${event.clientX}px`;
    carried.style.top = `${event.clientY}px`;
    aim(document.elementFromPoint(event.clientX, event.clientY));
  };
  const end = (event) => {
    if (event.pointerId !== pointerId) return;
    ending.abort();
    if (!carried) return;
    const from = carried.getBoundingClientRect();
    carried.remove();
    letNoClickFollow();
    aim(null);
    drop(event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null, event.clientX, from);
  };
  document.addEventListener("pointermove", move, { signal });
  document.addEventListener("pointerup", end, { signal });
  document.addEventListener("pointercancel", end, { signal });
}

function lift(thing) {
  const carried = thing.cloneNode(true);
  carried.classList.remove("used");
  carried.classList.add("carried");
  thing.closest(".on-table").append(carried);
  return carried;
}

/** Ignore the click that ends a drag, but not one after another press. */
function letNoClickFollow() {
  const ending = new AbortController();
  const how = { capture: true, signal: ending.signal };
  addEventListener("click", (event) => event.stopPropagation(), how);
  for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => ending.abort(), how);
  setTimeout(() => ending.abort(), 60);
}

/** The position of each thing, by name. */
export function places() {
  return new Map([...document.querySelectorAll("[data-lies]")].map((thing) => [thing.dataset.lies, thing.getBoundingClientRect()]));
}

/** Let everything slide from where it was; new things come down from above. */
export function slide(before) {
  if (calm.matches || !before.size) return;
  for (const thing of document.querySelectorAll("[data-lies]")) {
    const [from, to] = [before.get(thing.dataset.lies), thing.getBoundingClientRect()];
    const [x, y] = from ? [from.left - to.left, from.top - to.top] : [0, -ABOVE];
    if (Math.hypot(x, y) < 1 || !to.width) continue;
    thing.animate([{ translate: `${x}px ${y}px`, opacity: from ? 1 : 0 }, { translate: "0 0", opacity: 1 }], SLIDING);
  }
}
