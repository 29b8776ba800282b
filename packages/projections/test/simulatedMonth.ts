import type { AccountId, EnvironmentId, PipelineStageId, ProjectId, ResultStatus, TestId } from '@assay/contract';
import type { EventLog } from '@assay/event-log';
import { requestFor } from '../../../test/support/runStory.ts';
import { acme } from '../../../test/support/storesUnderTest.ts';
import { idAt, type SimulatedResult, SimulatedRun } from './simulatedRun.ts';

const dayMs = 24 * 3_600_000;

/** Whose runs they are, where they run, and when. */
export type Month = {
  accountId: AccountId;
  web: ProjectId;
  mobile: ProjectId;
  payments: ProjectId;
  test: EnvironmentId;
  production: EnvironmentId;
  stage: PipelineStageId;
  /** The first moment, in milliseconds since 1970. */
  start: number;
  days: number;
  /** On a working day; there are fewer at week-ends. */
  runsPerDay: number;
};

export const simulated = {
  accountId: acme,
  web: 'sim-web' as ProjectId,
  mobile: 'sim-mobile' as ProjectId,
  payments: 'sim-payments' as ProjectId,
  test: 'sim-test' as EnvironmentId,
  production: 'sim-production' as EnvironmentId,
  stage: 'sim-stage' as PipelineStageId,
  start: Date.parse('2026-10-10T00:00:00Z'),
  /** Not part of it. */
  end: Date.parse('2026-11-09T00:00:00Z'),
  days: 30,
  runsPerDay: 12,
} as const satisfies Month & { end: number };

/** Numbers from 0 to 1, the same in each run of the specs (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Moment = { day: number; random: () => number; isMain: boolean };
type SimulatedTest = { name: string; attemptsAt: (moment: Moment) => SimulatedResult['attempts']; quarantined?: true };

const steady = (name: string, ms: number): SimulatedTest => ({
  name,
  attemptsAt: ({ random }) => [{ status: 'PASS', durationMs: Math.round(ms * (0.95 + random() * 0.1)) }],
});
const failing = (name: string, fails: (moment: Moment) => boolean, quarantined?: true): SimulatedTest => ({
  name,
  attemptsAt: (moment) => [{ status: fails(moment) ? 'FAIL' : 'PASS', durationMs: 400 }],
  ...(quarantined && { quarantined }),
});
/** Fails now and then, and passes when it is tried again. */
const retried = (name: string, share: number): SimulatedTest => ({
  name,
  attemptsAt: ({ random }) => {
    const passes = { status: 'PASS' as const, durationMs: 700 };
    return random() < share ? [{ status: 'FAIL', durationMs: 900 }, passes] : [passes];
  },
});

/** A team that retries: one test is flaky, one was broken for four days, one is quarantined. */
const web: SimulatedTest[] = [
  steady('opens the shop', 900),
  steady('searches', 1_200),
  retried('applies a voucher', 0.25),
  failing('pays', ({ day }) => day >= 12 && day < 16),
  failing('ships', ({ random }) => random() < 0.5, true),
];
/** Nobody retries here: a flaky test fails the run. */
const mobile: SimulatedTest[] = [
  steady('starts', 2_000),
  steady('signs in', 3_000),
  steady('browses', 800),
  steady('pays by card', 1_500),
  failing('keeps a session', ({ random }) => random() < 0.3),
];
/** Uploads: one test is broken for good, one becomes slower on day 20. */
const payments: SimulatedTest[] = [
  steady('captures', 300),
  failing('reads the old format', ({ day }) => day >= 5),
  {
    name: 'exports',
    attemptsAt: ({ day, random }) => [
      { status: 'PASS', durationMs: Math.round((day < 20 ? 1_000 : 1_900) * (0.97 + random() * 0.06)) },
    ],
  },
];

function resultsOf(tests: readonly SimulatedTest[], moment: Moment, outage = false): SimulatedResult[] {
  return tests.map(({ name, attemptsAt, quarantined = false }) => ({
    testId: name.replaceAll(' ', '-') as TestId,
    quarantined,
    attempts: outage ? [{ status: 'FAIL' as ResultStatus, durationMs: 50 }] : attemptsAt(moment),
  }));
}

/** On that day the environment of `mobile` is down for a few runs, in which every test fails. */
export const outageDay = 9;

/**
 * Thirty days of three projects with habits of their own, run by run, as their events: fewer runs at week-ends, flaky
 * and broken tests, an outage, set-ups that fail, canceled runs, verdicts that people overrule, uploads that are cut off
 * and go on. Always the same.
 */
export async function simulateMonth(log: EventLog, month: Month = simulated): Promise<void> {
  const random = randomFrom(42);
  let number = 0;
  const runOf = (projectId: ProjectId, at: number, change: { branch: string; uploads?: number }) => {
    number += 1;
    const isProduction = random() < 0.2;
    const upload =
      change.uploads === undefined ? null : { commit: null, testCount: change.uploads, quarantinedCount: 0, files: [] };
    const request = requestFor(
      { projectId, environmentId: isProduction ? month.production : month.test, number },
      {
        testRunId: idAt(at, number),
        branch: change.branch,
        pipelineStageId: isProduction ? month.stage : null,
        upload: upload && { ...upload, commit: `c${number}` },
      },
    );
    return new SimulatedRun(log, request, { accountId: month.accountId, at, commit: `c${number}` });
  };
  for (let day = 0; day < month.days; day++) {
    const isWeekend = [0, 6].includes(new Date(month.start + day * dayMs).getUTCDay());
    const runsOfDay = isWeekend ? Math.ceil(month.runsPerDay / 4) : month.runsPerDay;
    // The runs of a day go on at the same time; what happens in them is drawn before that, in their order.
    const runs = Array.from({ length: runsOfDay }, async (_, turn) => {
      const at = Math.round(month.start + day * dayMs + ((turn + random()) / runsOfDay) * dayMs);
      const isMain = random() < 0.6;
      const branch = isMain ? 'main' : `change-${day}`;
      const moment = { day, random, isMain };
      const luck = random();
      if (turn % 3 === 0) {
        const run = runOf(month.web, at, { branch });
        if (luck < 0.06) await run.failSetup();
        else if (luck < 0.12) await run.cancel(resultsOf(web, moment));
        else await run.finish(resultsOf(web, moment));
        if (luck > 0.97) await run.setStatus('PASS');
        if (luck > 0.98) await run.setStatus('CANCELED');
      } else if (turn % 3 === 1) {
        const run = runOf(month.mobile, at, { branch });
        await run.finish(resultsOf(mobile, moment, day === outageDay && turn < 8));
        if (luck > 0.95) await run.setStatus('FAIL');
      } else {
        const run = runOf(month.payments, at, { branch, uploads: payments.length });
        await run.upload(resultsOf(payments, moment), { cutOff: luck < 0.15 });
      }
    });
    await Promise.all(runs);
  }
  const moment = { day: month.days - 1, random, isMain: true };
  await runOf(month.web, month.start + month.days * dayMs - 60_000, { branch: 'main' }).goOn(resultsOf(web, moment));
}
