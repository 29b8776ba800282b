import type { IncomingHttpHeaders } from 'node:http';
import type { AccountId, GitService, IssueStatusCategory } from '@assay/contract';
import { trackedIssuesDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { categoryOfJira } from '@assay/integrations';
import type { Api } from '../api.ts';

/** The status of an issue, as a webhook reports it. */
export type ToldIssue = { issueId: string; issueKey: string | null; statusName: string; category: IssueStatusCategory };

type JiraEvent = {
  webhookEvent?: unknown;
  issue?: { id?: unknown; key?: unknown; fields?: { status?: { name?: unknown; statusCategory?: { key?: string } } } };
};
type GitHubEvent = {
  repository?: { full_name?: unknown };
  issue?: { number?: unknown; state?: unknown; state_reason?: unknown };
  action?: unknown;
};
type GitlabEvent = {
  object_kind?: unknown;
  project?: { path_with_namespace?: unknown };
  object_attributes?: { iid?: unknown; state?: unknown };
};

function ofJira(message: unknown): ToldIssue | null {
  const { webhookEvent, issue } = Object(message) as JiraEvent;
  if (issue?.id === undefined || typeof webhookEvent !== 'string') return null;
  const issueId = String(issue.id);
  const issueKey = typeof issue.key === 'string' ? issue.key : null;
  if (webhookEvent === 'jira:issue_deleted') {
    return { issueId, issueKey, statusName: 'Deleted', category: 'GONE' };
  }
  const status = issue.fields?.status;
  if (typeof status?.name !== 'string') return null;
  return { issueId, issueKey, statusName: status.name, category: categoryOfJira(status.statusCategory?.key) };
}

function ofGit(path: unknown, number: unknown, isClosed: boolean, how = 'Closed'): ToldIssue | null {
  if (typeof path !== 'string' || typeof number !== 'number') return null;
  const issueId = `${path}#${number}`;
  const category = isClosed ? ('DONE' as const) : ('TO_DO' as const);
  return { issueId, issueKey: issueId, statusName: isClosed ? how : 'Open', category };
}

/** @returns what a message says of an issue; null: it is about something else */
export function toldIssue(
  provider: GitService | 'Jira',
  headers: IncomingHttpHeaders,
  message: unknown,
): ToldIssue | null {
  if (provider === 'Jira') return ofJira(message);
  if (provider === 'GitHub' && headers['x-github-event'] === 'issues') {
    const { repository, issue, action } = Object(message) as GitHubEvent;
    if (action === 'deleted' && typeof repository?.full_name === 'string') {
      const issueId = `${repository.full_name}#${String(issue?.number)}`;
      return { issueId, issueKey: issueId, statusName: 'Deleted', category: 'GONE' };
    }
    const how = issue?.state_reason === 'not_planned' ? 'Closed as not planned' : 'Closed';
    return ofGit(repository?.full_name, issue?.number, issue?.state === 'closed', how);
  }
  if (provider === 'Gitlab') {
    const { object_kind: kind, project, object_attributes: issue } = Object(message) as GitlabEvent;
    return kind === 'issue' ? ofGit(project?.path_with_namespace, issue?.iid, issue?.state === 'closed') : null;
  }
  return null;
}

/** Records the status of an issue that the account tracks, and ignores others. */
export async function recordIssueStatus(
  { eventLog, readModels }: Pick<Api, 'eventLog' | 'readModels'>,
  accountId: AccountId,
  provider: GitService | 'Jira',
  { issueId, issueKey, statusName, category }: ToldIssue,
): Promise<void> {
  const context = {
    accountId,
    actor: { kind: 'automation' as const, id: 'webhook' },
    occurredAt: new Date().toISOString(),
    $correlationId: newId<string>(),
  };
  for (const known of await readModels.issuesAtTracker({ accountId, provider, issueId })) {
    const { projectId, trackedIssueId } = known;
    const key = issueKey ?? known.issueKey;
    const url = key === known.issueKey ? known.url : known.url.replace(known.issueKey, key);
    const issue = { issueKey: key, url, statusName, category };
    const command = { type: 'changeIssueStatus' as const, projectId, trackedIssueId, issue };
    await eventLog.handle(trackedIssuesDecider, projectId, command, context);
  }
}
