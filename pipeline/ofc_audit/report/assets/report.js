"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
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
        if (!isNumber) return cell.firstChild.textContent;
        return cell.dataset.sort === "" ? null : Number(cell.dataset.sort);
      };
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => [value(row), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null);
        const order = isNumber ? a - b : a.localeCompare(b);
        return down ? -order : order;
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
}
