// One part of the page alone, for a frame in another page: ?embed=COLLECTION has its leaderboard, ?embed=FIGURE a figure or
// table by its id; what is chosen in a leaderboard stands behind it as in the page (&… of #board=).

import { copyButton } from "./copy";
import { byId, make, site } from "./page";

const NAME = "embed";

/** The id of the part that the address asks for. */
export const embedded = new URLSearchParams(location.search).get(NAME);

/** The part of a section that holds an element. */
function partOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>("figure, section.collection > *, #papers > *") ?? null;
}

/** Show one part alone where the address asks for it; true if it does. */
export function embed(): boolean {
  if (embedded === null) return false;
  const part = partOf(document.getElementById(`${embedded}--board`) ?? document.getElementById(embedded));
  document.body.classList.add("embedded");
  const page = make("a", { href: location.pathname, target: "_blank" }, document.title);
  if (!part) {
    const known = site.collections.map((each) => each.collection).join(", ");
    byId("results").replaceChildren(make("p", { class: "fault" }, `This page has no part '${embedded}'; name a collection (${known}) or the id of a figure: `, page));
    return true;
  }
  part.classList.add("embedded-part");
  const section = part.closest("section.collection, #papers");
  section?.classList.add("embedded-section");
  section?.append(part); // out of what is folded
  if (part instanceof HTMLDetailsElement) part.open = true;
  // a frame says what it shows: the collection, and of a leaderboard the result in a sentence
  const head = section?.querySelector("h2")?.textContent;
  const isBoard = part.classList.contains("board");
  const lead = isBoard ? section?.querySelector<HTMLElement>(":scope > p:has(> b)") : undefined;
  if (head) part.before(make("h2", { class: "embedded-part" }, isBoard ? `${document.title.replace(/: leaderboard and results$/, "")}, ${head}` : head));
  if (lead) {
    lead.classList.add("embedded-part");
    part.before(lead);
  }
  part.append(make("p", { class: "look" }, "From ", page));
  // runs and topics have their pages in the whole page
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    open(location.pathname + link.getAttribute("href"), "_blank", "noreferrer");
  }, true);
  return true;
}

/** A button that copies the frame of a part, chosen as `hash` says. */
export function frameButton(id: string, title: string, hash: () => string = () => ""): HTMLButtonElement {
  const text = (): string => {
    const address = `${location.href.replace(/[?#].*$/, "")}?${new URLSearchParams({ [NAME]: id })}${hash()}`;
    const frame = make("iframe", { src: address, title, width: "100%", height: "600", style: "border:0", loading: "lazy" });
    return frame.outerHTML;
  };
  const button = copyButton("Frame", `Copy the frame of: ${title}`, text);
  button.className = "frame";
  return button;
}
