// A table of cards played by hand: words made of the cards of a hand, anew or of a word that lies there, and cards given for those
// of a pile, by tapping, dragging or typing. It fills in the forms of the orders and sends them; all is possible without it.

import { READER } from "./live.js";
import * as making from "./making.js";
import { Trials } from "./trial.js";

const PLAN = `cards of ${READER} at ${location.pathname}`;
const FAR = 8; // pixels, from which on a press is a drag
const NEW = -1; // the row of a new word
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const handPart = () => document.querySelector("[data-hand-of]");
const formsBy = (by) => [...document.querySelectorAll(`#orders form[data-by="${by}"]`)];

function element(name, looks, about = {}) {
  const made = Object.assign(document.createElement(name), { className: looks });
  Object.assign(made.dataset, about);
  return made;
}

/** The cards of one hand and what they are to do: `word` lies in the row `of`, with the caret before a place of it or a card `picked`
 * there; or the card `give` goes for one of the `pile`. */
class CardTable {
  constructor() {
    Object.assign(this, { of: NEW, base: "", word: [], caret: 0, picked: -1, pile: "", give: -1, hand: "", isTyped: false });
    Object.assign(this, JSON.parse(localStorage.getItem(PLAN) ?? "{}"));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event), { capture: true }); // letters are cards before they are anything else
    document.addEventListener("pointerdown", (event) => this.press(event));
    this.follow();
  }

  // --- what the page has ---

  get section() {
    return handPart();
  }

  get says() {
    return this.dock.dataset;
  }

  get dock() {
    return this.section.querySelector(".dock");
  }

  get dialog() {
    return this.dock.querySelector("dialog");
  }

  get rows() {
    return [...document.querySelectorAll("[data-words-of] [data-word]")];
  }

  get newRow() {
    return document.querySelector("[data-new]");
  }

  get values() {
    const lying = document.querySelector("[data-words-of]")?.dataset.values || "{}";
    return { ...JSON.parse(lying), ...JSON.parse(this.section.dataset.values) };
  }

  get used() {
    return this.pile ? [this.give] : this.word.filter(making.isOwn).map(({ at }) => at);
  }

  get act() {
    return this.pile ? "giving" : making.actOf(this.word, this.of === NEW);
  }

  get form() {
    const forms = formsBy(this.act || (this.of === NEW ? "laying" : "adding"));
    return this.pile ? forms.find(({ dataset }) => dataset.pile === this.pile) : forms[0];
  }

  /** True if there is nothing left to choose. */
  get isWhole() {
    if (this.pile) return this.give >= 0;
    return !["", "both"].includes(this.act) && this.word.every(({ letter }) => letter);
  }

  // --- following the page ---

  /** The page has come, or other parts of it: what was chosen stays as far as it still can be. */
  follow() {
    if (!this.section) return;
    const { held } = this.section.dataset;
    if (this.isSent && !document.querySelector("#orders [role=alert], #notes [role=alert]")) this.clear();
    this.isSent = false;
    this.word = making.stillHeld(this.word, this.hand, held);
    this.give = this.give < 0 ? -1 : held.indexOf(this.hand[this.give]);
    this.hand = held;
    const words = this.rows.map(({ dataset }) => dataset.word);
    if (this.of !== NEW && words[this.of] !== this.base) {
      this.of = words.indexOf(this.base);
      if (this.of === NEW) this.start(NEW);
    }
    this.caret = Math.min(this.caret, this.word.length);
    this.trials = new Trials(this.dock.querySelector(".trial"), () => this.judge());
    this.show();
  }

  // --- choosing ---

  start(row) {
    this.pile = "";
    this.of = row;
    this.base = row === NEW ? "" : this.rows[row].dataset.word;
    this.word = making.cardsOf(this.base);
    this.caret = this.word.length;
    this.picked = -1;
  }

  clear() {
    this.give = -1;
    this.start(NEW);
  }

  /** Lays a card of the hand where the caret is, or in the place of the card that is picked. */
  put(at, letter = "") {
    if (this.pile) {
      this.give = this.give === at ? -1 : at;
      return;
    }
    const card = making.cardOf(this.hand[at], at);
    card.letter ||= letter;
    if (this.picked >= 0) {
      const most = Number(formsBy("exchanging")[0]?.dataset.most ?? 1);
      this.word = making.exchange(this.word, card, this.picked, most);
      this.picked = -1;
    } else {
      this.word = making.insert(this.word, card, this.caret);
      this.caret += 1;
    }
    if (!card.letter) this.askLetter();
  }

  takeBack(place) {
    const { was } = this.word[place];
    this.word = making.takeBack(this.word, place);
    if (!was && this.caret > place) this.caret -= 1;
    this.picked = -1;
  }

  askLetter() {
    this.dialog.returnValue = "";
    this.dialog.showModal();
    this.dialog.onclose = () => {
      const place = this.word.findIndex(({ letter }) => !letter);
      const letter = this.dialog.returnValue;
      if (place >= 0 && letter) this.word = this.word.map((card, i) => (i === place ? { ...card, letter } : card));
      else if (place >= 0) this.takeBack(place);
      this.show();
    };
  }

  tap(key) {
    const [where, first, second] = key.split(" ");
    const place = Number(second);
    if (where === "hand") {
      const lies = this.word.findIndex(({ at }) => at === Number(first));
      if (lies >= 0 && !this.pile) this.takeBack(lies);
      else this.put(Number(first));
    } else if (where === "pile") {
      this.pile = this.pile === first ? "" : first;
      this.give = -1;
    } else {
      this.pile = "";
      if (this.of !== Number(first)) this.start(Number(first));
      if (where === "slot") [this.caret, this.picked] = [place, -1];
      else if (place < this.word.length && making.isOwn(this.word[place])) this.takeBack(place);
      else this.picked = this.picked === place ? -1 : place;
    }
  }

  send() {
    const form = this.form;
    if (!form || this.button.ariaDisabled === "true") return;
    this.fill(form);
    this.isSent = true;
    form.querySelector("button[name=verb]").click();
  }

  /** Writes into the form what one would have written there. */
  fill(form) {
    const { field, of } = form.dataset;
    const card = (at) => (this.hand[at] === this.hand[at].toUpperCase() ? this.hand[at] : "?");
    choose(form.elements[field], this.pile ? card(this.give) : making.written(this.word));
    if (of) choose(form.elements[of], making.named(this.base));
  }

  // --- by mouse, finger and keys ---

  click(event) {
    if (!this.section) return;
    const { target } = event;
    if (this.isDragged) {
      this.isDragged = false;
      event.preventDefault();
      return;
    }
    const letter = target.closest("[data-letter]");
    if (letter) return this.dialog.close(letter.dataset.letter);
    const does = target.closest("[data-do]")?.dataset.do;
    const key = target.closest("[data-key]")?.dataset.key ?? (target.closest("[data-new]") && `slot ${NEW} ${this.word.length}`);
    if (does === "send") return this.send();
    if (does !== "clear" && !key) return;
    if (key) this.tap(key);
    else this.clear();
    this.isTyped = false;
    this.show();
  }

  key(event) {
    const { key, target } = event;
    if (!this.section || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
    if (this.dialog.open) {
      if (/^[a-z]$/i.test(key)) this.dialog.close(key.toUpperCase());
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    if (!this.type(key, target)) return;
    event.preventDefault();
    this.show();
  }

  /** True for a key that means something here. */
  type(key, target) {
    if (/^[a-z*]$/i.test(key)) {
      const wanted = key === "*" ? "?" : key.toUpperCase();
      const at = making.heldFor(wanted, this.hand, this.used);
      if (at >= 0) this.put(at, wanted === "?" ? "" : wanted);
      this.isTyped = true;
    } else if (key === "Enter" && this.isTyped && this.isWhole) this.send();
    else if (key === "Backspace" && !this.pile) {
      const place = this.word.findLastIndex((card, i) => making.isOwn(card) && (i < this.caret || card.was));
      if (place >= 0) this.takeBack(place);
    } else if (key === "Escape") this.clear();
    else if (key.startsWith("Arrow")) return this.walk(key, target);
    else return false;
    return true;
  }

  /** Arrows go from card to card where the focus is; elsewhere they move the caret, and from word to word. */
  walk(key, target) {
    this.isTyped = this.isTyped && !target.dataset.key;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
    if (target.dataset.key) {
      const near = [...target.closest("[data-walk]").querySelectorAll("[data-key]")];
      if (step) near.at((near.indexOf(target) + step) % near.length).focus();
      return Boolean(step);
    }
    if (step) {
      this.caret = Math.max(0, Math.min(this.word.length, this.caret + step));
      this.picked = -1;
    } else {
      const all = [NEW, ...this.rows.keys()];
      this.start(all.at((all.indexOf(this.of) + (key === "ArrowUp" ? -1 : 1)) % all.length));
    }
    return true;
  }

  press({ target, pointerId, clientX, clientY, button }) {
    this.isDragged = false;
    const card = target.closest("[data-drag]");
    if (!card || button || !this.section) return;
    const at = Number(card.dataset.drag);
    const ending = new AbortController();
    let carried = null;
    const move = (event) => {
      if (event.pointerId !== pointerId) return;
      if (!carried && Math.hypot(event.clientX - clientX, event.clientY - clientY) < FAR) return;
      event.preventDefault();
      carried ??= this.lift(card);
      carried.style.left = `${event.clientX}px`;
      carried.style.top = `${event.clientY}px`;
      this.aim(event);
    };
    const end = (event) => {
      if (event.pointerId !== pointerId) return;
      ending.abort();
      if (!carried) return;
      carried.remove();
      this.isDragged = true;
      if (event.type === "pointerup") this.drop(at, event);
      setTimeout(() => { this.isDragged = false; }, 60);
      this.show();
    };
    const { signal } = ending;
    document.addEventListener("pointermove", move, { signal });
    document.addEventListener("pointerup", end, { signal });
    document.addEventListener("pointercancel", end, { signal });
  }

  lift(card) {
    const carried = card.cloneNode(true);
    carried.removeAttribute("id");
    carried.className = card.className.replace("used", "");
    carried.classList.add("carried");
    card.closest(".on-table").append(carried);
    return carried;
  }

  aim({ clientX, clientY }) {
    for (const one of document.querySelectorAll(".aimed")) one.classList.remove("aimed");
    const under = document.elementFromPoint(clientX, clientY);
    (under?.closest("[data-key]:not([data-key^=hand])") ?? under?.closest("[data-new], [data-word]"))?.classList.add("aimed");
  }

  drop(at, { clientX, clientY }) {
    const under = document.elementFromPoint(clientX, clientY);
    const on = under?.closest("[data-key]");
    const [where, first, second] = on?.dataset.key.split(" ") ?? [];
    if (where === "pile") {
      this.pile = first;
      this.give = at;
      return;
    }
    const row = where === "card" || where === "slot" ? Number(first) : this.rowOf(under);
    const lies = this.word.findIndex((card) => card.at === at);
    const known = this.word[lies];
    if (row === undefined) {
      if (lies >= 0) this.takeBack(lies);
      return;
    }
    this.pile = "";
    let place = second === undefined ? Infinity : Number(second);
    if (this.of !== row) this.start(row);
    else if (lies >= 0) {
      this.takeBack(lies);
      if (!known.was && lies < place) place -= 1;
    }
    place = Math.min(place, this.word.length);
    const { left, width } = on?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const share = where === "card" ? (clientX - left) / width : 0;
    const lying = this.word[place];
    if (where === "card" && row !== NEW && lying && !making.isOwn(lying) && share > 0.28 && share < 0.72) this.picked = place;
    else [this.caret, this.picked] = [Math.min(place + (share > 0.5 ? 1 : 0), this.word.length), -1];
    this.put(at, known?.letter);
  }

  /** The row under a finger, undefined if there is none. */
  rowOf(under) {
    if (under?.closest("[data-new]")) return NEW;
    const row = this.rows.indexOf(under?.closest("[data-word]"));
    return row < 0 ? undefined : row;
  }

  // --- shown ---

  show() {
    const focused = document.activeElement?.dataset.key ?? this.focused;
    this.showHand();
    this.showWords();
    this.showPiles();
    for (const part of document.querySelectorAll("[data-walk]")) {
      const keys = [...part.querySelectorAll("[data-key]")];
      const first = keys.find(({ dataset }) => dataset.key === focused) ?? keys[0];
      for (const one of keys) one.tabIndex = one === first ? 0 : -1;
    }
    if (focused) document.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
    this.focused = undefined;
    this.try();
    const { of, base, word, caret, pile, give, hand } = this;
    localStorage.setItem(PLAN, JSON.stringify({ of, base, word, caret, pile, give, hand }));
  }

  /** A card to tap; its points are those of the character it is in the hand or on the table. */
  card({ letter, wild, at }, character, key) {
    const { says } = this;
    const worth = this.values[character] ?? this.values["?"];
    const made = element("button", `card${wild ? " wild" : ""}`, { key });
    made.type = "button";
    const of = wild ? (letter ? filled(says.as, { letter, wild: this.section.dataset.wild }) : this.section.dataset.wild) : letter;
    made.ariaLabel = filled(says.card, { card: of, n: worth });
    const star = wild ? [Object.assign(element("i", ""), { textContent: "★" })] : [];
    const letters = Object.assign(element("b", ""), { textContent: letter });
    made.append(...star, letters, Object.assign(element("small", ""), { textContent: worth }));
    if (at >= 0) made.dataset.drag = at;
    return made;
  }

  showHand() {
    const list = this.section.querySelector("ul.cards");
    if (!list) return;
    list.dataset.walk = "hand";
    const cards = [...this.hand].map((character, at) => {
      const made = this.card(making.cardOf(character, at), character, `hand ${at}`);
      const isUsed = this.used.includes(at);
      if (this.pile) made.classList.toggle("picked", isUsed);
      else made.classList.toggle("used", isUsed);
      made.ariaPressed = String(isUsed);
      const place = element("li", "");
      place.append(made);
      return place;
    });
    list.replaceChildren(...cards);
  }

  showWords() {
    for (const [row, part] of this.rows.entries()) {
      const isActive = this.of === row && !this.pile;
      const cards = isActive ? this.word : making.cardsOf(part.dataset.word);
      const line = element("div", "cards", { walk: `row ${row}` });
      line.role = "group";
      line.ariaLabel = making.named(part.dataset.word);
      cards.forEach((card, place) => {
        if (isActive) line.append(this.slot(row, place));
        line.append(this.lying(card, row, place, isActive));
      });
      if (isActive) line.append(this.slot(row, cards.length));
      part.classList.toggle("is-active", isActive);
      part.replaceChildren(line);
    }
    const isActive = this.of === NEW && !this.pile;
    const { newRow } = this;
    newRow.dataset.walk = "new";
    newRow.role = "group";
    newRow.ariaLabel = this.newRow.dataset.new;
    newRow.classList.toggle("is-active", isActive);
    const cards = this.of === NEW ? this.word.map((card, place) => this.lying(card, NEW, place, isActive)) : [];
    const caret = this.slot(NEW, cards.length, this.newRow.dataset.new);
    newRow.replaceChildren(...cards, caret);
  }

  lying(card, row, place, isActive) {
    const character = making.isOwn(card) ? this.hand[card.at] : card.wild ? card.letter.toLowerCase() : card.letter;
    const made = this.card(card, character, `card ${row} ${place}`);
    if (making.isOwn(card)) made.classList.add("own");
    if (isActive && this.picked === place) made.classList.add("picked");
    return made;
  }

  slot(row, place, says = "") {
    const made = element("button", says ? "slot wide" : "slot", { key: `slot ${row} ${place}` });
    made.type = "button";
    made.textContent = "+";
    made.ariaLabel = says || filled(this.says.place, { n: place + 1 });
    if (this.of === row && !this.pile && this.picked < 0 && (says || this.caret === place)) made.classList.add("here");
    return made;
  }

  showPiles() {
    for (const pile of document.querySelectorAll("[data-pile-of]")) {
      const name = pile.dataset.pileOf;
      const form = formsBy("giving").find(({ dataset }) => dataset.pile === name);
      if (!form) continue;
      pile.parentElement.dataset.walk = "piles";
      const old = pile.querySelector(".card");
      const made = element("button", old.className, { key: `pile ${name}` });
      made.type = "button";
      made.innerHTML = old.innerHTML;
      made.ariaLabel = form.dataset.label;
      made.ariaPressed = String(this.pile === name);
      made.classList.toggle("picked", this.pile === name);
      old.replaceWith(made);
    }
  }

  get button() {
    return this.dock.querySelector("[data-do=send]");
  }

  /** Asks what it would come to, and says what is lacking. */
  try() {
    const { says, form, act } = this;
    let hint = says.empty;
    if (this.pile) hint = says.gives;
    else if (this.picked >= 0) hint = says.instead;
    else if (act === "both") hint = says.both;
    else if (this.of !== NEW) hint = says.places;
    this.dock.querySelector(".hint").textContent = hint;
    const what = this.pile ? "" : making.written(this.word);
    const label = form?.dataset.label ?? "";
    const given = this.give >= 0 ? this.hand[this.give].toUpperCase() : "";
    this.button.textContent = this.pile && given ? filled(says.for, { order: label, card: given }) : this.isWhole ? `${label} ${what}` : label;
    if (this.isWhole && form) {
      this.fill(form);
      this.trials.ask(form);
    } else this.trials.clear();
    this.judge();
  }

  /** The button sends what is whole, unless it is known to be refused. */
  judge() {
    const isRefused = this.dock.querySelector(".trial .refused") !== null;
    const mayBeSent = this.isWhole && Boolean(this.form?.querySelector("button[name=verb]"));
    this.button.ariaDisabled = String(!mayBeSent || isRefused);
    if (this.form) this.button.setAttribute("aria-describedby", `why-${this.form.dataset.verb}`);
  }
}

/** Chooses a value, in a box, a list or among radio buttons. */
function choose(control, value) {
  if (control?.type === "radio") control.checked = control.value === value;
  else if (control) control.value = value;
}

const table = new CardTable();
document.body.addEventListener("htmx:oobBeforeSwap", () => {
  table.focused = document.activeElement?.dataset.key ?? table.focused;
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (handPart() && !handPart().querySelector("[data-walk]")) table.follow();
  else if (table.isSent) table.follow();
});
