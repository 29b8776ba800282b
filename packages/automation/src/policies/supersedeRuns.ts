import type { TestRunId } from '@assay/contract';
import { projectDecider, testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

/** Two runs with the same text ask for the same. The commit is left out: it is the newer one that matters. */
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
  // A rerun looks into what an earlier run found: it neither replaces other runs nor is replaced.
  if (request.rerunOf !== null) return;
  const { state: project } = await eventLog.load(projectDecider, request.projectId);
  if (project.status !== 'active' || !project.settings.cancelOlderTestRunsIfEquivalent) return;
  await awaitReadModels(readModels, event.position);
  const isOlder = (testRunId: TestRunId) => testRunId < request.testRunId;
  for (const { testRunId, request: other } of await readModels.unfinishedRuns()) {
    if (!isOlder(testRunId) || other.rerunOf !== null || askedFor(other) !== askedFor(request)) continue;
    const by = { testRunId: request.testRunId, number: request.number };
    const context = reactingTo(event, 'supersedeRuns');
    await eventLog.handle(testRunDecider, testRunId, { type: 'supersedeTestRun', by }, context);
  }
}

/** In projects with that setting, a new run replaces older ones that ask for the same. */
export const supersedeRuns = policy({ name: 'supersedeRuns', on: ['TestRunCreated'], react: supersede });
