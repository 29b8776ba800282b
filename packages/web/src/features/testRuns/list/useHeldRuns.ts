import type { TestRunView } from '@assay/contract';
import { useState } from 'react';
import { timeOf } from '../../../ui/format/formatTime.ts';

type Held = { key: string; runs: readonly TestRunView[] };

/**
 * Keeps rows in place while somebody reads further down: known rows are updated, but new runs wait until they are
 * requested or the list is scrolled to the top.
 * @param key identifies the page and filters; a new key starts over
 * @returns the rows to show, how many new ones wait, and how to let them in
 */
export function useHeldRuns(
  runs: readonly TestRunView[] | undefined,
  key: string,
  atTop: boolean,
): { runs: readonly TestRunView[] | undefined; waiting: number; letIn: () => void } {
  const [held, setHeld] = useState<Held | null>(null);
  if (!runs) return { runs, waiting: 0, letIn: () => undefined };
  const letIn = () => setHeld({ key, runs });

  const before = held?.key === key ? held.runs : null;
  const newest = Math.max(...(before ?? []).map((run) => timeOf(run.createdAt)), 0);
  const waiting = before === null ? 0 : runs.filter((run) => timeOf(run.createdAt) > newest).length;
  if (before === null || before.length === 0 || atTop || waiting === 0) {
    if (before !== runs) letIn();
    return { runs, waiting: 0, letIn };
  }
  const incoming = new Map(runs.map((run) => [run.id, run]));
  return { runs: before.map((run) => incoming.get(run.id) ?? run), waiting, letIn };
}
