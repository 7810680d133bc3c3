// Lays a crossword of real tiles by hand over the scorer's form: its text follows, and with it the sum that the server makes.
// Possible without it, by the text.

import * as tiles from "./board/arrangement.js";
import { LooseBoard } from "./board/board.js";

const BESIDE = /[A-Za-z?]/g;

class Scorer extends LooseBoard {
  constructor(play, form) {
    super(play);
    Object.assign(this, { form, text: form.elements.layout, list: form.elements.words.value });
    this.begin();
    form.addEventListener("input", ({ target }) => target !== this.text && this.followForm());
    document.body.addEventListener("htmx:afterSwap", () => this.followReckoning());
  }

  /** What the server read in the form: the `rows` that the text lays, and the tiles of the `set` that is chosen. */
  get asRead() {
    return document.getElementById("read").dataset;
  }

  /** A list of words in the text is laid as the server reads it. */
  get start() {
    return this.asRead.rows.split("/");
  }

  /** What lies, and beside it one more of each tile, for as long as the set holds one. */
  supplied(like) {
    const { set } = this.asRead;
    const laid = tiles.laidOf(like);
    const held = [...new Set(set)].filter((letter) => {
      const used = laid.filter((tile) => tile.letter === letter).length;
      return used < set.split(letter).length - 1;
    });
    return tiles.sorted(tiles.arrange(laid.map(({ letter }) => letter).join("") + held.join(""), laid));
  }

  arranged(rows) {
    return this.supplied(tiles.written(rows));
  }

  follow(done) {
    this.steps[this.at] = this.supplied(this.now);
    super.follow(done);
  }

  /** The server has read another set, or a list of words. */
  followReckoning() {
    this.steps[this.at] = this.rowsOfText() ? this.supplied(this.now) : this.arranged(this.start);
    this.rows = this.written();
    this.show();
    if (!this.rowsOfText()) this.fit();
  }

  /** What lies, and the tiles written as left over. */
  get counted() {
    const beside = this.form.elements.beside.value.match(BESIDE) ?? [];
    return [...tiles.laidOf(this.now), ...beside.map((letter) => ({ letter, place: null }))];
  }

  /** Without a list the table decides, so nothing is looked up. */
  isWord(word) {
    return !this.list || super.isWord(word);
  }

  ask(address) {
    return fetch(`${address}&list=${encodeURIComponent(this.list)}`);
  }

  /** Another list, or other tiles left over. */
  followForm() {
    if (this.list !== this.form.elements.words.value) this.words.clear();
    this.list = this.form.elements.words.value;
    this.judge();
  }

  /** The text is folded away, unless nobody can read it. */
  joinForm() {
    super.joinForm();
    this.text.closest("details").open = Boolean(this.text.value.trim()) && !this.asRead.rows;
  }

  /** Which words are struck the sum beside it says. */
  showSums() {
    super.showSums();
    this.reason.textContent = "";
    if (!this.list) this.verdict.textContent = "";
  }

  /** The text was written by hand, so the form tells nobody of it. */
  tell() {
    if (document.activeElement !== this.text) this.form.dispatchEvent(new Event("laid"));
  }
}

new Scorer(document.getElementById("scorer-board"), document.getElementById("scorer"));
