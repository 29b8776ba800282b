import type { AccountReader } from '../readers.ts';
import { findAccount } from './findAccount.ts';

export const accountReads = {
  account: ({ collections, accountId }: AccountReader) => findAccount(collections, accountId),
};
