import { RunLogView, runnerNameOf, type TestRunnerView } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { TestRunParams } from './testRunParams.ts';
import { topicOfRun } from './testRunTopics.ts';

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

export const listLogs = route({
  method: 'GET',
  url: '/test-runs/:id/logs',
  summary: 'The logs of a run: set-up, listing, and one for each runner',
  permission: 'testRun.read',
  params: TestRunParams,
  answer: Type.Array(RunLogView),
  topics: [topicOfRun('testRunLogs')],
  handle: async ({ api, caller, params: { id } }) => {
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
  },
});
