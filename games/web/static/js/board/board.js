// The board on which tiles are arranged: shows an arrangement, keeps its undo history, writes it into a text box, and
// announces each change. gestures.js handles input; the parts are in a template. Without script there is the text box.
// `Board` knows no game: subclasses, such as `ScoredBoard` below, know the score and where tiles come from.

import * as tiles from "./arrangement.js";
import { followGestures, press } from "./gestures.js";

const { alphabet } = tiles;
const RACK = `rack of ${document.body.dataset.reader} at ${location.pathname}`;
const plurals = new Intl.PluralRules(document.documentElement.lang);
const FOR_BUTTONS = 56; // at the field's lower edge, where buttons cover it
export const FOR_A_TRIAL = 72; // what a play would earn is there too, on a board whose every cell is in use
const [LEAST_WITH_VALUES, ROOMY] = [24, 34]; // pixels: smaller cells have no room for values, or for two digits beside a letter
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const COUNTING = 240; // milliseconds for a score to count to its new value
const NUMBERS = /\d+(?:\.\d+)?/g;
const counts = new WeakMap(); // element to its next animation frame

/** Write a score such as `24/9=2.67`, counting up from the previous one if that had the same form. */
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
  /** `play` is the section that contains the board; `fixed` the rows of a board with fixed tiles, null for an
   * endless empty grid. A subclass sets `hand` (letters) and the `text` box, and then calls `begin`. */
  constructor(play, fixed = null) {
    Object.assign(this, { play, fixed, picked: [], ending: new AbortController() });
    this.says = JSON.parse(document.getElementById("board-says").textContent);
    this.elements = new Map(); // tile id to element
    const place = fixed ? tiles.middleOf(fixed) : [0, 0];
    this.cursor = { place, across: true, isShown: false };
  }

  begin() {
    const parts = document.getElementById("arranging").content.cloneNode(true);
    for (const part of parts.querySelectorAll("[data-part]")) this[part.dataset.part] = part;
    this.tile.remove();
    Object.assign(this.field, { id: "board" }).dataset.part = "board"; // target of the skip link
    this.build(parts);
    this.play.classList.add("arranging");
    this.at = 0; // index of the current step; steps after it were undone
    this.steps = [this.arranged(this.begun)];
    this.rows = this.written();
    this.joinForm();
    this.fit();
    this.show();
    this.fit(); // again, now that the rack has its size
    followGestures(this);
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(this.field);
    const { signal } = this.ending;
    signal.addEventListener("abort", () => sizes.disconnect());
    matchMedia("(orientation: portrait)").addEventListener("change", () => this.fit(), { signal });
  }

  // --- for subclasses to override ------------------------------------------------------------------------------------

  /** The rows laid at the start. */
  get begun() {
    return this.rowsOfText() ?? this.start;
  }

  /** The rows laid at the start if the text box has none. */
  get start() {
    return [];
  }

  /** Put the template's parts, which are properties by now, into place. */
  build(parts) {
    this.play.append(parts);
  }

  /** The value of a character, 0 if not shown. */
  worthOf() {
    return 0;
  }

  /** Further states of tiles, as {class name: boolean}. */
  statesOf() {
    return {};
  }

  /** What a screen reader adds about tiles after their letters. */
  remarkOn() {
    return "";
  }

  /** Send the layout, if Enter does that here; return true if sent. */
  send() {
    return false;
  }

  /** The button for the next step; null if nothing can be sent. */
  get button() {
    return null;
  }

  /** Press that button, or say why it can't be pressed. */
  finish() {
    const { button } = this;
    if (button?.type === "button") this.say(document.getElementById(button.getAttribute("aria-describedby")).textContent);
    button?.click();
  }

  /** Additional tools, by name. */
  get tools() {
    return {};
  }

  /** Evaluate the arrangement and show the result. */
  judge() {
    this.showStates();
  }

  /** Report each arrangement to those that save it. */
  tell() {}

  /** Announce what was done. */
  report(done) {
    this.say(done);
  }

  // --- the text box --------------------------------------------------------------------------------------------------

  arranged(rows) {
    return tiles.arrange(this.hand, tiles.written(rows, localStorage.getItem(RACK) ?? ""));
  }

  /** The layout as text for the text box. */
  written() {
    return alphabet.write((this.fixed ? tiles.wholeRows(this.fixed, this.now) : tiles.rowsOf(this.now)).join("\n"));
  }

  /** The rows in the text box, with or without the borders of an email; null if it holds anything else. */
  rowsOfText() {
    const lines = this.text.value.split("\n").map((row) => row.trim().replace(/^\| ?|\|$/g, "")).filter(Boolean);
    const rows = lines.map((row) => alphabet.inside(row));
    if (!rows.every((row) => alphabet.isRow(row))) return null;
    return this.fixed ? tiles.laidOver(this.fixed, rows) : rows;
  }

  /** Fold the text box away, unless it holds something that the board can't show. */
  joinForm() {
    const isAlike = this.text.value.trim() === this.rows;
    this.text.closest("details")?.toggleAttribute("open", !isAlike);
    this.text.addEventListener("input", () => this.rowsOfText() && this.read());
  }

  // --- display -------------------------------------------------------------------------------------------------------

  /** Show the current arrangement. Tiles slide from where they were, or from where they were dropped. */
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
    this.write(element.firstElementChild, character);
    element.lastElementChild.textContent = this.worthOf(character) || "";
    element.tabIndex = -1;
    if (!tile.place) return element;
    element.removeAttribute("tabindex"); // so that a press gives the focus to the board
    this.stand(element, tile.place);
    if (element.parentElement !== this.world) this.world.append(element);
    return element;
  }

  /** Write the letters on a tile, set narrower if there are several. */
  write(element, character) {
    const letters = alphabet.face(character).replace("?", "");
    element.textContent = letters;
    element.classList.toggle("two-letters", letters.length === 2);
    element.classList.toggle("three-letters", letters.length > 2);
  }

  stand(element, [row, column]) {
    element.style.cssText = `--row: ${row}; --column: ${column}`;
  }

  /** Slide tiles into place. A new one comes from the rack's right edge and turns over. */
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
    this.caret.classList.toggle("down", !across);
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

  /** A tile as a screen reader names it: `S, 1 point, Row 4, column 2., in AWARDS`. */
  nameOf(tile) {
    const character = tiles.characterOf(tile);
    const n = this.worthOf(character) || 0;
    const what = tile.letter === "?" ? [this.says.blank, alphabet.named(tile.as?.toUpperCase() ?? "")] : [alphabet.named(character)];
    const where = tile.place && [this.where(tile.place), this.wordsWith(tile)];
    return [...what, n && this.fill("worth", { n }), ...(where || [])].filter(Boolean).join(", ");
  }

  /** The words that a tile is in, as announced after its name. */
  wordsWith(tile) {
    if (this.runsFor !== this.now) Object.assign(this, { runsFor: this.now, runs: tiles.runsOf(this.now, this.fixed) });
    const words = this.runs.filter((run) => run.tiles.includes(tile)).map(({ word }) => word).join(", ");
    return words && this.fill("in", { words });
  }

  /** The character on a cell; undefined if it is empty. */
  signAt(place) {
    const tile = tiles.tileAt(this.now, place);
    return tile ? tiles.characterOf(tile) : tiles.fixedAt(this.fixed, place);
  }

  /** The box of cells to show. */
  get box() {
    return this.fixed ? tiles.boxOfBoard(this.fixed) : tiles.boxOf(this.now);
  }

  /** Move the endless grid to this viewport, or keep a board in sight. Arrows point to tiles out of sight. */
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

  /** True for an endless grid without tiles: its cells can be as large as a finger needs. */
  get isBare() {
    return !this.fixed && !tiles.laidOf(this.now).length;
  }

  /** Adapt to a new size; if everything was in sight, it stays so. */
  resize() {
    const wasWhole = this.field.classList.contains("whole");
    this.look(this.viewport);
    if (wasWhole && !this.field.classList.contains("whole")) this.fit();
  }

  fit() {
    const { clientWidth: wide, clientHeight: high } = this.field;
    this.look(tiles.fitted(wide, high, this.box, this.coveredBelow, this.coveredAbove, this.fixed && wide < 600 ? 0 : 1));
  }

  /** The height in pixels of what covers the field's lower edge. */
  get coveredBelow() {
    const isCovered = this.marking.getBoundingClientRect().top < this.field.getBoundingClientRect().bottom;
    return isCovered ? (this.fixed ? FOR_A_TRIAL : FOR_BUTTONS) : 0;
  }

  /** The height in pixels of what covers the field's upper edge. */
  get coveredAbove() {
    return 0;
  }

  /** The position of an event in the field, in pixels. */
  pointOf({ clientX, clientY }) {
    const { left, top } = this.field.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  cellAt(event) {
    return tiles.cellUnder(this.viewport, this.pointOf(event));
  }

  // --- announcements -------------------------------------------------------------------------------------------------

  /** Fill in a sentence in the reader's language, with tiles as they are written; if it has a plural, choose by `n`. */
  fill = (what, values = {}) => {
    const [one, others = one] = [this.says[what]].flat();
    const said = plurals.select(values.n ?? 1) === "one" ? one : others;
    return said.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? alphabet.write(values[name]) : whole));
  };

  say(text) {
    if (text) this.said.textContent = text;
  }

  /** The name of a cell: absolute on a board with an edge, otherwise counted from the upper left tile. */
  where([row, column], shown = this.now) {
    if (this.fixed) return this.fill("where", { row: row + 1, column: String.fromCharCode(65 + column) });
    const { top, left } = tiles.boxOf(shown);
    return this.fill("where", { row: row - top + 1, column: column - left + 1 });
  }

  // --- changes -------------------------------------------------------------------------------------------------------

  get now() {
    return this.steps[this.at];
  }

  /** The arrangement if it only uses free cells, otherwise null. */
  allowed(next) {
    return next && tiles.laidOf(next).every(({ place }) => tiles.isFree(this.fixed, place)) ? next : null;
  }

  /** Go to the next arrangement and announce it; null means that something is in the way. Return true if anything
   * changed. */
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

  /** Show, write out, report and announce another arrangement. */
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

  /** Reorder the rack, which is not a step to undo. */
  rerank(next, done) {
    this.steps[this.at] = next;
    this.show();
    this.say(done);
  }

  /** Follow a change of the hand: laid tiles stay where they are, now and in every earlier step. */
  followHand() {
    const before = this.now;
    this.steps = this.steps.map((each) => tiles.arrange(this.hand, each));
    const come = this.now.map(({ id }) => id).filter((id) => !tiles.tileOf(before, id));
    if (!come.length && this.now.length === before.length) return this.judge(); // the button may be new, too
    this.follow(come.length && this.fill("arrived", { letters: tiles.lettersOf(this.now, come) }));
    return come.forEach((id) => this.elements.get(id).classList.add("arriving"));
  }

  /** Lay the layout in the text box as one step; the server reads any other text. */
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
    return this.do(next, `${put} ${this.where(place, next)}.`);
  }

  takeBack(ids) {
    const back = tiles.takeBack(this.now, ids);
    if (ids.length) this.do(back, this.fill("takenBack", { letters: tiles.lettersOf(this.now, ids) }));
  }

  move(ids, step) {
    return this.do(this.allowed(tiles.move(this.now, ids, step)), this.says.moved);
  }

  /** Turn the selection, and the cursor with it, so that it can be turned back. */
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

  /** Move the cursor silently, as when a tile is tapped; it stays on a board with an edge. */
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
    this.say(`${this.where(place)}, ${alphabet.write(what)}, ${way}. ${this.remarkOn([tiles.tileAt(this.now, place)?.id])}`, { isForTheEar: true });
  }

  /** The name of an empty cell. */
  bareAt() {
    return this.says.empty;
  }

  /** Ask for the blank's letter; without one it stays where it was. */
  askLetter(id, place) {
    const { letters } = this;
    let isPressed = false; // the rest of the tap that opened it chooses nothing
    letters.onpointerdown = () => (isPressed = true);
    letters.onclick = ({ target, detail }) => {
      const chosen = target.closest("[data-letter]");
      if (chosen && (isPressed || !detail)) this.chooseLetter(alphabet.inside(chosen.dataset.letter));
    };
    letters.onclose = () => this.field.focus();
    this.asking = { id, place };
    letters.showModal();
  }

  chooseLetter(letter) {
    this.letters.close();
    this.field.focus();
    if (letter) this.put(this.asking.id, this.asking.place, letter);
  }
}

/** A board that looks up its words and shows the score while tiles are moved. */
export class ScoredBoard extends Board {
  /** `play` is the section that contains the board; its `data-words` is the address to look words up. */
  constructor(play) {
    super(play);
    Object.assign(this.says, JSON.parse(document.getElementById("score-says").textContent));
    this.words = new Map(); // word to whether it is in the list; undefined while the server is asked
  }

  /** Remember which words of these rows are valid, so that they aren't looked up. */
  know(rows, isWord = () => true) {
    for (const word of tiles.wordsOf(tiles.written(rows))) this.words.set(word, isWord(word));
  }

  worthOf(character) {
    return alphabet.worth(character);
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

  /** The tiles to score: all of the hand. */
  get counted() {
    return this.now;
  }

  judge() {
    this.score = tiles.scoreOf(this.counted, (word) => this.isWord(word), alphabet);
    this.showStates();
    if (this.score.isKnown) return this.showSums();
    const asked = tiles.wordsOf(this.now).filter((word) => !this.words.has(word));
    if (asked.length) this.lookUp(asked); // otherwise the answer is on its way
  }

  /** Ask which unknown runs are valid words. Only words are sent, never a layout. */
  async lookUp(asked) {
    for (const word of asked) this.words.set(word, undefined);
    const written = asked.map((word) => encodeURIComponent(alphabet.write(word))).join(",");
    const answer = await this.ask(`${this.play.dataset.words}?of=${written}`).catch(() => null);
    const found = answer?.ok && (await answer.json().catch(() => null))?.words;
    for (const word of asked) found ? this.words.set(word, found.includes(alphabet.write(word))) : this.words.delete(word);
    if (found) this.judge();
    else this.reason.textContent = this.says.unreachable;
  }

  ask(address) {
    return fetch(address);
  }

  /** Show the arrangement's score compared with the submitted one, such as `24/9`; return all its texts. */
  showSums(submitted = "") {
    const sums = tiles.sumsOf(this.score, submitted, this.fill);
    this.sums = sums;
    countTo(this.worth, sums.worth);
    for (const part of ["difference", "verdict", "counts", "terms", "each", "reason"]) this[part].textContent = alphabet.write(sums[part]);
    this.verdict.classList.toggle("bad", Boolean(sums.reason));
    return sums;
  }
}

/** A scored board outside a game: its score is above it, and nothing is submitted. */
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
