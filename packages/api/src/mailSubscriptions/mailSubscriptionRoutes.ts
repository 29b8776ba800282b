import type { Route } from '../http/route.ts';
import { getMailSubscription } from './getMailSubscription.ts';
import { resubscribe } from './resubscribe.ts';
import { unsubscribe } from './unsubscribe.ts';

export const mailSubscriptionRoutes: readonly Route[] = [getMailSubscription, unsubscribe, resubscribe];
