"use strict";
(async () => {
  const config = JSON.parse(document.getElementById("config").textContent);
  const show = (value, hasPlaces) =>
    value === null || value === undefined ? "" :
    typeof value === "number" && (hasPlaces || !Number.isInteger(value)) ? value.toFixed(4) :
    typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

  // Dark and light: charts take the colour of the page's text, so only the page changes.
  const root = document.documentElement;
  const kept = (value) => { // nothing where a browser keeps nothing
    try { return value ? localStorage.setItem("dltrack-theme", value) : localStorage.getItem("dltrack-theme"); } catch { return null; }
  };
  if (["dark", "light"].includes(kept())) root.dataset.theme = kept();
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    kept(root.dataset.theme);
  });

  // What is to be cited can be copied.
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const name = button.textContent;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
        button.textContent = "copied";
        setTimeout(() => { button.textContent = name; }, 1500);
      } catch {
        source.scrollIntoView(); // where copying is not allowed, to be marked by hand
      }
    });
  }

  // Leaderboards: sort by a click on a heading, filter by the search field.
  for (const table of document.querySelectorAll("table.sortable")) {
    const headings = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    headings.forEach((heading, place) => heading.firstChild.addEventListener("click", () => {
      const numeric = heading.classList.contains("num");
      const before = heading.getAttribute("aria-sort");
      const down = before ? before === "ascending" : numeric;
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => numeric ? Number(row.cells[place].dataset.value ?? NaN) : row.cells[place].textContent;
      const compare = (a, b) => {
        const [x, y] = [key(a), key(b)];
        if (numeric) { // a missing value comes last, whichever way
          if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
          return down ? y - x : x - y;
        }
        return down ? y.localeCompare(x) : x.localeCompare(y);
      };
      body.append(...[...body.rows].sort(compare));
    }));
  }
  for (const field of document.querySelectorAll("input.search")) {
    const rows = [...document.getElementById(field.dataset.table).tBodies[0].rows];
    const found = field.closest("p").querySelector(".found");
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        count += !row.hidden;
      }
      found.textContent = words.length ? `${count} of ${rows.length}` : "";
    });
  }

  // Columns of a leaderboard, shown or hidden in every table of its box.
  for (const board of document.querySelectorAll(".board")) {
    board.querySelector(".columns")?.addEventListener("change", () => {
      board.querySelector("style").textContent = [...board.querySelectorAll(".columns input:not(:checked)")]
        .map((box) => `[id="${CSS.escape(board.id)}"] .c-${box.value}{display:none}`).join("");
    });
  }

  // Figures: the rows are kept once, for the chart and for the table that opens under it.
  const figures = [...document.querySelectorAll("figure")];
  const problems = [];
  for (const figure of figures) {
    const { spec, columns, rows } = JSON.parse(figure.querySelector("script").textContent);
    const place = figure.querySelector(".chart");
    const title = place.getAttribute("aria-label");
    figure.querySelector("details.rows").addEventListener("toggle", (event) => {
      const details = event.target;
      if (!details.open || details.querySelector("table")) return;
      const scroll = details.appendChild(document.createElement("div"));
      scroll.className = "scroll";
      scroll.tabIndex = 0;
      scroll.setAttribute("role", "region");
      scroll.setAttribute("aria-label", `Table: ${title}`);
      const table = scroll.appendChild(document.createElement("table"));
      const head = table.createTHead().insertRow();
      for (const name of columns) {
        const cell = head.appendChild(document.createElement("th"));
        cell.textContent = name;
        cell.scope = "col";
      }
      const body = table.createTBody();
      const hasPlaces = columns.map((_, i) => rows.some((values) => typeof values[i] === "number" && !Number.isInteger(values[i])));
      for (const values of rows) {
        const row = body.insertRow();
        values.forEach((value, i) => {
          const cell = row.insertCell();
          cell.textContent = show(value, hasPlaces[i]);
          if (typeof value === "number") cell.className = "num";
        });
      }
    });
    const options = { renderer: "svg", config, actions: { export: true, source: false, compiled: false, editor: false }, ast: true };
    const records = (names, all) => all.map((values) => Object.fromEntries(names.map((name, i) => [name, values[i]])));
    const draw = async (names, all, change = (same) => same) => {
      const { view } = await vegaEmbed(place, { ...change(spec), datasets: { ...spec.datasets, rows: records(names, all) } }, options);
      // where runs and topics have pages, a mark leads to its own
      view.addEventListener("click", (_, mark) => mark?.datum && figure.dispatchEvent(new CustomEvent("mark", { bubbles: true, detail: mark.datum })));
      // one picture for a screen reader, not hundreds of marks; its rows are in the table under it
      const picture = place.querySelector("svg.marks");
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", place.dataset.alt);
      place.querySelector("summary").setAttribute("aria-label", `Save the picture: ${title}`);
    };
    try {
      await draw(columns, rows);
      figure.draw = draw; // with other rows, where a page has some
    } catch (error) {
      problems.push(`${figure.id}: ${error}`);
      place.innerHTML = '<p class="error">This chart could not be drawn; its table is below.</p>';
      console.error(figure.id, error);
    }
  }
  root.dataset.drawn = String(figures.length - problems.length);
  root.dataset.problems = problems.join("\n");
})();
