import type { Logger } from 'pino';

/** How long an ended unit may take: its process trees are killed after a second. */
export const endWithinMs = 30_000;

/**
 * @param signal ends the unit
 * @returns the outcome; null for a unit that was ended and does not come to its end by itself: its slot is needed.
 */
export async function givenUp<Outcome>(
  work: Promise<Outcome>,
  signal: AbortSignal,
  logger: Pick<Logger, 'error'>,
): Promise<Outcome | null> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const late = new Promise<null>((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => {
        logger.error('the unit does not end; its slot is free again');
        resolve(null);
      }, endWithinMs);
    };
  });
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
