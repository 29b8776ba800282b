import {
  type AccountId,
  isFinished,
  type Occurrence,
  type Position,
  type ProjectId,
  parseTestKey,
  type RunOfCause,
  type TestAnalysisView,
  type TestId,
  type TestRunId,
  testRunTestIdOf,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findImportedTest } from '../importedResults/importedTests.ts';
import { findProblem } from '../problems/findProblem.ts';
import { shownAnswer, viewCauses } from '../runAnalyses/findRunAnalysis.ts';
import { causeOfTest, type RunCause, type RunCausesReader } from '../runAnalyses/runCauses.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import type { TestRunTestDocument } from '../testRunTests/testRunTests.ts';
import { findChangesSincePass } from './changesSincePass.ts';
import { findFixedBefore } from './findFixedBefore.ts';
import { findResultsUpTo, isFlakyIn, type ResultInRun, resultsAround } from './testResultsAround.ts';

/** What read models know of a failed test; commits and what may be requested come from elsewhere. */
export type FoundTestAnalysis = Omit<TestAnalysisView, 'formattedAnalysisText' | 'refusal' | 'quota'> & {
  projectId: ProjectId;
  file: string;
  name: string;
  isFailed: boolean;
  isRunning: boolean;
  /** The head of its error. */
  error: string | null;
};

const shownElsewhere = 50;

function runOfCause({ run }: ResultInRun): RunOfCause {
  const { testRunId, createdAt: at, branch, commit, request } = run;
  return { testRunId, number: request.number, at, branch, commit };
}

async function elsewhereOf(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  { problemIds }: Pick<RunCause, 'problemIds'>,
  own: { testRunId: TestRunId; testKey: string },
): Promise<Occurrence[]> {
  const found = await Promise.all(problemIds.map((id) => findProblem(collections, accountId, projectId, id)));
  return found
    .flatMap((problem) => problem?.occurrences ?? [])
    .filter(({ testRunId, testKey }) => testRunId !== own.testRunId || testKey !== own.testKey)
    .sort((one, other) => (one.at > other.at ? -1 : 1))
    .slice(0, shownElsewhere);
}

function neighborsIn(cause: RunCause | null, { _id, file }: TestRunTestDocument): string[] {
  return (cause?.tests ?? []).flatMap((other) => (other.file === file && other.id !== _id ? other.name : []));
}

async function findTest(
  collections: Collections,
  accountId: AccountId,
  run: TestRunSummaryDocument,
  testKey: string,
): Promise<TestRunTestDocument | null> {
  const { testId, copy } = parseTestKey(testKey);
  if (run.request.upload) return findImportedTest(collections, run.testRunId, testKey as TestId);
  return collections.testRunTests.findOne({ _id: testRunTestIdOf(run.testRunId, testId, copy), accountId });
}

type Wanted = { accountId: AccountId; testRunId: TestRunId; testKey: string; raterId: string | null };

/** @returns what read models know of why a test failed; null when the account has no such test in the run */
export async function findTestAnalysis(
  collections: Collections,
  runCauses: RunCausesReader,
  { accountId, testRunId, testKey, raterId }: Wanted,
  position: Position,
): Promise<FoundTestAnalysis | null> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  const test = run && (await findTest(collections, accountId, run, testKey));
  if (!run || !test) return null;
  const { projectId } = run;
  const { _id: id, testId, file, name } = test;
  const isFailed = test.status === 'FAIL';
  const [ofRun, results, requested] = await Promise.all([
    runCauses(collections, run),
    findResultsUpTo(collections, projectId, testId, testRunId),
    collections.testAnalyses.findOne({ _id: id }),
  ]);
  const cause = causeOfTest(ofRun, test);
  const { views } = await viewCauses(collections, run, cause ? [cause] : [], raterId);
  const [view = null] = views;
  const { lastPassed, firstFailed, isSamePlace } = resultsAround(results, run);
  const error = test.attempts.at(-1)?.error ?? null;
  const compares = isFailed && lastPassed !== null && firstFailed !== null;
  const [changes, elsewhere, fixedBefore] = await Promise.all([
    compares
      ? findChangesSincePass(collections, {
          accountId,
          before: lastPassed,
          after: firstFailed,
          test,
          errorText: error ?? '',
          neighbors: neighborsIn(cause, test),
        })
      : [],
    cause ? elsewhereOf(collections, accountId, projectId, cause, { testRunId, testKey }) : [],
    view ? findFixedBefore(collections, projectId, view, testRunId) : null,
  ]);
  return {
    id,
    projectId,
    file,
    name,
    isFailed,
    isRunning: !isFinished(run.status),
    error,
    status: !requested ? 'NOT_REQUESTED' : requested.completedAt === null ? 'REQUESTED' : 'COMPLETE',
    analysisText: requested?.text ?? null,
    cause: view,
    wholeRun: [...ofRun.wholeRun],
    lastPassed: isFailed && lastPassed ? runOfCause(lastPassed) : null,
    firstFailed: isFailed && firstFailed ? runOfCause(firstFailed) : null,
    isFlaky: isFlakyIn(results),
    changes,
    notCompared: [
      ...(isFailed && lastPassed === null ? ['Nothing: the test has not passed in the results that are kept.'] : []),
      ...(compares && !isSamePlace
        ? ['The test has not passed on this branch and environment: compared with others.']
        : []),
    ],
    elsewhere,
    fixedBefore,
    suggestion: requested?.answer ? shownAnswer(requested.answer, requested.ratings, raterId) : null,
    isFromCause: requested?.isFromCause ?? false,
    requestedAt: requested?.requestedAt ?? null,
    modelFailure: requested?.failure ?? null,
    position,
  };
}
