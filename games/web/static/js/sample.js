// The sample on the front page: the board of the game, with its sums. What is laid there goes nowhere. Without script there is
// the picture.

import * as tiles from "./board/arrangement.js";
import { Board } from "./board/board.js";
import { press } from "./board/gestures.js";

class Sample extends Board {
  constructor(play) {
    super(play);
    Object.assign(this.says, JSON.parse(document.getElementById("score-says").textContent));
    this.text = Object.assign(document.createElement("textarea"), { value: play.dataset.rows.replaceAll("/", "\n") });
    const laid = tiles.wordsOf(tiles.written(play.dataset.rows.split("/")));
    this.words = new Map(laid.map((word) => [word, true])); // to whether they are in the list; undefined while that is asked
    this.begin();
  }

  get hand() {
    return this.play.dataset.hand;
  }

  build(parts) {
    const scores = Object.assign(document.createElement("div"), { className: "scores" });
    scores.append(...[this.worth, this.verdict].map((part) => part.parentElement));
    parts.querySelector(".pill").remove();
    this.play.replaceChildren(scores, parts);
  }

  worthOf(sign) {
    return tiles.valueOf(sign);
  }

  statesOf(tile) {
    const { crossings, struck, isKnown, inWord } = this.score;
    return {
      crossing: crossings.some((crossing) => crossing.tile === tile),
      struck: struck.some((run) => run.tiles.includes(tile)),
      leftover: Boolean(tile.place) && isKnown && !inWord.has(tile),
    };
  }

  get tools() {
    return { sums: () => (this.earnings.hidden = !press(this.summing)) };
  }

  judge() {
    this.score = tiles.scoreOf(this.now, (word) => this.words.get(word));
    this.showStates();
    if (!this.score.isKnown) return this.lookUp(tiles.wordsOf(this.now).filter((word) => !this.words.has(word)));
    const sums = tiles.sumsOf(this.score, "", this.fill);
    for (const part of ["worth", "verdict", "counts", "terms", "each"]) this[part].textContent = sums[part];
    return this.verdict.classList.toggle("bad", Boolean(sums.reason));
  }

  async lookUp(asked) {
    if (!asked.length) return; // the answer is on its way
    for (const word of asked) this.words.set(word, undefined);
    const answer = await fetch(`${this.play.dataset.words}?of=${asked.join(",")}`).catch(() => null);
    const found = answer?.ok ? (await answer.json()).words : null;
    for (const word of asked) found ? this.words.set(word, found.includes(word)) : this.words.delete(word);
    if (found) this.judge();
    else this.reason.textContent = this.says.unreachable;
  }
}

new Sample(document.getElementById("sample"));
