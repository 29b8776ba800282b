import type { Route } from '../http/route.ts';
import { authorize } from './authorize.ts';
import { changeAuthorization } from './changeAuthorization.ts';
import { finishGitSignIn } from './finishGitSignIn.ts';
import { getGitHubInstallation } from './getGitHubInstallation.ts';
import { listAuthorizations } from './listAuthorizations.ts';
import { listCommitStatuses } from './listCommitStatuses.ts';
import { listGitSignIns } from './listGitSignIns.ts';
import { listServiceOrganizations } from './listServiceOrganizations.ts';
import { listServiceRepositories } from './listServiceRepositories.ts';
import { listServiceSuborganizations } from './listServiceSuborganizations.ts';
import { listSuborganizationRepositories } from './listSuborganizationRepositories.ts';
import { makeWebhookSecret } from './makeWebhookSecret.ts';
import { revokeAuthorization } from './revokeAuthorization.ts';
import { startGitSignIn } from './startGitSignIn.ts';

export const authorizationRoutes: readonly Route[] = [
  listAuthorizations,
  authorize,
  changeAuthorization,
  revokeAuthorization,
  listGitSignIns,
  startGitSignIn,
  finishGitSignIn,
  getGitHubInstallation,
  makeWebhookSecret,
  listServiceRepositories,
  listServiceOrganizations,
  listServiceSuborganizations,
  listSuborganizationRepositories,
  listCommitStatuses,
];
