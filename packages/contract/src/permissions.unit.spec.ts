import { includesOwnRunners, roleMay } from './permissions.ts';

describe('permissions', () => {
  it.each([
    'account.read',
    'testRun.read',
    'testRun.write',
    'test.quarantine',
    'project.read',
    'environment.read',
    'agent.read',
  ] as const)('let users and administrators do %s', (permission) => {
    expect([roleMay('USER', permission), roleMay('ADMIN', permission)]).toEqual([true, true]);
  });

  it.each(['project.write', 'environment.write', 'agent.write'] as const)(
    'let administrators alone do %s',
    (permission) => {
      expect([roleMay('USER', permission), roleMay('ADMIN', permission)]).toEqual([false, true]);
    },
  );

  it('include own runners from tier 2 on, and in every legacy plan', () => {
    const plans = [1, 2, 4].map((currentPlan) => includesOwnRunners({ currentPlan, legacyPlan: false }));
    expect(plans).toEqual([false, true, true]);
    expect(includesOwnRunners({ currentPlan: 1, legacyPlan: true })).toBe(true);
  });
});
