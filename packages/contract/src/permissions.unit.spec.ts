import { includesOwnRunners } from './accounts/planFeatures.ts';
import type { AccountId } from './ids.ts';
import { type AccountPermission, apiKeyMay, type Grant, may, type Permission } from './permissions.ts';

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

  it('let an API key do what a CI job needs, but not change settings', () => {
    expect(['testRun.write', 'testRun.read', 'project.read'].every((one) => apiKeyMay(one as Permission))).toBe(true);
    expect(may(as('API_KEY'), 'testRun.write', { accountId: acme })).toBe(true);
    const refused: Permission[] = ['signedIn', 'agent', 'staff', 'test.quarantine', 'project.write', 'apiKey.write'];
    expect(refused.some(apiKeyMay)).toBe(false);
  });

  it("include the account's own runners from tier 2 on, and in every legacy plan", () => {
    const plans = [1, 2, 4].map((currentPlan) => includesOwnRunners({ currentPlan, legacyPlan: false }));
    expect(plans).toEqual([false, true, true]);
    expect(includesOwnRunners({ currentPlan: 1, legacyPlan: true })).toBe(true);
  });
});
