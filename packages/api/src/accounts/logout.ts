import { accountCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { sessionEndedTopic } from '../live/feedTopics.ts';

export const logout = route(accountCalls.logout, async ({ api: { operations, config }, caller, request }) => {
  await operations.sessions.end(caller.token);
  // The session's sockets may be connected to any api process; the change feed reaches them all.
  const ended = { accountId: null, topic: sessionEndedTopic, ids: [caller.sessionId], position: null };
  await operations.changeFeed.publish([ended]);
  logSecurity(config.securityLog, request, 'signedOut');
  return null;
});
