import { abortableSleep } from '@assay/concurrency';
import type { JobProcess, JobProgress, RequestedRun, ScheduledJobRow, ScheduledJobs } from '@assay/operations';
import type { Recorder } from '@assay/telemetry';
import { createTask, type ScheduledTask } from 'node-cron';
import type { Logger } from 'pino';
import type { AutomationDeps } from '../automationDeps.ts';

/** A periodic duty of a process, such as the removal of what accounts no longer retain. */
export type Job<Deps = AutomationDeps> = {
  /** What it handles. */
  className: string;
  functionName: string;
  /** Six fields, with seconds, in UTC. */
  schedule: string;
  run: (deps: Deps, now: Date) => Promise<void>;
};

export type Jobs = {
  /** Starts no more runs, and resolves after those in progress. */
  stop(): Promise<void>;
};

/** Settings of a process's jobs. */
export type JobHost = {
  process: JobProcess;
  store: ScheduledJobs;
  log: Pick<Logger, 'warn'>;
  /** False when another process may hold the lease: no further job starts. */
  mayAct?: () => boolean;
  recorder: Pick<Recorder, 'begin' | 'reportError'>;
};

/** Interval of checks for staff requests. */
const lookMs = 1_000;
/** Interval between writes of progress; requests and failures are written at the next check. */
const reportMs = 5_000;
const keptRuns = 20;

/** node-cron writes to the console; errors go to the process log instead. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

/** @returns the name of a job in calls and in the store */
export function idOfJob({ className, functionName }: Pick<Job<never>, 'className' | 'functionName'>): string {
  return `${className}.${functionName}`;
}

/**
 * Runs each job at once and then on schedule, never concurrently with itself: a time that falls into a run is skipped.
 * A job turned off by staff runs only on demand. Only the process with the lease may call this.
 * @throws when the store does not answer
 */
export async function startJobs<Deps>(jobs: readonly Job<Deps>[], deps: Deps, host: JobHost): Promise<Jobs> {
  const { process, store, log } = host;
  const declared = jobs.map((job) => ({ ...nameOf(job), id: idOfJob(job) }));
  const rows = new Map((await store.declare(process, declared)).map((row) => [row._id, row]));
  const started = new Map(jobs.map((job) => [idOfJob(job), startJob(job, deps, host, rows.get(idOfJob(job)))]));
  const stopping = new AbortController();

  async function report(isDue: boolean): Promise<void> {
    const changed = [...started].filter(([, job]) => job.isUrgent() || (isDue && job.hasChanged()));
    try {
      await store.report(new Map(changed.map(([id, job]) => [id, job.progress()])));
    } catch (error) {
      for (const [, job] of changed) job.reportAgain();
      throw error;
    }
  }

  async function obey(): Promise<void> {
    for (const { _id, enabled, requested } of await store.list(process)) {
      const job = started.get(_id);
      if (!job) continue;
      job.enable(enabled);
      if (requested === null || job.isRunning() || host.mayAct?.() === false) continue;
      if (await store.take(_id, requested.id)) job.runFor(requested);
    }
  }

  async function loop(): Promise<void> {
    let reportedAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      await abortableSleep(lookMs, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await obey();
        const isDue = performance.now() - reportedAt >= reportMs;
        if (isDue) reportedAt = performance.now();
        await report(isDue);
      } catch (error) {
        log.warn({ err: error }, 'requests to jobs cannot be read, or their progress cannot be written');
      }
    }
  }

  const looping = loop();
  return {
    stop: async () => {
      stopping.abort();
      await looping;
      await Promise.all([...started.values()].map((job) => job.stop()));
      // The next process resumes from the last written row.
      await report(true).catch((error: unknown) => log.warn({ err: error }, 'the progress of jobs was not written'));
    },
  };
}

function nameOf<Deps>({ className, functionName, schedule }: Job<Deps>) {
  return { className, functionName, schedule };
}

/** Fields that this process takes over, so that a restart loses neither the history nor a failure. */
function progressOf(row: ScheduledJobRow | undefined): JobProgress {
  return {
    running: false,
    lastStartTime: row?.lastStartTime ?? null,
    lastDurationMs: row?.lastDurationMs ?? null,
    lastError: row?.lastError ?? null,
    failingSince: row?.failingSince ?? null,
    failures: row?.failures ?? 0,
    nextRunTime: null,
    lastRuns: row?.lastRuns ?? [],
    lastRequest: row?.lastRequest ?? null,
  };
}

function startJob<Deps>(job: Job<Deps>, deps: Deps, host: JobHost, row: ScheduledJobRow | undefined) {
  const { log, recorder, mayAct = () => true } = host;
  const id = idOfJob(job);
  let running: Promise<void> | null = null;
  let enabled = row?.enabled ?? true;
  let state = progressOf(row);
  let changed = true;
  let urgent = false;

  function update(next: Partial<JobProgress>): void {
    state = { ...state, ...next };
    changed = true;
  }

  async function runOnce(request: Omit<RequestedRun, 'startTime' | 'durationMs' | 'error' | 'dbRequests'> | null) {
    const began = performance.now();
    const startTime = new Date();
    const begun = request && { ...request, startTime, durationMs: null, error: null, dbRequests: 0 };
    update({ running: true, lastStartTime: startTime, ...(begun ? { lastRequest: begun } : {}) });
    let error: string | null = null;
    const measurement = recorder.begin({ type: 'Job', name: id });
    try {
      await measurement.run(() => job.run(deps, startTime));
    } catch (thrown) {
      // The next run finds the same work again; a permanent failure shows in the log.
      error = thrown instanceof Error ? thrown.message : String(thrown);
      log.warn({ err: thrown, job: id }, 'a job failed');
      recorder.reportError(thrown, { kind: 'job', name: id });
    }
    const { count: dbRequests } = measurement.end();
    const durationMs = Math.round(performance.now() - began);
    urgent ||= request !== null || (error === null) !== (state.lastError === null);
    update({
      running: false,
      lastDurationMs: durationMs,
      lastError: error,
      failingSince: error === null ? null : (state.failingSince ?? startTime),
      failures: error === null ? 0 : state.failures + 1,
      lastRuns: [...state.lastRuns, { startTime, durationMs, failed: error !== null }].slice(-keptRuns),
      ...(begun ? { lastRequest: { ...begun, durationMs, error, dbRequests } } : {}),
    });
  }

  function begin(request: Parameters<typeof runOnce>[0] = null): Promise<void> {
    running ??= runOnce(request).finally(() => {
      running = null;
    });
    return running;
  }

  const task: ScheduledTask = createTask(job.schedule, () => (mayAct() ? begin() : undefined), {
    name: id,
    timezone: 'UTC',
    noOverlap: true,
    logger: silent,
    suppressMissedWarning: true,
  });
  if (enabled) {
    void begin();
    void task.start();
  }
  return {
    isRunning: () => running !== null,
    isUrgent: () => urgent,
    hasChanged: () => changed,
    /** The row to write; it is then marked as written. */
    progress: (): JobProgress => {
      changed = false;
      urgent = false;
      return { ...state, nextRunTime: enabled ? task.getNextRun() : null };
    },
    reportAgain: () => {
      urgent = true;
    },
    enable: (wanted: boolean) => {
      if (wanted === enabled) return;
      enabled = wanted;
      changed = true;
      urgent = true;
      void (enabled ? task.start() : task.stop());
    },
    runFor: ({ at, by, reason }: NonNullable<ScheduledJobRow['requested']>) => {
      urgent = true;
      void begin({ at, by, reason });
    },
    stop: async () => {
      await task.destroy();
      await running;
    },
  };
}
