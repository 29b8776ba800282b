import {
  type Position,
  type ProblemId,
  parseTestKey,
  type TestId,
  type TestRunId,
  testKeyIn,
  testRunTestIdOf,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { isQuarantinedByItself } from '../testRunTests/quarantinedByItself.ts';
import type { TestRunTestDocument } from '../testRunTests/testRunTests.ts';
import type { ImportedResultsDocument } from './importedResults.ts';

/** Chunks read at once. Each may hold a thousand tests, and decoding them holds up everybody else. */
const chunksAtOnce = 2;

type Page = {
  since?: Position;
  /** The ids in the run of tests whose review changed after `since`: a chunk itself does not change. */
  reviewed?: readonly string[];
  /** The problems that changed after `since`. */
  problemIds?: readonly ProblemId[];
  offset: number;
  limit: number;
};

/** A test of an upload, as if it had a document of its own. */
function importedTest(chunk: ImportedResultsDocument, index: number): TestRunTestDocument[] {
  const {
    accountId,
    testRunId,
    projectId,
    offset,
    importedAt: startedAt,
    details,
    results,
    problemIds,
    position,
  } = chunk;
  const result = results[index];
  if (!result) return [];
  const { testId, file, name, quarantined, flaky, attempts: told, artifacts } = result;
  const attempts = told.map(({ status, durationMs, error, frames, hasDetails }, place) => ({
    attempt: place + 1,
    status,
    runnerId: null,
    startedAt,
    durationMs,
    timedOut: false,
    error,
    ...(frames && { frames }),
    details: hasDetails ? details : null,
    artifacts: place === told.length - 1 ? artifacts : [],
  }));
  return [
    {
      _id: testRunTestIdOf(testRunId, testId),
      position,
      accountId,
      testRunId,
      projectId,
      testId,
      copy: null,
      file,
      name,
      line: null,
      tags: [],
      order: offset + index,
      listed: false,
      status: attempts.at(-1)?.status ?? 'NOT_RUN',
      quarantined,
      flaky,
      problemId: problemIds[index] ?? null,
      attempts,
      updatedAt: startedAt,
    },
  ];
}

/** @returns tests of an uploaded run, all or those that changed after `since`, in the order in which they are shown. */
export async function findImportedTests(
  { importedResults }: Collections,
  testRunId: TestRunId,
  { since, reviewed = [], problemIds = [], offset, limit }: Page,
): Promise<TestRunTestDocument[]> {
  const last = offset + limit;
  const reviewedIds = new Set(reviewed.map((id) => parseTestKey(testKeyIn(testRunId, id)).testId));
  const changedProblems = new Set<ProblemId | null>(problemIds);
  const placesIn = (chunk: ImportedResultsDocument): number[] => {
    const isWhole = since === undefined || chunk.position > since;
    const isChanged = (testId: TestId, place: number) =>
      reviewedIds.has(testId) || changedProblems.has(chunk.problemIds[place] ?? null);
    return chunk.testIds.flatMap((testId, place) => (isWhole || isChanged(testId, place) ? place : []));
  };
  // The first changed test of the page is known only after those before it are counted.
  const filter: Filter<ImportedResultsDocument> =
    since === undefined
      ? { testRunId, end: { $gt: offset } }
      : {
          testRunId,
          $or: [
            { position: { $gt: since } },
            { testIds: { $in: [...reviewedIds] } },
            { problemIds: { $in: [...problemIds] } },
          ],
        };
  const tests: TestRunTestDocument[] = [];
  let passed = 0;
  for await (const chunk of importedResults.find(filter, { batchSize: chunksAtOnce }).sort({ end: 1 })) {
    const start = since === undefined ? chunk.offset : passed;
    const places = placesIn(chunk);
    passed = start + places.length;
    const wanted = places.slice(Math.max(0, offset - start), last - start);
    tests.push(...wanted.flatMap((place) => importedTest(chunk, place)));
    if (passed >= last) break;
  }
  return tests;
}

/** Every test of an uploaded run, one after the other, in the order in which they are shown. */
export async function* importedTestsOf(
  { importedResults }: Collections,
  testRunId: TestRunId,
): AsyncGenerator<TestRunTestDocument> {
  for await (const chunk of importedResults.find({ testRunId }, { batchSize: chunksAtOnce }).sort({ end: 1 })) {
    for (let place = 0; place < chunk.results.length; place += 1) yield* importedTest(chunk, place);
  }
}

/** @returns one test of an uploaded run; null when it has no such test. */
export async function findImportedTest(
  { importedResults }: Collections,
  testRunId: TestRunId,
  testId: TestId,
): Promise<TestRunTestDocument | null> {
  const chunk = await importedResults.findOne({ testRunId, testIds: testId });
  return chunk ? (importedTest(chunk, chunk.testIds.indexOf(testId))[0] ?? null) : null;
}

/** @returns the tests of an uploaded run that failed and then passed, and were not quarantined in it. */
export async function findFlakyImports(
  { importedResults }: Collections,
  testRunId: TestRunId,
): Promise<ImportedResultsDocument['results']> {
  const chunks = await importedResults.find({ testRunId, flaky: { $gt: 0 } }).toArray();
  return chunks.flatMap(({ results }) => results.filter(isQuarantinedByItself));
}
