import { type TestRunCommand, testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import { policy, reactingTo } from '../policy.ts';
import { compareCopies } from '../scheduling/compareCopies.ts';
import { findMissingTests } from '../scheduling/findMissingTests.ts';

/** The outcome of a unit for its run; null for other events. */
function commandFor(event: RecordedEvent): TestRunCommand | null {
  if (event.type === 'WorkUnitCompleted') {
    const { unit, attempt, totals, problem } = event.data;
    // A successful set-up is followed by the test list, which starts the run.
    return unit === 0 && problem === null ? null : { type: 'finishUnit', unit, attempt, totals, problem };
  }
  if (event.type === 'WorkUnitLost' && event.data.reason !== 'runEnded') {
    const { testRunId, runnerId, running, ...loss } = event.data;
    return { type: 'loseUnit', ...loss };
  }
  return null;
}

/** Counts completed and lost units in their run; after the last one, the run tears down and gets its verdict. */
export const countUnits = policy({
  name: 'countUnits',
  on: ['WorkUnitCompleted', 'WorkUnitLost', 'TestRunTearDownStarted'],
  react: async (event, { eventLog }) => {
    const command = commandFor(event);
    if (command !== null && 'testRunId' in event.data) {
      await eventLog.handle(testRunDecider, event.data.testRunId, command, reactingTo(event, 'countUnits'));
    }
    if (event.type === 'TestRunTearDownStarted') {
      // The verdict takes them into account.
      await compareCopies(event, eventLog, 'countUnits');
      await eventLog.handle(
        testRunDecider,
        event.data.testRunId,
        { type: 'finishTestRun', notFound: await findMissingTests(eventLog, event.data.testRunId) },
        reactingTo(event, 'countUnits'),
      );
    }
  },
});
