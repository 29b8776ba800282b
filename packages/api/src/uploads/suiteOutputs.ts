import type { JunitSuite, SuiteOutput } from '@assay/junit';
import type { ResultSpool, SpooledText } from './resultSpool.ts';

/** Failed tests that are remembered of a suite. */
const maxFailed = 10;
/** Bytes of output in an upload that are kept with more than one test. */
const maxRepeatedBytes = 16 * 1024 * 1024;

type Tests = { first: number; failed: number[] };

/**
 * What suites printed outside of their tests. It is kept with the tests that failed, where it is looked for; without
 * any, with the first one.
 */
export class SuiteOutputs {
  readonly #spool: ResultSpool;
  /** Suites are forgotten together with their cases. */
  readonly #testsOf = new WeakMap<JunitSuite, Tests>();
  readonly #outputsOf = new Map<number, SpooledText[]>();
  #repeatedBytes = 0;

  constructor(spool: ResultSpool) {
    this.#spool = spool;
  }

  /** @param test its index */
  ranIn(suites: readonly JunitSuite[], test: number, failed: boolean): void {
    for (const suite of suites) {
      const tests = this.#testsOf.get(suite) ?? { first: test, failed: [] };
      if (failed && tests.failed.length < maxFailed) tests.failed.push(test);
      this.#testsOf.set(suite, tests);
    }
  }

  take(suite: JunitSuite, { output, errorOutput }: SuiteOutput): void {
    const tests = this.#testsOf.get(suite);
    if (!tests) return;
    const title = `Printed by the suite${suite.name === '' ? '' : ` ${suite.name}`}, outside of its tests:`;
    const titled = (text: string) => (text === '' ? '' : `${title}\n${text}`);
    const text = JSON.stringify({ output: titled(output), errorOutput: titled(errorOutput) });
    const place = this.#spool.add(text);
    const holders = tests.failed.length > 0 ? tests.failed : [tests.first];
    for (const [index, test] of holders.entries()) {
      if (index > 0) this.#repeatedBytes += place.bytes;
      if (index > 0 && this.#repeatedBytes > maxRepeatedBytes) return;
      this.#outputsOf.set(test, [...(this.#outputsOf.get(test) ?? []), place]);
    }
  }

  /** @returns what is kept with a test. */
  of(test: number): SuiteOutput[] {
    const places = this.#outputsOf.get(test) ?? [];
    return places.map((place) => JSON.parse(this.#spool.read(place).toString()));
  }

  /** Forgets what is kept with tests from this one on. */
  truncate(length: number): void {
    for (const test of this.#outputsOf.keys()) if (test >= length) this.#outputsOf.delete(test);
  }
}
