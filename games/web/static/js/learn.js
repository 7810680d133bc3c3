// Lays the small board of a lesson by hand over its form: the text follows, and with it what the server says of it. Possible
// without it, by the text.

import { LooseBoard } from "./board/board.js";

class Lesson extends LooseBoard {
  constructor(play, form) {
    super(play);
    Object.assign(this, { form, text: form.elements.layout });
    this.begin();
  }

  get hand() {
    return this.play.dataset.hand;
  }

  get start() {
    return this.play.dataset.rows.split("/");
  }

  /** The text was written by hand, so the form tells nobody of it. */
  tell() {
    if (document.activeElement !== this.text) this.form.dispatchEvent(new Event("laid"));
  }
}

new Lesson(document.getElementById("lesson-board"), document.getElementById("lesson"));
