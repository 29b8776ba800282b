import type { TestId } from '@assay/contract';
import { planUnits } from '../../../packages/automation/src/scheduling/planUnits.ts';
import type { Figure } from '../figures.ts';
import { quantile } from '../samples.ts';
import { type Batch, longestFirst, pulled } from './simulate.ts';
import { type Suite, suitesFor } from './suites.ts';

const runnerCounts = [2, 4, 8, 16, 32, 64];
const rounds = 9;

const one = (testId: TestId, expectedMs: number): Batch => ({ tests: [testId], expectedMs });

type Strategy = { name: string; makespan: (suite: Suite, runners: number, startMs: number) => number };

function planned(suite: Suite, runners: number, startMs: number, expected: ReadonlyMap<TestId, number>): number {
  const { tests, takes } = suite;
  const units = planUnits({ copies: [{ copy: null, tests }], expected, runners, byFile: false, startMs });
  return pulled(longestFirst(units), runners, takes, startMs);
}

const strategies: Strategy[] = [
  { name: 'planned with history', makespan: (suite, ...order) => planned(suite, ...order, suite.took) },
  { name: 'planned without history', makespan: (suite, ...order) => planned(suite, ...order, new Map()) },
  {
    name: 'static shards of as many tests',
    makespan: ({ tests, takes }, runners, startMs) => {
      const size = Math.ceil(tests.length / runners);
      const shards = Array.from({ length: runners }, (_, shard) => ({
        tests: tests.slice(shard * size, (shard + 1) * size).map(({ testId }) => testId),
        expectedMs: 0,
      }));
      return pulled(shards, runners, takes, startMs);
    },
  },
  {
    name: 'first unclaimed test',
    makespan: ({ tests, takes }, runners, startMs) =>
      pulled(
        tests.map(({ testId }) => one(testId, 0)),
        runners,
        takes,
        startMs,
      ),
  },
];

/** The result of runners that know the true durations and take the longest test first. */
function oracle({ takes }: Suite, runners: number): number {
  return pulled(longestFirst([...takes].map(([testId, ms]) => one(testId, ms))), runners, takes);
}

/** The cost of a framework's process before its first test. */
const starts = [
  { name: 'starts cost nothing', startMs: 0 },
  { name: 'a start costs 1 s', startMs: 1_000 },
  { name: 'a start costs 10 s', startMs: 10_000 },
];

/**
 * How long runs take by the service's plan, in simulated time: the worst of all numbers of runners, each the median of
 * several suites. A figure of 1 is the oracle's, which starts one process per runner.
 */
export async function measureMakespan(): Promise<Figure[]> {
  return starts.flatMap(({ name, startMs }) => figuresOf(name, startMs));
}

function figuresOf(cost: string, startMs: number): Figure[] {
  const figures: Figure[] = [];
  for (const [shape, { name }] of suitesFor(2, 1).entries()) {
    for (const strategy of strategies) {
      const ratios = runnerCounts.map((runners) => {
        const samples = Array.from({ length: rounds }, (_, round) => {
          const suite = suitesFor(runners, 7_919 * (round + 1) + runners)[shape];
          return suite ? strategy.makespan(suite, runners, startMs) / (startMs + oracle(suite, runners)) : Number.NaN;
        });
        return quantile(samples, 0.5);
      });
      const aim = { 'planned with history': 1.03, 'planned without history': 1.25 }[strategy.name];
      figures.push({
        name: `makespan, ${name}, ${cost}, ${strategy.name}, worst of ${runnerCounts[0]}–${runnerCounts.at(-1)} runners`,
        unit: 'x',
        measured: { p50: Math.max(...ratios) },
        floor: { p50: 1 },
        floorIs: 'longest first by the true durations, one start a runner',
        ...(aim === undefined || startMs > 0 ? {} : { aim }),
      });
    }
  }
  return figures;
}
