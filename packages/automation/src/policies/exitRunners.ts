import { testRunnerDecider } from '@assay/domain';
import { accountOf } from '@assay/event-log';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

/** The runners of a run that has ended are free. One that is created later is dealt with by `endWork`. */
export const exitRunners = policy({
  name: 'exitRunners',
  on: ['TestRunCanceled', 'TestRunFinished'],
  react: async (event, { eventLog, readModels }) => {
    await awaitReadModels(readModels, event);
    const runners = (await readModels.of(accountOf(event)).testRunners(event.data.testRunId)) ?? [];
    for (const { id } of runners) {
      await eventLog.handle(testRunnerDecider, id, { type: 'exitTestRunner' }, reactingTo(event, 'exitRunners'));
    }
  },
});
