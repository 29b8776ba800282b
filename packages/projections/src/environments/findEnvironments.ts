import {
  type AccountId,
  byName,
  type EnvironmentId,
  type EnvironmentView,
  environmentFields,
  fieldsIn,
  type PipelineStageId,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import type { EnvironmentDocument } from './environments.ts';

/** `secretValues` are values as the log has them, to be decrypted with the account's key. */
export type FoundEnvironment = { view: EnvironmentView; secretValues: Record<string, string> };

/** Environments of an account, by name. In the view, the value of an encrypted variable is null. */
export async function findEnvironments(
  collections: Collections,
  accountId: AccountId,
  filter: Filter<EnvironmentDocument>,
): Promise<FoundEnvironment[]> {
  const found = (await collections.environments.find({ ...filter, accountId }).toArray()).sort(byName);
  return found.map((document) => {
    const { environmentId: id, archived, createdAt, position, revision } = document;
    const variables = document.variables.map((variable) => ({
      ...variable,
      value: variable.encrypted ? null : variable.value,
    }));
    const fields = fieldsIn(environmentFields, document);
    return {
      view: { id, ...fields, archived, variables, createdAt, position, revision: String(revision) },
      secretValues: Object.fromEntries(document.variables.map((variable) => [variable.key, variable.value])),
    };
  });
}

/** @returns the ids of the environments in use that belong to a stage. */
export async function findEnvironmentsOfStage(
  collections: Collections,
  accountId: AccountId,
  pipelineStageId: PipelineStageId,
): Promise<EnvironmentId[]> {
  const found = await collections.environments
    .find({ accountId, pipelineStageId, archived: false }, { projection: { environmentId: 1 } })
    .toArray();
  return found.map(({ environmentId }) => environmentId);
}
