import {
  type AccountId,
  type IssueStatusCategory,
  isOpenIssue,
  type ProblemId,
  type ProjectId,
  type TestId,
  type TestRunId,
  type TrackedIssueId,
  topics,
  withFailures,
} from '@assay/contract';
import { type Actor, accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TrackedIssueDocument = ReadModelDocument & {
  accountId: AccountId;
  projectId: ProjectId;
  trackedIssueId: TrackedIssueId;
  provider: string;
  /** Of the tracker; null: it is not known to have created the issue. */
  issueId: string | null;
  issueKey: string | null;
  url: string | null;
  summary: string;
  statusName: string;
  category: IssueStatusCategory;
  /** Since when the status has been known. */
  statusAt: string;
  open: boolean;
  /** Whether the tracker refused it: nothing shows it any more. */
  refused: boolean;
  /** Whether it was refused and may exist at the tracker all the same. */
  unsure: boolean;
  problemIds: ProblemId[];
  testIds: TestId[];
  testRunId: TestRunId;
  createdBy: Actor;
  createdAt: string;
};

/** The issues that failures are reported as, with their status at the tracker. */
export const trackedIssues: Projection<TrackedIssueDocument> = {
  name: 'trackedIssues',
  version: 2,
  indexes: [
    { projectId: 1, refused: 1, open: -1, createdAt: -1 },
    { accountId: 1, problemIds: 1 },
    { issueId: 1 },
    { open: 1, refused: 1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'IssueRequested':
      case 'IssueCreated':
      case 'IssueRefused':
      case 'IssueFailuresAdded':
      case 'IssueStatusChanged':
        return [event.data.trackedIssueId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { occurredAt, actor } = event.envelope;
    if (event.type === 'IssueRequested') {
      const { projectId, trackedIssueId, provider, summary, problemIds, testIds, testRunId } = event.data;
      return {
        accountId: accountOf(event),
        projectId,
        trackedIssueId,
        provider,
        issueId: null,
        issueKey: null,
        url: null,
        summary,
        statusName: 'Being created',
        category: 'REQUESTED',
        statusAt: occurredAt,
        open: true,
        refused: false,
        unsure: false,
        problemIds,
        testIds,
        testRunId,
        createdBy: actor,
        createdAt: occurredAt,
      };
    }
    if (document === null) return null;
    switch (event.type) {
      case 'IssueCreated':
      case 'IssueStatusChanged': {
        const { issueKey, url, statusName } = event.data;
        const category = event.data.category as IssueStatusCategory;
        const issueId = event.type === 'IssueCreated' ? event.data.issueId : document.issueId;
        const at = { issueId, issueKey, url, statusName, category, statusAt: occurredAt };
        return { ...document, ...at, open: isOpenIssue(category), refused: false, unsure: false };
      }
      case 'IssueRefused':
        return { ...document, open: false, refused: true, unsure: event.data.unsure };
      case 'IssueFailuresAdded': {
        const problemIds = withFailures(document.problemIds, event.data.problemIds);
        return { ...document, problemIds, testIds: withFailures(document.testIds, event.data.testIds) };
      }
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, projectId, trackedIssueId: id }) => [
    { accountId, topic: topics.trackedIssues, id },
    // Tests and root causes are shown with the keys of their issues.
    { accountId, topic: topics.problems(projectId), id },
  ],
};
