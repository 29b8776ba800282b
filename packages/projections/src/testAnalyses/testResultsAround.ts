import { legOf, type ProjectId, type TestId, type TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';
import { readAny } from '../readAny.ts';
import { attributesOf } from '../testRunSummaries/attributesOf.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { type TestResult, unpack } from '../testStats/packedResults.ts';

const runFields = {
  testRunId: 1,
  projectId: 1,
  environmentId: 1,
  branch: 1,
  commit: 1,
  createdAt: 1,
  'request.number': 1,
  'request.attributes': 1,
  'request.upload': 1,
} as const;

/** The facts of a run that are compared. */
export type ComparedRun = Pick<
  TestRunSummaryDocument,
  'testRunId' | 'projectId' | 'environmentId' | 'branch' | 'commit' | 'createdAt'
> & { request: { number: number; attributes?: string[]; upload?: object | null } };
export type ResultInRun = TestResult & { run: ComparedRun };

/** @returns the kept results of a test up to a run, that included, the newest first */
export async function findResultsUpTo(
  collections: Collections,
  projectId: ProjectId,
  testId: TestId,
  testRunId: TestRunId,
): Promise<ResultInRun[]> {
  const stats = await collections.testStats.findOne({ _id: projectTestIdOf(projectId, testId) });
  const kept = unpack(stats?.results ?? '').filter((result) => result.testRunId <= testRunId);
  const ids = kept.map((result) => result.testRunId);
  const runs = await readAny(ids, (some) =>
    collections.testRunSummaries.find<ComparedRun>({ _id: { $in: some } }, { projection: runFields }).toArray(),
  );
  const runOf = new Map(runs.map((run) => [run.testRunId, run]));
  return kept
    .flatMap((result) => {
      const run = runOf.get(result.testRunId);
      return run ? { ...result, run } : [];
    })
    .sort((one, other) => (one.testRunId > other.testRunId ? -1 : 1));
}

/** The last pass before a failure, and the first failure after it. */
export type Around = {
  lastPassed: ResultInRun | null;
  firstFailed: ResultInRun | null;
  /** On the branch and environment of the failure; otherwise anywhere in the project. */
  isSamePlace: boolean;
};

function aroundIn(results: readonly ResultInRun[]): Omit<Around, 'isSamePlace'> {
  const last = results.findIndex(({ status, flaky }) => status === 'PASS' && !flaky);
  const since = last === -1 ? results : results.slice(0, last);
  return {
    lastPassed: results[last] ?? null,
    firstFailed: since.findLast(({ status }) => status === 'FAIL') ?? null,
  };
}

/**
 * @param results up to the failure, the newest first
 * @param place of the run that failed
 */
export function resultsAround(
  results: readonly ResultInRun[],
  place: Pick<ComparedRun, 'branch' | 'environmentId' | 'request'>,
): Around {
  const same = results.filter(({ run }) => run.branch === place.branch && spotOf(run) === spotOf(place));
  const here = aroundIn(same);
  if (here.lastPassed !== null) return { ...here, isSamePlace: true };
  const anywhere = aroundIn(results);
  return anywhere.lastPassed === null ? { ...here, isSamePlace: true } : { ...anywhere, isSamePlace: false };
}

/** @returns whether the test passes and fails on one commit */
export function isFlakyIn(results: readonly ResultInRun[]): boolean {
  if (results.some(({ flaky }) => flaky)) return true;
  const statuses = new Map<string, Set<string>>();
  for (const { status, run } of results) {
    if (run.commit === null || (status !== 'PASS' && status !== 'FAIL')) continue;
    const key = `${run.commit} ${spotOf(run)}`;
    statuses.set(key, (statuses.get(key) ?? new Set()).add(status));
  }
  return [...statuses.values()].some(({ size }) => size > 1);
}

/** What a result depends on besides the commit: the environment, and the leg of a matrix. */
function spotOf({ environmentId, request }: Pick<ComparedRun, 'environmentId' | 'request'>): string {
  return `${environmentId} ${legOf(attributesOf(request))}`;
}
