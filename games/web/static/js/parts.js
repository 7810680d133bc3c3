// On a result page: a word, tile or term that is pointed at, focused or tapped lights up with its related parts, and a
// line says what it earns. On a board, arrow keys move from tile to tile. The page says the same without it.

/** Map each tile's place to the tile with its words: `words` are {text, places}, `tiles` {place, letter, points}. */
export function partsOf(words, tiles) {
  const at = new Map(tiles.map((tile) => [tile.place, { ...tile, words: [] }]));
  for (const word of words) for (const place of word.places) at.get(place)?.words.push(word);
  return at;
}

/** What a word earns: `{terms: ["B 3", "Q 10"], points: 13}`, with a term for each of its tiles in two words. */
export function termsOf(word, parts) {
  const crossing = word.places.map((place) => parts.get(place)).filter((tile) => tile?.words.length === 2);
  return {
    terms: crossing.map((tile) => `${tile.letter} ${tile.points}`),
    points: crossing.reduce((sum, tile) => sum + tile.points, 0),
  };
}

/** The nearest tile in a direction [right, down], preferring straight ahead; undefined if there is no tile that way. */
export function nextTile(tiles, from, [right, down]) {
  const ahead = (tile) => (tile.x - from.x) * right + (tile.y - from.y) * down;
  const aside = (tile) => Math.abs((tile.x - from.x) * down) + Math.abs((tile.y - from.y) * right);
  const cost = (tile) => ahead(tile) + 3 * aside(tile);
  return tiles.filter((tile) => ahead(tile) > 0).sort((one, other) => cost(one) - cost(other))[0];
}

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const placeOf = (group) => group.getAttribute("transform").slice("translate(".length, -1);
const placesOf = (element) => element.dataset.places.split(",");

/** One player's result: the board, its words and its terms. */
class Result {
  constructor(article, says) {
    this.article = article;
    this.says = says;
    this.line = article.querySelector(".part");
    this.ground = article.querySelector(".ground");
    this.usual = this.line.textContent;
    this.line.setAttribute("aria-live", "polite");
    this.words = [...article.querySelectorAll(".word")].map((one) => ({ text: one.textContent, places: placesOf(one) }));
    article.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.show(event.target));
    article.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.clear());
    article.addEventListener("click", (event) => this.show(event.target));
    article.addEventListener("focusin", (event) => event.target.matches(".word") && this.show(event.target));
    article.addEventListener("focusout", () => this.clear());
    this.ground.addEventListener("keydown", (event) => this.walk(event));
    article.addEventListener("keydown", (event) => event.key === "Escape" && this.clear());
  }

  /** The tiles on the page now; the replay has its own. */
  get groups() {
    return [...this.article.querySelectorAll(".board g")];
  }

  get parts() {
    const tiles = this.groups.map((group) => {
      const [letter, value] = [...group.querySelectorAll("text")].map((text) => text.textContent);
      return { place: placeOf(group), letter: letter.toUpperCase(), points: Number(value ?? 0) };
    });
    return partsOf(this.words, tiles);
  }

  show(element) {
    if (this.article.classList.contains("earlier")) return;
    const word = element.closest(".word");
    const tile = element.closest(".board g");
    const term = element.closest(".term");
    if (word) this.showWord(this.words.find((one) => one.places.join() === word.dataset.places));
    else if (tile) this.showTile(placeOf(tile));
    else if (term) this.showTile(term.dataset.places);
    else this.clear();
  }

  showWord(word) {
    const { terms, points } = termsOf(word, this.parts);
    const text = terms.length ? this.says.word : this.says.plain;
    this.light(word.places, [word], word.places);
    this.line.textContent = filled(text, { word: word.text, terms: terms.join(" + "), points });
  }

  showTile(place) {
    const { letter, points, words } = this.parts.get(place);
    const text = [this.says.none, this.says.one, this.says.two][words.length];
    this.light([place], words, [place]);
    this.at = place;
    this.line.textContent = filled(text, { letter, points, words: words.map((word) => word.text).join(", ") });
  }

  light(places, words, terms) {
    const lit = new Set(words.map((word) => word.places.join()));
    for (const group of this.groups) group.classList.toggle("lit", places.includes(placeOf(group)));
    for (const one of this.article.querySelectorAll(".word")) one.classList.toggle("lit", lit.has(one.dataset.places));
    for (const one of this.article.querySelectorAll(".term")) one.classList.toggle("lit", terms.includes(one.dataset.places));
  }

  clear() {
    for (const lit of this.article.querySelectorAll(".lit")) lit.classList.remove("lit");
    this.at = undefined;
    this.line.textContent = this.usual;
  }

  walk(event) {
    const way = ARROWS[event.key];
    if (!way || this.article.classList.contains("earlier")) return;
    event.preventDefault();
    const tiles = this.groups.map((group) => {
      const [x, y] = placeOf(group).split(" ").map(Number);
      return { x, y, place: placeOf(group) };
    });
    const from = tiles.find((tile) => tile.place === this.at);
    const next = from ? nextTile(tiles, from, way) : tiles[0];
    if (next) this.showTile(next.place);
  }
}

const says = globalThis.document?.getElementById("result-says");
if (says) {
  for (const article of document.querySelectorAll("#results > article")) new Result(article, JSON.parse(says.textContent));
}
