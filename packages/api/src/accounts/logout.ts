import { accountCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { sessionEndedTopic } from '../live/feedTopics.ts';

export const logout = route(accountCalls.logout, async ({ api: { operations }, caller }) => {
  await operations.sessions.end(caller.token);
  // Sockets of the session hang on any of the api's processes: the change feed reaches them all.
  const ended = { accountId: null, topic: sessionEndedTopic, ids: [caller.sessionId], position: null };
  await operations.changeFeed.publish([ended]);
  return null;
});
