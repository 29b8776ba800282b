import { profileCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listSessions = route(profileCalls.listSessions, async ({ api: { operations }, caller }) => {
  const sessions = await operations.sessions.list(caller.userId);
  return sessions.map(({ sessionId: id, startedAt, lastUsedAt, address, userAgent }) => ({
    id,
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    address,
    userAgent,
    current: id === caller.sessionId,
  }));
});
