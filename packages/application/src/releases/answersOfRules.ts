import type { CriterionAnswer, CriterionRule, CriterionRuleKind, ReleaseCriterionView } from '@assay/contract';
import { answerOfFlakiness } from './answerOfFlakiness.ts';
import { answerOfIssues } from './answerOfIssues.ts';
import { answerOfPlan } from './answerOfPlan.ts';
import { answerOfRuns } from './answerOfRuns.ts';
import { type Asked, type Known, type RuledRelease, unanswered } from './askedRule.ts';
import type { RuleReads } from './ruleReads.ts';

const answererOf: Record<CriterionRuleKind, (rule: CriterionRule, asked: Asked) => Promise<CriterionAnswer>> = {
  runsPass: answerOfRuns,
  planPasses: answerOfPlan,
  nothingNewlyFlaky: answerOfFlakiness,
  noOpenIssues: answerOfIssues,
};

/**
 * Answers rules by the runs of what a release ships, as a gate judges them: what is missing, unknown, too old or
 * incomplete is `noEvidence`, and never `met`.
 * @param now in milliseconds since 1970
 * @returns the answers in the order of the rules
 */
export async function answersOfRules(
  reads: RuleReads,
  release: RuledRelease,
  rules: readonly CriterionRule[],
  now: number,
): Promise<CriterionAnswer[]> {
  if (rules.length === 0) return [];
  const asked: Asked = { reads, known: await knownIn(reads), release, now };
  return Promise.all(rules.map((rule) => answerOf(rule, asked)));
}

async function knownIn(reads: RuleReads): Promise<Known> {
  const [suites, environments, projects] = await Promise.all([
    reads.testSuites(),
    reads.environments(),
    reads.projects(),
  ]);
  return {
    suites,
    environmentIds: new Set<string>(environments.map(({ view }) => view.id)),
    projectNameOf: new Map<string, string>(projects.map(({ id, name }) => [id, name])),
  };
}

/** @returns the criteria of an undecided release with what their rules answer now */
export async function answeredCriteria(
  reads: RuleReads,
  release: RuledRelease,
  criteria: readonly ReleaseCriterionView[],
  now: number,
): Promise<ReleaseCriterionView[]> {
  const rules = criteria.flatMap(({ rule }) => (rule === null ? [] : [rule]));
  const answers = (await answersOfRules(reads, release, rules, now)).values();
  return criteria.map((criterion) => {
    const answer = criterion.rule === null ? null : (answers.next().value ?? null);
    return answer === null
      ? criterion
      : { ...criterion, answer, isOpen: criterion.override === null && answer.answer !== 'met' };
  });
}

async function answerOf(rule: CriterionRule, asked: Asked): Promise<CriterionAnswer> {
  const { known, release } = asked;
  if (rule.environmentId !== null && !known.environmentIds.has(rule.environmentId)) {
    return unanswered('The environment was deleted');
  }
  if (release.ships.length === 0 && rule.kind !== 'noOpenIssues')
    return unanswered('The release names no version that it ships');
  return answererOf[rule.kind](rule, asked);
}
