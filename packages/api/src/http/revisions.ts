import { InvalidFields } from '@assay/application';
import { ApiError } from './apiErrors.ts';

/**
 * @param header If-Match: a revision as views and answers show it, with or without quotes
 * @returns the revision; undefined when the caller sent none, or `*`
 */
export function expectedRevisionOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '' || header.trim() === '*') return undefined;
  const match = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim());
  if (!match) throw new ApiError('revision.stale');
  return Number(match[1]);
}

/** @returns the ETag of an answer with a revision; null for any other. */
export function etagOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('revision' in answer)) return null;
  return typeof answer.revision === 'string' ? `"${answer.revision}"` : null;
}

/** @throws ApiError when the key is invalid. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join() : header;
  if (key.length < 1 || key.length > 255)
    throw new InvalidFields({ field: 'Idempotency-Key', message: 'Invalid length' });
  return key;
}
