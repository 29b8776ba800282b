import { staffCalls } from '@assay/contract';
import { DomainError, reactionDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const retrySetAsideReaction = route(
  staffCalls.retrySetAsideReaction,
  async ({ api, params: { id }, context }) => {
    const accountId = await api.owners.ownerOf(`reaction-${id}`);
    if (accountId === undefined) throw new DomainError('reaction.notFound');
    const result = await api.eventLog.handle(reactionDecider, id, { type: 'retryReaction' }, { ...context, accountId });
    return commandAnswer(api.eventLog, result);
  },
);
