// The board while it is arranged: shows an arrangement, keeps its past, tells what it is worth, and says what was done.
// Which hand moves what is in gestures.js; its parts stand in a template. Without script there is the text box.

import * as tiles from "./arrangement.js";
import { followGestures } from "./gestures.js";

const RACK = `rack of ${location.pathname}`;
const plurals = new Intl.PluralRules(document.documentElement.lang);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /** `play` is the section with the board as the server drew it, `form` the one with the text box. */
  constructor(play, form) {
    Object.assign(this, { play, text: form.elements.layout, unsaid: [], picked: [] });
    this.says = JSON.parse(document.getElementById("board-says").textContent);
    this.words = new Map(); // to whether they are in the list; undefined while that is asked
    this.elements = new Map(); // of tiles, by id
    this.cursor = { place: [0, 0], across: true, isShown: false };
    this.build();
    this.at = 0; // of the steps, which go on behind it where some were undone
    this.steps = [this.arranged(this.rowsOfText() ?? [])];
    this.rows = tiles.rowsOf(this.now).join("\n");
    this.joinForm();
    this.fit();
    this.show();
    followGestures(this);
    new ResizeObserver(() => this.look(this.sight)).observe(this.field);
    matchMedia("(orientation: portrait)").addEventListener("change", () => this.fit());
    new MutationObserver(() => this.followHand()).observe(play, { childList: true });
  }

  get hand() {
    return this.play.querySelector("#hand").dataset.hand;
  }

  arranged(rows) {
    return tiles.arrange(this.hand, tiles.written(rows, localStorage.getItem(RACK) ?? ""));
  }

  /** The text box as rows, with or without the borders of mail, or null where it holds something else. */
  rowsOfText() {
    const rows = this.text.value.split("\n").map((row) => row.trim().replace(/^\| ?|\|$/g, "")).filter(Boolean);
    return rows.every((row) => /^[A-Za-z.]+$/.test(row)) ? rows : null;
  }

  /** What the template names becomes a property. What the server has laid it has judged: that need not be asked. */
  build() {
    const parts = document.getElementById("arranging").content.cloneNode(true);
    for (const part of parts.querySelectorAll("[data-part]")) this[part.dataset.part] = part;
    this.tile.remove();
    const scores = this.play.querySelector(".scores");
    const submitted = [...scores.querySelectorAll("p:has(> .score)")].at(-1);
    scores.replaceChildren(this.worth.parentElement, submitted, this.difference, this.verdict.parentElement);
    this.play.querySelector(".ground").replaceWith(parts);
    this.rack.after(this.play.querySelector("#hand"));
    this.play.classList.add("arranging");
    const { laid, struck } = this.play.dataset;
    const judged = tiles.wordsOf(tiles.written(laid.split("/")));
    for (const word of judged) this.words.set(word, !struck.split(",").includes(word));
  }

  /** The text box is folded away, unless it holds what the board cannot show. */
  joinForm() {
    const isAlike = this.text.value.trim() === this.rows;
    this.text.closest("details")?.toggleAttribute("open", !isAlike);
    this.text.addEventListener("input", () => this.rowsOfText() && this.read());
    document.addEventListener("click", (event) => {
      if (this.score.struck.length && event.target.closest("#submit")) event.preventDefault();
    });
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
    this.showScore();
    this.look(this.sight);
    if (before.size && !calm.matches) this.slide(before);
  }

  elementOf(tile) {
    const element = this.elements.get(tile.id) ?? this.tile.cloneNode(true);
    const sign = tiles.signOf(tile);
    element.dataset.id = tile.id;
    element.firstElementChild.textContent = sign.replace("?", "");
    element.lastElementChild.textContent = tiles.valueOf(sign) || "";
    element.ariaLabel = tile.letter === "?" ? this.says.blank : sign;
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
    this.caret.classList.toggle("on-a-tile", Boolean(tiles.tileAt(this.now, place)));
    this.stand(this.caret, place);
  }

  showStates() {
    const { crossings, struck, isKnown, inWord } = this.score;
    for (const tile of this.now) {
      const element = this.elements.get(tile.id);
      const states = {
        blank: tile.letter === "?",
        "two-figures": tiles.valueOf(tile.letter) > 9,
        picked: this.picked.includes(tile.id),
        crossing: crossings.some((crossing) => crossing.tile === tile),
        struck: struck.some((run) => run.tiles.includes(tile)),
        leftover: Boolean(tile.place) && isKnown && !inWord.has(tile),
      };
      for (const [name, holds] of Object.entries(states)) element.classList.toggle(name, holds);
      if (states.picked || tile.place) element.classList.remove("arriving");
      element.ariaPressed = states.picked;
    }
  }

  /** From here one looks on the endless grid; arrows point to tiles out of sight. */
  look(sight) {
    const { clientWidth: wide, clientHeight: high } = this.field;
    this.sight = { ...sight, x: Math.round(sight.x), y: Math.round(sight.y), wide, high };
    for (const name of ["cell", "x", "y"]) this.field.style.setProperty(`--${name}`, `${this.sight[name]}px`);
    const beyond = tiles.beyond(this.sight, tiles.boxOf(this.now));
    for (const arrow of this.field.querySelectorAll("[data-side]"))
      arrow.hidden = beyond[arrow.dataset.side] <= this.sight.cell / 2;
  }

  fit() {
    this.look(tiles.fitted(this.field.clientWidth, this.field.clientHeight, this.now));
  }

  /** Where in the field an event is, in pixels, and in which cell. */
  pointOf({ clientX, clientY }) {
    const { left, top } = this.field.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  cellAt(event) {
    return tiles.cellUnder(this.sight, this.pointOf(event));
  }

  // --- what it is worth ----------------------------------------------------------------------------------------------

  showScore() {
    this.score = tiles.scoreOf(this.now, (word) => this.words.get(word));
    this.showStates();
    if (this.score.isKnown) this.showSums();
    else this.lookUp(tiles.wordsOf(this.now).filter((word) => !this.words.has(word)));
  }

  /** Asks which of the runs not known yet are words: only words go out, never a layout. */
  async lookUp(asked) {
    if (!asked.length) return; // the answer is on its way
    for (const word of asked) this.words.set(word, undefined);
    const answer = await fetch(`${this.play.dataset.words}?of=${asked.join(",")}`).catch(() => null);
    const found = answer?.ok && (await answer.json()).words;
    for (const word of asked) found ? this.words.set(word, found.includes(word)) : this.words.delete(word);
    if (found) this.showScore();
    else this.reason.textContent = this.says.unreachable;
    this.tell();
    if (this.unsaid.length) this.report();
  }

  showSums() {
    const sums = tiles.sumsOf(this.score, this.play.dataset.submitted, this.fill);
    for (const part of ["worth", "difference", "verdict", "counts", "terms", "each", "reason"])
      this[part].textContent = sums[part];
    this.verdict.classList.toggle("bad", Boolean(sums.reason));
    const button = document.getElementById("submit");
    if (!button) return;
    const [brief, why] = [button.querySelector("small"), document.getElementById("why-submit")];
    button.ariaDisabled = Boolean(sums.reason);
    button.setAttribute("aria-describedby", sums.reason ? this.reason.id : why.id);
    brief.dataset.plain ??= brief.textContent;
    brief.textContent = sums.brief || brief.dataset.plain;
    why.textContent = sums.why;
  }

  // --- what is said, and told ----------------------------------------------------------------------------------------

  /** Words of the reader's language with values filled in; of two, the one for `n` of a thing. */
  fill = (what, values = {}) => {
    const [one, others = one] = [this.says[what]].flat();
    const said = plurals.select(values.n ?? 1) === "one" ? one : others;
    return said.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  };

  /** What was done before, and waits for the server to be said, is said with it; the eye has only the last of that. */
  say(text) {
    if (!text) return;
    const last = this.unsaid.pop() ?? "";
    this.before.textContent = this.unsaid.splice(0).join(" ");
    this.said.textContent = `${last} ${text}`.trim();
  }

  /** What was done is said together with what that is worth, once the server has answered. */
  report(done) {
    if (done) this.unsaid.push(done);
    const { isKnown, struck } = this.score;
    if (isKnown) this.say(`${this.worth.textContent} ${struck.length ? this.verdict.textContent : ""}`.trim());
    else if (this.reason.textContent === this.says.unreachable) this.say(this.says.unreachable);
  }

  /** Rows and columns are counted from the upper left tile. */
  where([row, column], shown = this.now) {
    const { top, left } = tiles.boxOf(shown);
    return this.fill("where", { row: row - top + 1, column: column - left + 1 });
  }

  /** Whoever keeps arrangements hears of each: `score` as the sums show it, null while it is not known. */
  tell() {
    const detail = { text: this.rows, score: this.score.isKnown ? tiles.shown(this.score) : null };
    this.play.dispatchEvent(new CustomEvent("arranged", { detail }));
  }

  // --- what can be done ----------------------------------------------------------------------------------------------

  get now() {
    return this.steps[this.at];
  }

  /** The next arrangement, with what to say of it; null is none: something is in the way. Whether anything changed. */
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
    this.at += by;
    return this.follow(this.says[done]);
  }

  /** Another arrangement is shown, written, told and said. */
  follow(done) {
    const before = this.rows;
    this.rows = tiles.rowsOf(this.now).join("\n");
    if (this.rows !== before && document.activeElement !== this.text) this.text.value = this.rows;
    this.show();
    this.tell();
    this.report(done);
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
    if (!come.length && this.now.length === before.length) return this.showScore(); // on a button that is new, too
    this.follow(come.length && this.fill("arrived", { letters: tiles.lettersOf(this.now, come) }));
    return come.forEach((id) => this.elements.get(id).classList.add("arriving"));
  }

  /** Lay what the text box holds, if it is a layout, as one step; the server reads all else. */
  read() {
    const rows = this.rowsOfText();
    if (!rows) return this.say(this.says.unread);
    const next = this.arranged(rows);
    this.do(next, this.fill("read", { laid: tiles.laidOf(next).length, all: tiles.written(rows).length }));
    return this.fit();
  }

  /** Put a tile on a cell; a blank asks for its letter first. */
  put(id, place, as = "") {
    const [tile, other] = [tiles.tileOf(this.now, id), tiles.tileAt(this.now, place)];
    if (tile.letter === "?" && !as && !tile.as) return this.askLetter(id, place);
    const next = tiles.put(this.now, id, place, as);
    const letters = { letter: tiles.signOf(tiles.tileOf(next, id)), other: other && tiles.signOf(other) };
    this.picked = this.picked.filter((each) => each !== id);
    const put = this.fill(other && other !== tile ? "swapped" : "put", letters);
    return this.do(next, `${put} ${this.where(place, next)}`);
  }

  takeBack(ids) {
    const back = tiles.takeBack(this.now, ids);
    if (ids.length) this.do(back, this.fill("takenBack", { letters: tiles.lettersOf(this.now, ids) }));
  }

  move(ids, step) {
    return this.do(tiles.move(this.now, ids, step), this.says.moved);
  }

  /** The cursor turns with what is chosen, so that it can be turned back. */
  turn(ids) {
    const hasTurned = this.do(tiles.turn(this.now, ids), this.says.turned);
    if (hasTurned) this.point(tiles.tileOf(this.now, ids[0]).place, !this.cursor.across);
  }

  pick(ids) {
    this.picked = ids;
    this.showStates();
    const earned = tiles.earnedBy(ids, this.score, this.fill);
    const picked = this.fill("picked", { letters: tiles.lettersOf(this.now, ids) });
    this.say(ids.length ? `${picked} ${earned}` : this.says.letGo);
  }

  /** The cursor without a word, as where a tile was tapped. */
  point(place, across = this.cursor.across) {
    this.cursor = { place, across, isShown: true };
    this.showCursor();
    this.look(tiles.showing(this.sight, place));
  }

  moveCursor(place, across = this.cursor.across) {
    this.point(place, across);
    const tile = tiles.tileAt(this.now, place);
    const [what, way] = [tile ? tiles.signOf(tile) : this.says.empty, across ? this.says.across : this.says.down];
    this.say(`${this.where(place)} ${what}, ${way}. ${tiles.earnedBy([tile?.id], this.score, this.fill)}`);
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
