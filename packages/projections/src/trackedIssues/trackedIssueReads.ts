import type { AccountId, ProblemId, ProjectId, TrackedIssueId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findIssuesAbout, findProjectIssues, findRootCauseIssues, type IssuesAbout } from './findTrackedIssues.ts';

export const trackedIssueReads = {
  rootCauseIssues: ({ collections, accountId }: AccountReader, problemId: ProblemId) =>
    findRootCauseIssues(collections, accountId, problemId),
  projectIssues: ({ collections, accountId }: AccountReader, projectId: ProjectId) =>
    findProjectIssues(collections, accountId, projectId),
  issuesAbout: ({ collections, accountId }: AccountReader, about: IssuesAbout) =>
    findIssuesAbout(collections, accountId, about),

  /** The run that had a root cause last, in any project; null: none that is shown. */
  latestRunOfRootCause: async ({ collections, accountId }: AccountReader, problemId: ProblemId) => {
    const found = await collections.failures.find({ accountId, problemId }, { projection: { recent: 1 } }).toArray();
    const runs = found.flatMap(({ recent }) => recent.map(({ testRunId }) => testRunId));
    return runs.sort().at(-1) ?? null;
  },
};

/** An issue whose status is to be read at its tracker. */
export type IssueToRead = {
  accountId: AccountId;
  projectId: ProjectId;
  trackedIssueId: TrackedIssueId;
  provider: string;
  issueId: string;
};

export const trackedIssueServiceReads = {
  /**
   * The issues whose status may change at their tracker: those that are open, and those that were done lately, as they are
   * reopened.
   * @param doneSince ISO 8601
   */
  issuesToRead: async ({ collections }: ServiceReader, doneSince: string): Promise<IssueToRead[]> => {
    const filter = {
      refused: false,
      $or: [{ open: true }, { category: 'DONE' as const, statusAt: { $gte: doneSince } }],
    };
    const projection = { accountId: 1, projectId: 1, trackedIssueId: 1, provider: 1, issueId: 1 };
    const found = await collections.trackedIssues.find(filter, { projection }).toArray();
    return found.flatMap(({ accountId, projectId, trackedIssueId, provider, issueId }) =>
      issueId === null ? [] : [{ accountId, projectId, trackedIssueId, provider, issueId }],
    );
  },

  /** The issues of an account that a tracker tells about. */
  issuesAtTracker: async (
    { collections }: ServiceReader,
    { accountId, provider, issueId }: Pick<IssueToRead, 'accountId' | 'provider' | 'issueId'>,
  ): Promise<Pick<IssueToRead, 'projectId' | 'trackedIssueId'>[]> =>
    collections.trackedIssues
      .find({ issueId, accountId, provider, refused: false }, { projection: { projectId: 1, trackedIssueId: 1 } })
      .toArray(),
};
