import type { StoreMetrics } from '../metrics/storeMetrics.ts';
import type { CommitSignal } from './commitSignal.ts';
import type { EventWriter, WriteOutcome, WriteRequest } from './eventWriter.ts';
import type { SegmentLedger } from './segmentLedger.ts';
import { DiskFullError, type StoreFiles, StoreTakenOverError } from './storeFiles.ts';

/** Upper bounds of one transaction, so that the first of many writers gets its answer soon. */
const maxCommitRequests = 512;
const maxCommitBytes = 4 * 1024 * 1024;

/** With this many requests in flight, the next group may wait for writers that have just been answered. */
const minRequestsToWait = 8;
/** The longest it waits for them, in ms. */
const maxGroupWaitMs = 2;
/** The share of the peak of requests in flight that still counts after each group: some writers stop. */
const atWorkDecay = 0.9;

type Waiting = {
  /** Maintenance gets a transaction of its own. */
  alone: boolean;
  /** Roughly what it adds to its transaction. */
  bytes: number;
  /** The streams whose subscribers are woken. */
  streamNames: readonly string[];
  /** Carries it out; the returned function reports the outcome, once that is on disk. */
  run: (now: number) => () => void;
  reject: (error: unknown) => void;
};

/** What the queue works with. */
export type CommitQueueParts = {
  files: StoreFiles;
  writer: EventWriter;
  ledger: SegmentLedger;
  signal: CommitSignal;
  metrics: StoreMetrics;
  /** Called once, when a commit failed in a way that leaves the content of the disk unknown. */
  onBroken: (error: unknown) => void;
};

/**
 * Group commit: all writes that arrived while the last group was being flushed share the next transaction and its
 * flush. Groups grow with the load by themselves, and a lone writer waits for nobody. Another thread writes and
 * flushes; meanwhile requests are read, and readers see the state before the group.
 */
export class CommitQueue {
  readonly #files: StoreFiles;
  readonly #writer: EventWriter;
  readonly #ledger: SegmentLedger;
  readonly #signal: CommitSignal;
  readonly #metrics: StoreMetrics;
  readonly #onBroken: (error: unknown) => void;
  #waiting: Waiting[] = [];
  /** Set while groups are being committed; resolves when nothing is left. */
  #working: Promise<void> | undefined;
  #broken: unknown;
  /** How many requests were recently in flight at once, in the queue or in a group. */
  #atWork = 0;
  #lastCommitAt = 0;
  /** Set while a group waits for more requests. */
  #gathering: { enough: number; begin: () => void } | undefined;

  constructor({ files, writer, ledger, signal, metrics, onBroken }: CommitQueueParts) {
    this.#files = files;
    this.#writer = writer;
    this.#ledger = ledger;
    this.#signal = signal;
    this.#metrics = metrics;
    this.#onBroken = onBroken;
  }

  /** Resolves once the write is on disk or has been refused; rejects when the disk failed. */
  submit(request: WriteRequest): Promise<WriteOutcome> {
    const { streamName } = request;
    const streamNames = [streamName, `$$${streamName}`];
    const bytes = requestBytes(request);
    const written = this.#enqueue({ alone: false, bytes, streamNames }, (now) => this.#writer.write(request, now));
    written.then(
      ({ kind }) => {
        this.#metrics.writeEnded(kind);
        if (kind === 'written') this.#metrics.bytesWritten += bytes;
      },
      () => this.#metrics.writeEnded('failed'),
    );
    return written;
  }

  /** Runs maintenance in a transaction of its own. Resolves and rejects like {@link submit}. */
  submitMaintenance<Result>(work: (now: number) => Result): Promise<Result> {
    return this.#enqueue({ alone: true, bytes: 0, streamNames: [] }, work);
  }

  #enqueue<Result>(
    about: Pick<Waiting, 'alone' | 'bytes' | 'streamNames'>,
    work: (now: number) => Result,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) throw this.#broken;
      const run = (now: number) => {
        const outcome = work(now);
        return () => resolve(outcome);
      };
      this.#waiting.push({ ...about, run, reject });
      if (this.#gathering && this.#waiting.length >= this.#gathering.enough) this.#gathering.begin();
      this.#working ??= this.#work();
    });
  }

  /** Resolves when everything submitted has been committed or refused. */
  async drain(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#commit(() => this.#takeGroup());
    }
    this.#working = undefined;
  }

  /**
   * Writers that are answered together come back together, and the first of them would be alone in a transaction that
   * all others wait for. So the next group waits briefly for half of the active writers: then one half is on its way to
   * disk while the other half is answered and writes again.
   */
  async #gather(): Promise<void> {
    const sinceLast = performance.now() - this.#lastCommitAt;
    const enough = Math.floor(this.#atWork / 2);
    if (this.#atWork < minRequestsToWait || this.#waiting.length >= enough || sinceLast > maxGroupWaitMs) return;
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, maxGroupWaitMs);
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      this.#gathering = { enough, begin };
    });
    this.#gathering = undefined;
  }

  #takeGroup(): Waiting[] {
    return this.#waiting.splice(0, groupSize(this.#waiting));
  }

  /** @param take called when the transaction is open, so that the group is everything that has arrived by then */
  async #commit(take: () => readonly Waiting[]): Promise<void> {
    const before = this.#ledger.committedPosition;
    let group: readonly Waiting[] = [];
    let answers: (() => void)[] = [];
    let allDecided = false;
    const work = () => {
      const now = Date.now();
      group = take();
      this.#writer.transact(() => {
        answers = group.map(({ run }) => run(now));
      });
      allDecided = true;
    };
    try {
      const began = performance.now();
      // No reader may run between what maintenance removes and the update of what readers are told.
      if (this.#waiting[0]?.alone) this.#files.commit(work);
      else await this.#files.commitAside(work);
      this.#metrics.committed(performance.now() - began);
    } catch (error) {
      await this.#undone(group.length > 0 ? group : take(), error, allDecided);
      return;
    }
    this.#atWork = Math.max(group.length + this.#waiting.length, this.#atWork * atWorkDecay);
    this.#lastCommitAt = performance.now();
    this.#writer.committed();
    this.#metrics.eventsWritten += this.#ledger.committedPosition - before;
    for (const answer of answers) answer();
    if (this.#ledger.committedPosition > before) this.#signal.committed(writtenStreams(group));
  }

  /** Nothing of the group was written. */
  async #undone(group: readonly Waiting[], error: unknown, allDecided: boolean): Promise<void> {
    if (error instanceof StoreTakenOverError) {
      this.#break(group, error);
    } else if (this.#files.isDiskFull()) {
      this.#writer.undo();
      rejectAll(group, new DiskFullError(error));
    } else if (allDecided) {
      // After a failed flush, only reopening the store can tell what is on disk.
      this.#break(group, error);
    } else {
      this.#writer.undo();
      // One request that cannot be carried out (because it needs a damaged record, say) must not fail the others.
      if (group.length === 1) rejectAll(group, error);
      else for (const one of group) await this.#commit(() => [one]);
    }
  }

  #break(group: readonly Waiting[], error: unknown): void {
    this.#broken = error;
    rejectAll([...group, ...this.#waiting.splice(0)], error);
    this.#onBroken(error);
  }
}

function groupSize(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const tooMany = waiting.findIndex((one, index) => {
    bytes += one.bytes;
    if (index === 0) return false;
    return index === maxCommitRequests || bytes > maxCommitBytes || one.alone || waiting[0]?.alone;
  });
  return tooMany < 0 ? waiting.length : tooMany;
}

function requestBytes(request: WriteRequest): number {
  if (request.kind !== 'append') return 0;
  return request.events.reduce((bytes, { data, metadata }) => bytes + data.length + metadata.length, 0);
}

function rejectAll(group: readonly Waiting[], error: unknown): void {
  for (const { reject } of group) reject(error);
}

function* writtenStreams(group: readonly Waiting[]): Generator<string> {
  for (const { streamNames } of group) yield* streamNames;
}
