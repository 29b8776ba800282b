import { createTask, type ScheduledTask } from 'node-cron';
import type { Logger } from 'pino';
import type { AutomationDeps } from '../automationDeps.ts';

/** A periodic duty of the automation, such as the removal of what accounts no longer retain. */
export type Job<Deps = AutomationDeps> = {
  name: string;
  /** Six fields, with seconds, in UTC. */
  schedule: string;
  run: (deps: Deps, now: Date) => Promise<void>;
};

/** What is known of a job since this process started. */
export type JobState = {
  name: string;
  schedule: string;
  running: boolean;
  /** When its last run began; null: not yet. */
  lastRunAt: Date | null;
  lastDurationMs: number | null;
  /** Null once a run succeeds. */
  lastError: string | null;
  nextRunAt: Date | null;
};

export type Jobs = {
  states(): JobState[];
  /** Starts no more runs, and resolves after those under way. */
  stop(): Promise<void>;
};

type WithLog = { log: Pick<Logger, 'warn'> };

/** node-cron writes to the console; what goes wrong is in the log of the automation. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

/**
 * Runs each job at once and then by its schedule, one run of a job at a time: a time that comes while it runs is skipped.
 * Only the process with the lease of the automation may call this.
 */
export function startJobs<Deps extends WithLog>(jobs: readonly Job<Deps>[], deps: Deps): Jobs {
  const started = jobs.map((job) => startJob(job, deps));
  return {
    states: () => started.map(({ state }) => state()),
    stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))),
  };
}

function startJob<Deps extends WithLog>({ name, schedule, run }: Job<Deps>, deps: Deps) {
  let running: Promise<void> | null = null;
  let lastRunAt: Date | null = null;
  let lastDurationMs: number | null = null;
  let lastError: string | null = null;

  async function runOnce(): Promise<void> {
    const began = performance.now();
    lastRunAt = new Date();
    try {
      await run(deps, lastRunAt);
      lastError = null;
    } catch (error) {
      // The next run finds the same things again; one that always fails shows in the log.
      lastError = error instanceof Error ? error.message : String(error);
      deps.log.warn({ err: error, job: name }, 'a job failed');
    } finally {
      lastDurationMs = Math.round(performance.now() - began);
    }
  }
  const begin = () => {
    running ??= runOnce().finally(() => {
      running = null;
    });
    return running;
  };
  const task: ScheduledTask = createTask(schedule, begin, {
    name,
    timezone: 'UTC',
    noOverlap: true,
    logger: silent,
    suppressMissedWarning: true,
  });
  void begin();
  void task.start();
  return {
    state: (): JobState => ({
      ...{ name, schedule, running: running !== null, lastRunAt, lastDurationMs, lastError },
      nextRunAt: task.getNextRun(),
    }),
    stop: async () => {
      await task.destroy();
      await running;
    },
  };
}
