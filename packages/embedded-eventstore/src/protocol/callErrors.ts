import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { isDamage } from '../storage/damagedStoreError.ts';
import type { ExpectedRevision } from '../storage/decideAppend.ts';
import { DiskFullError } from '../storage/storeFiles.ts';

/** A call that ends with a status other than OK; `exception` and its fields are sent to the client as trailers. */
export class CallError extends Error implements StatusObject {
  readonly code: status;
  readonly details: string;
  readonly metadata = new Metadata();

  constructor(code: status, details: string, trailers: Record<string, string> = {}) {
    super(details);
    this.name = 'CallError';
    this.code = code;
    this.details = details;
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, toAscii(value));
  }
}

/** The numbers that the protocol's trailers use for an expectation that is not a revision. */
const expectedVersions = { any: -2, noStream: -1, streamExists: -4 };

export const invalidArgument = (details: string) => new CallError(status.INVALID_ARGUMENT, details);

export const deadlineExceeded = () => new CallError(status.DEADLINE_EXCEEDED, 'The append arrived after its deadline.');

const shuttingDownMessage = 'The event store is shutting down.';

/** As EventStoreDB ends open reads, subscriptions and batches when it stops; clients reconnect. */
export const cancelledByShutdown = () => new CallError(status.CANCELLED, shuttingDownMessage);

/** As EventStoreDB ends a single append that was not received completely. */
export const unavailable = () => new CallError(status.UNAVAILABLE, shuttingDownMessage);

export function streamDeleted(streamName: string): CallError {
  return new CallError(status.FAILED_PRECONDITION, `Event stream '${streamName}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': streamName,
  });
}

/** @param currentRevision -1 when the stream has no events */
export function wrongExpectedVersion(
  streamName: string,
  expected: ExpectedRevision,
  currentRevision: number,
): CallError {
  const expectedVersion = String(typeof expected === 'number' ? expected : expectedVersions[expected]);
  return new CallError(
    status.FAILED_PRECONDITION,
    `Stream '${streamName}' is at revision ${currentRevision}, not at the expected ${expectedVersion}.`,
    {
      exception: 'wrong-expected-version',
      'stream-name': streamName,
      'expected-version': expectedVersion,
      ...(currentRevision >= 0 ? { 'actual-version': String(currentRevision) } : {}),
    },
  );
}

export function maximumAppendSizeExceeded(maximum: number): CallError {
  return new CallError(status.INVALID_ARGUMENT, `One append may hold ${maximum} bytes at most.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maximum),
  });
}

export const tooMuchUnfinished = () =>
  new CallError(status.RESOURCE_EXHAUSTED, 'Too many appends of this call are unfinished.');

export function missingMetadataProperty(missing: string): CallError {
  return new CallError(status.INVALID_ARGUMENT, `An event lacks its '${missing}'.`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });
}

export function scavengeNotFound(id: string): CallError {
  return new CallError(status.NOT_FOUND, `No scavenge with the id '${id}' is under way.`, {
    exception: 'scavenge-not-found',
    'scavenge-id': id,
  });
}

/** As EventStoreDB answers a wrong password, or a missing one where a user is required. */
export const unauthenticated = () =>
  new CallError(status.UNAUTHENTICATED, 'This event store requires the name and password of its user.');

export function accessDenied(details: string): CallError {
  return new CallError(status.PERMISSION_DENIED, details, { exception: 'access-denied' });
}

/** The status that a client gets for whatever was thrown. */
export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  const details = error instanceof Error ? error.message : String(error);
  if (isDamage(error)) return new CallError(status.DATA_LOSS, details);
  if (error instanceof DiskFullError) return new CallError(status.RESOURCE_EXHAUSTED, details);
  return new CallError(status.INTERNAL, details);
}

/** Trailers are ASCII; other characters of a stream name are percent-encoded, as gRPC encodes its messages. */
function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]+/gu, (part) => encodeURIComponent(part));
}
