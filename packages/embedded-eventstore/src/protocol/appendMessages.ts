import type { ExpectedRevision } from '../storage/decideAppend.ts';
import { ProtobufReader } from './protobufReader.ts';
import { withinRange } from './wholeNumbers.ts';

/** A message of `Append`: either the options of the append or one of its events. */
export type AppendMessage = {
  options: AppendOptions | undefined;
  /** An encoded `ProposedMessage`. */
  proposed: Buffer | undefined;
  /** The size of the message: its parts are views, each of which keeps the whole message in memory. */
  bytes: number;
};

/** A message of `BatchAppend`: all or part of the append that its correlation id names. */
export type BatchAppendMessage = {
  /** An encoded `UUID`. */
  correlationId: Buffer | undefined;
  options: AppendOptions | undefined;
  /** Encoded `ProposedMessage`s. */
  proposed: readonly Buffer[];
  isFinal: boolean;
  /** The size of the message: its parts are views, each of which keeps the whole message in memory. */
  bytes: number;
};

/** The options of an append. */
export type AppendOptions = {
  /** UTF-8. */
  streamName: Buffer | undefined;
  /** Undefined when the client does not say. */
  expected: ExpectedRevision | undefined;
  /** Deadline in milliseconds since 1970; only batches have one. */
  deadline: number | undefined;
};

/** @throws RangeError when it is not such a message */
export function readAppendMessage(encoded: Buffer): AppendMessage {
  const message: AppendMessage = { options: undefined, proposed: undefined, bytes: encoded.length };
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 1) message.options = readOptions(reader.bytes());
    else if (reader.field === 2) message.proposed = reader.bytes();
    else reader.skip();
  }
  return message;
}

/** @throws RangeError when it is not such a message */
export function readBatchAppendMessage(encoded: Buffer): BatchAppendMessage {
  const proposed: Buffer[] = [];
  const message: BatchAppendMessage = {
    correlationId: undefined,
    options: undefined,
    proposed,
    isFinal: false,
    bytes: encoded.length,
  };
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 1) message.correlationId = reader.bytes();
    else if (reader.field === 2) message.options = readOptions(reader.bytes());
    else if (reader.field === 3) proposed.push(reader.bytes());
    else if (reader.field === 4) message.isFinal = reader.bool();
    else reader.skip();
  }
  return message;
}

/**
 * The options of both calls. Only batches have fields 6 and 7: the deadline as a moment (before 21.10) and as a
 * duration.
 */
function readOptions(encoded: Buffer): AppendOptions {
  const options: AppendOptions = { streamName: undefined, expected: undefined, deadline: undefined };
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 1) options.streamName = readStreamIdentifier(reader.bytes());
    else if (reader.field === 2) options.expected = withinRange(reader.wholeNumber());
    else if (reader.field === 6) options.deadline = readMilliseconds(reader.bytes());
    else if (reader.field === 7) options.deadline = Date.now() + readMilliseconds(reader.bytes());
    else {
      options.expected = choices.get(reader.field) ?? options.expected;
      reader.skip();
    }
  }
  return options;
}

const choices = new Map<number, ExpectedRevision>([
  [3, 'noStream'],
  [4, 'any'],
  [5, 'streamExists'],
]);

function readStreamIdentifier(encoded: Buffer): Buffer | undefined {
  let name: Buffer | undefined;
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 3) name = reader.bytes();
    else reader.skip();
  }
  return name;
}

/** Of a `Timestamp` or a `Duration`, which have the same layout. */
function readMilliseconds(encoded: Buffer): number {
  let milliseconds = 0;
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 1) milliseconds += 1000 * reader.int64();
    else if (reader.field === 2) milliseconds += reader.int64() / 1e6;
    else reader.skip();
  }
  return milliseconds;
}
