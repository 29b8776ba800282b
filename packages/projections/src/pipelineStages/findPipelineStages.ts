import { type AccountId, byName, fieldsIn, type PipelineStageView, pipelineStageFields } from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import type { PipelineStageDocument } from './pipelineStages.ts';

/**
 * Stages of an account that are in use, in their order. The value of a visible variable is as the log has it, to be
 * decrypted with the account's key; that of an encrypted variable is null.
 */
export async function findPipelineStages(
  collections: Collections,
  accountId: AccountId,
  filter: Filter<PipelineStageDocument> = {},
): Promise<PipelineStageView[]> {
  const found = (await collections.pipelineStages.find({ ...filter, accountId, archived: false }).toArray()).sort(
    (a, b) => a.priority - b.priority || byName(a, b),
  );
  return found.map((document) => {
    const { pipelineStageId: id, createdAt, position, revision } = document;
    const variables = document.variables.map((variable) => ({
      ...variable,
      value: variable.encrypted ? null : variable.value,
    }));
    return {
      id,
      ...fieldsIn(pipelineStageFields, document),
      variables,
      createdAt,
      position,
      revision: String(revision),
    };
  });
}
