import { deployKeyIdOf, InvalidFields } from '@assay/application';
import { deployKeyCalls } from '@assay/contract';
import { deployKeyDecider } from '@assay/domain';
import { refusalOfGitTarget } from '../git/gitAddresses.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { newSshKey } from './newSshKey.ts';

export const makeDeployKey = route(
  deployKeyCalls.makeDeployKey,
  async ({ api, caller: { accountId }, body: { gitUrl }, context }) => {
    const refusal = await refusalOfGitTarget(gitUrl, api.config.gitAddresses);
    if (refusal !== null) throw new InvalidFields({ field: 'gitUrl', message: refusal });
    const deployKeyId = deployKeyIdOf(accountId, gitUrl);
    const command = { type: 'makeDeployKey' as const, deployKeyId, gitUrl, ...newSshKey('Assay') };
    return commandAnswer(api.eventLog, await api.eventLog.handle(deployKeyDecider, deployKeyId, command, context));
  },
);
