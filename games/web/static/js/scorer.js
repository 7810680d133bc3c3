// The score calculator: lays a crossword of real tiles by hand above its form, updates the text, and with it the
// server's sum. Everything also works without it, by text.

import * as tiles from "./board/arrangement.js";
import { LooseBoard } from "./board/board.js";

const { alphabet } = tiles;

class Scorer extends LooseBoard {
  constructor(play, form) {
    super(play);
    Object.assign(this, { form, text: form.elements.layout, list: form.elements.words.value });
    this.begin();
    form.addEventListener("input", ({ target }) => target !== this.text && this.followForm());
    document.body.addEventListener("htmx:afterSwap", () => this.followReckoning());
  }

  /** What the server read in the form: `rows` of the text, and the tiles of the chosen `set`. */
  get asRead() {
    return document.getElementById("read").dataset;
  }

  /** The rows as the server read them, for a text that is a list of words. */
  get start() {
    return alphabet.inside(this.asRead.rows).split("/");
  }

  /** The laid tiles, and one more of each that the set still has. */
  supplied(like) {
    const set = alphabet.inside(this.asRead.set);
    const laid = tiles.laidOf(like);
    const held = [...new Set(set)].filter((letter) => {
      const used = laid.filter((tile) => tile.letter === letter).length;
      return used < set.split(letter).length - 1;
    });
    return tiles.sorted(tiles.arrange(laid.map(({ letter }) => letter).join("") + held.join(""), laid), alphabet);
  }

  arranged(rows) {
    return this.supplied(tiles.written(rows));
  }

  follow(done) {
    this.steps[this.at] = this.supplied(this.now);
    super.follow(done);
  }

  /** Follow the server's answer after another set was chosen or a list of words was typed. */
  followReckoning() {
    this.steps[this.at] = this.rowsOfText() ? this.supplied(this.now) : this.arranged(this.start);
    this.rows = this.written();
    this.show();
    if (!this.rowsOfText()) this.fit();
  }

  /** The laid tiles, and those entered as leftover. */
  get counted() {
    const beside = [...alphabet.inside(this.form.elements.beside.value)].filter((one) => alphabet.order.includes(one.toUpperCase()));
    return [...tiles.laidOf(this.now), ...beside.map((letter) => ({ letter, place: null }))];
  }

  /** True if a word counts. Without a word list, the players decide, so nothing is looked up. */
  isWord(word) {
    return !this.list || super.isWord(word);
  }

  ask(address) {
    return fetch(`${address}&list=${encodeURIComponent(this.list)}`);
  }

  /** Follow a change of the word list or the leftover tiles. */
  followForm() {
    if (this.list !== this.form.elements.words.value) this.words.clear();
    this.list = this.form.elements.words.value;
    this.judge();
  }

  /** Fold the text away, unless the server can't read it. */
  joinForm() {
    super.joinForm();
    this.text.closest("details").open = Boolean(this.text.value.trim()) && !this.asRead.rows;
  }

  /** Show the score; the sum beside it already says which words are struck. */
  showSums() {
    super.showSums();
    this.reason.textContent = "";
    if (!this.list) this.verdict.textContent = "";
  }

  /** Report the change to the form, unless the text was typed, which the form notices itself. */
  tell() {
    if (document.activeElement !== this.text) this.form.dispatchEvent(new Event("laid"));
  }
}

new Scorer(document.getElementById("scorer-board"), document.getElementById("scorer"));
