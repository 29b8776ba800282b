import { type AccountId, messages, type RunnerPoolId, type RunnerType } from '@assay/contract';
import type { Application } from '../application.ts';
import { type FieldError, InvalidFields } from '../invalidFields.ts';
import { findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';

type Pools = { windowsRunnerPoolId?: RunnerPoolId | null; linuxRunnerPoolId?: RunnerPoolId | null };

/** @throws InvalidFields for a pool that does not belong to the account, is archived, or is of the other type. */
export async function requireOwnPools(
  app: Pick<Application, 'eventLog' | 'owners'>,
  accountId: AccountId,
  pools: Pools,
): Promise<void> {
  const isOwn = async (runnerPoolId: RunnerPoolId, runnerType: RunnerType) =>
    (await findNamed(app, namedThings.runnerPool, accountId, runnerPoolId))?.runnerType === runnerType;
  const errors: FieldError[] = [];
  const { windowsRunnerPoolId: windows, linuxRunnerPoolId: linux } = pools;
  const message = messages.selectAnswer;
  if (windows && !(await isOwn(windows, 'WINDOWS'))) errors.push({ field: 'windowsRunnerPoolId', message });
  if (linux && !(await isOwn(linux, 'LINUX'))) errors.push({ field: 'linuxRunnerPoolId', message });
  if (errors.length > 0) throw new InvalidFields(...errors);
}
