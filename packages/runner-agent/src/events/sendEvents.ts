import { readFile, rm } from 'node:fs/promises';
import type { LeaseId } from '@assay/contract';
import type { Logger } from 'pino';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';
import type { SpooledEvent } from './spoolFile.ts';

/**
 * Sends consecutive events of a lease, after the files they name. A file that the service refuses or that is gone is
 * left out of its event: an oversized picture must not cost the result.
 * @returns the sequence number to continue with: earlier events are acknowledged, possibly none of these.
 * @throws RefusedError when the service accepts nothing more for this lease.
 */
export async function sendEvents(
  client: ServiceClient,
  logger: Logger,
  lease: LeaseId,
  events: readonly SpooledEvent[],
  signal: AbortSignal,
): Promise<number> {
  const first = events[0]?.sequence;
  if (first === undefined) throw new RangeError('no events to send');
  for (const spooled of events) await uploadFiles(client, logger, spooled, signal);
  const bodies = events.map(({ event }) => event);
  let next: number;
  try {
    next = await client.postEvents(lease, first, bodies, signal);
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === 'unit.sequenceGap' && error.next !== null)) throw error;
    // The service misses events from before this batch, which it once acknowledged and which are gone here.
    if (error.next < first) throw error;
    next = error.next;
  }
  const acknowledged = events.filter((spooled) => spooled.sequence < next);
  await Promise.all(acknowledged.flatMap(({ files }) => files.map(({ path }) => rm(path, { force: true }))));
  return next;
}

async function uploadFiles(
  client: ServiceClient,
  logger: Logger,
  spooled: SpooledEvent,
  signal: AbortSignal,
): Promise<void> {
  const { event } = spooled;
  for (const file of spooled.files) {
    try {
      await client.putBlob(file.blobId, new Uint8Array(await readFile(file.path)), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      logger.warn({ err: error, path: file.path }, 'a file of a test could not be delivered and is left out');
      if (event.type !== 'testFinished') continue;
      event.artifacts = event.artifacts.filter((artifact) => artifact.blobId !== file.blobId);
    }
  }
}
