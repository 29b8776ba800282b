import type { Api } from '../api.ts';
import { sessionEndedTopic } from '../live/feedTopics.ts';

/** Closes the sockets of sessions that ended, whichever api process they are connected to: the change feed reaches all. */
export async function closeSocketsOf({ operations }: Pick<Api, 'operations'>, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await operations.changeFeed.publish([{ accountId: null, topic: sessionEndedTopic, ids: sessionIds, position: null }]);
}
