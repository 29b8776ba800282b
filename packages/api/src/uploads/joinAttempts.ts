import type { ResultStatus } from '@assay/contract';
import type { RepeatedAttempt } from '@assay/junit';

/** A result whose test has the same name as others, and may be an attempt at the same one. */
export type Namesake = {
  index: number;
  report: number;
  /** Equal for tests of one suite. */
  place: number;
  status: ResultStatus;
  attempt: RepeatedAttempt | null;
};

/**
 * Finds the results of one name that are attempts at one test: each was as the writer calls a repeated one, but for the
 * last, which decides. Where a suite has a test that passed and ran again, all ran several times (`go test -count`), and
 * each result counts.
 * @param groups results of one name each, in their order
 * @returns of each test with several attempts its last result, with those before it, the first one first
 */
export function joinAttempts(groups: Iterable<readonly Namesake[]>): Map<number, number[]> {
  const found = [...groups].flatMap((group) => byAttemptKey(group));
  // TestNG calls all rows of a data provider by the name of their method, so they say nothing of other tests.
  const ranOften = new Set(
    found.filter((group) => !isRepeated(group) && group[0]?.attempt?.repeatedAs !== 'IGNORED').map(placeOf),
  );
  const joined = new Map<number, number[]>();
  for (const group of found) {
    const last = group.at(-1);
    if (!last || !isRepeated(group) || ranOften.has(placeOf(group))) continue;
    joined.set(
      last.index,
      group.slice(0, -1).map(({ index }) => index),
    );
  }
  return joined;
}

/** @returns the results that may be attempts at one test, ordered; at least two each */
function byAttemptKey(group: readonly Namesake[]): Namesake[][] {
  const byKey = new Map<string, Namesake[]>();
  for (const namesake of group) {
    const { attempt, report, place } = namesake;
    if (attempt === null) continue;
    const key = attempt.acrossReports ? attempt.key : `${attempt.key} ${report} ${place}`;
    byKey.set(key, [...(byKey.get(key) ?? []), namesake]);
  }
  return [...byKey.values()]
    .filter((attempts) => attempts.length > 1 && isOfOneTest(attempts))
    .map((attempts) => attempts.sort((a, b) => orderOf(a) - orderOf(b) || a.index - b.index));
}

/** A report that is one attempt has no test twice. */
function isOfOneTest(attempts: readonly Namesake[]): boolean {
  const reports = new Set(attempts.map(({ report }) => report)).size;
  return attempts[0]?.attempt?.acrossReports ? reports === attempts.length : true;
}

function isRepeated(group: readonly Namesake[]): boolean {
  return group
    .slice(0, -1)
    .every(({ status, attempt }) => status === attempt?.repeatedAs || wasBehindHook(status, attempt));
}

/** Where a hook fails at each attempt, the tests behind it are skipped each time. */
function wasBehindHook(status: ResultStatus, attempt: RepeatedAttempt | null): boolean {
  return status === 'IGNORED' && attempt?.acrossReports === true;
}

function orderOf({ attempt }: Namesake): number {
  return attempt?.order ?? 0;
}

function placeOf([first]: readonly Namesake[]): string {
  return first?.attempt?.acrossReports ? first.attempt.key : `${first?.report} ${first?.place}`;
}
