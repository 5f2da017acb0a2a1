// Shows that DuckDB is working, with a button to stop it.

import type { Engine } from "./engine";
import { byId } from "./page";

/** Minimum duration of work that is shown. */
const QUIET_MS = 700;

export function showWork(engine: Engine): void {
  const place = byId("work");
  const since = byId("work-since");
  const stop = byId<HTMLButtonElement>("work-stop");
  let clock: ReturnType<typeof setInterval> | undefined;
  let begun = 0;
  engine.watch((isWorking) => {
    clearInterval(clock);
    begun = performance.now();
    place.hidden = true;
    if (!isWorking) return;
    clock = setInterval(() => {
      const seconds = (performance.now() - begun) / 1000;
      if (seconds * 1000 < QUIET_MS) return;
      since.textContent = `${seconds.toFixed(0)} s`;
      if (place.hidden) stop.disabled = false;
      place.hidden = false;
    }, 250);
  });
  stop.addEventListener("click", () => {
    stop.disabled = true; // until work begins again
    engine.cancel();
  });
}
