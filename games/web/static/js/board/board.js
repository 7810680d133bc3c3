// The board while it is arranged: shows an arrangement, keeps its past, writes it into a text box, and says what was done.
// Which hand moves what is in gestures.js; its parts stand in a template. Without script there is the text box.
// `Board` knows no game: what an arrangement is worth, and where the tiles come from, is known where it is extended, as by
// `ScoredBoard` below.

import * as tiles from "./arrangement.js";
import { followGestures, press } from "./gestures.js";

const RACK = `rack of ${document.body.dataset.reader} at ${location.pathname}`;
const plurals = new Intl.PluralRules(document.documentElement.lang);
const FOR_BUTTONS = 56; // at the field's lower edge, where buttons lie over it
const [LEAST_WITH_VALUES, ROOMY] = [24, 34]; // pixels: in smaller cells no value has room, or none of two figures beside a letter
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const COUNTING = 240; // milliseconds that a score takes to its new value
const NUMBERS = /\d+(?:\.\d+)?/g;
const counts = new WeakMap(); // of elements, to the frame that is next

/** Writes a score such as `24/9=2.67`, counting from the one before if that had the same form. */
export function countTo(element, text, before = element.textContent) {
  const [from, to] = [before, text].map((score) => score.match(NUMBERS) ?? []);
  const started = performance.now();
  cancelAnimationFrame(counts.get(element));
  element.textContent = text;
  if (calm.matches || before === text || from.length !== to.length) return;
  const count = () => {
    const share = Math.min(1, (performance.now() - started) / COUNTING);
    const between = to.map((number, at) => Number(from[at]) + (Number(number) - Number(from[at])) * share);
    element.textContent = text.replace(NUMBERS, (number) => between.shift().toFixed(number.split(".")[1]?.length ?? 0));
    if (share < 1) counts.set(element, requestAnimationFrame(count));
  };
  count();
}

export class Board {
  /**
   * `play` is the section it stands in; `fixed` the rows of a board with fixed tiles, null if the grid has no
   * end and nothing lies. Who extends this has the `hand` as letters and the `text` box, and begins when both are there.
   */
  constructor(play, fixed = null) {
    Object.assign(this, { play, fixed, picked: [], ending: new AbortController() });
    this.says = JSON.parse(document.getElementById("board-says").textContent);
    this.elements = new Map(); // of tiles, by id
    const place = fixed ? tiles.middleOf(fixed) : [0, 0];
    this.cursor = { place, across: true, isShown: false };
  }

  begin() {
    const parts = document.getElementById("arranging").content.cloneNode(true);
    for (const part of parts.querySelectorAll("[data-part]")) this[part.dataset.part] = part;
    this.tile.remove();
    Object.assign(this.field, { id: "board" }).dataset.part = "board"; // where the skip link leads
    this.build(parts);
    this.play.classList.add("arranging");
    this.at = 0; // of the steps, which go on behind it where some were undone
    this.steps = [this.arranged(this.begun)];
    this.rows = this.written();
    this.joinForm();
    this.fit();
    this.show();
    this.fit(); // once more, as the rack has taken its room
    followGestures(this);
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(this.field);
    const { signal } = this.ending;
    signal.addEventListener("abort", () => sizes.disconnect());
    matchMedia("(orientation: portrait)").addEventListener("change", () => this.fit(), { signal });
  }

  // --- what is known where this is extended --------------------------------------------------------------------------

  /** The rows that lie at first. */
  get begun() {
    return this.rowsOfText() ?? this.start;
  }

  /** The rows that lie where the text box holds none. */
  get start() {
    return [];
  }

  /** Puts the template's parts, each of them a property by now, where they belong. */
  build(parts) {
    this.play.append(parts);
  }

  /** What a character counts, 0 for nothing. */
  worthOf() {
    return 0;
  }

  /** More that tiles show, as the names of classes and whether they hold. */
  statesOf() {
    return {};
  }

  /** What a screen reader says of tiles beyond their letters. */
  remarkOn() {
    return "";
  }

  /** Sends what lies, where Enter does that; whether it did. */
  send() {
    return false;
  }

  /** The button that comes next; null where nothing is sent. */
  get button() {
    return null;
  }

  /** Presses that button, or says why it may not be. */
  finish() {
    const { button } = this;
    if (button?.type === "button") this.say(document.getElementById(button.getAttribute("aria-describedby")).textContent);
    button?.click();
  }

  /** Tools of its own, by name. */
  get tools() {
    return {};
  }

  /** What is found out about an arrangement, and shown with it. */
  judge() {
    this.showStates();
  }

  /** Report each arrangement to what saves them. */
  tell() {}

  /** What was done is said. */
  report(done) {
    this.say(done);
  }

  // --- the text box --------------------------------------------------------------------------------------------------

  arranged(rows) {
    return tiles.arrange(this.hand, tiles.written(rows, localStorage.getItem(RACK) ?? ""));
  }

  /** What lies, as the text box has it. */
  written() {
    return (this.fixed ? tiles.wholeRows(this.fixed, this.now) : tiles.rowsOf(this.now)).join("\n");
  }

  /** What the text box lays, as rows, with or without the borders of mail; null where it holds something else. */
  rowsOfText() {
    const rows = this.text.value.split("\n").map((row) => row.trim().replace(/^\| ?|\|$/g, "")).filter(Boolean);
    if (!rows.every((row) => /^[A-Za-z.]+$/.test(row))) return null;
    return this.fixed ? tiles.laidOver(this.fixed, rows) : rows;
  }

  /** The text box is folded away, unless it holds what the board cannot show. */
  joinForm() {
    const isAlike = this.text.value.trim() === this.rows;
    this.text.closest("details")?.toggleAttribute("open", !isAlike);
    this.text.addEventListener("input", () => this.rowsOfText() && this.read());
  }

  // --- what is seen --------------------------------------------------------------------------------------------------

  /** Everything as it is now. What was elsewhere slides from there, or from the hand that let it go. */
  show() {
    const before = new Map();
    for (const [id, element] of this.elements) {
      before.set(id, (document.querySelector(`.ghost [data-id="${id}"]`) ?? element).getBoundingClientRect());
      for (const motion of element.getAnimations()) motion.cancel();
      if (!tiles.tileOf(this.now, id)) element.remove();
    }
    this.elements = new Map(this.now.map((tile) => [tile.id, this.elementOf(tile)]));
    const rack = tiles.rackOf(this.now);
    this.rack.replaceChildren(...rack.map(({ id }) => this.elements.get(id)));
    this.rack.firstElementChild?.setAttribute("tabindex", "0");
    this.picked = this.picked.filter((id) => this.elements.has(id));
    localStorage.setItem(RACK, rack.map(({ letter }) => letter).join(""));
    this.showCursor();
    this.judge();
    this.look(this.viewport);
    if (before.size && !calm.matches) this.slide(before);
  }

  elementOf(tile) {
    const element = this.elements.get(tile.id) ?? this.tile.cloneNode(true);
    const character = tiles.characterOf(tile);
    element.dataset.id = tile.id;
    element.firstElementChild.textContent = character.replace("?", "");
    element.lastElementChild.textContent = this.worthOf(character) || "";
    element.tabIndex = -1;
    if (!tile.place) return element;
    element.removeAttribute("tabindex"); // so that a press gives the focus to the board
    this.stand(element, tile.place);
    if (element.parentElement !== this.world) this.world.append(element);
    return element;
  }

  stand(element, [row, column]) {
    element.style.cssText = `--row: ${row}; --column: ${column}`;
  }

  /** A new tile comes from the rack's right edge and turns over. */
  slide(before) {
    const edge = this.rack.getBoundingClientRect().right;
    for (const [id, element] of this.elements) {
      const to = element.getBoundingClientRect();
      const from = before.get(id) ?? { left: edge, top: to.top };
      const [x, y] = [from.left - to.left, from.top - to.top];
      const frames = { translate: [`${x}px ${y}px`, "0 0"], rotate: [before.has(id) ? "none" : "y 180deg", "none"] };
      if (x || y) element.animate(frames, { duration: before.has(id) ? 120 : 240, easing: "ease-out" });
    }
  }

  showCursor() {
    const { place, across, isShown } = this.cursor;
    this.caret.hidden = !isShown;
    this.caret.textContent = across ? "→" : "↓";
    this.caret.classList.toggle("on-a-tile", this.signAt(place) !== undefined);
    this.stand(this.caret, place);
  }

  showStates() {
    for (const tile of this.now) {
      const element = this.elements.get(tile.id);
      const states = {
        blank: tile.letter === "?",
        "two-figures": this.worthOf(tile.letter) > 9,
        picked: this.picked.includes(tile.id),
        ...this.statesOf(tile),
      };
      for (const [name, holds] of Object.entries(states)) element.classList.toggle(name, holds);
      if (states.picked || tile.place) element.classList.remove("arriving");
      element.ariaPressed = states.picked;
      element.ariaLabel = this.nameOf(tile);
    }
  }

  /** `S, 1 point, Row 4, column 2., in AWARDS`: a tile as a screen reader names it. */
  nameOf(tile) {
    const character = tiles.characterOf(tile);
    const n = this.worthOf(character) || 0;
    const what = tile.letter === "?" ? [this.says.blank, tile.as?.toUpperCase()] : [character];
    const where = tile.place && [this.where(tile.place), this.wordsWith(tile)];
    return [...what, n && this.fill("worth", { n }), ...(where || [])].filter(Boolean).join(", ");
  }

  /** The words a tile is in, as they are said after its name. */
  wordsWith(tile) {
    if (this.runsFor !== this.now) Object.assign(this, { runsFor: this.now, runs: tiles.runsOf(this.now, this.fixed) });
    const words = this.runs.filter((run) => run.tiles.includes(tile)).map(({ word }) => word).join(", ");
    return words && this.fill("in", { words });
  }

  /** What lies on a cell, as one reads it; undefined where nothing does. */
  signAt(place) {
    const tile = tiles.tileAt(this.now, place);
    return tile ? tiles.characterOf(tile) : tiles.fixedAt(this.fixed, place);
  }

  /** The cells that are worth seeing. */
  get box() {
    return this.fixed ? tiles.boxOfBoard(this.fixed) : tiles.boxOf(this.now);
  }

  /** Show the endless grid from here, or keep a board in sight. Arrows point to tiles out of sight. */
  look(seen) {
    const { clientWidth: wide, clientHeight: high } = this.field;
    const viewport = this.fixed ? tiles.kept({ ...seen, wide, high }, this.box) : seen;
    this.viewport = { ...viewport, x: Math.round(viewport.x), y: Math.round(viewport.y), wide, high };
    for (const name of ["cell", "x", "y"]) this.field.style.setProperty(`--${name}`, `${this.viewport[name]}px`);
    this.field.classList.toggle("small", this.viewport.cell < LEAST_WITH_VALUES);
    this.field.classList.toggle("tight", this.viewport.cell < ROOMY);
    const beyond = tiles.beyond(this.viewport, this.box);
    for (const arrow of this.field.querySelectorAll("[data-side]"))
      arrow.hidden = beyond[arrow.dataset.side] <= this.viewport.cell / 2;
    this.field.classList.toggle("whole", Object.values(beyond).every((pixels) => pixels <= 0));
  }

  /** Nothing lies on a grid without an end: its cells can be as large as a finger wants them. */
  get isBare() {
    return !this.fixed && !tiles.laidOf(this.now).length;
  }

  /** What was all in sight stays so. */
  resize() {
    const wasWhole = this.field.classList.contains("whole");
    this.look(this.viewport);
    if (wasWhole && !this.field.classList.contains("whole")) this.fit();
  }

  fit() {
    const isCovered = !this.fixed && this.marking.getBoundingClientRect().top < this.field.getBoundingClientRect().bottom;
    const { clientWidth: wide, clientHeight: high } = this.field;
    this.look(tiles.fitted(wide, high, this.box, isCovered ? FOR_BUTTONS : 0, this.coveredAbove, this.fixed && wide < 600 ? 0 : 1));
  }

  /** How many pixels of the field lie under what stands over its upper edge. */
  get coveredAbove() {
    return 0;
  }

  /** Where in the field an event is, in pixels, and in which cell. */
  pointOf({ clientX, clientY }) {
    const { left, top } = this.field.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  cellAt(event) {
    return tiles.cellUnder(this.viewport, this.pointOf(event));
  }

  // --- what is said --------------------------------------------------------------------------------------------------

  /** Words of the reader's language with values filled in; of two, the one for `n` of a thing. */
  fill = (what, values = {}) => {
    const [one, others = one] = [this.says[what]].flat();
    const said = plurals.select(values.n ?? 1) === "one" ? one : others;
    return said.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  };

  say(text) {
    if (text) this.said.textContent = text;
  }

  /** On a board its own names; else rows and columns are counted from the upper left tile. */
  where([row, column], shown = this.now) {
    if (this.fixed) return this.fill("where", { row: row + 1, column: String.fromCharCode(65 + column) });
    const { top, left } = tiles.boxOf(shown);
    return this.fill("where", { row: row - top + 1, column: column - left + 1 });
  }

  // --- what can be done ----------------------------------------------------------------------------------------------

  get now() {
    return this.steps[this.at];
  }

  /** The arrangement if it only uses free cells, otherwise null. */
  allowed(next) {
    return next && tiles.laidOf(next).every(({ place }) => tiles.isFree(this.fixed, place)) ? next : null;
  }

  /** Go to the next arrangement and announce it; null means that something is in the way. Return whether anything changed. */
  do(next, done) {
    const isNew = next && !tiles.areAlike(next, this.now);
    if (!next) this.say(this.says.inTheWay);
    else if (!isNew) this.rerank(next, this.says.nothing);
    else this.steps.splice(++this.at, Infinity, next);
    if (isNew) this.follow(done);
    return isNew;
  }

  step(by, done) {
    if (!this.steps[this.at + by]) return this.say(this.says[`not ${done}`]);
    const wasBare = this.isBare;
    this.at += by;
    this.follow(this.says[done]);
    return wasBare !== this.isBare && this.fit();
  }

  /** Another arrangement is shown, written, told and said. */
  follow(done) {
    const before = this.rows;
    this.rows = this.written();
    if (this.rows !== before && document.activeElement !== this.text) this.text.value = this.rows;
    this.show();
    this.tell();
    this.report(done);
  }

  recall() {
    if (this.do(tiles.takeBack(this.now), this.says.recalled) && this.isBare) this.fit();
  }

  /** The rack in another order is no step to undo. */
  rerank(next, done) {
    this.steps[this.at] = next;
    this.show();
    this.say(done);
  }

  /** New tiles have come, or one went back: what lies stays where it lies, now and in every step before. */
  followHand() {
    const before = this.now;
    this.steps = this.steps.map((each) => tiles.arrange(this.hand, each));
    const come = this.now.map(({ id }) => id).filter((id) => !tiles.tileOf(before, id));
    if (!come.length && this.now.length === before.length) return this.judge(); // on a button that is new, too
    this.follow(come.length && this.fill("arrived", { letters: tiles.lettersOf(this.now, come) }));
    return come.forEach((id) => this.elements.get(id).classList.add("arriving"));
  }

  /** Lay what the text box holds, if it is a layout, as one step; the server reads all else. */
  read() {
    const rows = this.rowsOfText();
    if (!rows) return this.say(this.says.unread);
    const next = this.arranged(rows);
    const laid = this.fill("read", { laid: tiles.laidOf(next).length, all: tiles.written(rows).length });
    if (tiles.areAlike(next, this.now)) this.say(laid);
    else this.do(next, laid);
    return this.fit();
  }

  /** Put a tile on a cell; a blank asks for its letter first. */
  put(id, place, as = "") {
    const [tile, other] = [tiles.tileOf(this.now, id), tiles.tileAt(this.now, place)];
    if (!tiles.isFree(this.fixed, place)) return this.say(this.says.notFree);
    if (tile.letter === "?" && !as && !tile.as) return this.askLetter(id, place);
    const next = tiles.put(this.now, id, place, as);
    const letters = { letter: tiles.characterOf(tiles.tileOf(next, id)), other: other && tiles.characterOf(other) };
    this.picked = this.picked.filter((each) => each !== id);
    const put = this.fill(other && other !== tile ? "swapped" : "put", letters);
    return this.do(next, `${put} ${this.where(place, next)}`);
  }

  takeBack(ids) {
    const back = tiles.takeBack(this.now, ids);
    if (ids.length) this.do(back, this.fill("takenBack", { letters: tiles.lettersOf(this.now, ids) }));
  }

  move(ids, step) {
    return this.do(this.allowed(tiles.move(this.now, ids, step)), this.says.moved);
  }

  /** The cursor turns with what is chosen, so that it can be turned back. */
  turn(ids) {
    const hasTurned = this.do(this.allowed(tiles.turn(this.now, ids)), this.says.turned);
    if (hasTurned) this.point(tiles.tileOf(this.now, ids[0]).place, !this.cursor.across);
  }

  pick(ids) {
    this.picked = ids;
    this.showStates();
    const picked = this.fill("picked", { letters: tiles.lettersOf(this.now, ids) });
    this.say(ids.length ? `${picked} ${this.remarkOn(ids)}` : this.says.letGo);
  }

  /** The cursor without a word, as where a tile was tapped; it stays on a board that has an end. */
  point(asked, across = this.cursor.across) {
    const place = this.fixed && !tiles.isOnBoard(this.fixed, asked) ? this.cursor.place : asked;
    this.cursor = { place, across, isShown: true };
    this.showCursor();
    const covered = !this.fixed && this.field.matches(":focus-visible") ? FOR_BUTTONS : 0; // what is tapped stays where it is
    this.look(tiles.showing({ ...this.viewport, high: this.viewport.high - covered }, place));
  }

  moveCursor(place, across = this.cursor.across) {
    if (this.fixed && !tiles.isOnBoard(this.fixed, place)) return this.say(this.says.edge);
    this.point(place, across);
    const [what, way] = [this.signAt(place) ?? this.bareAt(place), across ? this.says.across : this.says.down];
    this.say(`${this.where(place)} ${what}, ${way}. ${this.remarkOn([tiles.tileAt(this.now, place)?.id])}`, { isForTheEar: true });
  }

  /** What an empty cell is called. */
  bareAt() {
    return this.says.empty;
  }

  askLetter(id, place) {
    this.asking = { id, place };
    this.letters.hidden = false;
    this.letters.querySelector("button").focus();
  }

  /** "" leaves the blank where it was. */
  chooseLetter(letter) {
    this.letters.hidden = true;
    this.field.focus();
    if (letter) this.put(this.asking.id, this.asking.place, letter);
  }
}

/** A board that looks up its words and shows its sums while tiles are moved. */
export class ScoredBoard extends Board {
  /** `play` is the section it stands in; its `data-words` is where words are looked up. */
  constructor(play) {
    super(play);
    Object.assign(this.says, JSON.parse(document.getElementById("score-says").textContent));
    this.words = new Map(); // to whether they are in the list; undefined while that is asked
  }

  /** Notes which words these rows have, so that nobody asks for them. */
  know(rows, isWord = () => true) {
    for (const word of tiles.wordsOf(tiles.written(rows))) this.words.set(word, isWord(word));
  }

  worthOf(character) {
    return tiles.valueOf(character);
  }

  statesOf(tile) {
    const { crossings, struck, isKnown, inWord } = this.score;
    return {
      crossing: crossings.some((crossing) => crossing.tile === tile),
      struck: struck.some((run) => run.tiles.includes(tile)),
      leftover: Boolean(tile.place) && isKnown && !inWord.has(tile),
    };
  }

  wordsWith(tile) {
    const { runs, crossings } = this.score;
    const words = runs.filter((run) => run.tiles.includes(tile)).map(({ word }) => word).join(", ");
    const isCrossing = crossings.some((crossing) => crossing.tile === tile);
    return words && this.fill(isCrossing ? "inBoth" : "in", { words });
  }

  get tools() {
    return { sums: () => (this.earnings.hidden = !press(this.summing)) };
  }

  isWord(word) {
    return this.words.get(word);
  }

  /** The tiles that are scored: all that are held. */
  get counted() {
    return this.now;
  }

  judge() {
    this.score = tiles.scoreOf(this.counted, (word) => this.isWord(word));
    this.showStates();
    if (this.score.isKnown) return this.showSums();
    const asked = tiles.wordsOf(this.now).filter((word) => !this.words.has(word));
    if (asked.length) this.lookUp(asked); // else the answer is on its way
  }

  /** Asks which of the runs not known yet are words: only words go out, never a layout. */
  async lookUp(asked) {
    for (const word of asked) this.words.set(word, undefined);
    const answer = await this.ask(`${this.play.dataset.words}?of=${asked.join(",")}`).catch(() => null);
    const found = answer?.ok && (await answer.json().catch(() => null))?.words;
    for (const word of asked) found ? this.words.set(word, found.includes(word)) : this.words.delete(word);
    if (found) this.judge();
    else this.reason.textContent = this.says.unreachable;
  }

  ask(address) {
    return fetch(address);
  }

  /** Shows what the arrangement is worth, beside the score that counts now, such as `24/9`; gives all that is said of it. */
  showSums(submitted = "") {
    const sums = tiles.sumsOf(this.score, submitted, this.fill);
    this.sums = sums;
    countTo(this.worth, sums.worth);
    for (const part of ["difference", "verdict", "counts", "terms", "each", "reason"]) this[part].textContent = sums[part];
    this.verdict.classList.toggle("bad", Boolean(sums.reason));
    return sums;
  }
}

/** A scored board outside a game: the sum is above it, and nothing is submitted. */
export class LooseBoard extends ScoredBoard {
  build(parts) {
    const scores = Object.assign(document.createElement("div"), { className: "scores" });
    scores.append(...[this.worth, this.verdict].map((part) => part.parentElement));
    parts.querySelector(".pill").remove();
    this.play.replaceChildren(scores, parts);
  }

  /** Stop marking invalid words. */
  showSums() {
    const { reason, verdict } = super.showSums();
    this.reason.textContent = reason && verdict;
  }
}
