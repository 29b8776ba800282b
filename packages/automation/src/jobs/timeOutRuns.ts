import { testRunDecider } from '@assay/domain';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

/**
 * A run's time-out starts with its set-up, not while it is queued. Uploads never time out: their tests ran elsewhere,
 * and an interrupted one may be resumed much later.
 */
export const timeOutRuns: Job = {
  className: 'TestRuns',
  functionName: 'timeOutRuns',
  schedule: '*/2 * * * * *',
  run: async ({ eventLog, openRuns }, now) => {
    for (const { testRunId, accountId, startedAt, timeoutMinutes } of openRuns.all()) {
      if (startedAt === null || now.getTime() - Date.parse(startedAt) < timeoutMinutes * 60_000) continue;
      await eventLog.handle(testRunDecider, testRunId, { type: 'timeOutTestRun' }, byItself(accountId, 'timeOutRuns'));
    }
  },
};
