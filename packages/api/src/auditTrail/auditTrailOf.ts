import type { AuditEntry } from '@assay/contract';
import type { DomainErrorCode } from '@assay/domain';
import { decryptField } from '@assay/event-log';
import type { Api } from '../api.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';

/** Things with an audit trail, as their streams are named, and the code for one that the account does not have. */
const notFound = {
  environment: 'environment.notFound',
  pipelineStage: 'pipelineStage.notFound',
  project: 'project.notFound',
  runnerPool: 'runnerPool.notFound',
  trigger: 'trigger.notFound',
} as const satisfies Readonly<Record<string, DomainErrorCode>>;

/**
 * @returns who changed what in a thing of the account, newest first, without encrypted values
 * @throws DomainError `<thing>.notFound` for what the account does not have
 */
export async function auditTrailOf(
  { operations, owners }: Pick<Api, 'operations' | 'owners'>,
  caller: Member | ApiKeyCaller,
  thing: keyof typeof notFound,
  id: string,
): Promise<AuditEntry[]> {
  const subject = `${thing}-${id}`;
  await owners.requireOwn(subject, caller.accountId, notFound[thing]);
  const found = await caller.models.auditTrail(subject);
  return Promise.all(
    found.map(async ({ entry, asStored }) => {
      const readable = { ...entry };
      for (const name of asStored) readable[name] = await decryptField(operations.keys, entry[name] ?? '');
      return readable;
    }),
  );
}
