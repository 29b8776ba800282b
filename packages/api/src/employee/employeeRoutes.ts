import type { Route } from '../http/route.ts';
import { getEmployee } from './getEmployee.ts';
import { getEmployeeTestListResult } from './getEmployeeTestListResult.ts';
import { listEmployeeAgents } from './listEmployeeAgents.ts';
import { listEmployeeRunners } from './listEmployeeRunners.ts';
import { replaceAgent } from './replaceAgent.ts';
import { replaceTestRunner } from './replaceTestRunner.ts';
import { stopAgent } from './stopAgent.ts';
import { stopTestRunner } from './stopTestRunner.ts';

/** What staff see and do, over all accounts. */
export const employeeRoutes: readonly Route[] = [
  getEmployee,
  listEmployeeAgents,
  stopAgent,
  replaceAgent,
  listEmployeeRunners,
  getEmployeeTestListResult,
  stopTestRunner,
  replaceTestRunner,
];
