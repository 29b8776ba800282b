import { openRecorder } from '@assay/telemetry';
import { eventually } from '../../../../test/support/eventually.ts';
import { fakeScheduledJobs } from '../../test/fakeScheduledJobs.ts';
import { automationJobs } from './automationJobs.ts';
import { idOfJob, type Job, type Jobs, startJobs } from './jobs.ts';

type Deps = Record<never, never>;
const everySecond = '* * * * * *';

describe('the jobs of the automation', () => {
  let jobs: Jobs | null = null;
  afterEach(async () => {
    await jobs?.stop();
    jobs = null;
  });

  const warned: object[] = [];
  const recorder = openRecorder({ save: () => Promise.resolve(), log: { warn: () => undefined } });
  const log = { warn: (details: object) => void warned.push(details) };
  const start = async (all: Job<Deps>[], store = fakeScheduledJobs()) => {
    warned.length = 0;
    jobs = await startJobs(all, {}, { process: 'automation', store, recorder, log });
    return store;
  };
  const named = (functionName: string, run: Job<Deps>['run'], schedule = everySecond): Job<Deps> => ({
    ...{ className: 'Test', functionName, schedule, run },
  });
  /** Runs each second. */
  const ticking = () => {
    const times: Date[] = [];
    return { times, job: named('tick', async (_, now) => void times.push(now)) };
  };
  /** Ends when `end` is called. */
  const held = () => {
    let end: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { until, end: () => end() };
  };

  it('run at once and then on schedule', async () => {
    const { times, job } = ticking();
    const store = await start([job, named('yearly', () => Promise.resolve(), '0 0 0 1 1 *')]);
    expect(times).toHaveLength(1);
    await eventually(async () => times.length >= 3);
    await jobs?.stop();
    expect(store.row('Test.tick')).toMatchObject({ schedule: everySecond, lastError: null, running: false });
    expect(store.row('Test.tick')?.lastStartTime).toEqual(times.at(-1));
    expect(store.row('Test.tick')?.lastRuns.map(({ startTime }) => startTime)).toEqual(times);
  });

  it('do not overlap or delay each other', async () => {
    const { times, job } = ticking();
    let begun = 0;
    const { until, end } = held();
    const store = await start([
      job,
      named('slow', () => {
        begun += 1;
        return until;
      }),
    ]);
    await eventually(async () => times.length >= 3);
    await eventually(async () => store.row('Test.slow')?.running === true);
    // A run on demand does not overlap either.
    store.request('Test.slow', 'r1');
    await eventually(async () => times.length >= 5);
    expect(begun).toBe(1);
    end();
    await eventually(async () => begun >= 2);
  });

  it('continue after a failure, which their state and the log report until a run succeeds', async () => {
    let runs = 0;
    const store = await start([
      named('fails', async () => {
        runs += 1;
        if (runs <= 2) throw new Error(`no store ${runs}`);
      }),
    ]);
    await eventually(async () => store.reported.some(({ lastError }) => lastError?.startsWith('no store') === true));
    await eventually(async () => runs >= 3 && store.row('Test.fails')?.lastError === null);
    expect(store.row('Test.fails')).toMatchObject({ failures: 0, failingSince: null });
    expect(warned).toMatchObject([{ job: 'Test.fails' }, { job: 'Test.fails' }]);
  });

  it('stop once the run in progress has ended', async () => {
    const { times, job } = ticking();
    let isDone = false;
    const { until, end } = held();
    await start([
      named('slow', async () => {
        await until;
        isDone = true;
      }),
      job,
    ]);
    const stopped = jobs?.stop();
    end();
    await stopped;
    expect([isDone, times.length]).toEqual([true, 1]);
  });

  it('run on demand only when they are turned off, once per request', async () => {
    const { times, job } = ticking();
    const store = fakeScheduledJobs();
    store.turnOff('Test.tick');
    await start([job], store);
    store.request('Test.tick', 'r1');
    await eventually(async () => store.row('Test.tick')?.lastRequest?.durationMs != null);
    expect(times).toHaveLength(1);
    expect(store.row('Test.tick')?.lastRequest).toMatchObject({ reason: 'r1', error: null });
    expect(store.row('Test.tick')?.nextRunTime).toBeNull();
  });

  it('do not start once another process may have the lease', async () => {
    const { times, job } = ticking();
    const other = ticking();
    let mayAct = true;
    const store = fakeScheduledJobs();
    jobs = await startJobs([job], {}, { process: 'automation', store, recorder, log, mayAct: () => mayAct });
    mayAct = false;
    const second = await startJobs([other.job], {}, { process: 'automation', store, recorder, log });
    store.request('Test.tick', 'r1');
    await eventually(async () => other.times.length >= 3 && store.row('Test.tick')?.requested === null);
    await second.stop();
    expect(times).toHaveLength(1);
  });

  it('have unique names and schedules with a next time', async () => {
    const all = automationJobs();
    expect(new Set(all.map(idOfJob)).size).toBe(all.length);
    const store = await start(all.map((job) => ({ ...job, run: () => Promise.resolve() })));
    await jobs?.stop();
    const rows = all.map((job) => store.row(idOfJob(job)));
    expect(rows.map((row) => row?.lastStartTime instanceof Date)).toEqual(all.map(() => true));
  });
});
