import type { EventLog } from '@assay/event-log';
import type { ReadModels, WaitScope } from '@assay/projections';
import { errorTable } from './apiErrors.ts';
import { codeOf } from './errorAnswer.ts';

type Deps = { eventLog: Pick<EventLog, 'head'>; readModels: Pick<ReadModels, 'waitFor'> };

/** How long a query waits before it answers that there is no such thing. */
const catchUpMs = 3_000;

/**
 * Reads again what is not found, once the read models have come as far as the log: it may have been made a moment ago,
 * by another process even.
 * @param what which read models it reads, and for whom
 * @param read answers or throws what is answered with an error
 */
export async function withNewest<Answer>(
  { eventLog, readModels }: Deps,
  what: WaitScope,
  read: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (errorTable[codeOf(error)].status !== 404) throw error;
    const head = await eventLog.head();
    if (!head || !(await readModels.waitFor(head.position, catchUpMs, what))) throw error;
    return read();
  }
}
