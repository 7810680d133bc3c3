// Copies a link or a text, or hands it to the device's own sharing where there is one.

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
  });
}
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const { title, text, share: url } = button.dataset;
    navigator.share(text ? { title, text } : { title, url }).catch(() => {}); // they thought better of it
  });
}
