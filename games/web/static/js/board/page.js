// Small tools for what stands on the page: elements, sentences, and what this browser remembers of it.

/** An element with a class and what is in it. */
export function make(tag, className, ...inside) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...inside);
  return element;
}

/** A sentence with its `{names}` filled in. */
export const fill = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** What this browser remembers of this page; where it may not, nothing. */
export const memory = {
  of: (what) => `${what} of ${location.pathname}`,
  get(what) {
    try {
      return localStorage.getItem(this.of(what));
    } catch {
      return null;
    }
  },
  set(what, value) {
    try {
      localStorage.setItem(this.of(what), value);
    } catch {
      // then it is forgotten with the page
    }
  },
};
