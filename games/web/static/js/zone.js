// Tells the form the browser's time zone, so that a newcomer gets local times, or offers it beside the one in use.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

for (const field of document.querySelectorAll("input[data-time-zone]")) field.value = zone;

for (const field of document.querySelectorAll("select[data-time-zones]")) {
  const isOffered = [...field.options].some((option) => option.value === zone);
  if (zone && !isOffered) field.add(new Option(zone.replaceAll("_", " "), zone));
}
