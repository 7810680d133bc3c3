// The board while it is arranged: shows an arrangement, keeps its past, scores it, and says aloud what was done.
// Which hand moves what is in gestures.js. Without script the same layout is written in the text box, which stays in step.

import * as tiles from "./arrangement.js";
import { followGestures } from "./gestures.js";
import { fill, make, memory } from "./page.js";
import { runsOf, scoreOf, shown, valueOf } from "./score.js";
import { Sight } from "./sight.js";
import { Sums } from "./sums.js";

export class Board {
  /** `play` is the section with the board as the server drew it, `form` the one with the text box. */
  constructor(play, form) {
    this.play = play;
    this.form = form;
    this.text = form.querySelector("textarea");
    this.says = JSON.parse(document.getElementById("board-says").textContent);
    this.sums = new Sums(play, this.says);
    this.words = new Map();
    this.past = [];
    this.future = [];
    this.picked = new Set();
    this.cursor = { place: [0, 0], across: true, isShown: false };
    this.now = tiles.arrange(this.hand, this.rowsOfText() ?? [], memory.get("rack") ?? "");
    this.build();
    this.sight.fit();
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
    const beyond = Object.fromEntries(
      Object.entries({ left: "←", right: "→", top: "↑", bottom: "↓" }).map(([side, arrow]) => [
        side,
        this.button(arrow, this.says.beyond, () => this.sight.fit(), `beyond at-${side}`),
      ]),
    );
    this.field.append(...Object.values(beyond));
    this.sight = new Sight(this.field, beyond, () => this.box);
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
      fit: () => this.sight.fit(),
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
    this.sight.showBeyond();
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

  get cells() {
    return new Map(tiles.laid(this.now).map((tile) => [String(tile.place), tiles.signOf(tile)]));
  }

  get score() {
    return scoreOf(this.cells, this.now.rack.length, (word) => this.words.get(word));
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
    const struck = [...new Set(score.struck.map((run) => run.word))].join(", ");
    this.status.textContent = struck ? fill(this.says.struck, { words: struck }) : "";
    this.submit?.setAttribute("aria-disabled", String(Boolean(struck)));
    this.sums.show(score, struck);
  }

  /** Asks which of the runs not known yet are words: only words go out, never a layout. */
  async lookUp() {
    const asked = [...new Set(runsOf(this.cells).map((run) => run.word))].filter((word) => !this.words.has(word));
    const answer = await fetch(`${this.play.dataset.words}?of=${asked.join(",")}`).catch(() => null);
    if (!answer?.ok) {
      this.status.textContent = this.says.unreachable;
      return;
    }
    const { words } = await answer.json();
    for (const word of asked) this.words.set(word, words.includes(word));
    this.showScore();
    this.tellArranged();
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
    this.show();
    this.tellArranged();
  }

  /** Lay what the rows say, of the tiles held, as one step that can be undone; the rack keeps its order. */
  lay(rows, says = "") {
    return this.do(tiles.arrange(this.hand, rows, this.rackLetters()), says);
  }

  /** Whoever keeps arrangements hears of each: `score` as the sums show it, null while it is not known. */
  tellArranged() {
    const score = this.score.isKnown ? shown(this.score) : null;
    this.play.dispatchEvent(new CustomEvent("arranged", { detail: { text: tiles.rowsOf(this.now).join("\n"), score } }));
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
    this.sight.keepInSight(place);
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

  get box() {
    const laid = tiles.laid(this.now);
    return laid.length ? tiles.boxOf(laid) : { top: 0, left: 0, bottom: 0, right: 0 };
  }
}
