// A word being made from cards of a hand, alone or among those of a word on the table. Pure functions; `cards.js` shows
// it.
//
// A card is {letter, wild, at, of}: its letter, "" for a wild card without one; its index in the hand, -1 on the table;
// and its index in the word on the table, -1 for a card of the hand. A card that replaces another has that as `was`.

const WILD = "?";

export function cardOf(character, at = -1, of = -1) {
  const letter = character === WILD ? "" : character.toUpperCase();
  return { letter, wild: character !== letter, at, of };
}

export const cardsOf = (word) => [...word].map((character, of) => cardOf(character, -1, of));
export const isOwn = ({ at }) => at >= 0;

export function insert(cards, card, place) {
  return [...cards.slice(0, place), card, ...cards.slice(place)];
}

/** Put a card in place of one on the table. At most `most` are replaced, any number if 0; beyond that the first goes
 * back. */
export function exchange(cards, card, place, most) {
  let next = cards.map((other, i) => (i === place ? { ...card, was: other.was ?? other } : other));
  const changed = next.map((other, i) => (other.was && i !== place ? i : -1)).filter((i) => i >= 0);
  if (most && changed.length >= most) next = takeBack(next, changed[0]);
  return next;
}

/** Put the card in this place back into the hand; if it replaced another card, that one returns. */
export function takeBack(cards, place) {
  const { was } = cards[place];
  return [...cards.slice(0, place), ...(was ? [was] : []), ...cards.slice(place + 1)];
}

/** The word as written in an order: `?` after a letter that a wild card of the hand stands for. */
export function written(cards) {
  return cards.map((card) => card.letter + (card.wild && isOwn(card) ? WILD : "")).join("");
}

/** A word on the table as an order names it. */
export function named(word) {
  return cardsOf(word).map(({ letter, wild }) => letter + (wild ? WILD : "")).join("");
}

/** The index in the hand of the card for a typed letter: the letter itself before a wild card; -1 if there is
 * neither. */
export function heldFor(letter, hand, used) {
  const free = (character) => [...hand].findIndex((held, i) => held === character && !used.includes(i));
  return [letter, letter.toLowerCase(), WILD].map(free).find((i) => i >= 0) ?? -1;
}

/** The cards of a hand in their previous order; new ones come last. */
export function asTheyLay(before, held) {
  const fresh = [...held];
  const kept = [...before].filter((card) => fresh.includes(card) && fresh.splice(fresh.indexOf(card), 1));
  return [...kept, ...fresh].join("");
}

/** The cards that the hand still has, with their new indices. */
export function stillHeld(cards, before, hand) {
  const used = [];
  let next = cards;
  for (const card of cards.filter(isOwn)) {
    const at = [...hand].findIndex((held, i) => held === before[card.at] && !used.includes(i));
    const place = next.indexOf(card);
    if (at < 0) next = takeBack(next, place);
    else next = next.map((other) => (other === card ? { ...card, at } : other));
    used.push(at);
  }
  return next;
}
