import type { AccountId } from '@assay/contract';
import type { ReservedName } from '../reservations/reservedName.ts';

export function pipelineStageNameOf(accountId: AccountId, value: string): ReservedName {
  return { kind: 'pipelineStageName', scope: accountId, value };
}
