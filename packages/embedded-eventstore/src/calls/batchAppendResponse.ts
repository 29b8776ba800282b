import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import { status } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { type CallError, toCallError } from '../protocol/callErrors.ts';
import type { ExpectedRevision } from '../storage/decideAppend.ts';
import type { WriteOutcome } from '../storage/eventWriter.ts';
import { lengthDelimited, ProtobufWriter, varintBytes } from '../storage/protobufWriter.ts';
import type { Batch } from './batchAssembly.ts';

type Encodable = {
  serializeBinary(): Uint8Array;
};

/** Fields of `BatchAppendResp`, … */
const correlationIdField = 1;
const errorField = 2;
const successField = 3;
const streamIdentifierField = 4;
const expectedPositionField = 5;
const expectedChoiceFields = { noStream: 6, any: 7, streamExists: 8 };
/** … of its `StreamIdentifier`, … */
const streamNameField = 3;
/** … of its `Success`, … */
const currentRevisionField = 1;
const noStreamField = 2;
const positionField = 3;
const noPositionField = 4;
/** … and of the `AllStreamPosition` in that. */
const commitField = 1;
const prepareField = 2;

/** An upper bound for the tags, lengths and numbers of an answer. */
const maxOverheadBytes = 64;

const noBytes = Buffer.alloc(0);

/** The answer to one append of a batch call, encoded. */
export function toBatchResponse(batch: Batch, outcome: WriteOutcome): Buffer {
  switch (outcome.kind) {
    case 'written':
      return response(batch, successField, success(outcome.revision, outcome.position));
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

/** The encoded answer to an append that was refused. */
export function refusal(batch: Batch, error: unknown): Buffer {
  const refused = toCallError(error);
  const [code, type, detail] = describe(refused);
  return failure(batch, code, refused.details, type, detail);
}

/** In a batch, an error is a message with a typed detail; other calls use trailers. */
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
  // The client shows the message only for types it does not know; for `Unknown`, the type that fits, it shows nothing.
  return [error.code, 'BadRequest', new shared.BadRequest().setMessage(error.details)];
}

/** The part common to all answers, in field order, as the generated code writes it. */
function response(
  { correlationId, options }: Batch,
  field: typeof successField | typeof errorField,
  content: Uint8Array,
): Buffer {
  const name = options?.streamName ?? noBytes;
  const bound = (correlationId?.length ?? 0) + content.length + name.length + maxOverheadBytes;
  const out = new ProtobufWriter(Buffer.allocUnsafe(bound), 0);
  if (correlationId) out.bytes(correlationIdField, correlationId);
  out.bytes(field, content);
  out.openMessage(streamIdentifierField, name.length > 0 ? lengthDelimited(name.length) : 0);
  if (name.length > 0) out.bytes(streamNameField, name);
  const expected = options?.expected ?? 'any';
  if (typeof expected === 'number') out.varint(expectedPositionField, expected);
  else out.openMessage(expectedChoiceFields[expected], 0);
  return out.buffer.subarray(0, out.offset);
}

function success(revision: number, position: number): Buffer {
  const out = new ProtobufWriter(Buffer.allocUnsafe(maxOverheadBytes), 0);
  if (revision < 0) {
    out.openMessage(noStreamField, 0);
    out.openMessage(noPositionField, 0);
  } else {
    out.varint(currentRevisionField, revision);
    out.openMessage(positionField, 2 * (1 + varintBytes(position)));
    out.varint(commitField, position);
    out.varint(prepareField, position);
  }
  return out.buffer.subarray(0, out.offset);
}

function failure(batch: Batch, code: number, text: string, type: string, detail: Encodable): Buffer {
  const details = new any.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${type}`);
  const error = new rpc.Status().setCode(code).setMessage(text).setDetails(details);
  return response(batch, errorField, error.serializeBinary());
}

function streamDeleted({ options }: Batch): Encodable {
  const identifier = new shared.StreamIdentifier().setStreamName(options?.streamName ?? noBytes);
  return new shared.StreamDeleted().setStreamIdentifier(identifier);
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
