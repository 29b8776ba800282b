import {
  type AlertId,
  type AlertSettings,
  defaultAlertCriteria,
  type EnvironmentId,
  type Position,
  type ProjectId,
  type TestId,
  type TestRunId,
} from '@assay/contract';
import type { WatchedRun } from './alertFinding.ts';
import { type AlertWatchState, alertWatchDecider } from './decideAlertWatch.ts';

const changedAt = '2026-11-01T00:00:00.000Z';
const startedAt = Date.parse('2026-11-02T00:00:00.000Z');
const failing: AlertSettings = {
  eventType: 'TESTRUN_FAIL',
  actionType: 'TRIGGER_WEBHOOK',
  ...defaultAlertCriteria,
  send: 'onChange',
};

type Told = Partial<Omit<WatchedRun, 'tests'>> & { tests?: string[]; silenced?: boolean };

/** An alert that looks at one run after the other, a minute apart. */
class Watch {
  /** Of each message: the run in which what it is about began. */
  readonly began: (string | undefined)[] = [];
  #state: AlertWatchState = alertWatchDecider.initialState();
  #runs = 0;
  readonly #settings: AlertSettings;
  #changedAt = changedAt;
  constructor(change: Partial<AlertSettings> = {}) {
    this.#settings = { ...failing, ...change };
  }
  /** @returns what comes of it, in short */
  sees({ tests = [], silenced = false, ...facts }: Told): string[] {
    const number = ++this.#runs;
    const status = facts.status ?? (tests.length > 0 ? 'FAIL' : 'PASS');
    const run: WatchedRun = {
      testRunId: `run-${number}` as TestRunId,
      projectId: 'shop' as ProjectId,
      environmentId: 'staging' as EnvironmentId,
      branch: 'main',
      testSuiteId: null,
      position: `e-${String(number).padStart(20, '0')}` as Position,
      at: new Date(startedAt + number * 60_000).toISOString(),
      ended: true,
      passed: 10,
      failed: tests.length,
      flaky: 0,
      ...facts,
      status,
      tests: tests.map((name) => ({ testId: name as TestId, name: `test ${name}` })),
    };
    const command = {
      type: 'watchRun' as const,
      alertId: 'a1' as AlertId,
      settings: this.#settings,
      changedAt: this.#changedAt,
      run,
      silenced,
    };
    const events = alertWatchDecider.decide(command, this.#state);
    this.#state = events.reduce(alertWatchDecider.evolve, this.#state);
    // Facts come at least once.
    expect(events.length === 0 ? [] : alertWatchDecider.decide(command, this.#state)).toEqual([]);
    return events.map((event) => {
      if (event.type === 'AlertCleared') return 'cleared';
      if (event.type === 'AlertHeldBack') return `held back: ${event.data.reason}`;
      const { kind, testCount, newCount, lastedMs, heldBack } = event.data;
      this.began.push(event.data.firstRunId);
      if (kind === 'recovered') return `recovered after ${(lastedMs ?? 0) / 60_000} min, ${heldBack} held back`;
      return lastedMs === null ? `${kind} ${testCount}, ${newCount} new` : `${kind} after ${lastedMs / 60_000} min`;
    });
  }
  isChanged(): void {
    this.#changedAt = new Date(startedAt + (this.#runs + 0.5) * 60_000).toISOString();
  }
}

describe('an alert about failing runs', () => {
  it('reports a failure once, what is new in it, and its fix', () => {
    const watch = new Watch();
    expect(watch.sees({})).toEqual([]);
    expect(watch.sees({ tests: ['a', 'b'] })).toEqual(['failed 2, 2 new']);
    expect(watch.sees({ tests: ['a', 'b'] })).toEqual(['held back: unchanged']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['held back: unchanged']);
    expect(watch.sees({ tests: ['a', 'b'] })).toEqual(['held back: unchanged']);
    expect(watch.sees({ tests: ['a', 'c'] })).toEqual(['failed 2, 1 new']);
    expect(watch.sees({ passed: 0 })).toEqual([]);
    expect(watch.sees({})).toEqual(['fixed after 6 min']);
    expect(watch.sees({})).toEqual([]);
  });

  it('names the run in which it began, for each new failure', () => {
    const watch = new Watch();
    for (const tests of [[], ['a'], ['a'], ['a', 'b'], [], ['c'], []]) watch.sees({ tests });
    expect(watch.began).toEqual(['run-2', 'run-2', 'run-2', 'run-6', 'run-6']);
    const early = new Watch({ send: 'firstFailure', inARow: 2 });
    early.sees({ tests: ['a'] });
    early.sees({ testRunId: 'second' as TestRunId, ended: false, failed: 1 });
    early.sees({ testRunId: 'second' as TestRunId, tests: ['a', 'b'] });
    early.sees({});
    expect(early.began).toEqual(['run-1', 'run-1']);
    const outage = new Watch();
    const everything = { passed: 0, tests: Array.from({ length: 30 }, (_, number) => `t${number}`) };
    outage.sees(everything);
    outage.sees({ ...everything, branch: 'other' });
    outage.sees({});
    expect(outage.began).toEqual(['run-1', 'run-1']);
    const passing = new Watch({ eventType: 'TESTRUN_PASS', send: 'everyRun' });
    for (const tests of [[], []]) passing.sees({ tests });
    expect(passing.began).toEqual(['run-1', 'run-2']);
  });

  it('keeps branches, projects and suites apart', () => {
    const watch = new Watch();
    expect(watch.sees({ tests: ['a'] })).toEqual(['failed 1, 1 new']);
    expect(watch.sees({ tests: ['a'], branch: 'feature' })).toEqual(['failed 1, 1 new']);
    expect(watch.sees({ branch: 'feature' })).toEqual(['fixed after 1 min']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['held back: unchanged']);
  });

  it('is sent with every run where that is wanted', () => {
    const watch = new Watch({ send: 'everyRun' });
    expect(watch.sees({ tests: ['a'] })).toEqual(['failed 1, 1 new']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['failed 1, 0 new']);
  });

  it('waits for as many runs in a row as are wanted', () => {
    const watch = new Watch({ inARow: 3 });
    expect(watch.sees({ tests: ['a'] })).toEqual(['held back: notYet']);
    expect(watch.sees({})).toEqual(['cleared']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['held back: notYet']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['held back: notYet']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['failed 1, 1 new']);
  });

  it('needs as many failed tests as are wanted, but a failed set-up is a failure too', () => {
    expect(new Watch({ minCount: 2 }).sees({ tests: ['a'] })).toEqual([]);
    expect(new Watch({ minPercent: 50 }).sees({ tests: ['a'] })).toEqual([]);
    expect(new Watch({ minPercent: 10 }).sees({ tests: ['a', 'b'] })).toEqual(['failed 2, 2 new']);
    expect(new Watch({ testName: 'B' }).sees({ tests: ['a'] })).toEqual([]);
    expect(new Watch().sees({ status: 'FAIL', passed: 0 })).toEqual(['failed 0, 0 new']);
  });

  it('tells the first failure while the run goes on, and not again at its end', () => {
    const watch = new Watch({ send: 'firstFailure' });
    const testRunId = 'same' as TestRunId;
    expect(watch.sees({ tests: ['a'], testRunId, ended: false })).toEqual(['failing 1, 1 new']);
    expect(watch.sees({ tests: ['b'], testRunId, ended: false })).toEqual([]);
    expect(watch.sees({ tests: ['a', 'b'], testRunId })).toEqual(['held back: told']);
    expect(watch.sees({ tests: ['a'], ended: false })).toEqual([]);
    expect(watch.sees({ tests: ['a', 'b'] })).toEqual(['held back: unchanged']);
    expect(watch.sees({})).toEqual(['fixed after 5 min']);
    expect(new Watch().sees({ tests: ['a'], ended: false })).toEqual([]);
  });

  it('tells one outage of an environment, not each of its runs', () => {
    const watch = new Watch();
    const down = { tests: ['a', 'b', 'c', 'd', 'e'], passed: 1 };
    expect(watch.sees({ tests: ['a'], branch: 'known' })).toEqual(['failed 1, 1 new']);
    expect(watch.sees(down)).toEqual(['outage 5, 5 new']);
    expect(watch.sees({ ...down, branch: 'b' })).toEqual(['held back: outage']);
    expect(watch.sees({ ...down, projectId: 'bank' as ProjectId })).toEqual(['held back: outage']);
    expect(watch.sees({ branch: 'b' })).toEqual(['recovered after 3 min, 2 held back', 'cleared']);
    expect(watch.sees({})).toEqual(['cleared']);
    expect(watch.sees({ branch: 'known' })).toEqual(['fixed after 6 min']);
  });

  it('tells nothing while it is silenced, and what still fails afterwards', () => {
    const watch = new Watch();
    expect(watch.sees({ tests: ['a'], silenced: true })).toEqual(['held back: silenced']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['failed 1, 1 new']);
    expect(watch.sees({ silenced: true })).toEqual(['fixed after 2 min']);
    expect(watch.sees({ tests: ['a'], silenced: true })).toEqual(['held back: silenced']);
    expect(watch.sees({})).toEqual(['cleared']);
  });

  it('forgets what it told once it is changed', () => {
    const watch = new Watch();
    watch.sees({ tests: ['a'] });
    watch.isChanged();
    expect(watch.sees({ tests: ['a'] })).toEqual(['failed 1, 1 new']);
  });
});

describe('an alert', () => {
  it('about passing runs tells on change that they do again', () => {
    const watch = new Watch({ eventType: 'TESTRUN_PASS' });
    expect(watch.sees({})).toEqual(['passed 0, 0 new']);
    expect(watch.sees({})).toEqual(['held back: unchanged']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['cleared']);
    expect(watch.sees({})).toEqual(['passed 0, 0 new']);
  });

  it('about completed runs tells on change another outcome', () => {
    const watch = new Watch({ eventType: 'TESTRUN_COMPLETE' });
    expect(watch.sees({})).toEqual(['completed 0, 0 new']);
    expect(watch.sees({})).toEqual(['held back: unchanged']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['completed 1, 1 new']);
    expect(watch.sees({})).toEqual(['completed 0, 0 new']);
  });

  it('about flaky tests or tests with a name reports when all are gone', () => {
    const flaky = new Watch({ eventType: 'TESTRUN_FLAKY', minCount: 2 });
    expect(flaky.sees({ flaky: 1 })).toEqual([]);
    expect(flaky.sees({ flaky: 2 })).toEqual(['flaky 2, 2 new']);
    expect(flaky.sees({ flaky: 0 })).toEqual(['fixed after 1 min']);
    const named = new Watch({ eventType: 'TESTRUN_MATCHES', testName: 'refund' });
    expect(named.sees({ tests: ['pays'] })).toEqual([]);
    expect(named.sees({ tests: ['pays', 'refunds'] })).toEqual(['matched 1, 1 new']);
    expect(named.sees({ tests: ['pays'] })).toEqual(['fixed after 1 min']);
  });

  it('about analyses tells of runs whose failures there are to analyze', () => {
    const watch = new Watch({ eventType: 'TESTRUN_ANALYSIS_COMPLETE', send: 'everyRun' });
    expect(watch.sees({})).toEqual([]);
    expect(watch.sees({ tests: ['a'] })).toEqual(['analyzed 1, 1 new']);
  });

  it('about analyses reports that a model has answered, also where the failures are known', () => {
    const watch = new Watch({ eventType: 'TESTRUN_ANALYSIS_COMPLETE', send: 'onChange' });
    expect(watch.sees({ tests: ['a'] })).toEqual(['analyzed 1, 1 new']);
    expect(watch.sees({ tests: ['a'] })).toEqual(['held back: unchanged']);
    expect(watch.sees({ tests: ['a'], isAnswered: true })).toEqual(['analyzed 1, 0 new']);
  });
});
