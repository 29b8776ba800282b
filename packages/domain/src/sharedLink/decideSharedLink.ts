import type { SharedLinkCreated, SharedLinkEvent, SharedLinkRevoked } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type SharedLinkState = { status: 'none' } | ({ status: 'active' } & SharedLinkRevoked) | { status: 'revoked' };

export type SharedLinkCommand = ({ type: 'createSharedLink' } & SharedLinkCreated) | { type: 'revokeSharedLink' };

/** A link that shows a test run. Its secret is computed, and not in the log. */
export const sharedLinkDecider: Decider<SharedLinkState, SharedLinkCommand, SharedLinkEvent> = {
  category: 'sharedLink',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'createSharedLink': {
        if (state.status !== 'none') throw new DomainError('sharedLink.exists');
        const { type: _, ...data } = command;
        return [{ type: 'SharedLinkCreated', data }];
      }
      case 'revokeSharedLink': {
        if (state.status !== 'active') throw new DomainError('sharedLink.notFound');
        const { status: _, ...data } = state;
        return [{ type: 'SharedLinkRevoked', data }];
      }
      default:
        return never(command);
    }
  },
  evolve: (_, event) => {
    switch (event.type) {
      case 'SharedLinkCreated': {
        const { sharedLinkId, testRunId, projectId, testRunNumber } = event.data;
        return { status: 'active', sharedLinkId, testRunId, projectId, testRunNumber };
      }
      case 'SharedLinkRevoked':
        return { status: 'revoked' };
      default:
        return never(event);
    }
  },
};
