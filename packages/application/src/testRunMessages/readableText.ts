import type { UserId } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import type { Application } from '../application.ts';

/**
 * @param message as the log and the read model keep it
 * @returns the text; null where it was deleted, or its author's key was
 */
export async function readableText(
  { operations }: Pick<Application, 'operations'>,
  { userId, text }: { userId: UserId | null; text: string | null },
): Promise<string | null> {
  // What a CI job writes is nobody's personal data, and is kept as it is.
  if (text === null || userId === null) return text;
  return decryptField(operations.keys, text);
}
