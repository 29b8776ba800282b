import type { Route } from '../http/route.ts';
import { changeRetention } from './changeRetention.ts';
import { getRetention } from './getRetention.ts';
import { getStorage } from './getStorage.ts';

export const retentionRoutes: readonly Route[] = [getStorage, getRetention, changeRetention];
