import { projectCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { repositoryOf } from './repositoryOf.ts';

export const listBranches = route(projectCalls.listBranches, async ({ api, caller, params }) =>
  api.repositories.branches(await repositoryOf(api, caller.accountId, params.id)),
);
