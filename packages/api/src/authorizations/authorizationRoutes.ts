import type { Route } from '../http/route.ts';
import { authorize } from './authorize.ts';
import { changeAuthorization } from './changeAuthorization.ts';
import { listAuthorizations } from './listAuthorizations.ts';
import { listCommitStatuses } from './listCommitStatuses.ts';
import { listServiceRepositories } from './listServiceRepositories.ts';
import { revokeAuthorization } from './revokeAuthorization.ts';

export const authorizationRoutes: readonly Route[] = [
  listAuthorizations,
  authorize,
  changeAuthorization,
  revokeAuthorization,
  listServiceRepositories,
  listCommitStatuses,
];
