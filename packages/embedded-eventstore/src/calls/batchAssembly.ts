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

/** One append of a batch call, all of whose messages have come; an error when it cannot be carried out. */
export interface Batch {
  correlationId: Buffer | undefined;
  options: AppendOptions | undefined;
  request: WriteRequest | Error;
}

/** A client that begins appends and never ends them may keep so many of them, and so many bytes, waiting here. */
const MOST_UNFINISHED = 1_000;
const MOST_HELD_BYTES = 32 * 1024 * 1024;

interface Pending {
  options: AppendOptions | undefined;
  events: ProposedEvent[];
  /** What the events count; nothing when there was a problem, since they are not kept then. */
  bytes: number;
  problem: Error | undefined;
}

/** Puts the messages of a batch call together, by correlation id. */
export class BatchAssembly {
  readonly #pending = new Map<string, Pending>();
  readonly #maximum: number;
  #heldBytes = 0;

  /** @param maximum bytes of one append */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /**
   * Returns the append that this message completes, if it does.
   * @throws CallError RESOURCE_EXHAUSTED when the client leaves too many appends unfinished
   */
  add(message: BatchAppendMessage): Batch | undefined {
    const { correlationId, isFinal } = message;
    const key = correlationId?.toString('latin1') ?? '';
    const pending = this.#pending.get(key) ?? { options: undefined, events: [], bytes: 0, problem: undefined };
    pending.options ??= message.options;
    const before = pending.bytes;
    collect(message.proposed, pending, this.#maximum);
    if (!isFinal) {
      this.#pending.set(key, pending);
      this.#heldBytes += pending.bytes - before;
      if (this.#pending.size > MOST_UNFINISHED || this.#heldBytes > MOST_HELD_BYTES) throw tooMuchUnfinished();
      return undefined;
    }
    this.#heldBytes -= before;
    this.#pending.delete(key);
    return { correlationId, options: pending.options, request: toRequest(pending) };
  }
}

/** Keeps nothing more of an append that has failed already: it is answered when its last message has come. */
function collect(proposed: readonly Buffer[], pending: Pending, maximum: number): void {
  if (pending.problem) return;
  try {
    for (const encoded of proposed) {
      const event = readProposedEvent(encoded);
      pending.bytes += appendedBytes(event);
      if (pending.bytes > maximum) throw maximumAppendSizeExceeded(maximum);
      pending.events.push(event);
    }
  } catch (error) {
    pending.problem = toCallError(error);
    pending.events = [];
    pending.bytes = 0;
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
