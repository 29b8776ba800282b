import { changeNamed, namedThings } from '@assay/application';
import { teamCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const removeTeamMember = route(
  teamCalls.removeTeamMember,
  async ({ api, params: { teamId, userId }, context }) => {
    const command = { type: 'removeTeamMember' as const, userId };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.team, teamId, command, context));
  },
);
