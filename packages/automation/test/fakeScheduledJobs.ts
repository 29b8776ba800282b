import type { UserId } from '@assay/contract';
import type { JobProgress, ScheduledJobRow, ScheduledJobs } from '@assay/operations';

/** A fake of the store of jobs, in memory; `packages/api/test/jobs.int.spec.ts` has the real one. */
export type FakeScheduledJobs = ScheduledJobs & {
  row(id: string): ScheduledJobRow | undefined;
  /** Every state that was reported. */
  reported: JobProgress[];
  /** Before its first start. */
  turnOff(id: string): void;
  request(id: string, reason: string): void;
};

const by = 'staff' as UserId;

export function fakeScheduledJobs(): FakeScheduledJobs {
  const rows = new Map<string, ScheduledJobRow>();
  const off = new Set<string>();
  const reported: JobProgress[] = [];
  const notUsed = () => Promise.reject(new Error('only the api does this'));
  return {
    row: (id) => rows.get(id),
    reported,
    turnOff: (id) => void off.add(id),
    request: (id: string, reason: unknown) => {
      const row = rows.get(id);
      if (row && typeof reason === 'string') {
        rows.set(id, { ...row, requested: { id: reason, at: new Date(), by, reason } });
      }
      return Promise.resolve(null);
    },
    toggle: notUsed,
    declare: async (process, jobs) => {
      for (const { id, ...declared } of jobs) {
        const before = rows.get(id);
        rows.set(id, {
          ...{ _id: id, createdAt: new Date(), enabled: !off.has(id), toggled: null, requested: null },
          ...{ lastStartTime: null, lastDurationMs: null, lastError: null, failingSince: null, failures: 0 },
          ...{ nextRunTime: null, lastRuns: [], lastRequest: null },
          ...before,
          ...declared,
          ...{ process, running: false },
        });
      }
      return [...rows.values()];
    },
    list: async () => [...rows.values()],
    take: async (id, requestId) => {
      const row = rows.get(id);
      if (row?.requested?.id !== requestId) return false;
      rows.set(id, { ...row, requested: null });
      return true;
    },
    report: async (progress) => {
      for (const [id, state] of progress) {
        const row = rows.get(id);
        reported.push(state);
        if (row) rows.set(id, { ...row, ...state });
      }
    },
  };
}
