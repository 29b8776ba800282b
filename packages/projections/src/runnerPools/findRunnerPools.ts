import {
  type AccountId,
  byName,
  fieldsIn,
  nameKey,
  type RunnerPoolId,
  type RunnerPoolView,
  runnerPoolFields,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import type { RunnerPoolDocument } from './runnerPools.ts';

/** Pools of an account that are in use, by name. */
export async function findRunnerPools(
  collections: Collections,
  accountId: AccountId,
  filter: Filter<RunnerPoolDocument> = {},
): Promise<RunnerPoolView[]> {
  const found = (await collections.runnerPools.find({ ...filter, accountId, archived: false }).toArray()).sort(byName);
  return found.map((document) => {
    const { runnerPoolId: id, currentRunners, createdAt, position, revision } = document;
    const fields = fieldsIn(runnerPoolFields, document);
    return { id, ...fields, currentRunners, createdAt, position, revision: String(revision) };
  });
}

/**
 * Pools in use with that name: of one account, or of every one.
 * @param accountId null: of every account
 */
export async function findRunnerPoolsNamed(
  collections: Collections,
  name: string,
  accountId: AccountId | null,
): Promise<{ runnerPoolId: RunnerPoolId; maxRunners: number }[]> {
  const found = await collections.runnerPools
    .find({ nameKey: nameKey(name), archived: false, ...(accountId === null ? {} : { accountId }) })
    .toArray();
  return found.map(({ runnerPoolId, maxRunners }) => ({ runnerPoolId, maxRunners }));
}
