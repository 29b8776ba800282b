import type { CountedBy, Outcome, SampleRepository } from './sampleRepository.ts';

/** How many tests came to what. */
export type Counts = Readonly<Record<Outcome, number>>;

type Patterns = Readonly<Partial<Record<Outcome, RegExp>>>;

/** What follows or precedes each number; the sum of all matches counts, as several packages report separately. */
const patterns: Readonly<Record<CountedBy, Patterns>> = {
  mocha: { PASS: /(\d+) passing/g, FAIL: /(\d+) failing/g, SKIPPED: /(\d+) pending/g },
  jest: {
    PASS: /^Tests:.*?(\d+) passed/gm,
    FAIL: /^Tests:.*?(\d+) failed/gm,
    SKIPPED: /^Tests:.*?(\d+) skipped/gm,
  },
  vitest: {
    PASS: /\bTests .*?(\d+) passed/g,
    FAIL: /\bTests .*?(\d+) failed/g,
    SKIPPED: /\bTests .*?(\d+) skipped/g,
  },
  'node:test': { PASS: /^[#ℹ] pass (\d+)/gm, FAIL: /^[#ℹ] fail (\d+)/gm, SKIPPED: /^[#ℹ] skipped (\d+)/gm },
  ava: { PASS: /(\d+) tests? passed/g, FAIL: /(\d+) tests? failed/g, SKIPPED: /(\d+) tests? skipped/g },
  // Assertions: those in the tests of a file are indented twice.
  tap: { PASS: /^ {8}(ok) /gm, FAIL: /^ {8}(not ok) /gm },
  tape: { PASS: /^(ok) /gm, FAIL: /^(not ok) /gm },
  uvu: { PASS: /Passed: +(\d+)/g, SKIPPED: /Skipped: +(\d+)/g },
  jasmine: { PASS: /(\d+) specs?/g, FAIL: /(\d+) failures?/g, SKIPPED: /(\d+) pending specs?/g },
  playwright: { PASS: /(\d+) passed/g, FAIL: /(\d+) failed/g, SKIPPED: /(\d+) skipped/g },
  cucumber: {
    PASS: /scenarios? \(.*?(\d+) passed/g,
    FAIL: /scenarios? \(.*?(\d+) failed/g,
    SKIPPED: /scenarios? \(.*?(\d+) skipped/g,
  },
  wdio: { PASS: /(\d+) passing/g, FAIL: /(\d+) failing/g, SKIPPED: /(\d+) skipped/g },
  nightwatch: { PASS: /(PASSED)\. \d+ assertions/g, FAIL: /(FAILED)\. \d+ assertions/g },
  pytest: {
    PASS: /[ =](\d+) passed.* in /g,
    FAIL: /[ =](\d+) failed.* in /g,
    SKIPPED: /[ =](\d+) skipped.* in /g,
  },
  unittest: { PASS: /Ran (\d+) tests?/g, FAIL: /failures=(\d+)/g },
  maven: { PASS: /^.{0,40}Tests run: (\d+).*Skipped: \d+$/gm },
};
/** The number of all tests is the first of these. */
const countsAll: readonly CountedBy[] = ['jasmine', 'unittest'];

/** @returns what the output of a plain run says about its tests */
export function countsIn(output: string, countedBy: CountedBy): Counts {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written so
  const plain = output.replace(/\x1b\[[0-9;]*m/g, '');
  const counted = (outcome: Outcome) =>
    [...plain.matchAll(patterns[countedBy][outcome] ?? /(?!)/g)].reduce(
      (sum, [, found = '']) => sum + (/^\d+$/.test(found) ? Number(found) : 1),
      0,
    );
  const [passed, FAIL, SKIPPED] = [counted('PASS'), counted('FAIL'), counted('SKIPPED')];
  return { PASS: countsAll.includes(countedBy) ? passed - FAIL - SKIPPED : passed, FAIL, SKIPPED };
}

/** @returns how many tests of a sample are to come to what */
export function countsOf(tests: SampleRepository['tests']): Counts {
  const outcomes = Object.values(tests);
  const of = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  return { PASS: of('PASS'), FAIL: of('FAIL'), SKIPPED: of('SKIPPED') };
}
