import { eventually } from '../../../../test/support/eventually.ts';
import { automationJobs } from './automationJobs.ts';
import { type Job, type Jobs, startJobs } from './jobs.ts';

type Deps = { log: { warn: (details: object, text: string) => void } };
const everySecond = '* * * * * *';

describe('the jobs of the automation', () => {
  let jobs: Jobs | null = null;
  afterEach(async () => {
    await jobs?.stop();
    jobs = null;
  });

  const warned: object[] = [];
  const start = (...all: Job<Deps>[]) => {
    warned.length = 0;
    jobs = startJobs(all, { log: { warn: (details: object) => void warned.push(details) } });
    return jobs;
  };
  /** Runs each second. */
  const ticking = () => {
    const times: Date[] = [];
    return {
      times,
      job: { name: 'tick', schedule: everySecond, run: async (_: Deps, now: Date) => void times.push(now) },
    };
  };

  it('run at once and then by their schedule', async () => {
    const { times, job } = ticking();
    const { states } = start(job, { ...job, name: 'yearly', schedule: '0 0 0 1 1 *', run: () => Promise.resolve() });
    expect(times).toHaveLength(1);
    await eventually(async () => times.length >= 3);
    const [tick, yearly] = states();
    expect(tick).toMatchObject({ name: 'tick', schedule: everySecond, lastError: null });
    expect(tick?.lastRunAt).toEqual(times.at(-1));
    expect(tick?.nextRunAt?.getTime()).toBeGreaterThan(times.at(-2)?.getTime() ?? 0);
    expect(yearly?.nextRunAt).toEqual(new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1)));
  });

  it('do not overlap, and do not delay each other', async () => {
    const { times, job } = ticking();
    let begun = 0;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const countedAndHeld = () => {
      begun += 1;
      return held;
    };
    const slow = { name: 'slow', schedule: everySecond, run: countedAndHeld };
    const { states } = start(job, slow);
    await eventually(async () => times.length >= 3);
    expect([begun, states()[1]?.running]).toEqual([1, true]);
    end();
    await eventually(async () => begun >= 2);
  });

  it('go on after a failure, which their state and the log name until a run succeeds', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs <= 2) throw new Error(`no store ${runs}`);
    };
    const { states } = start({ name: 'fails', schedule: everySecond, run });
    await eventually(async () => states()[0]?.lastError === 'no store 2');
    await eventually(async () => runs >= 3 && states()[0]?.lastError === null);
    expect(warned).toMatchObject([{ job: 'fails' }, { job: 'fails' }]);
  });

  it('end with the run that is under way', async () => {
    const { times, job } = ticking();
    let isDone = false;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slow = async () => {
      await held;
      isDone = true;
    };
    const stopped = start({ name: 'slow', schedule: everySecond, run: slow }, job).stop();
    end();
    await stopped;
    expect([isDone, times.length]).toEqual([true, 1]);
  });

  it('have names of their own and schedules that come', () => {
    const all = automationJobs();
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    jobs = startJobs(
      all.map(({ name, schedule }) => ({ name, schedule, run: () => Promise.resolve() })),
      { log: { warn: () => undefined } },
    );
    expect(jobs.states().filter(({ nextRunAt }) => nextRunAt === null)).toEqual([]);
  });
});
