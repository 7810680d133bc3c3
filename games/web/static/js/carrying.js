// Things that lie on a table and change their places: one is carried by a mouse or a finger, the others slide to where they
// belong. Knows no game: an element that slides has its name in `data-lies`.

const FAR = 8; // pixels, from which on a press is a drag
const SLIDING = { duration: 180, easing: "ease-out" };
const ABOVE = 36; // pixels, from where something comes that lay nowhere before
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Follows a press on `thing`: calls `aim` with what is under it while it is carried, and `drop` with that, the x and the place
 * where it was let go. */
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

/** Where each thing lies, by its name. */
export function places() {
  return new Map([...document.querySelectorAll("[data-lies]")].map((thing) => [thing.dataset.lies, thing.getBoundingClientRect()]));
}

/** Lets everything slide from where it lay, and what lay nowhere come down from above. */
export function slide(before) {
  if (calm.matches || !before.size) return;
  for (const thing of document.querySelectorAll("[data-lies]")) {
    const [from, to] = [before.get(thing.dataset.lies), thing.getBoundingClientRect()];
    const [x, y] = from ? [from.left - to.left, from.top - to.top] : [0, -ABOVE];
    if (Math.hypot(x, y) < 1 || !to.width) continue;
    thing.animate([{ translate: `${x}px ${y}px`, opacity: from ? 1 : 0 }, { translate: "0 0", opacity: 1 }], SLIDING);
  }
}
