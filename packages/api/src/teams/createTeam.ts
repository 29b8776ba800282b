import { createNamed, namedThings, refusedNamesOf } from '@assay/application';
import { type TeamId, teamCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { teamOf } from './teamOf.ts';

export const createTeam = route(
  teamCalls.createTeam,
  async ({ api, body, context, newId }) => {
    const teamId = newId<TeamId>();
    const command = { type: 'createTeam' as const, teamId, ...teamOf(body) };
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
