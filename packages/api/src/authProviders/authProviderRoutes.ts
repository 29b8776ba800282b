import type { Route } from '../http/route.ts';
import { createAccountByProvider } from './createAccountByProvider.ts';
import { finishAuth } from './finishAuth.ts';
import { finishAuthByCode } from './finishAuthByCode.ts';
import { linkExternalIdentity } from './linkExternalIdentity.ts';
import { listAuthProviders } from './listAuthProviders.ts';
import { listExternalIdentities } from './listExternalIdentities.ts';
import { registerByProvider } from './registerByProvider.ts';
import { startAuth } from './startAuth.ts';
import { unlinkExternalIdentity } from './unlinkExternalIdentity.ts';

export const authProviderRoutes: readonly Route[] = [
  listAuthProviders,
  startAuth,
  finishAuth,
  finishAuthByCode,
  registerByProvider,
  createAccountByProvider,
  linkExternalIdentity,
  listExternalIdentities,
  unlinkExternalIdentity,
];
