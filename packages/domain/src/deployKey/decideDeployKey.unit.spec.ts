import type { DeployKeyId } from '@assay/contract';
import type { DeployKeyEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { deployKeyDecider } from './decideDeployKey.ts';

const deployKeyId = 'acme.shop' as DeployKeyId;
const gitUrl = 'git@git.example.org:northwind/shop.git';
const facts = { deployKeyId, gitUrl, publicKey: 'ssh-ed25519 AAAA Assay', privateKey: 'one' };
const made: DeployKeyEvent = { type: 'DeployKeyMade', data: facts };
const deleted: DeployKeyEvent = { type: 'DeployKeyDeleted', data: { deployKeyId, gitUrl } };

describe('a deploy key', () => {
  it('is made once, and another one after it was deleted', () => {
    const again = { ...facts, privateKey: 'two' };
    given(deployKeyDecider)
      .when({ type: 'makeDeployKey', ...facts })
      .gives(made);
    given(deployKeyDecider, made)
      .when({ type: 'makeDeployKey', ...again })
      .gives();
    given(deployKeyDecider, made, deleted)
      .when({ type: 'makeDeployKey', ...again })
      .gives({ type: 'DeployKeyMade', data: again });
  });

  it('is deleted while it is there', () => {
    given(deployKeyDecider, made).when({ type: 'deleteDeployKey' }).gives(deleted);
    given(deployKeyDecider, made, deleted).when({ type: 'deleteDeployKey' }).refuses('deployKey.notFound');
    given(deployKeyDecider).when({ type: 'deleteDeployKey' }).refuses('deployKey.notFound');
  });
});
