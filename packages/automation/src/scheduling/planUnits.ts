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
  /** Measured start time of the framework in ms; null: unknown. Each unit costs it once. */
  startMs: number | null;
};

/** @property copy the copy of the run that the tests belong to; null: the run has a single copy */
export type TestsToPlan = { copy: number | null; tests: readonly ListedTest[] };

/** Maximum units of a run: each is a stream, and an event in the run's own. */
const maxUnits = 2_000;
/** Assumed duration of a test when no test has ever run. */
const unknownMs = 1_000;
/** Minimum duration of a test, whatever its framework reports: otherwise any number of them would count for nothing. */
const minMs = 1;
/** Maximum tests of a unit of small pieces: a unit is one claim, and is recorded in one append. */
const maxTests = 5_000;
/**
 * Each round of units takes this share of the remaining work. The first units are large, so that few processes are
 * started; the last ones are small, to even out wrong estimates. Without any history there is more to even out.
 */
const partOfRest = { known: 0.7, unknown: 0.55 };
/** The smallest units, as a share of a runner's total work: runners end at most about this far apart. */
const minPart = 0.02;
/**
 * Pieces of at least this share of a runner's work go into the first, large units: small ones are kept for the end,
 * wherever they are in the list.
 */
const longPart = 0.05;
/** Assumed start time of a framework's process if not measured. */
const usualStartMs = 1_000;
/** Upper limit, so that one unusually slow start does not leave runners without work. */
const maxStartMs = 15_000;
/**
 * The smallest units, in start times: halving one evens out less than the extra start costs. With history, estimates
 * are seldom off by more than a tenth, so there is less to even out.
 */
const minStarts = { known: 3, unknown: 2 };
/**
 * The largest units: after a unit its runner may move to another waiting run. Larger without history, as tests may be
 * much shorter than estimated.
 */
const maxShareMs = { known: 60_000, unknown: 240_000 };
/** The largest units, in start times: shorter ones would spend their time starting. */
const maxStarts = 20;
/** A piece may exceed its unit's size by this share of itself, or much of each unit would stay empty. */
const maxOver = 1 / 4;
/** By how much units grow while there are too many of them. */
const growth = 1.25;

type Piece = { copy: number | null; tests: TestId[]; expectedMs: number };

function medianOf(values: Iterable<number>): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** For a test that never ran: the typical duration in its file, or else in its project. */
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
 * Tests that must stay together: a file, tests that their framework only runs together, or a single test. Copy after
 * copy, each in the order of the list.
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
    // Splitting them is better than a unit too large for one append.
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

/** A piece as long as a runner's first unit gets its own unit. */
function isAlone({ expectedMs }: Piece, { total, runners, part, min, max }: Bounds): boolean {
  return expectedMs >= Math.max(min, Math.min(max, (part * total) / runners));
}

function longFirst(pieces: readonly Piece[], { total, runners }: Bounds): Piece[] {
  const isLong = ({ expectedMs }: Piece) => expectedMs >= (total / runners) * longPart;
  return [...pieces.filter(isLong), ...pieces.filter((piece) => !isLong(piece))];
}

type Bounds = { total: number; runners: number; part: number; min: number; max: number; worth: number };

/**
 * Groups neighbours of one copy until they come as close as possible to their unit's size; a piece that long stays
 * alone.
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
 * Cuts a run into units: a long piece is its own unit, small pieces share one, in the order of the list, so that
 * neighbours share a process. Runners take the longest first. An empty list (tests are discovered while running) gives
 * one unit for all tests. No unit has two copies of a test, because its runner could not tell them apart.
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
  // A single runner needs no balancing, and every further unit is another process.
  const part = runners === 1 ? 1 : partOfRest[knowledge];
  const worth = startMs * minStarts[knowledge];
  let max = Math.max(maxShareMs[knowledge], startMs * maxStarts);
  // Never more than an even share: idle runners save no start time.
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
