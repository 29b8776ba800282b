import type { AuthorizationId } from '@assay/contract';
import type { AuthorizationEvent, AuthorizationGranted } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** By what a service is used: a token of its own, a sign-in whose tokens are kept elsewhere, or an installed app. */
export type AuthorizationAccess =
  | { means: 'token'; token: string }
  | { means: 'oauth' }
  | { means: 'app'; installationId: string };

/** Where a service's API is, and as whom a token is used there; null: the token says it. */
export type AuthorizationEndpoint = { apiUrl: string; deployment: string; user: string | null };

export type ActiveAuthorization = {
  status: 'active';
  authorizationId: AuthorizationId;
  provider: string;
  identifier: string;
  access: AuthorizationAccess;
  /** Signs what the service tells of pushes; null: it tells nothing. */
  webhookSecret: string | null;
  /** Whether pull requests get a comment on how runs stand. */
  comments: boolean;
  /** Null: it follows from the service's address. */
  endpoint: AuthorizationEndpoint | null;
};

export type AuthorizationState = { status: 'none' } | ActiveAuthorization;

type Service = Pick<ActiveAuthorization, 'authorizationId' | 'provider' | 'identifier'>;

export type AuthorizationCommand =
  | ({ type: 'grantAuthorization'; endpoint?: AuthorizationEndpoint } & AuthorizationGranted)
  | ({ type: 'signInAuthorization'; endpoint?: AuthorizationEndpoint } & Service)
  | ({ type: 'installAuthorization'; installationId: string } & Service)
  | { type: 'changeIdentifier'; identifier: string }
  | { type: 'makeWebhookSecret'; secret: string }
  | { type: 'switchComments'; on: boolean }
  | { type: 'revokeAuthorization' };

function found(authorizationId: AuthorizationId, endpoint: AuthorizationEndpoint | undefined): AuthorizationEvent[] {
  return endpoint ? [{ type: 'AuthorizationEndpointFound', data: { authorizationId, ...endpoint } }] : [];
}

/** That an account lets Assay use a service, and by what; one for each service. */
export const authorizationDecider: Decider<AuthorizationState, AuthorizationCommand, AuthorizationEvent> = {
  category: 'authorization',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'grantAuthorization') {
      const { type: _, endpoint, ...data } = command;
      return [{ type: 'AuthorizationGranted', data }, ...found(data.authorizationId, endpoint)];
    }
    if (command.type === 'signInAuthorization') {
      const { type: _, endpoint, ...data } = command;
      return [{ type: 'AuthorizationSignedIn', data }, ...found(data.authorizationId, endpoint)];
    }
    if (command.type === 'installAuthorization') {
      const { type: _, ...data } = command;
      return [{ type: 'AuthorizationInstalled', data }];
    }
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    const { authorizationId, provider, identifier: from, access, comments, endpoint } = state;
    switch (command.type) {
      case 'changeIdentifier': {
        const { identifier } = command;
        if (identifier === from) return [];
        // At another address, another user would see the sign-in.
        if (access.means !== 'token' || endpoint !== null) throw new DomainError('authorization.addressFixed');
        return [{ type: 'AuthorizationIdentifierChanged', data: { authorizationId, from, identifier } }];
      }
      case 'makeWebhookSecret':
        return [{ type: 'AuthorizationWebhookSecretMade', data: { authorizationId, secret: command.secret } }];
      case 'switchComments':
        if (command.on === comments) return [];
        return [{ type: 'AuthorizationCommentsSwitched', data: { authorizationId, on: command.on } }];
      case 'revokeAuthorization':
        return [{ type: 'AuthorizationRevoked', data: { authorizationId, provider } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    const granted = (
      { authorizationId, provider, identifier }: Service,
      access: AuthorizationAccess,
    ): ActiveAuthorization => {
      const { webhookSecret, comments } = state.status === 'none' ? { webhookSecret: null, comments: false } : state;
      const service = { authorizationId, provider, identifier };
      return { status: 'active', ...service, access, webhookSecret, comments, endpoint: null };
    };
    switch (event.type) {
      case 'AuthorizationGranted':
        return granted(event.data, { means: 'token', token: event.data.token });
      case 'AuthorizationSignedIn':
        return granted(event.data, { means: 'oauth' });
      case 'AuthorizationInstalled':
        return granted(event.data, { means: 'app', installationId: event.data.installationId });
      case 'AuthorizationEndpointFound': {
        const { apiUrl, deployment, user } = event.data;
        return state.status === 'none' ? state : { ...state, endpoint: { apiUrl, deployment, user } };
      }
      case 'AuthorizationIdentifierChanged':
        return state.status === 'none' ? state : { ...state, identifier: event.data.identifier };
      case 'AuthorizationWebhookSecretMade':
        return state.status === 'none' ? state : { ...state, webhookSecret: event.data.secret };
      case 'AuthorizationCommentsSwitched':
        return state.status === 'none' ? state : { ...state, comments: event.data.on };
      case 'AuthorizationRevoked':
        return { status: 'none' };
      default:
        return never(event);
    }
  },
};
