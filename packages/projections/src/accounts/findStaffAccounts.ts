import { type AccountId, type StaffAccountPage, type StaffAccountView, tiers } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { containing } from '../containing.ts';
import type { AccountDocument } from './accounts.ts';

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
  return { total, accounts: found.map(viewOf) };
}

/** @returns the account as staff see it; null: not found */
export async function findStaffAccount(
  { accounts }: Collections,
  accountId: AccountId,
): Promise<StaffAccountView | null> {
  const found = await accounts.findOne({ _id: accountId });
  return found && viewOf(found);
}

function viewOf({ accountId: id, name, plan, testRunCount }: AccountDocument): StaffAccountView {
  const { tier, flags, legacyPlan } = plan;
  // Only the self-hosted plan has flags.
  const shownTier = flags.length > 0 ? null : (tiers.find((known) => known === tier) ?? null);
  return { id, name, tier: shownTier, legacyPlan, testRunCount };
}
