import type { ListedTest, TestId } from '@assay/contract';

/** A suite with the true durations of its tests, and those of earlier runs; ms. */
export type Suite = { name: string; tests: ListedTest[]; takes: Map<TestId, number>; took: Map<TestId, number> };

/**
 * Tests per runner: enough for an even distribution with the longest first, where none is longer than a runner's share.
 */
const testsPerRunner = 60;
const testsPerFile = 6;

/** @returns pseudo-random numbers from 0 to 1, the same every time. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function logNormal(random: () => number, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(5, median * Math.exp(spread * normal));
}

type Shape = { name: string; takes: (random: () => number, count: number) => number[]; changed?: boolean };

const shapes: Shape[] = [
  { name: 'uniform', takes: (_, count) => Array.from({ length: count }, () => 2_000) },
  { name: 'heavy-tailed', takes: (random, count) => Array.from({ length: count }, () => logNormal(random, 1_000, 1)) },
  {
    name: 'one giant',
    takes: (random, count) => {
      const durations = Array.from({ length: count }, () => logNormal(random, 1_000, 0.7));
      durations[Math.floor(random() * count)] = 60_000;
      return durations;
    },
  },
  {
    name: 'one test in ten has changed',
    takes: (random, count) => Array.from({ length: count }, () => logNormal(random, 1_000, 1)),
    changed: true,
  },
];

/**
 * Generated suites for this many runners. Earlier durations are within a tenth of the true ones; those of the changed
 * tests are half or twice as long.
 */
export function suitesFor(runners: number, seed: number): Suite[] {
  return shapes.map(({ name, takes, changed = false }) => {
    const random = numbers(seed);
    const durations = takes(random, runners * testsPerRunner);
    const tests = durations.map((_, index): ListedTest => {
      const testId = `t${index}` as TestId;
      const file = `f${Math.floor(index / testsPerFile)}.spec.ts`;
      return { testId, file, name: testId, line: null, tags: [], selector: null };
    });
    const before = (ms: number) => {
      if (changed && random() < 0.1) return random() < 0.5 ? ms / 2 : ms * 2;
      return ms * (0.9 + 0.2 * random());
    };
    return {
      name,
      tests,
      takes: new Map(tests.map(({ testId }, index) => [testId, durations[index] ?? 0])),
      took: new Map(tests.map(({ testId }, index) => [testId, before(durations[index] ?? 0)])),
    };
  });
}
