import { archiveNamed, namedThings } from '@assay/application';
import { teamCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archiveTeam = route(teamCalls.archiveTeam, async ({ api, params: { id }, context, expectedRevision }) => {
  const command = { type: 'archiveTeam' as const };
  const result = await archiveNamed(api, namedThings.team, id, command, { ...context, expectedRevision });
  return commandAnswer(api.eventLog, result);
});
