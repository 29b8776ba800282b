export type { AlertNews } from './alertNews.ts';
export type { Channel, DeliveryResult } from './channel.ts';
export { type MailMessage, type MailSettings, openMailChannel } from './mail/mailChannel.ts';
export { type OutgoingGuard, OutgoingRefused, openOutgoingGuard } from './outgoing/outgoingGuard.ts';
export { openPoster, type Poster } from './outgoing/postJson.ts';
export { openWebhookChannel, type WebhookPayload, webhookPayloadOf } from './webhook/webhookChannel.ts';
