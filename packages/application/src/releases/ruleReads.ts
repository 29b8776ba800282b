import type { AccountReads } from '@assay/projections';

/** An issue that a query finds. */
export type FoundIssue = { issueKey: string; statusName: string };

/** @throws IssuesUnknown with a sentence for people */
export type FindIssues = (query: string, most: number) => Promise<FoundIssue[]>;

/** The tracker does not answer, or refuses the query. */
export class IssuesUnknown extends Error {}

type ModelReads = Pick<
  AccountReads,
  | 'testSuites'
  | 'environments'
  | 'projects'
  | 'runsOfCommit'
  | 'testPlan'
  | 'testPlanRunPage'
  | 'lastGo'
  | 'flakyTestInfo'
>;

/** What rules are answered by. */
export type RuleReads = ModelReads & { findIssues: FindIssues };

/** Reads for all rules of one request: what several of them ask is read once. */
export function openRuleReads(models: ModelReads, findIssues: FindIssues): RuleReads {
  const runsOfCommit = once(models.runsOfCommit);
  return {
    testSuites: once(models.testSuites),
    environments: once(models.environments),
    projects: once(models.projects),
    testPlan: once(models.testPlan),
    testPlanRunPage: once(models.testPlanRunPage),
    lastGo: once(models.lastGo),
    flakyTestInfo: once(models.flakyTestInfo),
    findIssues: once(findIssues),
    runsOfCommit: async (query) => {
      const { projectId, commit, environmentIds, testSuiteIds } = query;
      const all = await runsOfCommit({ projectId, commit, environmentIds: undefined, testSuiteIds: [] });
      // Runs of one suite may be older than the newest of all.
      if (all.hasMore) return runsOfCommit(query);
      const runs = all.runs.filter(
        (run) =>
          (environmentIds?.includes(run.environmentId) ?? true) &&
          (testSuiteIds.length === 0 || (run.testSuiteId !== null && testSuiteIds.includes(run.testSuiteId))),
      );
      return { ...all, runs };
    },
  };
}

function once<Asked extends unknown[], Answer>(read: (...asked: Asked) => Promise<Answer>) {
  const answers = new Map<string, Promise<Answer>>();
  return (...asked: Asked): Promise<Answer> => {
    const key = JSON.stringify(asked);
    const known = answers.get(key) ?? read(...asked);
    answers.set(key, known);
    return known;
  };
}
