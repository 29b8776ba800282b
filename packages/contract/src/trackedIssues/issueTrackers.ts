/** Services whose issues failures are reported as. */
export const issueTrackers = ['Jira', 'GitHub', 'Gitlab'] as const;
export type IssueTracker = (typeof issueTrackers)[number];

export const issueTrackerNames: Readonly<Record<IssueTracker, string>> = {
  Jira: 'Jira',
  GitHub: 'GitHub',
  Gitlab: 'GitLab',
};

export function isIssueTracker(provider: string): provider is IssueTracker {
  return (issueTrackers as readonly string[]).includes(provider);
}

/** Jira Cloud has version 3 of the API, Jira Data Center version 2. */
export const jiraDeployments = ['Cloud', 'DataCenter'] as const;
export type JiraDeployment = (typeof jiraDeployments)[number];

/**
 * How far an issue is, whatever the tracker calls it. REQUESTED: the tracker has not answered yet. GONE: it was deleted,
 * or the connection no longer sees it.
 */
export const issueStatusCategories = ['REQUESTED', 'TO_DO', 'IN_PROGRESS', 'DONE', 'GONE'] as const;
export type IssueStatusCategory = (typeof issueStatusCategories)[number];

export function isOpenIssue(category: IssueStatusCategory): boolean {
  return category !== 'DONE' && category !== 'GONE';
}

/** FIXED_BUT_FAILING: a test failed again after the issue was done. OPEN_BUT_PASSING: all of its tests pass. */
export const issueFindings = ['FIXED_BUT_FAILING', 'OPEN_BUT_PASSING'] as const;
export type IssueFinding = (typeof issueFindings)[number];

/** @returns what tests say about an issue, in words; null: nothing that its status does not say */
export function issueFindingText(issue: {
  provider: IssueTracker;
  finding: IssueFinding | null;
  passingRuns: number;
}): string | null {
  switch (issue.finding) {
    case 'FIXED_BUT_FAILING':
      return `Fixed in ${issueTrackerNames[issue.provider]} but still failing`;
    case 'OPEN_BUT_PASSING':
      return `Open but passing since ${issue.passingRuns} ${issue.passingRuns === 1 ? 'run' : 'runs'}`;
    case null:
      return null;
  }
}
