import type { RoleType } from '@assay/contract';
import { ssoRoleOf } from './ssoRole.ts';

const rule = (claim: string, value: string, roleType: RoleType) => ({ provider: 'idp', claim, value, roleType });
const rules = [rule('groups', 'leads', 'ADMIN'), rule('groups', 'testers', 'USER'), rule('org', 'qa', 'USER')];

describe('the role that follows from the groups of a provider', () => {
  it('is that of the first rule that fits', () => {
    expect(ssoRoleOf(rules, { groups: ['testers', 'leads'] })).toBe('ADMIN');
    expect(ssoRoleOf(rules, { groups: ['testers'] })).toBe('USER');
    expect(ssoRoleOf([...rules].reverse(), { groups: ['testers', 'leads'] })).toBe('USER');
    expect(ssoRoleOf(rules, { org: 'qa' })).toBe('USER');
  });

  it.each([{}, { groups: [] }, { groups: null }, { groups: 'Leads' }, { groups: [['leads']] }, { group: 'leads' }])(
    'is none where no rule fits: %j',
    (claims) => expect(ssoRoleOf(rules, claims)).toBeNull(),
  );

  it('is found in a claim within claims, and in one that has dots in its name', () => {
    const deep = [rule('realm_access.roles', 'qa', 'ADMIN'), rule('https://example.org/groups', 'qa', 'USER')];
    expect(ssoRoleOf(deep, { realm_access: { roles: ['qa'] } })).toBe('ADMIN');
    expect(ssoRoleOf(deep, { 'https://example.org/groups': ['qa'] })).toBe('USER');
    expect(ssoRoleOf([rule('constructor.name', 'Object', 'ADMIN')], {})).toBeNull();
  });

  it('is not known where Entra leaves the groups out, unless an earlier rule fits', () => {
    for (const claims of [{ _claim_names: { groups: 'src1' } }, { hasgroups: true }]) {
      expect(ssoRoleOf(rules, claims)).toBe('notTold');
      expect(ssoRoleOf([...rules].reverse(), { ...claims, org: 'qa' })).toBe('USER');
      expect(ssoRoleOf([rule('org', 'qa', 'USER')], claims)).toBeNull();
    }
  });
});
