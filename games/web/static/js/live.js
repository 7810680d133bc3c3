// A game's page while it is open: counts down, counts new chat messages, and leaves a form alone while somebody fills
// it in. Everything here also works without it.
//
// Each request of a script says whose page this is, and gets 401 if somebody else or nobody is signed in here by now.
// Then the page says so, and continues where it was once its reader is back, in this tab or another.

export const READER = document.body.dataset.reader;
export const HEADERS = { "X-Reader": READER };

const READ = `lines read of ${READER} at ${location.pathname}`;

const HOUR = 3600 * 1000;
const TWO_DAYS = 48 * HOUR;
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const TITLE = document.title;

/** How far the server’s clock is ahead of this one; a few seconds are ignored. */
let ahead = 0;

/** The server time at which the page was last updated, and its value when the reader last did something. */
let shown = "";
let seen = "";

/** True if the reader has done something since the page's last request. */
let isUsed = false;

/** An active reader needs no email about what the page shows. An open page alone proves nothing. */
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

/** False for the event that a browser sends when a page appears under a resting mouse. */
export function isByHand({ type, movementX, movementY }) {
  return type !== "pointermove" || Boolean(movementX || movementY);
}

/** Mark the button that sent a request as busy until it is answered. */
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

/** Write a time left: `4 h 32 min` above an hour, `3:41` below. */
function timeLeft(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 1) return `${hours} h ${String(minutes).padStart(2, "0")} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The milliseconds until an instant by the server’s clock. */
const leftUntil = (instant) => new Date(instant) - Date.now() - ahead;

const clocks = () => document.querySelectorAll("time[data-countdown]");

/** Ask the server what has changed. The page also does so automatically every two minutes. */
const ask = () => window.htmx?.trigger("#live", "refresh");

/** Called every 20 seconds: ask if a clock has less than an hour, or if the reader has done something. */
function askSooner() {
  if (isUsed || [...clocks()].some(({ dateTime }) => leftUntil(dateTime) < HOUR)) ask();
}

/** Ask once at the next instant that the server announced. */
function askWhenDue() {
  const live = document.getElementById("live");
  if (!live.dataset.next || leftUntil(live.dataset.next) > 0) return;
  delete live.dataset.next;
  ask();
}

/** Tick every second, or with reduced motion every ten until the last ten. Clocks aren’t live regions, so nothing is
 * read out. */
function countDown() {
  for (const clock of clocks()) {
    const left = leftUntil(clock.dateTime);
    if (left >= (clock.dataset.countdown === "hour" ? HOUR : TWO_DAYS)) continue; // until then it stays as the server wrote it
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

/** Name the window for a reader who has another in front: a face-down tile, or the clock in its last hour. */
function nameWindow() {
  const clock = document.querySelector("#live time[data-countdown]");
  const runs = clock && leftUntil(clock.dateTime) < HOUR;
  const says = document.querySelector("#hand[data-new]")?.dataset.new || (runs ? clock.textContent : "");
  const title = says ? `${says} · ${TITLE}` : TITLE;
  if (document.title !== title) document.title = title;
}

/** Count others' new messages on the chat's button until the chat has been in sight. */
function countNewLines() {
  const lines = document.getElementById("lines");
  const others = [...lines.querySelectorAll("[data-at]")].filter((line) => line.dataset.by !== lines.dataset.you);
  const newest = Math.max(0, ...others.map((line) => Number(line.dataset.at)));
  const box = lines.getBoundingClientRect();
  if (lines.checkVisibility() && box.top < innerHeight && box.bottom > 0) localStorage.setItem(READ, newest);
  const unread = others.filter((line) => Number(line.dataset.at) > Number(localStorage.getItem(READ))).length;
  const count = document.getElementById("new-lines");
  if (!count) return; // a guest has nobody to chat with
  count.hidden = !unread;
  count.firstElementChild.textContent = unread;
}

/** True if somebody has written or chosen something here, in this form or in the one that was refused. */
function isChanged(control) {
  if (control.form.querySelector("[role=alert]")) return true;
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  if (control.options) return ![...control.options].every((option) => option.selected === option.defaultSelected);
  return control.value !== control.defaultValue;
}

/** What is written in the forms of `orders`, as [form, field, index among fields of that name, value, checked]. */
function writtenIn(orders) {
  const controls = [...orders.querySelectorAll("form :is(input, select, textarea):not([type=hidden])")];
  return controls.filter((control) => control.form !== sentForm && isChanged(control)).map((control) => {
    const place = [...control.form.elements].filter((other) => other.name === control.name).indexOf(control);
    return [control.form.id, control.name, place, control.value, control.checked];
  });
}

/** Write it into the forms that replaced them, as far as they have the same fields. */
function writeInto(orders, written) {
  for (const [form, name, place, value, checked] of written) {
    const elements = [...(orders.querySelector(`#${CSS.escape(form)}`)?.elements ?? [])];
    const control = elements.filter((other) => other.name === name)[place];
    if (!control) continue;
    if (control.type === "checkbox" || control.type === "radio") control.checked = checked && control.value === value;
    else if (!control.options || [...control.options].some((option) => option.value === value)) control.value = value;
  }
}

/** Boxes beside lines outside their form, as [form, field, value, ticked]. */
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

/** Name on a button which of its form's boxes are ticked, or that none are. */
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
let sentForm = null; // the form that the reader has just sent; null for the page's own requests

document.body.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig } }) => {
  sentForm = requestConfig.verb === "post" ? requestConfig.elt : null;
});

/** True if a message stays: until the reader acts or the game moves on. */
function isTold(old, next) {
  const isStill = !sentForm && !next.childElementCount && old.dataset.fingerprint === next.dataset.fingerprint;
  old.dataset.fingerprint = next.dataset.fingerprint;
  return isStill;
}

/** True if a part is unchanged: by its fingerprint, as a form may be open there; the others’ layouts by their HTML. */
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
  for (const form of detail.shouldSwap ? old.querySelectorAll("details[open]") : []) form.open = false; // only one is open at a time, old and new together
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

/** Ask for confirmation in a dialog above the table, until it is done or closed. */
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

/** Scroll to the outcome of a form far down the page, which is shown at the top. */
document.body.addEventListener("htmx:afterSettle", () => {
  const notes = document.getElementById("notes");
  if (sentForm) leaveDrawer();
  const isPlain = sentForm?.matches("#orders form:not([data-by], [data-board], [data-entries])");
  if (isPlain && notes?.childElementCount && notes.getBoundingClientRect().bottom < 0) notes.scrollIntoView();
  if (isPlain) sentForm = null;
});

const NEXT = ".play :is(.field, .pattern), .pieces input[form], #orders :is(details:not([open]) > summary, input, a, button:not([aria-disabled=true]))";
let held = null; // what had the focus when the page sent a request, and whether it was in sight

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

/** Clear the box of a message that was sent and not refused. */
document.body.addEventListener("htmx:afterOnLoad", ({ target }) => {
  if (target.closest("#talk form") && !document.querySelector("#notes [role=alert]")) target.closest("form").reset();
});

// --- keyboard shortcuts, by ? or the button under More ---------------------------------------------------------------

const keys = document.getElementById("keys");

/** Show the shortcuts of what is on this page now. */
function showKeys() {
  for (const line of keys.querySelectorAll("[data-of]")) line.hidden = !document.querySelector(line.dataset.of);
  if (!keys.open) keys.showModal();
}
addEventListener("click", ({ target }) => target.closest("[data-shows=keys]") && showKeys());
addEventListener("keydown", ({ key, target }) => key === "?" && !target.closest("input:not([type=checkbox], [type=radio]), textarea, select") && showKeys());

// --- drawers: each part not needed for a move has an address, and is shown over the page while that is open ----------

const LAPTOP = matchMedia("(min-width: 960px)");
let opener = null; // what had the focus before the first of a series of drawers
let wasOpen = null;

const openDrawer = () => document.querySelector(".drawer:is(:target, :has(:target))");

const toMore = document.querySelector(".to-more");
toMore.href = "#more"; // without script it leads to a page

/** Fetch what is behind More when it is opened, or when the address names a drawer that only it leads to. */
function fetchMore() {
  const name = location.hash.slice(1);
  if (name === "more" || (name && !document.getElementById(name))) window.htmx?.trigger(toMore, "opened");
}
addEventListener("hashchange", fetchMore);
addEventListener("load", fetchMore);
document.body.addEventListener("htmx:afterSettle", ({ detail }) => detail.target.id === "menus" && followAddress());

/** Open the drawer of this name; "content" closes the open one. */
export function openAt(name) {
  if (location.hash !== `#${name}`) location.hash = name;
}

let sentIn = ""; // the drawer that was open when a form was sent
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") sentIn = openDrawer()?.id ?? "";
});

/** Close a drawer once what was sent there is done, or was refused in words on the page. A drawer that is gone by then leaves the address
    too, or the form would open by itself in the next round. */
function leaveDrawer() {
  if (!sentIn || sentForm.closest(".drawer")?.id !== sentIn) return;
  const drawer = openDrawer();
  if (drawer && drawer.id !== sentIn) return;
  const isDone = !drawer || drawer.closest(".orders") || document.getElementById("notes").childElementCount;
  if (isDone && !drawer?.querySelector("[role=alert]")) openAt("content");
}

/** Make everything under a drawer that covers the page inert; some drawers are inside what they cover. */
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

/** Say in full why a dashed button does nothing; the button itself has only a few words. */
addEventListener("click", ({ target }) => {
  const why = document.getElementById(target.closest("#orders .act[aria-disabled=true]")?.getAttribute("aria-describedby"));
  if (why?.textContent) document.getElementById("notes").replaceChildren(Object.assign(document.createElement("p"), { className: "note passes", textContent: why.textContent }));
});

/** Follow the address: on a phone an open drawer is all there is. It gets the focus, and what opened it gets it
 * back. */
function followAddress() {
  const drawer = openDrawer();
  coverScreen(drawer);
  for (const link of document.querySelectorAll(".leaves a")) {
    const isShown = document.querySelector(link.hash)?.checkVisibility();
    isShown ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }
  if (drawer && drawer !== wasOpen) {
    if (!drawer.hasAttribute("tabindex")) drawer.tabIndex = -1; // a board that scrolls keeps its own tab stop
    drawer.focus({ preventScroll: true });
  } else if (!drawer && wasOpen) (opener?.isConnected ? opener : document.getElementById("board"))?.focus({ preventScroll: true });
  wasOpen = drawer;
  countNewLines();
}
// not on `hashchange`: by then the browser may have moved the focus
addEventListener("focusin", ({ target }) => target.closest(".drawer") || (opener = target));
addEventListener("hashchange", followAddress);
LAPTOP.addEventListener("change", followAddress);

/** Escape closes a drawer; outside text fields, a full stop opens More and W opens the reasons. */
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

/** Animate a change of the light. */
function light() {
  const before = lamp;
  lamp = lampOf();
  if (lamp.isEqualNode(before) || CALM.matches) return;
  document.querySelector("#live .disc").animate({ scale: [0.6, 1.15, 1] }, { duration: 240, easing: "ease-out" });
}
document.body.addEventListener("htmx:afterSettle", light);
if ("sounds" in document.documentElement.dataset) import("./sounds.js");

/** Load the script for laying tiles, cards or entries when a form first needs it; it then follows the page itself. */
function layByHand() {
  if (document.querySelector("form[data-board]")) import("./laying.js");
  if (document.querySelector("form[data-by]")) import("./cards.js");
  if (document.querySelector("form[data-entries]")) import("./entries.js");
  if (document.querySelector("[data-person]")) import("./chain.js");
  if (document.querySelector("figure[data-laid]")) import("./opening.js");
}

// --- signed out and back ---------------------------------------------------------------------------------------------

const signedOut = document.getElementById("signed-out");
const secret = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
let known = secret();

/** Show or hide that the reader is signed out. */
export function show(isOut) {
  if (signedOut.hidden === !isOut) return;
  const link = signedOut.querySelector("a");
  link.href = `${link.dataset.page}?next=${encodeURIComponent(location.pathname + location.search)}`;
  signedOut.hidden = !isOut;
  asked.close();
}

/** Signing in again changes the CSRF token, so forms get the new one if the reader is the same. Sent like the page's
 * own background requests, because those consume no one-time messages. */
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
