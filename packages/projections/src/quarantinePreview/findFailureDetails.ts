import { copiesOf, type ProblemId, type TestId, type TestRunId, testRunTestIdOf } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { RunFacts } from '../runStats/runFacts.ts';
import type { RunDetails } from './findRunDetails.ts';
import { inParts } from './inParts.ts';

type Failure = { testRunId: TestRunId; testId: TestId };
type FailureDetails = { failedCopies: number; problemId: ProblemId | null };

/** Tests, or chunks of uploads, that are read at once. */
const atOnce = { tests: 1_000, uploads: 20 };

export function failureKeyOf({ testRunId, testId }: Failure): string {
  return testRunTestIdOf(testRunId, testId);
}

/** @returns what the tests failed of, and in how many copies, by `failureKeyOf` */
export async function findFailureDetails(
  { testRunTests, importedResults }: Collections,
  failures: readonly Failure[],
  runs: ReadonlyMap<string, RunFacts>,
  details: ReadonlyMap<TestRunId, RunDetails>,
): Promise<Map<string, FailureDetails>> {
  const found = new Map<string, FailureDetails>();
  const add = (failure: Failure, problemId: ProblemId | null) => {
    const before = found.get(failureKeyOf(failure));
    const same = before === undefined || before.problemId === problemId ? problemId : null;
    found.set(failureKeyOf(failure), { failedCopies: (before?.failedCopies ?? 0) + 1, problemId: same });
  };
  const isUpload = ({ testRunId }: Failure) => runs.get(testRunId)?.isUpload === true;
  const ids = failures
    .filter((failure) => !isUpload(failure))
    .flatMap(({ testRunId, testId }) =>
      copiesOf(details.get(testRunId)?.copies ?? 1).map((copy) => testRunTestIdOf(testRunId, testId, copy)),
    );
  const ofTests = { testRunId: 1, testId: 1, problemId: 1 };
  for (const part of inParts(ids, atOnce.tests)) {
    const tests = await testRunTests.find({ _id: { $in: part }, status: 'FAIL' }, { projection: ofTests }).toArray();
    for (const { problemId, ...failure } of tests) add(failure, problemId);
  }
  const uploaded = failures.filter(isUpload);
  const wanted = new Set(uploaded.map(failureKeyOf));
  const ofChunks = { testRunId: 1, testIds: 1, problemIds: 1 };
  for (const part of inParts([...new Set(uploaded.map(({ testRunId }) => testRunId))], atOnce.uploads)) {
    for await (const chunk of importedResults.find({ testRunId: { $in: part } }, { projection: ofChunks })) {
      chunk.testIds.forEach((testId, index) => {
        const failure = { testRunId: chunk.testRunId, testId };
        if (wanted.has(failureKeyOf(failure))) add(failure, chunk.problemIds[index] ?? null);
      });
    }
  }
  return found;
}
