import { apiKeyMay, includesOwnRunners, type Permission, roleMay } from './permissions.ts';

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
    expect([roleMay('USER', permission), roleMay('ADMIN', permission)]).toEqual([true, true]);
  });

  it.each([
    ...(['project.write', 'environment.write', 'agent.write', 'apiKey.write'] as const),
    ...(['pipelineStage.write', 'runnerPool.write'] as const),
  ])('let administrators alone do %s', (permission) => {
    expect([roleMay('USER', permission), roleMay('ADMIN', permission)]).toEqual([false, true]);
  });

  it('let an API key do what a CI job needs, and change nothing of the set-up', () => {
    expect(['testRun.write', 'testRun.read', 'project.read'].every((one) => apiKeyMay(one as Permission))).toBe(true);
    const refused: Permission[] = ['signedIn', 'agent', 'test.quarantine', 'project.write', 'apiKey.write'];
    expect(refused.some(apiKeyMay)).toBe(false);
  });

  it('include own runners from tier 2 on, and in every legacy plan', () => {
    const plans = [1, 2, 4].map((currentPlan) => includesOwnRunners({ currentPlan, legacyPlan: false }));
    expect(plans).toEqual([false, true, true]);
    expect(includesOwnRunners({ currentPlan: 1, legacyPlan: true })).toBe(true);
  });
});
