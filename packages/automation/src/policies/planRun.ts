import { copiesOf, keepsFilesTogether, type ListedTest, type TestRunId, testKeyOf } from '@assay/contract';
import { projectDecider, projectTestsDecider, testRunDecider } from '@assay/domain';
import type { EventLog, RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { policy, reactingTo } from '../policy.ts';
import { planUnits } from '../scheduling/planUnits.ts';

/** @returns the keys of the tests that already have a unit. */
async function plannedTests(eventLog: EventLog, testRunId: TestRunId): Promise<ReadonlySet<string>> {
  const tests = new Set<string>();
  for await (const event of eventLog.read(`testRun-${testRunId}`)) {
    if (event.type !== 'WorkUnitsPlanned') continue;
    for (const unit of event.data.units) for (const testId of unit.tests) tests.add(testKeyOf(testId, unit.copy));
  }
  return tests;
}

async function plan(
  event: RecordedEvent & { type: 'TestListCompleted' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  const { testRunId, commit, commitMessage, testCount, listingMs } = event.data;
  const { state } = await eventLog.load(testRunDecider, testRunId);
  const begun = state.status === 'RUNNING' && !state.planned;
  if (state.status !== 'SETUP' && !begun) return;
  const { projectId, ignoreQuarantine, maxRunners, parallelizeByFile, copies } = state.request;

  const tests: ListedTest[] = [];
  for await (const listed of eventLog.read(`testList-${testRunId}`)) {
    if (listed.type === 'TestsListed') tests.push(...listed.data.tests);
  }
  const [expected, { state: inProject }, { state: project }] = await Promise.all([
    readModels.expectedDurations(projectId),
    eventLog.load(projectTestsDecider, projectId),
    eventLog.load(projectDecider, projectId),
  ]);
  const asOne = project.status === 'active' && keepsFilesTogether(project.settings.testingFramework);
  // An interrupted plan is continued, not recomputed, because durations may have changed.
  const before = begun ? await plannedTests(eventLog, testRunId) : new Set<string>();
  const rest = copiesOf(copies).map((copy) => ({
    copy,
    tests: tests.filter(({ testId }) => !before.has(testKeyOf(testId, copy))),
  }));
  const byFile = parallelizeByFile || asOne;
  const units = planUnits({ copies: rest, expected, runners: maxRunners, byFile, startMs: listingMs }).map(
    ({ unit, ...planned }) => ({ unit: begun ? unit + state.units.size - 1 : unit, ...planned }),
  );
  const quarantined = ignoreQuarantine
    ? []
    : tests.map(({ testId }) => testId).filter((testId) => inProject.quarantined.has(testId));
  const command = { type: 'startTestRun' as const, commit, commitMessage, testCount, units, quarantined };
  let more = true;
  while (more) {
    const { events } = await eventLog.handle(testRunDecider, testRunId, command, reactingTo(event, 'planRun'));
    more = events.some((one) => one.type === 'WorkUnitsPlanned' && !one.data.complete);
  }
}

/** Once a run's tests are known, cuts it into units and determines its quarantined tests. */
export const planRun = policy({ name: 'planRun', on: ['TestListCompleted'], react: plan });
