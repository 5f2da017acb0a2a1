// A part of the page for a frame in another page: ?embed=COLLECTION shows a leaderboard, ?embed=ID a figure or table. The
// choices of a leaderboard are in the hash, as for the page (#board=…&…).

import { copyButton } from "./copy";
import { byId, make, site } from "./page";

const NAME = "embed";

export const embedded = new URLSearchParams(location.search).get(NAME);

/** The part of a section that contains an element. */
function partOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>("figure, section.collection > *, #papers > *") ?? null;
}

/** Show only the part named in the address, if there is one; return whether there is one. */
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
  section?.append(part); // out of a closed section
  if (part instanceof HTMLDetailsElement) part.open = true;
  // add the collection as a title and, for a leaderboard, its result
  const head = section?.querySelector("h2")?.textContent;
  const isBoard = part.classList.contains("board");
  const lead = isBoard ? section?.querySelector<HTMLElement>(":scope > p:has(> b)") : undefined;
  if (head) part.before(make("h2", { class: "embedded-part" }, isBoard ? `${document.title.replace(/: leaderboard and results$/, "")}, ${head}` : head));
  if (lead) {
    lead.classList.add("embedded-part");
    part.before(lead);
  }
  part.append(make("p", { class: "look" }, "From ", page));
  // links to runs and topics open the whole page
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    open(location.pathname + link.getAttribute("href"), "_blank", "noreferrer");
  }, true);
  return true;
}

/** A button that copies the frame of a part, with the choices in `hash`. */
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
