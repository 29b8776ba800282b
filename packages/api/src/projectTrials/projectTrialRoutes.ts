import type { Route } from '../http/route.ts';
import { cancelProjectTrial } from './cancelProjectTrial.ts';
import { createProjectTrial } from './createProjectTrial.ts';
import { getProjectTrial } from './getProjectTrial.ts';

export const projectTrialRoutes: readonly Route[] = [createProjectTrial, getProjectTrial, cancelProjectTrial];
