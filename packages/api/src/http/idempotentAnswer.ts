import { createHash } from 'node:crypto';
import { DomainError } from '@assay/domain';
import type { Operations } from '@assay/operations';
import { ApiError } from './apiErrors.ts';

const sayRunningMs = 2_000;

export type KeptAnswer = { statusCode: number; body: string };

/** A refusal is certain to have changed nothing; after any other failure the aggregate may be there. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError || error instanceof ApiError;
}

/**
 * Makes a POST safe to repeat: the first one's answer is kept and given again. What was refused is not kept, so that
 * the same key may be tried again once the cause is gone.
 * @param request.scope account and route
 * @param answer is told when the first try began, which is the same for every repeat
 * @param request.content what was asked, to tell a repeat from another request under the same key
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
  // Should this not get through, the worst is that a repeat goes on with what is under way: its ids are the same.
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
