import type { Route } from '../http/route.ts';
import { uploadSampleRun } from '../uploads/uploadSampleRun.ts';
import { uploadTestRun } from '../uploads/uploadTestRun.ts';
import { changeTestRunStatus } from './changeTestRunStatus.ts';
import { compareTestRuns } from './compareTestRuns.ts';
import { createTestRun } from './createTestRun.ts';
import { getTestListResult } from './getTestListResult.ts';
import { getTestResult } from './getTestResult.ts';
import { getTestRun } from './getTestRun.ts';
import { getTestRunTest } from './getTestRunTest.ts';
import { hasTestRuns } from './hasTestRuns.ts';
import { listComparedTests } from './listComparedTests.ts';
import { listDeploysOfTestRun } from './listDeploysOfTestRun.ts';
import { listHistory } from './listHistory.ts';
import { listLogs } from './listLogs.ts';
import { listTestResults } from './listTestResults.ts';
import { listTestRunners } from './listTestRunners.ts';
import { listTestRuns } from './listTestRuns.ts';
import { readLog } from './readLog.ts';
import { recentForEnvironments } from './recentForEnvironments.ts';
import { replayTestRun } from './replayTestRun.ts';
import { rerunTestRun } from './rerunTestRun.ts';

export const testRunRoutes: readonly Route[] = [
  listTestRuns,
  hasTestRuns,
  createTestRun,
  uploadTestRun,
  uploadSampleRun,
  getTestRun,
  changeTestRunStatus,
  rerunTestRun,
  recentForEnvironments,
  compareTestRuns,
  listComparedTests,
  replayTestRun,
  listTestResults,
  getTestListResult,
  getTestResult,
  getTestRunTest,
  listTestRunners,
  listDeploysOfTestRun,
  listHistory,
  listLogs,
  readLog,
];
