import type { DeliveryResult } from '../channel.ts';

const maxReasonLength = 500;

/** What the client calls failures that are about the message and its recipient; all others are about the server. */
const aboutMessage: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

/**
 * What a failed attempt means. A server that answers 4xx asks to come back later, one that answers 5xx will never take
 * the message (RFC 5321, 4.2.1). Where the server cannot be reached, takes too long, or refuses our password or its own
 * encryption, whoever runs the installation can mend it, so the message waits.
 */
export function smtpFailure(error: unknown): DeliveryResult {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReasonLength);
  if (!aboutMessage.includes(code)) return { kind: 'retry', reason, of: 'destination' };
  if (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500) {
    return { kind: 'retry', reason, of: 'message' };
  }
  return { kind: 'refused', reason };
}
