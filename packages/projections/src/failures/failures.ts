import { type AccountId, type ProblemId, type ProjectId, type TestId, type TestRunId, topics } from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { TestResultsImported } from '@assay/event-schemas';
import { problemIdOf } from '@assay/root-causes';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';
import { problemIdsIn } from './importedProblems.ts';

/** A failed result. */
export type Failure = { testRunId: TestRunId; testId: TestId; copy: number | null; at: string };

export type FailuresDocument = ReadModelDocument & {
  accountId: AccountId;
  projectId: ProjectId;
  problemId: ProblemId;
  /** Head of the message of the newest one. */
  error: string;
  firstAt: string;
  firstRunId: TestRunId;
  count: number;
  runCount: number;
  /** The latest runs that have one, newest first: `recent` may be of a single run. */
  recentRuns: TestRunId[];
  /** Newest first. */
  recent: Failure[];
};

const recentFailures = 50;
const recentRunsKept = 50;

export function problemKeyOf(projectId: ProjectId, problemId: ProblemId): string {
  return `${projectId}.${problemId}`;
}

type Failed = { failure: Failure; error: string };

function failedIn({ testRunId, results }: TestResultsImported, problemId: ProblemId, at: string): Failed[] {
  const ids = problemIdsIn(results);
  const failed: Failed[] = [];
  for (let index = ids.indexOf(problemId); index !== -1; index = ids.indexOf(problemId, index + 1)) {
    const result = results[index];
    const error = result?.attempts.at(-1)?.error;
    if (result && error) failed.push({ failure: { testRunId, testId: result.testId, copy: null, at }, error });
  }
  return failed;
}

function problemIdsOf(event: RecordedEvent): readonly ProblemId[] {
  if (event.type === 'TestResultsImported') {
    return [...new Set(problemIdsIn(event.data.results))].filter((id) => id !== null);
  }
  if (event.type !== 'TestFinished' || event.data.status !== 'FAIL' || !event.data.final) return [];
  const problemId = problemIdOf(event.data.error, event.data.testId);
  return problemId === null ? [] : [problemId];
}

function failuresOf(event: RecordedEvent, problemId: ProblemId): Failed[] {
  if (event.type === 'TestResultsImported') return failedIn(event.data, problemId, event.envelope.occurredAt);
  if (event.type !== 'TestFinished') return [];
  const { testRunId, testId, copy, error, startedAt: at } = event.data;
  return error === null ? [] : [{ failure: { testRunId, testId, copy: copy ?? null, at }, error }];
}

function withFailure(document: Evolved<FailuresDocument>, { failure, error }: Failed): Evolved<FailuresDocument> {
  const { testRunId, testId, copy } = failure;
  // When all tests of a lost unit run again, the last result counts.
  const others = document.recent.filter(
    (other) => other.testRunId !== testRunId || other.testId !== testId || other.copy !== copy,
  );
  const isNewRun = !document.recentRuns.includes(testRunId);
  return {
    ...document,
    error,
    count: document.count + (others.length < document.recent.length ? 0 : 1),
    runCount: document.runCount + (isNewRun ? 1 : 0),
    recentRuns: isNewRun ? [testRunId, ...document.recentRuns].slice(0, recentRunsKept) : document.recentRuns,
    recent: [failure, ...others].slice(0, recentFailures),
  };
}

/** The failures of each problem of a project: when it first showed, how often, and where last. */
export const failures: Projection<FailuresDocument> = {
  name: 'failures',
  // A red run may have as many as it has tests, and readers of the run need its results first.
  tier: 'trailing',
  version: 2,
  indexes: [{ accountId: 1, problemId: 1 }],
  idsOf: (event) => {
    if (event.type !== 'TestFinished' && event.type !== 'TestResultsImported') return [];
    return problemIdsOf(event).map((problemId) => problemKeyOf(event.data.projectId, problemId));
  },
  evolve: (document, event, id) => {
    if (event.type !== 'TestFinished' && event.type !== 'TestResultsImported') return document;
    const { projectId } = event.data;
    const problemId = id.slice(problemKeyOf(projectId, '' as ProblemId).length) as ProblemId;
    const failed = failuresOf(event, problemId);
    const [first] = failed;
    if (!first) return document;
    const before: Evolved<FailuresDocument> = document ?? {
      accountId: accountOf(event),
      projectId,
      problemId,
      error: first.error,
      firstAt: first.failure.at,
      firstRunId: first.failure.testRunId,
      count: 0,
      runCount: 0,
      recentRuns: [],
      recent: [],
    };
    return failed.reduce(withFailure, before);
  },
  // Causes of a run come and grow while it goes on.
  topicsOf: ({ accountId, problemId }, event) =>
    event.type === 'TestFinished' || event.type === 'TestResultsImported'
      ? [{ accountId, topic: topics.testRunAnalysis(event.data.testRunId), id: problemId }]
      : [],
};
