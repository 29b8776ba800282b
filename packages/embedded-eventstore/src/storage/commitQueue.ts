import type { StoreMetrics } from '../metrics/storeMetrics.ts';
import type { CommitSignal } from './commitSignal.ts';
import type { EventWriter, WriteOutcome, WriteRequest } from './eventWriter.ts';
import type { SegmentLedger } from './segmentLedger.ts';
import { DiskFullError, type StoreFiles, StoreTakenOverError } from './storeFiles.ts';
import type { StreamDirectory } from './streamDirectory.ts';

/** A transaction takes no more than this, so that the first of many writers is answered soon. */
const REQUESTS_PER_COMMIT = 512;
const BYTES_PER_COMMIT = 4 * 1024 * 1024;

/** On a slow disk readers get as much time between two commits as the last one took, up to this many ms. */
const LONGEST_BREATH = 20;
/** A commit that was quicker than this, in ms, holds nobody up. */
const QUICK_COMMIT = 2;
/** So few writers are answered at once all the same: making them wait would gather nothing. */
const FEW_WRITERS = 3;

interface Waiting {
  /** What it adds to its transaction, about. */
  bytes: number;
  /** Those that have to be told of new events. */
  streamNames: readonly string[];
  /** Carries it out; what it returns tells the outcome to whom it concerns, once that is on disk. */
  run: (now: number) => () => void;
  reject: (error: unknown) => void;
}

/** What the queue works with. */
export interface CommitQueueParts {
  files: StoreFiles;
  streams: StreamDirectory;
  writer: EventWriter;
  ledger: SegmentLedger;
  signal: CommitSignal;
  metrics: StoreMetrics;
  /** Told once, when a commit failed in a way that leaves the disk's content unknown. */
  onBroken: (error: unknown) => void;
}

/**
 * Commits writes in groups: all that came in during one turn of the event loop share one transaction and one flush.
 * While the flush blocks the loop, the next group gathers in the sockets; so groups grow with the load by themselves,
 * and a lone writer waits for nobody. Where flushes are slow, a breath between them leaves time to readers. (Committing
 * on another thread was rejected: LMDB's asynchronous transactions do not undo what a failing one has written.)
 */
export class CommitQueue {
  readonly #files: StoreFiles;
  readonly #streams: StreamDirectory;
  readonly #writer: EventWriter;
  readonly #ledger: SegmentLedger;
  readonly #signal: CommitSignal;
  readonly #metrics: StoreMetrics;
  readonly #onBroken: (error: unknown) => void;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #breathesUntil = 0;
  #broken: unknown;

  constructor({ files, streams, writer, ledger, signal, metrics, onBroken }: CommitQueueParts) {
    this.#files = files;
    this.#streams = streams;
    this.#writer = writer;
    this.#ledger = ledger;
    this.#signal = signal;
    this.#metrics = metrics;
    this.#onBroken = onBroken;
  }

  /** Resolves once the write is on disk, or was decided against; rejects when the disk refused. */
  submit(request: WriteRequest): Promise<WriteOutcome> {
    const { streamName } = request;
    const streamNames = [streamName, `$$${streamName}`];
    const bytes = requestBytes(request);
    const written = this.#enqueue(bytes, streamNames, (now) => this.#writer.write(request, now));
    written.then(
      ({ kind }) => {
        this.#metrics.writeEnded(kind);
        if (kind === 'written') this.#metrics.bytesWritten += bytes;
      },
      () => this.#metrics.writeEnded('failed'),
    );
    return written;
  }

  /** Runs maintenance in a transaction of its own. Resolves and rejects as {@link submit} does. */
  submitMaintenance<Result>(work: (now: number) => Result): Promise<Result> {
    return this.#enqueue(BYTES_PER_COMMIT, [], work);
  }

  #enqueue<Result>(bytes: number, streamNames: string[], work: (now: number) => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = (now: number) => {
        const outcome = work(now);
        return () => resolve(outcome);
      };
      this.#waiting.push({ bytes, streamNames, run, reject });
      this.#schedule();
    });
  }

  /** Commits what is waiting, at once. */
  drain(): void {
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => this.#afterBreath());
  }

  #afterBreath(): void {
    const breath = this.#breathesUntil - performance.now();
    if (breath > 0 && this.#waiting.length > FEW_WRITERS) setTimeout(() => this.#commitGroup(), breath);
    else this.#commitGroup();
  }

  #commitGroup(): void {
    this.#scheduled = false;
    const group = this.#waiting.splice(0, groupSize(this.#waiting));
    this.#schedule();
    if (group.length === 0) return;
    if (this.#broken !== undefined) {
      rejectAll(group, this.#broken);
      return;
    }
    const began = performance.now();
    this.#commit(group);
    const ended = performance.now();
    const took = ended - began;
    this.#breathesUntil = took > QUICK_COMMIT ? ended + Math.min(took, LONGEST_BREATH) : 0;
  }

  #commit(group: readonly Waiting[]): void {
    const before = this.#ledger.lastPosition;
    let answers: (() => void)[] = [];
    let allDecided = false;
    try {
      const now = Date.now();
      const began = performance.now();
      this.#files.commit(() => {
        answers = group.map(({ run }) => run(now));
        this.#writer.flush();
        allDecided = true;
      });
      this.#metrics.committed(performance.now() - began);
    } catch (error) {
      this.#undone(group, error, allDecided);
      return;
    }
    this.#metrics.eventsWritten += this.#ledger.lastPosition - before;
    for (const answer of answers) answer();
    if (this.#ledger.lastPosition > before) this.#signal.committed(writtenStreams(group));
  }

  /** Nothing of the group was written. */
  #undone(group: readonly Waiting[], error: unknown, allDecided: boolean): void {
    if (error instanceof StoreTakenOverError) {
      this.#break(group, error);
    } else if (this.#files.isDiskFull()) {
      this.#forgetUncommitted();
      rejectAll(group, new DiskFullError(error));
    } else if (allDecided) {
      // After a failed flush only opening the store anew can tell what is on disk.
      this.#break(group, error);
    } else {
      this.#forgetUncommitted();
      // One request that cannot be carried out (it needs a damaged record, say) must not take the others with it.
      if (group.length === 1) rejectAll(group, error);
      else for (const one of group) this.#commit([one]);
    }
  }

  #break(group: readonly Waiting[], error: unknown): void {
    this.#broken = error;
    rejectAll(group, error);
    this.#onBroken(error);
  }

  #forgetUncommitted(): void {
    this.#streams.forget();
    this.#writer.reload();
  }
}

function groupSize(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const tooMany = waiting.findIndex((one, index) => {
    bytes += one.bytes;
    return index === REQUESTS_PER_COMMIT || (index > 0 && bytes > BYTES_PER_COMMIT);
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
