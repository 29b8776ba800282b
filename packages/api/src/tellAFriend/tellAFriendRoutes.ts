import type { Route } from '../http/route.ts';
import { tellAFriend } from './tellAFriend.ts';

export const tellAFriendRoutes: readonly Route[] = [tellAFriend];
