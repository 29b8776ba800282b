import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from '@assay/concurrency';
import { agentProtocol, type LeaseId, type UnitEvent } from '@assay/contract';
import type { Logger } from 'pino';
import { retryMs, type ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';
import { removeFolder } from '../workspace/retryWhileHeld.ts';
import type { KeptFile } from './artifactFiles.ts';
import { eventBytes, fitEvent } from './eventSize.ts';
import { sendEvents } from './sendEvents.ts';
import { type SpooledEvent, SpoolFile, spoolFilesOf } from './spoolFile.ts';
import { UndeliveredFiles } from './undeliveredFiles.ts';

/** Events gather this long before they are sent: short enough to look live, long enough to share a post. */
const gatherMs = 15;

/**
 * The events of one unit on their way to the service: numbered, put on disk, sent in order, and repeated until
 * acknowledged. Nothing is lost while the service is away; nothing is sent once the lease is closed.
 */
export class UnitEventLog {
  readonly #client: ServiceClient;
  readonly #logger: Logger;
  readonly #lease: LeaseId;
  readonly #folder: string;
  readonly #closing = new AbortController();
  readonly #onLost: () => void;
  readonly #spool: Promise<SpoolFile>;
  readonly #undelivered = new UndeliveredFiles();
  readonly #ending: AbortSignal;
  #nextSequence: number;
  #unwritten: SpooledEvent[] = [];
  #writing: Promise<void> | null = null;
  #sending: Promise<void> | null = null;

  constructor(options: {
    client: ServiceClient;
    logger: Logger;
    lease: LeaseId;
    nextSequence: number;
    spoolFolder: string;
    /** Ends the unit. */
    ending: AbortSignal;
    /** The service gave the unit to another agent. */
    onLost: () => void;
  }) {
    this.#client = options.client;
    this.#logger = options.logger;
    this.#lease = options.lease;
    this.#nextSequence = options.nextSequence;
    this.#folder = options.spoolFolder;
    this.#onLost = options.onLost;
    this.#ending = options.ending;
    this.#spool = SpoolFile.create(join(this.#folder, `${this.#lease}.ndjson`));
    // The first write reports the error.
    this.#spool.catch(() => undefined);
  }

  /** The folder of files that waiting events name. */
  get filesFolder(): string {
    return spoolFilesOf(this.#folder, this.#lease);
  }

  /** Resolves once few enough files wait to be delivered, or the unit ends; at the latest after a minute. */
  async roomForFiles(): Promise<void> {
    await this.#undelivered.room(AbortSignal.any([this.#ending, this.#closing.signal]));
  }

  append(event: UnitEvent, files: readonly KeptFile[] = []): void {
    if (this.#closing.signal.aborted) return;
    const contents = new Map(files.map(({ blobId, path, artifact }) => [blobId, { path, size: artifact.size }]));
    const kept = [...contents].map(([blobId, { path }]) => ({ blobId, path }));
    const bytes = [...contents.values()].reduce((sum, { size }) => sum + size, 0);
    this.#undelivered.add(this.#nextSequence, bytes);
    this.#unwritten.push({ sequence: this.#nextSequence, files: kept, event: fitEvent(event) });
    this.#nextSequence += 1;
    this.#writing ??= this.#write();
  }

  /** Resolves when the service has everything, or the log was closed. */
  async delivered(): Promise<void> {
    while (this.#writing || this.#sending) await (this.#writing ?? this.#sending);
  }

  /**
   * Stops sending.
   * @param keep whether undelivered events stay on disk, for the agent's next start to deliver
   */
  async close(keep: boolean): Promise<void> {
    this.#closing.abort();
    await this.delivered();
    const spool = await this.#spool;
    if (keep && spool.length > 0) {
      await spool.close();
      return;
    }
    await spool.remove();
    await removeFolder(this.filesFolder);
  }

  /** Writes new events to disk, whether or not the service answers. */
  async #write(): Promise<void> {
    const signal = this.#closing.signal;
    const backOff = new BackOff(retryMs);
    try {
      const spool = await this.#spool;
      while (this.#unwritten.length > 0 && !signal.aborted) {
        // A copy: events that arrive during the write must not count as written.
        const events = [...this.#unwritten];
        try {
          await spool.append(events);
        } catch (error) {
          // The disk is full: the events stay in memory for now; results matter more than memory.
          this.#logger.error({ err: error }, 'results cannot be written to disk; trying again');
          await backOff.wait(signal);
          continue;
        }
        this.#unwritten = this.#unwritten.slice(events.length);
        this.#sending ??= this.#send(spool);
      }
    } catch (error) {
      this.#giveUp(error);
    } finally {
      this.#writing = null;
    }
  }

  async #send(spool: SpoolFile): Promise<void> {
    const signal = this.#closing.signal;
    const backOff = new BackOff(retryMs);
    try {
      await sleep(gatherMs, undefined, { signal });
      while (spool.length > 0) {
        signal.throwIfAborted();
        const batch = await spool.first(agentProtocol.eventsInPost, eventBytes);
        const next = await sendEvents(this.#client, this.#logger, this.#lease, batch, signal);
        await spool.acknowledge(next);
        this.#undelivered.acknowledge(next);
        if (next > (batch[0]?.sequence ?? 0)) backOff.reset();
        else await backOff.wait(signal);
      }
    } catch (error) {
      this.#giveUp(error);
    } finally {
      this.#sending = null;
    }
  }

  #giveUp(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const lost = error instanceof RefusedError && error.code === 'unit.lost';
    this.#logger.warn({ err: error, lease: this.#lease }, lost ? 'the unit is lost' : 'the unit cannot be reported');
    this.#closing.abort();
    this.#onLost();
  }
}
