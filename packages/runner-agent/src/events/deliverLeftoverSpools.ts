import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { agentProtocol, LeaseId } from '@assay/contract';
import type { Logger } from 'pino';
import { Value } from 'typebox/value';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { sendEvents } from './sendEvents.ts';
import { readSpool } from './spoolFile.ts';

/**
 * Delivers the results that a killed agent had not delivered. Its units usually belong to other runners by now, and the
 * service then says so; either way the spools are gone afterwards.
 */
export async function deliverLeftoverSpools(
  folder: string,
  client: ServiceClient,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith('.ndjson'))) {
    const lease: unknown = name.slice(0, -'.ndjson'.length);
    try {
      let events = await readSpool(join(folder, name));
      while (events.length > 0 && Value.Check(LeaseId, lease)) {
        const batch = events.slice(0, agentProtocol.eventsInPost);
        const next = await sendEvents(client, logger, lease, batch, signal);
        if (next <= (batch[0]?.sequence ?? 0)) throw new Error('the service accepts none of it');
        events = events.filter((event) => event.sequence >= next);
      }
      logger.info({ lease }, 'delivered what an earlier start of this agent had left behind');
    } catch (error) {
      if (signal.aborted) return;
      logger.info({ lease, err: error }, 'dropped what an earlier start of this agent had left behind');
    }
    await rm(join(folder, name), { force: true });
  }
  for (const name of names.filter((each) => each.endsWith('.files'))) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
