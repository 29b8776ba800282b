import { outsideOfTests } from './caseOf.ts';
import type { JunitCase } from './junitCase.ts';
import { isOfLinter } from './lintFindings.ts';

/** Formats of one tool join the titles around a test differently, and agree on its own. */
const joint = /.* [›>»] /s;

/** The titles of a report's tests, as numbers: an upload may have hundreds of thousands. */
export class TestTitles {
  readonly #own: number[] = [];
  /** With the titles around them, as jest-junit joins them by default. */
  readonly #whole: number[] = [];

  add(junitCase: JunitCase): void {
    const { name, suites } = junitCase;
    if (name === outsideOfTests) return;
    // Rules of a linter have the same names in every project.
    const around = isOfLinter(junitCase) ? `${suites.at(-1)?.name} ` : '';
    const own = `${around}${name.replace(joint, '').trim()}`;
    this.#own.push(hashOf(own));
    this.#whole.push(hashOf([...suites.map((suite) => suite.name), own].filter(Boolean).join(' ')));
  }

  /** @returns the titles of several reports together */
  static of(reports: readonly TestTitles[]): TestTitles {
    const all = new TestTitles();
    for (const report of reports) {
      for (const own of report.#own) all.#own.push(own);
      for (const whole of report.#whole) all.#whole.push(whole);
    }
    return all;
  }

  /** @returns how many titles two reports have in common, as a part of those of the longer one */
  sharedWith(other: TestTitles): number {
    return this.#shared(other) / Math.max(1, this.#own.length, other.#own.length);
  }

  /** @returns which part of its titles another report has as well */
  partIn(other: TestTitles): number {
    return this.#shared(other) / Math.max(1, this.#own.length);
  }

  #shared(other: TestTitles): number {
    return Math.max(
      sharedCount(this.#own, other.#own),
      sharedCount(this.#whole, other.#own),
      sharedCount(this.#own, other.#whole),
    );
  }
}

function sharedCount(some: readonly number[], others: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const each of others) counts.set(each, (counts.get(each) ?? 0) + 1);
  let shared = 0;
  for (const each of some) {
    const left = counts.get(each) ?? 0;
    if (left === 0) continue;
    counts.set(each, left - 1);
    shared += 1;
  }
  return shared;
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}
