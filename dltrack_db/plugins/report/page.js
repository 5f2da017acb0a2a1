"use strict";
(async () => {
  const config = JSON.parse(document.getElementById("config").textContent);

  // Dark and light mode; charts have the colour of the page's text.
  const root = document.documentElement;
  const kept = (value) => { // null in browsers without storage
    try { return value ? localStorage.setItem("dltrack-theme", value) : localStorage.getItem("dltrack-theme"); } catch { return null; }
  };
  if (["dark", "light"].includes(kept())) root.dataset.theme = kept();
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    kept(root.dataset.theme);
  });

  // Buttons that copy citations.
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const name = button.textContent;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
        button.textContent = "copied";
        setTimeout(() => { button.textContent = name; }, 1500);
      } catch {
        source.scrollIntoView(); // without permission to copy, scroll there to select by hand
      }
    });
  }

  // Leaderboards: sort, search, and show the ticked columns.
  for (const board of document.querySelectorAll(".board")) {
    const grid = Grid.adopt(board.querySelector("table"));
    const field = board.querySelector("input.search");
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      grid.filter((_, text) => words.every((word) => text.includes(word)));
      board.querySelector(".found").textContent = words.length ? `${grid.kept.length} of ${grid.rows.length}` : "";
    });
    const columns = board.querySelector(".columns");
    const hide = () => {
      board.querySelector("style")?.remove(); // the style hides the same columns
      grid.hide([...columns.querySelectorAll("input:not(:checked)")].map((box) => box.value));
    };
    columns.addEventListener("change", hide);
    hide();
  }

  // Charts are as wide as their column; text has a fixed size, and panels wrap.
  const PANEL = 300; // minimum width of a readable panel in pixels
  const roomy = () => {
    const { paddingLeft, paddingRight } = getComputedStyle(document.body);
    return document.body.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 44; // 44: the menu next to the chart
  };
  const sized = (part, width) => {
    if (Array.isArray(part.layer) || part.mark) return "width" in part && typeof part.width !== "number" ? part : { ...part, width };
    return part;
  };
  const fit = (spec, room, less) => {
    const panels = spec.hconcat ?? spec.concat;
    const grid = panels ?? (spec.facet || spec.encoding?.facet ? "facet" : null);
    const most = panels ? panels.length : spec.columns ?? spec.encoding?.facet?.columns ?? 1;
    const beside = grid ? Math.max(1, Math.min(most, Math.floor(room / PANEL))) : 1;
    const width = Math.floor((room - less) / beside) - (grid ? 70 : 0);
    const look = {
      ...config,
      axisY: { labelLimit: Math.max(90, Math.floor(room / beside / 3)) },
      legend: { ...config.legend, orient: "top", columns: Math.max(1, Math.floor(room / (panels ? beside : 1) / 170)) },
    };
    if (panels) {
      const { hconcat: _, ...others } = spec;
      return [{ ...others, concat: panels.map((part) => sized(part, width)), columns: beside }, look, beside];
    }
    if (spec.spec) return [{ ...spec, columns: beside, spec: sized(spec.spec, width) }, look, beside];
    if (spec.encoding?.facet) {
      const encoding = { ...spec.encoding, facet: { ...spec.encoding.facet, columns: beside } };
      return [{ ...sized(spec, width), encoding }, look, beside];
    }
    if (spec.encoding?.row) return [sized(spec, width - 110), look, beside];
    return [sized(spec, room), look, 0];
  };

  // Figures: the chart and the table of a figure use the same rows.
  const figures = [...document.querySelectorAll("figure")];
  const problems = [];
  root.dataset.problems = "";
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
      const grid = new Grid(columns, rows);
      scroll.append(grid.table);
      grid.show();
    });
    const options = { renderer: "svg", actions: { export: true, source: false, compiled: false, editor: false }, ast: true };
    const records = (names, all) => all.map((values) => Object.fromEntries(names.map((name, i) => [name, values[i]])));
    const embed = async (part, room, less) => {
      const [fitted, look, beside] = fit(part, room, less);
      // for a single chart Vega subtracts axes and legend from the width
      const patch = (compiled) => beside ? compiled : { ...compiled, autosize: { type: "fit-x", contains: "padding" } };
      const { view } = await vegaEmbed(place, fitted, { ...options, config: look, patch });
      const over = Number(place.querySelector("svg.marks").getAttribute("width")) - room;
      // the size of panels is known only after drawing
      return beside && !less && (over > 2 || over < -40) ? embed(part, room, over) : view;
    };
    const draw = async (names, all, change = (same) => same) => {
      figure.isDrawn = true;
      figure.drawn = [names, all, change];
      await window.loadVega?.(); // a site loads Vega separately
      const view = await embed({ ...change(spec), datasets: { ...spec.datasets, rows: records(names, all) } }, roomy(), 0);
      // on a site, marks link to pages of runs and topics
      view.addEventListener("click", (_, mark) => mark?.datum && figure.dispatchEvent(new CustomEvent("mark", { bubbles: true, detail: mark.datum })));
      // for screen readers, the chart is one picture instead of hundreds of marks; the rows are in the table
      const picture = place.querySelector("svg.marks");
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", place.dataset.alt);
      place.querySelector("summary").setAttribute("aria-label", `Save the picture: ${title}`);
    };
    figure.draw = draw; // called again for other rows
    figure.show = async () => {
      if (figure.isDrawn) return;
      try {
        await draw(columns, rows);
      } catch (error) {
        problems.push(`${figure.id}: ${error}`);
        figure.draw = undefined;
        place.innerHTML = '<p class="error">This chart could not be drawn; its table is below.</p>';
        console.error(figure.id, error);
      }
      root.dataset.problems = problems.join("\n");
    };
  }
  // redraw when the width changes
  let width = roomy();
  let waits;
  addEventListener("resize", () => {
    clearTimeout(waits);
    waits = setTimeout(async () => {
      if (Math.abs(roomy() - width) < 8) return;
      width = roomy();
      for (const figure of figures) if (figure.drawn) await figure.draw?.(...figure.drawn).catch(() => {});
    }, 300);
  });
  if (!window.vegaEmbed) return; // charts are drawn when scrolled near
  for (const figure of figures) await figure.show();
  root.dataset.drawn = String(figures.length - problems.length);
})();
