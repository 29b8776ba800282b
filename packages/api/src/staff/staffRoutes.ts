import type { Route } from '../http/route.ts';
import { changeAccountPlan } from './changeAccountPlan.ts';
import { dropOwnRole, dropOwnRoleByQuery } from './dropOwnRole.ts';
import { getStaffRight } from './getStaffRight.ts';
import { getStaffTestListResult } from './getStaffTestListResult.ts';
import { listSetAsideReactions } from './listSetAsideReactions.ts';
import { listStaffAccounts } from './listStaffAccounts.ts';
import { listStaffAgents } from './listStaffAgents.ts';
import { listStaffPeople } from './listStaffPeople.ts';
import { listStaffRunners } from './listStaffRunners.ts';
import { replaceAgent } from './replaceAgent.ts';
import { replaceTestRunner } from './replaceTestRunner.ts';
import { retrySetAsideReaction } from './retrySetAsideReaction.ts';
import { stopAgent } from './stopAgent.ts';
import { stopTestRunner } from './stopTestRunner.ts';
import { takeStaffRole } from './takeStaffRole.ts';

/** What staff see and do, across all accounts. */
export const staffRoutes: readonly Route[] = [
  getStaffRight,
  listStaffAgents,
  stopAgent,
  replaceAgent,
  listStaffRunners,
  getStaffTestListResult,
  stopTestRunner,
  replaceTestRunner,
  listStaffPeople,
  listStaffAccounts,
  changeAccountPlan,
  takeStaffRole,
  dropOwnRole,
  dropOwnRoleByQuery,
  listSetAsideReactions,
  retrySetAsideReaction,
];
