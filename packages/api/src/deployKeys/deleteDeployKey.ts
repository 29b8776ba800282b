import { deployKeyCalls } from '@assay/contract';
import { deployKeyDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const deleteDeployKey = route(
  deployKeyCalls.deleteDeployKey,
  async ({ api, params: { id }, caller: { accountId }, context, expectedRevision }) => {
    await api.owners.requireOwn(`deployKey-${id}`, accountId, 'deployKey.notFound');
    const command = { type: 'deleteDeployKey' as const };
    const result = await api.eventLog.handle(deployKeyDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
