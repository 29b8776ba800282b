import type { TestRunId } from '@assay/contract';
import { projectDecider, testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import type { AutomationDeps } from '../automationDeps.ts';
import { policy, reactingTo } from '../policy.ts';

/** How long the read models may take to show the runs there are. */
const waitMs = 10_000;

/** What makes two runs ask for the same. Which commit is left out: the newer one is of interest. */
function askedFor(request: TestRunCreated): string {
  const { projectId, environmentId, testSuiteId, branch, playwrightProject, copies } = request;
  const { includeTags, excludedTags, testFilters } = request;
  const tests = [includeTags, excludedTags, testFilters].map((each) => [...each].sort());
  return JSON.stringify([projectId, environmentId, testSuiteId, branch, ...tests, playwrightProject, copies]);
}

async function supersede(
  event: RecordedEvent & { type: 'TestRunCreated' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  const request = event.data;
  // A rerun looks into what an earlier run has found; it makes nothing obsolete and is not made so.
  if (request.rerunOf !== null) return;
  const { state: project } = await eventLog.load(projectDecider, request.projectId);
  if (project.status !== 'active' || !project.settings.cancelOlderTestRunsIfEquivalent) return;
  if (!(await readModels.waitFor(event.position, waitMs))) throw new Error('the read models are behind');
  const isOlder = (testRunId: TestRunId) => testRunId < request.testRunId;
  for (const { testRunId, request: other } of await readModels.unfinishedRuns()) {
    if (!isOlder(testRunId) || other.rerunOf !== null || askedFor(other) !== askedFor(request)) continue;
    const by = { testRunId: request.testRunId, number: request.number };
    const context = reactingTo(event, 'supersedeRuns');
    await eventLog.handle(testRunDecider, testRunId, { type: 'supersedeTestRun', by }, context);
  }
}

/** In projects that want it so, a new run takes the place of older ones that ask for the same. */
export const supersedeRuns = policy({ name: 'supersedeRuns', on: ['TestRunCreated'], react: supersede });
