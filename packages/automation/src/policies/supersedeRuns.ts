import { projectDecider, testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { policy, reactingTo } from '../policy.ts';
import { openRunAfter } from '../scheduling/openRun.ts';

async function supersede(
  event: RecordedEvent & { type: 'TestRunCreated' },
  { eventLog, openRuns }: AutomationDeps,
): Promise<void> {
  const { testRunId: newest, number, projectId } = event.data;
  const asksFor = openRunAfter(null, event)?.asksFor ?? null;
  // A rerun neither replaces other runs nor is replaced.
  if (asksFor === null) return;
  const { state: project } = await eventLog.load(projectDecider, projectId);
  if (project.status !== 'active' || !project.settings.cancelOlderTestRunsIfEquivalent) return;
  await openRuns.upTo(event.position);
  for (const { testRunId } of openRuns.all().filter((run) => run.asksFor === asksFor && run.testRunId < newest)) {
    const by = { testRunId: newest, number };
    const context = reactingTo(event, 'supersedeRuns');
    await eventLog.handle(testRunDecider, testRunId, { type: 'supersedeTestRun', by }, context);
  }
}

/** In projects with that setting, a new run replaces older ones that ask for the same. */
export const supersedeRuns = policy({ name: 'supersedeRuns', on: ['TestRunCreated'], react: supersede });
