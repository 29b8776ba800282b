import { profileCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { closeSocketsOf } from './closeSocketsOf.ts';

export const endSession = route(profileCalls.endSession, async ({ api, caller: { userId }, params: { id } }) => {
  if (await api.operations.sessions.endOne(userId, id)) await closeSocketsOf(api, [id]);
  return null;
});
