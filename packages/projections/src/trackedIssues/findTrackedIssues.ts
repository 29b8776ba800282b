import {
  type AccountId,
  type IssueTracker,
  limits,
  type Position,
  type ProblemId,
  type ProjectId,
  type TestId,
  type TrackedIssueInShort,
  type TrackedIssueView,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';
import { readAny } from '../readAny.ts';
import { findingOf, type LatestResults } from './issueFinding.ts';
import type { TrackedIssueDocument } from './trackedIssues.ts';

/** Open ones first, then the latest. */
const order = { open: -1, createdAt: -1 } as const;

/** Tests of an issue whose results say how it is: a finding of the first few hundred is the finding. */
async function latestResultsOf(
  { projectTests }: Collections,
  issues: readonly TrackedIssueDocument[],
): Promise<ReadonlyMap<string, LatestResults>> {
  const ids = issues.flatMap(({ projectId, testIds }) => testIds.map((testId) => projectTestIdOf(projectId, testId)));
  const found = await readAny(ids, (some) =>
    projectTests.find({ _id: { $in: some } }, { projection: { 'recent.status': 1, 'recent.at': 1 } }).toArray(),
  );
  return new Map(found.map(({ _id, recent }) => [_id as string, recent]));
}

async function viewsOf(collections: Collections, issues: readonly TrackedIssueDocument[]): Promise<TrackedIssueView[]> {
  const [actors, runs, projects, results] = await Promise.all([
    findActors(
      collections,
      issues.map(({ createdBy }) => createdBy),
    ),
    readAny(
      issues.map(({ testRunId }) => testRunId),
      (ids) =>
        collections.testRunSummaries.find({ _id: { $in: ids } }, { projection: { 'request.number': 1 } }).toArray(),
    ),
    readAny(
      issues.map(({ projectId }) => projectId),
      (ids) => collections.projects.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray(),
    ),
    latestResultsOf(collections, issues),
  ]);
  const numberOf = new Map(runs.map(({ _id, request }) => [_id as string, request.number]));
  const nameOf = new Map(projects.map(({ _id, name }) => [_id as string, name]));
  return issues.map((issue) => {
    const { trackedIssueId: id, projectId, provider, issueKey, url, summary, open, testIds, testRunId } = issue;
    const { statusName: name, category, statusAt: at, problemIds: rootCauseIds, createdAt, position } = issue;
    const tests = testIds.flatMap((testId) => {
      const latest = results.get(projectTestIdOf(projectId, testId));
      return latest ? [latest] : [];
    });
    return {
      id,
      projectId,
      provider: provider as IssueTracker,
      issueKey,
      url,
      summary,
      status: { name, category, at },
      isOpen: open,
      rootCauseIds,
      testCount: testIds.length,
      source: { testRunId, number: numberOf.get(testRunId) ?? null, projectName: nameOf.get(projectId) ?? projectId },
      createdBy: personOf(actors, issue.createdBy),
      createdAt,
      ...findingOf({ category, statusAt: at }, tests),
      position,
    };
  });
}

async function found(collections: Collections, filter: Filter<TrackedIssueDocument>): Promise<TrackedIssueView[]> {
  const issues = await collections.trackedIssues
    .find({ ...filter, refused: false })
    .sort(order)
    .limit(limits.shownTrackedIssues)
    .toArray();
  return viewsOf(collections, issues);
}

/** @returns the issues about a root cause in all projects; null: no failure of the account has it */
export async function findRootCauseIssues(
  collections: Collections,
  accountId: AccountId,
  problemId: ProblemId,
): Promise<TrackedIssueView[] | null> {
  const views = await found(collections, { accountId, problemIds: problemId });
  if (views.length > 0) return views;
  const failure = await collections.failures.findOne({ accountId, problemId }, { projection: { _id: 1 } });
  return failure ? [] : null;
}

export function findProjectIssues(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
): Promise<TrackedIssueView[]> {
  return found(collections, { accountId, projectId });
}

/** Failures of a project: by fingerprint, or by test where they say no error. */
export type IssuesAbout = { projectId: ProjectId; problemIds: readonly ProblemId[]; testIds: readonly TestId[] };

/** @returns the issues about one of the failures, of root causes those of other projects too */
export function findIssuesAbout(
  collections: Collections,
  accountId: AccountId,
  { projectId, problemIds, testIds }: IssuesAbout,
): Promise<TrackedIssueView[]> {
  if (problemIds.length > 0) return found(collections, { accountId, problemIds: { $in: [...problemIds] } });
  return found(collections, { accountId, projectId, testIds: { $in: [...testIds] } });
}

/** The issues of a project as its tests and root causes show them. */
export type IssuesOfProject = {
  /** @param isFailing of a test that passes only what is still open is shown */
  of(test: { problemId: ProblemId | null; testId: TestId; isFailing: boolean }): TrackedIssueInShort[];
  ofProblem(problemId: ProblemId): TrackedIssueInShort[];
  /** Of the issue that changed last; null: no issue. */
  changedOf(problemId: ProblemId | null): Position | null;
};

const none: TrackedIssueInShort[] = [];

const shownFields = {
  trackedIssueId: 1,
  issueKey: 1,
  url: 1,
  provider: 1,
  statusName: 1,
  open: 1,
  problemIds: 1,
  testIds: 1,
  position: 1,
} as const;

/** @returns the issues of a project that its tests show: open ones and the latest others, as many as lists of issues have */
export async function findIssuesOfProject(
  { known, trackedIssues }: Collections,
  projectId: ProjectId,
): Promise<IssuesOfProject> {
  const issues = await known.query('trackedIssues', projectId, () =>
    trackedIssues
      .find({ projectId, refused: false }, { projection: shownFields })
      .sort(order)
      .limit(limits.shownTrackedIssues)
      .toArray(),
  );
  const byProblem = new Map<ProblemId, TrackedIssueInShort[]>();
  const byTest = new Map<TestId, TrackedIssueInShort[]>();
  const changed = new Map<ProblemId, Position>();
  const add = <Id>(map: Map<Id, TrackedIssueInShort[]>, id: Id, issue: TrackedIssueInShort) => {
    const before = map.get(id);
    if (before) before.push(issue);
    else map.set(id, [issue]);
  };
  for (const issue of issues) {
    const { trackedIssueId: id, issueKey, url, provider, statusName: status, open: isOpen } = issue;
    for (const problemId of issue.problemIds) {
      const before = changed.get(problemId);
      if (before === undefined || before < issue.position) changed.set(problemId, issue.position);
    }
    if (issueKey === null || url === null) continue;
    const short = { id, issueKey, url, provider: provider as IssueTracker, status, isOpen };
    for (const problemId of issue.problemIds) add(byProblem, problemId, short);
    for (const testId of issue.testIds) add(byTest, testId, short);
  }
  return {
    of: ({ problemId, testId, isFailing }) => {
      if (problemId !== null) return byProblem.get(problemId) ?? none;
      const ofTest = byTest.get(testId) ?? none;
      return isFailing || ofTest === none ? ofTest : ofTest.filter(({ isOpen }) => isOpen);
    },
    ofProblem: (problemId) => byProblem.get(problemId) ?? none,
    changedOf: (problemId) => (problemId === null ? null : (changed.get(problemId) ?? null)),
  };
}

/** @returns the root causes of the project whose issues changed after the position */
export async function findProblemsOfChangedIssues(
  { trackedIssues }: Collections,
  projectId: ProjectId,
  since: Position,
): Promise<ProblemId[]> {
  const filter = { projectId, position: { $gt: since } };
  const changed = await trackedIssues.find(filter, { projection: { problemIds: 1 } }).toArray();
  return changed.flatMap(({ problemIds }) => problemIds);
}
