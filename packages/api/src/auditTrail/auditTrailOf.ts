import type { AuditEntry } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import type { Api } from '../api.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';

/** Things with an audit trail, as their streams are named. */
type Audited = 'environment' | 'pipelineStage' | 'project' | 'runnerPool' | 'trigger';

/**
 * @returns who changed what in a thing of the account, newest first, without encrypted values
 * @throws DomainError `<thing>.notFound` for what the account does not have
 */
export async function auditTrailOf(
  { operations, owners }: Pick<Api, 'operations' | 'owners'>,
  caller: Member | ApiKeyCaller,
  thing: Audited,
  id: string,
): Promise<AuditEntry[]> {
  const subject = `${thing}-${id}`;
  await owners.requireOwn(subject, caller.accountId, `${thing}.notFound`);
  const found = await caller.models.auditTrail(subject);
  return Promise.all(
    found.map(async ({ entry, asStored }) => {
      const readable = { ...entry };
      for (const name of asStored) readable[name] = await decryptField(operations.keys, entry[name] ?? '');
      return readable;
    }),
  );
}
