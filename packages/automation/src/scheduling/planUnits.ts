import type { ListedTest, TestId } from '@assay/contract';
import type { PlannedUnit } from '@assay/domain';

export type UnitPlanInput = {
  tests: readonly ListedTest[];
  /** Milliseconds, from recent results; tests that never ran are missing. */
  expected: ReadonlyMap<TestId, number>;
  runners: number;
  /** Tests of a file stay together. */
  byFile: boolean;
};

/** The most units that a run may have: each is a stream, and an event on the run's own. */
const mostUnits = 2_000;
/** Units a runner pulls if all goes evenly: enough to even out what was expected wrongly, few enough to start quickly. */
const unitsPerRunner = 4;
/** What a test that never ran is taken for when no other has run either. */
const unknownMs = 1_000;
/** No test takes no time at all, whatever its framework says: or any number of them would count for nothing. */
const leastMs = 1;
/** Tests that small pieces are put together to, at most: a unit is one claim, and is told of in one append. */
const mostTests = 5_000;
/** By how much units grow while there are too many of them. */
const growth = 1.25;

type Piece = { tests: TestId[]; expectedMs: number };

function medianOf(values: Iterable<number>): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? unknownMs;
}

/** What must stay together: a file, or a single test. In the order of the list. */
function piecesOf({ tests, expected, byFile }: UnitPlanInput): Piece[] {
  const usual = medianOf(expected.values());
  const pieces = new Map<string, Piece>();
  for (const { testId, file } of tests) {
    const key = byFile ? file : testId;
    const piece = pieces.get(key) ?? { tests: [], expectedMs: 0 };
    piece.tests.push(testId);
    piece.expectedMs += Math.max(leastMs, expected.get(testId) ?? usual);
    pieces.set(key, piece);
  }
  return [...pieces.values()];
}

/** Puts neighbours together as long as they stay within the share; what is as long by itself stays alone. */
function packed(pieces: readonly Piece[], share: number): Piece[] {
  const units: Piece[] = [];
  let open: Piece | null = null;
  for (const { tests, expectedMs } of pieces) {
    if (expectedMs >= share) {
      units.push({ tests, expectedMs });
    } else if (open && open.expectedMs + expectedMs <= share && open.tests.length + tests.length <= mostTests) {
      for (const testId of tests) open.tests.push(testId);
      open.expectedMs += expectedMs;
    } else {
      open = { tests: [...tests], expectedMs };
      units.push(open);
    }
  }
  return units;
}

/**
 * Cuts a run into units: a piece that is long by itself is one, small pieces share one, in the order of the list, so
 * that neighbours share a process. Runners pull the longest first. Without any test in the list (they will show
 * themselves while they run) there is one unit for all of them.
 */
export function planUnits(input: UnitPlanInput): PlannedUnit[] {
  const pieces = piecesOf(input);
  if (pieces.length === 0) return [{ unit: 1, tests: [], expectedMs: unknownMs }];
  const wanted = Math.min(mostUnits, Math.max(1, input.runners * unitsPerRunner));
  let share = pieces.reduce((sum, { expectedMs }) => sum + expectedMs, 0) / wanted;
  let units = pieces.length > wanted ? packed(pieces, share) : pieces;
  while (units.length > mostUnits) {
    share *= growth;
    units = packed(pieces, share);
  }
  return units.map(({ tests, expectedMs }, index) => ({ unit: index + 1, tests, expectedMs: Math.round(expectedMs) }));
}
