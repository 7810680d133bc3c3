// Card games by hand: tap, drag or type to make words from one's cards, alone or with a word on the table, and to swap
// cards with a pile. It fills in the orders' forms and sends them; everything also works without it.

import { carry, places, slide } from "./carrying.js";
import * as making from "./making.js";
import { standAsBoard, Trials } from "./forms.js";

const PLAN = `cards of ${document.body.dataset.reader} at ${location.pathname}`;
const NEW = -1; // the row of a new word
const WAYS = ["adding", "exchanging"]; // ways to change a word on the table
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const handPart = () => document.querySelector("[data-hand-of]");
const formsBy = (by) => [...document.querySelectorAll(`#orders form[data-by="${by}"]`)];

function element(name, looks, about = {}) {
  const made = Object.assign(document.createElement(name), { className: looks });
  Object.assign(made.dataset, about);
  if (name === "button") made.type = "button";
  return made;
}

/** A selector for the focused element, to find it again on an updated page. */
function focusOf({ dataset: { key, does } }) {
  return key ? `[data-key="${key}"]` : does ? `[data-does=${does}]` : undefined;
}

/** The cards of one hand in its player's order, and what they will do: `word` is made from the word in row `of`,
 * with the caret before one of its places or, while `isExchanging`, on one of its cards; or the card `give` is
 * swapped with `pile`. `seen` are the words on the table after the player's last move. */
class CardTable {
  constructor() {
    Object.assign(this, { of: NEW, base: "", word: [], caret: 0, isExchanging: false, pile: "", give: -1, hand: "", isTyped: false });
    Object.assign(this, JSON.parse(localStorage.getItem(PLAN) ?? "{}"));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event), { capture: true }); // letters are cards before anything else
    document.addEventListener("pointerdown", (event) => this.press(event));
    this.follow();
  }

  // --- what the page shows ---

  get section() {
    return handPart();
  }

  get dock() {
    return this.section.querySelector(".dock");
  }

  get says() {
    return this.dock.dataset;
  }

  get dialog() {
    return this.dock.querySelector("dialog");
  }

  get tray() {
    return this.section.querySelector(".tray");
  }

  get rows() {
    return [...document.querySelectorAll("[data-words-of] [data-word]")];
  }

  get values() {
    const lying = document.querySelector("[data-words-of]")?.dataset.values || "{}";
    return { ...JSON.parse(lying), ...JSON.parse(this.section.dataset.values) };
  }

  /** The indices of the hand. */
  get ats() {
    return [...this.hand].map((_, at) => at);
  }

  get used() {
    return this.pile ? [this.give] : this.word.filter(making.isOwn).map(({ at }) => at);
  }

  get form() {
    if (this.pile) return formsBy("giving").find(({ dataset }) => dataset.pile === this.pile);
    return formsBy(this.of === NEW ? "laying" : WAYS[Number(this.isExchanging)])[0];
  }

  /** True if there is nothing left to choose. */
  get isWhole() {
    if (this.pile) return this.give >= 0;
    return this.used.length > 0 && this.word.every(({ letter }) => letter);
  }

  // --- following the page ---

  /** Follow a new or updated page: choices stay as far as still possible, and the hand keeps its order. */
  follow() {
    if (!this.section) return;
    standAsBoard(document.querySelector("[data-words-of]"));
    const words = this.rows.map(({ dataset }) => dataset.word);
    const { held } = this.section.dataset;
    const hand = held.length > this.hand.length ? held : making.asTheyLay(this.hand, held); // a larger hand was dealt
    if (this.isSent && !document.querySelector("#orders [role=alert], #notes [role=alert]")) this.carriedOut(words, hand);
    this.isSent = false;
    this.word = making.stillHeld(this.word, this.hand, hand);
    this.give = this.give < 0 ? -1 : hand.indexOf(this.hand[this.give]);
    this.hand = hand;
    this.seen ??= words;
    if (this.of !== NEW && words[this.of] !== this.base) {
      this.of = words.indexOf(this.base);
      if (this.of === NEW) this.start(NEW);
    }
    this.caret = Math.min(this.caret, this.word.length);
    this.trials = new Trials(this.section.querySelector(".trial"), () => this.judge());
    this.show();
  }

  /** What was sent is done: its cards slide from where they were, and a card from its pile. */
  carriedOut(words, hand) {
    const before = this.before ?? new Map();
    const lay = new Map(before);
    const row = this.of === NEW ? words.length - 1 : this.of;
    this.word.forEach(({ at, of }, place) => before.set(`word ${row} ${place}`, lay.get(at < 0 ? `word ${row} ${of}` : `own ${at}`)));
    const left = this.ats.filter((at) => !this.used.includes(at));
    [...hand].forEach((_, at) => before.set(`own ${at}`, lay.get(at < left.length ? `own ${left[at]}` : this.pile)));
    if (this.pile) before.set("exposed", lay.get(`own ${this.give}`));
    this.seen = words;
    this.clear();
  }

  // --- choosing ---

  start(row, isExchanging = false) {
    Object.assign(this, { pile: "", give: -1, of: row, isExchanging });
    this.base = row === NEW ? "" : this.rows[row].dataset.word;
    this.word = making.cardsOf(this.base);
    this.caret = this.word.length;
  }

  clear() {
    this.start(NEW);
  }

  /** Lay a card of the hand at the caret, or in place of the card that the caret is on. */
  put(at, letter = "") {
    if (this.pile) {
      this.give = this.give === at ? -1 : at;
      return;
    }
    const card = making.cardOf(this.hand[at], at);
    card.letter ||= letter;
    if (!this.isExchanging) {
      this.word = making.insert(this.word, card, this.caret);
      this.caret += 1;
    } else if (this.caret < this.word.length) {
      this.word = making.exchange(this.word, card, this.caret, Number(this.form.dataset.most));
      this.caret = this.word.length;
    } else return;
    if (!card.letter) this.askLetter();
  }

  takeBack(place) {
    if (this.isExchanging) this.caret = this.word.length;
    else if (this.caret > place) this.caret -= 1;
    this.word = making.takeBack(this.word, place);
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
    const [where, which] = key.split(" ");
    const place = Number(which);
    if (where === "own") {
      const lies = this.word.findIndex(({ at }) => at === place);
      if (lies >= 0 && !this.pile) this.takeBack(lies);
      else this.put(place);
    } else if (where === "pile") Object.assign(this, { pile: this.pile === which ? "" : which, give: -1 });
    else if (where === "word") this.start(this.of === place && !this.pile ? NEW : place);
    else if (making.isOwn(this.word[place])) this.takeBack(place);
    else if (this.caret !== place) this.caret = place;
    else this.caret = this.isExchanging ? this.word.length : place + 1;
  }

  /** Reorder the hand; `order` lists the current indices. */
  arrange(order) {
    this.before = new Map([...places()].map(([name, lay]) => {
      const [where, at] = name.split(" ");
      return [where === "own" ? `own ${order.indexOf(Number(at))}` : name, lay];
    }));
    this.hand = order.map((at) => this.hand[at]).join("");
    this.word = this.word.map((card) => ({ ...card, at: order.indexOf(card.at) }));
    this.give = order.indexOf(this.give);
  }

  moveInHand(at, to) {
    const order = this.ats.filter((other) => other !== at);
    order.splice(to, 0, at);
    this.arrange(order);
  }

  /** Sort the hand by the `rank` of each index. */
  sort(rank) {
    const ranks = this.ats.map(rank);
    this.arrange(this.ats.sort((one, other) => (ranks[one] > ranks[other]) - (ranks[one] < ranks[other])));
  }

  send() {
    const form = this.form;
    if (!form || this.button.ariaDisabled === "true") return;
    this.fill(form);
    this.isSent = true;
    form.querySelector("button[name=verb]").click();
  }

  /** Fill in the form as one would by hand. */
  fill(form) {
    const { field, of } = form.dataset;
    const card = (at) => (this.hand[at] === this.hand[at].toUpperCase() ? this.hand[at] : "?");
    choose(form.elements[field], this.pile ? card(this.give) : making.written(this.word));
    if (of) choose(form.elements[of], making.named(this.base));
  }

  // --- by mouse, finger and keys ---

  click({ target }) {
    if (!this.section) return;
    const letter = target.closest("[data-letter]");
    if (letter) return this.dialog.close(letter.dataset.letter);
    const does = target.closest("[data-does]")?.dataset.does;
    const key = target.closest("[data-key]")?.dataset.key;
    if (does === "send") return this.send();
    if (key) this.tap(key);
    else if (does === "clear") this.clear();
    else if (does === "sort") this.sort((at) => this.hand[at].toUpperCase().replace("?", "~")); // wild cards last
    else if (does === "shuffle") this.sort(Math.random);
    else if (WAYS.includes(does)) this.start(this.of, does === "exchanging");
    else if (target.closest(".tray")) this.caret = this.word.length;
    else return;
    this.isTyped = false;
    this.show();
  }

  key(event) {
    const { key, target } = event;
    if (!this.section || event.ctrlKey || event.metaKey || target.matches("input, textarea, select")) return;
    if (this.dialog.open) {
      if (/^[a-z]$/i.test(key)) this.dialog.close(key.toUpperCase());
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    if (!(event.altKey ? this.carryAlong(key, target) : this.type(key, target))) return;
    event.preventDefault();
    this.show();
  }

  /** Handle a typed key; true if it means something here. */
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
    } else if (key === "/" && this.of !== NEW) this.start(this.of, !this.isExchanging);
    else if (key === "Escape") this.clear();
    else if (key.startsWith("Arrow")) return this.walk(key, target);
    else return false;
    return true;
  }

  /** Arrows move between focused cards; elsewhere they move the caret, and from word to word. */
  walk(key, target) {
    this.isTyped = this.isTyped && !target.dataset.key;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
    if (target.dataset.key) {
      const near = [...target.closest("[data-walk]").querySelectorAll("[data-key]")];
      if (step) near.at((near.indexOf(target) + step) % near.length).focus();
      return Boolean(step);
    }
    if (step) this.caret = Math.max(0, Math.min(this.word.length, this.caret + step));
    else {
      const all = [NEW, ...this.rows.keys()];
      this.start(all.at((all.indexOf(this.of) + (key === "ArrowUp" ? -1 : 1)) % all.length));
    }
    return true;
  }

  /** Move the focused card of the hand one place along; true if it moved. */
  carryAlong(key, target) {
    const [where, at] = (target.dataset.key ?? "").split(" ");
    const to = Number(at) + ({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? NaN);
    if (where !== "own" || !(to >= 0 && to < this.hand.length)) return false;
    this.moveInHand(Number(at), to);
    this.focused = `[data-key="own ${to}"]`;
    return true;
  }

  press(event) {
    const card = event.target.closest("[data-drag]");
    if (!card || event.button || !this.section) return;
    const at = Number(card.dataset.drag);
    const aim = (under) => {
      for (const one of document.querySelectorAll(".aimed")) one.classList.remove("aimed");
      (under?.closest(".card:not(.carried)") ?? under?.closest(".tray, [data-word]"))?.classList.add("aimed");
    };
    const drop = (under, x, lay) => {
      this.before = places();
      this.drop(at, under, x);
      if (!this.pile) this.before.set(`own ${at}`, lay);
      this.isTyped = false;
      this.show();
    };
    carry(event, card, { aim, drop });
  }

  /** Put a card of the hand where it was dropped: onto a pile, among the cards of the hand, or into a word. */
  drop(at, under, x) {
    const lies = this.word.findIndex((card) => card.at === at);
    const known = this.word[lies];
    const on = under?.closest(".card");
    const { left, width } = on?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const share = (x - left) / width;
    const pile = under?.closest("[data-pile-of]")?.dataset.pileOf;
    if (pile) {
      Object.assign(this, { pile, give: at });
      return;
    }
    const lying = under?.closest("[data-word]");
    if (!lying && !under?.closest(".tray")) {
      if (lies >= 0) this.takeBack(lies);
      const to = Number(under?.closest("[data-hand-of] li .card")?.dataset.drag) + (share > 0.5 ? 1 : 0);
      if (to >= 0) this.moveInHand(at, to > at ? to - 1 : to);
      return;
    }
    const row = lying ? this.rows.indexOf(lying) : this.of;
    let place = on ? Number(on.dataset.place) : Infinity;
    if (this.of !== row || this.pile) this.start(row);
    else if (lies >= 0) {
      this.takeBack(lies);
      if (!known.was && lies < place) place -= 1;
    }
    place = Math.min(place, this.word.length);
    if (on && row !== NEW && !this.used.length) this.isExchanging = share > 0.28 && share < 0.72;
    this.caret = this.isExchanging || share <= 0.5 ? place : Math.min(place + 1, this.word.length);
    this.put(at, known?.letter);
  }

  // --- display ---

  show() {
    const before = this.before ?? places();
    const focused = this.focused ?? focusOf(document.activeElement);
    this.showHand();
    this.showTray();
    this.showWords();
    this.showPiles();
    for (const part of document.querySelectorAll("[data-walk]")) {
      const keys = [...part.querySelectorAll("[data-key]")];
      const first = keys.find((one) => focusOf(one) === focused) ?? keys[0];
      for (const one of keys) one.tabIndex = one === first ? 0 : -1;
    }
    if (focused) {
      const next = document.querySelector(focused) ?? [...this.section.querySelectorAll("li [data-key]")].at(-1);
      next?.focus({ preventScroll: true });
    }
    slide(before);
    this.before = this.focused = undefined;
    this.try();
    const { of, base, word, caret, isExchanging, pile, give, hand, seen } = this;
    localStorage.setItem(PLAN, JSON.stringify({ of, base, word, caret, isExchanging, pile, give, hand, seen }));
  }

  /** A card to tap, with the value of its character in the hand or on the table. */
  card({ letter, wild }, character, about) {
    const { says } = this;
    const worth = this.values[character] ?? this.values["?"];
    const made = element("button", `card${wild ? " wild" : ""}`, about);
    const of = wild ? (letter ? filled(says.as, { letter, wild: this.section.dataset.wild }) : this.section.dataset.wild) : letter;
    made.ariaLabel = filled(says.card, { card: of, n: worth });
    const star = wild ? [Object.assign(element("i", ""), { textContent: "★" })] : [];
    const letters = Object.assign(element("b", ""), { textContent: letter });
    made.append(...star, letters, Object.assign(element("small", ""), { textContent: worth }));
    return made;
  }

  showHand() {
    const list = this.section.querySelector("ul.cards");
    if (!list) return;
    list.dataset.walk = "hand";
    const cards = [...this.hand].map((character, at) => {
      const made = this.card(making.cardOf(character, at), character, { key: `own ${at}`, drag: at });
      const isUsed = this.used.includes(at);
      made.classList.toggle("used", isUsed);
      made.ariaPressed = String(isUsed);
      if (!isUsed) made.dataset.lies = `own ${at}`;
      const place = element("li", "");
      place.append(made);
      return place;
    });
    list.replaceChildren(...cards);
  }

  /** Show the word being made, with the ways to change a word on the table, or the card to give away. */
  showTray() {
    const { tray, of, caret, isExchanging } = this;
    tray.dataset.walk = "tray";
    const word = this.pile ? [this.give].filter((at) => at >= 0).map((at) => making.cardOf(this.hand[at], at)) : this.word;
    const cards = word.map((card, place) => this.inTray(card, place));
    const isOn = isExchanging && !this.pile && cards[caret];
    if (isOn) isOn.classList.add("picked");
    else if (this.pile && !cards.length) cards.push(element("span", "gap of-a-card"));
    else if (!this.pile && !isExchanging) cards.splice(caret, 0, element("span", "gap"));
    const ways = of === NEW || this.pile ? [] : WAYS.filter((by) => formsBy(by).length);
    const buttons = ways.map((by) => {
      const made = element("button", "button", { does: by });
      made.textContent = formsBy(by)[0].dataset.label;
      made.ariaPressed = String(by === WAYS[Number(isExchanging)]);
      return made;
    });
    const choice = element("span", "ways");
    choice.append(...buttons);
    tray.classList.toggle("is-empty", !word.length && !this.pile);
    tray.replaceChildren(...cards, ...(buttons.length ? [choice] : []));
  }

  inTray(card, place) {
    const isOwn = making.isOwn(card);
    const character = isOwn ? this.hand[card.at] : card.wild ? card.letter.toLowerCase() : card.letter;
    const lies = isOwn ? `own ${card.at}` : `word ${this.of} ${card.of}`;
    const made = this.card(card, character, { key: `${this.pile ? "own" : "tray"} ${this.pile ? card.at : place}`, lies, place });
    if (isOwn) made.dataset.drag = card.at;
    made.classList.toggle("own", isOwn);
    return made;
  }

  showWords() {
    for (const [row, part] of this.rows.entries()) {
      const isActive = this.of === row && !this.pile;
      const word = part.querySelector("button.word") ?? element("button", "word", { key: `word ${row}` });
      if (!word.parentElement) {
        word.append(...part.querySelectorAll(":scope > span"));
        part.prepend(word);
      }
      word.ariaPressed = String(isActive);
      [...word.querySelectorAll(".card")].forEach(({ dataset }, place) => {
        dataset.place = place;
        if (isActive) delete dataset.lies;
        else dataset.lies = `word ${row} ${place}`;
      });
      part.classList.toggle("fresh", !this.seen.includes(part.dataset.word));
    }
    const list = this.rows[0]?.parentElement;
    if (list) list.dataset.walk = "words";
  }

  showPiles() {
    for (const pile of document.querySelectorAll("[data-pile-of]")) {
      const name = pile.dataset.pileOf;
      const form = formsBy("giving").find(({ dataset }) => dataset.pile === name);
      if (!form) continue;
      pile.parentElement.dataset.walk = "piles";
      const old = pile.querySelector(".card");
      const made = element("button", old.className, { key: `pile ${name}`, lies: name });
      made.innerHTML = old.innerHTML;
      made.ariaLabel = form.dataset.label;
      made.ariaPressed = String(this.pile === name);
      made.classList.toggle("picked", this.pile === name);
      old.replaceWith(made);
    }
  }

  get button() {
    return this.dock.querySelector("[data-does=send]");
  }

  get hint() {
    const { says } = this;
    if (this.pile) return says.gives;
    if (this.of === NEW) return ""; // the empty tray says it
    if (!this.isExchanging) return says.adds;
    return this.caret < this.word.length ? says.instead : says.which;
  }

  /** Preview the order, and say what is missing. */
  try() {
    const { says, form } = this;
    this.section.querySelector(".hint").textContent = this.hint;
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

  /** Enable the button if everything is chosen and the order isn't known to be refused. */
  judge() {
    const isRefused = this.section.querySelector(".trial .refused") !== null;
    const mayBeSent = this.isWhole && Boolean(this.form?.querySelector("button[name=verb]"));
    this.button.ariaDisabled = String(!mayBeSent || isRefused);
    if (this.form) this.button.setAttribute("aria-describedby", `why-${this.form.dataset.verb}`);
  }
}

/** Choose a value in a text field, a list or radio buttons. */
function choose(control, value) {
  if (control?.type === "radio") control.checked = control.value === value;
  else if (control) control.value = value;
}

const table = new CardTable();
document.body.addEventListener("htmx:oobBeforeSwap", () => {
  table.before ??= places();
  table.focused = focusOf(document.activeElement) ?? table.focused;
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (handPart() && (table.isSent || !handPart().querySelector("[data-walk]"))) table.follow();
  table.before = undefined;
});
