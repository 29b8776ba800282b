import { type AccountId, type BuildId, type ProjectId, topics } from '@assay/contract';
import { type Actor, accountOf } from '@assay/event-log';
import type { BuildUploaded } from '@assay/event-schemas';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type BuildDocument = ReadModelDocument & {
  accountId: AccountId;
  buildId: BuildId;
  projectId: ProjectId;
  build: BuildUploaded;
  createdBy: Actor;
  createdAt: string;
  /** Of the build's own stream. */
  revision: number;
};

export const builds: Projection<BuildDocument> = {
  name: 'builds',
  version: 1,
  indexes: [{ accountId: 1, projectId: 1, _id: -1 }],
  idsOf: (event) => (event.type === 'BuildUploaded' ? [event.data.buildId] : []),
  evolve: (document, event) => {
    if (event.type !== 'BuildUploaded') return document;
    const { buildId, projectId } = event.data;
    const { actor: createdBy, occurredAt: createdAt } = event.envelope;
    const { data: build, revision } = event;
    return { accountId: accountOf(event), buildId, projectId, build, createdBy, createdAt, revision };
  },
  topicsOf: ({ accountId, projectId, buildId }) => [{ accountId, topic: topics.builds(projectId), id: buildId }],
};
