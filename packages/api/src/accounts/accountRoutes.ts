import { generateApiKey } from '../apiKeys/generateApiKey.ts';
import { getApiKey } from '../apiKeys/getApiKey.ts';
import type { Route } from '../http/route.ts';
import { getAccount } from './getAccount.ts';
import { getMe } from './getMe.ts';
import { listUserRoles } from './listUserRoles.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';

export const accountRoutes: readonly Route[] = [
  login,
  logout,
  getMe,
  getAccount,
  getApiKey,
  generateApiKey,
  listUserRoles,
];
