import { createHash } from 'node:crypto';
import { DomainError } from '@assay/domain';
import type { Operations } from '@assay/operations';
import { ApiError } from './apiErrors.ts';

const sayRunningMs = 2_000;

export type KeptAnswer = { statusCode: number; body: string };

/** A refusal changed nothing for certain; after any other failure the aggregate may exist. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError || error instanceof ApiError;
}

/**
 * Makes a POST safe to repeat: the first answer is stored and returned again. Refusals are not stored, so that the same
 * key may be retried once the cause is fixed.
 * @param request.scope account and route
 * @param answer receives the time of the first attempt, which is the same for every repeat
 * @param request.content the request's content, to tell a repeat from another request with the same key
 */
export async function idempotentAnswer(
  { idempotency }: Pick<Operations, 'idempotency'>,
  request: { scope: string; key: string; content: unknown },
  answer: (firstBegunAt: Date) => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const { scope, key } = request;
  const requestHash = createHash('sha256').update(JSON.stringify(request.content)).digest('hex');
  const begun = await idempotency.begin({ scope, key, requestHash });
  if (begun.state === 'done') return begun;
  if (begun.state === 'mismatch') throw new ApiError('idempotency.mismatch');
  if (begun.state === 'running') throw new ApiError('idempotency.running', { retryAfterSeconds: 1 });
  let done: KeptAnswer;
  // If this fails, at worst a repeat continues the same work, as its ids are the same.
  const saying = setInterval(() => void idempotency.stillRunning({ scope, key }).catch(() => undefined), sayRunningMs);
  try {
    done = await answer(begun.firstBegunAt);
  } catch (error) {
    await (isRefusal(error) ? idempotency.abandon({ scope, key }) : idempotency.suspend({ scope, key }));
    throw error;
  } finally {
    clearInterval(saying);
  }
  await idempotency.complete({ scope, key, ...done });
  return done;
}
