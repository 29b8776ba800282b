import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@assay/concurrency';
import { agentProtocol, type TestRunId } from '@assay/contract';
import type { Logger } from 'pino';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';

/** Bytes of one log that are kept; one line says how much was cut. */
const logLimit = 5 * 1024 * 1024;
const chunkBytes = agentProtocol.logChunk / 4;
const gatherMs = 60;

/**
 * One log of a run, sent while it grows, in chunks with their offset. The log's own limit also limits the buffer, so
 * endless output costs no memory. Texts arrive masked.
 */
export class LogStream {
  readonly #client: ServiceClient;
  readonly #logger: Logger;
  readonly #testRunId: TestRunId;
  readonly #log: string;
  readonly #closing = new AbortController();
  #waiting: Buffer[] = [];
  #taken = 0;
  #cut = false;
  #offset: number | null = null;
  #sending: Promise<void> | null = null;

  constructor(client: ServiceClient, logger: Logger, testRunId: TestRunId, log: string) {
    this.#client = client;
    this.#logger = logger;
    this.#testRunId = testRunId;
    this.#log = log;
  }

  write(text: string): void {
    if (this.#cut || text === '' || this.#closing.signal.aborted) return;
    const bytes = Buffer.from(text);
    const room = logLimit - this.#taken;
    this.#cut = bytes.length > room;
    const kept = this.#cut ? bytes.subarray(0, characterBoundary(bytes, room)) : bytes;
    if (kept.length > 0) this.#waiting.push(kept);
    if (this.#cut) {
      const megabytes = logLimit / 1024 / 1024;
      this.#waiting.push(Buffer.from(`\n… cut by Assay: a log keeps its first ${megabytes} MB …\n`));
    }
    this.#taken += kept.length;
    this.#sending ??= this.#send();
  }

  line(text: string): void {
    this.write(`${text}\n`);
  }

  /** Waits until everything written so far has reached the service, at most `withinMs`. */
  async flush(withinMs: number): Promise<void> {
    await withTimeout(this.#sending ?? Promise.resolve(), withinMs);
  }

  /** Discards what has not been sent. */
  close(): void {
    this.#closing.abort();
    this.#waiting = [];
  }

  async #send(): Promise<void> {
    const signal = this.#closing.signal;
    try {
      await sleep(gatherMs, undefined, { signal });
      while (this.#waiting.length > 0) {
        // Another agent, or this one before a restart, may have begun the log: continue at its end.
        this.#offset ??= await this.#post(0, '', signal);
        const chunk = this.#nextChunk();
        const text = chunk.toString('utf8');
        try {
          this.#offset = await this.#post(this.#offset, text, signal);
        } catch (error) {
          if (!(error instanceof RefusedError && error.code === 'log.gap' && error.next !== null)) throw error;
          this.#offset = await this.#post(error.next, text, signal);
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#waiting = [];
      this.#cut = true;
      this.#logger.warn({ err: error, log: this.#log }, 'the service does not accept this log; the rest is dropped');
    } finally {
      this.#sending = null;
      if (this.#waiting.length > 0 && !signal.aborted) this.#sending = this.#send();
    }
  }

  async #post(offset: number, text: string, signal: AbortSignal): Promise<number> {
    return await this.#client.postLog({ testRunId: this.#testRunId, log: this.#log, offset, text }, signal);
  }

  #nextChunk(): Buffer {
    const all = this.#waiting.length === 1 && this.#waiting[0] ? this.#waiting[0] : Buffer.concat(this.#waiting);
    const end = all.length <= chunkBytes ? all.length : characterBoundary(all, chunkBytes);
    const rest = all.subarray(end);
    this.#waiting = rest.length > 0 ? [rest] : [];
    return all.subarray(0, end);
  }
}

/** @returns the last position at or before `at` that does not split a UTF-8 character. */
function characterBoundary(bytes: Buffer, at: number): number {
  let end = Math.max(0, Math.min(at, bytes.length));
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
