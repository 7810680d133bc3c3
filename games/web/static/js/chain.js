// The chain of people above a form fills in while their names are typed. Without this script its links stay unnamed.

/** The initials of the first and last word of a name. */
function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [...words.slice(0, 1), ...words.slice(1).slice(-1)].map(([first]) => first.toUpperCase()).join("");
}

function show(person) {
  const name = person.closest("form").elements[person.dataset.person].value.trim();
  const [disc, below] = person.children;
  disc.textContent = initials(name) || "?";
  below.textContent = name || person.dataset.unnamed;
}

function showAll() {
  document.querySelectorAll("[data-person]").forEach(show);
}

document.addEventListener("input", ({ target }) => {
  for (const person of target.form?.querySelectorAll("[data-person]") ?? []) show(person);
});
document.body.addEventListener("htmx:afterSettle", showAll);
showAll();
