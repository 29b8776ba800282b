import type { CriterionRule, CriterionRuleKind, ReleaseView, RuleTrial } from '@assay/contract';
import { answersOfRules } from './answersOfRules.ts';
import type { RuleReads } from './ruleReads.ts';

/** What is known of an earlier moment: runs have their times; which tests were flaky and which issues open is not kept. */
const isOfItsTime: Readonly<Record<CriterionRuleKind, boolean>> = {
  runsPass: true,
  planPasses: true,
  nothingNewlyFlaky: false,
  noOpenIssues: false,
};

type Tried = Pick<ReleaseView, 'id' | 'title' | 'ships' | 'decisions'>;

/**
 * Answers a rule for releases: by the runs that there were when they were decided, or as they stand now.
 * @param now in milliseconds since 1970
 */
export function tryRule(
  reads: RuleReads,
  releases: readonly Tried[],
  rule: CriterionRule,
  now: number,
): Promise<RuleTrial['releases']> {
  return Promise.all(
    releases.map(async ({ id, title, ships, decisions }) => {
      const asOf = (isOfItsTime[rule.kind] && decisions.at(-1)?.decidedAt) || null;
      const at = asOf === null ? now : Date.parse(asOf);
      const then = asOf === null ? reads : readsAsOf(reads, at);
      const [answered] = await answersOfRules(then, { id, title, ships }, [rule], at);
      const { answer, reason } = answered ?? { answer: 'noEvidence' as const, reason: 'No answer' };
      return { id, title, asOf, answer, reason };
    }),
  );
}

/** Runs as they were at a moment: without later ones, and those that ended later in progress. */
function readsAsOf(reads: RuleReads, at: number): RuleReads {
  const hadBegun = ({ createdAt }: { createdAt: string }) => Date.parse(createdAt) <= at;
  const hadEnded = (endedAt: string | null) => endedAt !== null && Date.parse(endedAt) <= at;
  return {
    ...reads,
    runsOfCommit: async (query) => {
      const found = await reads.runsOfCommit(query);
      const runs = found.runs
        .filter(hadBegun)
        .map((run) => (hadEnded(run.endTime) ? run : { ...run, status: 'RUNNING' as const, endTime: null }));
      return { ...found, runs };
    },
    testPlanRunPage: async (query) => {
      const found = await reads.testPlanRunPage(query);
      const testPlanRuns = found.testPlanRuns
        .filter(hadBegun)
        .map((run) => (hadEnded(run.completedAt) ? run : { ...run, status: 'Running' as const, completedAt: null }));
      return { ...found, testPlanRuns };
    },
  };
}
