import type { Pace, Whose } from '@assay/projections';
import type { Application } from '../application.ts';

/** How long the read models may take to catch up. */
const waitMs = 3_000;

type Stores = {
  eventLog: Pick<Application['eventLog'], 'head'>;
  readModels: Pick<Application['readModels'], 'waitFor'>;
};

/** The read models have not caught up yet; retry a little later. */
export class ReadModelsBehind extends Error {
  constructor() {
    super('the read models are behind the event log');
    this.name = 'ReadModelsBehind';
  }
}

/**
 * For commands that decide by a read model: resolves when it shows everything recorded so far of the account, or of all.
 * @param pace `trailing` if the test history decides
 * @throws ReadModelsBehind when that takes too long: a decision on old data would be wrong without anyone noticing.
 */
export async function requireCaughtUp(
  { eventLog, readModels }: Stores,
  whose: Whose,
  pace: Pace = 'prompt',
): Promise<void> {
  const head = await eventLog.head();
  if (!head) return;
  if (!(await readModels.waitFor(head.position, waitMs, { whose, pace }))) throw new ReadModelsBehind();
}
