import type { IssueDraft, IssueMetadataView, TestRunId, TrackedIssueId, TrackedIssueView } from '@assay/contract';
import { positionAt, projectView, testRunView } from './views.ts';

/** SHOP-812, open, about two tests of run #1 of Checkout. */
export function trackedIssueView(change: Partial<TrackedIssueView> = {}): TrackedIssueView {
  return {
    id: 'p1.i1' as TrackedIssueId,
    projectId: projectView().id,
    provider: 'Jira',
    issueKey: 'SHOP-812',
    url: 'https://northwind.atlassian.net/browse/SHOP-812',
    summary: 'Split cart: voucher is lost',
    status: { name: 'In progress', category: 'IN_PROGRESS', at: '2026-11-01T10:00:00Z' },
    isOpen: true,
    rootCauseIds: [],
    testCount: 2,
    source: { testRunId: 'r1' as TestRunId, number: 1, projectName: 'Checkout' },
    createdBy: null,
    createdAt: '2026-11-01T10:00:00Z',
    finding: null,
    passingRuns: 0,
    failingTests: 1,
    position: positionAt(3),
    ...change,
  };
}

export function issueDraft(change: Partial<IssueDraft> = {}): IssueDraft {
  return {
    title: '2 tests of Checkout #1',
    testRunId: testRunView(1).id,
    projectId: projectView().id,
    testCount: 2,
    rootCauseIds: [],
    summary: '2 tests fail: discount null instead of SPRING10',
    description:
      '### 2 tests of Checkout #1 fail alike\n\n```\nexpected SPRING10\n```\n\n[Test run](https://assay.test/r1)',
    open: [],
    earlier: [],
    ...change,
  };
}

export const jiraTracker = {
  provider: 'Jira',
  name: 'Jira',
  address: 'https://northwind.atlassian.net',
  deployment: 'Cloud',
} as const;

const ada = { accountId: 'u-ada', displayName: 'Ada Duarte' };

/** Bug and Task, two priorities, and Ada who is connected. */
export function issueMetadata(change: Partial<IssueMetadataView> = {}): IssueMetadataView {
  return {
    issueTypes: [
      { id: 't-task', name: 'Task' },
      { id: 't-bug', name: 'Bug' },
    ],
    priorities: [
      { id: 'pr-high', name: 'High' },
      { id: 'pr-medium', name: 'Medium' },
    ],
    users: [ada, { accountId: 'u-lin', displayName: 'Lin' }],
    issueTypeId: 't-bug',
    asks: { issueType: true, priority: true, reporter: true },
    requiredFields: [],
    me: ada,
    ...change,
  };
}
