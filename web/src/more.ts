// Marks elements that can be scrolled further to the right.

/** Number of pixels beyond the edge that are ignored. */
const LITTLE = 4;

/** Mark the elements at once, and whenever their size changes. */
export function tellMore(): void {
  const tell = (place: HTMLElement): void => {
    place.toggleAttribute("data-more", place.scrollLeft + place.clientWidth < place.scrollWidth - LITTLE);
  };
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) tell(target.closest<HTMLElement>(".scroll, .chart") ?? (target as HTMLElement));
  });
  const watch = (place: HTMLElement): void => {
    sizes.observe(place);
    for (const each of place.children) sizes.observe(each);
  };
  document.querySelectorAll<HTMLElement>(".scroll, .chart").forEach(watch);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof HTMLElement && target.matches(".scroll, .chart")) watch(target);
      for (const each of addedNodes) if (each instanceof HTMLElement) [each, ...each.querySelectorAll<HTMLElement>("*")].filter((one) => one.matches(".scroll, .chart")).forEach(watch);
    }
  }).observe(document.body, { childList: true, subtree: true });
  document.addEventListener("scroll", ({ target }) => {
    if (target instanceof HTMLElement && target.matches(".scroll, .chart")) tell(target);
  }, true);
}
