import { type StaffAccountPage, tiers } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { containing } from '../containing.ts';

/** @returns a page of all accounts, or of those whose name has the text, by name. */
export async function findStaffAccounts(
  { accounts }: Collections,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<StaffAccountPage> {
  const filter = search === '' ? {} : { name: containing(search) };
  const [total, found] = await Promise.all([
    accounts.countDocuments(filter),
    accounts.find(filter).sort({ name: 1, _id: 1 }).skip(offset).limit(limit).toArray(),
  ]);
  return {
    total,
    accounts: found.map(({ accountId: id, name, plan: { tier, flags, legacyPlan }, testRunCount }) => ({
      id,
      name,
      // Only the self-hosted plan has flags.
      tier: flags.length > 0 ? null : (tiers.find((known) => known === tier) ?? null),
      legacyPlan,
      testRunCount,
    })),
  };
}
