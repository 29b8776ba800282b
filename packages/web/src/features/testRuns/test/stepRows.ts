import type { TestAttemptView, TestStep } from '@assay/contract';

/** One step, and how it went in each of the attempts; null: that attempt did not come to it. */
export type StepRow = { key: string; title: string; depth: number; steps: readonly (TestStep | null)[] };

/**
 * Puts the steps of several attempts into rows: the same step of two attempts shares one. A step that is repeated
 * within an attempt has a row each time; one that only a later attempt has follows the step before it.
 */
export function stepRows(attempts: readonly Pick<TestAttemptView, 'steps'>[]): StepRow[] {
  const order: string[] = [];
  const byKey = new Map<string, { title: string; depth: number; steps: (TestStep | null)[] }>();
  for (const [column, { steps }] of attempts.entries()) {
    const seen = new Map<string, number>();
    let before = -1;
    for (const step of steps) {
      const name = `${step.depth} ${step.title}`;
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const key = `${nth} ${name}`;
      const row = byKey.get(key) ?? { title: step.title, depth: step.depth, steps: attempts.map(() => null) };
      if (!byKey.has(key)) {
        byKey.set(key, row);
        order.splice(before + 1, 0, key);
      }
      row.steps[column] = step;
      before = order.indexOf(key);
    }
  }
  return order.flatMap((key) => {
    const row = byKey.get(key);
    return row ? [{ key, ...row }] : [];
  });
}

/** How many rows are shown until all are asked for. */
const shownAtFirst = 12;

/**
 * @returns the rows to begin with: all of a few; of many the outermost ones and those that failed or lead to a failure
 */
export function rowsAtFirst(rows: readonly StepRow[]): StepRow[] {
  if (rows.length <= shownAtFirst) return [...rows];
  const failed = (row: StepRow) => row.steps.some((step) => step?.status === 'FAIL');
  const main = rows.filter((row) => row.depth === 0 || failed(row));
  if (main.length <= shownAtFirst) return main;
  const last = main.findLastIndex(failed);
  const end = last === -1 ? shownAtFirst : last + 1;
  return main.slice(Math.max(0, end - shownAtFirst), end);
}
