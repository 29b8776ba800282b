import type { Route } from '../http/route.ts';
import { search } from './search.ts';

export const searchRoutes: readonly Route[] = [search];
