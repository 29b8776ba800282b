import type { Route } from '../http/route.ts';
import { changeRetention } from './changeRetention.ts';
import { getRetention } from './getRetention.ts';

export const retentionRoutes: readonly Route[] = [getRetention, changeRetention];
