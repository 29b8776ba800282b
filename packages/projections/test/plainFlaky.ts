import { isFinished, type UnstableTest } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { type PlainRun, type PlainTry, plainRuns, plainTries } from './plainCounts.ts';

type PlainResult = PlainTry & { run: PlainRun };

/** A run that says something about tests, with the attempts in it. */
type Spoken = { run: PlainRun; tries: PlainTry[] };
export type PlainSpoken = { runs: Spoken[]; outages: Spoken[] };

function isDown({ tries }: Spoken): boolean {
  const judged = tries.filter(({ final, status }) => final && (status === 'PASS' || status === 'FAIL'));
  const failed = judged.filter(({ status }) => status === 'FAIL');
  return judged.length >= 5 && failed.length >= 0.8 * judged.length;
}

/** The runs that have ended, in the order in which they were created, those in which nearly everything failed apart. */
export function plainSpoken(events: readonly RecordedEvent[]): PlainSpoken {
  const tries = plainTries(events);
  const ended = plainRuns(events)
    .filter(({ status }) => isFinished(status))
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .map((run) => ({ run, tries: tries.filter(({ testRunId }) => testRunId === run.request.testRunId) }));
  return { runs: ended.filter((one) => !isDown(one)), outages: ended.filter(isDown) };
}

/** The failed runs in which one of these tests failed and was not quarantined. */
export function plainBlocked({ runs }: { runs: Spoken[] }, tests: readonly Pick<UnstableTest, 'testId'>[]): Spoken[] {
  const isOne = ({ testId }: PlainTry) => tests.some((test) => test.testId === testId);
  return runs.filter(
    ({ run, tries }) =>
      run.status === 'FAIL' &&
      tries.some((one) => one.final && one.status === 'FAIL' && !one.quarantined && isOne(one)),
  );
}

/**
 * Where results of one environment, written as a text such as PPFPPP, go back and forth: five equal ones settle them,
 * and up to two changes between two settled stretches are a regression and its repair.
 * @returns the places of the results that differ from the one before
 */
function plainFlips(text: string): number[] {
  const settled = [...text.matchAll(/P{5,}|F{5,}/g)].map(({ index }) => index);
  const changes = [...text].flatMap((one, index) => (index > 0 && one !== text[index - 1] ? [index] : []));
  const stretchOf = (place: number) => settled.filter((index) => index < place).length;
  return changes.filter((place) => changes.filter((other) => stretchOf(other) === stretchOf(place)).length > 2);
}

/** The results in which a test showed itself, of how many: as every simulated run is of a commit of its own. */
function plainEvidence(
  { evidence, state }: Pick<UnstableTest, 'evidence' | 'state'>,
  results: PlainResult[],
): { seen: PlainResult[]; of: number } {
  if (state === 'broken') return { seen: results.filter(({ status }) => status === 'FAIL'), of: results.length };
  if (evidence === 'A') return { seen: results.filter(({ flaky }) => flaky), of: results.length };
  const sequences = [...new Set(results.map(({ run }) => run.request.environmentId))].map((environment) =>
    results
      .filter(({ run: { request } }) => request.environmentId === environment && request.branch === 'main')
      .slice(-30),
  );
  const seen = sequences.flatMap((own) =>
    plainFlips(own.map(({ status }) => status.charAt(0)).join('')).flatMap((place) => own[place] ?? []),
  );
  seen.sort((a, b) => (a.run.createdAt < b.run.createdAt ? -1 : 1));
  return { seen, of: sequences.reduce((sum, { length }) => sum + length - 1, 0) };
}

/** Which test of which project. */
type OfTest = Pick<UnstableTest, 'testId' | 'projectId'>;

function resultsIn(all: readonly Spoken[], test: OfTest): PlainResult[] {
  return all.flatMap(({ run, tries }) => {
    const own = tries.filter(({ testId, projectId }) => testId === test.testId && projectId === test.projectId);
    return own.some(({ final }) => final) ? own.map((one) => ({ ...one, run })) : [];
  });
}

/** The results that a test is judged by, oldest first. */
export function plainJudged({ runs }: PlainSpoken, test: OfTest): PlainResult[] {
  return resultsIn(runs, test).filter(({ final, run }) => final && run.status !== 'CANCELED');
}

/**
 * What runs tell of a test that was found unstable.
 * @param periods in which the evidence is counted, too
 */
export function plainUnstable(
  spoken: PlainSpoken,
  test: OfTest & Pick<UnstableTest, 'state' | 'evidence'>,
  periods: readonly { start: string; end: string }[],
) {
  const results = plainJudged(spoken, test);
  const { seen, of: possible } = plainEvidence(test, results);
  const again = resultsIn([...spoken.runs, ...spoken.outages], test).filter(({ final }) => !final);
  const times = seen.map(({ run }) => run.createdAt);
  return {
    seen: seen.length,
    of: possible,
    firstAt: times[0],
    lastAt: times.at(-1),
    retries: again.length,
    retryMs: again.reduce((sum, { durationMs }) => sum + durationMs, 0),
    runsBlocked: plainBlocked(spoken, [test]).length,
    trend: periods.map(({ start, end }) => times.filter((at) => at >= start && at < end).length),
  };
}
