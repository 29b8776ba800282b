import type { AuthorizationView, TokenProvider } from '@assay/contract';
import type { AccountReader } from '../readers.ts';

export const authorizationReads = {
  /** Connected services, by name. */
  authorizations: async ({ collections, accountId }: AccountReader): Promise<AuthorizationView[]> => {
    const found = await collections.authorizations.find({ accountId, revoked: false }).sort({ provider: 1 }).toArray();
    return found.map(({ authorizationId: id, provider, identifier, connectedAt, position, revision }) => {
      // The log keeps names that it does not know of yet as plain texts.
      const known = provider as TokenProvider;
      return { id, provider: known, identifier, connectedAt, position, revision: String(revision) };
    });
  },
};
