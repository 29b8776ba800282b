import { archiveNamed, changeNamed, createNamed, namedThings, refusedNamesOf } from '@assay/application';
import { type TeamId, teamCalls, teamFields, withInitialValues } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { shownTo } from '../accounts/hiddenPeople.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const listTeams = route(teamCalls.listTeams, async ({ api, caller }) => {
  const isShown = await shownTo(api, caller);
  const teams = await caller.models.teams();
  return teams.map((team) => ({ ...team, users: team.users.filter(isShown) }));
});

const createTeam = route(
  teamCalls.createTeam,
  async ({ api, body, context, newId }) => {
    const teamId = newId<TeamId>();
    const command = { type: 'createTeam' as const, teamId, ...withInitialValues(teamFields, body) };
    return commandAnswer(api.eventLog, await createNamed(api, namedThings.team, teamId, command, context));
  },
  {
    rest: ({ api, body: { name }, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.team,
        accountId,
        id: null,
        fields: { name },
      }),
  },
);

const changeTeam = route(
  teamCalls.changeTeam,
  async ({ api, params: { id }, body, context, expectedRevision }) => {
    const command = { type: 'changeTeam' as const, ...withInitialValues(teamFields, body) };
    const result = await changeNamed(api, namedThings.team, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
  {
    rest: ({ api, params: { id }, body: { name }, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.team,
        accountId,
        id,
        fields: { name },
      }),
  },
);

const archiveTeam = route(teamCalls.archiveTeam, async ({ api, params: { id }, context, expectedRevision }) => {
  const command = { type: 'archiveTeam' as const };
  const result = await archiveNamed(api, namedThings.team, id, command, { ...context, expectedRevision });
  return commandAnswer(api.eventLog, result);
});

const addTeamMember = route(teamCalls.addTeamMember, async ({ api, params: { teamId, userId }, caller, context }) => {
  await api.owners.requireOwn(`team-${teamId}`, caller.accountId, namedThings.team.notFound);
  const roleType = await api.readModels.roleOf(userId, caller.accountId);
  if (roleType === null) throw new DomainError('team.userNotFound');
  const command = { type: 'addTeamMember' as const, userId };
  return commandAnswer(api.eventLog, await changeNamed(api, namedThings.team, teamId, command, context));
});

const removeTeamMember = route(teamCalls.removeTeamMember, async ({ api, params: { teamId, userId }, context }) => {
  const command = { type: 'removeTeamMember' as const, userId };
  return commandAnswer(api.eventLog, await changeNamed(api, namedThings.team, teamId, command, context));
});

export const teamRoutes: readonly Route[] = [
  listTeams,
  createTeam,
  changeTeam,
  archiveTeam,
  addTeamMember,
  removeTeamMember,
];
