import { type AccountId, messages, type PipelineStageId } from '@assay/contract';
import type { Application } from '../application.ts';
import { InvalidFields } from '../invalidFields.ts';
import { findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';

/** @throws InvalidFields for a stage that does not belong to the account, or is archived. */
export async function requireOwnStage(
  app: Pick<Application, 'eventLog' | 'owners'>,
  accountId: AccountId,
  pipelineStageId: PipelineStageId | null | undefined,
): Promise<void> {
  if (!pipelineStageId || (await findNamed(app, namedThings.pipelineStage, accountId, pipelineStageId))) return;
  throw new InvalidFields({ field: 'pipelineStageId', message: messages.selectAnswer });
}
