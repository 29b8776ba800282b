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
  look: async ({ eventLog, readModels }, now) => {
    for (const { testRunId, accountId, startTime, request } of await readModels.unfinishedRuns()) {
      if (startTime === null || request.upload !== null) continue;
      if (now.getTime() - Date.parse(startTime) < request.timeoutMinutes * 60_000) continue;
      await eventLog.handle(testRunDecider, testRunId, { type: 'timeOutTestRun' }, byItself(accountId, 'timeOutRuns'));
    }
  },
};
