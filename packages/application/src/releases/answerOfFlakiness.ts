import {
  type CriterionAnswer,
  type CriterionRule,
  type GateEvidence,
  limits,
  type ProjectId,
  type UnstableTest,
} from '@assay/contract';
import { byWeight } from '../gate/gateAnswer.ts';
import { judgedVersion } from './answerOfRuns.ts';
import type { Asked } from './askedRule.ts';
import type { RuleReads } from './ruleReads.ts';

const dayMs = 24 * 3_600_000;
/** Runs so long before the last release tell which tests were flaky already. */
const lookBackMs = 30 * dayMs;
/** As far back as charts look. */
const mostMs = 100 * dayMs;

/**
 * Answers whether the shipped versions ran, and no test of their projects has become flaky since the last Go that
 * shipped the project. Quarantined tests do not count; without an earlier Go each flaky test of the last 30 days does.
 */
export async function answerOfFlakiness(rule: CriterionRule, asked: Asked): Promise<CriterionAnswer> {
  const { reads, release } = asked;
  const { id, ships } = release;
  const ran = await Promise.all(ships.map((version) => judgedVersion(version, rule, asked)));
  // That they failed tells which tests are flaky as well.
  const missing = ran
    .filter(({ answer: { answer } }) => answer === 'pending' || answer === 'noEvidence')
    .sort((a, b) => byWeight.indexOf(a.answer.answer) - byWeight.indexOf(b.answer.answer))[0];
  if (missing) {
    const { answer, projectName } = missing;
    return ships.length === 1 ? answer : { ...answer, reason: `${projectName}: ${answer.reason}` };
  }
  const lastGo = await reads.lastGo(
    ships.map(({ projectId }) => projectId),
    id,
  );
  const found = await Promise.all(
    ships.map(({ projectId }) => newlyFlaky(projectId, lastGo.get(projectId) ?? null, rule, asked)),
  );
  const tests = found.flatMap((each) => each.tests);
  const position = ran[0]?.answer.position ?? null;
  if (tests.length > 0) {
    const [first] = tests;
    const more = tests.length > 1 ? ` and ${tests.length - 1} more` : '';
    const reason = `${tests.length === 1 ? '1 test has' : `${tests.length} tests have`} become flaky: ${first?.name}${more}`;
    return { answer: 'notMet', reason, evidence: tests.slice(0, limits.citedEvidence).map(evidenceOf), position };
  }
  const evidence = ran.flatMap(({ answer }) => answer.evidence).slice(0, limits.citedEvidence);
  if (found.some(({ isCutOff }) => isCutOff)) {
    return { answer: 'noEvidence', reason: 'Too many tests are flaky to tell which are new', evidence, position };
  }
  const since = lastGo.size > 0 ? 'since the last Go' : 'in 30 days';
  return { answer: 'met', reason: `No test has become flaky ${since}`, evidence, position };
}

type Found = { tests: UnstableTest[]; isCutOff: boolean };

async function newlyFlaky(
  projectId: ProjectId,
  lastGo: string | null,
  { environmentId }: CriterionRule,
  { reads, now }: Asked,
): Promise<Found> {
  const since = lastGo === null ? now - lookBackMs : Date.parse(lastGo);
  const start = Math.max(lastGo === null ? since : since - lookBackMs, now - mostMs);
  const query: Parameters<RuleReads['flakyTestInfo']>[0] = {
    start,
    end: now + 1,
    project: [projectId],
    environment: environmentId === null ? undefined : [environmentId],
    branch: undefined,
    pipelineStage: undefined,
    frequency: 'Monthly',
    timeZone: 'UTC',
  };
  const { tests, total } = await reads.flakyTestInfo(query, new Date(now));
  const isNew = ({ state, firstAt, quarantinedAt }: UnstableTest) =>
    state === 'flaky' && quarantinedAt === null && Date.parse(firstAt) > since;
  return { tests: tests.filter(isNew), isCutOff: total > tests.length };
}

function evidenceOf({ name, firstAt, seen, of, lastRunId }: UnstableTest): GateEvidence {
  return {
    title: name,
    environmentName: null,
    answer: 'notMet',
    reason: `flaky since ${firstAt.slice(0, 10)}: ${seen} of ${of}`,
    testRunId: lastRunId,
    number: null,
    endTime: null,
  };
}
