import type { Route } from '../http/route.ts';
import { authorize } from './authorize.ts';
import { changeAuthorization } from './changeAuthorization.ts';
import { listAuthorizations } from './listAuthorizations.ts';
import { listCommitStatuses } from './listCommitStatuses.ts';
import { listServiceOrganizations } from './listServiceOrganizations.ts';
import { listServiceRepositories } from './listServiceRepositories.ts';
import { listServiceSuborganizations } from './listServiceSuborganizations.ts';
import { listSuborganizationRepositories } from './listSuborganizationRepositories.ts';
import { revokeAuthorization } from './revokeAuthorization.ts';

export const authorizationRoutes: readonly Route[] = [
  listAuthorizations,
  authorize,
  changeAuthorization,
  revokeAuthorization,
  listServiceRepositories,
  listServiceOrganizations,
  listServiceSuborganizations,
  listSuborganizationRepositories,
  listCommitStatuses,
];
