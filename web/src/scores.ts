// Scores of a leaderboard as dots with their intervals, all on one scale whose axis stands in the head of the column.

import { make } from "./page";
import type { Cell } from "./values";

export interface Interval {
  low_rank: number;
  high_rank: number;
  low_mean: number;
  high_mean: number;
}

/** The ends of an axis. */
export type Scale = [low: number, high: number];

/** The round numbers around all values and intervals; undefined where there is nothing to draw. */
export function scaleOf(values: Cell[], intervals: Interval[]): Scale | undefined {
  const known = [...values, ...intervals.flatMap(({ low_mean, high_mean }) => [low_mean, high_mean])].filter((each): each is number => typeof each === "number" && Number.isFinite(each));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  if (!(low < high)) return undefined;
  const step = 10 ** Math.floor(Math.log10(high - low));
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

function share([low, high]: Scale, value: number): string {
  return `${(((value - low) / (high - low)) * 100).toFixed(2)}%`;
}

/** A score as its number, and as a dot on the scale with its interval as a line. */
export function scored(value: number, text: string, interval: Interval | undefined, scale: Scale): HTMLElement {
  const drawn = make("span", { class: "strip dots" }, make("em"));
  drawn.style.setProperty("--dot", share(scale, value));
  if (interval && Number.isFinite(interval.low_mean)) {
    drawn.prepend(make("i"));
    drawn.style.setProperty("--low", share(scale, interval.low_mean));
    drawn.style.setProperty("--high", share(scale, interval.high_mean));
    drawn.title = `${text}, between ${interval.low_mean.toFixed(4)} and ${interval.high_mean.toFixed(4)} over bootstraps of the topics (95%)`;
  }
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", drawn.title || text);
  if (scale[0] < 0 && scale[1] > 0) drawn.style.setProperty("--zero", share(scale, 0));
  return make("span", { class: "score" }, text, drawn);
}

/** The axis of the scale: its ends and its middle. */
export function inkOf(scale: Scale): HTMLElement {
  const [low, high] = scale;
  const digits = Math.max(0, 1 - Math.floor(Math.log10(high - low)));
  const ticks = [low, (low + high) / 2, high].map((each) => make("span", {}, each.toFixed(digits)));
  return make("span", { class: "axis", "aria-hidden": "true" }, ...ticks);
}
