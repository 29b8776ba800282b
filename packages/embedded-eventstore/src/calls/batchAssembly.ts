import type { AppendOptions, BatchAppendMessage } from '../protocol/appendMessages.ts';
import {
  deadlineExceeded,
  invalidArgument,
  maximumAppendSizeExceeded,
  toCallError,
  tooMuchUnfinished,
} from '../protocol/callErrors.ts';
import { requireExpected } from '../protocol/expectedRevision.ts';
import { appendedBytes, readProposedEvent } from '../protocol/proposedEvents.ts';
import { readWritableStreamName } from '../protocol/streamNames.ts';
import type { ProposedEvent, WriteRequest } from '../storage/eventWriter.ts';
import type { UnfinishedAppends } from './unfinishedAppends.ts';

/** One complete append of a batch call; an error when it cannot be carried out. */
export type Batch = {
  correlationId: Buffer | undefined;
  options: AppendOptions | undefined;
  request: WriteRequest | Error;
  /** Size of the messages it came in, which it keeps in memory. */
  bytes: number;
};

/** One client may have this many unfinished appends, and this many bytes of them, waiting here. */
const maxUnfinished = 1_000;
const maxUnfinishedBytes = 32 * 1024 * 1024;

type Pending = {
  options: AppendOptions | undefined;
  events: ProposedEvent[];
  /** What the events count towards the maximum append size. */
  appended: number;
  /** Size of its messages so far. */
  bytes: number;
  problem: Error | undefined;
};

/** Assembles the appends of a batch call from their messages, by correlation id. */
export class BatchAssembly {
  readonly #pending = new Map<string, Pending>();
  readonly #maximum: number;
  readonly #unfinished: UnfinishedAppends;
  #bytes = 0;

  /** @param maximum bytes that one append may hold */
  constructor(maximum: number, unfinished: UnfinishedAppends) {
    this.#maximum = maximum;
    this.#unfinished = unfinished;
  }

  /**
   * Returns the append that this message completes, if it does.
   * @throws CallError RESOURCE_EXHAUSTED when this client, or all clients, leave too much unfinished
   */
  add(message: BatchAppendMessage): Batch | undefined {
    const { correlationId, isFinal } = message;
    const key = correlationId?.toString('latin1') ?? '';
    const pending = this.#pending.get(key) ?? newPending();
    pending.options ??= message.options;
    collect(message.proposed, pending, this.#maximum);
    if (!isFinal) {
      this.#pending.set(key, pending);
      if (pending.problem) return undefined;
      this.#hold(message.bytes);
      pending.bytes += message.bytes;
      return undefined;
    }
    this.#letGo(pending.bytes);
    this.#pending.delete(key);
    const { options, bytes } = pending;
    return { correlationId, options, request: toRequest(pending), bytes: bytes + message.bytes };
  }

  /** Drops the appends that will never be finished. */
  close(): void {
    this.#letGo(this.#bytes);
    this.#pending.clear();
  }

  #hold(bytes: number): void {
    if (this.#pending.size > maxUnfinished || this.#bytes + bytes > maxUnfinishedBytes) throw tooMuchUnfinished();
    this.#unfinished.take(bytes);
    this.#bytes += bytes;
  }

  #letGo(bytes: number): void {
    this.#unfinished.release(bytes);
    this.#bytes -= bytes;
  }
}

const newPending = (): Pending => ({ options: undefined, events: [], appended: 0, bytes: 0, problem: undefined });

/** Keeps nothing more of an append that has already failed; it is answered when its last message has arrived. */
function collect(proposed: readonly Buffer[], pending: Pending, maximum: number): void {
  if (pending.problem) return;
  try {
    for (const encoded of proposed) {
      const event = readProposedEvent(encoded);
      pending.appended += appendedBytes(event);
      if (pending.appended > maximum) throw maximumAppendSizeExceeded(maximum);
      pending.events.push(event);
    }
  } catch (error) {
    pending.problem = toCallError(error);
    pending.events = [];
  }
}

function toRequest({ options, events, problem }: Pending): WriteRequest | Error {
  try {
    if (!options) throw invalidArgument('The append does not name its stream.');
    if (options.deadline !== undefined && options.deadline <= Date.now()) throw deadlineExceeded();
    if (problem) throw problem;
    const streamName = readWritableStreamName(options.streamName);
    return { kind: 'append', streamName, expected: requireExpected(options.expected), events };
  } catch (error) {
    return toCallError(error);
  }
}
