/* SPDX-License-Identifier: MIT */
/*
 * What the pages can do with a script. Without it they say the same.
 *
 * - Each table[data-sortable] is sorted by a click on the head of a column. If it has many rows,
 *   a box above it hides the rows that do not have the words typed there.
 * - A box at the head of each page searches parsers, clauses and vectors.
 *
 * A view is in the part of the address after the #, so that it can be linked: what is sought is
 * `q`, and of the table with the id T the words are `T.rows` and the column is `T.sort`, from 0 on,
 * with a hyphen before it if the greatest comes first. An anchor has no `=`.
 *
 * Text from outside only ever becomes the text of a node.
 */
"use strict";

(() => {
  /* The folder of the site, as this script's own address says it. */
  const root = new URL(".", document.currentScript.src);
  const FILTER_FROM = 8;
  const RESULTS_MOST = 50;

  /* ---- The view, in the address ---- */

  function readView() {
    const hash = location.hash.slice(1);
    return new URLSearchParams(hash.includes("=") ? hash : "");
  }

  /* Sets one key of the view, or removes it if `value` is empty. */
  function setView(key, value) {
    const view = readView();
    if (value === "")
      view.delete(key);
    else
      view.set(key, value);
    const words = view.toString();
    history.replaceState(null, "", words === "" ? location.pathname + location.search : "#" + words);
  }

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
      made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /* Returns true if the text has all words, whatever their case. */
  function hasWords(text, words) {
    return words.every(word => text.includes(word));
  }

  function wordsOf(typed) {
    return typed.toLowerCase().split(/\s+/).filter(word => word !== "");
  }

  /* ---- Tables ---- */

  /* What a cell is sorted by: a number if it says or begins with one. */
  function keyOf(row, column) {
    const cell = row.cells[column];
    const text = cell === undefined ? "" : (cell.dataset.v ?? cell.textContent).trim();
    const number = parseFloat(text);
    return Number.isNaN(number) ? text.toLowerCase() : number;
  }

  /* Orders two keys; what is empty comes last, and numbers come before texts. */
  function compareKeys(a, b, sign) {
    if (a === "" || b === "")
      return (a === "") - (b === "");
    if (typeof a !== typeof b)
      return typeof a === "number" ? -1 : 1;
    if (typeof a === "number")
      return sign * (a - b);
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  }

  class Table {
    constructor(table, number) {
      this.table = table;
      this.id = table.id || "table" + number;
      this.bodies = [...table.tBodies].map(body => ({ body, rows: [...body.rows] }));
      this.rows = this.bodies.flatMap(one => one.rows);
      this.order = "";
      const heads = table.tHead === null ? [] : [...table.tHead.rows].at(-1).cells;
      this.heads = [...heads];
      this.heads.forEach((head, column) => this.addButton(head, column));
      if (this.rows.length >= FILTER_FROM)
        this.addFilter();
      this.show(readView());
    }

    addButton(head, column) {
      if (head.colSpan > 1 || head.textContent.trim() === "")
        return;
      const button = element("button", { type: "button", class: "sort" }, ...head.childNodes);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const down = now === null ? this.isNumeric(column) : now === "ascending";
        setView(this.id + ".sort", (down ? "-" : "") + column);
        this.show(readView());
      });
      head.append(button);
    }

    addFilter() {
      this.filter = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
      this.count = element("span", { role: "status", "aria-live": "polite" });
      const label = element("label", {}, "Rows with ", this.filter);
      const tools = element("p", { class: "tools", "data-tools": "" }, label, " ", this.count);
      this.filter.addEventListener("input", () => {
        setView(this.id + ".rows", this.filter.value);
        this.show(readView());
      });
      (this.table.closest(".scroll") ?? this.table).before(tools);
    }

    /* Returns true if most cells of the column say a number: then the greatest comes first. */
    isNumeric(column) {
      const numbers = this.rows.filter(row => typeof keyOf(row, column) === "number");
      return 2 * numbers.length > this.rows.length;
    }

    show(view) {
      const sort = /^(-?)(\d+)$/.exec(view.get(this.id + ".sort") ?? "");
      const column = sort !== null && Number(sort[2]) < this.heads.length ? Number(sort[2]) : -1;
      const sign = column >= 0 && sort[1] === "-" ? -1 : 1;
      this.heads.forEach((head, number) => {
        if (number === column)
          head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
        else
          head.removeAttribute("aria-sort");
      });
      const order = view.get(this.id + ".sort") ?? "";
      if (order !== this.order)
        for (const { body, rows } of this.bodies)
          body.append(...(column < 0 ? rows : Table.sorted(rows, column, sign)));
      this.order = order;
      this.hideRows(view.get(this.id + ".rows") ?? "");
    }

    static sorted(rows, column, sign) {
      const keyed = rows.map(row => ({ row, key: keyOf(row, column) }));
      return keyed.sort((a, b) => compareKeys(a.key, b.key, sign)).map(one => one.row);
    }

    hideRows(typed) {
      if (this.filter === undefined)
        return;
      const words = wordsOf(typed);
      let shown = 0;
      for (const row of this.rows) {
        row.hidden = !hasWords(row.textContent.toLowerCase(), words);
        shown += row.hidden ? 0 : 1;
      }
      if (this.filter.value !== typed)
        this.filter.value = typed;
      this.count.textContent = `${shown} of ${this.rows.length} rows`;
    }
  }

  /* ---- Search ---- */

  class Search {
    constructor(header) {
      this.box = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
      this.count = element("p", { role: "status", "aria-live": "polite", class: "muted" });
      this.list = element("ul", { class: "found" });
      const label = element("label", {}, "Search parsers, rules and vectors ", this.box);
      header.append(element("div", { role: "search", class: "search", "data-tools": "" },
                            label, this.count, this.list));
      this.box.addEventListener("focus", () => this.load());
      this.box.addEventListener("input", () => {
        setView("q", this.box.value);
        this.show(this.box.value);
      });
      this.show(readView().get("q") ?? "");
    }

    /* Loads what is looked through, once it is needed. */
    load() {
      if (this.script !== undefined)
        return;
      this.script = element("script", { src: new URL("search.js", root).href });
      this.script.addEventListener("load", () => {
        this.entries = globalThis.uriproofSearch.map(([kind, name, words, way]) => (
          { kind, name, words, way, text: (name + " " + words).toLowerCase() }));
        this.show(this.box.value);
      });
      this.script.addEventListener("error", () => {
        this.count.textContent = "search.js beside this page cannot be read, so nothing is found.";
      });
      document.head.append(this.script);
    }

    /* Names that begin with what was typed come first; else the order of the file stays. */
    found(typed) {
      const words = wordsOf(typed);
      const all = this.entries.filter(entry => hasWords(entry.text, words));
      const begins = entry => entry.name.toLowerCase().startsWith(words[0]);
      return [...all.filter(begins), ...all.filter(entry => !begins(entry))];
    }

    show(typed) {
      if (this.box.value !== typed)
        this.box.value = typed;
      this.list.replaceChildren();
      this.count.textContent = "";
      if (wordsOf(typed).length === 0)
        return;
      this.load();
      if (this.entries === undefined)
        return;
      const found = this.found(typed);
      const shown = found.slice(0, RESULTS_MOST);
      this.count.textContent = found.length > shown.length
        ? `${found.length} found; the first ${shown.length} are shown. More words find fewer.`
        : `${found.length} found.`;
      this.list.append(...shown.map(entry => Search.line(entry)));
    }

    static line(entry) {
      const link = element("a", { href: new URL(entry.way, root).href });
      link.textContent = entry.name;
      const words = element("span", { class: "muted" });
      words.textContent = entry.words;
      return element("li", {}, `${entry.kind} `, link, " ", words);
    }
  }

  /* ---- The page ---- */

  const tables = [...document.querySelectorAll("table[data-sortable]")].map(
    (table, number) => new Table(table, number));
  const header = document.querySelector("header");
  const search = header === null ? null : new Search(header);

  /* What is folded is printed too. Not every browser unfolds it by the style. */
  let unfolded = [];
  window.addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll("details:not([open])")];
    unfolded.forEach(details => { details.open = true; });
  });
  window.addEventListener("afterprint", () => {
    unfolded.forEach(details => { details.open = false; });
  });

  window.addEventListener("hashchange", () => {
    const view = readView();
    tables.forEach(table => table.show(view));
    if (search !== null)
      search.show(view.get("q") ?? "");
  });
})();
