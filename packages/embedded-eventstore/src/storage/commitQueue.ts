import type { CommitSignal } from './commitSignal.ts';
import type { EventWriter, WriteOutcome, WriteRequest } from './eventWriter.ts';
import { DiskFullError, type StoreFiles, StoreTakenOverError } from './storeFiles.ts';
import type { StreamDirectory } from './streamDirectory.ts';

/** A transaction takes no more than this, so that the first of many writers is answered soon. */
const REQUESTS_PER_COMMIT = 512;
const BYTES_PER_COMMIT = 4 * 1024 * 1024;

interface Waiting {
  request: WriteRequest;
  resolve: (outcome: WriteOutcome) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits writes in groups: all that came in during one turn of the event loop share one transaction and one flush.
 * While the flush blocks the loop, the next group gathers in the sockets; so groups grow with the load by themselves,
 * and a lone writer waits for nobody. (Committing on another thread was rejected: an answer would then need a second
 * wait for the flush, and a lone write takes twice as long.)
 */
export class CommitQueue {
  readonly #files: StoreFiles;
  readonly #streams: StreamDirectory;
  readonly #writer: EventWriter;
  readonly #signal: CommitSignal;
  readonly #onBroken: (error: unknown) => void;
  #waiting: Waiting[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #broken: unknown;

  /** @param onBroken told once, when a commit failed in a way that leaves the disk's content unknown */
  constructor(
    files: StoreFiles,
    streams: StreamDirectory,
    writer: EventWriter,
    signal: CommitSignal,
    onBroken: (error: unknown) => void,
  ) {
    this.#files = files;
    this.#streams = streams;
    this.#writer = writer;
    this.#signal = signal;
    this.#onBroken = onBroken;
  }

  /** Resolves once the write is on disk, or was decided against; rejects when the disk refused. */
  submit(request: WriteRequest): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#scheduled ??= setImmediate(() => this.#commitGroup());
    });
  }

  /** Commits what is waiting, at once. */
  drain(): void {
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  #commitGroup(): void {
    clearImmediate(this.#scheduled);
    const group = this.#waiting.splice(0, groupSize(this.#waiting));
    this.#scheduled = this.#waiting.length > 0 ? setImmediate(() => this.#commitGroup()) : undefined;
    if (this.#broken === undefined) this.#commit(group);
    else rejectAll(group, this.#broken);
  }

  #commit(group: readonly Waiting[]): void {
    const before = this.#writer.lastPosition;
    let outcomes: WriteOutcome[] = [];
    let allDecided = false;
    try {
      const now = Date.now();
      this.#files.commit(() => {
        outcomes = group.map(({ request }) => this.#writer.write(request, now));
        allDecided = true;
      });
    } catch (error) {
      this.#undone(group, error, allDecided);
      return;
    }
    group.forEach(({ resolve }, index) => {
      const outcome = outcomes[index];
      if (outcome) resolve(outcome);
    });
    if (this.#writer.lastPosition > before) this.#signal.committed(writtenStreams(group));
  }

  /** Nothing of the group was written. */
  #undone(group: readonly Waiting[], error: unknown, allDecided: boolean): void {
    if (this.#files.isDiskFull()) {
      this.#forgetUncommitted();
      rejectAll(group, new DiskFullError(error));
    } else if (allDecided || error instanceof StoreTakenOverError) {
      // After a failed flush only opening the store anew can tell what is on disk.
      this.#broken = error;
      rejectAll(group, error);
      this.#onBroken(error);
    } else {
      this.#forgetUncommitted();
      // One request that cannot be carried out (it needs a damaged record, say) must not take the others with it.
      if (group.length === 1) rejectAll(group, error);
      else for (const one of group) this.#commit([one]);
    }
  }

  #forgetUncommitted(): void {
    this.#streams.forget();
    this.#writer.reload();
  }
}

function groupSize(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const tooMany = waiting.findIndex(({ request }, index) => {
    bytes += requestBytes(request);
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
  for (const { request } of group) {
    yield request.streamName;
    yield `$$${request.streamName}`;
  }
}
