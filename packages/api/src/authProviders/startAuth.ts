import { authProviderCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { beginAuth } from './beginAuth.ts';

export const startAuth = route(authProviderCalls.startAuth, async ({ api, body, request, reply }) => {
  const { invitation = null, ...begun } = body;
  return beginAuth(api, { kind: 'away', ...begun, invitation }, { request, reply });
});
