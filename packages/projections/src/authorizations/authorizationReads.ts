import type { AccountId, AuthorizationView, TokenProvider } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';

export const authorizationReads = {
  /** Connected services, by name. */
  authorizations: ({ collections, accountId, authorizations }: AccountReader): Promise<AuthorizationView[]> =>
    authorizations.joinNext(accountId, async () => {
      const found = await collections.authorizations
        .find({ accountId, revoked: false })
        .sort({ provider: 1, identifier: 1 })
        .toArray();
      return found.map((document) => {
        const { authorizationId: id, provider, identifier, means, connectedAt, hasWebhook, comments } = document;
        const { position, revision } = document;
        // The log keeps names that it does not know of yet as plain texts.
        const known = provider as TokenProvider;
        const shown = { id, provider: known, identifier, means, connectedAt, hasWebhook };
        return { ...shown, commentsOnPullRequests: comments, position, revision: String(revision) };
      });
    }),
};

export const authorizationServiceReads = {
  /** The accounts that are connected by an installation of the GitHub App. */
  accountsOfInstallation: async ({ collections }: ServiceReader, installationId: string): Promise<AccountId[]> =>
    (await collections.authorizations.find({ installationId, revoked: false }).toArray()).map(
      ({ accountId }) => accountId,
    ),

  /** How many accounts are connected by the GitHub App. */
  countOfInstallations: ({ collections }: ServiceReader): Promise<number> =>
    collections.authorizations.countDocuments({ means: 'app', revoked: false }),
};
