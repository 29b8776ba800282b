import type { AccountId, IssueStatusCategory, ProblemId, ProjectId, TrackedIssueId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findIssuesAbout, findProjectIssues, findRootCauseIssues, type IssuesAbout } from './findTrackedIssues.ts';
import type { TrackedIssueDocument } from './trackedIssues.ts';

export const trackedIssueReads = {
  rootCauseIssues: ({ collections, accountId }: AccountReader, problemId: ProblemId) =>
    findRootCauseIssues(collections, accountId, problemId),
  projectIssues: ({ collections, accountId }: AccountReader, projectId: ProjectId) =>
    findProjectIssues(collections, accountId, projectId),
  issuesAbout: ({ collections, accountId }: AccountReader, about: IssuesAbout) =>
    findIssuesAbout(collections, accountId, about),

  /** The run that had a root cause last, in any project; null: no run. */
  latestRunOfRootCause: async ({ collections, accountId }: AccountReader, problemId: ProblemId) => {
    const found = await collections.failures.find({ accountId, problemId }, { projection: { recent: 1 } }).toArray();
    const runs = found.flatMap(({ recent }) => recent.map(({ testRunId }) => testRunId));
    return runs.sort().at(-1) ?? null;
  },
};

/** An issue whose status is to be read at its tracker, as it is known. */
export type IssueToRead = {
  accountId: AccountId;
  projectId: ProjectId;
  trackedIssueId: TrackedIssueId;
  provider: string;
  issueId: string;
  issueKey: string;
  url: string;
  statusName: string;
  category: IssueStatusCategory;
};

/** An attempt to create an issue that is not known to exist at its tracker. */
export type AttemptToSettle = Pick<
  TrackedIssueDocument,
  'accountId' | 'projectId' | 'trackedIssueId' | 'provider' | 'unsure'
>;

/** Attempts of one account that are settled at a time, whatever others have. */
const attemptsAtOnce = 50;

const readFields = {
  accountId: 1,
  projectId: 1,
  trackedIssueId: 1,
  provider: 1,
  issueId: 1,
  issueKey: 1,
  url: 1,
  statusName: 1,
  category: 1,
} as const;

type Read = Pick<TrackedIssueDocument, keyof typeof readFields>;

function createdOnes(found: readonly Read[]): IssueToRead[] {
  return found.flatMap(({ issueId, issueKey, url, ...issue }) =>
    issueId === null || issueKey === null || url === null ? [] : [{ ...issue, issueId, issueKey, url }],
  );
}

export const trackedIssueServiceReads = {
  /**
   * The issues whose status may change at their tracker.
   * @param closedSince ISO 8601: those that were closed or deleted later as well, as they may be reopened; null: open ones
   */
  issuesToRead: async ({ collections }: ServiceReader, closedSince: string | null): Promise<IssueToRead[]> => {
    const closed: IssueStatusCategory[] = ['DONE', 'GONE'];
    const lately = closedSince === null ? [] : [{ category: { $in: closed }, statusAt: { $gte: closedSince } }];
    const filter = { refused: false, $or: [{ open: true }, ...lately] };
    return createdOnes(await collections.trackedIssues.find(filter, { projection: readFields }).toArray());
  },

  /**
   * Attempts to create an issue that ended without an answer: of each account those that are not settled at all, then those
   * that may exist, the oldest first.
   * @param before ISO 8601: those that were begun earlier
   * @param unsureSince ISO 8601: those that may exist at the tracker all the same, unless they were begun earlier
   */
  attemptsToSettle: async (
    { collections: { trackedIssues } }: ServiceReader,
    { before, unsureSince }: { before: string; unsureSince: string },
  ): Promise<AttemptToSettle[]> => {
    const filter = {
      issueId: null,
      createdAt: { $lt: before },
      $or: [{ refused: false }, { unsure: true, createdAt: { $gte: unsureSince, $lt: before } }],
    };
    const projection = { accountId: 1, projectId: 1, trackedIssueId: 1, provider: 1, unsure: 1 } as const;
    const found: AttemptToSettle[] = [];
    for (const accountId of await trackedIssues.distinct('accountId', filter)) {
      const own = trackedIssues.find({ accountId, ...filter }, { projection }).sort({ unsure: 1, createdAt: 1 });
      found.push(...(await own.limit(attemptsAtOnce).toArray()));
    }
    return found;
  },

  /** The issues of an account that a tracker tells about. */
  issuesAtTracker: async (
    { collections }: ServiceReader,
    { accountId, provider, issueId }: Pick<IssueToRead, 'accountId' | 'provider' | 'issueId'>,
  ): Promise<IssueToRead[]> => {
    const filter = { issueId, accountId, provider, refused: false };
    return createdOnes(await collections.trackedIssues.find(filter, { projection: readFields }).toArray());
  },
};
