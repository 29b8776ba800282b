import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream, sendUnaryData } from '@grpc/grpc-js';
import type { AppendMessage, AppendOptions } from '../protocol/appendMessages.ts';
import {
  invalidArgument,
  maximumAppendSizeExceeded,
  streamDeleted,
  toCallError,
  unavailable,
} from '../protocol/callErrors.ts';
import { requireExpected } from '../protocol/expectedRevision.ts';
import type { OpenCalls } from '../protocol/openCalls.ts';
import { appendedBytes, readProposedEvent } from '../protocol/proposedEvents.ts';
import { readWritableStreamName } from '../protocol/streamNames.ts';
import type { ExpectedRevision } from '../storage/decideAppend.ts';
import type { ProposedEvent, WriteOutcome, WriteRequest } from '../storage/eventWriter.ts';
import type { EventLog } from '../storage/openEventLog.ts';
import type { UnfinishedAppends } from './unfinishedAppends.ts';

/**
 * `Streams.Append`: first the options, then one message per event; one answer once the client has finished.
 * @param maximum bytes that one append may hold
 */
export function appendCall(log: EventLog, openCalls: OpenCalls, maximum: number, unfinished: UnfinishedAppends) {
  return (call: ServerReadableStream<AppendMessage, AppendResp>, answer: sendUnaryData<AppendResp>): void => {
    append(call, log, openCalls, maximum, unfinished).then(
      (response) => answer(null, response),
      (error: unknown) => answer(toCallError(error)),
    );
  };
}

async function append(
  call: AsyncIterable<AppendMessage>,
  log: EventLog,
  openCalls: OpenCalls,
  maximum: number,
  unfinished: UnfinishedAppends,
): Promise<AppendResp> {
  const request = await unlessStopped(readRequest(call, maximum, unfinished), openCalls);
  const outcome = await log.write(request);
  switch (outcome.kind) {
    case 'streamDeleted':
      throw streamDeleted(request.streamName);
    case 'written':
      return new streams.AppendResp().setSuccess(success(outcome));
    case 'wrongExpectedRevision':
      return new streams.AppendResp().setWrongExpectedVersion(
        wrongExpectedVersion(request.expected, outcome.currentRevision),
      );
  }
}

/** A client that keeps writing must not delay a server that is stopping. */
async function unlessStopped<Result>(reading: Promise<Result>, openCalls: OpenCalls): Promise<Result> {
  let done: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    done = openCalls.add(() => reject(unavailable()));
  });
  try {
    return await Promise.race([reading, stopped]);
  } finally {
    done();
  }
}

async function readRequest(
  call: AsyncIterable<AppendMessage>,
  maximum: number,
  unfinished: UnfinishedAppends,
): Promise<WriteRequest> {
  let options: AppendOptions | undefined;
  let events: ProposedEvent[] = [];
  let appended = 0;
  let held = 0;
  try {
    for await (const message of call) {
      options ??= message.options;
      if (message.proposed) {
        const event = readProposedEvent(message.proposed);
        appended += appendedBytes(event);
        events.push(event);
      }
      // Read to its end anyway: if a call ends while its client is still writing, the client fails in ways of its own.
      if (appended > maximum) events = [];
      else {
        unfinished.take(message.bytes);
        held += message.bytes;
      }
    }
  } finally {
    unfinished.release(held);
  }
  if (appended > maximum) throw maximumAppendSizeExceeded(maximum);
  if (!options) throw invalidArgument('The append does not name its stream.');
  const streamName = readWritableStreamName(options.streamName);
  return { kind: 'append', streamName, expected: requireExpected(options.expected), events };
}

function success({ revision, position }: Extract<WriteOutcome, { kind: 'written' }>): AppendResp.Success {
  const message = new streams.AppendResp.Success();
  if (revision < 0) return message.setNoStream(new shared.Empty()).setNoPosition(new shared.Empty());
  const at = new streams.AppendResp.Position();
  at.setCommitPosition(String(position));
  at.setPreparePosition(String(position));
  return message.setCurrentRevision(String(revision)).setPosition(at);
}

function wrongExpectedVersion(expected: ExpectedRevision, currentRevision: number): AppendResp.WrongExpectedVersion {
  const message = new streams.AppendResp.WrongExpectedVersion();
  if (currentRevision < 0) message.setCurrentNoStream(new shared.Empty());
  else message.setCurrentRevision(String(currentRevision));
  switch (expected) {
    case 'any':
      return message.setExpectedAny(new shared.Empty());
    case 'noStream':
      return message.setExpectedNoStream(new shared.Empty());
    case 'streamExists':
      return message.setExpectedStreamExists(new shared.Empty());
    default:
      return message.setExpectedRevision(String(expected));
  }
}
