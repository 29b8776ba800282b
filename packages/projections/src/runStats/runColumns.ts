import { countOf, isInconclusive } from '@assay/contract';
import type { RunFacts } from './runFacts.ts';

/** What runs are filtered by. Many runs have the same. */
export type RunSource = Pick<RunFacts, 'projectId' | 'environmentId' | 'branch' | 'pipelineStageId'>;

/** What a run is counted as. */
export const outcome = { unfinished: 0, passed: 1, failed: 2, setupFailed: 3, canceled: 4, inconclusive: 5 } as const;

/**
 * What charts count of runs, a column for each fact. Of a run it takes an eighth of the memory that an object would, and
 * adding up a quarter of a million takes milliseconds.
 */
export type RunColumns = {
  size: number;
  sources: readonly RunSource[];
  /** The place of each run's source in `sources`. */
  source: Uint32Array;
  /** Milliseconds since 1970, in their order. */
  createdAt: Float64Array;
  /** Values of `outcome`. */
  outcome: Uint8Array;
  /** NaN where there is none. */
  durationMs: Float64Array;
  passed: Int32Array;
  failed: Int32Array;
  ignored: Int32Array;
  /** What was not reached is among them. */
  notRun: Int32Array;
  quarantined: Int32Array;
  flaky: Int32Array;
  retries: Int32Array;
  retryMs: Float64Array;
  /** The time of the last attempts. */
  testMs: Float64Array;
};

function outcomeOf({ status, testsKnown, totals }: RunFacts): number {
  switch (status) {
    case 'PASS':
      return isInconclusive(totals) ? outcome.inconclusive : outcome.passed;
    case 'FAIL':
      return testsKnown ? outcome.failed : outcome.setupFailed;
    case 'CANCELED':
      return outcome.canceled;
    default:
      return outcome.unfinished;
  }
}

/** @param runs in the order in which they were created */
export function columnsOf(runs: readonly RunFacts[]): RunColumns {
  const sources: RunSource[] = [];
  const places = new Map<string, number>();
  const placeOf = ({ projectId, environmentId, branch, pipelineStageId }: RunFacts): number => {
    const key = JSON.stringify([projectId, environmentId, pipelineStageId, branch]);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, sources.length);
    return sources.push({ projectId, environmentId, branch, pipelineStageId }) - 1;
  };
  const numbers = (numberOf: (run: RunFacts) => number) => Int32Array.from(runs, numberOf);
  const times = (timeOf: (run: RunFacts) => number) => Float64Array.from(runs, timeOf);
  return {
    size: runs.length,
    source: Uint32Array.from(runs, placeOf),
    sources,
    createdAt: times(({ createdAt }) => Date.parse(createdAt)),
    outcome: Uint8Array.from(runs, outcomeOf),
    durationMs: times(({ durationMs }) => durationMs ?? Number.NaN),
    passed: numbers(({ totals }) => totals.passed),
    failed: numbers(({ totals }) => totals.failed),
    ignored: numbers(({ totals }) => totals.ignored),
    notRun: numbers(({ totals, testCount }) => totals.notRun + Math.max(0, testCount - countOf(totals))),
    quarantined: numbers(({ totals }) => totals.quarantinedPassed + totals.quarantinedFailed + totals.quarantinedOther),
    // Runs of older versions counted flaky quarantined tests as well.
    flaky: numbers(({ totals }) => Math.min(totals.flaky, totals.passed)),
    retries: numbers(({ retries }) => retries),
    retryMs: times(({ retryMs }) => retryMs),
    testMs: times(({ totals }) => totals.durationMs + totals.quarantinedDurationMs),
  };
}
