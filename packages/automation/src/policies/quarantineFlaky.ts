import { projectDecider, projectTestsDecider, testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

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
  await awaitReadModels(readModels, event);
  const reason = `Flaky in run #${number}: it failed and passed on the same commit.`;
  for (const { testId, file, name } of await readModels.flakyTests(testRunId)) {
    const command = { type: 'quarantineTest' as const, projectId, testId, file, name, reason };
    await eventLog.handle(projectTestsDecider, projectId, command, reactingTo(event, 'quarantineFlaky'));
  }
}

/**
 * In projects with that setting, a test that turns out to be flaky is quarantined, with the reason. Copies that ran before
 * their run was canceled count too.
 */
export const quarantineFlaky = policy({
  name: 'quarantineFlaky',
  leavesImports: true,
  on: ['TestRunFinished', 'CopiesDiffered'],
  react: quarantine,
});
