"use strict";
const root = document.documentElement;
const kept = (name, value) => {
  // A page opened from a file may keep nothing; its switches then last as long as it is open.
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { /* see above */ }
  return null;
};
if (["dark", "light"].includes(kept("ofc-theme"))) root.dataset.theme = kept("ofc-theme");
if (kept("ofc-suits") === "two") root.dataset.suits = "two";

const switches = () => {
  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = document.querySelector("#theme"), suits = document.querySelector("#suits");
  const label = () => {
    theme.textContent = isDark() ? "Light" : "Dark";
    if (suits) suits.textContent = root.dataset.suits === "two" ? "Four-colour cards" : "Two-colour cards";
  };
  theme.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; kept("ofc-theme", root.dataset.theme); label(); });
  if (suits) suits.addEventListener("click", () => { root.dataset.suits = root.dataset.suits === "two" ? "four" : "two"; kept("ofc-suits", root.dataset.suits); label(); });
  document.querySelector("#print").addEventListener("click", () => print());
  document.querySelector(".switches").hidden = false;
  label();
};

const sortable = (table) => {
  const heads = [...table.querySelectorAll("thead th")];
  heads.forEach((head, place) => {
    head.querySelector("button").addEventListener("click", () => {
      const isNumber = head.classList.contains("num");
      const was = head.getAttribute("aria-sort");
      const down = was ? was === "ascending" : isNumber;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => {
        const cell = row.cells[place];
        if (!isNumber) return cell.firstChild ? cell.firstChild.textContent : "";
        const number = Number(cell.dataset.sort);
        return !cell.dataset.sort || Number.isNaN(number) ? null : number;
      };
      const body = table.tBodies[0];
      const totals = [...body.rows].filter((row) => row.classList.contains("total"));
      const rows = [...body.rows].filter((row) => !totals.includes(row)).map((row) => [value(row), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null);
        const order = isNumber ? a - b : a.localeCompare(b, undefined, { numeric: true });
        return down ? -order : order;
      });
      body.append(...rows.map(([, row]) => row), ...totals);
    });
  });
};

const filterable = (box) => {
  const field = box.querySelector("input"), severity = box.querySelector("select"), said = box.querySelector("output");
  const area = document.getElementById(box.dataset.of);
  const items = [...area.querySelectorAll("[data-item]")].map((item) => [item, item.textContent.toLowerCase()]);
  const choose = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [item, text] of items) {
      const fits = words.every((word) => text.includes(word)) && (!severity || !severity.value || item.classList.contains(severity.value));
      item.hidden = !fits;
      shown += fits;
    }
    for (const group of area.querySelectorAll(".group")) group.hidden = !group.querySelector("[data-item]:not([hidden])");
    said.textContent = words.length || (severity && severity.value) ? `${shown.toLocaleString("en")} of ${items.length.toLocaleString("en")}` : "";
  };
  field.addEventListener("input", choose);
  if (severity) severity.addEventListener("change", choose);
  box.hidden = false;
};

addEventListener("DOMContentLoaded", () => {
  switches();
  document.querySelectorAll("table.sortable").forEach(sortable);
  document.querySelectorAll(".filter").forEach(filterable);
});
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.dataset.was = one.open; one.open = true; }));
addEventListener("afterprint", () => document.querySelectorAll("details").forEach((one) => { one.open = one.dataset.was === "true"; }));
