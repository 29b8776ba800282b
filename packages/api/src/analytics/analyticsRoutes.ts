import type { Route } from '../http/route.ts';
import { getFlakyTestInfo } from './getFlakyTestInfo.ts';
import { getSlowerTestInfo } from './getSlowerTestInfo.ts';
import { getTestInfo } from './getTestInfo.ts';
import { getTestRunInfo } from './getTestRunInfo.ts';
import { getUsage } from './getUsage.ts';

export const analyticsRoutes: readonly Route[] = [
  getTestRunInfo,
  getTestInfo,
  getFlakyTestInfo,
  getSlowerTestInfo,
  getUsage,
];
