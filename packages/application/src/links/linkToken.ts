import { timingSafeEqual } from 'node:crypto';
import type { Operations } from '@assay/operations';

/** The purpose of a link: a token for one purpose is invalid for another. */
export type LinkPurpose =
  | 'invitation'
  | 'passwordReset'
  | 'registration'
  | 'notices'
  | 'alertMail'
  | 'badge'
  | 'sharedRun';

/**
 * The secret of a link: what it is about with a keyed hash, which cannot be forged. It is stored nowhere, not even as
 * a hash, and can be made again for a second mail.
 * @param round differs after it was sent again, so that earlier links stop working
 */
export function linkToken({ keys }: Pick<Operations, 'keys'>, purpose: LinkPurpose, id: string, round = 0): string {
  return `${id}.${round}.${keys.hmac(JSON.stringify(['link', purpose, id, round]))}`;
}

/** @returns what the token is about; null when it was made up, which nothing but a keyed hash is computed to find out. */
export function readLinkToken(
  operations: Pick<Operations, 'keys'>,
  purpose: LinkPurpose,
  token: string,
): { id: string; round: number } | null {
  const [, id = '', digits = ''] = /^([\w-]+)\.(\d{1,6})\.[0-9a-f]+$/.exec(token) ?? [];
  const round = Number(digits);
  const [given, real] = [Buffer.from(token), Buffer.from(linkToken(operations, purpose, id, round))];
  return given.length === real.length && timingSafeEqual(given, real) ? { id, round } : null;
}
