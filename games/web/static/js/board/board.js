// The board while it is arranged: shows an arrangement, keeps its past, scores it, and says aloud what was done.
// Which hand moves what is in gestures.js. Without script the same layout is written in the text box, which stays in step.

import * as tiles from "./arrangement.js";
import { followGestures } from "./gestures.js";
import { scoreOf, shown, valueOf } from "./score.js";

const LEAST_CELL = 24;
const LARGEST_CELL = 64;

/** An element with a class and what is in it. */
function make(tag, className, ...inside) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...inside);
  return element;
}

/** What this browser remembers of a table; where it may not, nothing. */
const memory = {
  of: (what) => `${what} of ${location.pathname}`,
  get(what) {
    try {
      return localStorage.getItem(this.of(what));
    } catch {
      return null;
    }
  },
  set(what, value) {
    try {
      localStorage.setItem(this.of(what), value);
    } catch {
      // then it is forgotten with the page
    }
  },
};

const fill = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export class Board {
  /** `play` is the section with the board as the server drew it, `form` the one with the text box. */
  constructor(play, form) {
    this.play = play;
    this.form = form;
    this.text = form.querySelector("textarea");
    this.says = JSON.parse(document.getElementById("board-says").textContent);
    this.words = new Map();
    this.past = [];
    this.future = [];
    this.picked = new Set();
    this.cursor = { place: [0, 0], across: true, isShown: false };
    this.now = tiles.arrange(this.hand, this.rowsOfText() ?? [], memory.get("rack") ?? "");
    this.build();
    this.goOn();
    this.fit();
    this.show();
    followGestures(this);
    new MutationObserver(() => this.followHand()).observe(play, { childList: true });
  }

  get hand() {
    return this.play.querySelector("#hand").dataset.hand;
  }

  /** The text box as rows, or null where it holds something else, such as a list of words. */
  rowsOfText() {
    const rows = this.text.value.split("\n").map((row) => row.trim()).filter(Boolean);
    return rows.every((row) => /^[A-Za-z.]+$/.test(row)) ? rows : null;
  }

  // --- what is on the page -----------------------------------------------------------------------------------------

  build() {
    this.world = make("div", "world");
    this.caret = make("div", "caret");
    this.world.append(this.caret);
    this.field = make("div", "field", this.world);
    this.field.tabIndex = 0;
    this.field.setAttribute("role", "application");
    this.field.setAttribute("aria-label", this.says.board);
    this.field.setAttribute("aria-describedby", "board-help");
    this.beyond = Object.fromEntries(
      Object.entries({ left: "←", right: "→", top: "↑", bottom: "↓" }).map(([side, arrow]) => [
        side,
        this.button(arrow, this.says.beyond, () => this.fit(), `beyond at-${side}`),
      ]),
    );
    this.field.append(...Object.values(this.beyond));
    this.rack = make("div", "rack own");
    this.rack.setAttribute("role", "group");
    this.rack.setAttribute("aria-label", this.says.rack);
    this.rack.dataset.bare = this.says.allLaid;
    this.letters = make("div", "letters-of-a-blank");
    this.letters.hidden = true;
    this.status = make("p", "quiet reason");
    this.live = make("p", "unseen-by-eye");
    this.live.setAttribute("aria-live", "polite");
    const help = make("p", "unseen-by-eye", this.says.help);
    help.id = "board-help";
    this.tools = make("div", "tools", ...this.toolButtons());
    this.play.querySelector(".ground").replaceWith(this.field);
    const hand = this.play.querySelector("#hand");
    hand.before(this.letters, this.rack);
    hand.after(this.status, this.tools, this.live, help);
    this.play.classList.add("arranging");
    this.elements = new Map();
    this.field.addEventListener("scroll", () => this.field.scrollTo(0, 0)); // focus must not scroll what is panned
    this.foldText();
  }

  toolButtons() {
    const tools = {
      undo: () => this.undo(),
      redo: () => this.redo(),
      turn: () => this.turnPicked(),
      mark: (button) => this.setMarking(button.getAttribute("aria-pressed") !== "true"),
      shuffle: () => this.rerank(tiles.shuffled(this.now)),
      sort: () => this.rerank(tiles.sorted(this.now)),
      recall: () => this.do(tiles.takeBack(this.now), this.says.recalled),
      fit: () => this.fit(),
    };
    return Object.entries(tools).map(([name, act]) => {
      const button = this.button(this.says.tools[name], "", act, "button tool");
      if (name === "mark") this.marking = button;
      return (this[`${name}Button`] = button);
    });
  }

  button(label, spoken, act, className) {
    const button = make("button", className, label);
    button.type = "button";
    if (spoken) button.setAttribute("aria-label", spoken);
    button.addEventListener("click", () => act(button));
    return button;
  }

  /** The text box goes under a fold: the board above it says the same. */
  foldText() {
    const fold = make("details", "as-text", make("summary", "", this.text.labels[0].textContent));
    this.form.querySelector("h2")?.classList.add("unseen-by-eye");
    this.text.before(fold);
    fold.append(this.text, this.form.querySelector("#layout-help"));
    fold.open = this.text.value.trim() !== tiles.rowsOf(this.now).join("\n"); // what the board cannot show
    this.text.addEventListener("input", () => {
      const rows = this.rowsOfText();
      if (rows) this.do(tiles.arrange(this.hand, rows, this.rackLetters()), "", { keepText: true });
    });
    this.submit = this.form.querySelector("button[value=submit]");
    this.form.querySelector("button[value=check]")?.remove();
    this.form.addEventListener("submit", (event) => {
      if (event.submitter === this.submit && this.submit.getAttribute("aria-disabled") === "true") event.preventDefault();
    });
  }

  show() {
    for (const tile of this.now.tiles) this.showTile(tile);
    for (const [id, element] of this.elements) {
      if (tiles.tileOf(this.now, id)) continue;
      element.remove();
      this.elements.delete(id);
    }
    for (const id of this.now.rack) this.rack.append(this.elements.get(id));
    this.rack.classList.toggle("bare", !this.now.rack.length);
    this.showCaret();
    this.undoButton.setAttribute("aria-disabled", String(!this.past.length));
    this.redoButton.setAttribute("aria-disabled", String(!this.future.length));
    this.showScore();
    this.showBeyond();
  }

  showTile(tile) {
    let element = this.elements.get(tile.id);
    if (!element) {
      element = make("div", "tile", make("span", "sign"), make("small", ""));
      element.dataset.id = tile.id;
      this.elements.set(tile.id, element);
    }
    const sign = tiles.signOf(tile);
    element.querySelector(".sign").textContent = sign === "?" ? "" : sign;
    element.querySelector("small").textContent = valueOf(sign) || "";
    element.classList.toggle("two-figures", valueOf(sign) > 9);
    element.classList.toggle("blank", tile.letter === "?");
    element.classList.toggle("picked", this.picked.has(tile.id));
    element.tabIndex = tile.place ? -1 : 0;
    element.setAttribute("role", tile.place ? "presentation" : "button");
    element.setAttribute("aria-label", tile.letter === "?" ? this.says.blank : tile.letter);
    if (!tile.place) return;
    element.style.setProperty("--row", tile.place[0]);
    element.style.setProperty("--column", tile.place[1]);
    if (element.parentElement !== this.world) this.world.append(element);
  }

  showCaret() {
    const { place, across, isShown } = this.cursor;
    this.caret.hidden = !isShown;
    this.caret.textContent = across ? "→" : "↓";
    this.caret.style.setProperty("--row", place[0]);
    this.caret.style.setProperty("--column", place[1]);
    this.caret.classList.toggle("on-a-tile", Boolean(tiles.tileAt(this.now, place)));
  }

  // --- the score ---------------------------------------------------------------------------------------------------

  get score() {
    const cells = new Map(tiles.laid(this.now).map((tile) => [String(tile.place), tiles.signOf(tile)]));
    return scoreOf(cells, this.now.rack.length, (word) => this.words.get(word));
  }

  showScore() {
    const score = this.score;
    const struck = new Set(score.struck.flatMap((run) => run.cells.map(String)));
    for (const tile of tiles.laid(this.now)) {
      const [element, key] = [this.elements.get(tile.id), String(tile.place)];
      element.classList.toggle("crossing", score.earned.has(key));
      element.classList.toggle("leftover", score.isKnown && !score.inWord.has(key));
      element.classList.toggle("struck", struck.has(key));
    }
    for (const id of this.now.rack) this.elements.get(id).classList.remove("crossing", "leftover", "struck");
    if (score.isKnown) this.showSums(score);
    else this.lookUp();
  }

  showSums(score) {
    const words = [...new Set(score.struck.map((run) => run.word))].join(", ");
    this.status.textContent = words ? fill(this.says.struck, { words }) : "";
    if (this.submit) this.submit.setAttribute("aria-disabled", String(Boolean(words)));
    const scores = this.play.querySelector(".scores");
    this.sum ??= scores.insertBefore(
      make("p", "on-the-board", make("span", "quiet", this.says.onTheBoard), make("strong", "score")),
      scores.firstChild,
    );
    this.sum.lastChild.textContent = shown(score);
    const allWords = score.words ? `✓ ${this.counted("words", score.words)}` : "";
    const verdict = words ? `✕ ${fill(this.says.notWords, { words })}` : allWords;
    const counts = `${this.counted("points", score.points)}; ${this.counted("left", score.leftover)}`;
    scores.querySelectorAll(".verdict, .pill").forEach((old) => old.remove());
    const apart = this.apartFromSubmitted(score);
    if (apart) this.sum.after(make("p", "pill", apart));
    scores.append(make("p", "verdict", make("strong", words ? "bad" : "", verdict), make("span", "quiet", counts)));
  }

  /** `▼ 0.23 below` the layout that counts, or above it. */
  apartFromSubmitted({ points, words, leftover }) {
    const [above, below] = this.play.dataset.submitted.split("/").map(Number);
    const difference = points / (words + leftover || 1) - above / below;
    if (!below || Math.abs(difference) < 0.005) return "";
    const [sign, says] = difference < 0 ? ["▼", this.says.below] : ["▲", this.says.above];
    return `${sign} ${fill(says, { n: Math.abs(difference).toFixed(2) })}`;
  }

  counted(what, n) {
    return fill(this.says[what][n === 1 ? 0 : 1], { n });
  }

  /** Asks which of the runs not known yet are words: only words go out, never a layout. */
  async lookUp() {
    const cells = new Map(tiles.laid(this.now).map((tile) => [String(tile.place), tiles.signOf(tile)]));
    const unknown = scoreOf(cells, 0, (word) => this.words.get(word) ?? false).struck
      .map((run) => run.word)
      .filter((word) => !this.words.has(word));
    const asked = [...new Set(unknown)];
    const answer = await fetch(`${this.play.dataset.words}?of=${asked.join(",")}`);
    if (!answer.ok) return void (this.status.textContent = this.says.unreachable);
    const { words } = await answer.json();
    for (const word of asked) this.words.set(word, words.includes(word));
    this.showScore();
    this.say(this.status.textContent || shown(this.score));
  }

  // --- what can be done ---------------------------------------------------------------------------------------------

  /** The next arrangement, with what to say of it; null is none: something is in the way. */
  do(next, says = "", { keepText = false } = {}) {
    if (!next) return this.say(this.says.inTheWay);
    this.past.push(this.now);
    this.future = [];
    this.become(next, keepText);
    return this.say(says);
  }

  become(next, keepText = false) {
    this.now = next;
    this.picked = new Set([...this.picked].filter((id) => tiles.tileOf(next, id)?.place));
    if (!keepText) this.text.value = tiles.rowsOf(next).join("\n");
    memory.set("rack", this.rackLetters());
    memory.set("layout", tiles.rowsOf(next).join("/"));
    this.show();
  }

  /** What was arranged before the page was left lies there again; undo shows the submitted layout. */
  goOn() {
    const left = memory.get("layout");
    const submitted = this.play.dataset.laid;
    if (!left || left === submitted || this.text.value.trim().replaceAll("\n", "/") !== submitted) return;
    const now = tiles.arrange(this.hand, left.split("/"), memory.get("rack") ?? "");
    if (tiles.rowsOf(now).join("/") !== left) return; // of other tiles: another round's
    this.past = [this.now];
    this.become(now);
    this.say(this.says.goOn);
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.now);
    this.become(this.past.pop());
    this.say(this.says.undone);
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.now);
    this.become(this.future.pop());
    this.say(this.says.redone);
  }

  /** Put a tile on a cell; a blank asks for its letter first. */
  put(id, place, as = "") {
    const tile = tiles.tileOf(this.now, id);
    this.picked.delete(id);
    if (tile.letter === "?" && !as && !tile.as) return this.askLetter(id, place);
    const sign = tile.letter === "?" ? as || tile.as : tile.letter;
    return this.do(tiles.put(this.now, id, place, as), `${fill(this.says.put, { letter: sign })} ${this.where(place)}`);
  }

  takeBack(ids) {
    const letters = ids.map((id) => tiles.tileOf(this.now, id).letter).join(" ");
    this.do(tiles.takeBack(this.now, ids), fill(this.says.takenBack, { letters }));
  }

  /** Turn what is picked, else the word at the cursor. */
  turnPicked() {
    const ids = this.picked.size ? [...this.picked] : this.wordAtCursor();
    const laid = ids.filter((id) => tiles.tileOf(this.now, id).place);
    if (laid.length) this.do(tiles.turn(this.now, laid), this.says.turned);
  }

  wordAtCursor() {
    const { place, across } = this.cursor;
    const line = tiles.lineAt(this.now, place, across);
    return (line.length > 1 ? line : tiles.lineAt(this.now, place, !across)).map((tile) => tile.id);
  }

  rerank(next) {
    this.now = next;
    memory.set("rack", this.rackLetters());
    this.show();
  }

  pick(ids) {
    this.picked = new Set(ids);
    this.show();
    if (ids.length) this.say(fill(this.says.picked, { letters: ids.map((id) => tiles.tileOf(this.now, id).letter).join(" ") }));
  }

  moveCursor(place, across = this.cursor.across) {
    this.cursor = { place, across, isShown: true };
    this.showCaret();
    this.keepInSight(place);
    const tile = tiles.tileAt(this.now, place);
    const what = tile ? tiles.signOf(tile) : this.says.empty;
    this.say(`${this.where(place)} ${what}, ${across ? this.says.across : this.says.down}`);
  }

  setMarking(on) {
    this.marking.setAttribute("aria-pressed", String(on));
  }

  askLetter(id, place) {
    const choose = (letter) => {
      this.letters.hidden = true;
      this.put(id, place, letter);
      this.field.focus();
    };
    const buttons = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) =>
      this.button(letter, "", () => choose(letter), "button"),
    );
    this.letters.replaceChildren(make("p", "", this.says.askLetter), make("div", "grid-of-letters", ...buttons));
    this.letters.hidden = false;
    buttons[0].focus();
  }

  /** New tiles have come, or one went back: what lies stays where it lies. */
  followHand() {
    const held = [...this.hand].sort().join("");
    if (held === this.now.tiles.map((tile) => tile.letter).sort().join("")) return;
    const before = new Set(this.now.tiles.map((tile) => tile.id));
    this.past = [];
    this.future = [];
    this.become(tiles.withHand(this.now, this.hand), true);
    for (const tile of this.now.tiles) if (!before.has(tile.id)) this.elements.get(tile.id).classList.add("arriving");
    const come = this.now.tiles.filter((tile) => !before.has(tile.id)).map((tile) => tile.letter);
    if (come.length) this.say(fill(this.says.arrived, { letters: come.join(" ") }));
  }

  rackLetters() {
    return this.now.rack.map((id) => tiles.tileOf(this.now, id).letter).join("");
  }

  say(text) {
    if (text) this.live.textContent = text;
  }

  /** Rows and columns are counted from the upper left tile. */
  where([row, column]) {
    const { top, left } = this.box;
    return fill(this.says.where, { row: row - top + 1, column: column - left + 1 });
  }

  // --- pan and zoom -------------------------------------------------------------------------------------------------

  get box() {
    const laid = tiles.laid(this.now);
    return laid.length ? tiles.boxOf(laid) : { top: 0, left: 0, bottom: 0, right: 0 };
  }

  look(cell, x, y) {
    this.cell = Math.min(LARGEST_CELL, Math.max(LEAST_CELL, cell));
    [this.x, this.y] = [Math.round(x), Math.round(y)];
    for (const [name, value] of Object.entries({ cell: this.cell, x: this.x, y: this.y }))
      this.field.style.setProperty(`--${name}`, `${value}px`);
    this.showBeyond();
  }

  /** All tiles in sight, in the middle. */
  fit() {
    const { top, left, bottom, right } = this.box;
    const [wide, high] = [this.field.clientWidth, this.field.clientHeight];
    const usual = wide < 600 ? 38 : 44;
    const cell = Math.floor(Math.min(usual, wide / (right - left + 3), high / (bottom - top + 3)));
    const kept = Math.min(LARGEST_CELL, Math.max(LEAST_CELL, cell));
    this.look(kept, (wide - (left + right + 1) * kept) / 2, (high - (top + bottom + 1) * kept) / 2);
  }

  /** Zoom so that what is under a point of the field stays there. */
  zoom(factor, [atX, atY] = [this.field.clientWidth / 2, this.field.clientHeight / 2]) {
    const cell = Math.min(LARGEST_CELL, Math.max(LEAST_CELL, this.cell * factor));
    const scale = cell / this.cell;
    this.look(cell, atX - (atX - this.x) * scale, atY - (atY - this.y) * scale);
  }

  keepInSight([row, column]) {
    const [x, y] = [this.x + column * this.cell, this.y + row * this.cell];
    const [wide, high] = [this.field.clientWidth - this.cell, this.field.clientHeight - this.cell];
    this.look(this.cell, this.x + Math.max(0, -x) + Math.min(0, wide - x), this.y + Math.max(0, -y) + Math.min(0, high - y));
  }

  showBeyond() {
    if (!this.beyond || this.cell === undefined) return;
    const { top, left, bottom, right } = this.box;
    const half = this.cell / 2;
    const isOut = {
      left: this.x + left * this.cell < -half,
      top: this.y + top * this.cell < -half,
      right: this.x + (right + 1) * this.cell > this.field.clientWidth + half,
      bottom: this.y + (bottom + 1) * this.cell > this.field.clientHeight + half,
    };
    for (const [side, button] of Object.entries(this.beyond)) button.hidden = !isOut[side];
  }

  /** The cell under a point of the window. */
  cellAt(clientX, clientY) {
    const box = this.field.getBoundingClientRect();
    return [Math.floor((clientY - box.top - this.y) / this.cell), Math.floor((clientX - box.left - this.x) / this.cell)];
  }
}
