// Tells the form the browser's time zone, so that all clock times are the newcomer's own.

for (const field of document.querySelectorAll("input[data-time-zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
