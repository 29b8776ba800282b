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
    piece.expectedMs += expected.get(testId) ?? usual;
    pieces.set(key, piece);
  }
  return [...pieces.values()];
}

/**
 * Cuts a run into units: a piece that is long by itself is one, small pieces share one, in the order of the list, so
 * that neighbours share a process. Runners pull the longest first. Without any test in the list (they will show
 * themselves while they run) there is one unit for all of them.
 */
export function planUnits(input: UnitPlanInput): PlannedUnit[] {
  const pieces = piecesOf(input);
  if (pieces.length === 0) return [{ unit: 1, tests: [], expectedMs: unknownMs }];
  const total = pieces.reduce((sum, { expectedMs }) => sum + expectedMs, 0);
  const wanted = Math.min(mostUnits, Math.max(1, input.runners * unitsPerRunner));
  const share = total / wanted;
  const tooMany = pieces.length > wanted;

  const units: Piece[] = [];
  let open: Piece | null = null;
  for (const piece of pieces) {
    if (!tooMany || piece.expectedMs >= share) {
      units.push(piece);
      continue;
    }
    if (open && open.expectedMs + piece.expectedMs <= share) {
      open.tests.push(...piece.tests);
      open.expectedMs += piece.expectedMs;
      continue;
    }
    open = { tests: [...piece.tests], expectedMs: piece.expectedMs };
    units.push(open);
  }
  return units.map(({ tests, expectedMs }, index) => ({ unit: index + 1, tests, expectedMs: Math.round(expectedMs) }));
}
