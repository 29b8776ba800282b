import type { StaffAccessView, UserView } from '@assay/contract';

type Role = UserView['roles'][number];

/** @returns the role in the account with that name, else in one that had it before it was renamed. */
function roleNamed(roles: readonly Role[], name: string | null): Role | undefined {
  if (name === null) return undefined;
  return roles.find((role) => role.accountName === name) ?? roles.find((role) => role.formerNames.includes(name));
}

/** The account named by the first URL segment, else the remembered one, else that of the first role. */
export function chooseAccount(
  roles: readonly Role[],
  firstSegment: string | null,
  remembered: string | null,
): Role | undefined {
  return roleNamed(roles, firstSegment) ?? roleNamed(roles, remembered) ?? roles[0];
}

/** @returns the read-only access of a staff member to the account that the first URL segment names, without a role there. */
export function accessNamed(
  { roles, staffAccess }: Pick<UserView, 'roles' | 'staffAccess'>,
  firstSegment: string | null,
): StaffAccessView | undefined {
  if (roleNamed(roles, firstSegment)) return undefined;
  return staffAccess.find(({ accountName }) => accountName === firstSegment);
}

/** @returns whether the first URL segment names the account of the role, as it is named now or was before. */
export function isNamedBy(role: Role, firstSegment: string): boolean {
  return role.accountName === firstSegment || role.formerNames.includes(firstSegment);
}

/** @returns the same place with another first segment, which is encoded. */
export function withFirstSegment(path: string, segment: string): string {
  return path.replace(/^\/*[^/]*/, `/${encodeURIComponent(segment)}`);
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
