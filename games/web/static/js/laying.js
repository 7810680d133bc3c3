// Laying out by hand what an order's form asks for: a board in place of the shared picture, above the text box. It
// keeps its tiles and undo steps while the page updates the parts around it. Everything also works without it.

import * as tiles from "./board/arrangement.js";
import { Board, countTo, FOR_A_TRIAL } from "./board/board.js";
import { press } from "./board/gestures.js";
import { senderOf, standAsBoard, Trials } from "./forms.js";

const { alphabet } = tiles;
const UNITS = 44; // of a picture per cell
const FOR_THE_NEWS = 44; // pixels of the board below the line on bids
const FACTS = ["board", "tiles", "rows", "hand", "round"];
const formOf = () => document.querySelector("form[data-board]");
const PLACE = formOf()?.dataset.plan ?? location.pathname; // a puzzle is the same on the front page and on its own page
const PLAN = `plan of ${document.body.dataset.reader} at ${PLACE}`; // what is laid, until it is played
const aboutIn = (form) => JSON.stringify(FACTS.map((name) => form.dataset[name]));

/** Buttons beside the board for a number of the form that depends on the laid tiles. `numberOf` returns its current
 * field, `write` fills it in, and `shown` is called with each number, 0 for none. */
class Stepper {
  constructor(numberOf, { write, shown, says }) {
    Object.assign(this, { numberOf, write, shown, most: 0, element: document.createElement("div") });
    Object.assign(this.element, { className: "stepper", role: "group", ariaLabel: numberOf().labels[0].textContent, hidden: true });
    this.lower = this.button("−", -1, says.fewer);
    this.raise = this.button("+", 1, says.more);
    this.output = document.createElement("output");
    this.element.append(this.lower, this.output, this.raise);
  }

  button(text, by, says) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, ariaLabel: says });
    button.addEventListener("click", () => this.step(by));
    return button;
  }

  get least() {
    return Number(this.numberOf().min);
  }

  /** Set the most that the laid tiles are worth; 0 while they are worth nothing. */
  follow(most) {
    this.most = most;
    const isChoice = most >= this.least;
    const number = Number(this.numberOf().value);
    this.element.hidden = !isChoice;
    this.output.value = number;
    this.lower.ariaDisabled = number <= this.least;
    this.raise.ariaDisabled = number >= most;
    this.shown(isChoice ? number : 0);
  }

  step(by) {
    const next = Number(this.numberOf().value) + by;
    if (next < this.least || next > this.most) return;
    this.write(this.numberOf(), String(next));
    this.follow(this.most);
  }
}

/** The board of a form: tiles go from a visible rack onto a fixed board, or all tiles onto an empty one. */
class SharedBoard extends Board {
  constructor(form) {
    const { fixed, rows, values, colours, bonuses } = form.dataset;
    super(document.createElement("section"), fixed === undefined ? null : alphabet.inside(rows).split("/"));
    this.about = aboutIn(form);
    this.facts = { ...form.dataset, values: JSON.parse(values), bonuses: JSON.parse(bonuses), colours: colours.split("/") };
    this.frame = Object.assign(document.createElement("div"), { className: "longest", hidden: true });
    this.struck = new Set(); // cells of runs that are not valid words
    this.earning = new Set(); // cells that score
    this.begin();
    this.try();
    standAsBoard(this.field);
    this.cover(true);
    const { signal } = this.ending;
    const read = ({ target }) => target === this.text && (this.rowsOfText() ? this.read() : this.trials.clear());
    document.addEventListener("input", read, { signal });
    document.addEventListener("submit", (event) => event.target === formOf() && this.refuses(event), { signal, capture: true });
  }

  get hand() {
    return alphabet.inside(this.facts.hand);
  }

  /** True if nobody has typed into the text box. */
  get isUntouched() {
    return this.text.value === this.text.defaultValue;
  }

  get begun() {
    return this.isUntouched ? this.start : super.begun;
  }

  /** The layout to begin with: the rows of the form, or a first word. */
  get given() {
    return this.facts.begun ?? this.facts.rows;
  }

  /** The planned layout: on a fixed board as far as its cells are still free, otherwise if tiles and round are the
   * same. */
  get start() {
    const [plan, hand, round] = localStorage.getItem(PLAN)?.split(" ") ?? [];
    if (this.fixed) return tiles.stillFree(this.fixed, plan ? alphabet.inside(plan).split("/") : []);
    return alphabet.inside(hand === this.facts.hand && round === this.facts.round ? plan : this.given).split("/");
  }

  get coveredAbove() {
    const chips = this.play.parentElement.querySelector(":scope > .chips");
    return (chips?.offsetHeight ? chips.offsetHeight + 12 : 0) + (this.stepper ? FOR_THE_NEWS : 0);
  }

  get coveredBelow() {
    return this.stepper ? FOR_A_TRIAL : super.coveredBelow;
  }

  /** True if the player rearranges the shared grid with one more tile. */
  get isRebuilt() {
    return !this.fixed && Boolean(this.picture);
  }

  get tools() {
    return { old: () => this.showOld(press(this.looking)) };
  }

  /** Cover the board with the grid as it was, or uncover it. */
  showOld(isShown) {
    this.old?.remove();
    this.looking.ariaPressed = isShown;
    if (!isShown) return;
    this.old = Object.assign(document.createElement("div"), { className: "old-grid" });
    this.old.append(this.picture.querySelector("svg").cloneNode(true));
    this.field.after(this.old);
  }

  get text() {
    return formOf().elements[this.facts.field];
  }

  get picture() {
    return document.querySelector(`[data-grid="${this.facts.board}"]`);
  }

  /** Build the board; a fixed one has the picture below its tiles. */
  build(parts) {
    this.play.className = this.fixed ? "play fixed" : "play";
    this.play.ariaLabel = this.field.ariaLabel = this.text.labels[0].textContent;
    this.play.append(parts);
    if (!document.getElementById("live")) this.trial.dataset.part = "status"; // a puzzle has no status line of its own
    this.trials = new Trials(this.trial, () => this.showTrial(), countTo);
    if (this.fixed) {
      const svg = this.picture.querySelector("svg");
      const lies = document.createElement("p");
      lies.className = "unseen-by-eye";
      lies.textContent = svg.ariaLabel;
      this.field.before(lies);
      this.world.prepend(svg.cloneNode(true));
      const { x, y, width } = svg.viewBox.baseVal;
      this.world.firstElementChild.style.cssText = `--column: ${x / UNITS}; --row: ${y / UNITS}; --wide: ${width / UNITS}`;
    }
    const numberOf = () => formOf().querySelector("input[type=number]");
    if (numberOf()) {
      const write = (control, text) => this.trials.write(control, text);
      this.stepper = new Stepper(numberOf, { write, shown: (n) => this.showNumber(n), says: this.says });
      this.play.append(this.stepper.element);
    }
    const shown = this.picture ?? document.querySelector(`[data-rack="${this.facts.tiles}"]`);
    const pieces = shown.closest(".pieces");
    const common = pieces.closest(".common"); // in the frame of a game's page, whose tools are in one row
    (common ?? pieces).before(this.play);
    if (common && !this.fixed) this.play.querySelector(".steps").append(this.marking);
    if (common && this.isRebuilt) this.play.querySelector("[data-tool=shuffle]").replaceWith(this.looking);
    else this.looking.remove();
    if (common) this.play.querySelector(".over").remove();
    if (this.isRebuilt) this.world.append(this.frame);
    this.showLatest();
  }

  /** Show the last move beside the board until something is laid, and before that what to do. A bid to beat stays over
   * the board, above what to do. */
  showLatest() {
    for (const line of this.play.querySelectorAll(".latest")) line.remove();
    const latest = this.picture?.querySelector(".latest");
    const hint = this.text.form.querySelector("[data-hint]");
    const isOver = latest && this.stepper && document.getElementById("live");
    for (const [shown, look] of [[latest, isOver ? "latest over" : "latest"], [(isOver || !latest) && hint, "latest hint"]]) {
      if (shown) this.trial.after(Object.assign(document.createElement("p"), { className: look, textContent: shown.textContent }));
    }
  }

  joinForm() {
    formOf().noValidate = true; // the board says what is missing
    if (this.isUntouched) this.text.value = this.rows;
    const isAlike = this.text.value.trim() === this.rows;
    const fold = this.text.closest("details");
    fold.open = !isAlike || Boolean(fold.closest(".drawer"));
    if (fold.closest(".drawer")) return;
    formOf().append(fold); // below the button, as the board is above it
    for (const field of formOf().querySelectorAll(".from-board")) fold.append(field); // fields read from the board, too
  }

  worthOf(character) {
    return this.facts.values[character] ?? 0;
  }

  bareAt([row, column]) {
    const colour = this.facts.bonuses[this.facts.colours[row]?.[column]];
    return [this.says.empty, colour].filter(Boolean).join(", ");
  }

  statesOf({ place }) {
    const isIn = (cells) => Boolean(place) && cells.has(String(place));
    return {
      struck: isIn(this.struck),
      crossing: isIn(this.earning),
    };
  }

  // --- the order -----------------------------------------------------------------------------------------------------

  get button() {
    return senderOf(formOf());
  }

  /** Enter sends what is laid on a fixed board, unless a tile is selected. */
  send() {
    if (!this.fixed || this.picked.length || !tiles.laidOf(this.now).length) return false;
    this.finish();
    return true;
  }

  /** Don't send what the preview says would be refused. */
  refuses(event) {
    if (this.button.ariaDisabled !== "true") return;
    event.preventDefault();
    event.stopPropagation();
    const hint = document.createElement("strong");
    hint.textContent = formOf().querySelector("[data-hint]")?.textContent ?? "";
    if (this.isWanting) this.trial.replaceChildren(hint);
    this.say((this.trial.querySelector(".refused") ?? hint).textContent);
  }

  /** True if the tile that is new to a grid isn't laid yet, so there is nothing to judge. */
  get isWanting() {
    const { tiles: rack, rows } = this.facts;
    return Boolean(!this.fixed && rack && rows && this.rowsOfText() && tiles.rackOf(this.now).length);
  }

  /** Show on the button what the layout would earn; dash the button while it would be refused. */
  showOnButton() {
    const { button } = this;
    const worth = button.querySelector("[data-worth]");
    if (worth) worth.textContent = this.stepper ? this.missing : (this.trial.querySelector(".score")?.textContent ?? "");
    const isFutile = (this.fixed || (this.stepper && !this.isAskedAgain)) && this.trial.querySelector(".refused");
    const isRefused = isFutile || this.isWanting;
    if (button.type === "submit") button.ariaDisabled = isRefused ? "true" : null;
  }

  /** True if the server asked whether to send it all the same. */
  get isAskedAgain() {
    return Boolean(formOf().elements.sure);
  }

  /** Say in a few words why the number can't be sent. */
  get missing() {
    if (this.isWanting) return this.fill("notLaid", { letter: tiles.lettersOf(this.now, tiles.rackOf(this.now).map(({ id }) => id)) });
    if (!this.trial.querySelector(".refused")) return "";
    return this.longest && this.longest < this.stepper.least ? this.fill("tooShort", { n: this.longest }) : this.says.notAllowed;
  }

  /** The length of the longest word with the new tile, as far as known. */
  get longest() {
    return Number(this.trial.querySelector("data[data-fills=field-0]")?.value ?? 0);
  }

  /** Remove a refusal or question about another layout, whose place the status takes. */
  forgetRefusal() {
    for (const one of document.querySelectorAll(".solving :is(.note, .anyway)")) one.remove();
    for (const one of document.querySelectorAll(".solving .acts > [hidden]")) one.hidden = false;
  }

  /** Show on the button which number it sends. */
  showNumber(n) {
    const label = this.button.firstElementChild ?? this.button; // one that sends nothing has no second line
    label.dataset.plain ??= label.textContent;
    const least = this.button.type === "submit" && !this.isAskedAgain && this.fill("orMore", { order: label.dataset.plain, n: this.stepper.least });
    label.textContent = n ? `${label.dataset.plain} ${n}` : least || label.dataset.plain;
  }

  tell() {
    this.forgetRefusal();
    localStorage.setItem(PLAN, [this.rows.replaceAll("\n", "/"), ...(this.fixed ? [] : [this.facts.hand, this.facts.round])].join(" "));
    this.cover(true);
    this.try();
  }

  /** Preview the layout, unless it is empty or unchanged. */
  try() {
    if (!this.facts.try) return;
    if (this.button.type === "submit") this.button.ariaDisabled = null;
    const isBegun = this.rows !== this.given.replaceAll("/", "\n") || !tiles.rackOf(this.now).length;
    if (tiles.laidOf(this.now).length && isBegun) this.trials.ask(formOf());
    else this.trials.clear();
  }

  showTrial() {
    const { top, left } = this.fixed ? { top: 0, left: 0 } : tiles.boxOf(this.now); // cells are given by their position in the rows
    const placed = (cell) => cell.split(",").map((n, i) => Number(n) + [top, left][i]);
    const cellsOf = (name, selector = `[data-${name}]`) => {
      const told = [...this.trial.querySelectorAll(selector)].flatMap(({ dataset }) => dataset[name].trim().split(" "));
      return new Set(told.map((cell) => String(placed(cell))));
    };
    this.struck = cellsOf("cells", ".bad");
    this.earning = cellsOf("earning");
    this.showStates();
    this.showLongest();
    this.showOnButton();
    this.stepper?.follow(this.isWanting || this.trial.querySelector(".refused") ? 0 : this.longest);
  }

  /** Frame the longest word with the new tile, and show its length. */
  showLongest() {
    const added = this.isRebuilt ? this.hand.at(-1) : ""; // the others are those of the grid
    const hasAdded = ({ word, tiles: those }) => word.length === this.longest && those.some(({ letter }) => letter === added);
    const run = this.isWanting ? null : tiles.runsOf(this.now).find(hasAdded);
    this.frame.hidden = !run;
    if (!run) return;
    const { top, left, bottom, right } = tiles.boxOf(run.tiles);
    this.frame.style.cssText = `--row: ${top}; --column: ${left}; --high: ${bottom - top + 1}; --wide: ${right - left + 1}`;
    this.frame.dataset.length = this.longest;
  }

  /** Hide the picture of a fixed board and its rack, which are shown already, and the old grid while a new one is
   * laid. */
  cover(isCovered) {
    const { board, tiles, rows } = this.facts;
    const isTwice = this.fixed || (tiles && this.rows === rows.replaceAll("/", "\n"));
    const parts = `[data-grid="${board}"] > :is(h2, .latest, .plan)${this.fixed ? `, [data-rack="${tiles}"]` : ""}`;
    for (const part of document.querySelectorAll(parts)) part.hidden = Boolean(isCovered && isTwice);
  }

  /** Continue with a new form for the same thing: put the layout into it, unless something else was typed there. */
  goOn() {
    this.showOld(false);
    this.cover(true);
    this.showLatest();
    if (this.rowsOfText() && document.activeElement !== this.text) this.text.value = this.rows;
    this.joinForm();
    this.try();
  }

  leave() {
    this.trials.forget();
    this.ending.abort();
    this.cover(false);
    this.play.remove();
    standAsBoard(null);
  }
}

let board = null;

/** Follow the page: keep the board while a form asks for the same layout, and make a new one for another. */
function follow() {
  const form = formOf();
  if (form && board?.about === aboutIn(form)) return board.goOn();
  const before = board;
  const hadFocus = before?.play.contains(document.activeElement);
  before?.leave();
  if (form && before) form.reset(); // it was written for the earlier board
  board = form && new SharedBoard(form);
  if (!board || !hadFocus) return;
  if (board.fixed) board.point(before.cursor.place, before.cursor.across); // the keyboard cursor stays where it was
  board.field.focus({ preventScroll: true }); // which announces its position
}

document.body.addEventListener("htmx:oobAfterSwap", follow);
follow();
