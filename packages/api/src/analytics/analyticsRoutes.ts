import type { Route } from '../http/route.ts';
import { getTestRunInfo } from './getTestRunInfo.ts';

export const analyticsRoutes: readonly Route[] = [getTestRunInfo];
