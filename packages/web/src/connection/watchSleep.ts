/** How often the clock is read. */
const tickMs = 5_000;
/** Longer than browsers hold back the timers of a hidden tab. */
const sleptMs = 120_000;

/** Calls back once the machine has slept: meanwhile its clock has gone on and its timers have not. */
export function watchSleep(onWake: () => void): void {
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - last > sleptMs) onWake();
    last = now;
  }, tickMs);
}
