import { changeMailSubscription } from '@assay/application';
import { mailSubscriptionCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const resubscribe = route(mailSubscriptionCalls.resubscribe, ({ api, params: { token }, context }) =>
  changeMailSubscription(api, token, true, context),
);
