import { apiKeyMay, apiKeyScopes, scopeIncludes } from './accounts/apiKeyScopes.ts';
import type { AccountId } from './ids.ts';
import { type AccountPermission, type Grant, may, type Permission } from './permissions.ts';

const acme = 'acme' as AccountId;
const globex = 'globex' as AccountId;
const as = (role: Grant['role']): Grant[] => [{ role, accountId: acme }];
const allowed = (permission: AccountPermission) =>
  (['USER', 'ADMIN'] as const).map((role) => may(as(role), permission, { accountId: acme }));

describe('permissions', () => {
  it.each([
    'account.read',
    'testRun.read',
    'testRun.write',
    'test.quarantine',
    'project.read',
    'build.read',
    'build.write',
    'environment.read',
    'pipelineStage.read',
    'runnerPool.read',
    'agent.read',
  ] as const)('let users and administrators do %s', (permission) => {
    expect(allowed(permission)).toEqual([true, true]);
  });

  it.each([
    'account.write',
    'project.write',
    'environment.write',
    'agent.write',
    'apiKey.write',
    'pipelineStage.write',
    'runnerPool.write',
  ] as const)('let administrators alone do %s', (permission) => {
    expect(allowed(permission)).toEqual([false, true]);
  });

  it('hold in the account of the grant only', () => {
    expect(may(as('ADMIN'), 'project.write', { accountId: globex })).toBe(false);
    const both: Grant[] = [...as('ADMIN'), { role: 'USER', accountId: globex }];
    expect(may(both, 'project.read', { accountId: globex })).toBe(true);
    expect(may(both, 'project.write', { accountId: globex })).toBe(false);
    expect(may([], 'project.read', { accountId: acme })).toBe(false);
  });

  it('let an API key do what its scope says, and nothing of people, keys and sign-in that only administrators may', () => {
    const scopesWith = (permission: AccountPermission) =>
      apiKeyScopes.filter((scope) => scopeIncludes(scope, permission));
    expect(scopesWith('testRun.read')).toEqual(['READ', 'CI', 'USER', 'CONFIGURE']);
    expect(scopesWith('testRun.write')).toEqual(['CI', 'USER', 'CONFIGURE']);
    expect(scopesWith('team.read')).toEqual(['READ', 'USER', 'CONFIGURE']);
    expect(scopesWith('test.quarantine')).toEqual(['USER', 'CONFIGURE']);
    expect(scopesWith('project.write')).toEqual(['CONFIGURE']);
    expect(scopesWith('apiKey.write')).toEqual([]);
    expect(scopesWith('message.own')).toEqual([]);
    expect(may(as('API_KEY'), 'testRun.write', { accountId: acme })).toBe(true);
    const refused: Permission[] = ['signedIn', 'agent', 'staff', 'trigger.write', 'apiKey.write', 'userRole.write'];
    expect(refused.some(apiKeyMay)).toBe(false);
  });
});
