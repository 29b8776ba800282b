import type { TestRunView } from '@assay/contract';
import { useGetMeQuery } from '../../../connection/serviceHooks.ts';
import { timeOf } from '../../../ui/format/formatTime.ts';
import type { Look } from '../../../ui/lastLook/looks.ts';
import { useLastLook } from '../../../ui/lastLook/useLastLook.ts';

/**
 * Which runs are new since the person last looked at the list. What somebody started by hand is no news to them.
 * @param runs what the list shows; undefined while it loads
 * @param isStart whether that is its first page without filters, where whoever looks has seen all up to the newest
 */
export function useNewRuns(
  runs: readonly TestRunView[] | undefined,
  isStart: boolean,
): { isNew: (run: TestRunView) => boolean; before: Look | null; markSeen: () => void } {
  const { data: me } = useGetMeQuery();
  const newest = runs && isStart ? Math.max(0, ...runs.map(({ createdAt }) => timeOf(createdAt))) : null;
  const { before, markSeen } = useLastLook('testRuns', newest);
  const isOwn = ({ createdBy, trigger, testPlanRun }: TestRunView) =>
    createdBy !== null && createdBy.id === me?.id && trigger === null && testPlanRun === null;
  const isNew = (run: TestRunView) => before !== null && timeOf(run.createdAt) > before.newest && !isOwn(run);
  return { isNew, before, markSeen };
}
