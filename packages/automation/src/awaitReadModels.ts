import type { Position } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { ReadModels } from '@assay/projections';

/** Long enough for read models that are merely busy. */
const waitMs = 10_000;

/** The read models have not come far enough. Nothing is wrong with the event: its reaction is tried again. */
export class ReadModelsBehind extends Error {
  constructor(position: Position) {
    super(`the read models have not reached ${position}`);
    this.name = 'ReadModelsBehind';
  }
}

/**
 * For a reaction that decides from read models: waits until they show everything up to its event; where that belongs to
 * an account, everything of this account.
 * @throws ReadModelsBehind when they take longer than 10 s
 */
export async function awaitReadModels(readModels: ReadModels, event: RecordedEvent): Promise<void> {
  const whose = event.envelope.accountId ?? 'all';
  if (!(await readModels.waitFor(event.position, waitMs, { whose }))) throw new ReadModelsBehind(event.position);
}
