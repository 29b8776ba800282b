import { type AccountId, messages, type RunnerPoolId, type RunnerType } from '@assay/contract';
import { runnerPoolDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { type FieldError, invalidFields } from '../http/apiErrors.ts';

type Pools = { windowsRunnerPoolId?: RunnerPoolId | null; linuxRunnerPoolId?: RunnerPoolId | null };

/** @throws ApiError 400 for a pool that is not the account's, out of use, or of the other type. */
export async function requireOwnPools({ owners, eventLog }: Api, accountId: AccountId, pools: Pools): Promise<void> {
  const isOwn = async (runnerPoolId: RunnerPoolId, runnerType: RunnerType) => {
    if ((await owners.ownerOf(`runnerPool-${runnerPoolId}`)) !== accountId) return false;
    const { state } = await eventLog.load(runnerPoolDecider, runnerPoolId);
    return state.status === 'active' && state.runnerType === runnerType;
  };
  const errors: FieldError[] = [];
  const { windowsRunnerPoolId: windows, linuxRunnerPoolId: linux } = pools;
  const message = messages.selectAnswer;
  if (windows && !(await isOwn(windows, 'WINDOWS'))) errors.push({ field: 'windowsRunnerPoolId', message });
  if (linux && !(await isOwn(linux, 'LINUX'))) errors.push({ field: 'linuxRunnerPoolId', message });
  if (errors.length > 0) throw invalidFields(...errors);
}
