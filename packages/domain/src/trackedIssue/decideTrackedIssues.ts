import {
  type IssueStatusCategory,
  type IssueTracker,
  isOpenIssue,
  type ProblemId,
  type ProjectId,
  type TestId,
  type TestRunId,
  type TrackedIssueId,
  withFailures,
} from '@assay/contract';
import type { IssueRequested, TrackedIssueEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** Failures as an issue has them: by fingerprint, and by test for those that say no error. */
export type ReportedFailures = {
  testRunId: TestRunId;
  problemIds: ProblemId[];
  testIds: TestId[];
};

type AtTracker = { issueId: string; issueKey: string; url: string; statusName: string };

/** An issue of a tracker, from the moment that it is asked for. */
export type TrackedIssue = {
  trackedIssueId: TrackedIssueId;
  provider: IssueTracker;
  trackerProjectId: string;
  summary: string;
  problemIds: readonly ProblemId[];
  testIds: readonly TestId[];
  requestedAt: string;
} & (
  | { status: 'requested' }
  /** `unsure`: the tracker may nevertheless have created it. */
  | { status: 'refused'; unsure: boolean }
  | ({ status: 'created'; category: IssueStatusCategory } & AtTracker)
);

/** The issues of a project by their ids, in the order in which they were asked for. */
export type TrackedIssuesState = ReadonlyMap<TrackedIssueId, TrackedIssue>;

export type IssueAtTracker = AtTracker & { category: IssueStatusCategory };

type OfIssue = { projectId: ProjectId; trackedIssueId: TrackedIssueId };

export type TrackedIssuesCommand =
  | ({ type: 'requestIssue' } & OfIssue & Omit<IssueRequested, 'provider'> & { provider: IssueTracker })
  | ({ type: 'recordIssue'; issue: IssueAtTracker } & OfIssue)
  | ({ type: 'refuseIssue'; reason: string; unsure: boolean } & OfIssue)
  | ({ type: 'addFailures' } & OfIssue & ReportedFailures)
  | ({ type: 'changeIssueStatus'; issue: Omit<IssueAtTracker, 'issueId'> } & OfIssue);

/** @returns whether the issue is open at its tracker, or may be in a moment */
function isOpen(issue: TrackedIssue): boolean {
  return issue.status === 'requested' || (issue.status === 'created' && isOpenIssue(issue.category));
}

function isAbout(
  issue: TrackedIssue,
  { problemIds, testIds }: Pick<ReportedFailures, 'problemIds' | 'testIds'>,
): boolean {
  if (problemIds.length > 0) return issue.problemIds.some((id) => problemIds.includes(id));
  return issue.testIds.some((id) => testIds.includes(id));
}

/** @returns the issues that are open for one of the failures, the oldest first */
export function openIssuesFor(
  state: TrackedIssuesState,
  failures: Pick<ReportedFailures, 'problemIds' | 'testIds'>,
): TrackedIssue[] {
  return [...state.values()].filter((issue) => isOpen(issue) && isAbout(issue, failures));
}

/** @returns the attempts for one of the failures whose issue the tracker may have created */
export function unsureIssuesFor(
  state: TrackedIssuesState,
  failures: Pick<ReportedFailures, 'problemIds' | 'testIds'>,
): TrackedIssue[] {
  return [...state.values()].filter(
    (issue) =>
      (issue.status === 'requested' || (issue.status === 'refused' && issue.unsure)) && isAbout(issue, failures),
  );
}

function requireCreated(state: TrackedIssuesState, id: TrackedIssueId) {
  const issue = state.get(id);
  if (issue?.status !== 'created') throw new DomainError('trackedIssue.notFound');
  return issue;
}

/** The issues about failures of a project: one open issue for each failure. */
export const trackedIssuesDecider: Decider<TrackedIssuesState, TrackedIssuesCommand, TrackedIssueEvent> = {
  category: 'trackedIssues',
  initialState: () => new Map(),
  decide: (command, state) => {
    const { projectId, trackedIssueId } = command;
    const known = state.get(trackedIssueId);
    switch (command.type) {
      case 'requestIssue': {
        const { type: _, ...data } = command;
        // A repeat with the same Idempotency-Key finds what it has begun.
        if (known && known.status !== 'refused') return [];
        const [open] = openIssuesFor(state, data);
        if (open) throw new DomainError(open.status === 'created' ? 'trackedIssue.open' : 'trackedIssue.pending');
        return [{ type: 'IssueRequested', data }];
      }
      case 'recordIssue':
        if (!known) throw new DomainError('trackedIssue.notFound');
        if (known.status === 'created') return [];
        return [{ type: 'IssueCreated', data: { projectId, trackedIssueId, ...command.issue } }];
      case 'refuseIssue': {
        if (!known || known.status === 'created') return [];
        const { reason, unsure } = command;
        if (known.status === 'refused' && known.unsure === unsure) return [];
        return [{ type: 'IssueRefused', data: { projectId, trackedIssueId, reason, unsure } }];
      }
      case 'addFailures': {
        const issue = requireCreated(state, trackedIssueId);
        if (!isOpenIssue(issue.category)) throw new DomainError('trackedIssue.closed');
        const { testRunId, problemIds, testIds } = command;
        return [{ type: 'IssueFailuresAdded', data: { projectId, trackedIssueId, testRunId, problemIds, testIds } }];
      }
      case 'changeIssueStatus': {
        const issue = requireCreated(state, trackedIssueId);
        const { issueKey, url, statusName, category } = command.issue;
        const isSame = issue.statusName === statusName && issue.category === category && issue.issueKey === issueKey;
        if (isSame) return [];
        const from = issue.statusName;
        return [
          {
            type: 'IssueStatusChanged',
            data: { projectId, trackedIssueId, issueKey, url, from, statusName, category },
          },
        ];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    const { trackedIssueId } = event.data;
    const next = new Map(state);
    if (event.type === 'IssueRequested') {
      const { provider, trackerProjectId, summary, problemIds, testIds, requestedAt } = event.data;
      const asked = { trackedIssueId, provider: provider as IssueTracker, trackerProjectId, summary, requestedAt };
      return next.set(trackedIssueId, { ...asked, problemIds, testIds, status: 'requested' });
    }
    const issue = state.get(trackedIssueId);
    if (!issue) return state;
    switch (event.type) {
      case 'IssueCreated': {
        const { issueId, issueKey, url, statusName, category } = event.data;
        const at = { issueId, issueKey, url, statusName, category: category as IssueStatusCategory };
        return next.set(trackedIssueId, { ...issue, status: 'created', ...at });
      }
      case 'IssueRefused':
        return next.set(trackedIssueId, { ...issue, status: 'refused', unsure: event.data.unsure });
      case 'IssueFailuresAdded': {
        const problemIds = withFailures(issue.problemIds, event.data.problemIds);
        return next.set(trackedIssueId, {
          ...issue,
          problemIds,
          testIds: withFailures(issue.testIds, event.data.testIds),
        });
      }
      case 'IssueStatusChanged': {
        if (issue.status !== 'created') return state;
        const { issueKey, url, statusName, category } = event.data;
        const at = { issueKey, url, statusName, category: category as IssueStatusCategory };
        return next.set(trackedIssueId, { ...issue, ...at });
      }
      default:
        return never(event);
    }
  },
};
