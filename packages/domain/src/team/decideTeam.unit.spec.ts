import type { TeamId, UserId } from '@assay/contract';
import type { TeamEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { teamDecider } from './decideTeam.ts';

const teamId = 'team-1' as TeamId;
const userId = 'ada' as UserId;
const facts = { teamId, name: 'Checkout', description: null, email: 'checkout@example.com', slackChannel: null };
const created: TeamEvent = { type: 'TeamCreated', data: facts };
const added: TeamEvent = { type: 'TeamMemberAdded', data: { teamId, userId } };
const removed: TeamEvent = { type: 'TeamMemberRemoved', data: { teamId, userId } };
const archived: TeamEvent = { type: 'TeamArchived', data: { teamId } };
const team = (...events: TeamEvent[]) => given(teamDecider, ...events);

describe('a team', () => {
  it('is created once, and not again under the id of an archived one', () => {
    const create = { type: 'createTeam' as const, ...facts };
    team().when(create).gives(created);
    team(created).when(create).refuses('team.exists');
    team(created, archived).when(create).refuses('team.exists');
  });

  it('records what changed, and only that', () => {
    const { teamId: _, ...same } = facts;
    team(created)
      .when({ type: 'changeTeam', ...same })
      .gives();
    team(created)
      .when({ type: 'changeTeam', ...same, name: 'Payments', email: null, slackChannel: '#pay' })
      .gives(
        { type: 'TeamRenamed', data: { teamId, from: 'Checkout', name: 'Payments' } },
        { type: 'TeamSettingChanged', data: { teamId, setting: 'email', from: 'checkout@example.com', to: null } },
        { type: 'TeamSettingChanged', data: { teamId, setting: 'slackChannel', from: null, to: '#pay' } },
      );
  });

  it('has each member once', () => {
    const add = { type: 'addTeamMember' as const, userId };
    const remove = { type: 'removeTeamMember' as const, userId };
    team(created).when(add).gives(added);
    team(created, added).when(add).gives();
    team(created, added).when(remove).gives(removed);
    team(created, added, removed).when(remove).gives();
    team(created, added, removed).when(add).gives(added);
  });

  it('is not found before it is created, nor once it is archived', () => {
    team(created).when({ type: 'archiveTeam' }).gives(archived);
    team(created, archived).when({ type: 'archiveTeam' }).refuses('team.notFound');
    team(created, archived).when({ type: 'addTeamMember', userId }).refuses('team.notFound');
    team().when({ type: 'removeTeamMember', userId }).refuses('team.notFound');
  });
});
