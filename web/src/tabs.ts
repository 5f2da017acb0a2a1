// Collections as tabs: one is shown at a time, and the bar leads to its parts.

import { firstShown } from "./page";

export class Tabs {
  chosen = firstShown();
  private readonly links = [...document.querySelectorAll<HTMLAnchorElement>(".tabs a[data-collection]")];

  /** `asked` is told of a tab that was pressed, `left` of a part of the page that is gone to. */
  constructor(asked: (collection: string) => void, left: () => void) {
    document.body.classList.add("tabbed");
    for (const link of this.links) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        asked(link.dataset.collection ?? "");
      });
    }
    // parts of the page are gone to without losing what the address says
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
      const target = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (!target || event.defaultPrevented || link.dataset.collection) return;
      event.preventDefault();
      left();
      reveal(target);
    });
    this.choose(this.chosen);
  }

  choose(collection: string): void {
    this.chosen = collection;
    for (const section of document.querySelectorAll("section.collection")) {
      section.classList.toggle("chosen", section.id === collection);
    }
    for (const link of this.links) {
      if (link.dataset.collection === collection) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a[data-part]")) {
      const part = `${collection}--${link.dataset.part}`;
      link.href = `#${encodeURIComponent(part)}`;
      link.hidden = !document.getElementById(part);
    }
  }
}

/** Scroll to a part of the page, opened if it is folded, and go on from there with Tab. */
export function reveal(target: HTMLElement): void {
  for (let each: Element | null = target; each; each = each.parentElement) if (each instanceof HTMLDetailsElement) each.open = true;
  target.scrollIntoView();
  const held = target.getAttribute("tabindex");
  if (held === null) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
