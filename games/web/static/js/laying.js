// Lays by hand what an order's form asks for as a layout: a board in the place of the picture that all see, over the text box.
// While the page brings its parts up to date around it, it stays, with what is laid and the steps there. Possible without it.

import * as tiles from "./board/arrangement.js";
import { Board } from "./board/board.js";
import { Trials } from "./trial.js";

const UNITS = 44; // of a picture to a cell
const PLAN = `plan of ${document.body.dataset.reader} at ${location.pathname}`; // what is laid, until it is played
const FACTS = ["board", "tiles", "rows", "hand"];
const formOf = () => document.querySelector("form[data-board]");
const aboutIn = (form) => JSON.stringify(FACTS.map((name) => form.dataset[name]));

/** The board of a form: laid with the tiles of a rack that is shown, on a board that is fixed, or anew from all tiles. */
class SharedBoard extends Board {
  constructor(form) {
    const { fixed, rows, values, colours, bonuses } = form.dataset;
    super(document.createElement("section"), fixed === undefined ? null : rows.split("/"));
    this.about = aboutIn(form);
    this.facts = { ...form.dataset, values: JSON.parse(values), bonuses: JSON.parse(bonuses), colours: colours.split("/") };
    this.struck = new Set(); // cells of runs that are no words
    this.earning = new Set(); // and those that bring points
    this.begin();
    this.try();
    this.cover(true);
    const { signal } = this.ending;
    const read = ({ target }) => target === this.text && this.rowsOfText() && this.read();
    document.addEventListener("input", read, { signal });
  }

  get hand() {
    return this.facts.hand;
  }

  /** Nobody has written into the text box yet. */
  get isUntouched() {
    return this.text.value === this.text.defaultValue;
  }

  get begun() {
    return this.isUntouched ? this.start : super.begun;
  }

  /** What was planned: on a fixed board as far as its cells are still free, else if it is about the same tiles. */
  get start() {
    const [plan, about] = localStorage.getItem(PLAN)?.split(" ") ?? [];
    if (this.fixed) return tiles.stillFree(this.fixed, plan?.split("/") ?? []);
    return (plan !== undefined && about === this.hand ? plan : this.facts.rows).split("/");
  }

  get text() {
    return formOf().elements[this.facts.field];
  }

  get picture() {
    return document.querySelector(`[data-grid="${this.facts.board}"]`);
  }

  /** On a fixed board the picture lies under the tiles. */
  build(parts) {
    this.play.className = this.fixed ? "play fixed" : "play";
    this.play.ariaLabel = this.field.ariaLabel = this.text.labels[0].textContent;
    this.play.append(parts);
    this.trials = new Trials(this.trial, () => this.showTrial());
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
    const shown = this.picture ?? document.querySelector(`[data-rack="${this.facts.tiles}"]`);
    shown.closest(".pieces").before(this.play);
    this.showLatest();
  }

  /** What was done last on this board stands beside it until something is laid. */
  showLatest() {
    this.play.querySelector(".latest")?.remove();
    const latest = this.picture?.querySelector(".latest");
    if (latest) this.trial.after(latest.cloneNode(true));
  }

  joinForm() {
    if (this.isUntouched) this.text.value = this.rows;
    const isAlike = this.text.value.trim() === this.rows;
    this.text.closest("details").open = !isAlike;
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
    return { struck: isIn(this.struck), crossing: isIn(this.earning) };
  }

  tell() {
    localStorage.setItem(PLAN, [this.rows.replaceAll("\n", "/"), ...(this.fixed ? [] : [this.hand])].join(" "));
    this.cover(true);
    this.try();
  }

  /** What lies is tried, unless it is nothing. */
  try() {
    if (!this.facts.try) return;
    if (tiles.laidOf(this.now).length) this.trials.ask(formOf());
    else this.trials.clear();
  }

  showTrial() {
    const { top, left } = this.fixed ? { top: 0, left: 0 } : tiles.boxOf(this.now); // cells are told as they lie in the rows
    const placed = (cell) => cell.split(",").map((n, i) => Number(n) + [top, left][i]);
    const cellsOf = (name, selector = `[data-${name}]`) => {
      const told = [...this.trial.querySelectorAll(selector)].flatMap(({ dataset }) => dataset[name].trim().split(" "));
      return new Set(told.map((cell) => String(placed(cell))));
    };
    this.struck = cellsOf("cells", ".bad");
    this.earning = cellsOf("earning");
    this.showStates();
  }

  /** The picture of a fixed board, and the rack of who lays on it, are not shown twice; nor is a grid before it is laid anew. */
  cover(isCovered) {
    const { board, tiles, rows } = this.facts;
    const isTwice = this.fixed || (tiles && this.rows === rows.replaceAll("/", "\n"));
    const parts = `[data-grid="${board}"] > :is(h2, .plan)${this.fixed ? `, [data-rack="${tiles}"]` : ""}`;
    for (const part of document.querySelectorAll(parts)) part.hidden = Boolean(isCovered && isTwice);
  }

  /** The form is another, about the same: what is laid goes into it, unless somebody has written there what is no layout. */
  goOn() {
    this.cover(true);
    this.showLatest();
    if (this.rowsOfText() && document.activeElement !== this.text) this.text.value = this.rows;
    this.joinForm();
  }

  leave() {
    this.ending.abort();
    this.cover(false);
    this.play.remove();
  }
}

let board = null;

/** Follows the page: a board while a form asks for a layout, and a new one where that is about something else. */
function follow() {
  const form = formOf();
  if (form && board?.about === aboutIn(form)) return board.goOn();
  board?.leave();
  if (form && board) form.elements[form.dataset.field].value = form.elements[form.dataset.field].defaultValue;
  board = form && new SharedBoard(form);
}

document.body.addEventListener("htmx:oobAfterSwap", follow);
follow();
