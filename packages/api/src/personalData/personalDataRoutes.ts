import type { Route } from '../http/route.ts';
import { eraseMe } from './eraseMe.ts';
import { erasePersonByStaff } from './erasePersonByStaff.ts';
import { exportMe } from './exportMe.ts';

/** What is held about people: told to them, and erased. */
export const personalDataRoutes: readonly Route[] = [exportMe, eraseMe, erasePersonByStaff];
