import {
  type CriterionAnswer,
  type CriterionRule,
  completeRule,
  type GateEvidence,
  limits,
  type ShippedVersion,
} from '@assay/contract';
import { byWeight, gateAnswer } from '../gate/gateAnswer.ts';
import { type Asked, hourMs, unanswered } from './askedRule.ts';

/** Answers whether the runs of the shipped versions, or of a suite of one of them, passed. */
export async function answerOfRuns(rule: CriterionRule, asked: Asked): Promise<CriterionAnswer> {
  const { known, release } = asked;
  const { ships } = release;
  if (rule.testSuiteId === null) {
    return worstOf(await Promise.all(ships.map((version) => judgedVersion(version, rule, asked))));
  }
  const suite = known.suites.find(({ id }) => id === rule.testSuiteId);
  if (!suite) return unanswered('The test suite was deleted');
  const version = ships.find(({ projectId }) => projectId === suite.projectId);
  if (version) return (await judgedVersion(version, rule, asked)).answer;
  return unanswered(`The release ships no version of ${known.projectNameOf.get(suite.projectId) ?? 'its project'}`);
}

type Judged = { projectName: string; answer: CriterionAnswer };

/** @returns whether the runs of a version passed */
export async function judgedVersion(
  { projectId, commit }: ShippedVersion,
  rule: CriterionRule,
  { reads, known, now }: Asked,
): Promise<Judged> {
  const { testSuiteId, environmentId, maxAgeHours, flakyPassesCount } = completeRule(rule);
  const projectName = known.projectNameOf.get(projectId);
  if (projectName === undefined) return { projectName: projectId, answer: unanswered('The project was deleted') };
  const wanted = testSuiteId === null ? [] : [testSuiteId];
  const { runs, hasMore, position } = await reads.runsOfCommit({
    projectId,
    commit,
    environmentIds: environmentId === null ? undefined : [environmentId],
    testSuiteIds: wanted,
  });
  const suites = known.suites.filter((suite) => suite.projectId === projectId);
  const maxAgeMs = maxAgeHours === null ? null : maxAgeHours * hourMs;
  const { answer, reason, evidence } = gateAnswer(runs, {
    suites,
    wanted,
    hasMoreRuns: hasMore,
    maxAgeMs,
    flakyPassesCount,
    now,
  });
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
