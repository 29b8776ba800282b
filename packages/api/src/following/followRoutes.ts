import type { Route } from '../http/route.ts';
import { listFollowers } from './listFollowers.ts';
import { toggleFollow } from './toggleFollow.ts';

export const followRoutes: readonly Route[] = [toggleFollow, listFollowers];
