import type { RecentRunView } from '@assay/contract';
import { timeOf } from '../../../ui/format/formatTime.ts';
import type { Look } from '../../../ui/lastLook/looks.ts';
import { useLastLook } from '../../../ui/lastLook/useLastLook.ts';
import type { Column } from './columns.ts';

/**
 * Which runs failed since the person last looked at the dashboard.
 * @param columns what it shows; undefined while that loads
 * @param isStart whether that is all of it, without filters
 * @param isPast whether it is a moment of the past, of which nothing is news and which is no look
 */
export function useNewFailures(
  columns: readonly Column[] | undefined,
  isStart: boolean,
  isPast: boolean,
): { isNew: (run: RecentRunView) => boolean; before: Look | null; markSeen: () => void } {
  const ends = columns && isStart && !isPast ? runsOf(columns).map(endOf) : null;
  const { before, markSeen } = useLastLook('dashboard', ends && Math.max(0, ...ends));
  const isNew = (run: RecentRunView) =>
    !isPast && before !== null && run.status === 'FAIL' && endOf(run) > before.newest;
  return { isNew, before, markSeen };
}

/** @returns the runs on all cards */
export function runsOf(columns: readonly Column[]): RecentRunView[] {
  return columns.flatMap(({ cards }) => cards.flatMap(({ runs }) => runs.latest.map(({ run }) => run)));
}

function endOf({ endTime }: RecentRunView): number {
  return endTime === null ? 0 : timeOf(endTime);
}
