import type { Route } from '../http/route.ts';
import { getHealth } from './getHealth.ts';

export const healthRoutes: readonly Route[] = [getHealth];
