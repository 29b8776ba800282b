import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import {
  deadlineExceeded,
  invalidArgument,
  maximumAppendSizeExceeded,
  toCallError,
  tooMuchUnfinished,
} from '../protocol/callErrors.ts';
import { appendedBytes, readProposedEvent } from '../protocol/proposedEvents.ts';
import { readWritableStreamName } from '../protocol/streamNames.ts';
import { readWholeNumber } from '../protocol/wholeNumbers.ts';
import type { ExpectedRevision } from '../storage/decideAppend.ts';
import type { ProposedEvent, WriteRequest } from '../storage/eventWriter.ts';

/** One append of a batch call, all of whose messages have come; an error when it cannot be carried out. */
export interface Batch {
  correlationId: ReturnType<BatchAppendReq['getCorrelationId']>;
  options: BatchAppendReq.Options | undefined;
  request: WriteRequest | Error;
}

/** A client that begins appends and never ends them may keep so many of them, and so many bytes, waiting here. */
const MOST_UNFINISHED = 1_000;
const MOST_HELD_BYTES = 32 * 1024 * 1024;

interface Pending {
  options: BatchAppendReq.Options | undefined;
  events: ProposedEvent[];
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
  add(message: BatchAppendReq): Batch | undefined {
    const correlationId = message.getCorrelationId();
    const key = Buffer.from(correlationId?.serializeBinary() ?? []).toString('latin1');
    const pending = this.#pending.get(key) ?? { options: undefined, events: [], bytes: 0, problem: undefined };
    pending.options ??= message.getOptions();
    const before = bytesOf(pending.events);
    collect(message, pending, this.#maximum);
    if (!message.getIsFinal()) {
      this.#pending.set(key, pending);
      this.#heldBytes += bytesOf(pending.events) - before;
      if (this.#pending.size > MOST_UNFINISHED || this.#heldBytes > MOST_HELD_BYTES) throw tooMuchUnfinished();
      return undefined;
    }
    this.#heldBytes -= before;
    this.#pending.delete(key);
    return { correlationId, options: pending.options, request: toRequest(pending) };
  }
}

const bytesOf = (events: readonly ProposedEvent[]) => events.reduce((bytes, event) => bytes + appendedBytes(event), 0);

/** Keeps nothing more of an append that has failed already: it is answered when its last message has come. */
function collect(message: BatchAppendReq, pending: Pending, maximum: number): void {
  if (pending.problem) return;
  try {
    for (const proposed of message.getProposedMessagesList()) {
      const event = readProposedEvent(proposed);
      pending.bytes += appendedBytes(event);
      if (pending.bytes > maximum) throw maximumAppendSizeExceeded(maximum);
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
    if (hasPassed(options)) throw deadlineExceeded();
    if (problem) throw problem;
    const streamName = readWritableStreamName(options.getStreamIdentifier());
    return { kind: 'append', streamName, expected: readExpected(options), events };
  } catch (error) {
    return toCallError(error);
  }
}

function readExpected(options: BatchAppendReq.Options): ExpectedRevision {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'noStream';
  if (options.hasStreamExists()) return 'streamExists';
  if (options.hasStreamPosition()) return readWholeNumber(options.getStreamPosition());
  throw invalidArgument('The request does not say which revision it expects.');
}

function hasPassed(options: BatchAppendReq.Options): boolean {
  const deadline = options.getDeadline();
  return deadline !== undefined && deadline.toDate().getTime() <= Date.now();
}
