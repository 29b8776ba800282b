import type { PipelineStageId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findEnvironments, findEnvironmentsOfStage } from './findEnvironments.ts';

export const environmentReads = {
  environments: ({ collections, accountId }: AccountReader) =>
    findEnvironments(collections, accountId, { archived: false }),
  environment: async ({ collections, accountId }: AccountReader, environmentId: string) =>
    (await findEnvironments(collections, accountId, { _id: environmentId }))[0] ?? null,
  environmentByKey: async ({ collections, accountId }: AccountReader, key: string) =>
    (await findEnvironments(collections, accountId, { key, archived: false }))[0] ?? null,
  environmentsOfStage: ({ collections, accountId }: AccountReader, pipelineStageId: PipelineStageId) =>
    findEnvironmentsOfStage(collections, accountId, pipelineStageId),
};
