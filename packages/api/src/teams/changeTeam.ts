import { changeNamed, namedThings, refusedNamesOf } from '@assay/application';
import { teamCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { teamOf } from './teamOf.ts';

export const changeTeam = route(
  teamCalls.changeTeam,
  async ({ api, params: { id }, body, context, expectedRevision }) => {
    const command = { type: 'changeTeam' as const, ...teamOf(body) };
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
