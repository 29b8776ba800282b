import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams, { type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { type CallError, toCallError } from '../protocol/callErrors.ts';
import type { ExpectedRevision } from '../storage/decideAppend.ts';
import type { WriteOutcome } from '../storage/eventWriter.ts';
import type { Batch } from './batchAssembly.ts';

interface Encodable {
  serializeBinary(): Uint8Array;
}

/** The answer to one append of a batch call. */
export function toBatchResponse(batch: Batch, outcome: WriteOutcome): BatchAppendResp {
  switch (outcome.kind) {
    case 'written':
      return response(batch).setSuccess(success(outcome.revision, outcome.position));
    case 'streamDeleted':
      return failure(
        batch,
        codes.Code.FAILED_PRECONDITION,
        'The stream is deleted.',
        'StreamDeleted',
        streamDeleted(batch),
      );
    case 'wrongExpectedRevision':
      return failure(
        batch,
        codes.Code.FAILED_PRECONDITION,
        'The stream is not at the expected revision.',
        'WrongExpectedVersion',
        wrongExpectedVersion(batch, outcome.currentRevision),
      );
  }
}

/** The answer to an append that was not carried out. */
export function refusal(batch: Batch, error: unknown): BatchAppendResp {
  const refused = toCallError(error);
  const [code, type, detail] = describe(refused);
  return failure(batch, code, refused.details, type, detail);
}

/** In a batch an error is a message with a typed detail, where other calls have trailers. */
function describe(error: CallError): [code: number, type: string, detail: Encodable] {
  switch (error.metadata.get('exception')[0]) {
    case 'maximum-append-size-exceeded': {
      const maximum = Number(error.metadata.get('maximum-append-size')[0]);
      const detail = new shared.MaximumAppendSizeExceeded().setMaxappendsize(maximum);
      return [codes.Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', detail];
    }
    case 'access-denied':
      return [codes.Code.PERMISSION_DENIED, 'AccessDenied', new shared.AccessDenied()];
  }
  if (error.code === status.DEADLINE_EXCEEDED) return [codes.Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout()];
  // The client shows the message only of what it does not know; of `Unknown`, the fitting type, it shows nothing.
  return [error.code, 'BadRequest', new shared.BadRequest().setMessage(error.details)];
}

function response({ correlationId, options }: Batch): BatchAppendResp {
  const message = new streams.BatchAppendResp().setCorrelationId(correlationId);
  message.setStreamIdentifier(options?.getStreamIdentifier() ?? new shared.StreamIdentifier());
  if (options?.hasStreamPosition()) message.setStreamPosition(options.getStreamPosition());
  else if (options?.hasNoStream()) message.setNoStream(new empty.Empty());
  else if (options?.hasStreamExists()) message.setStreamExists(new empty.Empty());
  else message.setAny(new empty.Empty());
  return message;
}

function success(revision: number, position: number): BatchAppendResp.Success {
  const message = new streams.BatchAppendResp.Success();
  if (revision < 0) return message.setNoStream(new empty.Empty()).setNoPosition(new empty.Empty());
  const at = new shared.AllStreamPosition();
  at.setCommitPosition(String(position));
  at.setPreparePosition(String(position));
  return message.setCurrentRevision(String(revision)).setPosition(at);
}

function failure(batch: Batch, code: number, text: string, type: string, detail: Encodable): BatchAppendResp {
  const details = new any.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${type}`);
  const error = new rpc.Status().setCode(code).setMessage(text).setDetails(details);
  return response(batch).setError(error);
}

function streamDeleted({ options }: Batch): Encodable {
  return new shared.StreamDeleted().setStreamIdentifier(options?.getStreamIdentifier());
}

function wrongExpectedVersion({ request }: Batch, currentRevision: number): Encodable {
  const message = new shared.WrongExpectedVersion();
  if (currentRevision < 0) message.setCurrentNoStream(new empty.Empty());
  else message.setCurrentStreamRevision(String(currentRevision));
  const expected: ExpectedRevision = request instanceof Error ? 'any' : request.expected;
  switch (expected) {
    case 'any':
      return message.setExpectedAny(new empty.Empty());
    case 'noStream':
      return message.setExpectedNoStream(new empty.Empty());
    case 'streamExists':
      return message.setExpectedStreamExists(new empty.Empty());
    default:
      return message.setExpectedStreamPosition(String(expected));
  }
}
