import type { Pace, Whose } from '@assay/projections';
import type { Application } from '../application.ts';

/** How long the read models may take to catch up. */
const waitMs = 3_000;
/** They usually follow within this time; only then is it worth finding out what an account really has to wait for. */
const usualMs = 100;

type Stores = {
  eventLog: Pick<Application['eventLog'], 'head' | 'newestOf'>;
  readModels: Pick<Application['readModels'], 'waitFor' | 'reached'>;
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
 * However much others record, an account waits for what it recorded itself, and what belongs to nobody.
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
  const until = performance.now() + waitMs;
  const left = () => Math.max(0, until - performance.now());
  if (await readModels.waitFor(head.position, usualMs, { whose, pace })) return;
  let newest = head.position;
  if (whose !== 'all' && whose !== 'installation') {
    // Before the front, an account is shown as far as it is itself; behind it, nothing is.
    const front = await readModels.reached({ whose: 'installation', pace });
    if (front !== null) newest = await eventLog.newestOf(whose, { after: front, until: newest, timeoutMs: left() });
  }
  if (!(await readModels.waitFor(newest, left(), { whose, pace }))) throw new ReadModelsBehind();
}
