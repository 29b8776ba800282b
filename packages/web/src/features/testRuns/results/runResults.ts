import { type Position, type TestResultRow, type TestResultsPage, testKeyOf } from '@assay/contract';

/**
 * The tests of a run, in the service's own order. A changed one takes the place of what it was, so that a change among
 * tens of thousands copies a list of references and looks nothing up.
 */
export type RunResults = {
  /** Undefined: it is not there yet, at a moment of a replay. */
  rows: readonly (TestResultRow | undefined)[];
  /** Where in `rows` the test of a key is. */
  places: ReadonlyMap<string, number>;
  /** Everything up to this position is included; fetch later changes from here. */
  position: Position;
  /** More tests are on their way. */
  isPart?: true;
};

/** @returns the test of this key; undefined when the run has none, or does not have it yet */
export function rowOf({ rows, places }: RunResults, key: string): TestResultRow | undefined {
  const place = places.get(key);
  return place === undefined ? undefined : rows[place];
}

/** @returns whether a position is later; with two histories of the event log, the new one is. */
export function isNewer(position: Position, than: Position): boolean {
  return !sameEpoch(position, than) || position > than;
}

/** Positions of different epochs belong to different histories: what was known before is void. */
export function sameEpoch(a: Position, b: Position): boolean {
  return a.split('-')[0] === b.split('-')[0];
}

/** @returns a key unique to the row's test and copy within its run. */
export function keyOfRow(row: Pick<TestResultRow, 'testId' | 'copy'>): string {
  return testKeyOf(row.testId, row.copy);
}

export function resultsOf(pages: readonly TestResultsPage[]): RunResults {
  const rows: TestResultRow[] = [];
  const places = new Map<string, number>();
  for (const page of pages) for (const row of page.tests) put(rows, places, row);
  // The first page is the oldest: rows that changed while the others were read are fetched again.
  return sealed({ rows, places, position: pages[0]?.position ?? ('' as Position) });
}

function put(rows: (TestResultRow | undefined)[], places: Map<string, number>, row: TestResultRow): void {
  const key = keyOfRow(row);
  const place = places.get(key);
  if (place === undefined) places.set(key, rows.push(row) - 1);
  else rows[place] = row;
}

/**
 * Freezes the containers only. The store deep-freezes what it is given unless it is frozen already: with tens of
 * thousands of rows that takes longer than everything else together.
 */
export function sealed(results: RunResults): RunResults {
  Object.freeze(results.rows);
  return Object.freeze(results);
}

/**
 * Merges changed rows, each only if it is newer than the existing one.
 * @returns the same object when nothing was newer, to avoid rendering
 */
export function mergeResults(known: RunResults, page: TestResultsPage): RunResults {
  const newer = page.tests.filter((row) => {
    const before = rowOf(known, keyOfRow(row));
    return before === undefined || isNewer(row.position, before.position);
  });
  const position = isNewer(page.position, known.position) ? page.position : known.position;
  if (newer.length === 0) return position === known.position ? known : sealed({ ...known, position });
  const rows = [...known.rows];
  const isLonger = newer.some((row) => !known.places.has(keyOfRow(row)));
  const places = isLonger ? new Map(known.places) : (known.places as Map<string, number>);
  for (const row of newer) put(rows, places, row);
  return sealed({ rows, places, position });
}
