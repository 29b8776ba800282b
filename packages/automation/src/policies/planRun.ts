import type { ListedTest } from '@assay/contract';
import { projectTestsDecider, testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { type Policy, reactingTo } from '../policy.ts';
import { planUnits } from '../scheduling/planUnits.ts';

async function plan(
  event: RecordedEvent & { type: 'TestListCompleted' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  const { testRunId, commit, commitMessage, testCount } = event.data;
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status !== 'SETUP') return;
  const { projectId, ignoreQuarantine, maxRunners, parallelizeByFile } = state.request;

  const tests: ListedTest[] = [];
  for await (const listed of eventLog.read(`testList-${testRunId}`)) {
    if (listed.type === 'TestsListed') tests.push(...listed.data.tests);
  }
  const [expected, { state: inProject }] = await Promise.all([
    readModels.expectedDurations(projectId),
    eventLog.load(projectTestsDecider, projectId),
  ]);
  const units = planUnits({ tests, expected, runners: maxRunners, byFile: parallelizeByFile });
  const quarantined = ignoreQuarantine
    ? []
    : tests.map(({ testId }) => testId).filter((testId) => inProject.quarantined.has(testId));
  await eventLog.handle(
    testRunDecider,
    testRunId,
    { type: 'startTestRun', commit, commitMessage, testCount, units, quarantined },
    reactingTo(event, 'planRun'),
  );
}

/** Once its tests are known, a run is cut into units, and which of its tests are quarantined is fixed. */
export const planRun: Policy = {
  name: 'planRun',
  react: async (event, deps) => {
    if (event.type === 'TestListCompleted') await plan(event, deps);
  },
};
