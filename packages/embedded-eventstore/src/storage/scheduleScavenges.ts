import type { Scavenger } from './scavenger.ts';

/** A store that has just been opened has more urgent things to do; ms. */
const firstRunDelayMs = 60_000;
/** The longest that a timer of Node can be set to, in ms. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Starts a scavenge whenever the last one ended so long ago.
 * @param every ms
 * @returns how to end it
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
