import type { ListedTest, TestId } from '@assay/contract';
import type { PlannedUnit } from '@assay/domain';
import { UnitSizes } from './unitSizes.ts';

export type UnitPlanInput = {
  /** One copy of each test, or as many as the run has: those that are still to be planned. */
  copies: readonly TestsToPlan[];
  /** Milliseconds, from recent results; tests that never ran are missing. */
  expected: ReadonlyMap<TestId, number>;
  runners: number;
  /** Tests of a file stay together. */
  byFile: boolean;
  /** ms that the framework takes to start, as measured; null: nobody knows. Each unit costs that once. */
  startMs: number | null;
};

/** @property copy which of the run's copies the tests are; null: the run has one of each */
export type TestsToPlan = { copy: number | null; tests: readonly ListedTest[] };

/** The most units that a run may have: each is a stream, and an event on the run's own. */
const maxUnits = 2_000;
/** What a test that never ran is taken for when no other has run either. */
const unknownMs = 1_000;
/** No test takes no time at all, whatever its framework says: or any number of them would count for nothing. */
const minMs = 1;
/** Tests that small pieces are put together to, at most: a unit is one claim, and is told of in one append. */
const maxTests = 5_000;
/**
 * Each round of units takes this part of what is left. The first units are large, so that few processes are started; the
 * last ones are small, so that what was expected wrongly is evened out. Where nothing is known of the tests there is more
 * to even out.
 */
const partOfRest = { known: 0.7, unknown: 0.55 };
/** The smallest units, as a part of what a runner has to do in all: the runners end at most about this far apart. */
const minPart = 0.02;
/**
 * Pieces that are at least this part of what a runner has to do go into the first, large units: small ones are for the
 * end, wherever in the list they stand.
 */
const longPart = 0.05;
/** Starting a framework's process where nobody has measured it. */
const usualStartMs = 1_000;
/** One start that is out of the ordinary must not leave runners with nothing to do. */
const maxStartMs = 15_000;
/**
 * The smallest units, in starts: halving one evens out less than that at the cost of one start more. What is known is
 * seldom wrong by more than a tenth, so that there is less to even out.
 */
const minStarts = { known: 3, unknown: 2 };
/**
 * The largest units: at a unit's end its runner may go over to another run that waits. More where nothing is known of
 * the tests, which may be much shorter than they are taken for.
 */
const maxShareMs = { known: 60_000, unknown: 240_000 };
/** The largest units, in starts: what is started for less spends its time starting. */
const maxStarts = 20;
/** A piece may reach beyond its unit's size by this part of itself, or much of each unit would stay empty. */
const maxOver = 1 / 4;
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

/**
 * What must stay together: a file, tests that their framework runs together only, or a single test. Copy after copy,
 * each in the order of the list.
 */
function piecesOf(input: UnitPlanInput): Piece[] {
  const usualOf = usualDurations(input);
  return input.copies.flatMap((each) => piecesOfCopy(each, input, usualOf));
}

function piecesOfCopy(
  { copy, tests }: TestsToPlan,
  { expected, byFile }: UnitPlanInput,
  usualOf: (file: string) => number,
): Piece[] {
  const pieces: Piece[] = [];
  const open = new Map<string, Piece>();
  for (const { testId, file, together } of tests) {
    const key = byFile ? file : together ? `${file}\0${together}` : testId;
    let piece = open.get(key);
    // Better run together twice than in a unit that no append can tell of.
    if (!piece || (!byFile && piece.tests.length >= maxTests)) {
      piece = { copy, tests: [], expectedMs: 0 };
      pieces.push(piece);
      open.set(key, piece);
    }
    piece.tests.push(testId);
    piece.expectedMs += Math.max(minMs, expected.get(testId) ?? usualOf(file));
  }
  return pieces;
}

/** A piece that takes as long as a runner's first unit has one to itself. */
function isAlone({ expectedMs }: Piece, { total, runners, part, min, max }: Bounds): boolean {
  return expectedMs >= Math.max(min, Math.min(max, (part * total) / runners));
}

function longFirst(pieces: readonly Piece[], { total, runners }: Bounds): Piece[] {
  const isLong = ({ expectedMs }: Piece) => expectedMs >= (total / runners) * longPart;
  return [...pieces.filter(isLong), ...pieces.filter((piece) => !isLong(piece))];
}

type Bounds = { total: number; runners: number; part: number; min: number; max: number; worth: number };

/**
 * Puts neighbours of one copy together until they come as near as they can to their unit's size; what is as long by
 * itself stays alone.
 */
function packed(pieces: readonly Piece[], bounds: Bounds): Piece[] {
  const alone = new Set(pieces.filter((piece) => isAlone(piece, bounds)));
  const aloneMs = [...alone].map(({ expectedMs }) => expectedMs);
  const rest = bounds.total - aloneMs.reduce((sum, ms) => sum + ms, 0);
  const sizes = new UnitSizes({ ...bounds, rest, alone: aloneMs });
  const units: Piece[] = [];
  let open: (Piece & { size: number }) | null = null;
  const hasRoom = (unit: Piece & { size: number }, { copy, tests, expectedMs }: Piece) =>
    unit.copy === copy &&
    unit.expectedMs + expectedMs * (1 - maxOver) <= unit.size &&
    unit.tests.length + tests.length <= maxTests;
  for (const piece of longFirst(pieces, bounds)) {
    const { copy, tests, expectedMs } = piece;
    if (alone.has(piece)) {
      units.push(piece);
      continue;
    }
    if (open && hasRoom(open, piece)) {
      for (const testId of tests) open.tests.push(testId);
      open.expectedMs += expectedMs;
    } else if (open && expectedMs >= open.size) {
      units.push(piece);
    } else {
      open = { copy, tests: [...tests], expectedMs, size: sizes.next() };
      units.push(open);
    }
    sizes.take(expectedMs);
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
  const knowledge = input.expected.size > 0 ? 'known' : 'unknown';
  const startMs = Math.min(input.startMs ?? usualStartMs, maxStartMs);
  // A runner by itself has nobody to be even with, and every unit more is a process more.
  const part = runners === 1 ? 1 : partOfRest[knowledge];
  const worth = startMs * minStarts[knowledge];
  let max = Math.max(maxShareMs[knowledge], startMs * maxStarts);
  // Never more than an even share: runners with nothing to do save nobody a start's time.
  let min = Math.min(max, total / runners, Math.max(worth, (total / runners) * minPart));
  const units = () => packed(pieces, { total, runners, part, min, max, worth });
  let planned = units();
  while (planned.length > maxUnits) {
    min *= growth;
    max *= growth;
    planned = units();
  }
  return planned.map(({ copy, tests, expectedMs }, index) => ({
    unit: index + 1,
    copy,
    tests,
    expectedMs: Math.round(expectedMs),
  }));
}
