import type { Route } from '../http/route.ts';
import { createDeploy } from './createDeploy.ts';
import { getLatestDeploy } from './getLatestDeploy.ts';
import { listDeploys } from './listDeploys.ts';

export const deployRoutes: readonly Route[] = [listDeploys, createDeploy, getLatestDeploy];
