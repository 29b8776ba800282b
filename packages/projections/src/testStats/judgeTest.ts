import { brokenTest, type EvidenceClass, type FlakyRules, type TestRunId } from '@assay/contract';
import type { RunFacts } from '../runStats/runFacts.ts';
import type { TestResult } from './packedResults.ts';

/**
 * A result with the run that it is of.
 * `calledFlakyAt`: since when people call its failure known flaky, ISO 8601; not given: nobody does.
 */
export type PlacedResult = { result: TestResult; run: RunFacts; calledFlakyAt?: string | undefined };

export type Judgement = {
  state: 'flaky' | 'recovering' | 'broken';
  evidence: EvidenceClass | null;
  /** How often the evidence was seen, of how many times it could have been. */
  seen: number;
  of: number;
  /** The least share that is likely behind `seen` of `of`. */
  lowerBound: number;
  /** When it was first and last seen, ISO 8601, and in which runs. */
  firstAt: string;
  lastAt: string;
  seenIn: readonly TestRunId[];
};

const dayMs = 24 * 3_600_000;
/** A run in which so many of its tests failed says that something else was down. */
const outage = { share: 0.8, tests: 5 };

/** @returns the lower end of the 95 % interval of Wilson for `seen` of `of`: 1 of 2 is less sure than 30 of 100 */
export function wilsonLowerBound(seen: number, of: number): number {
  if (of === 0) return 0;
  const z = 1.96;
  const share = seen / of;
  const centre = share + z ** 2 / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return Math.max(0, (centre - spread) / (1 + z ** 2 / of));
}

/** Whether nearly everything failed in a run: its environment was down, or nothing worked at all. */
export function isOutage({ totals }: Pick<RunFacts, 'totals'>): boolean {
  const failed = totals.failed + totals.quarantinedFailed;
  const judged = failed + totals.passed + totals.quarantinedPassed;
  return judged >= outage.tests && failed >= judged * outage.share;
}

function passed({ result }: PlacedResult): boolean {
  return result.status === 'PASS';
}

function groupsOf<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string): Thing[][] {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return [...groups.values()];
}

/** Where results can be compared: one leg of a matrix may pass where another fails. */
function placeOf({ environmentId, branch, leg }: RunFacts): string {
  return JSON.stringify([environmentId, branch, leg]);
}

/** @returns the results that show class A: of each commit and place that has both, the one that made it so */
function sameCommit(results: readonly PlacedResult[]): PlacedResult[] {
  const byCommit = groupsOf(results, ({ run }) => `${placeOf(run)}${run.commit ?? run.testRunId}`);
  return byCommit.flatMap((ofCommit) => {
    const within = ofCommit.filter(({ result }) => result.flaky);
    if (within.length > 0) return within;
    const change = ofCommit.find((one) => passed(one) !== (ofCommit[0] && passed(ofCommit[0])));
    return change ?? [];
  });
}

/**
 * @param results oldest first, of one place
 * @returns those that differ from the one before, as far as they are no regression and its repair: one failure that
 * stays, or one change and back, is not flaky. Where results settle, a new count begins.
 */
function flipsOf(
  results: readonly PlacedResult[],
  { settledResults: settled }: FlakyRules,
): { flips: PlacedResult[]; hasSettled: boolean } {
  const stretches: PlacedResult[][] = [[]];
  let inARow = 0;
  results.forEach((one, index) => {
    const before = results[index - 1];
    if (before !== undefined && passed(before) !== passed(one)) {
      inARow = 1;
      stretches.at(-1)?.push(one);
      return;
    }
    inARow += 1;
    if (inARow === settled) stretches.push([]);
  });
  return { flips: stretches.filter(({ length }) => length > 2).flat(), hasSettled: inARow >= settled };
}

function judgementOf(
  evidence: EvidenceClass,
  seen: readonly PlacedResult[],
  of: number,
  state: Judgement['state'],
): Judgement {
  const [first, last] = [seen[0], seen.at(-1)];
  return {
    state,
    evidence,
    seen: seen.length,
    of,
    lowerBound: wilsonLowerBound(seen.length, of),
    firstAt: first?.run.createdAt ?? '',
    lastAt: last?.run.createdAt ?? '',
    seenIn: seen.map(({ run }) => run.testRunId),
  };
}

function isBroken(results: readonly PlacedResult[]): boolean {
  const failures = results.filter((one) => !passed(one)).length;
  const last = results.slice(-brokenTest.inARow);
  return (
    (results.length >= brokenTest.results && failures >= results.length * brokenTest.share) ||
    (last.length === brokenTest.inARow && last.every((one) => !passed(one)))
  );
}

/** What is seen of one class, of how many times it could have been. */
type Evidence = { evidence: EvidenceClass; seen: readonly PlacedResult[]; of: number; hasSettled: boolean };

function goingBackAndForth(onDefault: readonly PlacedResult[], rules: FlakyRules): Evidence | null {
  const sequences = groupsOf(onDefault, ({ run }) => placeOf(run)).map((sequence) =>
    sequence.slice(-rules.flipResults),
  );
  const found = sequences.map((sequence) => flipsOf(sequence, rules));
  const seen = found.flatMap(({ flips }) => flips);
  const of = sequences.reduce((sum, { length }) => sum + length - 1, 0);
  if (seen.length < rules.flips || wilsonLowerBound(seen.length, of) <= rules.leastPercent / 100) return null;
  return { evidence: 'B', seen, of, hasSettled: found.every(({ hasSettled }) => hasSettled) };
}

function onSameCommit(results: readonly PlacedResult[], rules: FlakyRules, now: number): Evidence | null {
  const seen = sameCommit(results);
  const isYoung = seen.some(({ run }) => now - Date.parse(run.createdAt) < rules.sameCommitDays * dayMs);
  return isYoung ? { evidence: 'A', seen, of: results.length, hasSettled: false } : null;
}

function asPeopleSay(results: readonly PlacedResult[], rules: FlakyRules, now: number): Evidence | null {
  const seen = rules.opinions ? results.filter((one) => !passed(one) && isCalledFlaky(one, now)) : [];
  return seen.length > 0 ? { evidence: 'C', seen, of: results.length, hasSettled: false } : null;
}

/** @returns what evidence makes of a test; null: it has recovered from it */
function judgeEvidence(
  { evidence, seen, of, hasSettled }: Evidence,
  results: readonly PlacedResult[],
  rules: FlakyRules,
  now: number,
): Judgement | null {
  const ordered = seen.toSorted((a, b) => (a.run.createdAt < b.run.createdAt ? -1 : 1));
  const last = ordered.at(-1)?.run.createdAt ?? '';
  const clean = results.filter(({ run }) => run.createdAt > last).length;
  const quietMs = now - Date.parse(last);
  if (quietMs >= rules.recoveryDays * dayMs || clean >= rules.recoveryResults) return null;
  const isQuiet = quietMs >= rules.quietDays * dayMs || hasSettled;
  return judgementOf(evidence, ordered, of, isQuiet ? 'recovering' : 'flaky');
}

function isCalledFlaky({ calledFlakyAt }: PlacedResult, now: number): boolean {
  return calledFlakyAt !== undefined && Date.parse(calledFlakyAt) <= now;
}

/**
 * Whether a test is flaky, recovers from it, or is broken; null: none of these. Being broken comes first.
 * @param all its results, oldest first, with their runs; those of canceled runs and of outages are left out here
 * @param now milliseconds since 1970
 */
export function judgeTest(
  all: readonly PlacedResult[],
  isDefaultBranch: (run: RunFacts) => boolean,
  rules: FlakyRules,
  now: number,
): Judgement | null {
  const results = all.filter(
    ({ result, run }) =>
      (result.status === 'PASS' || result.status === 'FAIL') && run.status !== 'CANCELED' && !isOutage(run),
  );
  const onDefault = results.filter(({ run }) => isDefaultBranch(run));
  const failures = results.filter((one) => !passed(one));
  if (isBroken(onDefault.length > 0 ? onDefault : results)) {
    return { ...judgementOf('A', failures, results.length, 'broken'), evidence: null };
  }
  // What it has recovered from hides no other evidence.
  for (const find of [onSameCommit, () => goingBackAndForth(onDefault, rules), asPeopleSay]) {
    const evidence = find(results, rules, now);
    const judged = evidence && judgeEvidence(evidence, results, rules, now);
    if (judged) return judged;
  }
  return null;
}
