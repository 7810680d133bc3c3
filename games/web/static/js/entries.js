// Writing an entry into a numbered pattern, if a form asks for one: on a copy of the shared picture, with planned
// letters. It fills in the form's fields, which are sent normally; a plan survives a reload and others' moves as long
// as its cells stay free. Everything also works without it.

import { senderOf, standAsBoard, Trials } from "./forms.js";

const UNITS = 44; // of the picture per cell
const PLAN = `entry of ${document.body.dataset.reader} at ${location.pathname}`;
const SVG = "http://www.w3.org/2000/svg";
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const BREAKS = { " ": " ", "-": "-", "'": "’", "’": "’" };
const formOf = () => document.querySelector("form[data-entries]");
const keyOf = (cell) => cell.join();

/** The letter that a key types, without its accent; empty for any other key. */
function letterOf(key) {
  const [bare, ...more] = [...key.normalize("NFD").toUpperCase()].filter((one) => !/\p{M}/u.test(one));
  return bare && !more.length && /[A-Z]/.test(bare) ? bare : "";
}

function drawn(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.textContent = text;
  return element;
}

class Writing {
  constructor(form) {
    this.play = document.createElement("section");
    this.play.className = "play writing";
    this.says = JSON.parse(document.getElementById("entries-say").textContent);
    const parts = document.getElementById("writing").content.cloneNode(true);
    for (const part of parts.querySelectorAll("[data-part]")) this[part.dataset.part] = part;
    this.play.append(parts);
    this.letters.dataset.part = "rack"; // on a phone they take its place
    this.trials = new Trials(this.trial, () => this.showChosen());
    this.letters.addEventListener("click", ({ target }) => this.press(target.closest("button")?.dataset.letter ?? ""));
    this.back.addEventListener("click", () => this.showList(true));
    this.letters.addEventListener("pointerdown", (event) => event.preventDefault()); // the board keeps the focus
    this.field.addEventListener("keydown", (event) => this.type(event));
    this.field.addEventListener("click", (event) => this.point(event));
    this.ending = new AbortController();
    const { signal } = this.ending;
    document.addEventListener("input", ({ target }) => target.form === formOf() && this.read(), { signal });
    document.addEventListener("click", (event) => this.pick(event), { signal });
    document.addEventListener("submit", (event) => event.target === formOf() && this.stops(event), { signal, capture: true });
    this.recall();
    this.follow(form);
  }

  /** Redraw the same plan after the page has been replaced. */
  follow(form) {
    this.form = form;
    form.noValidate = true; // the board shows what is missing
    const { entries, pattern, picks, writes } = form.dataset;
    this.entries = JSON.parse(entries).map(([name, label, cells, earns]) => ({ name, label, cells, earns }));
    this.names = { picks, writes };
    this.figure = document.querySelector(`[data-grid="${pattern}"]`);
    const svg = this.figure.querySelector("svg");
    this.standing = new Map();
    const cellOf = ({ transform }) => keyOf(["f", "e"].map((side) => transform.baseVal[0].matrix[side] / UNITS));
    for (const square of svg.querySelectorAll(".tile-on"))
      this.standing.set(cellOf(square), square.querySelector("text:not(.value, .number)").textContent);
    this.proposed = new Set([...svg.querySelectorAll(".pencilled")].map(cellOf)); // a plan is not drawn over them
    for (const { letters } of this.plans.values())
      for (const cell of letters.keys()) if (this.standing.has(cell)) letters.delete(cell);
    const pieces = this.figure.closest(".pieces");
    const next = pieces.closest(".common") ?? pieces;
    if (this.play.nextElementSibling !== next) next.before(this.play);
    standAsBoard(this.field);
    this.field.replaceChildren(svg.cloneNode(true));
    this.svg = this.field.firstElementChild;
    this.ours = drawn("g", { class: "ours" });
    this.badges = drawn("g", { class: "badges" });
    this.svg.append(this.ours, this.badges);
    for (const part of this.figure.querySelectorAll("h2, .latest, .plan")) part.hidden = true;
    for (const row of document.querySelectorAll("[data-pick] th")) this.offer(row);
    const fold = form.querySelector(".as-text");
    if (fold) fold.open = Boolean(form.querySelector("[role=alert]"));
    if (fold) form.append(fold); // below the button, as the pattern is above it
    const given = ({ cells }) => cells.filter((cell) => this.standing.has(keyOf(cell))).length;
    const [easiest] = [...this.entries].sort((one, other) => given(one) - given(other)); // some word fits where few letters stand
    const chosen = this.entries.find(({ name }) => name === this.chosen) ?? easiest;
    const isAsBefore = chosen?.name === this.chosen;
    if (chosen) this.choose(chosen, (isAsBefore && this.at) || this.placeIn(chosen));
    if (!isAsBefore) this.isListed = true;
    this.showList((this.isListed ?? !this.plan.size) && this.entries.length > 1);
  }

  /** On a phone, show the open entries to choose from, or the keys to write the chosen one. */
  showList(isListed) {
    this.isListed = isListed;
    this.showBadges();
    this.play.classList.toggle("is-listed", isListed);
    const lines = this.entries.map(({ name, label }) => {
      const line = document.createElement("li");
      line.innerHTML = '<button type="button"></button>';
      Object.assign(line.firstChild, { textContent: label }).dataset.pick = name;
      return line;
    });
    this.list.replaceChildren(...lines);
    this.showChosen();
  }

  /** Let a row of the list of open entries select its entry. */
  offer(row) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "pick-entry";
    button.append(...row.childNodes);
    row.append(button);
  }

  // --- the plan ------------------------------------------------------------------------------------------------------

  recall() {
    const { chosen = "", plans = [] } = JSON.parse(localStorage.getItem(PLAN) ?? "{}");
    const read = ([name, letters, breaks]) => [name, { letters: new Map(letters), breaks: new Map(breaks) }];
    Object.assign(this, { chosen, at: 0, plans: new Map(plans.map(read)) });
  }

  keep() {
    const open = this.entries.filter(({ name }) => this.plans.has(name)).map(({ name }) => [name, this.plans.get(name)]);
    const plans = open.map(([name, { letters, breaks }]) => [name, [...letters], [...breaks]]);
    localStorage.setItem(PLAN, JSON.stringify({ chosen: this.chosen, plans }));
  }

  get planned() {
    if (!this.plans.has(this.chosen)) this.plans.set(this.chosen, { letters: new Map(), breaks: new Map() });
    return this.plans.get(this.chosen);
  }

  /** The planned letters of the entry, by cell. */
  get plan() {
    return this.planned.letters;
  }

  /** What separates its words, by the cell before it. */
  get breaks() {
    return this.planned.breaks;
  }

  get entry() {
    return this.entries.find(({ name }) => name === this.chosen);
  }

  letterAt(cell) {
    return this.standing.get(keyOf(cell)) ?? this.plan.get(keyOf(cell)) ?? "";
  }

  get missing() {
    return this.entry.cells.filter((cell) => !this.letterAt(cell)).length;
  }

  /** The entry as one would write it; empty while letters are missing. */
  get written() {
    if (this.missing) return "";
    return this.entry.cells.map((cell) => this.letterAt(cell) + (this.breaks.get(keyOf(cell)) ?? "")).join("");
  }

  /** Where to continue writing an entry: at its start, or after the planned letters. */
  placeIn({ name, cells }) {
    const letters = this.plans.get(name)?.letters ?? new Map();
    return 1 + cells.findLastIndex((cell) => letters.has(keyOf(cell)));
  }

  /** Go to a cell of an entry. */
  choose(entry, at = 0) {
    Object.assign(this, { chosen: entry.name, at: Math.min(at, entry.cells.length - 1) });
    this.tell();
  }

  /** Update the form, the saved plan and the picture. */
  tell() {
    const { picks, writes } = this.names;
    this.form.elements[picks].value = this.chosen;
    if (this.form.elements[writes] !== document.activeElement) this.form.elements[writes].value = this.written;
    this.keep();
    this.show();
    if (this.written) return this.trials.ask(this.form);
    this.trials.clear();
  }

  /** Copy what is typed into the form to the pattern. */
  read() {
    const { picks, writes } = this.names;
    const entry = this.entries.find(({ name }) => name === this.form.elements[picks].value);
    if (!entry) return;
    const text = this.form.elements[writes].value;
    this.chosen = entry.name;
    this.plan.clear();
    this.breaks.clear();
    let at = 0;
    for (const character of text.trim()) {
      const [letter, cell] = [letterOf(character), entry.cells[at]];
      if (letter && cell) {
        if (!this.standing.has(keyOf(cell))) this.plan.set(keyOf(cell), letter);
        at += 1;
      } else if (BREAKS[character] && at) this.breaks.set(keyOf(entry.cells[at - 1]), BREAKS[character]);
    }
    this.at = Math.min(at, entry.cells.length - 1);
    this.keep();
    this.show();
    if (text.trim()) this.trials.ask(this.form);
    else this.trials.clear();
  }

  // --- by mouse and touch --------------------------------------------------------------------------------------------

  /** Select the entry through the pressed cell, or the other one through it if the cursor was there already. */
  point({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    this.goTo([Math.floor(at.y / UNITS), Math.floor(at.x / UNITS)]);
    this.field.focus({ preventScroll: true });
  }

  through(cell) {
    return this.entries.filter(({ cells }) => cells.some((one) => keyOf(one) === keyOf(cell)));
  }

  placeOf({ cells }, cell) {
    return cells.findIndex((one) => keyOf(one) === keyOf(cell));
  }

  goTo(cell) {
    const here = this.through(cell);
    if (!here.length) return this.say(this.says.closed);
    const isThere = this.entry && keyOf(this.entry.cells[this.at]) === keyOf(cell);
    const now = here.findIndex(({ name }) => name === this.chosen);
    const next = isThere ? here[(now + 1) % here.length] : here[Math.max(0, now)];
    this.choose(next, this.placeOf(next, cell));
    this.showList(false);
    this.sayChosen();
  }

  /** Select an open entry of the list. */
  pick({ target }) {
    const name = target.closest?.("[data-pick]")?.dataset.pick;
    const entry = this.entries.find((one) => one.name === name);
    if (!entry) return;
    this.choose(entry, this.placeIn(entry));
    this.showList(false);
    this.sayChosen();
    if (target.closest(".drawer")) location.hash = "content"; // closes the drawer
    else if (this.play.getBoundingClientRect().top < 0) this.play.scrollIntoView(); // with its points
    this.field.focus({ preventScroll: true });
  }

  // --- by keyboard ---------------------------------------------------------------------------------------------------

  type(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.entry) return;
    if (event.key === "Tab") {
      const next = this.entries[this.entries.indexOf(this.entry) + (event.shiftKey ? -1 : 1)];
      if (!next) return; // the focus moves on
      this.choose(next, this.placeIn(next));
      this.sayChosen();
    } else if (!this.press(event.key)) return;
    event.preventDefault();
  }

  /** Carry out a key, of a keyboard or on the page; false for one that means nothing here. */
  press(key) {
    const { cells } = this.entry;
    if (key in ARROWS) this.walk(ARROWS[key]);
    else if (key === "Home") this.choose(this.entry, 0);
    else if (key === "End") this.choose(this.entry, cells.length - 1);
    else if (key === "Backspace" || key === "Delete") this.erase(key === "Backspace");
    else if (key === "Enter") this.send();
    else if (key === "Turn") this.goTo(cells[this.at]);
    else if (key in BREAKS) this.part(BREAKS[key]);
    else if (letterOf(key)) this.write(letterOf(key));
    else return false;
    return true;
  }

  /** Move along the entry, or into the one that crosses it here. */
  walk([down, right]) {
    const { cells } = this.entry;
    const [row, column] = cells[this.at];
    const way = [cells[1][0] - cells[0][0], cells[1][1] - cells[0][1]];
    if (keyOf(way.map(Math.abs)) === keyOf([down, right].map(Math.abs))) {
      const at = this.at + (down + right) * (way[0] + way[1]);
      if (cells[at]) this.choose(this.entry, at);
      else this.step([row, column], [down, right]);
    } else {
      const other = this.through([row, column]).find((entry) => entry !== this.entry);
      if (other) this.choose(other, this.placeOf(other, [row, column]));
      else this.step([row, column], [down, right]);
    }
    this.sayChosen();
  }

  /** Move to the next cell in this direction that belongs to an open entry. */
  step([row, column], [down, right]) {
    const { width, height } = this.svg.querySelector(".earth").getBBox();
    for (let n = 1; n <= Math.max(width, height) / UNITS; n += 1) {
      const cell = [row + n * down, column + n * right];
      const [entry] = this.through(cell);
      if (entry) return this.choose(entry, this.placeOf(entry, cell));
    }
  }

  /** Write a letter. A letter already on the board may be typed or skipped. */
  write(letter) {
    const { cells } = this.entry;
    if (this.isListed) this.showList(false);
    if (this.standing.get(keyOf(cells[this.at])) !== letter) {
      while (this.at < cells.length - 1 && this.standing.has(keyOf(cells[this.at]))) this.at += 1;
      if (!this.standing.has(keyOf(cells[this.at]))) this.plan.set(keyOf(cells[this.at]), letter);
    }
    this.choose(this.entry, this.at + 1);
    this.say(letter);
  }

  /** Erase the letter at the cursor, else the one before it. */
  erase(isBack) {
    const { cells } = this.entry;
    const has = (at) => this.plan.has(keyOf(cells[at]));
    let at = this.at;
    if (isBack && !has(at)) while (at > 0 && !has(at)) at -= 1;
    this.plan.delete(keyOf(cells[at]));
    for (const cell of [cells[at], cells[at - 1]]) if (cell) this.breaks.delete(keyOf(cell));
    this.choose(this.entry, at);
  }

  /** Separate the words of a phrase before the cursor. */
  part(by) {
    if (!this.at) return;
    const before = keyOf(this.entry.cells[this.at - 1]);
    if (this.breaks.get(before) === by) this.breaks.delete(before);
    else this.breaks.set(before, by);
    this.choose(this.entry, this.at);
  }

  get button() {
    return senderOf(this.form);
  }

  send() {
    this.tell();
    if (this.button.type === "button") this.remark(document.getElementById(this.button.getAttribute("aria-describedby")).textContent);
    this.button.click();
  }

  /** Don’t send an entry with letters missing, unless it was typed into the form. */
  stops(event) {
    this.trials.forget();
    if (!this.entry || this.form.elements[this.names.writes].value) return;
    event.preventDefault();
    event.stopPropagation();
    this.remark(this.toDo);
  }

  // --- display -------------------------------------------------------------------------------------------------------

  show() {
    const open = new Set(this.entries.flatMap(({ cells }) => cells.map(keyOf)).filter((cell) => !this.standing.has(cell)));
    const marks = [...open].map((cell) => this.markAt(cell, "open"));
    for (const [n, cell] of this.entry.cells.entries()) {
      if (n !== this.at) marks.push(this.markAt(keyOf(cell), "chosen"));
      const by = this.breaks.get(keyOf(cell));
      const [row, column] = cell;
      if (by) marks.push(drawn("text", { class: "break", x: (column + 1) * UNITS, y: (row + 1) * UNITS }, by === " " ? "▏" : by));
    }
    const here = keyOf(this.entry.cells[this.at]);
    marks.push(this.markAt(here, this.standing.has(here) ? "here" : "here free"));
    for (const [cell, letter] of this.plan) {
      if (this.proposed.has(cell)) continue;
      const [row, column] = cell.split(",");
      marks.push(drawn("text", { class: "planned", x: column * UNITS + 21, y: row * UNITS + 35.5 }, letter));
    }
    this.ours.replaceChildren(...marks);
    this.turns.ariaDisabled = this.through(this.entry.cells[this.at]).length < 2;
  }

  /** Show the points of each open entry in its first free cell, with its direction, while none is chosen. */
  showBadges() {
    const taken = new Set([...this.standing.keys(), ...this.proposed]);
    const badges = this.entries.flatMap(({ cells, earns }) => {
      const cell = cells.find((one) => !taken.has(keyOf(one)));
      if (!cell) return [];
      taken.add(keyOf(cell));
      const [y, x] = cell.map((n) => n * UNITS);
      const points = `${cells[0][0] === cells[1][0] ? "→" : "↓"} ${earns}`;
      return [drawn("rect", { x: x + 2, y: y + 13, width: UNITS - 4, height: 24, rx: 12 }), drawn("text", { x: x + UNITS / 2, y: y + 31 }, points)];
    });
    this.badges.replaceChildren(...badges);
  }

  markAt(cell, look) {
    const [row, column] = cell.split(",");
    return drawn("rect", { class: look, x: column * UNITS, y: row * UNITS, width: UNITS, height: UNITS });
  }

  /** Show what the entry would earn, while letters are missing. */
  showChosen() {
    if (!this.trial.childElementCount && this.entry) {
      const latest = this.figure.querySelector(".latest");
      const [before, chosen] = [latest?.textContent ?? "", this.entry.label].map((text) => Object.assign(document.createElement("span"), { textContent: text }));
      chosen.className = "of-entry";
      this.trial.replaceChildren(...(before.textContent ? [before] : []), chosen);
    }
    const worth = this.button.querySelector("[data-worth]");
    if (worth) worth.textContent = this.trial.querySelector(".score")?.textContent || this.toDo;
  }

  /** The next step before an entry can be sent; empty if it can be sent. */
  get toDo() {
    if (this.isListed && matchMedia("(pointer: coarse)").matches) return this.says.choose;
    const [one, more] = this.says.missing;
    return this.missing ? (this.missing === 1 ? one : more).replace("{n}", this.missing) : "";
  }

  /** Show and announce a text. */
  remark(text) {
    this.trial.replaceChildren(Object.assign(document.createElement("strong"), { textContent: text }));
    this.say(text);
  }

  say(text) {
    this.said.textContent = text;
  }

  sayChosen() {
    const [row, column] = this.entry.cells[this.at];
    const where = this.says.where.replace("{row}", row + 1).replace("{column}", column + 1);
    this.say(`${this.entry.label}. ${where}, ${this.letterAt([row, column]) || this.says.empty}`);
  }

  leave() {
    this.trials.forget();
    this.ending.abort();
    for (const part of this.figure.querySelectorAll("h2, .latest, .plan")) part.hidden = false;
    this.play.remove();
    standAsBoard(null);
  }
}

let writing = null;

/** Follow the page: offer a pattern to write in while a form asks for an entry. */
function follow() {
  const form = formOf();
  if (form && writing) return form === writing.form && writing.figure.isConnected ? undefined : writing.follow(form);
  writing?.leave();
  writing = form && new Writing(form);
}

document.body.addEventListener("htmx:oobAfterSwap", follow);
follow();
