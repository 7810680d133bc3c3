// A game's page while it is looked at: counts down, counts the lines of the talk, and lets a form alone that somebody fills in.
// Everything here is also possible without it.
//
// Each question of a script says whose page this is: it is answered 401 where somebody else is signed in here by now, or
// nobody. Then the page says so, and goes on where it was once its reader is back, in this tab or another.

export const READER = document.body.dataset.reader;
export const HEADERS = { "X-Reader": READER };

const READ = `lines read of ${READER} at ${location.pathname}`;

const HOUR = 3600 * 1000;
const TWO_DAYS = 48 * HOUR;
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const TITLE = document.title;

/** By how much the server’s clock is ahead of this one; a few seconds are nothing. */
let ahead = 0;

/** As of when the page is shown, by the server’s clock; and as of when it was shown when its reader last did something. */
let shown = "";
let seen = "";

/** True if its reader has done something since the page asked last. */
let isUsed = false;

/** A reader who is active needs no email about what the page shows. That it is open says nothing. */
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  isUsed = false;
  if (detail.verb !== "get" || !seen) return;
  detail.headers["X-Seen"] = seen;
  seen = "";
});
for (const input of ["keydown", "pointerdown", "pointermove"])
  addEventListener(
    input,
    (event) => {
      if (isByHand(event)) [seen, isUsed] = [shown, true];
    },
    { capture: true, passive: true },
  );

/** False for the event a browser sends when a page appears under a resting mouse. */
export function isByHand({ type, movementX, movementY }) {
  return type !== "pointermove" || Boolean(movementX || movementY);
}

/** The button that sent what is under way says so until it is answered. */
document.body.addEventListener("htmx:beforeRequest", ({ detail: { elt, requestConfig } }) => {
  const sender = requestConfig.triggeringEvent?.submitter ?? [elt, ...(elt.elements ?? [])].find((one) => one.matches("button"));
  if (sender) sender.ariaBusy = "true";
});
document.body.addEventListener("htmx:afterRequest", () => {
  for (const sender of document.querySelectorAll("button[aria-busy]")) sender.ariaBusy = null;
});

function noteTime({ detail }) {
  const isAnswered = detail.requestConfig.verb === "post" && detail.target.id === "live";
  const isOfTable = isAnswered || new URL(detail.xhr.responseURL || location).pathname === location.pathname;
  if (isOfTable && (detail.successful || detail.xhr.status === 304)) shown = detail.xhr.getResponseHeader("Date") ?? "";
  const told = Date.parse(detail.xhr.getResponseHeader("Date")) - Date.now();
  if (!Number.isNaN(told)) ahead = Math.abs(told) < 3000 ? 0 : told;
}

/** `4 h 32 min` above an hour, `3:41` below. */
function timeLeft(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 1) return `${hours} h ${String(minutes).padStart(2, "0")} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The time until an instant by the server’s clock, in milliseconds. */
const leftUntil = (instant) => new Date(instant) - Date.now() - ahead;

const clocks = () => document.querySelectorAll("time[data-countdown]");

/** Asks the server what has changed. By itself the page does so every two minutes. */
const ask = () => window.htmx?.trigger("#live", "refresh");

/** Asks every 20 seconds while a clock has less than an hour, or after its reader has done something. */
function askSooner() {
  if (isUsed || [...clocks()].some(({ dateTime }) => leftUntil(dateTime) < HOUR)) ask();
}

/** Asks at the next instant that the server named, once. */
function askWhenDue() {
  const live = document.getElementById("live");
  if (!live.dataset.next || leftUntil(live.dataset.next) > 0) return;
  delete live.dataset.next;
  ask();
}

/** Tick every second, or with reduced motion every ten until the last ten. Clocks aren’t live regions, so nothing is read out. */
function countDown() {
  for (const clock of clocks()) {
    const left = leftUntil(clock.dateTime);
    if (left >= (clock.dataset.countdown === "hour" ? HOUR : TWO_DAYS)) continue; // until then it is as the server wrote it
    clock.className = "score";
    const shown = timeLeft(CALM.matches && left > 10_000 && left < HOUR ? Math.ceil(left / 10_000) * 10_000 : left);
    if (clock.textContent !== shown) clock.textContent = shown;
    if (left <= 0 && !clock.dataset.over) {
      clock.dataset.over = "yes";
      ask();
    }
  }
  askWhenDue();
  nameWindow();
}

/** For who has another window in front: a tile that lies face down, or the clock while it has less than an hour. */
function nameWindow() {
  const clock = document.querySelector("#live time[data-countdown]");
  const runs = clock && leftUntil(clock.dateTime) < HOUR;
  const says = document.querySelector("#hand[data-new]")?.dataset.new || (runs ? clock.textContent : "");
  const title = says ? `${says} · ${TITLE}` : TITLE;
  if (document.title !== title) document.title = title;
}

/** Lines of others are counted on the button of the talk until it has been in sight. */
function countNewLines() {
  const lines = document.getElementById("lines");
  const others = [...lines.querySelectorAll("[data-at]")].filter((line) => line.dataset.by !== lines.dataset.you);
  const newest = Math.max(0, ...others.map((line) => Number(line.dataset.at)));
  const box = lines.getBoundingClientRect();
  if (lines.checkVisibility() && box.top < innerHeight && box.bottom > 0) localStorage.setItem(READ, newest);
  const unread = others.filter((line) => Number(line.dataset.at) > Number(localStorage.getItem(READ))).length;
  const count = document.getElementById("new-lines");
  if (!count) return; // a guest has nobody to talk with
  count.hidden = !unread;
  count.firstElementChild.textContent = unread;
}

/** Whether somebody has written or chosen something here, in this form or in the one that was refused. */
function isChanged(control) {
  if (control.form.querySelector("[role=alert]")) return true;
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  if (control.options) return ![...control.options].every((option) => option.selected === option.defaultSelected);
  return control.value !== control.defaultValue;
}

/** What is written in the forms of `orders`, as [form, field, how many of its name stand before it, value, whether checked]. */
function writtenIn(orders) {
  const controls = [...orders.querySelectorAll("form :is(input, select, textarea):not([type=hidden])")];
  return controls.filter((control) => control.form !== sentForm && isChanged(control)).map((control) => {
    const place = [...control.form.elements].filter((other) => other.name === control.name).indexOf(control);
    return [control.form.id, control.name, place, control.value, control.checked];
  });
}

/** Puts it into the forms that came in their place, as far as they ask for the same. */
function writeInto(orders, written) {
  for (const [form, name, place, value, checked] of written) {
    const elements = [...(orders.querySelector(`#${CSS.escape(form)}`)?.elements ?? [])];
    const control = elements.filter((other) => other.name === name)[place];
    if (!control) continue;
    if (control.type === "checkbox" || control.type === "radio") control.checked = checked && control.value === value;
    else if (!control.options || [...control.options].some((option) => option.value === value)) control.value = value;
  }
}

/** Boxes that stand beside lines elsewhere than in their form, as [form, field, value, whether ticked]. */
let ticked = [];
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
  const boxes = [...target.querySelectorAll("input[form]")].filter((box) => box.form && box.form !== sentForm);
  if (boxes.length) ticked = boxes.map((box) => [box.form.id, box.name, box.value, box.checked]);
});
document.body.addEventListener("htmx:afterSettle", () => {
  for (const [form, name, value, checked] of ticked) {
    const boxes = [...document.querySelectorAll(`input[form="${CSS.escape(form)}"][name="${CSS.escape(name)}"]`)];
    for (const box of boxes) if (box.value === value) box.checked = checked;
  }
  ticked = [];
});

/** A button that may send none of its form's boxes says so, else which are ticked. */
function nameTicked() {
  for (const button of document.querySelectorAll("[data-none]")) {
    const chosen = [...button.closest("button").form.elements].filter(({ type, checked }) => type === "checkbox" && checked).map(({ value }) => value);
    const says = chosen.length ? `${button.dataset.some} ${chosen.join(", ")}` : button.dataset.none;
    if (button.textContent !== says) button.textContent = says;
  }
}
addEventListener("change", nameTicked);

let written = [];
let scrolled = 0;
let sentForm = null; // the form of what somebody has just done; what the page asks by itself is nobody's

document.body.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig } }) => {
  sentForm = requestConfig.verb === "post" ? requestConfig.elt : null;
});

/** A message stays until the reader acts or the game moves on. */
function isTold(old, next) {
  const isStill = !sentForm && !next.childElementCount && old.dataset.fingerprint === next.dataset.fingerprint;
  old.dataset.fingerprint = next.dataset.fingerprint;
  return isStill;
}

/** True if a part says what it said before: by its fingerprint, as a form may be open there; the others’ layouts by their HTML. */
function isSame(old, next) {
  if (sentForm) return false;
  if (old.id === "others") return old.innerHTML === next.innerHTML;
  return old.dataset.fingerprint && old.dataset.fingerprint === next.dataset.fingerprint;
}

document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const old = detail.target;
  if (old.id === "notes") detail.shouldSwap = !isTold(old, detail.fragment);
  const next = old.id && detail.fragment.querySelector(`#${CSS.escape(old.id)}`);
  if (!next) return;
  if (isSame(old, next)) detail.shouldSwap = false;
  else if (old.id === "others") scrolled = old.querySelector(".results").scrollLeft;
  else if (old.id === "orders") written = writtenIn(old);
  for (const form of detail.shouldSwap ? old.querySelectorAll("details[open]") : []) form.open = false; // one at a time is open, also of old and new
});

document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  const strip = document.querySelector("#others .results");
  if (strip && detail.target.id === "others") strip.scrollLeft = scrolled;
});

document.body.addEventListener("htmx:oobAfterSwap", () => {
  const orders = document.getElementById("orders");
  if (orders) writeInto(orders, written);
  written = [];
});

/** What is asked about first is asked over the table, until it is done or left. */
const asked = document.getElementById("asked");
asked.addEventListener("click", (event) => {
  if (!event.target.closest("a")) return;
  event.preventDefault();
  asked.close();
});
document.body.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target !== asked) sentForm && asked.close();
  else if (!asked.open) asked.showModal();
});

/** Show the outcome of a form far down the page at its top. */
document.body.addEventListener("htmx:afterSettle", () => {
  const notes = document.getElementById("notes");
  if (sentForm) leaveDrawer();
  const isPlain = sentForm?.matches("#orders form:not([data-by], [data-board], [data-entries])");
  if (isPlain && notes?.childElementCount && notes.getBoundingClientRect().bottom < 0) notes.scrollIntoView();
  if (isPlain) sentForm = null;
});

const NEXT = ".play :is(.field, .pattern), .pieces input[form], #orders :is(details:not([open]) > summary, input, a, button:not([aria-disabled=true]))";
let held = null; // what had the focus when the page asked, and whether it was seen there

document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const element = document.activeElement;
  const isHeld = element !== document.body && detail.elt.closest(".table");
  held = isHeld ? { element, isSeen: element.matches(":focus-visible") } : held;
});

const canBeFocused = (element) => element?.checkVisibility() && !element.disabled && element.type !== "hidden";

/** If the control that had the focus is gone or disabled, move the focus to the board or the first enabled control. */
document.body.addEventListener("htmx:afterSettle", () => {
  if (held && document.activeElement === document.body) {
    const { element, isSeen } = held;
    const again = element.isConnected ? element : document.getElementById(element.id);
    const others = document.querySelectorAll(NEXT);
    const next = [again, ...others].find(canBeFocused);
    next?.focus({ preventScroll: true });
    const notes = document.getElementById("notes");
    if (isSeen) (notes.childElementCount ? notes : next)?.scrollIntoView({ block: "nearest" });
  }
  held = null;
});

/** A line that was said, and not refused, is no longer in its box. */
document.body.addEventListener("htmx:afterOnLoad", ({ target }) => {
  if (target.closest("#talk form") && !document.querySelector("#notes [role=alert]")) target.closest("form").reset();
});

// --- all keys, for who presses ? or the button under More ------------------------------------------------------------------------

const keys = document.getElementById("keys");

/** Those of what is on this page now. */
function showKeys() {
  for (const line of keys.querySelectorAll("[data-of]")) line.hidden = !document.querySelector(line.dataset.of);
  if (!keys.open) keys.showModal();
}
addEventListener("click", ({ target }) => target.closest("[data-shows=keys]") && showKeys());
addEventListener("keydown", ({ key, target }) => key === "?" && !target.closest("input:not([type=checkbox], [type=radio]), textarea, select") && showKeys());

// --- drawers: each part that is not needed for a move has an address, and lies over the page while that is open -----------------

const LAPTOP = matchMedia("(min-width: 960px)");
let opener = null; // what had the focus before the first of the drawers that followed one another
let wasOpen = null;

const openDrawer = () => document.querySelector(".drawer:is(:target, :has(:target))");

/** Opens the drawer of this name; "content" closes the one that is open. */
export function openAt(name) {
  if (location.hash !== `#${name}`) location.hash = name;
}

let sentIn = ""; // the drawer that was open when somebody sent something
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") sentIn = openDrawer()?.id ?? "";
});

/** A drawer is left once what was sent there is done, or was refused in words that are on the page. */
function leaveDrawer() {
  const drawer = openDrawer();
  if (!drawer || drawer.id !== sentIn || sentForm.closest(".drawer")?.id !== sentIn) return;
  const isDone = drawer.closest(".orders") || document.getElementById("notes").childElementCount;
  if (isDone && !drawer.querySelector("[role=alert]")) openAt("content");
}

/** Nothing under a drawer that covers the page can be reached; some of the drawers are among what they cover. */
function coverScreen(drawer) {
  const isCovered = Boolean(drawer) && !LAPTOP.matches;
  for (const part of document.querySelectorAll(".screen, .screen *:has(> .drawer)"))
    for (const child of part.children) child.inert = isCovered && child !== drawer && !child.contains(drawer);
}

/** Reopen a drawer that was replaced with the page’s parts: the address still names it. */
document.body.addEventListener("htmx:oobAfterSwap", () => {
  const isLost = location.hash && !document.querySelector(":target") && document.getElementById(location.hash.slice(1));
  if (isLost) location.replace(location.hash);
});
document.body.addEventListener("htmx:afterSettle", () => coverScreen(openDrawer()));

/** Says in full why a dashed button does nothing; on it are a few words at most. */
addEventListener("click", ({ target }) => {
  const why = document.getElementById(target.closest("#orders .act[aria-disabled=true]")?.getAttribute("aria-describedby"));
  if (why?.textContent) document.getElementById("notes").replaceChildren(Object.assign(document.createElement("p"), { className: "note passes", textContent: why.textContent }));
});

/** On a phone a drawer is all there is while it is open. The focus goes to it, and at the end back to what opened it. */
function followAddress() {
  const drawer = openDrawer();
  coverScreen(drawer);
  for (const link of document.querySelectorAll(".leaves a")) {
    const isShown = document.querySelector(link.hash)?.checkVisibility();
    isShown ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }
  if (drawer && drawer !== wasOpen) {
    if (!drawer.hasAttribute("tabindex")) drawer.tabIndex = -1; // a board that scrolls stays a stop of its own
    drawer.focus({ preventScroll: true });
  } else if (!drawer && wasOpen) (opener?.isConnected ? opener : document.getElementById("board"))?.focus({ preventScroll: true });
  wasOpen = drawer;
  countNewLines();
}
// not what has the focus as the address changes: by then the browser may have taken it away
addEventListener("focusin", ({ target }) => target.closest(".drawer") || (opener = target));
addEventListener("hashchange", followAddress);
LAPTOP.addEventListener("change", followAddress);

/** Escape closes a drawer; where nobody writes, a full stop opens More and a W the reasons. */
addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (document.querySelector("dialog[open]") || event.defaultPrevented || ctrlKey || metaKey || altKey) return;
  const isWritten = target.closest("input:not([type=checkbox], [type=radio]), textarea, select, .field, .pattern");
  if (key === "Escape" && openDrawer()) openAt("content");
  else if (key === "." && !isWritten) openAt("more");
  else if (key.toLowerCase() === "w" && !isWritten) openAt("why");
});

const lampOf = () => document.querySelector("#live .disc").cloneNode(true);
let lamp = lampOf();

/** The light changes with a short movement. */
function light() {
  const before = lamp;
  lamp = lampOf();
  if (lamp.isEqualNode(before) || CALM.matches) return;
  document.querySelector("#live .disc").animate({ scale: [0.6, 1.15, 1] }, { duration: 240, easing: "ease-out" });
}
document.body.addEventListener("htmx:afterSettle", light);
if ("sounds" in document.documentElement.dataset) import("./sounds.js");

/** What lays tiles or writes entries by hand comes where a form first asks for that; from then on it follows the page by itself. */
function layByHand() {
  if (document.querySelector("form[data-board]")) import("./laying.js");
  if (document.querySelector("form[data-by]")) import("./cards.js");
  if (document.querySelector("form[data-entries]")) import("./entries.js");
  if (document.querySelector("figure[data-laid]")) import("./opening.js");
}

// --- its reader is signed out, and comes back --------------------------------------------------------------------------------

const signedOut = document.getElementById("signed-out");
const secret = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
let known = secret();

/** Says that the reader is signed out, or no longer. */
export function show(isOut) {
  if (signedOut.hidden === !isOut) return;
  const link = signedOut.querySelector("a");
  link.href = `${link.dataset.page}?next=${encodeURIComponent(location.pathname + location.search)}`;
  signedOut.hidden = !isOut;
  asked.close();
}

/** Signing in again changes the CSRF token, so forms get the new one if the reader is the same. Asked in the background as the
 * page asks by itself, because that consumes no message that is shown once. */
export async function renew() {
  const asked = { method: "HEAD", headers: { ...HEADERS, "HX-Request": "true", "HX-Trigger": "live" } };
  const answer = await fetch(location.href, asked).catch(() => null);
  if (answer?.status === 401) show(true);
  if (!answer?.ok || !secret()) return false;
  known = secret();
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = known;
  show(false);
  return true;
}

document.body.addEventListener("htmx:configRequest", ({ detail }) => Object.assign(detail.headers, HEADERS));
document.body.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
  if (xhr.status === 401) show(true);
  else if (xhr.status === 403) renew();
  else if (xhr.status) show(false);
});
for (const type of ["visibilitychange", "focus"])
  addEventListener(type, () => !document.hidden && READER && secret() !== known && renew());

followAddress();
countDown();
nameTicked();
layByHand();
new IntersectionObserver(countNewLines).observe(document.getElementById("talk"));
document.body.addEventListener("htmx:afterRequest", noteTime);
document.body.addEventListener("htmx:afterSettle", countNewLines);
document.body.addEventListener("htmx:afterSwap", countDown);
document.body.addEventListener("htmx:afterSettle", layByHand);
document.body.addEventListener("htmx:afterSettle", nameTicked);
setInterval(countDown, 1000);
setInterval(askSooner, 20_000);
addEventListener("focus", ask);
navigator.serviceWorker?.addEventListener("message", ask); // something has been pushed
