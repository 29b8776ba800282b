import type { ProblemId } from '@assay/contract';
import type { FailedTest } from '../src/failedTest.ts';
import { ownFrames } from '../src/failureFacts.ts';
import { FailureGrouping, groupFailures, maxDistinctErrors } from '../src/groupFailures.ts';
import { allPairs } from './allPairs.ts';
import { readGoldenSet } from './golden/goldenSet.ts';
import { seeded, shuffled } from './seeded.ts';

const golden: readonly FailedTest[] = readGoldenSet().flatMap(({ framework, failures }) =>
  failures.map((failure) => ({
    ...failure,
    id: `${framework}/${failure.id}`,
    file: `${framework}/${failure.file}`,
  })),
);

const stored = golden.map((failure) => ({ ...failure, frames: ownFrames(failure), stack: null }));

const nouns = 'order cart price stock user invoice parcel driver seat ticket menu label'.split(' ');
const values = ['17', 'A-17', 'EUR', 'USD', 'x9', 'paid', '2026-03-01T12:04:11Z', '"one"', 'PAID'];

/** @returns failures of all the kinds that rules tell apart, with near and equal texts, places and fingerprints */
function generated(seed: number, count: number): FailedTest[] {
  const random = seeded(seed);
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const sentence = (length: number) =>
    Array.from({ length }, (_, place) => (random() < 0.25 ? one(values) : nouns[(place * 5 + length) % 12])).join(' ');
  const frame = () => `\n    at ${one(['total', 'load'])} (/shop/src/${one(['cart', 'bill'])}.js:4:9)`;
  const test = (name: string) => `\n    at Object.<anonymous> (/shop/test/${name}.test.js:9:1)`;
  /** Some have a whole trace, some what is stored of one. */
  const traced = (stack: string) => {
    const which = random();
    if (which < 0.2) return { stack };
    return which < 0.4 ? { frames: ownFrames({ error: null, stack }) } : {};
  };
  const errors: (() => string | null)[] = [
    () => null,
    () => `TypeError: ${sentence(one([1, 3, 5, 8, 13, 30]))}`,
    () => `TypeError: ${sentence(one([5, 13, 30]))}${frame()}${test('cart')}`,
    () => `RangeError: ${one(nouns)} ${one(values)} of ${one(nouns)} is closed${random() < 0.5 ? frame() : ''}`,
    () => `connect ECONNREFUSED ${one(['127.0.0.1', 'db.shop.test'])}:${Math.floor(random() * 99)}`,
    () =>
      `expect(received).toBe(expected)\n\nExpected: 1\nReceived: ${one(['2', '503'])}${random() < 0.5 ? frame() : ''}${test('cart')}`,
    () => `    cart_test.go:${one([4, 9])}: total = ${one([2, 3])}, want 4`,
    () => `    bill_test.go:${one([4, 9, 17, 23])}: ${sentence(4)}`,
  ];
  return Array.from({ length: count }, (_, index) => {
    const error = one(errors)();
    const name = one(['adds', 'pays', 'ships', `t${index}`]);
    return {
      id: `t${index}`,
      file: one(['test/cart.test.js', 'cart_test.go']),
      name,
      framework: null,
      error,
      ...traced(`${error}${frame()}${test('bill')}`),
      problemId: error === null || random() < 0.1 ? null : (`p${Math.floor(random() * count * 3)}` as ProblemId),
      runnerId: null,
    };
  });
}

function idsOf(failures: readonly FailedTest[]): string[][] {
  return groupFailures(failures)
    .groups.map(({ tests }) => tests.map(({ id }) => id).sort())
    .sort((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
}

/** Groups the failures as they arrive, in batches of any size. */
function inBatches(failures: readonly FailedTest[], seed: number) {
  const random = seeded(seed);
  const grouping = new FailureGrouping();
  for (let count = 0; count < failures.length; count += Math.ceil(random() * failures.length * 0.2)) {
    grouping.group(failures.slice(0, count));
  }
  return grouping.group(failures);
}

describe('the grouping of failures', () => {
  it('has the groups of the rules with each text compared with each other one', () => {
    expect(idsOf(golden)).toEqual(allPairs(golden));
    for (let seed = 1; seed <= 150; seed++) {
      const failures = generated(seed, 20 + (seed % 60));
      expect({ seed, groups: idsOf(failures) }).toEqual({ seed, groups: allPairs(failures) });
    }
  });

  it.each<[string, (seed: number) => readonly FailedTest[]]>([
    ['the golden set', () => golden],
    ['the golden set as it is stored', () => stored],
    ['generated texts', (seed) => generated(seed, 120)],
  ])('is the same for 100 orders of arrival and batches: %s', (_, failuresOf) => {
    for (let seed = 1; seed <= 100; seed++) {
      const failures = failuresOf(seed);
      const arrived = inBatches(shuffled(failures, seed), seed);
      expect({ seed, isSame: JSON.stringify(arrived) === JSON.stringify(groupFailures(failures)) }).toEqual({
        seed,
        isSame: true,
      });
    }
  });

  it('is the same where a batch brings more different errors than are compared', () => {
    const word = (index: number) => index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
    const failures = Array.from({ length: maxDistinctErrors + 9 }, (_, index) => ({
      ...(generated(1, 2)[1] as FailedTest),
      id: `t${index}`,
      error: `Error: no ${word(index)}`,
      problemId: `p${index % 7}` as ProblemId,
    }));
    const grouping = new FailureGrouping();
    expect(grouping.group(failures.slice(20)).isCoarse).toBe(false);
    expect(grouping.group(failures)).toEqual(groupFailures(failures));
    expect(grouping.group(failures).isCoarse).toBe(true);
  });
});
