import { testRunDecider } from '@assay/domain';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

/**
 * A run's time-out starts when its set-up does; waiting in the queue does not count. Uploads never time out: their tests
 * ran elsewhere, and one that was cut off may be continued long afterwards.
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
