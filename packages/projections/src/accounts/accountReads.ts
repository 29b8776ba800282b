import { type AccountId, noSsoRoles, type SsoRule } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findAccount, findAccountSetup } from './findAccount.ts';

export const accountReads = {
  account: ({ collections, accountId }: AccountReader) => findAccount(collections, accountId),
  accountSetup: ({ collections, accountId }: AccountReader) => findAccountSetup(collections, accountId),
  ssoRoles: async ({ collections, accountId }: AccountReader) =>
    (await collections.accounts.findOne({ _id: accountId }, { projection: { ssoRoles: 1 } }))?.ssoRoles ?? noSsoRoles,
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
};
