import type { Route } from '../http/route.ts';
import { archiveProject } from './archiveProject.ts';
import { attachTestCode } from './attachTestCode.ts';
import { changeProject } from './changeProject.ts';
import { createProject } from './createProject.ts';
import { dequarantineTest } from './dequarantineTest.ts';
import { getCommit } from './getCommit.ts';
import { getProject } from './getProject.ts';
import { getProjectStats } from './getProjectStats.ts';
import { getTestHistory } from './getTestHistory.ts';
import { listBranches } from './listBranches.ts';
import { listCommits } from './listCommits.ts';
import { listEndingQuarantines } from './listEndingQuarantines.ts';
import { listProjects } from './listProjects.ts';
import { listProjectTests } from './listProjectTests.ts';
import { listQuarantinedTests } from './listQuarantinedTests.ts';
import { listRepositoryBranches } from './listRepositoryBranches.ts';
import { previewFlakyRules } from './previewFlakyRules.ts';
import { previewQuarantine } from './previewQuarantine.ts';
import { proposeProjects } from './proposeProjects.ts';
import { quarantineTest } from './quarantineTest.ts';

export const projectRoutes: readonly Route[] = [
  listProjects,
  createProject,
  proposeProjects,
  getProject,
  getProjectStats,
  changeProject,
  archiveProject,
  attachTestCode,
  listProjectTests,
  getTestHistory,
  listQuarantinedTests,
  listEndingQuarantines,
  previewFlakyRules,
  previewQuarantine,
  quarantineTest,
  dequarantineTest,
  listRepositoryBranches,
  listBranches,
  listCommits,
  getCommit,
];
