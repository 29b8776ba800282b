import { type AccountId, type AuthorizationId, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type AuthorizationDocument = ReadModelDocument & {
  accountId: AccountId;
  authorizationId: AuthorizationId;
  provider: string;
  identifier: string;
  connectedAt: string;
  revoked: boolean;
  revision: number;
};

/** The services that accounts let Assay use. Tokens are in no read model. */
export const authorizations: Projection<AuthorizationDocument> = {
  name: 'authorizations',
  version: 1,
  indexes: [{ accountId: 1, revoked: 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'AuthorizationGranted':
      case 'AuthorizationIdentifierChanged':
      case 'AuthorizationRevoked':
        return [event.data.authorizationId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    if (event.type === 'AuthorizationGranted') {
      const { authorizationId, provider, identifier } = event.data;
      const { occurredAt: connectedAt } = event.envelope;
      return {
        accountId: accountOf(event),
        authorizationId,
        provider,
        identifier,
        connectedAt,
        revoked: false,
        revision,
      };
    }
    if (document === null) return null;
    switch (event.type) {
      case 'AuthorizationIdentifierChanged':
        return { ...document, identifier: event.data.identifier, revision };
      case 'AuthorizationRevoked':
        return { ...document, revoked: true, revision };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, authorizationId }) => [{ accountId, topic: topics.authorizations, id: authorizationId }],
};
