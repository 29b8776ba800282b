import type { ApiKeyId, ApiKeyScope } from '@assay/contract';
import type { ApiKeyEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type ApiKeyState =
  | { status: 'none' }
  | { status: 'active'; apiKeyId: ApiKeyId; name: string }
  | { status: 'revoked' };

export type ApiKeyCommand =
  | {
      type: 'createApiKey';
      apiKeyId: ApiKeyId;
      name: string;
      scope: ApiKeyScope;
      expiresAt: string | null;
      /** Its last characters. */
      end: string;
    }
  | { type: 'revokeApiKey' };

/** A named API key of an account, without what it opens the door by: that is in operations. */
export const apiKeyDecider: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  category: 'apiKey',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'createApiKey': {
        if (state.status !== 'none') throw new DomainError('apiKey.exists');
        const { type: _, ...facts } = command;
        return [{ type: 'ApiKeyCreated', data: facts }];
      }
      case 'revokeApiKey': {
        if (state.status !== 'active') throw new DomainError('apiKey.notFound');
        const { apiKeyId, name } = state;
        return [{ type: 'ApiKeyRevoked', data: { apiKeyId, name } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (_, event) => {
    switch (event.type) {
      case 'ApiKeyCreated': {
        const { apiKeyId, name } = event.data;
        return { status: 'active', apiKeyId, name };
      }
      case 'ApiKeyRevoked':
        return { status: 'revoked' };
      default:
        return never(event);
    }
  },
};
