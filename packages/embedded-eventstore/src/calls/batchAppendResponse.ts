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

interface Encodable {
  serializeBinary(): Uint8Array;
}

/** Fields of `BatchAppendResp`, … */
const CORRELATION_ID = 1;
const ERROR = 2;
const SUCCESS = 3;
const STREAM_IDENTIFIER = 4;
const EXPECTED_POSITION = 5;
const EXPECTED_CHOICES = { noStream: 6, any: 7, streamExists: 8 };
/** … of its `StreamIdentifier`, … */
const STREAM_NAME = 3;
/** … of its `Success`, … */
const CURRENT_REVISION = 1;
const NO_STREAM = 2;
const POSITION = 3;
const NO_POSITION = 4;
/** … and of the `AllStreamPosition` in that. */
const COMMIT = 1;
const PREPARE = 2;

/** More bytes than the tags, lengths and numbers of an answer take. */
const ROOM_FOR_LENGTHS = 64;

const NOTHING = Buffer.alloc(0);

/** The answer to one append of a batch call, encoded. */
export function toBatchResponse(batch: Batch, outcome: WriteOutcome): Buffer {
  switch (outcome.kind) {
    case 'written':
      return response(batch, SUCCESS, success(outcome.revision, outcome.position));
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

/** The answer to an append that was not carried out, encoded. */
export function refusal(batch: Batch, error: unknown): Buffer {
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

/** What every answer says, in the order of the fields, as the generated code writes them. */
function response(
  { correlationId, options }: Batch,
  field: typeof SUCCESS | typeof ERROR,
  content: Uint8Array,
): Buffer {
  const name = options?.streamName ?? NOTHING;
  const bound = (correlationId?.length ?? 0) + content.length + name.length + ROOM_FOR_LENGTHS;
  const out = new ProtobufWriter(Buffer.allocUnsafe(bound), 0);
  if (correlationId) out.bytes(CORRELATION_ID, correlationId);
  out.bytes(field, content);
  out.openMessage(STREAM_IDENTIFIER, name.length > 0 ? lengthDelimited(name.length) : 0);
  if (name.length > 0) out.bytes(STREAM_NAME, name);
  const expected = options?.expected ?? 'any';
  if (typeof expected === 'number') out.varint(EXPECTED_POSITION, expected);
  else out.openMessage(EXPECTED_CHOICES[expected], 0);
  return out.buffer.subarray(0, out.offset);
}

function success(revision: number, position: number): Buffer {
  const out = new ProtobufWriter(Buffer.allocUnsafe(ROOM_FOR_LENGTHS), 0);
  if (revision < 0) {
    out.openMessage(NO_STREAM, 0);
    out.openMessage(NO_POSITION, 0);
  } else {
    out.varint(CURRENT_REVISION, revision);
    out.openMessage(POSITION, 2 * (1 + varintBytes(position)));
    out.varint(COMMIT, position);
    out.varint(PREPARE, position);
  }
  return out.buffer.subarray(0, out.offset);
}

function failure(batch: Batch, code: number, text: string, type: string, detail: Encodable): Buffer {
  const details = new any.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${type}`);
  const error = new rpc.Status().setCode(code).setMessage(text).setDetails(details);
  return response(batch, ERROR, error.serializeBinary());
}

function streamDeleted({ options }: Batch): Encodable {
  const identifier = new shared.StreamIdentifier().setStreamName(options?.streamName ?? NOTHING);
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
