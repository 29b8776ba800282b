import { syncSsoRoles } from '@assay/application';
import type { SignedInByProvider, UserId } from '@assay/contract';
import type { Claims } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { FastifyRequest } from 'fastify';
import { noteGroupsNotTold, noteVisit } from '../accessLog/noteVisit.ts';
import { signInPlaceOf } from '../accounts/signInPlace.ts';
import type { Api } from '../api.ts';
import { logSecurity } from '../http/securityLog.ts';

type SignIn = { userId: UserId; provider: string; claims: Claims; returnTo: string };

/** Begins the session of somebody whom a provider has proven, after their groups there have given or taken roles. */
export async function signInByProvider(
  api: Api,
  { userId, provider, claims, returnTo }: SignIn,
  { request, context }: { request: FastifyRequest; context: AppendContext },
): Promise<SignedInByProvider> {
  const mayJoin = !api.config.registration.isOpen;
  const notTold = await syncSsoRoles(api, { userId, provider, claims, mayJoin }, context);
  await noteGroupsNotTold(api, request, userId, notTold);
  logSecurity(api.config.securityLog, request, 'signedIn', { userId, provider });
  await noteVisit(api, request, 'signedIn', userId);
  return { status: 'signedIn', token: await api.operations.sessions.start(userId, signInPlaceOf(request)), returnTo };
}
