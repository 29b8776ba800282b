import { type AccountId, type AuthorizationId, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type AuthorizationDocument = ReadModelDocument & {
  accountId: AccountId;
  authorizationId: AuthorizationId;
  provider: string;
  identifier: string;
  means: 'token' | 'oauth' | 'app';
  /** Of the GitHub App; null: by other means. */
  installationId: string | null;
  connectedAt: string;
  hasWebhook: boolean;
  comments: boolean;
  revoked: boolean;
  revision: number;
};

/** The services that accounts let Assay use. Tokens and secrets are in no read model. */
export const authorizations: Projection<AuthorizationDocument> = {
  name: 'authorizations',
  version: 2,
  indexes: [{ accountId: 1, revoked: 1 }, { installationId: 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'AuthorizationGranted':
      case 'AuthorizationSignedIn':
      case 'AuthorizationInstalled':
      case 'AuthorizationEndpointFound':
      case 'AuthorizationIdentifierChanged':
      case 'AuthorizationWebhookSecretMade':
      case 'AuthorizationCommentsSwitched':
      case 'AuthorizationRevoked':
        return [event.data.authorizationId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    switch (event.type) {
      case 'AuthorizationGranted':
      case 'AuthorizationSignedIn':
      case 'AuthorizationInstalled': {
        const { authorizationId, provider, identifier } = event.data;
        const { occurredAt: connectedAt } = event.envelope;
        const isThere = document !== null && !document.revoked;
        return {
          accountId: accountOf(event),
          authorizationId,
          provider,
          identifier,
          means:
            event.type === 'AuthorizationGranted' ? 'token' : event.type === 'AuthorizationSignedIn' ? 'oauth' : 'app',
          installationId: event.type === 'AuthorizationInstalled' ? event.data.installationId : null,
          connectedAt,
          hasWebhook: isThere && document.hasWebhook,
          comments: isThere && document.comments,
          revoked: false,
          revision,
        };
      }
      case 'AuthorizationEndpointFound':
        return document && { ...document, revision };
      case 'AuthorizationIdentifierChanged':
        return document && { ...document, identifier: event.data.identifier, revision };
      case 'AuthorizationWebhookSecretMade':
        return document && { ...document, hasWebhook: true, revision };
      case 'AuthorizationCommentsSwitched':
        return document && { ...document, comments: event.data.on, revision };
      case 'AuthorizationRevoked':
        return document && { ...document, revoked: true, revision };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, authorizationId: id, provider }) => [
    { accountId, topic: topics.authorizations, id },
    // Alerts are shown with the names of their channels.
    ...(provider === 'MicrosoftTeams' ? [{ accountId, topic: topics.alerts, id }] : []),
  ],
};
