import type { ProjectId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findProjectStats } from './findProjectStats.ts';
import { findProjects } from './findProjects.ts';

export const projectReads = {
  projects: ({ collections, accountId }: AccountReader) => findProjects(collections, accountId, { archived: false }),
  project: async ({ collections, accountId }: AccountReader, projectId: ProjectId) =>
    (await findProjects(collections, accountId, { _id: projectId }))[0] ?? null,
  projectByKey: async ({ collections, accountId }: AccountReader, key: string) =>
    (await findProjects(collections, accountId, { key, archived: false }))[0] ?? null,
  projectStats: ({ collections, accountId, testsByDays }: AccountReader, projectId: ProjectId, now: Date) =>
    findProjectStats(collections, accountId, projectId, now, testsByDays),
};
