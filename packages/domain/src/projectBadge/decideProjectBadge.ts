import type { ProjectId } from '@assay/contract';
import type { ProjectBadgeEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** `round`: how many addresses the badge has had. */
export type ProjectBadgeState =
  | { status: 'none' }
  | { status: 'active'; projectId: ProjectId; round: number }
  | { status: 'revoked'; projectId: ProjectId; round: number };

export type ProjectBadgeCommand =
  | { type: 'makeBadgeAddress'; projectId: ProjectId }
  | { type: 'revokeBadgeAddress'; projectId: ProjectId };

/** The address of a project's status badge: at most one works at a time. Its secret is computed, and not in the log. */
export const projectBadgeDecider: Decider<ProjectBadgeState, ProjectBadgeCommand, ProjectBadgeEvent> = {
  category: 'projectBadge',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    const { projectId } = command;
    switch (command.type) {
      case 'makeBadgeAddress': {
        const round = state.status === 'none' ? 1 : state.round + 1;
        return [{ type: 'BadgeAddressMade', data: { projectId, round } }];
      }
      case 'revokeBadgeAddress': {
        if (state.status !== 'active') throw new DomainError('projectBadge.notFound');
        return [{ type: 'BadgeAddressRevoked', data: { projectId, round: state.round } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (_, event) => {
    switch (event.type) {
      case 'BadgeAddressMade':
        return { status: 'active', ...event.data };
      case 'BadgeAddressRevoked':
        return { status: 'revoked', ...event.data };
      default:
        return never(event);
    }
  },
};
