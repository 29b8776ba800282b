import { projectDecider, projectTestsDecider, testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { policy, reactingTo } from '../policy.ts';

/** How long the read models may take to show the run's results. */
const waitMs = 10_000;

async function quarantine(
  event: RecordedEvent & { type: 'TestRunFinished' | 'CopiesDiffered' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  const { testRunId } = event.data;
  if (event.type === 'TestRunFinished' && event.data.totals.flaky === 0) return;
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none') return;
  const { projectId, number } = state.request;
  const { state: project } = await eventLog.load(projectDecider, projectId);
  if (project.status !== 'active' || !project.settings.quarantineFlakyTests) return;
  if (!(await readModels.waitFor(event.position, waitMs))) throw new Error('the read models are behind');
  const reason = `Flaky in run #${number}: it failed and passed on the same commit.`;
  for (const { testId, file, name } of await readModels.flakyTests(testRunId)) {
    const command = { type: 'quarantineTest' as const, projectId, testId, file, name, reason };
    await eventLog.handle(projectTestsDecider, projectId, command, reactingTo(event, 'quarantineFlaky'));
  }
}

/**
 * In projects that want it so, a test that has been seen to be flaky is quarantined by itself, saying why: also by the
 * copies that a run had run before it was canceled.
 */
export const quarantineFlaky = policy({
  name: 'quarantineFlaky',
  on: ['TestRunFinished', 'CopiesDiffered'],
  react: quarantine,
});
