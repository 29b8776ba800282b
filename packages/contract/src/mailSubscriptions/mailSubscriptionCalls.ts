import { Type } from 'typebox';
import { call } from '../call.ts';
import { MailSubscriptionView } from './mailSubscriptionViews.ts';

const params = Type.Object({ token: Type.String({ maxLength: 400 }) });
const example = { params: { token: 'subscription.of-the-mail' } };

/** Calls of the link that mails of alerts and notices end with; whoever has the link may make them. */
export const mailSubscriptionCalls = {
  getMailSubscription: call({
    method: 'GET',
    path: '/unsubscribe/:token',
    summary: 'Which mail the link of a mail is about, and whether it is sent',
    permission: 'public',
    params,
    answer: MailSubscriptionView,
    example,
  }),
  unsubscribe: call({
    method: 'POST',
    path: '/unsubscribe/:token',
    summary: 'Send no more mail of this kind to the recipient of the link; mail programs do it by one click (RFC 8058)',
    permission: 'public',
    params,
    mediaType: 'application/x-www-form-urlencoded',
    answer: MailSubscriptionView,
    example,
  }),
  resubscribe: call({
    method: 'DELETE',
    path: '/unsubscribe/:token',
    summary: 'Undo it: send such mail again',
    permission: 'public',
    params,
    answer: MailSubscriptionView,
    example,
  }),
};
