import { nextOf, type StageProgress, type SuiteProgress, shownProgress } from './planProgress.ts';

const stage = (suites: SuiteProgress[], change: Partial<StageProgress> = {}): StageProgress => ({
  executionType: 'Parallel',
  stopAtFailure: false,
  alwaysRun: false,
  ...change,
  suites,
});
const sequential = { executionType: 'Sequential' } as const;
const stopping = { ...sequential, stopAtFailure: true };
const always = { alwaysRun: true };
/** As `stage.suite`, both from 0. */
const dueIn = (...stages: StageProgress[]) => nextOf(stages).due.map(({ stage: at, suite }) => `${at}.${suite}`);
const isOver = (...stages: StageProgress[]) => nextOf(stages).over;

describe('what comes next in a plan run', () => {
  it('is a whole stage at once, or one suite after the other', () => {
    expect(dueIn(stage(['pending', 'pending']), stage(['pending']))).toEqual(['0.0', '0.1']);
    expect(dueIn(stage(['pending', 'pending'], sequential))).toEqual(['0.0']);
    expect(dueIn(stage(['running', 'pending'], sequential))).toEqual([]);
    expect(dueIn(stage(['pass', 'pending'], sequential))).toEqual(['0.1']);
  });

  it('is the next stage only after all suites of this one have passed', () => {
    expect(dueIn(stage(['pass', 'running']), stage(['pending']))).toEqual([]);
    expect(dueIn(stage(['pass', 'pass']), stage(['pending']))).toEqual(['1.0']);
  });

  it.each(['fail', 'error', 'canceled'] as const)('is only what always runs after a suite that came to %s', (end) => {
    const stages = [stage(['pass', end]), stage(['pending']), stage(['pending'], always), stage(['pending'])];
    expect(dueIn(...stages)).toEqual(['2.0']);
    expect(isOver(stage([end]), stage(['pending']), stage(['pass'], always))).toBe(true);
  });

  it('is the next suite of a sequential stage after a failure, unless it stops there', () => {
    expect(dueIn(stage(['fail', 'pending'], sequential))).toEqual(['0.1']);
    expect(isOver(stage(['fail', 'pending'], stopping))).toBe(true);
    expect(dueIn(stage(['fail', 'pending'], stopping), stage(['pending'], always))).toEqual(['1.0']);
  });

  it('waits for what runs in an earlier stage, or in one that would be skipped', () => {
    expect(dueIn(stage(['running']), stage(['pass', 'pending']))).toEqual([]);
    expect(isOver(stage(['fail']), stage(['running']))).toBe(false);
  });

  it('is nothing once everything has ended', () => {
    expect(isOver(stage(['pass']), stage(['pass'], sequential))).toBe(true);
    expect(isOver()).toBe(true);
  });
});

describe('what people are shown of a plan run', () => {
  const statuses = (stages: StageProgress[], status: 'Running' | 'completed' | 'Canceled') =>
    shownProgress(stages, status).map((shown) => `${shown.status}: ${shown.suites.join(' ')}`);

  it('has a stage without results skipped once a later one has started, or the run is over', () => {
    const stages = [stage(['fail', 'pass']), stage(['pending']), stage(['running'], always)];
    expect(statuses(stages, 'Running')).toEqual(['fail: fail pass', 'skipped: skipped', 'running: running']);
    expect(statuses([stage(['fail']), stage(['pending'])], 'Running')).toEqual(['fail: fail', 'pending: pending']);
    expect(statuses([stage(['fail']), stage(['pending'])], 'completed')).toEqual(['fail: fail', 'skipped: skipped']);
  });

  it('has the suites after a failure skipped where the stage stops there', () => {
    expect(statuses([stage(['fail', 'pending'], stopping)], 'Running')).toEqual(['fail: fail skipped']);
    expect(statuses([stage(['fail', 'pending'], sequential)], 'Running')).toEqual(['running: fail pending']);
  });

  it('has what was not started skipped in a run that was stopped', () => {
    expect(statuses([stage(['canceled', 'pending'], sequential), stage(['pending'], always)], 'Canceled')).toEqual([
      'fail: canceled skipped',
      'skipped: skipped',
    ]);
  });
});
