import type { EnvironmentId, ProjectId, TestRunId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { type DeployQuery, findDeployPage, findDeploysOfRun, findLatestDeploy } from './findDeploys.ts';
import { findLastDeploys } from './findLastDeploys.ts';

export const deployReads = {
  deployPage: async ({ collections, accountId, projected }: AccountReader, query: DeployQuery) =>
    findDeployPage(collections, accountId, query, await projected()),
  latestDeploy: ({ collections, accountId }: AccountReader, projectId: ProjectId, environmentId: EnvironmentId) =>
    findLatestDeploy(collections, accountId, projectId, environmentId),
  lastDeploys: ({ collections, accountId }: AccountReader) => findLastDeploys(collections, accountId),
  deploysOfRun: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findDeploysOfRun(collections, accountId, testRunId),
};
