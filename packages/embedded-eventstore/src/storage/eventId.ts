import { randomUUID } from 'node:crypto';

const hexId = /^[0-9a-f]{32}$/;

/** A new event id as 32 hexadecimal digits. */
export const newEventId = () => randomUUID().replaceAll('-', '');

/** A UUID text, in either case and with or without hyphens, as 32 hexadecimal digits; undefined for any other text. */
export function parseEventId(text: string): string | undefined {
  const hex = text.replaceAll('-', '').toLowerCase();
  return hexId.test(hex) ? hex : undefined;
}
