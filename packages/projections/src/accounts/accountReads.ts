import { type AccountId, keepAll, noSsoRoles, type Retention, type SsoRule } from '@assay/contract';
import { readAny } from '../readAny.ts';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findAccount, findAccountSetup } from './findAccount.ts';
import { findStaffAccount, findStaffAccounts } from './findStaffAccounts.ts';

export const accountReads = {
  account: ({ collections, accountId }: AccountReader) => findAccount(collections, accountId),
  accountSetup: ({ collections, accountId }: AccountReader) => findAccountSetup(collections, accountId),
  /** What is known of the account at the payment processor; null when there is no account. */
  billing: async ({ collections, accountId }: AccountReader) =>
    (await collections.accounts.findOne({ _id: accountId }, { projection: { billing: 1 } }))?.billing ?? null,
  ssoRoles: async ({ collections, accountId }: AccountReader) =>
    (await collections.accounts.findOne({ _id: accountId }, { projection: { ssoRoles: 1 } }))?.ssoRoles ?? noSsoRoles,
  /** How long things are kept, and the names of the projects that have them. */
  retention: async ({ collections, accountId }: AccountReader) => {
    const projection = { retention: 1, revision: 1 };
    const account = await collections.accounts.findOne({ _id: accountId }, { projection });
    const projects = await collections.projects
      .find({ accountId }, { projection: { name: 1, projectId: 1 } })
      .toArray();
    return {
      retention: account?.retention ?? keepAll,
      revision: String(account?.revision ?? -1),
      projectNames: new Map(projects.map(({ projectId, name }) => [projectId, name])),
    };
  },
};

export const accountServiceReads = {
  /** Accounts in which roles follow from groups of the provider, each with its rules about it. */
  ssoRulesOf: async (
    { collections }: ServiceReader,
    provider: string,
  ): Promise<{ accountId: AccountId; rules: SsoRule[] }[]> => {
    const found = await collections.accounts
      .find({ 'ssoRoles.sync': true, 'ssoRoles.rules.provider': provider })
      .toArray();
    return found.map(({ accountId, ssoRoles }) => ({
      accountId,
      rules: ssoRoles.rules.filter((rule) => rule.provider === provider),
    }));
  },
  /** The account that a customer of the payment processor pays for; null: none. */
  accountOfCustomer: async ({ collections }: ServiceReader, customerId: string): Promise<AccountId | null> =>
    (await collections.accounts.findOne({ 'billing.customerId': customerId }, { projection: { accountId: 1 } }))
      ?.accountId ?? null,
  /** Accounts that have a customer at the payment processor. */
  billedAccounts: async ({ collections }: ServiceReader): Promise<AccountId[]> => {
    const found = collections.accounts.find({ 'billing.customerId': { $ne: null } }, { projection: { accountId: 1 } });
    return (await found.toArray()).map(({ accountId }) => accountId);
  },
  staffAccounts: ({ collections }: ServiceReader, wanted: Parameters<typeof findStaffAccounts>[1]) =>
    findStaffAccounts(collections, wanted),
  staffAccount: ({ collections }: ServiceReader, accountId: AccountId) => findStaffAccount(collections, accountId),
  /** The names of accounts; those of unknown ids are left out. */
  accountNames: async ({ collections }: ServiceReader, accountIds: readonly AccountId[]) => {
    const found = await readAny(accountIds, (ids) =>
      collections.accounts.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray(),
    );
    return new Map<string, string>(found.map(({ _id, name }) => [_id, name]));
  },
  /** Accounts by whose rules something may go. */
  accountsLettingGo: async ({
    collections,
  }: ServiceReader): Promise<{ accountId: AccountId; retention: Retention }[]> =>
    (await collections.accounts.find({ letsGo: true }).toArray()).map(({ accountId, retention }) => ({
      accountId,
      retention,
    })),
};
