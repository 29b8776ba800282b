/** Long enough for the names of people and organizations; a message in place of a name ends here. */
const maxLength = 60;

/**
 * For mails to strangers, which anyone can have sent to any address: what people call themselves must not become a link
 * in a mail program.
 * @returns the name without whatever makes a link, an address of mail, or a line of its own
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
