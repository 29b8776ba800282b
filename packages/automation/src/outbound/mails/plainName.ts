/** Enough for names of people and organizations; cuts off a message used as a name. */
const maxLength = 60;

/**
 * For mails to strangers, which anyone can have sent to any address: mail programs must not turn a name into a link.
 * @returns the name without links, email addresses and line breaks
 */
export function plainName(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .replace(/[/\\:@<>]+/g, ' ')
    .replace(/(?<=[\p{L}\p{N}])[.\u3002](?=[\p{L}\p{N}])/gu, '. ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);
}
