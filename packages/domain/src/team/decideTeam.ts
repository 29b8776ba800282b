import { changedField, isFieldChange, type TeamId, teamFields, type UserId, type ValuesOf } from '@assay/contract';
import type { TeamEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import { fieldEvents } from '../fieldEvents.ts';

type Fields = ValuesOf<typeof teamFields>;

export type TeamState =
  | { status: 'none' }
  | ({ status: 'active'; teamId: TeamId; members: ReadonlySet<UserId> } & Fields)
  | { status: 'archived'; teamId: TeamId; name: string };

export type TeamCommand =
  | ({ type: 'createTeam'; teamId: TeamId } & Fields)
  | ({ type: 'changeTeam' } & Fields)
  | { type: 'addTeamMember'; userId: UserId }
  | { type: 'removeTeamMember'; userId: UserId }
  | { type: 'archiveTeam' };

/** A named group of people in an account, for reviews and alerts. A team grants no rights. */
export const teamDecider: Decider<TeamState, TeamCommand, TeamEvent> = {
  category: 'team',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createTeam') {
      if (state.status !== 'none') throw new DomainError('team.exists');
      const { type: _, ...facts } = command;
      return [{ type: 'TeamCreated', data: facts }];
    }
    if (state.status !== 'active') throw new DomainError('team.notFound');
    const { teamId, members } = state;
    switch (command.type) {
      case 'changeTeam':
        return fieldEvents(teamFields, { teamId }, state, command);
      case 'addTeamMember': {
        const { userId } = command;
        return members.has(userId) ? [] : [{ type: 'TeamMemberAdded', data: { teamId, userId } }];
      }
      case 'removeTeamMember': {
        const { userId } = command;
        return members.has(userId) ? [{ type: 'TeamMemberRemoved', data: { teamId, userId } }] : [];
      }
      case 'archiveTeam':
        return [{ type: 'TeamArchived', data: { teamId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'TeamCreated') return { status: 'active', ...event.data, members: new Set() };
    if (state.status !== 'active') return state;
    if (isFieldChange(teamFields, event)) return { ...state, ...changedField(teamFields, event) };
    switch (event.type) {
      case 'TeamMemberAdded':
        return { ...state, members: new Set(state.members).add(event.data.userId) };
      case 'TeamMemberRemoved':
        return { ...state, members: new Set([...state.members].filter((userId) => userId !== event.data.userId)) };
      case 'TeamArchived':
        return { status: 'archived', teamId: state.teamId, name: state.name };
      default:
        return never(event);
    }
  },
};
