// Runs in the page of `diff --html`, after its own script. Replaces the page by lines of results.
"use strict";
const results = [];
const count = () => document.getElementById("count").textContent;
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", {key}));
const heading = () => document.querySelector(".current h3").textContent;

// The relative luminance and contrast of WCAG 2.1.
const luminance = ([r, g, b]) => [r, g, b].map(value => value / 255)
  .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
const colour = text => text.match(/[\d.]+/g).map(Number);
const backgroundOf = element => {
  const own = colour(getComputedStyle(element).backgroundColor);
  return own.length === 4 && own[3] === 0 ? backgroundOf(element.parentElement) : own;
};
const contrastOf = element => {
  const [a, b] = [luminance(colour(getComputedStyle(element).color)), luminance(backgroundOf(element))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
const hasText = element => [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());

results.push(count());
press("j"); press("j"); results.push("j " + heading());
press("k"); results.push("k " + heading());
find.value = "radius"; find.dispatchEvent(new Event("input")); results.push("find " + count());
find.value = ""; document.querySelector(".kinds[value=changed]").click(); results.push("without changed " + count());
document.querySelector(".kinds[value=changed]").click(); find.dispatchEvent(new Event("input"));
document.querySelectorAll("svg .mark")[2].dispatchEvent(new MouseEvent("click"));
results.push("click " + document.querySelector(".current").id);
results.push("code " + [...document.querySelectorAll(".plus span")].map(span => span.className + ":" + span.textContent).join(" "));

const low = new Set();
for (const theme of ["light", "dark"]) {
  document.documentElement.dataset.theme = theme;
  for (const element of document.querySelectorAll("body *:not(script):not(button):not(input)")) {
    if (hasText(element) && contrastOf(element) < 4.5) low.add(theme + " " + element.className);
  }
}
results.push("low contrast: " + ([...low].join(", ") || "none"));

const unnamed = [...document.querySelectorAll("input, button, img, audio, svg[role], a")].filter(element =>
  !(element.getAttribute("aria-label") || element.alt || element.textContent.trim() || element.labels?.length));
results.push("without a name: " + (unnamed.map(element => element.outerHTML).join(" ") || "none"));
document.body.replaceChildren("\n" + results.map(line => "result: " + line + "\n").join(""));
