import type { AutomationDeps } from '../automationDeps.ts';

/** Something that only time brings about, looked for at an interval, one look at a time. */
export type Sweep = { name: string; everyMs: number; look: (deps: AutomationDeps, now: Date) => Promise<void> };

/** @returns a function that stops the loop after the current look. */
export function runSweep({ name, everyMs, look }: Sweep, deps: AutomationDeps): () => Promise<void> {
  let stopped = false;
  let wake: () => void = () => undefined;
  const loop = async () => {
    while (!stopped) {
      try {
        await look(deps, new Date());
      } catch (error) {
        // The next look finds the same things again; one that always fails shows in the log.
        deps.log.warn({ err: error, sweep: name }, 'a sweep failed');
      }
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const done = loop();
  return async () => {
    stopped = true;
    wake();
    await done;
  };
}
