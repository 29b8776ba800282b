import type { UserId } from '@assay/contract';
import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { v7 as uuid } from 'uuid';
import type { Clock } from '../clock.ts';

/** The process that runs a job. */
export type JobProcess = 'automation' | 'projector';

/** What a job is called, and its six-field cron expression in UTC. */
export type DeclaredJob = { id: string; className: string; functionName: string; schedule: string };

/** Who of the staff did something to a job, and why. */
export type JobCommand = { at: Date; by: UserId; reason: string };

export type RequestedRun = JobCommand & {
  startTime: Date;
  durationMs: number | null;
  error: string | null;
  dbRequests: number;
};

/** What the process that runs a job reports of it. */
export type JobProgress = {
  running: boolean;
  lastStartTime: Date | null;
  lastDurationMs: number | null;
  lastError: string | null;
  failingSince: Date | null;
  /** Consecutive failed runs. */
  failures: number;
  nextRunTime: Date | null;
  /** Oldest first. */
  lastRuns: { startTime: Date; durationMs: number; failed: boolean }[];
  lastRequest: RequestedRun | null;
};

export type ScheduledJobRow = JobProgress &
  Omit<DeclaredJob, 'id'> & {
    _id: string;
    process: JobProcess;
    createdAt: Date;
    enabled: boolean;
    toggled: JobCommand | null;
    /** A run on demand that has not started yet. */
    requested: (JobCommand & { id: string }) | null;
  };

/** The jobs of all processes: what they report, and what the staff want of them. It survives restarts. */
export type ScheduledJobs = {
  /**
   * Declares the jobs of a process that starts: unknown ones are added, and those it no longer has are removed. None of
   * them is running now.
   * @returns its jobs with what earlier processes reported
   */
  declare(process: JobProcess, jobs: readonly DeclaredJob[]): Promise<ScheduledJobRow[]>;
  /** @returns every job, or those of a process. */
  list(process?: JobProcess): Promise<ScheduledJobRow[]>;
  /** @returns the job after the change; null when it does not exist. */
  toggle(id: string, enabled: boolean | undefined, command: Omit<JobCommand, 'at'>): Promise<ScheduledJobRow | null>;
  /**
   * Requests a run on demand; one that was requested before and has not started is the same run.
   * @returns null when the job does not exist or is running
   */
  request(id: string, command: Omit<JobCommand, 'at'>): Promise<ScheduledJobRow | null>;
  /** @returns whether the caller is to carry out the request; false for everyone after the first. */
  take(id: string, requestId: string): Promise<boolean>;
  report(progress: ReadonlyMap<string, JobProgress>): Promise<void>;
};

const notRunYet: Omit<JobProgress, 'running'> = {
  lastStartTime: null,
  lastDurationMs: null,
  lastError: null,
  failingSince: null,
  failures: 0,
  nextRunTime: null,
  lastRuns: [],
  lastRequest: null,
};

export function openScheduledJobs(db: Db, now: Clock): ScheduledJobs {
  const rows = db.collection<ScheduledJobRow>('scheduledJobs');
  const list: ScheduledJobs['list'] = (process) =>
    rows
      .find(process === undefined ? {} : { process })
      .sort({ _id: 1 })
      .toArray();

  return {
    async declare(process, jobs) {
      const writes = jobs.map(
        ({ id, ...declared }): AnyBulkWriteOperation<ScheduledJobRow> => ({
          updateOne: {
            filter: { _id: id },
            update: {
              $set: { ...declared, process, running: false },
              $setOnInsert: { createdAt: now(), enabled: true, toggled: null, requested: null, ...notRunYet },
            },
            upsert: true,
          },
        }),
      );
      await rows.bulkWrite(writes);
      await rows.deleteMany({ process, _id: { $nin: jobs.map(({ id }) => id) } });
      return list(process);
    },

    list,

    async toggle(id, enabled, command) {
      const toggled = { ...command, at: now() };
      if (enabled !== undefined) {
        return rows.findOneAndUpdate({ _id: id }, { $set: { enabled, toggled } }, { returnDocument: 'after' });
      }
      const row = await rows.findOne({ _id: id });
      if (!row) return null;
      return rows.findOneAndUpdate(
        { _id: id },
        { $set: { enabled: !row.enabled, toggled } },
        { returnDocument: 'after' },
      );
    },

    async request(id, command) {
      const requested = { ...command, at: now(), id: uuid() };
      const row = await rows.findOneAndUpdate(
        { _id: id, running: false, requested: null },
        { $set: { requested } },
        { returnDocument: 'after' },
      );
      return row ?? rows.findOne({ _id: id, requested: { $ne: null } });
    },

    async take(id, requestId) {
      const { modifiedCount } = await rows.updateOne(
        { _id: id, 'requested.id': requestId },
        { $set: { requested: null } },
      );
      return modifiedCount === 1;
    },

    async report(progress) {
      if (progress.size === 0) return;
      await rows.bulkWrite(
        [...progress].map(([_id, state]) => ({ updateOne: { filter: { _id }, update: { $set: state } } })),
        { ordered: false },
      );
    },
  };
}
