import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentProtocol, type LeaseId, type UnitEvent } from '@assay/contract';
import type { Logger } from 'pino';
import { BackOff } from '../connection/backOff.ts';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';
import type { KeptFile } from './artifactFiles.ts';
import { eventBytes, fitEvent } from './eventSize.ts';
import { sendEvents } from './sendEvents.ts';
import { type SpooledEvent, SpoolFile } from './spoolFile.ts';

/** Events gather this long before they are sent: short enough to look live, long enough to share a post. */
const gatherMs = 15;

/**
 * What happens in one unit, on its way to the service: numbered, put on disk, sent in order, repeated until it is
 * acknowledged. Nothing is lost while the service is away; nothing is sent any more once the lease is closed.
 */
export class UnitEventLog {
  readonly #client: ServiceClient;
  readonly #logger: Logger;
  readonly #lease: LeaseId;
  readonly #folder: string;
  readonly #closing = new AbortController();
  readonly #onLost: () => void;
  #spool: SpoolFile | null = null;
  #nextSequence: number;
  #unwritten: SpooledEvent[] = [];
  #pumping: Promise<void> | null = null;

  constructor(options: {
    client: ServiceClient;
    logger: Logger;
    lease: LeaseId;
    nextSequence: number;
    spoolFolder: string;
    /** The service gave the unit to somebody else. */
    onLost: () => void;
  }) {
    this.#client = options.client;
    this.#logger = options.logger;
    this.#lease = options.lease;
    this.#nextSequence = options.nextSequence;
    this.#folder = options.spoolFolder;
    this.#onLost = options.onLost;
  }

  /** Where files wait that events speak of. */
  get filesFolder(): string {
    return join(this.#folder, `${this.#lease}.files`);
  }

  append(event: UnitEvent, files: readonly KeptFile[] = []): void {
    if (this.#closing.signal.aborted) return;
    const kept = files.map(({ blobId, path }) => ({ blobId, path }));
    this.#unwritten.push({ sequence: this.#nextSequence, files: kept, event: fitEvent(event) });
    this.#nextSequence += 1;
    this.#pumping ??= this.#pump();
  }

  /** Resolves when the service has everything, or the log was closed. */
  async delivered(): Promise<void> {
    while (this.#pumping) await this.#pumping;
  }

  /** Sends no more and takes the spool away. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.delivered();
    await this.#spool?.remove();
    this.#spool = null;
    await rm(this.filesFolder, { recursive: true, force: true });
  }

  async #pump(): Promise<void> {
    const signal = this.#closing.signal;
    const backOff = new BackOff();
    try {
      await sleep(gatherMs, undefined, { signal });
      while (!signal.aborted && (this.#unwritten.length > 0 || (this.#spool?.length ?? 0) > 0)) {
        try {
          await this.#write();
        } catch (error) {
          // A full disk: the events stay in memory and are tried again; results count more than memory for a while.
          this.#logger.error({ err: error }, 'results cannot be put on disk; trying again');
          await backOff.wait(signal);
          continue;
        }
        await this.#send(signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      const lost = error instanceof RefusedError && error.code === 'unit.lost';
      this.#logger.warn({ err: error, lease: this.#lease }, lost ? 'the unit is lost' : 'the unit cannot be reported');
      this.#closing.abort();
      this.#onLost();
    } finally {
      this.#pumping = null;
      if (this.#unwritten.length > 0 && !signal.aborted) this.#pumping = this.#pump();
    }
  }

  async #write(): Promise<void> {
    if (this.#unwritten.length === 0) return;
    this.#spool ??= await SpoolFile.create(join(this.#folder, `${this.#lease}.ndjson`));
    const events = this.#unwritten;
    await this.#spool.append(events);
    this.#unwritten = this.#unwritten.slice(events.length);
  }

  async #send(signal: AbortSignal): Promise<void> {
    if (!this.#spool) return;
    const batch = await this.#spool.first(agentProtocol.eventsInPost, eventBytes);
    if (batch.length === 0) return;
    const next = await sendEvents(this.#client, this.#logger, this.#lease, batch, signal);
    await this.#spool.acknowledge(next);
  }
}
