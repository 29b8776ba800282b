import { type AccountId, type DeployId, type EnvironmentId, type ProjectId, topics } from '@assay/contract';
import { type Actor, accountOf } from '@assay/event-log';
import type { DeployCreated } from '@assay/event-schemas';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type DeployDocument = ReadModelDocument & {
  accountId: AccountId;
  deployId: DeployId;
  projectId: ProjectId;
  environmentId: EnvironmentId;
  deploy: DeployCreated;
  createdBy: Actor;
  createdAt: string;
  /** Of the deploy's own stream. */
  revision: number;
};

export const deploys: Projection<DeployDocument> = {
  name: 'deploys',
  version: 2,
  indexes: [
    { accountId: 1, projectId: 1, _id: -1 },
    { accountId: 1, projectId: 1, createdAt: 1 },
    { accountId: 1, projectId: 1, environmentId: 1, _id: -1 },
    { accountId: 1, environmentId: 1, _id: -1 },
  ],
  idsOf: (event) => (event.type === 'DeployCreated' ? [event.data.deployId] : []),
  evolve: (document, event) => {
    if (event.type !== 'DeployCreated') return document;
    const { deployId, projectId, environmentId } = event.data;
    const { actor: createdBy, occurredAt: createdAt } = event.envelope;
    const { data: deploy, revision } = event;
    return { accountId: accountOf(event), deployId, projectId, environmentId, deploy, createdBy, createdAt, revision };
  },
  topicsOf: ({ accountId, projectId, deployId }) => [{ accountId, topic: topics.deploys(projectId), id: deployId }],
};
