import { testRunDecider } from '@assay/domain';
import { byItself } from '../policy.ts';
import type { Sweep } from './sweep.ts';

/**
 * A run's time-out starts when its set-up does; waiting in the queue does not count. Uploads never time out: their tests
 * ran elsewhere, and one that was cut off may be continued long afterwards.
 */
export const timeOutRuns: Sweep = {
  name: 'timeOutRuns',
  everyMs: 2_000,
  look: async ({ eventLog, openRuns }, now) => {
    for (const { testRunId, accountId, startedAt, timeoutMinutes } of openRuns.all()) {
      if (startedAt === null || now.getTime() - Date.parse(startedAt) < timeoutMinutes * 60_000) continue;
      await eventLog.handle(testRunDecider, testRunId, { type: 'timeOutTestRun' }, byItself(accountId, 'timeOutRuns'));
    }
  },
};
