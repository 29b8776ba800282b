import { findMailSubscription } from '@assay/application';
import { mailSubscriptionCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getMailSubscription = route(mailSubscriptionCalls.getMailSubscription, ({ api, params: { token } }) =>
  findMailSubscription(api, token),
);
