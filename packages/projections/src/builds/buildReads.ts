import type { BuildId, ProjectId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findBuild, findBuildNamed, findBuildPage } from './findBuilds.ts';

export const buildReads = {
  buildPage: async (
    { collections, accountId, projected }: AccountReader,
    projectId: ProjectId,
    page: { offset: number; limit: number },
  ) => findBuildPage(collections, accountId, { projectId, ...page }, await projected()),
  build: ({ collections, accountId }: AccountReader, projectId: ProjectId, buildId: BuildId) =>
    findBuild(collections, accountId, projectId, buildId),
  buildNamed: ({ collections, accountId }: AccountReader, projectId: ProjectId, name: string) =>
    findBuildNamed(collections, accountId, projectId, name),
};
