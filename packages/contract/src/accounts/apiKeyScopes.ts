import { type AccountPermission, isOfAccount, isOwn, type Permission } from '../permissions.ts';
import type { AccountRole } from '../roles.ts';
import { rolesWith } from '../rolesWith.ts';
import { configurableByKey } from './configurableByKey.ts';

/**
 * What an API key allows.
 * - `READ`: what a user may see
 * - `CI`: what a CI job needs; the account's own key has this scope
 * - `CODING_AGENT`: what a user may see; runs of tests and the quarantine
 * - `USER`: what a user may see and change
 * - `CONFIGURE`: that, and what a configuration file says of projects, environments, stages, runner pools, test plans, triggers and alerts
 * None of them allows what else only administrators may do, or what concerns one person alone.
 */
export const apiKeyScopes = ['READ', 'CI', 'CODING_AGENT', 'USER', 'CONFIGURE'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
export const apiKeyScopeLabels: Record<ApiKeyScope, string> = {
  READ: 'Read only',
  CI: 'CI: start runs and report results',
  CODING_AGENT: 'Coding agent: read, run tests, quarantine them',
  USER: 'Everything a user may do',
  CONFIGURE: 'Configuration: apply a configuration file',
};

const changedByCodingAgent: readonly AccountPermission[] = ['testRun.write', 'test.quarantine'];

/** @returns whether an API key of the scope includes the permission in its account. */
export function scopeIncludes(scope: ApiKeyScope, permission: AccountPermission): boolean {
  const roles: readonly AccountRole[] = rolesWith[permission];
  if (isOwn(permission)) return false;
  if (scope === 'CI') return roles.includes('API_KEY');
  if (scope === 'CONFIGURE' && configurableByKey.some((configured) => configured === permission)) return true;
  if (scope === 'CODING_AGENT' && changedByCodingAgent.includes(permission)) return true;
  const onlyReads = scope === 'READ' || scope === 'CODING_AGENT';
  return roles.includes('USER') && (!onlyReads || permission.endsWith('.read'));
}

/** @returns whether some API key could have the permission, as the description of the interface says it. */
export function apiKeyMay(permission: Permission): boolean {
  return isOfAccount(permission) && apiKeyScopes.some((scope) => scopeIncludes(scope, permission));
}
