import { type AccountId, authorizationIdOf, type IssueTracker, isIssueTracker } from '@assay/contract';
import { authorizationDecider, trackedIssuesDecider } from '@assay/domain';
import { TrackerFailure, type TrackerIssue } from '@assay/integrations';
import type { IssueToRead } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import type { Job } from '../jobs/jobs.ts';
import { byItself } from '../policy.ts';
import { TrackerTurns } from './trackerTurns.ts';

const minuteMs = 60_000;

/** How often a tracker of an account is asked: git services are asked for one issue at a time, and count requests by the hour. */
const everyMs: Readonly<Record<IssueTracker, number>> = {
  Jira: minuteMs,
  GitHub: 10 * minuteMs,
  Gitlab: 10 * minuteMs,
};
/** Issues in one request, as Jira takes them. */
const batch = 100;
/** After a failure that says nothing about when to ask again. */
const pauseMs = { away: 5 * minuteMs, unusable: 15 * minuteMs };
/** Issues that are no longer open may be reopened, which is seen by the hour and for a month. */
const closedEveryMs = 60 * minuteMs;
const closedDays = 30;

type Deps = Pick<AutomationDeps, 'eventLog' | 'readModels' | 'log' | 'trackerFor'>;

type Group = { accountId: AccountId; provider: IssueTracker; issues: IssueToRead[] };

function groupsOf(issues: readonly IssueToRead[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const issue of issues) {
    const { accountId, provider } = issue;
    if (!isIssueTracker(provider)) continue;
    const key = `${accountId} ${provider}`;
    const group = groups.get(key) ?? { accountId, provider, issues: [] };
    group.issues.push(issue);
    groups.set(key, group);
  }
  return groups;
}

async function recordStatus(deps: Deps, issue: IssueToRead, found: TrackerIssue | null): Promise<void> {
  const { accountId, projectId, trackedIssueId, issueKey, url, statusName, category } = issue;
  const now = found ?? { issueKey, url, statusName: 'Deleted', category: 'GONE' as const };
  if (now.statusName === statusName && now.category === category && now.issueKey === issueKey) return;
  const { issueKey: key, url: address, statusName: name, category: to } = now;
  const status = { issueKey: key, url: address, statusName: name, category: to };
  const command = { type: 'changeIssueStatus' as const, projectId, trackedIssueId, issue: status };
  await deps.eventLog.handle(trackedIssuesDecider, projectId, command, byItself(accountId, 'readIssueStatuses'));
}

async function readGroup(deps: Deps, { accountId, provider, issues }: Group): Promise<void> {
  const { state } = await deps.eventLog.load(authorizationDecider, authorizationIdOf(accountId, provider));
  if (state.status === 'none') return;
  const tracker = await deps.trackerFor(state);
  for (let start = 0; start < issues.length; start += batch) {
    const some = issues.slice(start, start + batch);
    const found = await tracker.statuses([...new Set(some.map(({ issueId }) => issueId))]);
    for (const issue of some) await recordStatus(deps, issue, found.get(issue.issueId) ?? null);
  }
}

/**
 * Reads the statuses of tracked issues at their trackers, in batches, for what no webhook tells. A tracker that limits
 * requests or refuses the connection is asked again later, and delays no other account.
 */
export function readIssueStatuses(turns = new TrackerTurns<Group>()): Job<Deps> {
  const nextAt = new Map<string, number>();
  let closedReadAt = Number.NEGATIVE_INFINITY;

  async function readDue(deps: Deps, key: string, group: Group, now: number): Promise<void> {
    try {
      await readGroup(deps, group);
      nextAt.set(key, now + everyMs[group.provider]);
    } catch (error) {
      const isOfTracker = error instanceof TrackerFailure;
      const usual = isOfTracker && error.kind === 'unusable' ? pauseMs.unusable : pauseMs.away;
      nextAt.set(key, now + ((isOfTracker ? error.retryAfterMs : null) ?? usual));
      const { accountId, provider } = group;
      const reason = error instanceof Error ? error.message : String(error);
      deps.log[isOfTracker ? 'info' : 'warn']({ accountId, provider, reason }, 'statuses of issues could not be read');
    }
  }

  return {
    className: 'Issues',
    functionName: 'readIssueStatuses',
    schedule: '*/10 * * * * *',
    run: async (deps, now) => {
      const at = now.getTime();
      const withClosed = at - closedReadAt >= closedEveryMs;
      const closedSince = new Date(at - closedDays * 24 * 60 * minuteMs).toISOString();
      const groups = groupsOf(await deps.readModels.issuesToRead(withClosed ? closedSince : null));
      const due = new Map([...groups].filter(([key]) => (nextAt.get(key) ?? 0) <= at));
      await turns.take(due, (key, group) => readDue(deps, key, group, at), deps.log);
      if (withClosed) closedReadAt = at;
    },
  };
}
