import type { EarlierResult, TestHistory } from '@assay/contract';

/** The results of a test on a branch, or on several that are not shown one by one. */
export type HistoryLane = { name: string; results: readonly PlacedResult[]; failed: number };

/** `column`: the place of its run among those in view, from 0. */
export type PlacedResult = EarlierResult & { column: number };

export type HistoryLanes = {
  lanes: readonly HistoryLane[];
  /** The numbers of the first and the last run in view. */
  from: number;
  to: number;
  columns: number;
  /** The column of the run that is looked at; null: it is not among the kept ones. */
  own: number | null;
  /** The column of the first failure since the test last passed on this branch; null: it passed, or that is not in view. */
  failedFrom: number | null;
};

/** Runs in view. */
const columnsShown = 40;
/** Branches that have a lane of their own. */
const branchesShown = 3;

/**
 * A column for each run and a lane for each branch: the default branch first, then that of the run, then those with the
 * newest results; the others share a lane.
 * @param testRunId the run that is looked at; the newest are shown where it is among them, else those up to it
 * @returns null: there is nothing to compare with
 */
export function historyLanesOf(
  { results, defaultBranch }: TestHistory,
  { testRunId, branch, failingSince }: { testRunId: string; branch: string; failingSince: string | null },
): HistoryLanes | null {
  const at = results.findIndex((result) => result.testRunId === testRunId);
  const first = at < columnsShown ? 0 : at;
  const shown = results.slice(first, first + columnsShown).toReversed();
  if (shown.length < 2) return null;
  const placed = shown.map((result, column) => ({ ...result, column }));
  const columnOf = (id: string | null) => placed.find((result) => result.testRunId === id)?.column ?? null;
  const newestFirst = [...new Set(placed.toReversed().map((result) => result.branch))];
  const order = [defaultBranch, branch, ...newestFirst].filter((name) => newestFirst.includes(name));
  const names = [...new Set(order)];
  const own = names.slice(0, names.length === branchesShown + 1 ? names.length : branchesShown);
  const others = names.slice(own.length);
  const laneOf = (name: string, isIn: (result: PlacedResult) => boolean): HistoryLane => {
    const inLane = placed.filter(isIn);
    return { name, results: inLane, failed: inLane.filter(({ status }) => status === 'FAIL').length };
  };
  const lanes = own.map((name) => laneOf(name, (result) => result.branch === name));
  if (others.length > 0)
    lanes.push(laneOf(`${others.length} other branches`, (result) => others.includes(result.branch)));
  return {
    lanes,
    from: placed[0]?.number ?? 0,
    to: placed.at(-1)?.number ?? 0,
    columns: placed.length,
    own: columnOf(testRunId),
    failedFrom: columnOf(failingSince),
  };
}

/** @returns the newest earlier result in which the test passed on the branch; null: none is kept */
export function lastPassOf({ results }: TestHistory, testRunId: string, branch: string): EarlierResult | null {
  const passed = (result: EarlierResult) => result.status === 'PASS' && result.branch === branch;
  return results.find((result) => result.testRunId < testRunId && passed(result)) ?? null;
}
