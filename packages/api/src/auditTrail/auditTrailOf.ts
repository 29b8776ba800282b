import type { AuditEntry } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import type { AccountReads } from '@assay/projections';
import type { Api } from '../api.ts';

/** @returns who changed what in a thing of the account, newest first, without encrypted values. */
export async function auditTrailOf(
  { operations }: Pick<Api, 'operations'>,
  models: Pick<AccountReads, 'auditTrail'>,
  subject: string,
): Promise<AuditEntry[]> {
  const found = await models.auditTrail(subject);
  return Promise.all(
    found.map(async ({ entry, asStored }) => {
      const readable = { ...entry };
      for (const name of asStored) readable[name] = await decryptField(operations.keys, entry[name] ?? '');
      return readable;
    }),
  );
}
