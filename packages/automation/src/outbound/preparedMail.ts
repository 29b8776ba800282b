import type { UserId } from '@assay/contract';
import type { MailMessage } from '@assay/integrations';

/** A mail, with the people that it is sent to or names. */
export type PreparedMail = { message: MailMessage; userIds: UserId[] };
