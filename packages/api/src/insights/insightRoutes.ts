import type { Route } from '../http/route.ts';
import { listInsights } from './listInsights.ts';
import { markInsight } from './markInsight.ts';

export const insightRoutes: readonly Route[] = [listInsights, markInsight];
