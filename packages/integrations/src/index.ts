export type { Channel, DeliveryResult } from './channel.ts';
export { type MailMessage, type MailSettings, openMailChannel } from './mail/mailChannel.ts';
export { type OutgoingGuard, OutgoingRefused, openOutgoingGuard } from './outgoing/outgoingGuard.ts';
