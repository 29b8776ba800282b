import { abortableSleep } from './abortableSleep.ts';

/** Time in milliseconds; a test hands in its own. */
export type Clock = {
  now(): number;
  /** Resolves after the time, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = { now: () => performance.now(), sleep: abortableSleep };
