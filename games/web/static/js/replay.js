// The replay of a finished game: every board at each light, or the shared board after each move, by slider or
// automatically. Tiles and panels that stay are left alone; the others fade. Loaded once, when first used. Without
// script, the slider is a form that asks for a step.

const FADES = 160; // milliseconds
const STAYS = 900; // including the fade
const EACH = 25; // per tile of a grid that is laid

/** The tiles that go and those that come from one board to another; a tile is the same if all its properties are. */
export function changed(before, after) {
  const [old, now] = [before, after].map((tiles) => new Set(tiles.map(String)));
  return { gone: before.filter((tile) => !now.has(String(tile))), come: after.filter((tile) => !old.has(String(tile))) };
}

/** The next step to play: the following one, or the first after the last. */
export const stepAfter = (step, last) => (step >= last ? 0 : step + 1);

/** A shared board: its panels as drawn, each kept while it stays. */
class Table {
  constructor(drawn) {
    this.stage = document.getElementById("end");
    this.points = document.getElementById("replay-points");
    this.drawn = drawn;
    this.shown = new Map();
  }

  show({ pieces, points }, fade) {
    const before = this.shown;
    this.shown = new Map(pieces.map((number) => [number, before.get(number) ?? this.draw(number)]));
    this.stage.replaceChildren(...this.shown.values());
    for (const [number, panel] of this.shown) {
      if (before.has(number)) continue;
      panel.animate({ opacity: [0.4, 1] }, fade);
      if (fade && "laid" in panel.dataset) import("./opening.js").then(({ lay }) => lay(panel, EACH));
    }
    this.points.textContent = points;
  }

  draw(number) {
    const holder = document.createElement("template");
    holder.innerHTML = this.drawn[number].trim();
    return holder.content.firstElementChild;
  }
}

/** The boards of all players, each a stage. */
class Boards {
  constructor(step) {
    const samples = [...document.getElementById("samples").content.querySelectorAll(".board g")];
    const articles = [...document.querySelectorAll("#results > article")];
    this.stages = articles.map((article, i) => new Stage(article, samples, step.boards[i].tiles));
  }

  show({ says, boards, n }, fade, isResult) {
    this.stages.forEach((stage, i) => stage.show(boards[i], says, n, isResult, fade));
  }
}

/** One player's board. */
class Stage {
  constructor(article, samples, tiles) {
    this.article = article;
    this.samples = samples;
    this.board = article.querySelector(".board");
    this.shown = article.querySelector(".then .score");
    this.said = article.querySelector(".then .quiet");
    this.best = article.querySelector(".then .best");
    this.tiles = tiles;
    const groups = [...this.board.querySelectorAll("g")];
    this.groups = new Map(tiles.map((tile, i) => [String(tile), groups[i]]));
  }

  show({ tiles, says, shown, best }, said, n, isResult, fade) {
    const { gone, come } = changed(this.tiles, tiles);
    for (const tile of gone) this.remove(String(tile), fade);
    for (const tile of come) this.add(tile, fade);
    this.tiles = tiles;
    this.board.setAttribute("aria-label", says);
    this.shown.textContent = shown;
    this.said.textContent = said;
    this.best.textContent = best;
    this.best.hidden = !best;
    this.best.search = `?step=${n}`;
    this.article.classList.toggle("earlier", !isResult);
  }

  add(tile, fade) {
    const [x, y, letter, value, sample] = tile;
    const group = this.samples[sample].cloneNode(true);
    const [character, worth] = group.querySelectorAll("text");
    character.textContent = letter;
    if (worth) worth.textContent = value;
    group.setAttribute("transform", `translate(${x} ${y})`);
    this.board.append(group);
    this.groups.set(String(tile), group);
    group.animate({ opacity: [0, 1] }, fade);
  }

  async remove(key, fade) {
    const group = this.groups.get(key);
    this.groups.delete(key);
    await group.animate({ opacity: [1, 0] }, fade).finished;
    group.remove();
  }
}

class Replay {
  constructor(form, says) {
    this.form = form;
    this.says = says;
    this.slider = form.querySelector("input");
    this.button = form.querySelector(".winds");
    this.line = document.getElementById("replay-says");
    this.last = Number(this.slider.max);
    this.step = Number(form.dataset.step);
    this.slider.value = this.step;
    this.slider.addEventListener("input", () => {
      this.pause();
      this.show();
    });
    this.button.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.button.addEventListener("keydown", (event) => this.turn(event));
    addEventListener("keydown", (event) => event.target === document.body && /Left|Right/.test(event.key) && this.turn(event));
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const type of ["pointerenter", "focusin"]) form.addEventListener(type, () => this.load(), { once: true });
  }

  /** Load the replay once; if that fails, the next attempt loads it again. */
  load() {
    this.loading ??= this.fetch().catch(() => (this.loading = undefined));
    return this.loading;
  }

  async fetch() {
    const answer = await fetch(this.form.dataset.replay);
    const { steps, drawn } = await answer.json();
    this.reel = drawn ? new Table(drawn) : new Boards(steps[this.step]);
    this.steps = steps;
    this.form.classList.add("used");
  }

  async show() {
    await this.load();
    if (!this.steps) return;
    const asked = Number(this.slider.value); // it may have moved on meanwhile
    if (asked === this.step) return;
    const step = this.steps[asked];
    const { says } = step;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.reel.show(step, still ? 0 : FADES, asked === this.last);
    this.step = asked;
    this.line.textContent = says;
    this.slider.setAttribute("aria-valuetext", says);
  }

  async go(step) {
    this.slider.value = step;
    await this.show();
  }

  async play() {
    this.label(this.says.pause, true);
    this.timer = setInterval(() => (this.step < this.last ? this.go(this.step + 1) : this.pause()), STAYS);
    await this.go(stepAfter(this.step, this.last));
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.label(this.says.play, false);
  }

  label(text, isPlaying) {
    this.button.setAttribute("aria-label", text);
    this.form.classList.toggle("playing", isPlaying);
  }

  /** Arrow keys step from the button, too, as on the slider; left and right also if nothing has the focus. */
  turn(event) {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return; // Alt and an arrow is the browser's Back
    event.preventDefault();
    this.pause();
    this.go(Math.min(Math.max(this.step + by, 0), this.last));
  }
}

if (globalThis.document?.querySelector("figure[data-laid]")) import("./opening.js");
const form = globalThis.document?.getElementById("replay");
if (form) {
  const replay = new Replay(form, JSON.parse(document.getElementById("result-says").textContent));
  document.querySelector("[data-winds]")?.addEventListener("click", () => replay.timer || replay.play());
}
