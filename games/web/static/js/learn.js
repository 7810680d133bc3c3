// The small board of a lesson, laid by hand above its form: it updates the text, and with it the server's response.
// Everything also works without it, by text.

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

  /** Report the change to the form, unless the text was typed, which the form notices itself. */
  tell() {
    if (document.activeElement !== this.text) this.form.dispatchEvent(new Event("laid"));
  }
}

new Lesson(document.getElementById("lesson-board"), document.getElementById("lesson"));
