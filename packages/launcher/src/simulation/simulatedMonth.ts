import { createHash } from 'node:crypto';
import type { AccountId, EnvironmentId, PipelineStageId, ProjectId, UserId } from '@assay/contract';
import { type ProjectTestsCommand, projectTestsDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import { requestFor } from './requestFor.ts';
import { decideAll, idAt, SimulatedRun } from './simulatedRun.ts';
import { mobile, payments, resultsOf, testIdOf, web } from './simulatedTests.ts';

const dayMs = 24 * 3_600_000;

/** Whose runs they are, where they run, and when. */
export type Month = {
  accountId: AccountId;
  /** Who quarantines what is quarantined. */
  userId: UserId;
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

type Options = {
  /** @returns the number of the next run of a project; from 1 on by default */
  nextNumber?: (projectId: ProjectId) => Promise<number>;
  /** Called before each day with how many are written; nothing more is written when it returns false. */
  onDay?: (day: number) => boolean;
  /** The last run is still in progress, so that somebody has to end it. */
  lastGoesOn?: boolean;
};

/** Numbers from 0 to 1, the same each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function countingNumbers(): (projectId: ProjectId) => Promise<number> {
  const numbers = new Map<ProjectId, number>();
  return async (projectId) => {
    const number = (numbers.get(projectId) ?? 0) + 1;
    numbers.set(projectId, number);
    return number;
  };
}

/** On that day the environment of `mobile` is down for a few runs, in which every test fails. */
const outageDay = 9;
/** From that day on, runs wait for a free runner. */
const busyDay = 23;
const waitMs = { usual: 5_000, busy: 150_000 };

/** @throws RevisionConflict when the project has had its month already */
async function quarantineTests(log: EventLog, { accountId, userId, web: projectId, start }: Month): Promise<void> {
  const commands = web.tests.flatMap(({ name, quarantined }): ProjectTestsCommand[] =>
    quarantined
      ? [{ type: 'quarantineTest', projectId, testId: testIdOf(name), file: web.file, name, reason: 'Fails by chance' }]
      : [],
  );
  await log.append(`projectTests-${projectId}`, -1, decideAll(projectTestsDecider, commands), {
    accountId,
    occurredAt: new Date(start).toISOString(),
    $correlationId: projectId,
    actor: { kind: 'user', id: userId },
  });
}

/**
 * Some weeks of three projects with habits of their own, run by run, as their events: fewer runs at week-ends, flaky
 * and broken tests, an outage, set-ups that fail, canceled runs, verdicts that people overrule, uploads that are cut off
 * and go on, and runs that wait for runners. The same each time for the same month.
 * @returns how many days and runs were written
 * @throws RevisionConflict when the projects have had their month already; then nothing is written
 */
export async function simulateMonth(
  log: EventLog,
  month: Month,
  { nextNumber = countingNumbers(), onDay = () => true, lastGoesOn = false }: Options = {},
): Promise<{ days: number; runs: number }> {
  const random = randomFrom(42);
  let written = 0;
  const projects = [month.web, month.mobile, month.payments] as const;
  const runOf = (
    number: number,
    {
      projectId,
      at,
      day,
      ...change
    }: { projectId: ProjectId; at: number; day: number; branch: string; uploads?: number },
  ) => {
    written += 1;
    const isProduction = random() < 0.2;
    const { accountId } = month;
    const commit = createHash('sha1').update(`${projectId} ${number}`).digest('hex');
    const { uploads } = change;
    const request = requestFor(
      { projectId, environmentId: isProduction ? month.production : month.test, number },
      {
        testRunId: idAt(at, written, accountId),
        branch: change.branch,
        pipelineStageId: isProduction ? month.stage : null,
        upload: uploads === undefined ? null : { commit, testCount: uploads, quarantinedCount: 0, files: [] },
      },
    );
    return new SimulatedRun(log, request, {
      accountId,
      at,
      commit,
      waitMs: day < busyDay ? waitMs.usual : waitMs.busy,
    });
  };
  await quarantineTests(log, month);
  for (let day = 0; day < month.days; day++) {
    if (!onDay(day)) return { days: day, runs: written };
    const isWeekend = [0, 6].includes(new Date(month.start + day * dayMs).getUTCDay());
    const runsOfDay = isWeekend ? Math.ceil(month.runsPerDay / 4) : month.runsPerDay;
    const numbers: number[] = [];
    for (let turn = 0; turn < runsOfDay; turn++) numbers.push(await nextNumber(projects[turn % 3] ?? month.web));
    // The runs of a day go on at the same time; what happens in them is drawn before that, in their order.
    const runs = numbers.map(async (number, turn) => {
      const at = Math.round(month.start + day * dayMs + ((turn + random()) / runsOfDay) * dayMs);
      const branch = random() < 0.6 ? 'main' : `change-${day}`;
      const moment = { day, random };
      const luck = random();
      if (turn % 3 === 0) {
        const run = runOf(number, { projectId: month.web, at, day, branch });
        if (luck < 0.06) await run.failSetup();
        else if (luck < 0.12) await run.cancel(resultsOf(web, moment));
        else await run.finish(resultsOf(web, moment));
        if (luck > 0.97) await run.setStatus('PASS');
        if (luck > 0.98) await run.setStatus('CANCELED');
      } else if (turn % 3 === 1) {
        const run = runOf(number, { projectId: month.mobile, at, day, branch });
        await run.finish(resultsOf(mobile, moment, day === outageDay && turn < 8));
        if (luck > 0.95) await run.setStatus('FAIL');
      } else {
        const uploads = payments.tests.length;
        const run = runOf(number, { projectId: month.payments, at, day, branch, uploads });
        await run.upload(resultsOf(payments, moment), { cutOff: luck < 0.15 });
      }
    });
    await Promise.all(runs);
  }
  if (lastGoesOn) {
    const day = month.days - 1;
    const at = month.start + month.days * dayMs - 60_000;
    const run = runOf(await nextNumber(month.web), { projectId: month.web, at, day, branch: 'main' });
    await run.goOn(resultsOf(web, { day, random }));
  }
  return { days: month.days, runs: written };
}
