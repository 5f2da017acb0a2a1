// Collections as tabs: one collection is visible at a time, and the links in the bar point to its parts.

import { firstShown } from "./page";

export class Tabs {
  chosen = firstShown();
  private readonly links = [...document.querySelectorAll<HTMLAnchorElement>(".tabs a[data-collection]")];

  /** `asked` is called when a tab is pressed, `left` before a link in the bar is followed. */
  constructor(asked: (collection: string) => void, left: () => void) {
    document.body.classList.add("tabbed");
    for (const link of this.links) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        asked(link.dataset.collection ?? "");
      });
    }
    // links to parts of the page do not change the address
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

/** Open and scroll to a part of the page, and focus it. */
export function reveal(target: HTMLElement): void {
  for (let each: Element | null = target; each; each = each.parentElement) if (each instanceof HTMLDetailsElement) each.open = true;
  target.scrollIntoView();
  const held = target.getAttribute("tabindex");
  if (held === null) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
