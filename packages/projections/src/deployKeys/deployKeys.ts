import { type AccountId, type DeployKeyId, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type DeployKeyDocument = ReadModelDocument & {
  accountId: AccountId;
  deployKeyId: DeployKeyId;
  gitUrl: string;
  publicKey: string;
  createdAt: string;
  deleted: boolean;
  revision: number;
};

/** The SSH keys by which repositories are read. Private parts are in no read model. */
export const deployKeys: Projection<DeployKeyDocument> = {
  name: 'deployKeys',
  version: 1,
  indexes: [{ accountId: 1, deleted: 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'DeployKeyMade':
      case 'DeployKeyDeleted':
        return [event.data.deployKeyId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    switch (event.type) {
      case 'DeployKeyMade': {
        const { deployKeyId, gitUrl, publicKey } = event.data;
        const { occurredAt: createdAt } = event.envelope;
        return { accountId: accountOf(event), deployKeyId, gitUrl, publicKey, createdAt, deleted: false, revision };
      }
      case 'DeployKeyDeleted':
        return document && { ...document, deleted: true, revision };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, deployKeyId }) => [{ accountId, topic: topics.deployKeys, id: deployKeyId }],
};
