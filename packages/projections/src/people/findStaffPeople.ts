import type { StaffPersonPage } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { containing } from '../containing.ts';
import { namesById } from '../namesById.ts';

/** @returns a page of the people of all accounts whose name or address has the text, by address. */
export async function findStaffPeople(
  { people, accounts }: Collections,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<StaffPersonPage> {
  const text = containing(search);
  const filter = { erased: false, $or: [{ email: text }, { firstName: text }, { lastName: text }] };
  const [total, found] = await Promise.all([
    people.countDocuments(filter),
    people.find(filter).sort({ email: 1, _id: 1 }).skip(offset).limit(limit).toArray(),
  ]);
  const accountIds = found.flatMap(({ roles }) => roles.map(({ accountId }) => accountId));
  const named = await accounts.find({ _id: { $in: [...new Set(accountIds)] } }, { projection: { name: 1 } }).toArray();
  const nameOf = namesById(named);
  return {
    total,
    people: found.map(({ userId, firstName, lastName, email, staff, roles }) => ({
      id: userId,
      fullName: `${firstName} ${lastName}`.trim(),
      email,
      staff,
      roles: roles.map(({ accountId, roleType }) => ({
        accountId,
        accountName: nameOf(accountId),
        roleType,
      })),
    })),
  };
}
