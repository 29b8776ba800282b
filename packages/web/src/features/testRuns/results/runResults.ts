import { type Position, type TestResultRow, type TestResultsPage, testKeyOf } from '@assay/contract';

/** The tests of a run by their keys, so that a changed one replaces only itself; `order` is the service's own. */
export type RunResults = {
  rows: Readonly<Record<string, TestResultRow>>;
  order: readonly string[];
  /** Everything up to this position is included; fetch later changes from here. */
  position: Position;
};

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
  const rows: Record<string, TestResultRow> = {};
  const order: string[] = [];
  for (const page of pages) {
    for (const row of page.tests) {
      const key = keyOfRow(row);
      if (!(key in rows)) order.push(key);
      rows[key] = row;
    }
  }
  // The first page is the oldest: rows that changed while the others were read are fetched again.
  return sealed({ rows, order, position: pages[0]?.position ?? ('' as Position) });
}

/**
 * Freezes the containers only. The store deep-freezes what it is given unless it is frozen already: with tens of
 * thousands of rows that takes longer than everything else together.
 */
function sealed(results: RunResults): RunResults {
  Object.freeze(results.rows);
  Object.freeze(results.order);
  return Object.freeze(results);
}

/**
 * Merges changed rows, each only if it is newer than the existing one.
 * @returns the same object when nothing was newer, to avoid rendering
 */
export function mergeResults(known: RunResults, page: TestResultsPage): RunResults {
  const newer = page.tests.filter((row) => {
    const before = known.rows[keyOfRow(row)];
    return before === undefined || isNewer(row.position, before.position);
  });
  const position = isNewer(page.position, known.position) ? page.position : known.position;
  if (newer.length === 0) return position === known.position ? known : sealed({ ...known, position });
  const rows = { ...known.rows };
  const added: string[] = [];
  for (const row of newer) {
    const key = keyOfRow(row);
    if (!(key in rows)) added.push(key);
    rows[key] = row;
  }
  return sealed({ rows, order: added.length === 0 ? known.order : [...known.order, ...added], position });
}
