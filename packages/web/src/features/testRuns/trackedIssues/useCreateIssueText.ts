import { type IssueTrackerView, issueTrackerNames } from '@assay/contract';
import { useListIssueTrackersQuery } from '../../../connection/serviceHooks.ts';

/** @returns what creates an issue, by the trackers that the account has connected; Jira until one is */
export function createIssueText(trackers: readonly Pick<IssueTrackerView, 'provider'>[]): string {
  const names = trackers.map(({ provider }) => issueTrackerNames[provider]);
  return `Create ${names.length === 0 ? issueTrackerNames.Jira : names.join(' or ')} issue`;
}

export function useCreateIssueText(): string {
  const { data: trackers = [] } = useListIssueTrackersQuery();
  return createIssueText(trackers);
}
