import type { Route } from '../http/route.ts';
import { queryResults } from './queryResults.ts';

export const tqlRoutes: readonly Route[] = [queryResults];
