import { outsideOfTests } from './caseOf.ts';
import type { JunitCase } from './junitCase.ts';
import { isOfLinter } from './lintFindings.ts';

/** Formats of one tool join the titles around a test differently, and agree on its own. */
const joint = /.* [›>»] /s;
/** Shorter durations agree by chance. */
const tellingMs = 20;
const roundingMs = 2;
const rounding = 0.01;
const sameRun = 0.8;

/** The titles of a report's tests, as numbers: an upload may have hundreds of thousands. */
export class TestTitles {
  readonly #own: Titles = new Titles();
  /** With the titles around them, as jest-junit joins them by default. */
  readonly #whole: Titles = new Titles();
  /** -1 for none, and for tests with attempts: formats write the last one or the sum. */
  readonly #durations: number[] = [];

  add(junitCase: JunitCase): void {
    const { name, suites, durationMs, outcomes } = junitCase;
    if (name === outsideOfTests) return;
    // Rules of a linter have the same names in every project.
    const around = isOfLinter(junitCase) ? `${suites.at(-1)?.name} ` : '';
    const own = `${around}${name.replace(joint, '').trim()}`;
    this.#own.push(hashOf(own));
    this.#whole.push(hashOf([...suites.map((suite) => suite.name), own].filter(Boolean).join(' ')));
    const hasAttempts = outcomes.some(({ kind }) => kind === 'flaky' || kind === 'rerun');
    this.#durations.push(hasAttempts ? -1 : (durationMs ?? -1));
  }

  /** @returns the titles of several reports together */
  static of(reports: readonly TestTitles[]): TestTitles {
    const all = new TestTitles();
    for (const report of reports) {
      for (const [index, duration] of report.#durations.entries()) {
        all.#own.push(report.#own.at(index));
        all.#whole.push(report.#whole.at(index));
        all.#durations.push(duration);
      }
    }
    return all;
  }

  get length(): number {
    return this.#durations.length;
  }

  /** @returns numbers that reports with a title in common share at least one of, for the first titles */
  keys(most = Number.POSITIVE_INFINITY): Set<number> {
    return new Set([...this.#own.first(most), ...this.#whole.first(most)]);
  }

  /** @returns how many titles two reports have in common, as a part of those of the longer one */
  sharedWith(other: TestTitles): number {
    const longer = Math.max(1, this.length, other.length);
    if (Math.min(this.length, other.length) / longer < sameRun) return 0;
    return this.sharedCount(other) / longer;
  }

  /** @returns which part of its titles another report has as well */
  partIn(other: TestTitles): number {
    return this.sharedCount(other) / Math.max(1, this.length);
  }

  sharedCount(other: TestTitles): number {
    return Math.max(...this.#ways(other).map(([mine, theirs]) => mine.sharedWith(theirs)));
  }

  /** @returns whether the durations of equal titles show that both are of one run; false also where none can show it */
  isSameRunAs(other: TestTitles): boolean {
    const [mine, theirs] = this.#ways(other).reduce((best, way) =>
      way[0].sharedWith(way[1]) > best[0].sharedWith(best[1]) ? way : best,
    );
    const byTitle = theirs.byTitle();
    let [telling, equal] = [0, 0];
    for (const [index, duration] of this.#durations.entries()) {
      if (duration < tellingMs) continue;
      const others = (byTitle.get(mine.at(index)) ?? [])
        .map((at) => other.#durations[at] ?? -1)
        .filter((each) => each >= 0);
      if (others.length === 0) continue;
      telling += 1;
      if (others.some((each) => Math.abs(each - duration) <= Math.max(roundingMs, duration * rounding))) equal += 1;
    }
    return telling > 0 && equal / telling >= sameRun;
  }

  #ways(other: TestTitles): [[Titles, Titles], ...[Titles, Titles][]] {
    return [
      [this.#own, other.#own],
      [this.#whole, other.#own],
      [this.#own, other.#whole],
    ];
  }
}

class Titles {
  readonly #numbers: number[] = [];
  /** Computed once all titles are there. */
  #byTitle: Map<number, number[]> | null = null;

  push(title: number): void {
    this.#numbers.push(title);
    this.#byTitle = null;
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  first(most: number): number[] {
    return this.#numbers.slice(0, most);
  }

  /** @returns the indexes of each title */
  byTitle(): ReadonlyMap<number, readonly number[]> {
    if (this.#byTitle) return this.#byTitle;
    const found = new Map<number, number[]>();
    for (const [index, title] of this.#numbers.entries()) {
      const known = found.get(title);
      if (known) known.push(index);
      else found.set(title, [index]);
    }
    this.#byTitle = found;
    return found;
  }

  sharedWith(other: Titles): number {
    const theirs = other.byTitle();
    let shared = 0;
    for (const [title, indexes] of this.byTitle()) {
      shared += Math.min(indexes.length, theirs.get(title)?.length ?? 0);
    }
    return shared;
  }
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}
