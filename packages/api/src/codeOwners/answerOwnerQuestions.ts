import { abortableSleep, timedOut, withTimeout } from '@assay/concurrency';
import type { AccountId } from '@assay/contract';
import type { ClaimedQuestion, OwnerQuestions, OwnersOfFiles } from '@assay/operations';
import type { FastifyBaseLogger } from 'fastify';

const lookMs = 1_000;
/** Questions answered at a time, of one account a single one: a slow repository delays only its own account. */
const mostAtOnce = 4;
/** A repository that could not be read is read again while the answer is waited for. */
const retryMs = 5_000;

/**
 * Answers what processes that read no repositories ask about owners, until `stop`, which does not wait for repositories.
 * @param ownersAskedFor reads the repository of a question; its signal aborts when the asker has gone, or at `stop`
 */
export function answerOwnerQuestions(
  questions: Pick<OwnerQuestions, 'claim' | 'release' | 'answer'>,
  ownersAskedFor: (question: ClaimedQuestion, signal: AbortSignal) => Promise<OwnersOfFiles>,
  log: Pick<FastifyBaseLogger, 'info'>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const answering = new Map<AccountId, Promise<void>>();

  async function answer(question: ClaimedQuestion): Promise<void> {
    const { id, projectId, waitMs } = question;
    const over = new AbortController();
    const end = () => over.abort();
    signal.addEventListener('abort', end, { once: true });
    const read = ownersAskedFor(question, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) log.info({ err: error, projectId }, 'the owners of tests could not be read');
      return null;
    });
    const owners = await withTimeout(read, waitMs, signal);
    end();
    signal.removeEventListener('abort', end);
    if (owners === timedOut) await questions.release(id);
    else if (owners === null) await questions.release(id, retryMs);
    else await questions.answer(id, owners);
  }

  async function startNext(): Promise<boolean> {
    if (answering.size >= mostAtOnce) return false;
    const question = await questions.claim([...answering.keys()]);
    if (question === null) return false;
    if (signal.aborted) {
      await questions.release(question.id);
      return false;
    }
    const { accountId } = question;
    const done = answer(question)
      // Without a store it stays claimed, and can be claimed again when that ends.
      .catch(() => undefined)
      .finally(() => answering.delete(accountId));
    answering.set(accountId, done);
    return true;
  }

  const looking = (async () => {
    while (!signal.aborted) {
      // Without a store there are no questions either; the store watch logs that it is down.
      if (await startNext().catch(() => false)) continue;
      await Promise.race([abortableSleep(lookMs, signal), ...answering.values()]);
    }
    await Promise.all(answering.values());
  })();
  return {
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}
