import type { Route } from '../http/route.ts';
import { changeProblem } from './changeProblem.ts';
import { getProblem } from './getProblem.ts';

export const problemRoutes: readonly Route[] = [getProblem, changeProblem];
