import { brokenTest, type RealFailure } from '@assay/contract';
import type { QuarantinedResult, QuarantinedRun } from '@assay/projections';

type Placed = { result: QuarantinedResult; run: QuarantinedRun };

/** A single failure says nothing: one that comes and goes looks the same. */
const minInARow = 2;

function isFailure({ result }: Placed): boolean {
  return result.status === 'FAIL' && !result.flaky;
}

/** Failures in a row, and the result that ended them; null: it still fails. */
function rowsOf(results: readonly Placed[]): { row: Placed[]; before: Placed | null; after: Placed | null }[] {
  const rows: { row: Placed[]; before: Placed | null; after: Placed | null }[] = [];
  let open: Placed[] = [];
  let before: Placed | null = null;
  for (const one of results) {
    if (isFailure(one)) {
      open.push(one);
      continue;
    }
    if (open.length > 0) rows.push({ row: open, before, after: one });
    open = [];
    before = one;
  }
  return open.length > 0 ? [...rows, { row: open, before, after: null }] : rows;
}

function whyReal({ row, before, after }: ReturnType<typeof rowsOf>[number]): RealFailure | null {
  if (row.length >= brokenTest.inARow) return 'BROKEN';
  const [problem] = row.map(({ result }) => result.problemId);
  if (row.length < minInARow || !after || problem === null) return null;
  const isSame = row.every(({ result }) => result.problemId === problem);
  const commits = new Set(row.map(({ run }) => run.commit));
  const wasFixed =
    after.result.status === 'PASS' &&
    !after.result.flaky &&
    after.run.commit !== null &&
    !commits.has(null) &&
    !commits.has(after.run.commit) &&
    !(before && commits.has(before.run.commit));
  return isSame && wasFixed ? 'FIXED' : null;
}

/**
 * The failures of a test that were no flakiness, by environment and branch, without runs that were canceled or in which
 * nearly everything failed: as many in a row as make a test broken, or at least two in a row with one error, until the
 * test passed on a commit that it had not failed on.
 * @param all results of one test, oldest first, with their runs
 */
export function realFailuresOf(all: readonly Placed[]): (Placed & { why: RealFailure })[] {
  const judged = all.filter(
    ({ result: { status }, run }) =>
      (status === 'PASS' || status === 'FAIL') && run.verdict !== 'CANCELED' && !run.isOutage,
  );
  const byPlace = new Map<string, Placed[]>();
  for (const one of judged) {
    const place = `${one.run.environmentId}\n${one.run.branch}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), one]);
  }
  return [...byPlace.values()].flatMap((results) =>
    rowsOf(results).flatMap((found) => {
      const why = whyReal(found);
      return why ? found.row.map((one) => ({ ...one, why })) : [];
    }),
  );
}
