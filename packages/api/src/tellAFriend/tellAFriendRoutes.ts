import { type TellingId, tellAFriendCalls } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const tellAFriend = route(
  tellAFriendCalls.tellAFriend,
  async ({ api: { eventLog }, caller: { userId }, body, context, newId }) => {
    const tellingId = newId<TellingId>();
    const command = { type: 'tellFriend' as const, userId, tellingId, ...body };
    const result = await eventLog.handle(
      userDecider,
      userId,
      // With the same Idempotency-Key it was done by an earlier try.
      ({ friendsTold }) => (friendsTold.has(tellingId) ? null : command),
      context,
    );
    return commandAnswer(eventLog, result);
  },
);

export const tellAFriendRoutes: readonly Route[] = [tellAFriend];
