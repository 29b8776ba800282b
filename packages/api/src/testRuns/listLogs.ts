import { compareNames, runnerNameOf, type TestRunnerView, testRunCalls } from '@assay/contract';
import { route } from '../http/route.ts';

/** Enough of a log to see how it began. The rest is read by offset. */
const headBytes = 16 * 1024;

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
  const headOf = async (name: string) => (await api.operations.logs.read(id, name, 0, headBytes)).text;
  const shown = await Promise.all(
    logs.map(async ({ name, size, updatedAt }) => ({
      name,
      title: titleOf(name, runners ?? []),
      size,
      updatedAt: updatedAt.toISOString(),
      ecsTaskArn: null,
      runnerSetupLog: name === 'setup' ? await headOf(name) : null,
      testListGenerationLog: name === 'test-list' ? await headOf(name) : null,
    })),
  );
  return shown.sort((a, b) => orderOf(a.name) - orderOf(b.name) || compareNames(a.title, b.title));
});
