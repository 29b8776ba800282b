import { type SharedLinkId, sharedRunPath } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { SharedLink } from '@assay/operations';
import type { Application } from '../application.ts';
import { linkToken, readLinkToken } from '../links/linkToken.ts';

/** @returns the path of the page that the link opens, with its token */
export function sharedLinkPath({ operations }: Pick<Application, 'operations'>, id: SharedLinkId): string {
  return `${sharedRunPath}#${linkToken(operations, 'sharedRun', id)}`;
}

/**
 * @returns what the link of the token shows
 * @throws DomainError `sharedLink.notFound` for a token that was made up, has expired or was revoked
 */
export async function openSharedLink(
  { operations }: Pick<Application, 'operations'>,
  token: string,
): Promise<SharedLink> {
  const known = readLinkToken(operations, 'sharedRun', token);
  const link = known && (await operations.sharedLinks.use(known.id));
  if (!link) throw new DomainError('sharedLink.notFound');
  return link;
}
