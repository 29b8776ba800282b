import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommitQueue } from './commitQueue.ts';
import { hasScavengeable, type ScavengedStore, scavengeSegment } from './scavengeSegment.ts';
import { firstPositionOf, positionsPerSegment, segmentOf } from './segmentLedger.ts';

/** Positions examined in one turn: a few milliseconds. */
const positionsPerTurn = 128;
/** Progress is stored at least every this many segments, so that a killed run resumes near where it was. */
const segmentsPerCheckpoint = 64;

const [runKey, lastEndKey] = ['scavenge', 'scavengedAt'];

/** A scavenge in progress. */
type Run = {
  id: string;
  /** The next segment to examine. */
  segment: number;
  removed: number;
};

/**
 * Removes from disk the events that can no longer be read, a segment at a time, beside all other work. An interrupted
 * run, even by a kill, resumes when the store opens.
 */
export class Scavenger {
  readonly #store: ScavengedStore;
  readonly #queue: CommitQueue;
  readonly #log: (line: string) => void;
  #running: { run: Run; stopping: AbortController; ended: Promise<void> } | undefined;

  constructor(store: ScavengedStore, queue: CommitQueue, log: (line: string) => void) {
    this.#store = store;
    this.#queue = queue;
    this.#log = log;
  }

  /** The id of the run in progress, if any. */
  get runningId(): string | undefined {
    return this.#running?.run.id;
  }

  /** When the last run ended, in ms since 1970; 0 when there was none. */
  get lastEnd(): number {
    return Number(this.#store.files.settings.get(lastEndKey) ?? 0);
  }

  /** Resumes an interrupted run, if there is one. */
  resume(): void {
    const noted = this.#store.files.settings.get(runKey);
    if (noted) this.#begin(JSON.parse(noted) as Run);
  }

  /**
   * Starts a run over the whole store.
   * @returns its id, or that of the run in progress
   */
  start(): string {
    return this.#running?.run.id ?? this.#begin({ id: randomUUID(), segment: 0, removed: 0 });
  }

  /** Stops the run for good; what it has removed stays removed. */
  async stop(): Promise<void> {
    await this.pause();
    await this.#queue.submitMaintenance(() => this.#store.files.settings.removeSync(runKey));
  }

  /** Pauses the run until the store is opened again. */
  async pause(): Promise<void> {
    this.#running?.stopping.abort();
    await this.#running?.ended;
  }

  #begin(run: Run): string {
    const stopping = new AbortController();
    const ended = this.#scavenge(run, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) this.#log(`event store: scavenging stopped: ${messageOf(error)}`);
      })
      .finally(() => {
        this.#running = undefined;
      });
    this.#running = { run, stopping, ended };
    return run.id;
  }

  async #scavenge(run: Run, stop: AbortSignal): Promise<void> {
    await this.#note(run);
    for (; run.segment <= segmentOf(this.#store.ledger.committedPosition); run.segment += 1) {
      const hasWork = await this.#look(run.segment, stop);
      if (stop.aborted) return;
      if (hasWork) await this.#clear(run);
      else if (run.segment % segmentsPerCheckpoint === 0) await this.#note(run);
    }
    await this.#queue.submitMaintenance((now) => {
      this.#store.files.settings.removeSync(runKey);
      this.#store.files.settings.putSync(lastEndKey, String(now));
    });
    this.#log(`event store: scavenging removed ${run.removed} events`);
  }

  /** Leaves other work at least as much time as it takes itself. */
  async #look(segment: number, stop: AbortSignal): Promise<boolean> {
    const first = firstPositionOf(segment);
    for (let from = first; from < first + positionsPerSegment; from += positionsPerTurn) {
      const began = performance.now();
      if (hasScavengeable(this.#store, from, positionsPerTurn, Date.now())) return true;
      await pause(performance.now() - began);
      if (stop.aborted) return false;
    }
    return false;
  }

  async #clear(run: Run): Promise<void> {
    const began = performance.now();
    run.removed += await this.#queue.submitMaintenance((now) => {
      const removed = scavengeSegment(this.#store, run.segment, now);
      const next: Run = { id: run.id, segment: run.segment + 1, removed: run.removed + removed };
      this.#store.files.settings.putSync(runKey, JSON.stringify(next));
      return removed;
    });
    await pause(performance.now() - began);
  }

  #note(run: Run): Promise<unknown> {
    return this.#queue.submitMaintenance(() => this.#store.files.settings.putSync(runKey, JSON.stringify(run)));
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
