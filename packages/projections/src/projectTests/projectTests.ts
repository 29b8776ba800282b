import {
  type AccountId,
  type ProjectId,
  type ResultStatus,
  type TestId,
  type TestRunId,
  topics,
  type UserId,
} from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
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
};

export const recentResults = 10;

type Test = Evolved<ProjectTestDocument>;

export function projectTestIdOf(projectId: ProjectId, testId: TestId): string {
  return `${projectId}.${testId}`;
}

function known(
  test: Test | null,
  event: RecordedEvent,
  facts: Pick<Test, 'projectId' | 'testId' | 'file' | 'name' | 'tags'>,
): Test {
  const { projectId, testId, file, name, tags } = facts;
  if (test) return { ...test, projectId, testId, file, name, tags };
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

function evolve(test: Test | null, event: RecordedEvent, id: string): Test | null {
  switch (event.type) {
    case 'TestsListed': {
      const { projectId, tests } = event.data;
      const listed = findListedTest(tests, id.slice(projectTestIdOf(projectId, '' as TestId).length));
      if (!listed) return test;
      const { testId, file, name, tags } = listed.test;
      return known(test, event, { projectId, testId, file, name, tags });
    }
    case 'TestDiscovered': {
      const { projectId, testId, file, name, tags } = event.data;
      return known(test, event, { projectId, testId, file, name, tags });
    }
    case 'TestQuarantined': {
      const { projectId, testId, file, name, reason } = event.data;
      const { actor, occurredAt: at } = event.envelope;
      const byUserId = actor.kind === 'user' ? (actor.id as UserId) : null;
      const quarantine = { at, byUserId, reason, until: null, ownerUserId: null, reminded: false };
      return { ...known(test, event, { projectId, testId, file, name, tags: test?.tags ?? [] }), quarantine };
    }
    case 'TestDequarantined':
      return test && { ...test, quarantine: null };
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
      const named = known(test, event, { projectId, testId, file, name, tags: test?.tags ?? [] });
      return withResult(named, { testRunId, status, flaky, durationMs, at: event.envelope.occurredAt });
    }
    case 'TestFinished': {
      if (!test || !event.data.final) return test;
      const { testRunId, copy, status, flaky, durationMs, startedAt: at } = event.data;
      return withResult(test, { testRunId, status, flaky, durationMs, at }, copy ?? null);
    }
    default:
      return test;
  }
}

/** A test of a project, over all runs: quarantine, recent results, since when it has failed. */
export const projectTests: Projection<ProjectTestDocument> = {
  name: 'projectTests',
  // Every result changes a document here, and readers of a run need its results before the history of its tests.
  tier: 'trailing',
  version: 5,
  indexes: [{ projectId: 1, file: 1, name: 1 }, { 'quarantine.until': 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestsListed':
        return event.data.tests.map(({ testId }) => projectTestIdOf(event.data.projectId, testId));
      case 'TestResultsImported':
        return event.data.results.map(({ testId }) => projectTestIdOf(event.data.projectId, testId));
      case 'TestDiscovered':
      case 'TestQuarantined':
      case 'TestDequarantined':
      case 'QuarantineTermsSet':
      case 'QuarantineReminded':
      case 'TestFinished':
        return [projectTestIdOf(event.data.projectId, event.data.testId)];
      default:
        return [];
    }
  },
  evolve,
  topicsOf: ({ accountId, projectId, testId }, event) =>
    event.type === 'TestQuarantined' || event.type === 'TestDequarantined'
      ? [{ accountId, topic: topics.projectTests(projectId), id: testId }]
      : [],
};
