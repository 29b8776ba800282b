import { pollUntil } from '@assay/concurrency';
import {
  canceledByText,
  displayOfPlanRun,
  stagesPassText,
  type TestPlanRunView,
  type TestPlanStageResult,
  type TestPlanSuiteResult,
  testPlanRunCalls,
} from '@assay/contract';
import { CommandFailure, type ExitCode, exitCodes } from './exitCodes.ts';
import { jsonLine } from './printable.ts';
import { linksOf, linkTo } from './runOutcome.ts';
import { speaker } from './runVerdict.ts';
import type { ServiceClient } from './serviceClient.ts';

const lookMs = 2_000;

type Ids = {
  id: string;
  runId: string;
  /** The answer must show at least the command of this position. */
  minPosition?: string;
};

export function planRunOf({ call }: ServiceClient, { id, runId, minPosition }: Ids): Promise<TestPlanRunView> {
  return call(testPlanRunCalls.getTestPlanRun, { params: { id, runId } }, { minPosition });
}

/** @returns the URL of the page with the plan's runs. */
export function linkOfPlan(client: ServiceClient, testPlanId: string): Promise<string> {
  return linkTo(client, `test-plans/${testPlanId}/runs`);
}

function exitCodeOf({ status, passed }: TestPlanRunView): ExitCode | null {
  if (status === 'Canceled') return exitCodes.canceled;
  if (status === 'Running') return null;
  return passed ? exitCodes.passed : exitCodes.failed;
}

/** The output of `--json` for a plan run. */
export function jsonOfPlanRun(
  { id, testPlanId, status, passed, canceledBy, stageTotals, stages }: TestPlanRunView,
  link: string,
) {
  return {
    id,
    testPlanId,
    status,
    passed,
    canceledBy,
    link,
    stageTotals,
    stages: stages.map(({ name, status: of, suites }) => ({
      name,
      status: of,
      suites: suites.map((suite) => ({
        project: suite.project.key,
        suite: suite.testSuiteName,
        environment: suite.environment,
        status: suite.status,
        message: suite.message,
        testRunId: suite.testRunId,
        branch: suite.branch,
        commit: suite.commit,
        build: suite.build,
        counts: suite.counts,
      })),
    })),
  };
}

const shownStatus: Readonly<Record<TestPlanStageResult['status'], string>> = {
  pending: 'waits',
  running: 'running',
  pass: 'passed',
  fail: 'failed',
  skipped: 'skipped',
};

function troubleOf(suite: TestPlanSuiteResult): string {
  if (suite.message !== null) return suite.message;
  if (suite.status === 'canceled') return 'canceled';
  return suite.counts.failCount > 0 ? `${suite.counts.failCount} failed` : (suite.testRun?.statusInfo ?? 'failed');
}

/** @returns a line for each suite that did not pass, with the page of its run */
async function troubles(client: ServiceClient, { stages }: TestPlanRunView): Promise<string[]> {
  const lines: string[] = [];
  const linkOf = await linksOf(client);
  for (const { name, suites } of stages) {
    for (const suite of suites.filter(
      ({ status }) => status === 'fail' || status === 'error' || status === 'canceled',
    )) {
      const link = suite.testRunId === null ? '' : `\n      ${linkOf(`test-runs/${suite.testRunId}`)}`;
      lines.push(`  ✗ ${name} › ${suite.project.name} › ${suite.testSuiteName}: ${troubleOf(suite)}${link}`);
    }
  }
  return lines;
}

/**
 * Follows a plan run to its verdict, which is printed with what became of each stage.
 * @throws CommandFailure when it has none after `minutes`
 */
export async function tellPlanVerdict(
  client: ServiceClient,
  ids: Ids,
  { minutes, json }: { minutes: number; json: boolean },
): Promise<ExitCode> {
  const say = speaker(json);
  const planRun = await lastLookAt(client, ids, minutes, say);
  const link = await linkOfPlan(client, ids.id);
  const exitCode = exitCodeOf(planRun);
  if (json) process.stdout.write(jsonLine(jsonOfPlanRun(planRun, link)));
  if (exitCode === null) {
    throw new CommandFailure(exitCodes.stillRunning, `Not finished after ${minutes} minutes; it goes on: ${link}`);
  }
  const { status, canceledBy, stageTotals } = planRun;
  say(`${canceledBy === null ? displayOfPlanRun(status) : canceledByText(canceledBy)}. ${stagesPassText(stageTotals)}`);
  if (!json) for (const line of await troubles(client, planRun)) say(line);
  return exitCode;
}

/** @returns the plan run once it has ended, or as it is when the time is over; stages are told as they go. */
async function lastLookAt(
  client: ServiceClient,
  ids: Ids,
  minutes: number,
  say: (text: string) => void,
): Promise<TestPlanRunView> {
  const told = new Map<string, string>();
  const look = async () => {
    const planRun = await planRunOf(client, ids);
    for (const { testPlanStageId, name, status } of planRun.stages) {
      if (status === 'pending' || told.get(testPlanStageId) === status) continue;
      say(`${name}: ${shownStatus[status]}`);
      told.set(testPlanStageId, status);
    }
    return planRun;
  };
  return pollUntil(look, (run) => exitCodeOf(run) !== null, { everyMs: lookMs, timeoutMs: minutes * 60_000 });
}
