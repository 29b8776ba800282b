import { changeNamed, namedThings } from '@assay/application';
import { teamCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const addTeamMember = route(
  teamCalls.addTeamMember,
  async ({ api, params: { teamId, userId }, caller, context }) => {
    await api.owners.requireOwn(`team-${teamId}`, caller.accountId, namedThings.team.notFound);
    const roleType = await api.readModels.roleOf(userId, caller.accountId);
    if (roleType === null) throw new DomainError('team.userNotFound');
    const command = { type: 'addTeamMember' as const, userId };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.team, teamId, command, context));
  },
);
