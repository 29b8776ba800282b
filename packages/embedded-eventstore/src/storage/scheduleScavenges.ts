import type { Scavenger } from './scavenger.ts';

/** A store that has just opened has more urgent work; ms. */
const firstRunDelayMs = 60_000;
/** The longest delay of a Node timer, in ms. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Starts a scavenge whenever the last one ended `every` ms ago.
 * @returns a function that stops the schedule
 */
export function scheduleScavenges(scavenger: Scavenger, every: number): () => void {
  const schedule = (atLeast: number) => {
    const due = scavenger.lastEnd + every - Date.now();
    return setTimeout(onTime, Math.min(Math.max(due, atLeast), maxTimerMs)).unref();
  };
  const onTime = () => {
    if (scavenger.lastEnd + every <= Date.now()) scavenger.start();
    timer = schedule(every);
  };
  let timer = schedule(Math.min(every, firstRunDelayMs));
  return () => clearTimeout(timer);
}
