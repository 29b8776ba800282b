import { runnerNameOf, type TestRunnerView, testRunCalls } from '@assay/contract';
import { route } from '../http/route.ts';

function titleOf(name: string, runners: readonly TestRunnerView[]): string {
  if (name === 'setup') return 'Set-up';
  if (name === 'test-list') return 'Test list';
  const agentName = runners.find(({ id }) => id === name)?.agentName;
  const runner = runnerNameOf(name) ?? name;
  return agentName ? `${runner} on ${agentName}` : runner;
}

function orderOf(name: string): number {
  if (name === 'setup') return 0;
  return name === 'test-list' ? 1 : 2;
}

export const listLogs = route(testRunCalls.listLogs, async ({ api, caller, params: { id } }) => {
  await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
  const [logs, runners] = await Promise.all([api.operations.logs.list(id), caller.models.testRunners(id)]);
  return logs
    .map(({ name, size, updatedAt }) => ({
      name,
      title: titleOf(name, runners ?? []),
      size,
      updatedAt: updatedAt.toISOString(),
    }))
    .sort((a, b) => orderOf(a.name) - orderOf(b.name) || a.title.localeCompare(b.title));
});
