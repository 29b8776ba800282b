import type { UserId } from '../ids.ts';

const mention = /<@([A-Za-z0-9._-]{1,80})>/g;

/** A piece of a message's text, or a person it names. */
export type MessagePart = { kind: 'text'; text: string } | { kind: 'mention'; userId: UserId };

/** @returns how a text names a person. */
export function mentionOf(userId: UserId): string {
  return `<@${userId}>`;
}

/** @returns what the text consists of, in order. */
export function partsOfMessage(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: token, 1: userId, index } of text.matchAll(mention)) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push({ kind: 'mention', userId: userId as UserId });
    end = index + token.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** @returns the people whom the text names, each once. */
export function mentionedIn(text: string): UserId[] {
  return [...new Set(partsOfMessage(text).flatMap((part) => (part.kind === 'mention' ? [part.userId] : [])))];
}
