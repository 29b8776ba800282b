import { InvalidFields, PaymentFailure, ProcessorAway, refusedFields } from '@assay/application';
import type { ErrorBody } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { RevisionConflict } from '@assay/event-log';
import { isDiskFull, OperationsError } from '@assay/operations';
import { ReadModelsLagging } from '@assay/projections';
import { isStoreAway } from '../stores/storeAway.ts';
import { ApiError, type ErrorCode, errorTable } from './apiErrors.ts';

export type ErrorAnswer = { status: number; headers: Record<string, string>; body: ErrorBody };

/** Fastify's own refusals, raised before a handler is reached. */
const frameworkCodes: Record<string, ApiError['code']> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.unreadable',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.unreadable',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.mediaType',
  FST_ERR_CTP_INVALID_TYPE: 'request.mediaType',
  FST_STATIC_FORBIDDEN_PATH: 'notFound',
};

function asApiError(error: unknown, namedRevision: boolean): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof InvalidFields) return new ApiError('request.invalid', { errors: error.errors });
  if (error instanceof ProcessorAway) return new ApiError('billing.away', { retryAfterSeconds: 10 });
  if (error instanceof PaymentFailure) return new ApiError('billing.failed', { cause: error.cause });
  if (error instanceof ReadModelsLagging) return new ApiError('readModels.behind', { retryAfterSeconds: 1 });
  if (error instanceof DomainError) {
    const errors = refusedFields([error.code, ...error.others]);
    return new ApiError(error.code, { errors: errors.length > 0 ? errors : undefined });
  }
  if (error instanceof RevisionConflict) {
    return namedRevision
      ? new ApiError('revision.stale')
      : new ApiError('revision.conflict', { retryAfterSeconds: 1, cause: error });
  }
  if (error instanceof OperationsError) {
    if (error.code === 'blob.tooLarge' || error.code === 'blob.hashMismatch') return new ApiError(error.code);
    if (error.code === 'credentials.busy') return new ApiError('signIn.busy', { retryAfterSeconds: 2 });
    return new ApiError('internal', { cause: error });
  }
  if (isStoreAway(error)) return new ApiError('store.away', { retryAfterSeconds: 2, cause: error });
  if (isDiskFull(error)) return new ApiError('storage.full', { retryAfterSeconds: 30, cause: error });
  const code = error instanceof Error && 'code' in error ? frameworkCodes[String(error.code)] : undefined;
  return new ApiError(code ?? 'internal', { cause: error });
}

/** @returns the code that the failure is answered with. */
export function codeOf(error: unknown): ErrorCode {
  return asApiError(error, false).code;
}

/**
 * @param namedRevision whether the caller sent If-Match, so that a conflict is theirs to resolve
 * @returns the answer; an unknown failure reveals no internals.
 */
export function errorAnswerOf(error: unknown, requestId: string, namedRevision: boolean): ErrorAnswer {
  const { code, message, details } = asApiError(error, namedRevision);
  const { status } = errorTable[code];
  const { errors, files, nextSequence, nextOffset, retryAfterSeconds } = details;
  const body: ErrorBody = { code, message, requestId };
  if (errors) body.errors = [...errors];
  if (files) body.files = files;
  if (nextSequence !== undefined) body.nextSequence = nextSequence;
  if (nextOffset !== undefined) body.nextOffset = nextOffset;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  return { status, headers, body };
}
