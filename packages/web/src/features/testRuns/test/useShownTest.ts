import { isFinished, pollSeconds, type TestResultView, type TestRunView } from '@assay/contract';
import { useGetTestResultQuery } from '../../../connection/serviceHooks.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import type { Query } from '../../../ui/Loaded.tsx';
import { useMoment } from '../replay/moment.ts';

/**
 * One test of a run in full, polled until it passes or the run ends.
 * @param testKey which test of the run, and which of its copies
 */
export function useShownTest(run: TestRunView, testKey: string): Query<TestResultView> {
  const query = useGetTestResultQuery({ params: { id: run.id, testId: testKey } });
  const moment = useMoment();
  const running = moment === null && !isFinished(run.status) && query.currentData?.status !== 'PASS';
  usePolling(query.refetch, running ? pollSeconds.singleTest : null);
  return query;
}
