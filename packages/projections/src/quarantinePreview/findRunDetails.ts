import type { TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { inParts } from './inParts.ts';

/** What only the run itself says. */
export type RunDetails = {
  number: number;
  code: string | null;
  copies: number;
  ignoresQuarantine: boolean;
  /** When its tests were known and began; null: they never were. */
  runningAt: string | null;
};

const atOnce = 1_000;

/** @returns these details of the runs, by their ids */
export async function findRunDetails(
  { testRunSummaries, testRunHistory }: Collections,
  testRunIds: readonly TestRunId[],
): Promise<Map<TestRunId, RunDetails>> {
  const found = new Map<TestRunId, RunDetails>();
  for (const part of inParts(testRunIds, atOnce)) {
    const began = await testRunHistory
      .find({ testRunId: { $in: part }, status: 'RUNNING' }, { projection: { testRunId: 1, at: 1 } })
      .toArray();
    const runningAt = new Map<TestRunId, string>();
    for (const { testRunId, at } of began) {
      const before = runningAt.get(testRunId);
      if (before === undefined || at < before) runningAt.set(testRunId, at);
    }
    const projection = {
      testRunId: 1,
      statusCode: 1,
      'request.number': 1,
      'request.copies': 1,
      'request.ignoreQuarantine': 1,
    };
    const runs = await testRunSummaries.find({ _id: { $in: part } }, { projection }).toArray();
    for (const { testRunId, statusCode, request } of runs) {
      found.set(testRunId, {
        number: request.number,
        code: statusCode,
        copies: request.copies ?? 1,
        ignoresQuarantine: request.ignoreQuarantine,
        runningAt: runningAt.get(testRunId) ?? null,
      });
    }
  }
  return found;
}
