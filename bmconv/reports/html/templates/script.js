"use strict";
(() => {
  const cells = (row, at) => row.cells[at].textContent.trim();
  const sorted = (table, at, down) => {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const key = (row) => { const text = cells(row, at); const n = parseFloat(text); return text === "" ? null : isNaN(n) || /[^\d.+=\/-]|\d-\d/.test(text) ? text : n; };
    rows.sort((a, b) => {
      const x = key(a), y = key(b);
      if (x === null || y === null) return (x === null) - (y === null);
      const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
      return down ? -order : order;
    });
    body.append(...rows);
  };
  for (const table of document.querySelectorAll(".ranking,.traveller,.plays,.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sorted(table, at, down);
      });
    });
  }
  const main = document.querySelector("main");
  const found = [...document.querySelectorAll(".ranking tbody tr,.card,.finder tbody tr")];
  if (found.length) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.className = "find";
    input.type = "search";
    label.append(document.body.dataset.find, " ", input);
    main.prepend(label);
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/);
      for (const one of found) {
        const text = (one.tagName === "TR" ? one : one.querySelector("h3")).textContent.toLowerCase();
        one.hidden = !words.every((word) => text.includes(word));
      }
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: "previous board", ArrowRight: "next board" }[event.key];
    const here = document.querySelector(".board:target");
    const link = step && here && here.querySelector('[aria-label="' + step + '"]');
    if (link) link.click();
  });
})();
