// The button that prints the page, or saves it as a PDF. Without script the browser's own menu does.

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
