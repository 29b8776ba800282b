import type { Route } from '../http/route.ts';
import { deleteDeployKey } from './deleteDeployKey.ts';
import { listDeployKeys } from './listDeployKeys.ts';
import { makeDeployKey } from './makeDeployKey.ts';

export const deployKeyRoutes: readonly Route[] = [listDeployKeys, makeDeployKey, deleteDeployKey];
