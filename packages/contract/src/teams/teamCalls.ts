import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { TeamId, UserId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { TeamRequest, TeamView } from './teamViews.ts';

const teamParams = Type.Object({ id: TeamId });
const memberParams = Type.Object({ teamId: TeamId, userId: UserId });

export const teamCalls = {
  listTeams: call({
    method: 'GET',
    path: '/team',
    summary: 'The teams of the account with their members, by name',
    permission: 'team.read',
    answer: Type.Array(TeamView),
    topic: topics.teams,
    example: {},
  }),
  createTeam: call({
    method: 'POST',
    path: '/team',
    summary: 'Create a team of people in the account; a team grants no rights',
    permission: 'team.write',
    body: TeamRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.teams],
    example: { body: { name: 'Checkout', email: 'checkout@example.com', slackChannel: '#checkout' } },
  }),
  changeTeam: call({
    method: 'PUT',
    path: '/team/:id',
    summary: 'Change a team: the body replaces everything but its members',
    permission: 'team.write',
    params: teamParams,
    body: TeamRequest,
    view: TeamView,
    answer: CommandAnswer,
    changes: [topics.teams],
    example: { params: { id: exampleIds.team }, body: { name: 'Payments' } },
  }),
  archiveTeam: call({
    method: 'DELETE',
    path: '/team/:id',
    summary: 'Take a team out of use; its name is free again',
    permission: 'team.write',
    params: teamParams,
    answer: CommandAnswer,
    changes: [topics.teams],
    example: { params: { id: exampleIds.team } },
  }),
  addTeamMember: call({
    method: 'POST',
    path: '/team/:teamId/user/:userId',
    summary: 'Add a person with a role in the account to a team; adding a member again changes nothing',
    permission: 'team.write',
    params: memberParams,
    answer: CommandAnswer,
    changes: [topics.teams],
    example: { params: { teamId: exampleIds.team, userId: exampleIds.user } },
  }),
  removeTeamMember: call({
    method: 'DELETE',
    path: '/team/:teamId/user/:userId',
    summary: 'Remove a person from a team',
    permission: 'team.write',
    params: memberParams,
    answer: CommandAnswer,
    changes: [topics.teams],
    example: { params: { teamId: exampleIds.team, userId: exampleIds.user } },
  }),
};
