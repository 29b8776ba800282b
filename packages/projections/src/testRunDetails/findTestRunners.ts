import { type AccountId, type TestId, type TestRunId, type TestRunnerView, testRunTestIdOf } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { RunnerDetail } from './testRunDetails.ts';

/** The runners of a run with what each is doing; null when the run is not the account's. */
export async function findTestRunners(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<TestRunnerView[] | null> {
  const detail = await collections.testRunDetails.findOne({ _id: testRunId, accountId });
  if (!detail) return null;
  const idOf = (testKey: string) => testRunTestIdOf(testRunId, testKey as TestId);
  const current = detail.runners.flatMap(({ currentTestKey }) => (currentTestKey ? idOf(currentTestKey) : []));
  const [tests, agents] = await Promise.all([
    collections.known.all('testRunTests', current),
    collections.known.all(
      'agents',
      detail.runners.map(({ agentId }) => agentId),
    ),
  ]);
  const testName = new Map(tests.map(({ _id, name }) => [_id, name]));
  const agentName = new Map(agents.map(({ _id, name }) => [_id, name]));
  return detail.runners.map((runner) => runnerViewOf(runner, agentName, (key) => testName.get(idOf(key))));
}

/** @param testNameOf the name of a test by its key, if it is known */
export function runnerViewOf(
  runner: RunnerDetail,
  agentNames: ReadonlyMap<string, string>,
  testNameOf: (testKey: string) => string | undefined,
): TestRunnerView {
  return {
    id: runner.testRunnerId,
    uuid: runner.testRunnerId,
    status: runner.status,
    testsRun: runner.testsRun,
    testRunnerAgentId: runner.agentId,
    agentName: agentNames.get(runner.agentId) ?? runner.agentId,
    currentTest: runner.currentTestKey ? (testNameOf(runner.currentTestKey) ?? null) : null,
    currentTestStartTime: runner.currentTestStartTime,
    createdAt: runner.createdAt,
    exitedAt: runner.exitedAt,
    exitReason: runner.exitReason,
    replacedById: runner.replacedById,
  };
}
