import {
  type AccountId,
  type ProjectId,
  type ResultStatus,
  type TestId,
  type TestRunId,
  topics,
  type UserId,
} from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { RenamesSuggested } from '@assay/event-schemas';
import { findListedTest } from '../listedTests.ts';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';
import { type DaySpan, dayOf, withDay } from './daysRun.ts';

export type RecentResultDetail = {
  testRunId: TestRunId;
  status: ResultStatus;
  flaky: boolean;
  durationMs: number;
  at: string;
};

export type ProjectTestDocument = ReadModelDocument & {
  accountId: AccountId;
  projectId: ProjectId;
  testId: TestId;
  file: string;
  name: string;
  tags: string[];
  quarantine: {
    at: string;
    byUserId: UserId | null;
    reason: string | null;
    /** When it ends by itself. */
    until: string | null;
    ownerUserId: UserId | null;
    /** Whether somebody was told that it ends soon. */
    reminded: boolean;
  } | null;
  /** Final results, newest first. */
  recent: RecentResultDetail[];
  /** The first failure since the test last passed. */
  failingSince: { testRunId: TestRunId; at: string } | null;
  /** The days on which it ran, oldest first. */
  daysRun: DaySpan[];
  /** The run that had it first; null: it was put into quarantine before any. */
  firstRunId: TestRunId | null;
  /** Another test, which has this one's names now. */
  renamedTo: TestId | null;
  /** That people have named, the oldest first. */
  issueKeys: { key: string; at: string; by: Actor }[];
};

export const recentResults = 10;

const published: readonly RecordedEvent['type'][] = [
  'TestQuarantined',
  'TestDequarantined',
  'TestIssueKeyAdded',
  'TestIssueKeyRemoved',
  'TestsRenamed',
  'RenameUndone',
];

type Test = Evolved<ProjectTestDocument>;
/** A test under its former name and its new one. */
type SuggestedRename = RenamesSuggested['tests'][number];

export function projectTestIdOf(projectId: ProjectId, testId: TestId): string {
  return `${projectId}.${testId}`;
}

function known(
  test: Test | null,
  event: RecordedEvent,
  facts: Pick<Test, 'projectId' | 'testId' | 'file' | 'name' | 'tags'> & { testRunId: TestRunId | null },
): Test {
  const { projectId, testId, file, name, tags, testRunId: firstRunId } = facts;
  if (test) return { ...test, projectId, testId, file, name, tags, renamedTo: null };
  return {
    accountId: accountOf(event),
    projectId,
    testId,
    file,
    name,
    tags,
    quarantine: null,
    recent: [],
    failingSince: null,
    daysRun: [],
    firstRunId,
    renamedTo: null,
    issueKeys: [],
  };
}

const rank: Record<ResultStatus, number> = { FAIL: 3, PASS: 2, IGNORED: 1, NOT_RUN: 0 };

/** The result of a test in a run with copies: that of the worst copy, and flaky if they differ. */
function ofAllCopies(before: RecentResultDetail, next: RecentResultDetail): RecentResultDetail {
  const status = rank[next.status] > rank[before.status] ? next.status : before.status;
  const statuses = [before.status, next.status];
  const differ = statuses.includes('PASS') && statuses.includes('FAIL');
  const flaky = before.flaky || next.flaky || differ;
  return { ...next, status, flaky, durationMs: Math.max(before.durationMs, next.durationMs) };
}

/** The test with one more final result of a run, or of one copy of it. */
function withResult(test: Test, own: RecentResultDetail, copy: number | null = null): Test {
  const { testRunId } = own;
  const sameRun = copy === null ? undefined : test.recent.find((other) => other.testRunId === testRunId);
  const result = sameRun ? ofAllCopies(sameRun, own) : own;
  const { status, at } = result;
  // When all tests of a lost unit run again, the last result counts.
  const others = test.recent.filter((other) => other.testRunId !== testRunId);
  const stillFailing = test.failingSince ?? { testRunId, at };
  const ran = status === 'PASS' || status === 'FAIL';
  const failingSince = status === 'FAIL' ? stillFailing : ran ? null : test.failingSince;
  const daysRun = ran ? withDay(test.daysRun, dayOf(at)) : test.daysRun;
  return { ...test, recent: [result, ...others].slice(0, recentResults), failingSince, daysRun };
}

/** The test with the result of an upload, which may be of a run of the past that is imported later. */
function withUploaded(test: Test, result: RecentResultDetail): Test {
  const { recent } = test;
  if (recent[0] === undefined || recent[0].at <= result.at) return withResult(test, result);
  const others = recent.filter(({ testRunId }) => testRunId !== result.testRunId);
  const sorted = [...others, result].sort((a, b) => (a.at > b.at ? -1 : 1)).slice(0, recentResults);
  const ran = result.status === 'PASS' || result.status === 'FAIL';
  return { ...test, recent: sorted, daysRun: ran ? withDay(test.daysRun, dayOf(result.at)) : test.daysRun };
}

function evolve(test: Test | null, event: RecordedEvent, id: string): Test | null {
  switch (event.type) {
    case 'TestsListed': {
      const { testRunId, projectId, tests } = event.data;
      const listed = findListedTest(tests, id.slice(projectTestIdOf(projectId, '' as TestId).length));
      if (!listed) return test;
      const { testId, file, name, tags } = listed.test;
      return known(test, event, { projectId, testId, file, name, tags, testRunId });
    }
    case 'TestDiscovered': {
      const { testRunId, projectId, testId, file, name, tags } = event.data;
      return known(test, event, { projectId, testId, file, name, tags, testRunId });
    }
    case 'TestQuarantined': {
      const { projectId, testId, file, name, reason } = event.data;
      const { actor, occurredAt: at } = event.envelope;
      const byUserId = actor.kind === 'user' ? (actor.id as UserId) : null;
      const quarantine = { at, byUserId, reason, until: null, ownerUserId: null, reminded: false };
      const facts = { projectId, testId, file, name, tags: test?.tags ?? [], testRunId: null };
      return { ...known(test, event, facts), quarantine };
    }
    case 'TestDequarantined':
      return test && { ...test, quarantine: null };
    case 'TestIssueKeyAdded': {
      const { projectId, testId, file, name, key } = event.data;
      const { actor: by, occurredAt: at } = event.envelope;
      const facts = { projectId, testId, file, name, tags: test?.tags ?? [], testRunId: null };
      const named = test ?? known(null, event, facts);
      return { ...named, issueKeys: [...named.issueKeys, { key, at, by }] };
    }
    case 'TestIssueKeyRemoved':
      return test && { ...test, issueKeys: test.issueKeys.filter(({ key }) => key !== event.data.key) };
    case 'QuarantineTermsSet': {
      const { until, ownerUserId } = event.data;
      return test?.quarantine
        ? { ...test, quarantine: { ...test.quarantine, until, ownerUserId, reminded: false } }
        : test;
    }
    case 'QuarantineReminded':
      return test?.quarantine ? { ...test, quarantine: { ...test.quarantine, reminded: true } } : test;
    case 'TestResultsImported': {
      const { testRunId, projectId, results } = event.data;
      const found = findListedTest(results, id.slice(projectTestIdOf(projectId, '' as TestId).length));
      const last = found?.test.attempts.at(-1);
      if (!found || !last) return test;
      const { testId, file, name, flaky } = found.test;
      const { status, durationMs } = last;
      const named = known(test, event, { projectId, testId, file, name, tags: test?.tags ?? [], testRunId });
      return withUploaded(named, { testRunId, status, flaky, durationMs, at: event.envelope.occurredAt });
    }
    case 'TestFinished': {
      if (!test || !event.data.final) return test;
      const { testRunId, copy, status, flaky, durationMs, startedAt: at } = event.data;
      return withResult(test, { testRunId, status, flaky, durationMs, at }, copy ?? null);
    }
    case 'TestsRenamed': {
      const renamed = renamedIn(event.data.tests, event.data.projectId, id);
      if (!test || !renamed) return test;
      const { testId, file, name, results } = renamed;
      if (test.testId !== testId) return { ...test, renamedTo: testId };
      return newestFirst(results.toReversed().reduce((it, result) => withResult(it, result), { ...test, file, name }));
    }
    case 'RenameUndone': {
      const renamed = renamedIn([event.data], event.data.projectId, id);
      if (!test || !renamed) return test;
      const { testId, formerFile: file, formerName: name, results } = renamed;
      const ofOther = new Set(results.map(({ testRunId }) => testRunId));
      if (test.testId !== testId) return withRecent({ ...test, renamedTo: null }, results);
      const own = test.recent.filter(({ testRunId }) => !ofOther.has(testRunId));
      return withRecent({ ...test, file, name }, own);
    }
    default:
      return test;
  }
}

/** @returns what an event says of the test with the document's id, under its former name or its new one */
export function renamedIn<T extends SuggestedRename>(
  tests: readonly T[],
  projectId: ProjectId,
  id: string,
): T | undefined {
  return tests.find(({ testId, renamedId }) =>
    [testId, renamedId].some((own) => projectTestIdOf(projectId, own) === id),
  );
}

function newestFirst(test: Test): Test {
  // A run's id says when it was made.
  return { ...test, recent: test.recent.toSorted((a, b) => (a.testRunId > b.testRunId ? -1 : 1)) };
}

/** The test with these results, newest first, and no others. */
function withRecent(test: Test, results: readonly RecentResultDetail[]): Test {
  const without: Test = { ...test, recent: [], failingSince: null };
  return results
    .slice(0, recentResults)
    .toReversed()
    .reduce((it, result) => withResult(it, result), without);
}

/** @returns the documents of tests under their former names and their new ones */
export function renamedTestIds(projectId: ProjectId, tests: readonly SuggestedRename[]): string[] {
  return tests.flatMap(({ testId, renamedId }) => [testId, renamedId].map((id) => projectTestIdOf(projectId, id)));
}

/** A test of a project, over all runs: quarantine, recent results, since when it has failed. */
export const projectTests: Projection<ProjectTestDocument> = {
  name: 'projectTests',
  // Every result changes a document here, and readers of a run need its results before the history of its tests.
  tier: 'trailing',
  version: 8,
  indexes: [{ projectId: 1, file: 1, name: 1 }, { projectId: 1, firstRunId: 1 }, { 'quarantine.until': 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestsListed':
        return event.data.tests.map(({ testId }) => projectTestIdOf(event.data.projectId, testId));
      case 'TestResultsImported':
        return event.data.results.map(({ testId }) => projectTestIdOf(event.data.projectId, testId));
      case 'TestDiscovered':
      case 'TestQuarantined':
      case 'TestDequarantined':
      case 'TestIssueKeyAdded':
      case 'TestIssueKeyRemoved':
      case 'QuarantineTermsSet':
      case 'QuarantineReminded':
      case 'TestFinished':
        return [projectTestIdOf(event.data.projectId, event.data.testId)];
      case 'TestsRenamed':
        return renamedTestIds(event.data.projectId, event.data.tests);
      case 'RenameUndone':
        return renamedTestIds(event.data.projectId, [event.data]);
      default:
        return [];
    }
  },
  evolve,
  topicsOf: ({ accountId, projectId, testId }, event) =>
    published.includes(event.type) ? [{ accountId, topic: topics.projectTests(projectId), id: testId }] : [],
};
