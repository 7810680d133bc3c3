// A board whose words are looked up and whose sums are told while it is arranged.

import * as tiles from "./arrangement.js";
import { Board } from "./board.js";
import { press } from "./gestures.js";

export class ScoredBoard extends Board {
  /** `play` is the section it stands in; its `data-words` is where words are looked up. */
  constructor(play) {
    super(play);
    Object.assign(this.says, JSON.parse(document.getElementById("score-says").textContent));
    this.words = new Map(); // to whether they are in the list; undefined while that is asked
  }

  /** Notes which words these rows have, so that nobody asks for them. */
  know(rows, isWord = () => true) {
    for (const word of tiles.wordsOf(tiles.written(rows))) this.words.set(word, isWord(word));
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

  isWord(word) {
    return this.words.get(word);
  }

  judge() {
    this.score = tiles.scoreOf(this.now, (word) => this.isWord(word));
    this.showStates();
    if (this.score.isKnown) return this.showSums();
    const asked = tiles.wordsOf(this.now).filter((word) => !this.words.has(word));
    if (asked.length) this.lookUp(asked); // else the answer is on its way
  }

  /** Asks which of the runs not known yet are words: only words go out, never a layout. */
  async lookUp(asked) {
    for (const word of asked) this.words.set(word, undefined);
    const answer = await this.ask(`${this.play.dataset.words}?of=${asked.join(",")}`).catch(() => null);
    const found = answer?.ok && (await answer.json().catch(() => null))?.words;
    for (const word of asked) found ? this.words.set(word, found.includes(word)) : this.words.delete(word);
    if (found) this.judge();
    else this.reason.textContent = this.says.unreachable;
  }

  ask(address) {
    return fetch(address);
  }

  /** Shows what the arrangement is worth, beside the score that counts now, such as `24/9`; gives all that is said of it. */
  showSums(submitted = "") {
    const sums = tiles.sumsOf(this.score, submitted, this.fill);
    for (const part of ["worth", "difference", "verdict", "counts", "terms", "each", "reason"])
      this[part].textContent = sums[part];
    this.verdict.classList.toggle("bad", Boolean(sums.reason));
    return sums;
  }
}
