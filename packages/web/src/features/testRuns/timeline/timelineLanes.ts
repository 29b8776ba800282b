import { byName, type TestResultRow, type TestRunnerView, type TestRunView, type TestStatus } from '@assay/contract';
import { timeOf } from '../../../ui/format/formatTime.ts';
import { runnerName } from '../../../ui/runnerName.ts';
import type { Shape } from '../../../ui/StatusShape.tsx';
import { shapeOfStatus, shapeOfTest } from '../status/statusShapes.ts';

/** A stretch of time, in milliseconds since 1970. */
export type Span = { from: number; to: number };

type Attempt = Span & { attempt: number; runnerId: string; shape: Shape };

/** A test on a runner: its attempts that followed each other there. */
export type Bar = Span & { test: TestResultRow; runnerId: string; shape: Shape; attempts: readonly Attempt[] };

/** What a runner did while it was there. */
export type Lane = Span & {
  runner: TestRunnerView;
  name: string;
  setUp: Span | null;
  bars: readonly Bar[];
  idle: readonly Span[];
  tearDown: Span | null;
  busyMs: number;
};

/** A run from its start to its end or to now. */
export type Lanes = Span & { lanes: readonly Lane[] };

/** Shorter gaps between two tests are the runner's own work. */
const idleFromMs = 1_000;

/** @returns how long a span is, in milliseconds; 0 for none */
export function lengthOf(span: Span | null): number {
  return span === null ? 0 : span.to - span.from;
}

/** @param now the end of what is still running, in milliseconds since 1970 */
export function lanesOf(
  run: Pick<TestRunView, 'createdAt' | 'startTime' | 'endTime'>,
  tests: Iterable<TestResultRow>,
  runners: readonly TestRunnerView[],
  now: number,
): Lanes {
  const from = timeOf(run.startTime ?? run.createdAt);
  const ended = run.endTime === null ? now : timeOf(run.endTime);
  const barsOfRunner = new Map<string, Bar[]>(runners.map(({ id }) => [id, []]));
  let lastTest = from;
  for (const bar of barsOf(tests, ended)) {
    barsOfRunner.get(bar.runnerId)?.push(bar);
    lastTest = Math.max(lastTest, bar.to);
  }
  const to = Math.max(ended, lastTest);
  const lanes = runners.map((runner) => laneOf(runner, barsOfRunner.get(runner.id) ?? [], lastTest, to)).sort(byName);
  return { from, to, lanes };
}

function* barsOf(tests: Iterable<TestResultRow>, ended: number): Generator<Bar> {
  for (const test of tests) {
    const bars: Bar[] = [];
    for (const attempt of attemptsOf(test, ended)) {
      const { runnerId, shape, from, to } = attempt;
      const last = bars.at(-1);
      if (last && last.runnerId === runnerId && from - last.to < idleFromMs)
        bars.splice(-1, 1, { ...last, shape, to, attempts: [...last.attempts, attempt] });
      else bars.push({ test, runnerId, shape, from, to, attempts: [attempt] });
    }
    const last = bars.pop();
    yield* bars;
    if (last) yield { ...last, shape: shapeOfTest(test) };
  }
}

function attemptsOf(test: TestResultRow, ended: number): Attempt[] {
  const { startTime, duration, testRunnerId, status, severalAttempts } = test;
  if (severalAttempts.length > 0) return severalAttempts.flatMap((attempt) => attemptOf(attempt, ended));
  return startTime === null ? [] : attemptOf({ attempt: 1, status, testRunnerId, startTime, duration }, ended);
}

type Timed = {
  attempt: number;
  status: TestStatus;
  testRunnerId: string | null;
  startTime: string;
  duration: number | null;
};

function attemptOf({ attempt, status, testRunnerId, startTime, duration }: Timed, ended: number): Attempt[] {
  if (testRunnerId === null) return [];
  const from = timeOf(startTime);
  const to = duration === null ? Math.max(from, ended) : from + duration;
  return [{ attempt, runnerId: testRunnerId, shape: shapeOfStatus(status), from, to }];
}

/**
 * @param lastTest when the last test of the run ended: what a runner does after that is its tear-down
 * @param end of the run
 */
function laneOf(runner: TestRunnerView, unsorted: readonly Bar[], lastTest: number, end: number): Lane {
  const bars = [...unsorted].sort((a, b) => a.from - b.from);
  const first = bars[0];
  const from = Math.min(timeOf(runner.createdAt), first?.from ?? end);
  const left = runner.exitReason === 'runEnded' || runner.exitedAt === null ? end : timeOf(runner.exitedAt);
  const to = Math.max(from, left, bars.at(-1)?.to ?? from);
  const workedUntil = Math.min(lastTest, to);
  return {
    runner,
    name: runnerName(runner.id),
    from,
    to,
    setUp: first && first.from > from ? { from, to: first.from } : null,
    bars,
    idle: idleOf(bars, workedUntil),
    tearDown: first && to > workedUntil ? { from: workedUntil, to } : null,
    busyMs: bars.reduce((sum, bar) => sum + lengthOf(bar), 0),
  };
}

function idleOf(bars: readonly Bar[], until: number): Span[] {
  const idle: Span[] = [];
  let at = bars[0]?.from ?? until;
  for (const { from, to } of [...bars, { from: until, to: until }]) {
    if (from - at >= idleFromMs) idle.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  return idle;
}
