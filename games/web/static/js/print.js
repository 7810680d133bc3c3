// The button that prints the page. Without script, use the browser's menu.

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
