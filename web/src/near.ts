// Draws figures when they come near the window; Vega is fetched for the first one.

import type { Figure } from "./figures";
import { make } from "./page";
import { load, loadAtOnce } from "./parts";

declare global {
  interface Window {
    /** how the page's figures get Vega (dltrack_db/plugins/report/page.js) */
    loadVega?: () => Promise<void>;
  }
}

/** Distance, relative to the window's height. */
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
    place.append(make("p", { class: "absent" }, "This chart is drawn when it comes into view."));
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
