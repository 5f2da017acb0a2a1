// Draws figures when they are scrolled near the window; Vega is fetched for the first figure.

import type { Figure } from "./figures";
import { make } from "./page";
import { load, loadAtOnce } from "./parts";

declare global {
  interface Window {
    /** loads Vega, called by the figures (dltrack_db/plugins/report/page.js) */
    loadVega?: () => Promise<void>;
  }
}

/** Distance at which figures are drawn, relative to the window's height. */
const NEAR = "75%";

export function drawWhenNear(): void {
  window.loadVega = () => load("vega");
  const figures = new Map([...document.querySelectorAll<Figure>("figure")].map((figure) => [figure.querySelector(".chart") ?? figure, figure]));
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      void figures.get(target)?.show?.();
    }
  }, { rootMargin: NEAR });
  for (const place of figures.keys()) {
    place.append(make("p", { class: "absent" }, "The chart is drawn when you scroll to it."));
    watch.observe(place);
  }
  // before printing, all visible figures are drawn
  const drawAll = (): void => {
    const onPaper = [...figures].filter(([place]) => place.getClientRects().length).map(([, figure]) => figure);
    if (!onPaper.length) return;
    loadAtOnce("vega");
    for (const figure of onPaper) void figure.show?.();
  };
  addEventListener("beforeprint", drawAll);
  matchMedia("print").addEventListener("change", (event) => event.matches && drawAll());
}
