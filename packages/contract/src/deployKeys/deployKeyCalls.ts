import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { DeployKeyId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { DeployKeyRequest, DeployKeyView } from './deployKeyViews.ts';

export const deployKeyCalls = {
  listDeployKeys: call({
    method: 'GET',
    path: '/deploy-keys',
    summary: 'The public parts of the SSH keys by which repositories of the account are read, by URL',
    permission: 'deployKey.read',
    answer: Type.Array(DeployKeyView),
    topic: topics.deployKeys,
    example: {},
  }),
  makeDeployKey: call({
    method: 'POST',
    path: '/deploy-keys',
    summary:
      'Make an SSH key that reads one repository, once its public part is added there; the one that is there is kept',
    permission: 'deployKey.write',
    body: DeployKeyRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.deployKeys],
    example: { body: { gitUrl: 'git@git.example.org:northwind/shop.git' } },
  }),
  deleteDeployKey: call({
    method: 'DELETE',
    path: '/deploy-keys/:id',
    summary: 'Delete a key; the repository is read by it no more',
    permission: 'deployKey.write',
    params: Type.Object({ id: DeployKeyId }),
    answer: CommandAnswer,
    changes: [topics.deployKeys],
    example: { params: { id: exampleIds.deployKey } },
  }),
};
