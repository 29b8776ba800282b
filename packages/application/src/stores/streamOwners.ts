import { LruCache } from '@assay/concurrency';
import type { AccountId } from '@assay/contract';
import { DomainError, type DomainErrorCode } from '@assay/domain';
import type { EventLog } from '@assay/event-log';

export type StreamOwners = {
  /**
   * @returns the account that owns the stream; null for a stream without an account, undefined if there is no such
   * stream.
   */
  ownerOf(stream: string): Promise<AccountId | null | undefined>;
  /** @throws DomainError of the given code when the stream is not the account's, as if it did not exist. */
  requireOwn(stream: string, accountId: AccountId, code: DomainErrorCode): Promise<void>;
};

/** Owners never change, so they are cached; this many at once. */
const remembered = 20_000;

/**
 * The owner of an aggregate, from the envelope of its first event. Commands read the log rather than a read model, so
 * that new things can be changed at once.
 */
export function streamOwners({ read }: Pick<EventLog, 'read'>): StreamOwners {
  const known = new LruCache<string, { accountId: AccountId | null }>(remembered);

  const ownerOf: StreamOwners['ownerOf'] = async (stream) => {
    const cached = known.get(stream);
    if (cached) return cached.accountId;
    for await (const { envelope } of read(stream)) {
      const { accountId } = envelope;
      known.set(stream, { accountId });
      return accountId;
    }
    return undefined;
  };

  return {
    ownerOf,
    requireOwn: async (stream, accountId, code) => {
      if ((await ownerOf(stream)) !== accountId) throw new DomainError(code);
    },
  };
}
