import type { UserView } from '@assay/contract';

type Role = UserView['roles'][number];

/** The account named by the first URL segment, else the remembered one, else that of the first role. */
export function chooseAccount(
  roles: readonly Role[],
  firstSegment: string | null,
  remembered: string | null,
): Role | undefined {
  const named = (name: string | null) => (name === null ? undefined : roles.find((role) => role.accountName === name));
  return named(firstSegment) ?? named(remembered) ?? roles[0];
}

/** @returns the first segment of a path, decoded; null when there is none. */
export function firstSegmentOf(path: string): string | null {
  const [segment] = path.split('/').filter((part) => part !== '');
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
