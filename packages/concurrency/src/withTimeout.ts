import { abortableSleep } from './abortableSleep.ts';

export const timedOut = Symbol('timed out');

/**
 * Waits for work, for a limited time. Work that takes longer continues, and its error is ignored.
 * @param signal ends the wait early
 * @returns the result of the work, or `timedOut`
 * @throws the error of the work
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
  signal?: AbortSignal,
): Promise<Result | typeof timedOut> {
  const over = new AbortController();
  const end = () => over.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  try {
    return await Promise.race([work, abortableSleep(ms, over.signal).then((): typeof timedOut => timedOut)]);
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}
