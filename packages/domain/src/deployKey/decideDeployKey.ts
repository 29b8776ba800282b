import type { DeployKeyId } from '@assay/contract';
import type { DeployKeyEvent, DeployKeyMade } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type ActiveDeployKey = {
  status: 'active';
  deployKeyId: DeployKeyId;
  gitUrl: string;
  publicKey: string;
  privateKey: string;
};

export type DeployKeyState = { status: 'none' } | ActiveDeployKey;

export type DeployKeyCommand = ({ type: 'makeDeployKey' } & DeployKeyMade) | { type: 'deleteDeployKey' };

/** The SSH key by which an account reads one repository; services take no key for two of them. */
export const deployKeyDecider: Decider<DeployKeyState, DeployKeyCommand, DeployKeyEvent> = {
  category: 'deployKey',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'makeDeployKey': {
        // The repository may already know the existing key, so a repeated request returns that one.
        if (state.status === 'active') return [];
        const { type: _, ...data } = command;
        return [{ type: 'DeployKeyMade', data }];
      }
      case 'deleteDeployKey': {
        if (state.status === 'none') throw new DomainError('deployKey.notFound');
        const { deployKeyId, gitUrl } = state;
        return [{ type: 'DeployKeyDeleted', data: { deployKeyId, gitUrl } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (_, event) => {
    switch (event.type) {
      case 'DeployKeyMade':
        return { status: 'active', ...event.data };
      case 'DeployKeyDeleted':
        return { status: 'none' };
      default:
        return never(event);
    }
  },
};
