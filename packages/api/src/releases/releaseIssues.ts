import { type FindIssues, IssuesUnknown } from '@assay/application';
import { timedOut, withTimeout } from '@assay/concurrency';
import type { AccountId } from '@assay/contract';
import { TrackerFailure } from '@assay/integrations';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { trackerOf } from '../trackedIssues/accountTracker.ts';

const keptMs = 5 * 60_000;
/** A list does not wait longer for a slow Jira. */
const waitMs = 1_000;

/** @returns what Jira answers now, as decisions need it */
export function askIssues(api: Api, accountId: AccountId): FindIssues {
  return async (query, most) => {
    try {
      const { search } = await trackerOf(api, accountId, 'Jira');
      return search === null ? [] : await search(query, most);
    } catch (error) {
      if (error instanceof TrackerFailure || error instanceof ApiError) throw new IssuesUnknown(error.message);
      throw error;
    }
  };
}

/** @returns what Jira has answered within the last 5 minutes, or answers now */
export function recentIssues(api: Api, accountId: AccountId): FindIssues {
  const ask = askIssues(api, accountId);
  return (query, most) =>
    api.releaseIssues.get(JSON.stringify([accountId, query, most]), keptMs, () => ask(query, most));
}

/** @returns the same, unless it takes longer than a list waits; the answer is there next time */
export function issuesInTime(api: Api, accountId: AccountId): FindIssues {
  const recent = recentIssues(api, accountId);
  return async (query, most) => {
    const found = await withTimeout(recent(query, most), waitMs);
    if (found === timedOut) throw new IssuesUnknown('Jira has not answered yet');
    return found;
  };
}
