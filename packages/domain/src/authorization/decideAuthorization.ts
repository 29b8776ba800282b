import type { AuthorizationId } from '@assay/contract';
import type { AuthorizationEvent, AuthorizationGranted } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type AuthorizationState = { status: 'none' } | ({ status: 'active' } & AuthorizationGranted);

export type AuthorizationCommand =
  | ({ type: 'grantAuthorization' } & AuthorizationGranted)
  | { type: 'changeIdentifier'; identifier: string }
  | { type: 'revokeAuthorization' };

/** That an account lets Assay use a service, and by which token; one for each service. */
export const authorizationDecider: Decider<AuthorizationState, AuthorizationCommand, AuthorizationEvent> = {
  category: 'authorization',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'grantAuthorization') {
      const { type: _, ...data } = command;
      return [{ type: 'AuthorizationGranted', data }];
    }
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    const { authorizationId, provider, identifier: from } = state;
    switch (command.type) {
      case 'changeIdentifier': {
        const { identifier } = command;
        if (identifier === from) return [];
        return [{ type: 'AuthorizationIdentifierChanged', data: { authorizationId, from, identifier } }];
      }
      case 'revokeAuthorization':
        return [
          {
            type: 'AuthorizationRevoked',
            data: { authorizationId: authorizationId satisfies AuthorizationId, provider },
          },
        ];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'AuthorizationGranted':
        return { status: 'active', ...event.data };
      case 'AuthorizationIdentifierChanged':
        return state.status === 'none' ? state : { ...state, identifier: event.data.identifier };
      case 'AuthorizationRevoked':
        return { status: 'none' };
      default:
        return never(event);
    }
  },
};
