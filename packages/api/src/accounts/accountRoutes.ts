import { listAccessLog } from '../accessLog/listAccessLog.ts';
import { createApiKey } from '../apiKeys/createApiKey.ts';
import { generateApiKey } from '../apiKeys/generateApiKey.ts';
import { getApiKey } from '../apiKeys/getApiKey.ts';
import { listApiKeys } from '../apiKeys/listApiKeys.ts';
import { revokeApiKey } from '../apiKeys/revokeApiKey.ts';
import type { Route } from '../http/route.ts';
import { changeAiOptOut } from './changeAiOptOut.ts';
import { changeOwnPassword } from './changeOwnPassword.ts';
import { changeProfile } from './changeProfile.ts';
import { changeSsoRoles } from './changeSsoRoles.ts';
import { changeUserRole } from './changeUserRole.ts';
import { completeSetup } from './completeSetup.ts';
import { createAccount } from './createAccount.ts';
import { endSession } from './endSession.ts';
import { finishSetupStep } from './finishSetupStep.ts';
import { forgotPassword } from './forgotPassword.ts';
import { getAccount } from './getAccount.ts';
import { getAccountPlan } from './getAccountPlan.ts';
import { getAccountSetup } from './getAccountSetup.ts';
import { getMe } from './getMe.ts';
import { getSsoRoles } from './getSsoRoles.ts';
import { getSsoTestResult } from './getSsoTestResult.ts';
import { listPlans } from './listPlans.ts';
import { listSessions } from './listSessions.ts';
import { listUserRoles } from './listUserRoles.ts';
import { login } from './login.ts';
import { logOutEverywhere } from './logOutEverywhere.ts';
import { logout } from './logout.ts';
import { removeUserRole } from './removeUserRole.ts';
import { renameAccount } from './renameAccount.ts';
import { resetPassword } from './resetPassword.ts';
import { startSsoTest } from './startSsoTest.ts';
import { changeTwoFactorRequirement } from './twoFactor/changeTwoFactorRequirement.ts';

export const accountRoutes: readonly Route[] = [
  login,
  logout,
  logOutEverywhere,
  getMe,
  changeProfile,
  changeOwnPassword,
  forgotPassword,
  resetPassword,
  listSessions,
  endSession,
  getAccount,
  createAccount,
  getAccountPlan,
  listPlans,
  getAccountSetup,
  finishSetupStep,
  completeSetup,
  renameAccount,
  changeAiOptOut,
  changeTwoFactorRequirement,
  getApiKey,
  generateApiKey,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listAccessLog,
  getSsoRoles,
  startSsoTest,
  getSsoTestResult,
  changeSsoRoles,
  listUserRoles,
  changeUserRole,
  removeUserRole,
];
