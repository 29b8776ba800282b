import {
  type CriterionAnswer,
  type CriterionRule,
  type GateEvidence,
  limits,
  type ReleaseCriterionView,
  type ShippedVersion,
} from '@assay/contract';
import type { AccountReads } from '@assay/projections';
import { byWeight, gateAnswer } from '../gate/gateAnswer.ts';

const hourMs = 3_600_000;

/** What is in use in the account, to which rules refer. */
type Known = {
  suites: Awaited<ReturnType<AccountReads['testSuites']>>;
  environmentIds: ReadonlySet<string>;
  projectNameOf: ReadonlyMap<string, string>;
};

type Asked = { models: AccountReads; known: Known; ships: readonly ShippedVersion[]; now: number };

/**
 * Answers rules by the runs of what a release ships, as a gate judges them: what is missing, unknown, too old or
 * incomplete is `noEvidence`, and never `met`.
 * @param now in milliseconds since 1970
 * @returns the answers in the order of the rules
 */
export async function answersOfRules(
  models: AccountReads,
  ships: readonly ShippedVersion[],
  rules: readonly CriterionRule[],
  now: number,
): Promise<CriterionAnswer[]> {
  if (rules.length === 0) return [];
  const [suites, environments, projects] = await Promise.all([
    models.testSuites(),
    models.environments(),
    models.projects(),
  ]);
  const known = {
    suites,
    environmentIds: new Set<string>(environments.map(({ view }) => view.id)),
    projectNameOf: new Map<string, string>(projects.map(({ id, name }) => [id, name])),
  };
  return Promise.all(rules.map((rule) => answerOf(rule, { models, known, ships, now })));
}

/** @returns the criteria of an undecided release with what their rules answer now */
export async function answeredCriteria(
  models: AccountReads,
  ships: readonly ShippedVersion[],
  criteria: readonly ReleaseCriterionView[],
  now: number,
): Promise<ReleaseCriterionView[]> {
  const rules = criteria.flatMap(({ rule }) => (rule === null ? [] : [rule]));
  const answers = (await answersOfRules(models, ships, rules, now)).values();
  return criteria.map((criterion) => {
    const answer = criterion.rule === null ? null : (answers.next().value ?? null);
    return answer === null
      ? criterion
      : { ...criterion, answer, isOpen: criterion.override === null && answer.answer !== 'met' };
  });
}

async function answerOf(rule: CriterionRule, asked: Asked): Promise<CriterionAnswer> {
  const { known, ships } = asked;
  if (rule.environmentId !== null && !known.environmentIds.has(rule.environmentId)) {
    return unanswered('The environment was deleted');
  }
  if (ships.length === 0) return unanswered('The release names no version that it ships');
  if (rule.testSuiteId === null)
    return worstOf(await Promise.all(ships.map((version) => judged(version, rule, asked))));
  const suite = known.suites.find(({ id }) => id === rule.testSuiteId);
  if (!suite) return unanswered('The test suite was deleted');
  const version = ships.find(({ projectId }) => projectId === suite.projectId);
  if (version) return (await judged(version, rule, asked)).answer;
  return unanswered(`The release ships no version of ${known.projectNameOf.get(suite.projectId) ?? 'its project'}`);
}

type Judged = { projectName: string; answer: CriterionAnswer };

async function judged(
  { projectId, commit }: ShippedVersion,
  { testSuiteId, environmentId, maxAgeHours }: CriterionRule,
  { models, known, now }: Asked,
): Promise<Judged> {
  const projectName = known.projectNameOf.get(projectId);
  if (projectName === undefined) return { projectName: projectId, answer: unanswered('The project was deleted') };
  const wanted = testSuiteId === null ? [] : [testSuiteId];
  const { runs, hasMore, position } = await models.runsOfCommit({
    projectId,
    commit,
    environmentIds: environmentId === null ? undefined : [environmentId],
    testSuiteIds: wanted,
  });
  const suites = known.suites.filter((suite) => suite.projectId === projectId);
  const maxAgeMs = maxAgeHours === null ? null : maxAgeHours * hourMs;
  const { answer, reason, evidence } = gateAnswer(runs, { suites, wanted, hasMoreRuns: hasMore, maxAgeMs, now });
  return { projectName, answer: { answer, reason, evidence: evidence.slice(0, limits.citedEvidence), position } };
}

/** Of several versions the worst decides. */
function worstOf(all: readonly Judged[]): CriterionAnswer {
  const sorted = all.toSorted((a, b) => byWeight.indexOf(a.answer.answer) - byWeight.indexOf(b.answer.answer));
  const [worst, second] = sorted;
  if (!worst) return unanswered('The release names no version that it ships');
  if (!second) return worst.answer;
  const { answer, reason, position } = worst.answer;
  const evidence = sorted.flatMap(({ projectName, answer: { evidence: own } }): GateEvidence[] =>
    own.map((one) => ({ ...one, title: `${projectName}: ${one.title}` })),
  );
  return {
    answer,
    reason: answer === 'met' ? `All ${all.length} versions passed` : `${worst.projectName}: ${reason}`,
    evidence: evidence.slice(0, limits.citedEvidence),
    position,
  };
}

function unanswered(reason: string): CriterionAnswer {
  return { answer: 'noEvidence', reason, evidence: [], position: null };
}
