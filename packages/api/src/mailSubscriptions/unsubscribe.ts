import { changeMailSubscription } from '@assay/application';
import { mailSubscriptionCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const unsubscribe = route(mailSubscriptionCalls.unsubscribe, ({ api, params: { token }, context }) =>
  changeMailSubscription(api, token, false, context),
);
