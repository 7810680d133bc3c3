// The board while it is arranged: shows an arrangement, keeps its past, tells what it is worth, and says what was done.
// Which hand moves what is in gestures.js; the parts it is made of stand in a template. Without script there is the text box.

import * as tiles from "./arrangement.js";
import { followGestures, Sight } from "./gestures.js";

const RACK = `rack of ${location.pathname}`;
const plurals = new Intl.PluralRules(document.documentElement.lang);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /** `play` is the section with the board as the server drew it, `form` the one with the text box. */
  constructor(play, form) {
    Object.assign(this, { play, text: form.elements.layout, past: [], future: [], unsaid: [], picked: new Set() });
    this.says = JSON.parse(document.getElementById("board-says").textContent);
    this.words = new Map(); // to whether they are in the list; undefined while that is asked
    this.elements = new Map(); // of tiles, by id
    this.cursor = { place: [0, 0], across: true, isShown: false };
    this.now = tiles.arrange(this.hand, this.rowsOfText() ?? [], localStorage.getItem(RACK) ?? "");
    this.knowWords();
    this.build();
    this.joinForm(form);
    this.sight = new Sight(this.field, () => tiles.boxOf(tiles.laid(this.now)));
    this.sight.fit();
    this.show();
    followGestures(this);
    new MutationObserver(() => this.followHand()).observe(play, { childList: true });
  }

  /** The server has judged what it has laid: nothing need be asked for that. */
  knowWords() {
    const { laid, struck } = this.play.dataset;
    if (tiles.rowsOf(this.now).join("/") !== laid) return;
    for (const { word } of tiles.runsOf(tiles.cellsOf(this.now))) this.words.set(word, !struck.split(",").includes(word));
  }

  get hand() {
    return this.play.querySelector("#hand").dataset.hand;
  }

  /** The text box as rows, or null where it holds something else, such as a list of words. */
  rowsOfText() {
    const rows = this.text.value.split("\n").map((row) => row.trim()).filter(Boolean);
    return rows.every((row) => /^[A-Za-z.]+$/.test(row)) ? rows : null;
  }

  /** What the template names becomes a property; its buttons do what the tool of their name does. */
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
    this.tools = {
      undo: () => this.step(this.past, this.future, "undone"),
      redo: () => this.step(this.future, this.past, "redone"),
      turn: () => this.turn(this.chosen),
      shuffle: () => this.rerank(tiles.shuffled(this.now), this.says.shuffled),
      sort: () => this.rerank(tiles.sorted(this.now), this.says.sorted),
      recall: () => this.do(tiles.takeBack(this.now), this.says.recalled),
      fit: () => this.sight.fit(),
      toward: (button) => this.sight.toward(button.dataset.side),
      mark: () => this.mark(!this.isMarking),
      sums: () => this.showEarnings(this.earnings.hidden),
      letter: (button) => this.chooseLetter(button.textContent),
    };
    this.play.addEventListener("click", (event) => {
      const button = event.target.closest("[data-tool]");
      if (button) this.tools[button.dataset.tool](button);
    });
  }

  /** The text box is folded away, unless it holds what the board cannot show. */
  joinForm(form) {
    const isAlike = this.text.value.trim() === tiles.rowsOf(this.now).join("\n");
    this.text.closest("details")?.toggleAttribute("open", !isAlike);
    this.text.addEventListener("input", () => this.rowsOfText() && this.read());
    document.addEventListener("click", (event) => {
      if (this.score.struck.length && event.target.closest("#submit")) event.preventDefault();
    });
  }

  // --- what is seen ----------------------------------------------------------------------------------------------------

  /** Everything as it is now. What was elsewhere slides from there, or from the hand that let it go. */
  show() {
    const before = new Map();
    for (const [id, element] of this.elements) {
      before.set(id, (document.querySelector(`.ghost [data-id="${id}"]`) ?? element).getBoundingClientRect());
      for (const motion of element.getAnimations()) motion.cancel();
      if (!tiles.tileOf(this.now, id)) element.remove();
    }
    this.elements = new Map(this.now.tiles.map((tile) => [tile.id, this.elementOf(tile)]));
    this.rack.replaceChildren(...this.now.rack.map((id) => this.elements.get(id)));
    this.rack.firstElementChild?.setAttribute("tabindex", "0");
    this.picked = new Set([...this.picked].filter((id) => this.elements.has(id)));
    localStorage.setItem(RACK, this.now.rack.map((id) => tiles.tileOf(this.now, id).letter).join(""));
    this.showCursor();
    this.showScore();
    this.sight.showBeyond();
    if (before.size && !calm.matches) this.slide(before);
  }

  elementOf(tile) {
    const element = this.elements.get(tile.id) ?? this.tile.cloneNode(true);
    const sign = tiles.signOf(tile);
    element.dataset.id = tile.id;
    element.firstElementChild.textContent = sign.replace("?", "");
    element.lastElementChild.textContent = tiles.valueOf(sign) || "";
    element.ariaLabel = tile.letter === "?" ? this.says.blank : sign;
    if (!tile.place) element.tabIndex = -1;
    else element.removeAttribute("tabindex"); // so that a press gives the focus to the board
    if (tile.place) this.stand(element, tile.place);
    if (tile.place && element.parentElement !== this.world) this.world.append(element);
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
    const { score, picked } = this;
    const crossing = new Set(score.crossings.map(({ key }) => key));
    const struck = new Set(score.struck.flatMap((run) => run.cells.map(String)));
    for (const tile of this.now.tiles) {
      const [element, key] = [this.elements.get(tile.id), String(tile.place)];
      const states = {
        blank: tile.letter === "?",
        "two-figures": tiles.valueOf(tile.letter) > 9,
        picked: picked.has(tile.id),
        crossing: crossing.has(key),
        struck: struck.has(key),
        leftover: tile.place && score.isKnown && !score.inWord.has(key),
      };
      for (const [name, holds] of Object.entries(states)) element.classList.toggle(name, Boolean(holds));
      if (states.picked || tile.place) element.classList.remove("arriving");
      element.ariaPressed = states.picked;
    }
  }

  // --- what it is worth ------------------------------------------------------------------------------------------------

  showScore() {
    const cells = tiles.cellsOf(this.now);
    this.score = tiles.scoreOf(cells, this.now.rack.length, (word) => this.words.get(word));
    this.showStates();
    if (this.score.isKnown) this.showSums();
    else this.lookUp([...new Set(tiles.runsOf(cells).map((run) => run.word))].filter((word) => !this.words.has(word)));
  }

  /** Asks which of the runs not known yet are words: only words go out, never a layout. */
  async lookUp(asked) {
    if (!asked.length) return; // the answer is on its way
    for (const word of asked) this.words.set(word, undefined);
    const answer = await fetch(`${this.play.dataset.words}?of=${asked.join(",")}`).catch(() => null);
    const found = answer?.ok ? (await answer.json()).words : null;
    for (const word of asked) this.words.set(word, found?.includes(word));
    if (found) this.showScore();
    else for (const word of asked) this.words.delete(word);
    if (!found) this.reason.textContent = this.says.unreachable;
    this.tellArranged();
    if (this.unsaid.length) this.report();
  }

  showSums() {
    const { score } = this;
    const words = [...new Set(score.struck.map((run) => run.word))].join(", ");
    const terms = score.crossings.map(({ sign, value }) => `${sign.toUpperCase()} ${value}`).join(" + ");
    const allWords = score.words ? `✓ ${this.counted("words", score.words)}` : "";
    const shown = {
      worth: tiles.shown(score),
      difference: this.differenceOf(score),
      verdict: words ? `✕ ${this.fill("notWords", { words })}` : allWords,
      counts: `${this.counted("points", score.points)}; ${this.counted("left", score.leftover)}`,
      terms: terms ? `${terms} = ${score.points}` : this.says.noCrossing,
      each: this.earnedAt([...score.inWord.keys()]),
      reason: words && this.fill("struck", { words }),
    };
    for (const [part, text] of Object.entries(shown)) this[part].textContent = text;
    this.verdict.classList.toggle("bad", Boolean(words));
    this.showSubmit(words);
  }

  /** The button that submits says what stands against that, or by how much the layout would be worth less. */
  showSubmit(words) {
    const button = document.getElementById("submit");
    if (!button) return;
    const [brief, why] = [button.querySelector("small"), document.getElementById("why-submit")];
    const difference = this.difference.textContent;
    const below = difference.startsWith("▼") && difference.match(/[\d.]+/)[0];
    button.setAttribute("aria-disabled", String(Boolean(words)));
    button.setAttribute("aria-describedby", words ? this.reason.id : why.id);
    brief.dataset.plain ??= brief.textContent;
    brief.textContent = words ? this.fill("strikes", { n: this.score.struck.length }) : difference || brief.dataset.plain;
    why.textContent = below && !words ? this.fill("allowed", { n: below }) : "";
  }

  /** `▼ 0.23 below` the layout that counts, or above it. */
  differenceOf({ points, words, leftover }) {
    const [above, below] = this.play.dataset.submitted.split("/").map(Number);
    const difference = points / (words + leftover || 1) - above / below;
    if (!below || Math.abs(difference) < 0.005) return "";
    const n = Math.abs(difference).toFixed(2);
    return difference < 0 ? `▼ ${this.fill("below", { n })}` : `▲ ${this.fill("above", { n })}`;
  }

  /** `K 5 in CAKE and KEY; …`: what the tiles on these cells earn. */
  earnedAt(keys) {
    const earns = ({ sign, value, words: [one, other] }) =>
      this.fill("earns", { letter: sign.toUpperCase(), value, one, other });
    return this.score.crossings.filter(({ key }) => keys.includes(key)).map(earns).join("; ");
  }

  showEarnings(isWanted) {
    this.earnings.hidden = !isWanted;
    this.summing.ariaPressed = isWanted;
    if (isWanted) this.say([this.terms, this.each].map((part) => part.textContent).filter(Boolean).join("; "));
  }

  // --- what is said, and told ------------------------------------------------------------------------------------------

  fill(what, values) {
    return this.says[what].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  counted(what, n) {
    return this.says[what][plurals.select(n) === "one" ? 0 : 1].replace("{n}", n);
  }

  say(text) {
    if (text) this.said.textContent = text;
  }

  /** What was done is said together with what that is worth, once the server has answered. */
  report(done = "") {
    if (done) this.unsaid.push(done);
    const { isKnown, struck } = this.score;
    if (!isKnown && this.reason.textContent !== this.says.unreachable) return;
    const worth = isKnown ? [tiles.shown(this.score), struck.length ? this.verdict.textContent : ""] : [this.says.unreachable];
    this.say([...this.unsaid, ...worth].filter(Boolean).join(" "));
    this.unsaid = [];
  }

  /** Rows and columns are counted from the upper left tile. */
  where([row, column], arrangement = this.now) {
    const { top, left } = tiles.boxOf(tiles.laid(arrangement));
    return this.fill("where", { row: row - top + 1, column: column - left + 1 });
  }

  /** Whoever keeps arrangements hears of each: `score` as the sums show it, null while it is not known. */
  tellArranged() {
    const detail = { text: tiles.rowsOf(this.now).join("\n"), score: this.score.isKnown ? tiles.shown(this.score) : null };
    this.play.dispatchEvent(new CustomEvent("arranged", { detail }));
  }

  // --- what can be done ------------------------------------------------------------------------------------------------

  /** The next arrangement, with what to say of it; null is none: something is in the way. */
  do(next, done) {
    if (!next) return this.say(this.says.inTheWay);
    if (JSON.stringify(next) === JSON.stringify(this.now)) return this.rerank(this.now, this.says.nothing);
    this.past.push(this.now);
    this.future = [];
    return this.become(next, done);
  }

  become(next, done) {
    const [rows, before] = [next, this.now].map((each) => tiles.rowsOf(each).join("\n"));
    if (rows !== before && document.activeElement !== this.text) this.text.value = rows;
    this.now = next;
    this.show();
    this.tellArranged();
    this.report(done);
  }

  step(from, to, done) {
    if (!from.length) return this.say(this.says[`not ${done}`]);
    to.push(this.now);
    return this.become(from.pop(), this.says[done]);
  }

  /** Lay what the rows say, of the tiles held, as one step that can be undone; the rack keeps its order. */
  lay(rows, done = "") {
    this.do(tiles.arrange(this.hand, rows, localStorage.getItem(RACK)), done);
    this.sight.fit();
  }

  /** Lay what the text box holds, if it is a layout; the server reads all else. */
  read() {
    const rows = this.rowsOfText();
    if (!rows) return this.say(this.says.unread);
    const laid = tiles.laid(tiles.arrange(this.hand, rows)).length;
    return this.lay(rows, this.fill("read", { laid, all: rows.join("").replaceAll(".", "").length }));
  }

  /** Put a tile on a cell; a blank asks for its letter first. */
  put(id, place, as = "") {
    const [tile, other] = [tiles.tileOf(this.now, id), tiles.tileAt(this.now, place)];
    if (tile.letter === "?" && !as && !tile.as) return this.askLetter(id, place);
    const next = tiles.put(this.now, id, place, as);
    const letters = { letter: tiles.lettersOf(next, [id]), other: other && tiles.signOf(other) };
    this.picked.delete(id);
    return this.do(next, `${this.fill(other && other !== tile ? "swapped" : "put", letters)} ${this.where(place, next)}`);
  }

  takeBack(ids) {
    this.do(tiles.takeBack(this.now, ids), this.fill("takenBack", { letters: tiles.lettersOf(this.now, ids) }));
  }

  move(ids, step) {
    this.do(tiles.move(this.now, ids, step), this.says.moved);
  }

  /** The cursor turns with them, so that they can be turned back. */
  turn(ids) {
    const next = tiles.turn(this.now, ids);
    if (next && ids.length) this.point(tiles.tileOf(next, ids[0]).place, !this.cursor.across);
    this.do(next, this.says.turned);
  }

  /** The rack in another order is no step to undo. */
  rerank(next, done = "") {
    this.now = next;
    this.show();
    this.say(done);
  }

  /** The cell of the cursor, or the one just before it where that one is empty. */
  get reached() {
    const { place, across } = this.cursor;
    return tiles.tileAt(this.now, place) ? place : [place[0] - !across, place[1] - across];
  }

  /** What turns and moves: the tiles picked together, else the word at the cursor. */
  get chosen() {
    return this.picked.size > 1 ? [...this.picked] : tiles.wordAt(this.now, this.reached, this.cursor.across);
  }

  pick(ids) {
    this.picked = new Set(ids);
    this.showStates();
    const earned = this.earnedAt(ids.map((id) => String(tiles.tileOf(this.now, id).place)));
    const picked = this.fill("picked", { letters: tiles.lettersOf(this.now, ids) });
    this.say(ids.length ? `${picked} ${earned}` : this.says.letGo);
  }

  /** The cursor without a word, as where a tile was tapped. */
  point(place, across = this.cursor.across) {
    this.cursor = { place, across, isShown: true };
    this.showCursor();
  }

  moveCursor(place, across = this.cursor.across) {
    this.point(place, across);
    this.sight.keepInSight(place);
    const tile = tiles.tileAt(this.now, place);
    const [what, way] = [tile ? tiles.signOf(tile) : this.says.empty, across ? this.says.across : this.says.down];
    this.say(`${this.where(place)} ${what}, ${way}. ${this.earnedAt([String(place)])}`);
  }

  get isMarking() {
    return this.marking.ariaPressed === "true";
  }

  mark(isWanted) {
    this.marking.ariaPressed = isWanted;
    if (isWanted) this.say(this.says.marking);
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

  /** New tiles have come, or one went back: what lies stays where it lies, now and in every step before. */
  followHand() {
    const exchange = tiles.exchangeFor(this.now, this.hand);
    if (!exchange.come.length && !exchange.gone.size) {
      this.showScore(); // the button that submits is a new one, too
      return;
    }
    for (const steps of [this.past, this.future]) steps.forEach((each, n) => (steps[n] = tiles.exchanged(each, exchange)));
    const letters = exchange.come.map((tile) => tile.letter).join(" ");
    this.become(tiles.exchanged(this.now, exchange), letters && this.fill("arrived", { letters }));
    for (const { id } of exchange.come) this.elements.get(id).classList.add("arriving");
  }
}
