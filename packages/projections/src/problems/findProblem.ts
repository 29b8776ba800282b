import {
  type AccountId,
  type Occurrence,
  type ProblemId,
  type ProblemView,
  type ProjectId,
  testKeyOf,
  testRunTestIdOf,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { type Failure, type FailuresDocument, problemKeyOf } from '../failures/failures.ts';
import { findActors, personOf } from '../people/findActors.ts';
import { type ProjectTestDocument, projectTestIdOf } from '../projectTests/projectTests.ts';
import { findIssuesOfProject } from '../trackedIssues/findTrackedIssues.ts';
import type { ProblemDocument } from './problems.ts';

type History = ReadonlyMap<string, ProjectTestDocument>;

function idInRun({ testRunId, testId, copy }: Failure): string {
  return testRunTestIdOf(testRunId, testId, copy);
}

/** Failures that stayed: a test of a lost unit runs again, and may pass or fail of something else then. */
async function stillFailing(
  { testRunTests }: Collections,
  { recent, problemId }: FailuresDocument,
): Promise<Failure[]> {
  const projection = { status: 1, problemId: 1 };
  const found = await testRunTests.find({ _id: { $in: recent.map(idInRun) } }, { projection }).toArray();
  const gone = new Set(
    found.filter((test) => test.status !== 'FAIL' || test.problemId !== problemId).map(({ _id }) => _id),
  );
  return recent.filter((failure) => !gone.has(idInRun(failure)));
}

async function occurrencesOf(collections: Collections, failures: Failure[], history: History): Promise<Occurrence[]> {
  const runIds = [...new Set(failures.map(({ testRunId }) => testRunId))];
  const runs = await collections.testRunSummaries.find({ _id: { $in: runIds } }).toArray();
  const environmentIds = [...new Set(runs.map(({ environmentId }) => environmentId))];
  const environments = await collections.environments.find({ _id: { $in: environmentIds } }).toArray();
  const nameOf = new Map(environments.map(({ _id, name }) => [_id, name]));
  const runOf = new Map(runs.map((run) => [run.testRunId, run]));
  return failures.flatMap(({ testRunId, testId, copy, at }) => {
    const [run, test] = [runOf.get(testRunId), history.get(testId)];
    if (!run || !test) return [];
    const { file, name } = test;
    return {
      testRunId,
      number: run.request.number,
      environmentName: nameOf.get(run.environmentId) ?? run.environmentId,
      branch: run.branch,
      testKey: testKeyOf(testId, copy),
      file,
      name,
      at,
    };
  });
}

async function suggestionOf(
  { reviews }: Collections,
  failures: Failure[],
  history: History,
  problem: ProblemDocument | null,
): Promise<ProblemView['suggestion']> {
  if (problem?.ownerUserId) return { userId: problem.ownerUserId, reason: 'OWNER' };
  const byId = new Map(failures.map((failure) => [idInRun(failure), failure]));
  const reviewed = await reviews.find({ _id: { $in: [...byId.keys()] }, userId: { $ne: null } }).toArray();
  const [last] = reviewed.sort((one, other) => (one.assignedAt < other.assignedAt ? 1 : -1));
  const failure = last && byId.get(last._id);
  if (!last?.userId || !failure) return null;
  const passed = history
    .get(failure.testId)
    ?.recent.some(({ testRunId, status }) => testRunId > failure.testRunId && status === 'PASS');
  return { userId: last.userId, reason: passed ? 'FIXED' : 'REVIEWED' };
}

/** @returns the problem with what people decided about it, and where it showed; null when no failure of the project has it. */
export async function findProblem(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  problemId: ProblemId,
): Promise<ProblemView | null> {
  const _id = problemKeyOf(projectId, problemId);
  const [document, problem] = await Promise.all([
    collections.failures.findOne({ _id, accountId }),
    collections.problems.findOne({ _id, accountId }),
  ]);
  if (!document) return null;
  const failures = await stillFailing(collections, document);
  const ids = [...new Set(failures.map(({ testId }) => projectTestIdOf(projectId, testId)))];
  const tests = await collections.projectTests.find({ _id: { $in: ids } }).toArray();
  const history = new Map(tests.map((test) => [test.testId as string, test]));
  const decidedBy = problem?.decidedBy;
  const [occurrences, suggestion, actors, issues] = await Promise.all([
    occurrencesOf(collections, failures, history),
    suggestionOf(collections, failures, history, problem),
    findActors(collections, decidedBy ? [decidedBy] : []),
    findIssuesOfProject(collections, projectId),
  ]);
  return {
    id: problemId,
    projectId,
    error: document.error,
    ownerUserId: problem?.ownerUserId ?? null,
    reviewStatusId: problem?.status ?? null,
    note: problem?.note ?? null,
    decidedAt: problem?.decidedAt ?? null,
    decidedBy: decidedBy ? personOf(actors, decidedBy) : null,
    count: document.count,
    runCount: document.runCount,
    firstAt: document.firstAt,
    occurrences,
    suggestion,
    trackedIssues: issues.ofProblem(problemId),
    revision: String(problem?.changes ?? 0),
  };
}
