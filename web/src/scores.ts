// Draws the scores of a leaderboard as dots on an axis, each with a line that shows how far the run is behind the best run.

import { make } from "./page";
import type { Verdict } from "./verdict";

/** The ends of an axis, the best score on it, and the direction of better values. */
export interface Scale {
  low: number;
  high: number;
  best: number;
  direction: 1 | -1;
}

/** An axis for scores, without outliers, which would compress the others. Undefined if all scores are equal. */
export function scaleOf(values: number[], best: number, direction: 1 | -1): Scale | undefined {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const reach = 1.5 * (at(0.75) - at(0.25));
  const low = Math.min(best, Math.max(at(0), at(0.25) - reach));
  const high = Math.max(best, Math.min(at(1), at(0.75) + reach));
  const margin = (high - low) / 25;
  return low < high ? { low: low - margin, high: high + margin, best, direction } : undefined;
}

function share({ low, high }: Scale, value: number): string {
  return `${(Math.min(1, Math.max(0, (value - low) / (high - low))) * 100).toFixed(2)}%`;
}

/** A verdict in words. */
export function inWords({ mayBeBest, beatenBy, low, high }: Verdict): string {
  if (mayBeBest) return high > 0 ? `may be best; behind the best by at most ${high.toFixed(4)}` : "may be best";
  return `significantly worse than ${beatenBy}; behind the best by ${low.toFixed(4)} to ${high.toFixed(4)}`;
}

/** A score as a number and as a dot with the line of its verdict; `isMean` is true if score and line have the same unit. */
export function scored(value: number, text: string, verdict: Verdict | undefined, scale: Scale, isMean: boolean): HTMLElement {
  const drawn = make("span", { class: "strip dots" }, make("em"));
  drawn.style.setProperty("--dot", share(scale, value));
  drawn.style.setProperty("--best", share(scale, scale.best));
  if (value < scale.low || value > scale.high) drawn.classList.add(value < scale.low ? "before" : "beyond");
  drawn.title = verdict ? `${text}: ${inWords(verdict)}` : text;
  if (verdict && isMean) {
    const ends = [scale.best - scale.direction * verdict.high, scale.best - scale.direction * verdict.low];
    drawn.prepend(make("i"));
    drawn.style.setProperty("--low", share(scale, Math.min(...ends)));
    drawn.style.setProperty("--high", share(scale, Math.max(...ends)));
  }
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", drawn.title);
  return make("span", { class: "score" }, text, drawn);
}

/** The round numbers on an axis. */
export function inkOf(scale: Scale): HTMLElement {
  const { low, high } = scale;
  const size = 10 ** Math.floor(Math.log10(high - low));
  // the largest step with at least two numbers on the axis
  const step = [5, 2, 1, 0.5, 0.2, 0.1].map((each) => each * size).find((each) => Math.floor(high / each) > Math.ceil(low / each)) ?? size / 20;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const axis = make("span", { class: "axis", "aria-hidden": "true" });
  for (let tick = Math.ceil(scale.low / step) * step; tick <= scale.high; tick += step) {
    const mark = axis.appendChild(make("span", {}, tick.toFixed(digits)));
    mark.style.left = share(scale, tick);
  }
  return axis;
}
