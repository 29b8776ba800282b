import { type TestId, type TestRunId, testRunTestIdOf } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { readAny } from '../readAny.ts';

/** @returns the names of the agents that ran a test in each of the runs; null: not known */
export async function findRunnersAgents(
  collections: Collections,
  { testId, copy }: { testId: TestId; copy: number | null },
  testRunIds: readonly TestRunId[],
): Promise<(string | null)[]> {
  const ids = testRunIds.map((testRunId) => testRunTestIdOf(testRunId, testId, copy));
  const projection = { 'attempts.runnerId': 1 };
  const [tests, details] = await Promise.all([
    collections.testRunTests.find({ _id: { $in: ids } }, { projection }).toArray(),
    collections.testRunDetails.find({ _id: { $in: [...testRunIds] } }, { projection: { runners: 1 } }).toArray(),
  ]);
  const runnerOf = new Map(tests.map(({ _id, attempts }) => [_id, attempts.at(-1)?.runnerId ?? null]));
  const agentIds = new Map(
    details.flatMap(({ runners }) =>
      runners.map(({ testRunnerId, agentId }) => [testRunnerId as string, agentId] as const),
    ),
  );
  const agents = await readAny([...new Set(agentIds.values())], (some) =>
    collections.agents.find({ _id: { $in: some } }, { projection: { name: 1 } }).toArray(),
  );
  const nameOf = new Map(agents.map(({ _id, name }) => [_id as string, name]));
  return ids.map((id) => {
    const runnerId = runnerOf.get(id);
    const agentId = runnerId ? agentIds.get(runnerId) : undefined;
    return agentId ? (nameOf.get(agentId) ?? agentId) : null;
  });
}
