import { apiKeyMay, apiKeyScopes, scopeIncludes } from './accounts/apiKeyScopes.ts';
import type { AccountId } from './ids.ts';
import { type AccountPermission, type Grant, may, type Permission } from './permissions.ts';
import { rolesWith } from './rolesWith.ts';

const acme = 'acme' as AccountId;
const globex = 'globex' as AccountId;
const as = (role: Grant['role']): Grant[] => [{ role, accountId: acme }];
const allowed = (permission: AccountPermission) =>
  (['USER', 'ADMIN'] as const).map((role) => may(as(role), permission, { accountId: acme }));

describe('permissions', () => {
  it('leave to administrators what changes the set-up of an account, and to users what they work with', () => {
    const adminOnly = (Object.keys(rolesWith) as AccountPermission[]).filter((permission) => {
      const [user, administrator] = allowed(permission);
      expect(administrator).toBe(true);
      return !user;
    });
    expect(adminOnly.sort()).toEqual([
      'accessLog.read',
      'account.write',
      'agent.write',
      'alert.write',
      'apiKey.write',
      'authorization.read',
      'authorization.write',
      'deployKey.read',
      'deployKey.write',
      'environment.write',
      'invitation.read',
      'invitation.write',
      'outbox.read',
      'outbox.write',
      'pipelineStage.write',
      'project.write',
      'release.write',
      'runnerPool.write',
      'staffAccess.end',
      'staffAccess.read',
      'team.write',
      'testDistribution.write',
      'testPlan.write',
      'trigger.write',
      'userRole.write',
      'workflow.write',
    ]);
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
    expect(scopesWith('testRun.read')).toEqual(['READ', 'CI', 'CODING_AGENT', 'USER', 'CONFIGURE']);
    expect(scopesWith('testRun.write')).toEqual(['CI', 'CODING_AGENT', 'USER', 'CONFIGURE']);
    expect(scopesWith('team.read')).toEqual(['READ', 'CODING_AGENT', 'USER', 'CONFIGURE']);
    expect(scopesWith('test.quarantine')).toEqual(['CODING_AGENT', 'USER', 'CONFIGURE']);
    expect(scopesWith('project.write')).toEqual(['CONFIGURE']);
    expect(scopesWith('apiKey.write')).toEqual([]);
    expect(scopesWith('message.own')).toEqual([]);
    expect(may(as('API_KEY'), 'testRun.write', { accountId: acme })).toBe(true);
    const refused: Permission[] = ['signedIn', 'agent', 'staff', 'team.write', 'apiKey.write', 'userRole.write'];
    expect(refused.some(apiKeyMay)).toBe(false);
  });
});
