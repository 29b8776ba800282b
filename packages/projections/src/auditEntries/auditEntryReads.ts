import type { AccountReader } from '../readers.ts';
import { findAuditEntries } from './findAuditEntries.ts';

export const auditEntryReads = {
  auditTrail: ({ collections, accountId }: AccountReader, subject: string) =>
    findAuditEntries(collections, accountId, subject),
};
