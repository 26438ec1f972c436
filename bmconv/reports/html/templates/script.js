"use strict";
(() => {
  const words = document.body.dataset;
  const small = matchMedia("(max-width:40rem)").matches;
  const all = (query, within) => [...(within || document).querySelectorAll(query)];
  const made = (name, text, parent) => {
    const element = document.createElement(name);
    if (text) element.append(text);
    if (parent) parent.append(element);
    return element;
  };

  // Tables are sorted by the column whose heading is pressed.
  const key = (row, at) => {
    const text = row.cells[at].textContent.trim().replace(",", ".");
    const number = parseFloat(text);
    return text === "" ? null : isNaN(number) || /[^\d.+=\/%\s-]|\d-\d/.test(text) ? text : number;
  };
  const sort = (table, at, down) => {
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => {
      const x = key(a, at), y = key(b, at);
      if (x === null || y === null) return (x === null) - (y === null);
      const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
      return down ? -order : order;
    });
    table.tBodies[0].append(...rows);
  };
  for (const table of all(".ranking,.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      const button = made("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(table, at, down);
      });
    });
  }

  const main = document.querySelector("main");
  const tools = made("div");
  tools.className = "tools";

  // My evening: the pair is kept in the address and nowhere else.
  const cards = all(".card[id]");
  const chosen = new URLSearchParams(location.search).get("pair");
  const mark = (id) => {
    for (const one of all(".mine")) one.classList.remove("mine");
    if (!id) return;
    for (const row of all("tr[data-p]")) if (row.dataset.p === id) row.classList.add("mine");
    for (const link of all('.traveller a[href="#' + CSS.escape(id) + '"]')) {
      link.closest("li").classList.add("mine");
      link.closest("details").querySelector("summary").classList.add("mine");
    }
    const card = document.getElementById(id);
    if (card) card.parentNode.prepend(card);
  };
  if (cards.length) {
    const label = made("label", words.mine + " ", tools);
    const select = made("select", "", label);
    made("option", words.choose, select).value = "";
    for (const card of cards) made("option", card.querySelector("h3").textContent, select).value = card.id;
    if (cards.some((card) => card.id === chosen)) select.value = chosen;
    select.addEventListener("change", () => {
      const query = select.value ? "?pair=" + select.value : location.pathname;
      try { history.replaceState(null, "", query); } catch { location.search = select.value ? query : ""; }
      mark(select.value);
      if (select.value) document.getElementById(select.value).scrollIntoView();
    });
    mark(select.value);
  }

  const listed = all(".ranking tbody tr,.card,.finder tbody tr");
  if (listed.length) {
    const input = made("input", "", made("label", words.find + " ", tools));
    input.type = "search";
    input.addEventListener("input", () => {
      const parts = input.value.toLowerCase().split(/\s+/);
      for (const one of listed) {
        const text = (one.tagName === "TR" ? one : one.querySelector("h3")).textContent.toLowerCase();
        one.hidden = !parts.every((part) => text.includes(part));
      }
    });
  }
  if (main && tools.childNodes.length) main.prepend(tools);

  // On a phone boards are opened one at a time; groups of equal results open to names.
  const boards = all(".board>details,.match>details");
  for (const group of all(".traveller details")) group.open = Boolean(group.querySelector("li.mine"));
  if (small && boards.length > 1) for (const board of boards) board.open = false;
  for (const board of boards) {
    board.addEventListener("toggle", () => {
      if (small && board.open && !printing) for (const other of boards) if (other !== board) other.open = false;
    });
  }
  const show = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const details = target && target.querySelector(":scope>details");
    if (!details || details.open) return;
    details.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", show);
  let printing = false, closed = [];
  addEventListener("beforeprint", () => {
    printing = true;
    closed = all("details:not([open])");
    for (const one of closed) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of closed) one.open = false;
    printing = false;
  });
  show();
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input,select") || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const here = document.querySelector(".board:target");
    const link = step && here && here.querySelector("a[rel=" + step + "]");
    if (link) link.click();
  });
})();
