import type { ListedTest, TestId } from '@assay/contract';
import type { PlannedUnit } from '@assay/domain';

export type UnitPlanInput = {
  /** One copy of each test, or as many as the run has: those that are still to be planned. */
  copies: readonly TestsToPlan[];
  /** Milliseconds, from recent results; tests that never ran are missing. */
  expected: ReadonlyMap<TestId, number>;
  runners: number;
  /** Tests of a file stay together. */
  byFile: boolean;
};

/** @property copy which of the run's copies the tests are; null: the run has one of each */
export type TestsToPlan = { copy: number | null; tests: readonly ListedTest[] };

/** The most units that a run may have: each is a stream, and an event on the run's own. */
const mostUnits = 2_000;
/** What a test that never ran is taken for when no other has run either. */
const unknownMs = 1_000;
/** No test takes no time at all, whatever its framework says: or any number of them would count for nothing. */
const leastMs = 1;
/** Tests that small pieces are put together to, at most: a unit is one claim, and is told of in one append. */
const mostTests = 5_000;
/**
 * A unit takes this part of what a runner would have left if all went evenly. The first units are large, so that few
 * processes are started; the last ones are small, so that what was expected wrongly is evened out.
 */
const partOfRest = 1 / 2;
/** The smallest units, as a part of what a runner has to do in all: the runners end at most about this far apart. */
const leastPart = 0.02;
/** Starting a framework's process takes about as long: smaller units would cost more than they even out. */
const leastShareMs = 1_000;
/**
 * The largest units: at a unit's end its runner may go over to another run that waits. More where nothing is known of
 * the tests, which may be much shorter than they are taken for.
 */
const mostShareMs = { known: 60_000, unknown: 240_000 };
/** By how much units grow while there are too many of them. */
const growth = 1.25;

type Piece = { copy: number | null; tests: TestId[]; expectedMs: number };

function medianOf(values: Iterable<number>): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** For a test that never ran: what its file's other tests take, or else what the project's do. */
function usualDurations({ copies, expected }: UnitPlanInput): (file: string) => number {
  const usual = medianOf(expected.values()) ?? unknownMs;
  const known = new Map<string, number[]>();
  for (const { testId, file } of copies.flatMap(({ tests }) => tests)) {
    const ms = expected.get(testId);
    if (ms === undefined) continue;
    const ofFile = known.get(file);
    if (ofFile) ofFile.push(ms);
    else known.set(file, [ms]);
  }
  const usualOf = new Map([...known].map(([file, ofFile]) => [file, medianOf(ofFile) ?? usual]));
  return (file) => usualOf.get(file) ?? usual;
}

/** What must stay together: a file, or a single test. Copy after copy, each in the order of the list. */
function piecesOf(input: UnitPlanInput): Piece[] {
  const usualOf = usualDurations(input);
  return input.copies.flatMap((each) => piecesOfCopy(each, input, usualOf));
}

function piecesOfCopy(
  { copy, tests }: TestsToPlan,
  { expected, byFile }: UnitPlanInput,
  usualOf: (file: string) => number,
): Piece[] {
  const pieces = new Map<string, Piece>();
  for (const { testId, file } of tests) {
    const key = byFile ? file : testId;
    const piece = pieces.get(key) ?? { copy, tests: [], expectedMs: 0 };
    piece.tests.push(testId);
    piece.expectedMs += Math.max(leastMs, expected.get(testId) ?? usualOf(file));
    pieces.set(key, piece);
  }
  return [...pieces.values()];
}

/**
 * Puts neighbours of one copy together as long as they stay within their unit's share; what is as long by itself stays
 * alone.
 */
function packed(pieces: readonly Piece[], total: number, shareOf: (rest: number) => number): Piece[] {
  const units: Piece[] = [];
  let open: (Piece & { share: number }) | null = null;
  let rest = total;
  const hasRoom = (unit: Piece & { share: number }, { copy, tests, expectedMs }: Piece) =>
    unit.copy === copy && unit.expectedMs + expectedMs <= unit.share && unit.tests.length + tests.length <= mostTests;
  for (const piece of pieces) {
    const { copy, tests, expectedMs } = piece;
    const share = shareOf(rest);
    rest -= expectedMs;
    if (expectedMs >= share) {
      units.push(piece);
    } else if (open && hasRoom(open, piece)) {
      for (const testId of tests) open.tests.push(testId);
      open.expectedMs += expectedMs;
    } else {
      open = { copy, tests: [...tests], expectedMs, share };
      units.push(open);
    }
  }
  return units;
}

/**
 * Cuts a run into units: a piece that is long by itself is one, small pieces share one, in the order of the list, so
 * that neighbours share a process. Runners pull the longest first. Without any test in the list (they will show
 * themselves while they run) there is one unit for all of them. No unit has two copies of a test: its runner could not
 * tell them apart.
 */
export function planUnits(input: UnitPlanInput): PlannedUnit[] {
  const pieces = piecesOf(input);
  if (pieces.length === 0) {
    return input.copies.map(({ copy }, index) => ({ unit: index + 1, copy, tests: [], expectedMs: unknownMs }));
  }
  const runners = Math.max(1, input.runners);
  const total = pieces.reduce((sum, { expectedMs }) => sum + expectedMs, 0);
  let most = input.expected.size > 0 ? mostShareMs.known : mostShareMs.unknown;
  let least = Math.min(most, Math.max(leastShareMs, (total / runners) * leastPart));
  const shareOf = (rest: number) => {
    // A runner by itself has nobody to be even with, and every unit more is a process more.
    const part = runners === 1 ? total : (rest / runners) * partOfRest;
    return Math.max(least, Math.min(most, part));
  };
  const units = () => packed(pieces, total, shareOf);
  let planned = units();
  while (planned.length > mostUnits) {
    least *= growth;
    most *= growth;
    planned = units();
  }
  return planned.map(({ copy, tests, expectedMs }, index) => ({
    unit: index + 1,
    copy,
    tests,
    expectedMs: Math.round(expectedMs),
  }));
}
