import { generateKeyPairSync } from 'node:crypto';
import { deployKeyIdOf, InvalidFields } from '@assay/application';
import { deployKeyCalls } from '@assay/contract';
import { deployKeyDecider } from '@assay/domain';
import sshpk from 'sshpk';
import { refusalOfGitTarget } from '../git/gitAddresses.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

/** @returns a new pair of Ed25519 keys as OpenSSH writes them; the private one has no passphrase */
function newSshKey(comment: string): { publicKey: string; privateKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = sshpk.parsePrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }), 'pkcs8');
  const shown = key.toPublic();
  for (const each of [key, shown]) each.comment = comment;
  return { publicKey: shown.toString('ssh'), privateKey: key.toString('openssh') };
}

const listDeployKeys = route(deployKeyCalls.listDeployKeys, ({ caller }) => caller.models.deployKeys());

const makeDeployKey = route(
  deployKeyCalls.makeDeployKey,
  async ({ api, caller: { accountId }, body: { gitUrl }, context }) => {
    const refusal = await refusalOfGitTarget(gitUrl, api.config.gitAddresses);
    if (refusal !== null) throw new InvalidFields({ field: 'gitUrl', message: refusal });
    const deployKeyId = deployKeyIdOf(accountId, gitUrl);
    const command = { type: 'makeDeployKey' as const, deployKeyId, gitUrl, ...newSshKey('Assay') };
    return commandAnswer(api.eventLog, await api.eventLog.handle(deployKeyDecider, deployKeyId, command, context));
  },
);

const deleteDeployKey = route(
  deployKeyCalls.deleteDeployKey,
  async ({ api, params: { id }, caller: { accountId }, context, expectedRevision }) => {
    await api.owners.requireOwn(`deployKey-${id}`, accountId, 'deployKey.notFound');
    const command = { type: 'deleteDeployKey' as const };
    const result = await api.eventLog.handle(deployKeyDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

export const deployKeyRoutes: readonly Route[] = [listDeployKeys, makeDeployKey, deleteDeployKey];
