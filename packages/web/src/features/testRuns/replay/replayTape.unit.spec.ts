import type { Position, ReplayFrame } from '@assay/contract';
import { resultRow, testRunView } from '../../../testSupport/views.ts';
import { resultsOf, rowOf } from '../results/runResults.ts';
import { advanced, histogramOf, markFrom, namedMarks, steppedBy } from './replayPlaying.ts';
import { stateAt } from './replayState.ts';
import { ReplayTape } from './replayTape.ts';

const frame = (t: number, change: Partial<ReplayFrame> = {}): ReplayFrame => ({
  t,
  position: `e-${String(t).padStart(20, '0')}` as Position,
  event: 'TestStarted',
  ...change,
});
const begun = frame(0, { event: 'TestRunCreated', set: { status: 'QUEUED', passCount: 0, runningCount: 0 } });
const running = frame(600_000, { set: { status: 'RUNNING', startTime: '2026-11-01T10:10:00Z' }, listed: ['a', 'b'] });
const starts = (t: number, key: string) =>
  frame(t, { tests: { [key]: { status: 'RUNNING', attempts: 1 } }, add: { runningCount: 1 } });
const ends = (t: number, key: string, change: Partial<ReplayFrame> = {}) =>
  frame(t, {
    event: 'TestFinished',
    tests: { [key]: { status: 'PASS', duration: 5 } },
    add: { runningCount: -1, passCount: 1 },
    ...change,
  });
const story = [begun, running, starts(601_000, 'a'), ends(603_000, 'a'), starts(620_000, 'b'), ends(621_000, 'b')];

const run = testRunView(1);
const pageOf = (...names: string[]) =>
  resultsOf([{ tests: names.map((name) => resultRow(name)), total: names.length, position: run.position }]);
const results = pageOf('a', 'b');
const shown = (tape: ReplayTape, played: number, before: ReturnType<typeof stateAt> | null = null) => {
  const state = stateAt(tape, played, run, results, before);
  const { runningCount, passCount } = state.run;
  return [
    state.run.status,
    runningCount,
    passCount,
    rowOf(state.results, 'a')?.status,
    rowOf(state.results, 'b')?.status,
  ];
};

describe('the tape of a replay', () => {
  it('shows the run as it was after each event', () => {
    const tape = new ReplayTape(story, 'known');
    expect(shown(tape, 1)).toEqual(['QUEUED', 0, 0, undefined, undefined]);
    expect(shown(tape, 2)).toEqual(['RUNNING', 0, 0, 'PENDING', 'PENDING']);
    expect(shown(tape, 3)).toEqual(['RUNNING', 1, 0, 'RUNNING', 'PENDING']);
    expect(shown(tape, 6)).toEqual(['RUNNING', 0, 2, 'PASS', 'PASS']);
  });

  it('shows the same wherever it comes from', () => {
    const tape = new ReplayTape(story, 'known');
    let before: ReturnType<typeof stateAt> | null = null;
    for (let played = 0; played <= story.length; played++) {
      before = stateAt(tape, played, run, results, before);
      expect(before).toEqual(stateAt(tape, played, run, results, null));
    }
  });

  it('finds the place of a time, also where waiting is shortened', () => {
    const tape = new ReplayTape(story, 'known');
    for (const time of [0, 600_000, 600_400, 602_000, 620_500, 621_000]) {
      expect(tape.timeAt(tape.placeOfTime(time))).toBe(time);
    }
    // Ten minutes before the start are five seconds of the replay.
    expect(tape.playedAt(tape.placeOfTime(300_000))).toBe(1);
    expect(tape.placeOfTime(900_000)).toBe(tape.end);
  });

  it('finds the same from a key frame as from the first frame', () => {
    const many = [
      begun,
      running,
      ...Array.from({ length: 1_600 }, (_, n) => [starts(601_000 + n, 'a'), ends(601_000 + n, 'a')]).flat(),
    ];
    const tape = new ReplayTape(many, 'known');
    for (const played of [499, 500, 501, 1_000, 2_345, many.length]) {
      const finished = many.slice(0, played).filter(({ event }) => event === 'TestFinished').length;
      expect(tape.runAfter(played).run.passCount).toBe(finished);
    }
  });

  it('grows without another look at what it has', () => {
    const tape = new ReplayTape([], 'known').grown(story.slice(0, 3)).grown(story.slice(3));
    expect(shown(tape, 6)).toEqual(shown(new ReplayTape(story, 'known'), 6));
    expect(tape.end).toBe(new ReplayTape(story, 'known').end);
  });

  it('shortens the wait for the start and what came long after the end, and nothing else', () => {
    const over = frame(622_000, { set: { status: 'PASS' } });
    const later = frame(90_000_000, { set: { status: 'FAIL' }, mark: 'statusSet' });
    const tape = new ReplayTape([...story, over, later], 'known');
    expect([0, 1, 2, 3, 6, 7].map((index) => tape.placeOf(index))).toEqual([0, 5_000, 6_000, 8_000, 27_000, 32_000]);
    expect(tape.timeAt(5_500)).toBe(600_500);
    expect(tape.timeAt(32_000)).toBe(90_000_000);
  });

  it('plays results that came late when they happened, or when they were known', () => {
    const late = ends(650_000, 'a', { happened: 602_000 });
    const frames = [begun, running, starts(601_000, 'a'), starts(620_000, 'b'), ends(621_000, 'b'), late];
    const happened = new ReplayTape(frames, 'happened');
    expect(shown(happened, 4)).toEqual(['RUNNING', 0, 1, 'PASS', 'PENDING']);
    expect(stateAt(happened, 4, run, results, null).late).toEqual(new Map([['a', 48_000]]));
    const known = new ReplayTape(frames, 'known');
    expect(shown(known, 5)).toEqual(['RUNNING', 1, 1, 'RUNNING', 'PASS']);
    expect(shown(known, 6)).toEqual(shown(happened, 6));
  });
});

describe('playing a tape', () => {
  const tape = new ReplayTape(story, 'known');

  it('passes quickly over times in which nothing happens', () => {
    // From 0 to 5 s nothing happens: that takes 2 s. From 8 to 25 s neither.
    expect(advanced(tape, 0, 1_000)).toBe(2_500);
    expect(advanced(tape, 0, 2_000)).toBe(5_000);
    expect(advanced(tape, 5_000, 1_000)).toBe(6_000);
    expect(advanced(tape, 8_000, 2_000)).toBe(25_000);
    expect(advanced(tape, 0, 1_000_000)).toBe(tape.end);
  });

  it('steps from event to event', () => {
    expect(steppedBy(tape, 0, 1)).toBe(5_000);
    expect(steppedBy(tape, 5_500, 1)).toBe(6_000);
    expect(steppedBy(tape, 6_000, -1)).toBe(5_000);
    expect(steppedBy(tape, 0, -1)).toBe(0);
    expect(steppedBy(tape, tape.end, 1)).toBe(tape.end);
  });

  it('jumps from mark to mark, and to the ends', () => {
    const marked = new ReplayTape([...story, ends(622_000, 'a', { mark: 'failure' }), starts(623_000, 'a')], 'known');
    expect(markFrom(marked.marks, marked.end, 0, 1)).toBe(27_000);
    expect(markFrom(marked.marks, marked.end, 27_000, 1)).toBe(marked.end);
    expect(markFrom(marked.marks, marked.end, marked.end, -1)).toBe(27_000);
    expect(markFrom(marked.marks, marked.end, 27_000, -1)).toBe(0);
  });

  it('counts results by the time, and names the first mark of each kind', () => {
    const failed = ends(622_000, 'a', { tests: { a: { status: 'FAIL' } }, mark: 'failure' });
    const marked = new ReplayTape([...story, failed, { ...failed, t: 623_000 }], 'known');
    const { columns } = histogramOf(marked, marked.end, 4);
    expect(columns).toEqual([
      { passed: 0, failed: 0 },
      { passed: 1, failed: 0 },
      { passed: 0, failed: 0 },
      { passed: 1, failed: 2 },
    ]);
    const { named, others } = namedMarks(marked.marks);
    expect([named.length, others.length]).toEqual([1, 1]);
  });
});
