import type { TestRunId } from '@assay/contract';
import type { EventLog } from '@assay/event-log';

/**
 * @returns the commit that a run tested; null while unknown. Only the run's first events are read, which include it.
 */
export async function commitOfTestRun({ read }: Pick<EventLog, 'read'>, testRunId: TestRunId): Promise<string | null> {
  for await (const event of read(`testRun-${testRunId}`)) {
    if (event.type === 'TestRunStarted') return event.data.commit;
  }
  return null;
}
