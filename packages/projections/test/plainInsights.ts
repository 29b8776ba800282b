import type { TestId, UnstableTest } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { plainRuns, timeOf } from './plainCounts.ts';
import { type PlainSpoken, plainJudged, plainSpoken, plainUnstable } from './plainFlaky.ts';

const dayMs = 24 * 3_600_000;

/** What the events show, in the words of the test: its kind, what it is about, and its numbers. */
export type PlainInsight = {
  type: string;
  subject: string;
  amount: number;
  since: string;
  numbers: number[];
};

/** The value in the middle of sorted numbers, or between the two in the middle. */
function plainMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** The least share that explains `seen` of `of`: so far below it as 1.96 of its own standard errors, found by halving. */
function leastShare(seen: number, of: number): number {
  let [low, high] = [0, seen / of];
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    const isTooFar = seen / of - middle > 1.96 * Math.sqrt((middle * (1 - middle)) / of);
    if (isTooFar) low = middle;
    else high = middle;
  }
  return low;
}

type Tested = Pick<UnstableTest, 'testId' | 'projectId'>;

function testsOf({ runs }: PlainSpoken): Tested[] {
  const tests = new Map<string, Tested>();
  for (const { tries } of runs) {
    for (const { testId, projectId } of tries) tests.set(`${projectId}.${testId}`, { testId, projectId });
  }
  return [...tests.values()];
}

function plainFlakyInsight(spoken: PlainSpoken, test: Tested, now: number): PlainInsight[] {
  const results = plainJudged(spoken, test);
  const onMain = results.filter(({ run }) => run.request.branch === 'main');
  const text = (onMain.length > 0 ? onMain : results).map(({ status }) => status.charAt(0)).join('');
  const failures = text.replaceAll('P', '').length;
  // A broken test is not called flaky.
  if (/F{5}$/.test(text) || (text.length >= 10 && failures >= 0.8 * text.length)) return [];
  const ofClass = (evidence: 'A' | 'B') => ({
    evidence,
    ...plainUnstable(spoken, { ...test, state: 'flaky', evidence }, []),
  });
  const [a, b] = [ofClass('A'), ofClass('B')];
  const isA = a.lastAt !== undefined && now - Date.parse(a.lastAt) < 14 * dayMs;
  const isB = b.seen >= 4 && leastShare(b.seen, b.of) > 0.05;
  if (!isA && !isB) return [];
  const { evidence, seen, of, firstAt = '', lastAt = '' } = isA ? a : b;
  const quietMs = now - Date.parse(lastAt);
  if (quietMs >= 7 * dayMs || results.filter(({ run }) => run.createdAt > lastAt).length >= 100) return [];
  const environments = [...new Set(onMain.map(({ run }) => run.request.environmentId))];
  const hasSettled = environments.every((environment) =>
    /(P{5}|F{5})$/.test(
      onMain
        .filter(({ run }) => run.request.environmentId === environment)
        .slice(-30)
        .map(({ status }) => status.charAt(0))
        .join(''),
    ),
  );
  const told = {
    subject: `${test.projectId}.${test.testId}`,
    amount: seen,
    numbers: [seen, of],
  };
  if (quietMs >= 3 * dayMs || (evidence === 'B' && hasSettled)) return [{ type: 'RECOVERED', ...told, since: lastAt }];
  return now - Date.parse(firstAt) <= 7 * dayMs ? [{ type: 'NEW_FLAKY', ...told, since: firstAt }] : [];
}

/**
 * In this history a test becomes slower at once and for good: the first of the newest results that is half as slow again
 * as nearly all before it begins that, and two of those before it are among the five that show it.
 */
function plainSlower({ runs }: PlainSpoken, test: Tested): PlainInsight[] {
  const passes = runs.flatMap(({ run, tries }) => {
    const own = tries.filter((one) => one.testId === test.testId && one.projectId === test.projectId);
    return own.length === 1 && own[0]?.status === 'PASS' ? [{ run, ms: own[0].durationMs }] : [];
  });
  return [...new Set(passes.map(({ run }) => run.request.environmentId))].flatMap((environment) => {
    const own = passes.filter(({ run }) => run.request.environmentId === environment);
    const usual = plainMedian(own.slice(0, 10).map(({ ms }) => ms));
    const place = own.findIndex(({ ms }) => ms >= 1.5 * usual);
    // Three of five show it, and one result more confirms it.
    if (place === -1 || own.length < place + 4 || place < 12) return [];
    const beforeMs = plainMedian(own.slice(Math.max(0, place - 32), place - 2).map(({ ms }) => ms));
    const nowMs = plainMedian(own.slice(-5).map(({ ms }) => ms));
    if (nowMs - beforeMs < 500) return [];
    return {
      type: 'SLOWER',
      subject: `${test.projectId}.${test.testId} ${environment}`,
      amount: nowMs - beforeMs,
      since: own[place]?.run.createdAt ?? '',
      numbers: [beforeMs, nowMs],
    };
  });
}

function plainIdle(events: readonly RecordedEvent[], { runs, outages }: PlainSpoken, now: number): PlainInsight[] {
  return events.flatMap((event): PlainInsight[] => {
    if (event.type !== 'TestQuarantined' || now - timeOf(event) < 14 * dayMs) return [];
    const { projectId, testId } = event.data as {
      projectId: Tested['projectId'];
      testId: TestId;
    };
    // As every result is known, also of runs in which nearly everything failed or that were canceled.
    const last = [...runs, ...outages]
      .toSorted((a, b) => timeOfEnd(events, a.run.request.testRunId) - timeOfEnd(events, b.run.request.testRunId))
      .flatMap(({ tries }) => tries.filter((one) => one.final && one.testId === testId && one.projectId === projectId))
      .slice(-10);
    const passes = last.filter(({ status, flaky }) => status === 'PASS' && !flaky).length;
    if (passes < 5 || passes < last.length) return [];
    const subject = `${projectId}.${testId}`;
    return [
      {
        type: 'IDLE_QUARANTINE',
        subject,
        amount: passes,
        since: event.envelope.occurredAt,
        numbers: [passes],
      },
    ];
  });
}

function timeOfEnd(events: readonly RecordedEvent[], testRunId: string): number {
  const end = events.findLast(
    ({ type, stream }) => stream === `testRun-${testRunId}` && /^TestRun(Finished|Canceled)$/.test(type),
  );
  return end ? timeOf(end) : Number.NaN;
}

/** How long runs of ours waited until a runner began to set them up, of those of the last week and the one before. */
function plainSlowStart(events: readonly RecordedEvent[], now: number): PlainInsight[] {
  const starts = plainRuns(events).flatMap(({ request, createdAt, status }) => {
    const began = events.find(({ type, stream }) => {
      return type === 'TestRunSetupStarted' && stream === `testRun-${request.testRunId}`;
    });
    const isOver = status === 'PASS' || status === 'FAIL' || status === 'CANCELED';
    return began && isOver
      ? [
          {
            at: Date.parse(createdAt),
            ms: timeOf(began) - Date.parse(createdAt),
          },
        ]
      : [];
  });
  const msOf = (from: number, to: number) =>
    starts
      .filter(({ at }) => at >= now - from * dayMs && at < now - to * dayMs)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b);
  const [week, before] = [msOf(7, 0), msOf(14, 7)];
  const half = (ms: number[]) => ms[Math.ceil(ms.length / 2) - 1] ?? Number.NaN;
  const [nowMs, beforeMs] = [half(week), half(before)];
  if (week.length < 10 || before.length < 10 || nowMs < 1.5 * beforeMs || nowMs - beforeMs < 60_000) return [];
  const since = new Date(now - 7 * dayMs).toISOString();
  return [
    {
      type: 'SLOW_START',
      subject: '',
      amount: nowMs - beforeMs,
      since,
      numbers: [beforeMs, nowMs, week.length],
    },
  ];
}

/** Everything that the events up to a moment show of the 30 days before it. @param now milliseconds since 1970 */
export function plainInsights(events: readonly RecordedEvent[], now: number): PlainInsight[] {
  const spoken = plainSpoken(events);
  const tests = testsOf(spoken);
  return [
    ...tests.flatMap((test) => plainFlakyInsight(spoken, test, now)),
    ...tests.flatMap((test) => plainSlower(spoken, test)),
    ...plainIdle(events, spoken, now),
    ...plainSlowStart(events, now),
  ];
}
