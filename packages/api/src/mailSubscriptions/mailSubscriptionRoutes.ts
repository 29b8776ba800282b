import { changeMailSubscription, findMailSubscription } from '@assay/application';
import { mailSubscriptionCalls } from '@assay/contract';
import { type Route, route } from '../http/route.ts';

const getMailSubscription = route(mailSubscriptionCalls.getMailSubscription, ({ api, params: { token } }) =>
  findMailSubscription(api, token),
);

const unsubscribe = route(mailSubscriptionCalls.unsubscribe, ({ api, params: { token }, context }) =>
  changeMailSubscription(api, token, false, context),
);

const resubscribe = route(mailSubscriptionCalls.resubscribe, ({ api, params: { token }, context }) =>
  changeMailSubscription(api, token, true, context),
);

export const mailSubscriptionRoutes: readonly Route[] = [getMailSubscription, unsubscribe, resubscribe];
