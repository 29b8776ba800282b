import type { TeamId, UserId } from '@assay/contract';
import type { TeamEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** A team's details besides its name. */
type Settings = { description: string | null; email: string | null; slackChannel: string | null };

export type TeamState =
  | { status: 'none' }
  | { status: 'active'; teamId: TeamId; name: string; settings: Settings; members: ReadonlySet<UserId> }
  | { status: 'archived'; teamId: TeamId; name: string };

export type TeamCommand =
  | ({ type: 'createTeam'; teamId: TeamId; name: string } & Settings)
  | ({ type: 'changeTeam'; name: string } & Settings)
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
    const { teamId, settings, members } = state;
    switch (command.type) {
      case 'changeTeam': {
        const { name } = command;
        const events: TeamEvent[] = [];
        if (name !== state.name) events.push({ type: 'TeamRenamed', data: { teamId, from: state.name, name } });
        for (const setting of ['description', 'email', 'slackChannel'] as const) {
          const [from, to] = [settings[setting], command[setting]];
          if (from !== to) events.push({ type: 'TeamSettingChanged', data: { teamId, setting, from, to } });
        }
        return events;
      }
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
    if (event.type === 'TeamCreated') {
      const { teamId, name, ...settings } = event.data;
      return { status: 'active', teamId, name, settings, members: new Set() };
    }
    if (state.status !== 'active') return state;
    switch (event.type) {
      case 'TeamRenamed':
        return { ...state, name: event.data.name };
      case 'TeamSettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.setting]: event.data.to } };
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
