import type { AccountReader } from '../readers.ts';
import { findAccount, findAccountSetup } from './findAccount.ts';

export const accountReads = {
  account: ({ collections, accountId }: AccountReader) => findAccount(collections, accountId),
  accountSetup: ({ collections, accountId }: AccountReader) => findAccountSetup(collections, accountId),
};
