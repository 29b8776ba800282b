import { type Static, Type } from 'typebox';
import { Nullable } from '../ids.ts';

/** Mail that somebody gets until they say that they do not want it. */
export const MailSubscriptionView = Type.Object({
  kind: Type.Enum(['notices', 'alert'], { description: 'what one is told personally, or what an alert tells' }),
  accountName: Type.String(),
  alertEvent: Nullable(Type.String({ description: 'what the alert is about; null for notices' })),
  subscribed: Type.Boolean(),
});
export type MailSubscriptionView = Static<typeof MailSubscriptionView>;
