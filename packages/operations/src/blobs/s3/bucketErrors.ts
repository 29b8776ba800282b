import type { S3ServiceException } from '@aws-sdk/client-s3';
import { OperationsError } from '../../operationsError.ts';

/** The bucket cannot be reached, or is overloaded: to try again later. `isStoreAway` knows it by name. */
export class BlobsAway extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BlobsAway';
  }
}

const wrongCredentials = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'TokenRefreshRequired',
]);
const elsewhere = new Set(['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException']);
const throttled = new Set(['SlowDown', 'RequestTimeout', 'ThrottlingException', 'TooManyRequests', 'OperationAborted']);

const statusOf = (error: unknown) => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
export const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/** @returns whether the object does not exist; false for a missing bucket. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';
}

/** @returns whether the server may not know an operation or a condition, as some do that imitate S3 */
export function isUnsupported(error: unknown): boolean {
  return statusOf(error) === 501 || statusOf(error) === 400;
}

/** @returns whether the object exists already, so that a conditional write changed nothing */
export function isThereAlready(error: unknown): boolean {
  return statusOf(error) === 412;
}

function sentenceOf(error: unknown, place: string, operation: string): string {
  const name = nameOf(error);
  if (name === 'NoSuchBucket') return `The bucket of ${place} does not exist.`;
  if (name === 'CredentialsProviderError')
    return `There are no credentials for ${place}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
  if (wrongCredentials.has(name))
    return `${place} does not accept the credentials (${name}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
  if (elsewhere.has(name)) return `${place} is in another region: set region in ASSAY_BLOBS_URL.`;
  if (name === 'RequestTimeTooSkewed') return `${place} refuses requests because the clock of this machine is wrong.`;
  if (statusOf(error) === 403) return `${place} denies ${operation} (${name}). Check the permissions of its key.`;
  return `${place} refuses ${operation} (${statusOf(error)} ${name}).`;
}

/**
 * @returns the error as callers distinguish it: `BlobsAway`, or an OperationsError `blobs.refused` with a sentence. The
 * SDK's own errors are not attached, because those about signatures contain what was signed and the key's id.
 */
export function bucketErrorOf(error: unknown, place: string, operation: string): Error {
  const status = statusOf(error);
  const name = nameOf(error);
  if (name === 'CredentialsProviderError') return refused(error, place, operation);
  if (status === undefined) {
    const code = (error as NodeJS.ErrnoException).code ?? name;
    if (!/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return new BlobsAway(`${place} cannot be reached (${code}).`);
    return new OperationsError('blobs.refused', `The certificate of ${place} is not trusted (${code}).`);
  }
  if (status >= 500 || status === 429 || throttled.has(name)) return new BlobsAway(`${place} is busy (${name}).`);
  return refused(error, place, operation);
}

function refused(error: unknown, place: string, operation: string): OperationsError {
  return new OperationsError('blobs.refused', sentenceOf(error, place, operation));
}
