import { type AccountId, messages, type PipelineStageId } from '@assay/contract';
import { pipelineStageDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { invalidFields } from '../http/apiErrors.ts';

/** @throws ApiError 400 of the field for a stage that is not the account's, or out of use. */
export async function requireOwnStage(
  { owners, eventLog }: Api,
  accountId: AccountId,
  pipelineStageId: PipelineStageId | null | undefined,
): Promise<void> {
  if (!pipelineStageId) return;
  const isOwn = (await owners.ownerOf(`pipelineStage-${pipelineStageId}`)) === accountId;
  const { state } = isOwn ? await eventLog.load(pipelineStageDecider, pipelineStageId) : { state: null };
  if (state?.status === 'active') return;
  throw invalidFields({ field: 'pipelineStageId', message: messages.selectAnswer });
}
