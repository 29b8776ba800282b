import { junitXml, TestTitles } from '@assay/junit';
import type { KnownReport } from './reportCopies.ts';

/** Reports of one run in two formats share at least this part; what failed outside of tests differs. */
const sharedTitles = 0.8;
/** Titles by which reports to compare are found, and how many reports each names. */
const mostKeys = 10;
const mostCandidates = 50;

/** Reports whose tests another format has as well, while nothing shows that it is the same run. */
export type UnsureCopy = { parts: number[]; holder: number; shared: number };

type Found = { held: Map<number, number>; unsure: UnsureCopy[] };
type Group = readonly number[];

/**
 * Finds results that one run has written in two formats, such as Robot Framework's output.xml and xunit.xml, or
 * Playwright's blobs and the JUnit XML of `merge-reports`. Those in JUnit XML count, whose names tests have had before;
 * without any, those of the format with the most tests. Reports are copies of another one
 * - if they, alone or together, have its titles, or
 * - if it has their titles and durations, and other tests too: those of one shard in the report of all shards.
 * @param copies reports that are known to be copies
 */
export function findRunsInTwoFormats(reports: readonly KnownReport[], copies: ReadonlyMap<number, number>): Found {
  const groups = new Map<string, number[]>();
  for (const [index, { format, titles }] of reports.entries()) {
    if (!titles || titles.length === 0 || copies.has(index)) continue;
    const group = groups.get(format);
    if (group) group.push(index);
    else groups.set(format, [index]);
  }
  const testsIn = (group: Group) => group.reduce((sum, index) => sum + (reports[index]?.titles?.length ?? 0), 0);
  const ordered = [...groups].sort(
    ([a, some], [b, others]) =>
      Number(b === junitXml) - Number(a === junitXml) || testsIn(others) - testsIn(some) || (a < b ? -1 : 1),
  );
  const comparison = new Comparison(reports);
  for (const [at, [, preferred]] of ordered.entries()) {
    for (const [, others] of ordered.slice(at + 1)) comparison.compare(preferred, others);
  }
  return comparison.found;
}

class Comparison {
  readonly found: Found = { held: new Map(), unsure: [] };
  readonly #reports: readonly KnownReport[];

  constructor(reports: readonly KnownReport[]) {
    this.#reports = reports;
  }

  /** @param preferred whose reports count where both have the same tests */
  compare(preferred: Group, others: Group): void {
    const isLeft = (index: number) => !this.found.held.has(index);
    const holdersOf = this.#finder(preferred.filter(isLeft));
    for (const other of others.filter(isLeft)) {
      const holder = holdersOf(other).find(
        (each) => this.#titles(other).sharedWith(this.#titles(each)) >= sharedTitles,
      );
      if (holder !== undefined) this.found.held.set(other, holder);
    }
    const parts = this.#partsIn(holdersOf, others.filter(isLeft));
    for (const [holder, those] of parts) {
      if (this.#isWhole(those, holder)) for (const part of those) this.found.held.set(part, holder);
    }
    const wholes = this.#partsIn(this.#finder(others.filter(isLeft)), preferred.filter(isLeft));
    for (const [whole, [first, ...more]] of wholes) {
      if (first !== undefined && this.#isWhole([first, ...more], whole)) this.found.held.set(whole, first);
    }
    for (const [holder, those] of [...parts, ...wholes]) {
      const left = those.filter(isLeft);
      if (left.length > 0 && isLeft(holder)) this.#judge(left, holder);
    }
  }

  #isWhole(parts: Group, whole: number): boolean {
    return this.#together(parts).sharedWith(this.#titles(whole)) >= sharedTitles;
  }

  /** One title alone is equal by chance too often to speak of it. */
  #judge(parts: number[], holder: number): void {
    const together = this.#together(parts);
    const whole = this.#titles(holder);
    const shared = together.sharedCount(whole);
    if (together.isSameRunAs(whole)) for (const part of parts) this.found.held.set(part, holder);
    else if (shared > 1) this.found.unsure.push({ parts, holder, shared });
  }

  /** @returns by report the others whose titles it has */
  #partsIn(holdersOf: (index: number) => number[], others: Group): Map<number, number[]> {
    const parts = new Map<number, number[]>();
    for (const other of others) {
      const titles = this.#titles(other);
      const holder = holdersOf(other).find(
        (each) => this.#titles(each).length > titles.length && titles.partIn(this.#titles(each)) >= sharedTitles,
      );
      if (holder !== undefined) parts.set(holder, [...(parts.get(holder) ?? []), other]);
    }
    return parts;
  }

  /** @returns what finds reports of the group that may share titles with another one */
  #finder(group: Group): (index: number) => number[] {
    const byKey = new Map<number, number[]>();
    for (const index of group) {
      for (const key of this.#titles(index).keys()) {
        const known = byKey.get(key);
        if (!known) byKey.set(key, [index]);
        else if (known.length < mostCandidates) known.push(index);
      }
    }
    return (index) => [...new Set([...this.#titles(index).keys(mostKeys)].flatMap((key) => byKey.get(key) ?? []))];
  }

  #together(parts: Group): TestTitles {
    return TestTitles.of(parts.map((index) => this.#titles(index)));
  }

  #titles(index: number): TestTitles {
    return this.#reports[index]?.titles ?? new TestTitles();
  }
}
