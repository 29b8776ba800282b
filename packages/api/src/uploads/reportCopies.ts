import type { TestTitles } from '@assay/junit';

/** A report that was read: the hash of its bytes, and the digests of its suites. */
export type KnownReport = {
  name: string;
  sha256: string;
  suites: readonly string[];
  /** Of its content, not of its name. */
  format: string;
  /** Null: the upload has no other report. */
  titles: TestTitles | null;
};

/** Aggregates that are looked at for one report; there is hardly ever more than one. */
const maxCandidates = 3;

/**
 * Finds reports that are the same results twice: an aggregate holds all suites of others, case by case, and more.
 * @returns the index of each report that another one holds, with the index of that one
 */
export function reportsHeldByOthers(reports: readonly KnownReport[]): Map<number, number> {
  const firstSuites = new Set(reports.flatMap(({ suites }) => suites.slice(0, 1)));
  const holders = new Map<string, number[]>();
  for (const [index, { suites }] of reports.entries()) {
    for (const suite of new Set(suites)) {
      if (!firstSuites.has(suite)) continue;
      const known = holders.get(suite);
      if (known) known.push(index);
      else holders.set(suite, [index]);
    }
  }
  const suiteCount = (index: number) => reports[index]?.suites.length ?? 0;
  for (const indexes of holders.values()) indexes.sort((a, b) => suiteCount(b) - suiteCount(a));
  const countsOf = new Map<number, Map<string, number>>();
  const held = new Map<number, number>();
  for (const [index, { suites }] of reports.entries()) {
    const [first] = suites;
    if (first === undefined) continue;
    const larger = (holders.get(first) ?? [])
      .slice(0, maxCandidates)
      .filter((holder) => suiteCount(holder) > suites.length);
    const holder = larger.find((candidate) => {
      const counts = countsOf.get(candidate) ?? countsIn(reports[candidate]?.suites ?? []);
      countsOf.set(candidate, counts);
      return [...countsIn(suites)].every(([suite, count]) => count <= (counts.get(suite) ?? 0));
    });
    if (holder !== undefined) held.set(index, holder);
  }
  return held;
}

function countsIn(suites: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const suite of suites) counts.set(suite, (counts.get(suite) ?? 0) + 1);
  return counts;
}
